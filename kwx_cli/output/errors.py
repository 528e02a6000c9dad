"""Refusals as text: the code, the message, an excerpt with a caret below what is wrong, and the remedy."""

from __future__ import annotations

from kwx_cli.errors import Fault, KwxError
from kwx_cli.output.text import Painter, width
from kwx_cli.output.words import say

_SHOWN = 100
"""Characters of an excerpt on either side of the fault."""


def error_text(error: KwxError, paint: Painter, lang: str, where: str = "") -> str:
    """Return a refusal as text, one block for each fault; `where` is the file and line, if it has one."""
    return "\n".join(_fault_text(fault, error.source, paint, lang, where) for fault in error.faults)


def _fault_text(fault: Fault, source: str, paint: Painter, lang: str, where: str) -> str:
    place = f"{where}:{fault.column}: " if where and fault.column else f"{where}: " if where else ""
    lines = [f"{place}{paint(say('error', lang) + f'[{fault.code}]', 'bold', 'red')}: {fault.message(lang)}"]
    if source and fault.column is not None:
        lines += ["  " + line for line in excerpt(source, fault.column, fault.length)]
    if hint := fault.hint(lang):
        lines.append(f"  {paint(say('hint', lang), 'cyan')}: {hint}")
    return "\n".join(lines)


def excerpt(source: str, column: int, length: int) -> tuple[str, str]:
    """Return the line of a text with a row of carets that stand below the wrong characters, in display cells.

    >>> print("\\n".join(excerpt("中中 22B", 6, 1)))
    中中 22B
           ^
    """
    text = "".join(c if c.isprintable() else " " for c in source)
    at = column - 1
    start = max(0, at - _SHOWN)
    end = min(len(text), at + max(length, 1) + _SHOWN)
    head = ("…" if start else "") + text[start:at]
    shown = head + text[at:end] + ("…" if end < len(text) else "")
    return shown.rstrip(), " " * width(head) + "^" * max(1, width(text[at : at + length]))
