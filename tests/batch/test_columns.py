"""The columnar path gives what the scalar engine gives: facts, scores, waits."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kwx_cli import load_variant
from kwx_cli.batch.columns import STATUSES, fact_columns, score_packed
from kwx_cli.batch.packed import KINDS, PACKED, check_packed, pack, unpack, unpacked_kind
from kwx_cli.batch.wait_columns import wait_columns, winning_kinds
from kwx_cli.facts import hand_facts
from kwx_cli.hand import Hand, Meld, MeldKind
from kwx_cli.scoring import score
from kwx_cli.variants.loading import variant_ids
from kwx_cli.waits import FLAGS, waits

from .hands import random_hand

HANDS = [random_hand(Random(seed)) for seed in range(2000)]
WAITING = [random_hand(Random(seed), waiting=True) for seed in range(500)]


def test_packing_is_reversible_but_for_the_kind_of_kong() -> None:
    packed = pack(HANDS)
    check_packed(packed, 14)
    for hand, row in zip(HANDS, packed, strict=True):
        melds = tuple(Meld(m.kind if not m.is_kong else MeldKind.KAN, m.tile) for m in hand.melds)
        again = unpack(row)
        assert (again.concealed, again.win, again.tags) == (hand.concealed, hand.win, hand.tags)
        assert {(m.is_kong, m.tile) for m in again.melds} == {(m.is_kong, m.tile) for m in melds}


def test_candidates_are_those_of_hand_facts_in_order() -> None:
    columns = fact_columns(pack(HANDS))
    place = {row: index for index, row in enumerate(columns.rows.tolist())}
    for row, hand in enumerate(HANDS):
        if row in place:
            index = place[row]
            found = columns.many[columns.starts[index] : columns.starts[index + 1]].tolist()
        else:
            found = [int(columns.only[row])] if columns.only[row] else []
        assert list(dict.fromkeys(found)) == list(hand_facts(hand)), str(hand)


SETTINGS: tuple[tuple[str, ...], ...] = (
    (),
    ("sigui.needs_triplet=true", "sigui.scope=any", "extras.qiabazhang=true", "min_fan.zimo=4"),
    ("extras.shukan=true", "values.ansigui=3", "values.longqidui=none", "cap=5"),
)


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", variant_ids())
def test_scores_are_those_of_score(name: str, settings: tuple[str, ...]) -> None:
    variant = load_variant(name, settings)
    some = HANDS if not settings else HANDS[::4]
    scores = score_packed(pack(some), variant)
    for row, hand in enumerate(some):
        result = score(hand, variant)
        assert STATUSES[scores.status[row]] == result.status, str(hand)
        if result.best is None:
            assert not scores.facts[row]
            assert scores.score(row) is None
            continue
        best = result.best.score
        assert int(scores.facts[row]) == result.best.facts, str(hand)
        assert (scores.fan[row], scores.product[row], scores.extra[row]) == (best.fan, best.product, best.extra)
        assert scores.score(row) == best
        assert int(scores.patterns[row]).bit_count() == len(best.lines)


@pytest.mark.parametrize("name", ["xiangyang", "xiaogan", "kawuxin"])
def test_waits_are_those_of_waits(name: str) -> None:
    variant = load_variant(name)
    packed = pack(WAITING)
    check_packed(packed, 13)
    columns = wait_columns(packed, variant)
    for row, hand in enumerate(WAITING):
        found = waits(hand, variant)
        pair = int(packed["suits"][row])
        kinds = {kind: unpacked_kind(kind, pair) for kind in range(KINDS)}
        assert [kinds[k] for k in range(KINDS) if columns.open[row] >> k & 1] == [w.tile for w in found.waits], str(
            hand
        )
        assert tuple(kinds[k] for k in range(KINDS) if columns.exhausted[row] >> k & 1) == found.exhausted, str(hand)
        by_tile = {wait.tile: wait for wait in found.waits}
        for kind, tile in kinds.items():
            wait = by_tile.get(tile)
            for result, fans, may in (
                (wait and wait.zimo, columns.zimo, columns.zimo_allowed),
                (wait and wait.pao, columns.pao, columns.pao_allowed),
            ):
                assert fans[row, kind] == (result.best.score.fan if result and result.best else 0), str(hand)
                assert may[row] >> kind & 1 == bool(result and result.status == "win"), str(hand)
            assert [f for f in FLAGS if columns.flags[f][row] >> kind & 1] == list(wait.flags if wait else ())


def test_waits_of_a_part_of_a_hand() -> None:
    """4688 and 2245667 of the sources: fewer sets than a full hand has, the rest taken as complete."""
    part = Hand((12, 14, 16, 16))
    open_, _ = winning_kinds(pack([part]))
    assert [unpacked_kind(k, 0) for k in range(KINDS) if open_[0] >> k & 1] == [13]
    assert winning_kinds(pack([Hand((0, 0, 1, 1, 2, 2, 3))]))[0][0] == 1 << 0 | 1 << 3


def test_no_hands() -> None:
    none = np.zeros(0, PACKED)
    check_packed(none, 14)
    assert len(score_packed(none, load_variant())) == 0
    assert len(wait_columns(none, load_variant())) == 0


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("first", -1, "field out of range"),
        ("win", -1, "field out of range"),
        ("win", 21, "field out of range"),
        ("how", 7, "field out of range"),
        ("pons", 1 << 30, "field out of range"),
        ("kongs", 2, "concealed tiles beside"),
        ("win", 8, "winning tile is not in the hand"),
        ("first", 4, "concealed tiles beside"),
    ],
)
def test_packed_rows_are_checked(field: str, value: int, words: str) -> None:
    hands = pack([Hand((0, 1, 2, 3, 4, 5, 9, 9, 9, 27, 27, 27, 28), (), 28)] * 3)
    check_packed(hands, 14)
    hands[field][1] = value
    with pytest.raises(ValueError, match=f"row 1: .*{words}"):
        check_packed(hands, 14)


def test_a_fifth_tile_in_a_packed_row() -> None:
    hands = pack([Hand((0, 1, 2, 3, 4, 5, 9, 9, 9, 27), (Meld(MeldKind.PON, 28),), 27)])
    check_packed(hands, 14)
    hands["pons"] = 1 << 9
    with pytest.raises(ValueError, match="fifth"):
        check_packed(hands, 14)
