"""Tables and text: equal width in display cells, as tabulate lays them out, colour, language."""

from __future__ import annotations

import pytest
import tabulate
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from kwx_cli.output.text import Painter, columns, indent, table, width
from kwx_cli.output.words import WORDS, say

WORD = st.text(alphabet="ab1卡五星×–（：🀐", min_size=0, max_size=8)


def by_tabulate(rows: list[list[str]], headers: list[str], right: set[int]) -> str:
    align = ["right" if i in right else "left" for i in range(len(rows[0]))]
    tabulate.MIN_PADDING = 0
    text = tabulate.tabulate(rows, headers, "simple" if headers else "plain", colalign=align, disable_numparse=True)
    return "\n".join(line.rstrip() for line in text.splitlines())


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(
    st.lists(st.lists(WORD.filter(bool), min_size=n, max_size=n), min_size=1, max_size=8),
    st.lists(WORD.filter(bool), min_size=n, max_size=n),
    st.sets(st.integers(0, n - 1)),
)))  # fmt: skip
def test_small_tables_are_padded_as_tabulate_does(given_: tuple[list[list[str]], list[str], set[int]]) -> None:
    """With two spaces between columns and a rule as wide as the widest cell."""
    rows, headers, right = given_
    ours = table(rows, headers, right).splitlines()
    theirs = by_tabulate(rows, headers, right).splitlines()
    # tabulate gives a header two cells at least, which a one-cell column here does not have.
    if all(max(width(cell) for cell in column) > 1 for column in zip(headers, *rows, strict=True)):
        assert ours == theirs


@given(st.lists(st.tuples(WORD, WORD, WORD), min_size=1, max_size=60))
def test_columns_start_in_the_same_cell(rows: list[tuple[str, str, str]]) -> None:
    """Short and long tables alike."""
    lines = table([(*row, "|") for row in rows], ("a", "b", "c", "|")).splitlines()
    assert len({wcswidth(line) for line in lines if line.endswith("|")}) == 1


@pytest.mark.parametrize("count", [1, 40, 41, 100])
def test_a_long_table_looks_like_a_short_one(count: int) -> None:
    rows = [("卡五星", "2", "xx")] * count
    head, rule, *body = table(rows, ("番种", "倍", "c"), right=[1]).splitlines()
    assert [head, rule] == ["番种    倍  c", "------  --  --"]
    assert body == ["卡五星   2  xx"] * count


def test_a_table_without_headers() -> None:
    assert table([("a", "bb"), ("ccc", "d")]) == "a    bb\nccc  d"
    assert table([]) == ""


def test_digits_stay_as_they_are() -> None:
    for count in (1, 50):
        assert table([("007", "1e5")] * count).splitlines()[0] == "007  1e5"


@pytest.mark.parametrize(
    ("text", "cells"),
    [("", 0), ("abc", 3), ("卡五星", 6), ("４５ｔ", 6), ("e\u0301", 1), ("🀄", 2), ("🀐", 1), ("×–·", 3), ("“”", 2)],
)
def test_width(text: str, cells: int) -> None:
    assert width(text) == cells == wcswidth(text)


def test_padding() -> None:
    rows = [("卡", "卡"), ("卡五", "1"), ("abc", "5t")]
    assert columns(rows, right=[1]).splitlines() == ["卡    卡", "卡五   1", "abc   5t"]


def test_indent_leaves_no_spaces_at_line_ends() -> None:
    assert indent("a \n\nb") == "  a\n\n  b"


def test_painter() -> None:
    assert Painter("never")("x", "bold") == "x"
    assert Painter("always")("x", "bold", "red") == "\x1b[1;31mx\x1b[0m"
    assert Painter("always")("", "bold") == ""


def test_every_word_is_there_in_both_languages() -> None:
    import string

    for key, (english, chinese) in WORDS.items():
        assert english, key
        assert chinese, key
        fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (english, chinese)]
        assert fields[0] - {"s"} == fields[1] - {"s"}, key
    assert say("n-fan", "zh", n=8) == "8 番"
