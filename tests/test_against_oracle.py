"""The engine against the brute-force oracle, on hands that hypothesis makes: most of them win or nearly do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from kwx_cli import load_variant, parse, score, waits
from kwx_cli.hand import faults
from kwx_cli.scoring import Breakdown, Result
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant, variant_ids
from kwx_cli.waits import winning_tiles
from tests.oracle import hands as oracle
from tests.oracle.hands import DRAGONS, OHand
from tests.oracle.notation import hand as read
from tests.oracle.rules import VARIANTS
from tests.support import engine_hand, tries

T = TypeVar("T")
WAYS = ("zimo", "pao", "gangpao", "qianggang", "gangkai")
MELDS = ("pon", "pon", "pon", *oracle.KONGS)


def hand_of(tape: bytes) -> OHand:
    """A hand made of sets and a pair, or of pairs, by the choices on a tape; not always sound.

    Hypothesis makes a tape of bytes twenty times as fast as it makes the choices one by one, and shrinks it as well.
    """
    choices = iter(tape)

    def pick(items: Sequence[T]) -> T:
        return items[next(choices) % len(items)]

    suits = pick(("bt", "bm", "tm", "b", "t"))
    kinds = [f"{rank}{suit}" for suit in suits for rank in range(1, 10)]
    kinds += DRAGONS * pick((True, False))
    # Few kinds make quads, and hands that read in more than one way, frequent.
    start, count = next(choices) % len(kinds), pick((6, 9, 30, 30))
    if count < len(kinds):
        kinds = (kinds + kinds)[start : start + count]
    melds: list[tuple[str, str]] = []
    concealed: list[str] = []
    melded = pick((0, 0, 1, 2, 3, 4))
    if melded == 0 and pick((True, False)):
        concealed = [tile for _ in range(7) for tile in [pick(kinds)] * 2]
    else:
        for number in range(4):
            tile = pick(kinds)
            if number < melded:
                melds.append((pick(MELDS), tile))
            elif tile not in DRAGONS and tile[0] < "8" and pick((True, True, False)):
                concealed += [f"{int(tile[0]) + step}{tile[1]}" for step in range(3)]
            else:
                concealed += [tile] * 3
        concealed += [pick(kinds)] * 2
    fives = [tile for tile in concealed if tile[0] == "5"]
    win = pick(fives if fives and pick((True, False)) else concealed)
    concealed.remove(win)
    if pick((False,) * 7 + (True,)):
        win = pick(kinds)
    haidi, liang, duiliang = (pick((False, False, True)) for _ in range(3))
    return OHand(tuple(concealed), tuple(melds), win, pick(WAYS), haidi, liang, duiliang)


TAPES = st.binary(min_size=32, max_size=32)


def sound(hand: OHand) -> OHand:
    """The hand with what contradicts itself in how it was won taken away, or rejected for its tiles."""
    hand = replace(hand, duiliang=hand.duiliang and hand.by not in oracle.SELF_DRAWN)
    if oracle.contradictions(hand):
        hand = replace(hand, by="pao")
    assume(not oracle.contradictions(hand))
    return hand


SOUND = TAPES.map(hand_of).map(sound)

ON_TOP: tuple[dict[str, object], ...] = (
    {"sigui.scope": "any", "sigui.needs_triplet": True},
    {"sigui.scope": "big", "sigui.big_at": 2, "sigui.needs_triplet": True, "cap": 16},
    {"sigui.scope": "big", "sigui.big_at": 8, "sigui.big_counts_events": True, "values.haidilao": 3},
    {"values.qingyise": None, "values.longqidui": None, "sigui.scope_in_flush": "big", "values.kawuxing": 3},
    {"values.sanyuanqidui": 8, "values.sanlongqidui": 64, "min_fan.discard": 4, "min_fan.zimo": 2},
    {"extras.shukan": True, "extras.qiabazhang": True, "cap": 4, "shouzhuayi_includes_pengpenghu": False},
    {"values.mingsigui": None, "values.ansigui": None, "values.shouzhuayi": None, "values.pengpenghu": 5},
)


def _words(value: object) -> str:
    return "none" if value is None else str(value).lower()


RULES: list[tuple[str, Variant, dict[str, object]]] = [(id, load_variant(id), VARIANTS[id]) for id in variant_ids()]
RULES += [
    (f"{id} {changes}", load_variant(id, [f"{k}={_words(v)}" for k, v in changes.items()]), VARIANTS[id] | changes)
    for changes in ON_TOP
    for id in ("xiangyang", "suizhou")
]

Worth = tuple[int, int, int, bool, dict[str, int]]


def engine_worth(breakdown: Breakdown) -> Worth:
    found = breakdown.score
    return found.fan, found.product, found.extra, found.allowed, {line.id: line.count for line in found.lines}


def oracle_worth(breakdown: oracle.Breakdown) -> Worth:
    return breakdown.fan, breakdown.product, breakdown.extra, breakdown.allowed, dict(breakdown.patterns)


def comparable(worths: list[Worth]) -> list[object]:
    """Each different worth once, in an order of its own."""
    return sorted({repr((*worth[:4], sorted(worth[4].items()))) for worth in worths})


@tries(400)
@given(TAPES.map(hand_of))
def test_what_a_hand_contradicts(hand: OHand) -> None:
    assert {fault.code for fault in faults(engine_hand(hand))} == oracle.contradictions(hand)


@tries(400)
@given(SOUND)
@example(read("44455666t 999t ZZ @5t"))
@example(read("1122334455566t @5t"))
@example(read("5t 666t 777t 888t 9t 11b @7t"))
@example(read("44455666t 789b 11b @5t+pao"))
def test_a_win_is_worth_what_the_oracle_says(hand: OHand) -> None:
    """Win or not; the breakdown that counts; every breakdown: under each variant and settings on top."""
    mine = engine_hand(hand)
    assert bool(score(mine, RULES[0][1]).breakdowns) == oracle.is_win(hand)
    for name, variant, rules in RULES:
        result = score(mine, variant)
        best = oracle.best(hand, rules)
        if best is None or result.best is None:
            assert best is result.best is None, (name, str(mine))
            return
        assert engine_worth(result.best) == oracle_worth(best), (name, str(mine))
        every = comparable([engine_worth(each) for each in result.breakdowns])
        assert every == comparable([oracle_worth(each) for each in oracle.breakdowns(hand, rules)]), (name, str(mine))


def test_most_of_the_made_hands_win() -> None:
    """The properties above are of little use on hands that do not win."""
    wins = []

    @tries(300)
    @given(SOUND)
    def count(hand: OHand) -> None:
        wins.append(oracle.is_win(hand))

    count()
    assert sum(wins) > 0.7 * len(wins)


@tries(400)
@given(SOUND)
def test_waits_are_the_tiles_that_complete(hand: OHand) -> None:
    mine = replace(engine_hand(hand), win=None)
    possible, exhausted = oracle.waits(hand.concealed, hand.melds)
    found = winning_tiles(mine)
    assert [{NAMES[kind] for kind in kinds} for kinds in found] == [possible, exhausted]
    listed = waits(mine, RULES[0][1])
    assert {NAMES[wait.tile] for wait in listed.waits} == possible
    assert {NAMES[tile] for tile in listed.exhausted} == exhausted
    held = [*hand.concealed, *(tile for kind, tile in hand.melds for _ in range(3 + (kind != "pon")))]
    for wait in listed.waits:
        assert wait.left == 4 - held.count(NAMES[wait.tile])
        for way, result in (("zimo", wait.zimo), ("pao", wait.pao)):
            won = replace(hand, win=NAMES[wait.tile], by=way, haidi=False, liang=False, duiliang=False)
            best = oracle.best(won, VARIANTS["xiangyang"])
            assert best is not None
            assert result is not None
            assert result.best is not None
            assert engine_worth(result.best) == oracle_worth(best), str(won)


@tries(200)
@given(SOUND, st.integers(1, 3))
def test_waits_of_a_part_of_a_hand(hand: OHand, sets: int) -> None:
    """3n + 1 tiles of fewer sets than a full hand."""
    part = replace(hand, concealed=hand.concealed[: 3 * sets + 1], melds=(), win=None)
    found = winning_tiles(engine_hand(part))
    assert tuple({NAMES[kind] for kind in kinds} for kinds in found) == oracle.waits(part.concealed)


def outcome(result: Result) -> tuple[object, ...]:
    return result.status, [engine_worth(breakdown) for breakdown in result.breakdowns]


@tries(200)
@given(SOUND, st.data())
def test_the_order_of_tiles_and_groups_does_not_matter(hand: OHand, data: st.DataObject) -> None:
    """Written in any order, grouped or one tile at a time, with spaces or without, it is the same hand."""
    mine = engine_hand(hand)
    parts = data.draw(st.permutations(str(mine).split()))
    assert parse(" ".join(parts)) == mine
    singles = [*hand.concealed, *(str(meld) for meld in mine.melds), str(mine).split()[-1]]
    assert parse(" ".join(data.draw(st.permutations(singles)))) == mine
    assert parse(str(mine)) == mine


@tries(200)
@given(SOUND, st.sampled_from(RULES))
def test_swapping_the_suits_leaves_the_score(hand: OHand, rules: tuple[str, Variant, object]) -> None:
    swap = str.maketrans("bt", "tb")
    swapped = replace(
        hand,
        concealed=tuple(tile.translate(swap) for tile in hand.concealed),
        melds=tuple((kind, tile.translate(swap)) for kind, tile in hand.melds),
        win=hand.win and hand.win.translate(swap),
    )
    variant = rules[1]
    one, two = score(engine_hand(hand), variant), score(engine_hand(swapped), variant)
    assert outcome(one) == outcome(two)


@tries(200)
@given(SOUND, st.sampled_from(variant_ids()), st.integers(1, 40))
def test_a_cap_never_raises(hand: OHand, id: str, cap: int) -> None:
    """What counts is worth no more under a cap than without, and never more than the cap."""
    mine = engine_hand(hand)
    free = score(mine, load_variant(id, ["cap=none"])).best
    capped = score(mine, load_variant(id, [f"cap={cap}"])).best
    assume(free is not None)
    assert free is not None
    assert capped is not None
    assert capped.score.fan <= cap
    assert capped.score.fan + capped.score.extra <= free.score.fan + free.score.extra
    assert capped.score.allowed == free.score.allowed


@tries(200)
@given(SOUND, st.sampled_from(variant_ids()))
def test_revealing_never_lowers(hand: OHand, id: str) -> None:
    """亮倒 never makes a hand worth less, nor one that may win into one that may not."""
    variant = load_variant(id)
    hidden = score(engine_hand(replace(hand, liang=False)), variant).best
    shown = score(engine_hand(replace(hand, liang=True)), variant).best
    assume(hidden is not None)
    assert hidden is not None
    assert shown is not None
    assert shown.score.allowed >= hidden.score.allowed
    if shown.score.allowed == hidden.score.allowed:
        assert shown.score.fan + shown.score.extra >= hidden.score.fan + hidden.score.extra


@tries(100)
@given(SOUND, st.sampled_from(variant_ids()))
def test_the_reading_that_is_shown_is_a_reading(hand: OHand, id: str) -> None:
    """The groups of a breakdown are the concealed tiles, and the winning tile lies in the place."""
    result = score(engine_hand(hand), load_variant(id))
    for breakdown in result.breakdowns:
        arrangement = breakdown.arrangement
        groups = [
            tuple(f"{digit}{'btm'[block]}" if block < 3 else DRAGONS[int(digit) - 1] for digit in group)
            for block, every in enumerate(arrangement.blocks)
            for group in every
        ]
        assert hand.win is not None
        assert sorted(tile for group in groups for tile in group) == sorted([*hand.concealed, hand.win])
        real = oracle._all_readings([*hand.concealed, hand.win], hand.melds)
        assert sorted(groups) in [sorted(reading) for reading in real]
        place = arrangement.place
        block = arrangement.place_block
        assert tuple(f"{d}{'btm'[block]}" if block < 3 else DRAGONS[int(d) - 1] for d in place) in groups
        assert len(groups) == 7 or len(groups) + len(hand.melds) == 5


@pytest.mark.parametrize("id", variant_ids())
def test_the_oracle_knows_every_variant(id: str) -> None:
    assert id in VARIANTS
