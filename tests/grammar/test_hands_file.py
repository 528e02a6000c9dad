"""Lines of a hands file: their parts, their expectations, and the columns of what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kwx_cli import KINDS, HandError
from kwx_cli.grammar import hands_file
from kwx_cli.grammar.hands_file import Expectation, parse_expectation, split_line
from kwx_cli.patterns import PATTERNS


@pytest.mark.parametrize("line", ["", "   ", "\t", "\u3000", "# a comment", "   # => 8", "#", "＃ 全角"])
def test_nothing_on_a_line(line: str) -> None:
    assert split_line(line) is None


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("46t @5t", ("", "", "46t @5t", "", "")),
        ("a1: 46t @5t", ("a1", "", "46t @5t", "", "")),
        ("suizhou | 46t @5t", ("", "suizhou", "46t @5t", "", "")),
        ("a1: suizhou | 46t @5t => 8 # why", ("a1", "suizhou", "46t @5t", " 8 ", "why")),
        ("46t @5t=>8#why", ("", "", "46t @5t", "8", "why")),
        ("46t @5t # why => 8", ("", "", "46t @5t", "", "why => 8")),
        ("a1：随州｜46t @5t＝＞8＃为何", ("a1", "随州", "46t @5t", "8", "为何")),
        ("  46t @5t  ", ("", "", "46t @5t", "", "")),
        ("=> 8", ("", "", "", " 8", "")),
        ("a1: => 8", ("a1", "", "", " 8", "")),
        # A mark too many is left to the grammar of the hand, which points at it.
        ("a: b: 46t", ("a", "", "b: 46t", "", "")),
        ("x | y | 46t", ("", "x | y", "46t", "", "")),
    ],
)
def test_parts(line: str, parts: tuple[str, ...]) -> None:
    found = split_line(line)
    assert found is not None
    assert (found.id, found.variant, found.hand, found.expectation, found.comment) == parts
    assert hands_file.clean(line)[found.hand_at :].startswith(found.hand)
    if found.expectation:
        assert hands_file.clean(line)[found.expectation_at :].startswith(found.expectation)


@given(st.text(alphabet="ab1:|=># 　：｜＝＞＃46t@", max_size=30))
def test_parts_stand_where_they_say(line: str) -> None:
    found = split_line(line)
    if found is not None:
        assert hands_file.clean(line)[found.hand_at :].startswith(found.hand)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "bad-expectation", 1),
        ("  ", "bad-expectation", 3),
        ("eight", "bad-expectation", 1),
        ("8.5", "bad-expectation", 1),
        ("8x", "bad-expectation", 1),
        ("-8", "bad-expectation", 1),
        ("no-wins", "bad-expectation", 1),
        ("nowin", "bad-expectation", 1),
        ("no-win 8", "bad-expectation", 8),
        ("waits", "bad-expectation", 1),
        ("error Fifth", "bad-expectation", 7),
        ("8 kawuxin", "unknown-pattern", 3),
        ("8 kawuxing qiduo", "unknown-pattern", 12),
        ("8 kawuxing, qidui", "unknown-pattern", 3),
        ("waits 5x", "bad-character", 8),
        ("waits 5t 0b", "zero-tile", 10),
        ("waits none 5t", "bad-character", 7),
    ],
)
def test_bad_expectation(text: str, code: str, column: int) -> None:
    with pytest.raises(HandError) as caught:
        parse_expectation(text)
    fault = caught.value.faults[0]
    assert (fault.code, fault.column) == (code, column), text


def tiles(*names: str) -> frozenset[int]:
    return frozenset(KINDS[name] for name in names)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8", Expectation("score", 8)),
        (" 8 ", Expectation("score", 8)),
        ("８", Expectation("score", 8)),
        ("8 kawuxing gangkai", Expectation("score", 8, frozenset({"kawuxing", "gangkai"}))),
        ("8 卡五星 杠上开花", Expectation("score", 8, frozenset({"kawuxing", "gangkai"}))),
        ("8　卡五心", Expectation("score", 8, frozenset({"kawuxing"}))),  # an ideographic space
        ("1 not-allowed", Expectation("not-allowed", 1)),
        ("1 not-allowed pihu", Expectation("not-allowed", 1, frozenset({"pihu"}))),
        ("no-win", Expectation("no-win")),
        ("waits 5t 8t", Expectation("waits", tiles=tiles("5t", "8t"))),
        ("waits 58t Z", Expectation("waits", tiles=tiles("5t", "8t", "Z"))),
        ("waits none", Expectation("waits", tiles=frozenset())),
        ("error", Expectation("error")),
        ("error fifth-tile", Expectation("error", code="fifth-tile")),
    ],
)
def test_expectation(text: str, expected: Expectation) -> None:
    assert parse_expectation(text) == expected


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_every_name_of_a_pattern(pattern: object) -> None:
    found = PATTERNS[str(getattr(pattern, "id", ""))]
    for name in (found.id, found.zh, *found.also):
        assert parse_expectation(f"2 {name}").patterns == {found.id}


def test_the_cache_of_expectations_is_bounded() -> None:
    assert hands_file._parse_expectation.cache_info().maxsize is not None


def test_columns_are_those_of_the_line() -> None:
    line = "甲: 襄阳 | 46t @5t => 8 kawuxin"
    parts = split_line(line)
    assert parts is not None
    with pytest.raises(HandError) as caught:
        parse_expectation(parts.expectation, parts.expectation_at, line)
    assert caught.value.faults[0].column == line.index("kawuxin") + 1
    assert caught.value.source == line
