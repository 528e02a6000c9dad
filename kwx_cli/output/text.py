"""Text on a terminal: display width, small tables, colour, the language of a user."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from unicodedata import combining, east_asian_width

_SMALL = 40
"""Rows up to which a table is padded here: importing tabulate takes longer than the rest of the program."""


@lru_cache(maxsize=1 << 14)
def _wide(text: str) -> int:
    return sum(
        0 if combining(c) or c in "\u200b\u200d\ufe0e\ufe0f" else 2 if east_asian_width(c) in "WF" else 1 for c in text
    )


def width(text: str) -> int:
    """Return how many cells a text takes: two for a wide character, none for a mark on the one before."""
    return len(text) if text.isascii() else _wide(text)


def table(rows: Iterable[Sequence[str]], headers: Sequence[str] = (), right: Iterable[int] = ()) -> str:
    """Return rows as a table whose columns line up in cells, with a rule below the headers; `right` are numbers.

    Small tables are padded here and look as those of tabulate, which lays out the long ones.
    """
    cells = [[*map(str, row)] for row in rows]
    right = set(right)
    if len(cells) <= _SMALL:
        return columns(cells, headers, right)
    import tabulate

    tabulate.MIN_PADDING = 0  # or a column is two cells wider than a header that is its widest cell
    align = ["right" if i in right else "left" for i in range(len(cells[0]))]
    text = tabulate.tabulate(cells, headers, "simple" if headers else "plain", colalign=align, disable_numparse=True)
    return "\n".join(line.rstrip() for line in text.splitlines())


def columns(cells: Sequence[Sequence[str]], headers: Sequence[str] = (), right: Container[int] = ()) -> str:
    """Return cells padded into columns: what `table` does, for any number of rows."""
    every = [headers, *cells] if headers else cells
    padded: list[list[str]] = []
    most: list[int] = []
    for index, column in enumerate(zip(*every, strict=True)):
        widths = [len(cell) if cell.isascii() else _wide(cell) for cell in column]
        most.append(max(widths))
        gaps = [" " * (most[-1] - width) for width in widths]
        pairs = zip(gaps, column, strict=True) if index in right else zip(column, gaps, strict=True)
        padded.append([first + second for first, second in pairs])
    lines = ["  ".join(row).rstrip() for row in zip(*padded, strict=True)]
    if headers:
        lines.insert(1, "  ".join("-" * cells for cells in most))
    return "\n".join(lines)


def indent(text: str, by: int = 2) -> str:
    """Return a text with every line moved to the right, and without spaces at its ends."""
    return "\n".join((" " * by + line).rstrip() for line in text.splitlines())


_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class Painter:
    """Colours text, or leaves it alone: `wanted` is ``always``, ``never``, or ``auto`` for a terminal that can.

    NO_COLOR and TERM=dumb turn ``auto`` off (no-color.org).
    """

    def __init__(self, wanted: str = "auto", stream: object = None) -> None:
        terminal = bool(getattr(stream or sys.stdout, "isatty", lambda: False)())
        plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self.on = wanted == "always" or (wanted == "auto" and terminal and not plain)

    def __call__(self, text: str, *styles: str) -> str:
        """Return the text in the styles: bold, dim, red, green, yellow, cyan."""
        if not self.on or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def default_language() -> str:
    """Return ``zh`` if the locale is Chinese, else ``en``."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
