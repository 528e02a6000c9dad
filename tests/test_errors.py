"""Every refusal: a file in samples/errors/ that provokes it, its text in both languages, its caret."""

from __future__ import annotations

import re
import shlex
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from wcwidth import wcswidth

from kwx_cli import HandError, KwxError
from kwx_cli.errors import Fault, VariantError
from kwx_cli.messages import CATALOGUE, wording
from kwx_cli.output.errors import error_text, excerpt
from kwx_cli.output.text import Painter, width
from tests.grammar.test_notation import FAULTS
from tests.support import ROOT, SAMPLES, kwx

FILES = {path.stem: path for path in sorted((SAMPLES / "errors").iterdir()) if path.is_file()}


FOLDERS = {"rounds": "settle"}
"""Folders of samples of one kind, read by one command, with the code and case as ``code--case``."""


def sample_of(key: str) -> Path | None:
    """The sample of a code with its case: ``code.case.*``, or in a folder, where ``code/round`` is ``code``."""
    if found := FILES.get(key.replace("/", ".")):
        return found
    for folder in FOLDERS:
        stem = key.removesuffix(f"/{folder[:-1]}").replace("/", "--")
        for path in (SAMPLES / "errors" / folder).glob(f"{stem}.*"):
            return path
    return None


def command_of(path: Path) -> list[str]:
    """The command that provokes the error of a sample: that of its folder, or the one in its first line."""
    if path.parent.name in FOLDERS:
        return [FOLDERS[path.parent.name], str(path.relative_to(ROOT))]
    first = path.read_bytes().splitlines()[0].decode()
    assert first.startswith("# kwx "), f"{path} does not begin with '# kwx …'"
    return shlex.split(first)[2:]


def as_pattern(template: str) -> re.Pattern[str]:
    """A regular expression for a message, with anything in place of its values."""
    parts = [re.escape(text) + ("(?s:.*?)" if name is not None else "") for text, name, _, _ in parse_format(template)]
    return re.compile("".join(parts))


def parse_format(template: str) -> list[tuple[str, str | None, str | None, str | None]]:
    return list(string.Formatter().parse(template))


NO_COMMAND = {"one-tile", "missing-package", "binary-terminal", "too-large"}
"""Codes that only the Python API can provoke so far, or a command on a terminal, with a package or without it."""


