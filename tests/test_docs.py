"""What README.md and docs/ show runs, and prints what stands there.

A fenced block marked ``console`` holds lines ``$ kwx …``, each followed by what it prints, standard error last; a line
``…`` stands for any lines. Blocks marked ``python`` are doctests.
"""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT, kwx

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "grammar").glob("*.md"))]


def blocks(mark: str) -> Iterator[tuple[Path, int, str]]:
    """Each fenced block with this mark: the page, the line at which it starts, its text."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in re.finditer(rf"^```{mark}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            yield page, text[: match.start()].count("\n") + 1, match.group(1)


def shown_commands() -> Iterator[tuple[str, str, str]]:
    """Each command that a page shows: where, the command line, the output that stands below it."""
    for page, line, block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield f"{page.name}:{line}", command, output


SHOWN = list(shown_commands())


def test_the_pages_show_something() -> None:
    assert any(where.startswith("README.md") for where, _, _ in SHOWN)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_has_a_mark_that_is_known(page: Path) -> None:
    """A command line in a block that no test runs would go stale."""
    mark: str | None = None
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if line.startswith("```"):
            mark = line[3:] if mark is None else None
            assert mark in (None, "", "bnf", "console", "json", "python", "sh", "text", "toml"), f"{page}:{number}"
        elif line.startswith("$ ") and mark is not None:
            assert mark == "console", f"{page}:{number}: mark the block as console"
    assert mark is None, f"{page}: a block that does not end"


@pytest.mark.parametrize(("where", "command", "output"), SHOWN, ids=[f"{where} {c}" for where, c, _ in SHOWN])
def test_shown_command(where: str, command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *args = shlex.split(command)
    assert program == "kwx", "only kwx itself is run"
    assert not {"|", ">", "<", "&&", ";"} & set(args), "a plain command, without a shell"
    monkeypatch.chdir(ROOT)
    ran = kwx(*args)
    printed = ran.out + ran.err
    if "\n…\n" in f"\n{output}":
        parts = [re.escape(part) for part in re.split(r"^…\n", output, flags=re.MULTILINE)]
        assert re.fullmatch("(?s:.*)".join(parts), printed), f"{where}: $ {command}\n{printed}"
    else:
        assert printed.rstrip("\n") == output.rstrip("\n"), f"{where}: $ {command}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_of_the_pages(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failures == 0
