"""Waits: which tiles complete a hand, how many are left, what they flag, what the hand exhausts, parts of hands."""

from __future__ import annotations

import pytest

from kwx_cli import KINDS, NAMES, HandError, load_variant, parse, waits
from kwx_cli.grammar.notation import parse_tiles
from kwx_cli.waits import winning_tiles

XIANGYANG = load_variant()


@pytest.mark.parametrize(
    ("text", "expected", "exhausted"),
    [
        # Nothing: no shape, or only tiles that the hand itself has all four of.
        ("13579t 2468b ZZFF", "", ""),
        ("1133557799b 24t F", "", ""),
        ("123456789t 1111b", "", "1b"),
        ("Z ZZZ+pon FFF+pon BBB+pon 111b+pon", "", "Z"),
        ("111b 123456t 1b 999t", "", "1b"),
        ("5t 5555b+an 6666b+zhi 7777b+bu 555t+pon", "", "5t"),
        # One of two is exhausted.
        ("1234444t 678t 456b", "1t", "4t"),
        ("45t 11b 123b 6666t+an 333t+pon", "3t", "6t"),
        # The plain shapes: 嵌 边 双碰 单钓 两面.
        ("46t 88t 123b 789b ZZZ", "5t", ""),
        ("12t 88t 123b 789b ZZZ", "3t", ""),
        ("89t 55t 123b 789b ZZZ", "7t", ""),
        ("44t 88t 123b 789b ZZZ", "4t 8t", ""),
        ("4t 888t 123b 789b ZZZ", "4t", ""),
        ("45t 88t 123b 789b ZZZ", "3t 6t", ""),
        ("34567t 123b 789b 88b", "2t 5t 8t", ""),
        ("Z 111b+pon 222b+pon 333b+pon 444b+pon", "Z", ""),
        # Seven pairs, beside sets or alone; four equal tiles are two pairs, so one cannot be held out for a fifth.
        ("112233b 4455t 6t ZZ", "3t 6t", ""),
        ("112233b 445566t Z", "Z", ""),
        ("1111b 22b 33b 44t 55t 6t", "3t 6t", ""),
        ("1111b 2222b 3333b 4t", "4t", ""),
        ("1111b 2222b 333b 44t", "3b 4t", ""),
        ("1112233b 4455t 66t", "1b 2b 3b 4b", ""),
        ("1122334455t 11b 9b", "9b", ""),
        ("1122334t 555b+pon ZZZ+pon", "1t 4t", ""),
        # Every rank.
        ("1112345678999b", "1b 2b 3b 4b 5b 6b 7b 8b 9b", ""),
        ("2223456777b ZZZ", "1b 2b 3b 4b 5b 6b 7b 8b", ""),
        # The sources' own.
        ("2245667t 111b+pon 222b+pon", "5t 8t", ""),
        ("2245556t 111b+pon 222b+pon", "2t 5t", ""),
        # Parts of hands.
        ("Z", "Z", ""),
        ("4688t", "5t", ""),
        ("4556t", "5t", ""),
        ("1122334455t", "1t 2t 4t 5t", ""),
        ("11b 22b 33b 4t", "4t", ""),
        ("11b 33b 55b 7b", "", ""),
        ("1111b", "", "1b"),
    ],
)
def test_waits(text: str, expected: str, exhausted: str) -> None:
    found = waits(parse(text), XIANGYANG)
    assert " ".join(NAMES[wait.tile] for wait in found.waits) == expected
    assert " ".join(NAMES[tile] for tile in found.exhausted) == exhausted


@pytest.mark.parametrize(
    ("text", "seen", "left"),
    [
        ("46t 88t 123b 789b ZZZ", "", {"5t": 4}),
        ("46t 88t 123b 789b ZZZ", "5t", {"5t": 3}),
        ("46t 88t 123b 789b ZZZ", "5555t 9b", {"5t": 0}),  # a wait still, with none left
        ("4556t 111b+pon 222b+pon 333b+pon", "5t", {"5t": 1}),  # two its own
        ("44t 88t 123b 789b ZZZ", "4t 1b", {"4t": 1, "8t": 2}),
        ("45t 77t 123b 789b 333t+pon", "666t+pon", {"3t": 1, "6t": 1}),  # a meld seen elsewhere
    ],
)
def test_left(text: str, seen: str, left: dict[str, int]) -> None:
    found = waits(parse(text), XIANGYANG, parse_tiles(seen))
    assert {NAMES[wait.tile]: wait.left for wait in found.waits} == left
    assert found.tiles_left == sum(left.values())