@pytest.mark.parametrize("key", [key for key in CATALOGUE if key not in NO_COMMAND])
def test_every_error_has_a_sample(
    key: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sample provokes the code, and the case of it; its text is right in both languages and ends as it should."""
    name = key.replace("/", ".")
    path = sample_of(key)
    assert path, f"samples/errors/{name}.* is missing: a file whose first line is '# kwx …', which fails so"
    args = command_of(path)
    monkeypatch.chdir(ROOT)
    code, _, case = key.partition("/")
    shown = []
    for lang in ("en", "zh"):
        ran = kwx(*args, "--lang", lang)
        text = ran.out + ran.err
        assert ran.status in (1, 2), f"{shlex.join(args)} ended with {ran.status}"
        assert f"[{code}]" in text
        message, hint = wording(code, case, lang)
        assert as_pattern(message).search(text), f"no message of {key} in:\n{text}"
        assert as_pattern(hint).search(text), f"no remedy of {key} in:\n{text}"
        shown.append(f"$ kwx {shlex.join(args)} --lang {lang}\n{text}[exit {ran.status}]\n")
    golden(f"errors/{name}.txt", "\n".join(shown))


def test_no_sample_is_left_over() -> None:
    assert {name.replace(".", "/") for name in FILES} <= set(CATALOGUE)


def test_every_wording_has_both_languages_and_the_same_values() -> None:
    for key, entry in CATALOGUE.items():
        assert all(entry), key
        english = {name for _, name, _, _ in parse_format(entry.en) if name}
        chinese = {name for _, name, _, _ in parse_format(entry.zh) if name}
        # The ending of an English plural has no counterpart.
        assert english - {"s"} == chinese - {"s"}, key
        assert re.search("[\u4e00-\u9fff]", entry.zh), key


@pytest.mark.parametrize(("text", "code", "column"), FAULTS)
def test_the_caret_stands_below_what_is_wrong(text: str, code: str, column: int) -> None:
    """In display cells, measured with wcwidth, however wide the text before it."""
    if "\ufe0e" in text or "\ufe0f" in text:
        pytest.skip("terminals do not agree on the width of a picture with a variation selector")
    line, caret = excerpt(text, column, 1)
    assert len(line) <= max(len(text), column)
    before = "".join(c if c.isprintable() else " " for c in text[: column - 1])
    assert len(caret) - len(caret.lstrip()) == wcswidth(before)
    assert set(caret.strip()) == {"^"}


@pytest.mark.parametrize(
    ("source", "column", "length", "shown"),
    [
        ("22B", 3, 1, ("22B", "  ^")),
        ("中中 22B", 6, 1, ("中中 22B", "       ^")),
        ("红中红中 ZZZ+吃", 10, 1, ("红中红中 ZZZ+吃", "             ^^")),  # a wide character, wide below
        ("４５５Ｘ", 4, 1, ("４５５Ｘ", "      ^^")),
        ("🀄🀐x", 3, 1, ("🀄🀐x", "   ^")),  # 中 is the only picture that is two cells wide
        ("a\tb", 3, 1, ("a b", "  ^")),  # a tab is one cell, as it is shown
        ("46t", 4, 1, ("46t", "   ^")),  # behind the end
        ("", 1, 0, ("", "^")),
        ("x" * 300, 250, 1, ("…" + "x" * 201 + "…"[:0], " " * 101 + "^")),
    ],
)
def test_excerpt(source: str, column: int, length: int, shown: tuple[str, str]) -> None:
    if len(source) == 300:
        line, caret = excerpt(source, column, length)
        assert (line, caret) == ("…" + "x" * 151, " " * 101 + "^")
        return
    assert excerpt(source, column, length) == shown


def test_no_colour_stands_in_the_plain_text() -> None:
    error = HandError(Fault("digit-honour", {"wrong": "22B", "guess": "22b"}, 3), source="22B")
    plain = error_text(error, Painter("never"), "en", "hands.txt:7")
    assert plain == (
        "hands.txt:7:3: error[digit-honour]: 22B: dragons take no digits\n"
        "  22B\n"
        "    ^\n"
        "  hint: did you mean 22b? Case counts: b is 筒, B is 白"
    )
    coloured = error_text(error, Painter("always"), "en", "hands.txt:7")
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain
    assert coloured != plain


def test_an_error_says_all_its_faults_in_order() -> None:
    first, second = Fault("zero-tile", {}, 2), Fault("no-suit", {"digits": "1", "guess": "1b"}, 5)
    error = KwxError(second, first, source="x0 y1")
    assert [fault.code for fault in error.faults] == ["zero-tile", "no-suit"]
    assert error.code == "zero-tile"
    assert str(error) == "there is no tile 0; 1 has no suit"


@pytest.mark.parametrize("kind", [KwxError, HandError, VariantError])
def test_an_error_goes_to_another_process_and_back(kind: type[KwxError]) -> None:
    import pickle

    error = kind(Fault("zero-tile", {}, 2), source="10b")
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is kind
    assert (back.faults, back.source, str(back)) == (error.faults, error.source, str(error))


def test_width_is_that_of_wcwidth() -> None:
    for text in ("", "abc", "卡五星×2", "🀄🀐🀙", "🀄\ufe0f", "é", "e\u0301", "４５ｔ", "“”…·–", "\u3000"):
        # wcwidth gives a picture with an emoji selector two cells, as terminals that know emoji do.
        if "\ufe0f" not in text:
            assert width(text) == wcswidth(text), text