@pytest.mark.parametrize(
    ("text", "seen"),
    [("4688t", "8888t"), ("4688t", "888t"), ("4688t", "55555t"), ("4b 111b+pon 222b+pon 333b+pon ZZZZ+an", "Z")],
)
def test_more_seen_than_there_are(text: str, seen: str) -> None:
    with pytest.raises(HandError) as caught:
        waits(parse(text), XIANGYANG, parse_tiles(seen))
    assert caught.value.code == "fifth-tile-seen"


@pytest.mark.parametrize(
    ("text", "tile", "flags"),
    [
        ("46t 88t 123b 789b ZZZ", "5t", ("kawuxing",)),
        ("45t 88t 123b 789b ZZZ", "3t", ()),
        ("2245667t 111b+pon 222b+pon", "8t", ()),
        ("2245667t 111b+pon 222b+pon", "5t", ("kawuxing",)),
        ("2245556t 111b+pon 222b+pon", "5t", ("kawuxing", "ansigui")),
        ("45t 77t 123b 789b 333t+pon", "3t", ("mingsigui",)),
        ("45t 77t 123b 789b 333t+pon", "6t", ()),
        ("55567t 88t 123b 789b", "5t", ("ansigui",)),
        ("4688t", "5t", ("kawuxing",)),  # a part of a hand
        ("112233b 4466t 5t ZZ", "5t", ("kawuxing",)),  # can be, read as runs, though seven pairs pay more
    ],
)
def test_flags(text: str, tile: str, flags: tuple[str, ...]) -> None:
    found = {NAMES[wait.tile]: wait.flags for wait in waits(parse(text), XIANGYANG).waits}
    assert found[tile] == flags


def test_worth_by_self_draw_and_by_discard() -> None:
    (three, six) = waits(parse("45t 77t 123b 789b 333t+pon"), load_variant("xiangyang-manhu")).waits
    assert [result.status for result in (three.zimo, three.pao, six.zimo, six.pao) if result] == [
        "win",
        "win",
        "win",
        "not-allowed",
    ]
    (only,) = waits(parse("33t 55t 123b 111t ZZZ"), load_variant("xiaogan")).waits[:1]
    assert only.zimo is not None
    assert only.pao is not None
    assert only.zimo.best is not None
    assert only.pao.best is not None
    assert (only.zimo.best.score.extra, only.pao.best.score.extra) == (3, 2)  # a discard completes no concealed triplet


def test_a_revealed_hand() -> None:
    (wait,) = waits(parse("46t 88t 123b 789b ZZZ"), XIANGYANG, liang=True).waits
    assert wait.zimo is not None
    assert wait.zimo.best is not None
    assert [line.id for line in wait.zimo.best.score.lines] == ["kawuxing", "liangdao"]


def test_a_part_has_no_fan() -> None:
    found = waits(parse("4688t"), XIANGYANG)
    assert found.partial
    (wait,) = found.waits
    assert (wait.zimo, wait.pao) == (None, None)
    assert not waits(parse("46t 88t 123b 789b ZZZ"), XIANGYANG).partial


@pytest.mark.parametrize("text", ["46t 88t 123b 789b ZZZ @5t", "46t 88t 123b 789b ZZZ 5t", "4556t 22b ZZZ+pon", "46t"])
def test_not_a_waiting_hand(text: str) -> None:
    with pytest.raises(HandError):
        waits(parse(text), XIANGYANG)


def test_winning_tiles_ascend() -> None:
    tiles, exhausted = winning_tiles(parse("1112345678999b"))
    assert tiles == tuple(range(9))
    assert exhausted == ()
    assert winning_tiles(parse("123456789t 1111b")) == ((), (KINDS["1b"],))
