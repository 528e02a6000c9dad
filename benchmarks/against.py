"""The columnar engine held against the scalar engine and against the oracle, hand by hand, for `prove.py`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import numpy as np

from kwx_cli.batch.columns import FactColumns, fact_index, score_table
from kwx_cli.batch.packed import DRAGON, KINDS, SECOND, Packed, unpack, unpacked_kind
from kwx_cli.batch.tables import Ints
from kwx_cli.facts import EVENT_BITS, Facts, hand_facts
from kwx_cli.hand import By, Hand, Meld, MeldKind
from kwx_cli.scoring import scorer, shown
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.oracle import hands as oracle
from tests.oracle.distance import pair_targets, targets
from tests.oracle.rules import VARIANTS

WAYS = (By.ZIMO, By.PAO)
KIND = tuple(unpacked_kind(kind, 0) for kind in range(KINDS))
SPELLED = tuple(NAMES[kind] for kind in KIND)


@cache
def _tiles(code: int, first: int) -> tuple[int, ...]:
    """Return the tiles of a block whose rank 1 is this packed kind."""
    return tuple(KIND[first + rank] for rank in range(9) for _ in range(code // 5**rank % 5))


@cache
def _names(code: int, first: int) -> tuple[str, ...]:
    return tuple(NAMES[kind] for kind in _tiles(code, first))


@cache
def _named_melds(pons: int, kongs: int) -> tuple[tuple[str, str], ...]:
    return tuple((str(meld.kind), NAMES[meld.tile]) for meld in _melds(pons, kongs))


@cache
def _melds(pons: int, kongs: int) -> tuple[Meld, ...]:
    return tuple(
        Meld(kind, KIND[at])
        for at in range(KINDS)
        for mask, kind in ((pons, MeldKind.PON), (kongs, MeldKind.KAN))
        if mask >> at & 1
    )


def records(hands: Packed) -> Iterator[Hand]:
    """Yield what `unpack` returns of each row, which is slow, from blocks that are unpacked once; suits are the first.

    The first row of every array is unpacked as well, and compared.
    """
    if len(hands):
        assert unpack(hands[0]) == next(_records(hands[:1])), hands[0]
    yield from _records(hands)


def _records(hands: Packed) -> Iterator[Hand]:
    names = ("first", "second", "dragons", "pons", "kongs", "win")
    for first, second, dragons, pons, kongs, win in zip(*(hands[name].tolist() for name in names), strict=True):
        tiles = _tiles(first, 0) + _tiles(second, SECOND) + _tiles(dragons, DRAGON)
        melds = _melds(pons, kongs)
        if win < 0:
            yield Hand(tiles, melds)
        else:
            at = tiles.index(KIND[win])
            yield Hand(tiles[:at] + tiles[at + 1 :], melds, KIND[win])


def candidates(columns: FactColumns) -> list[list[int]]:
    """Return the candidates of each hand, in order, each once."""
    many, starts = columns.many.tolist(), columns.starts.tolist()
    found = [[facts] for facts in columns.only.tolist()]
    for row, start, end in zip(columns.rows.tolist(), starts, starts[1:], strict=False):
        found[row] = list(dict.fromkeys(many[start:end]))
    return found


class Check:
    """Holds every n-th hand and tile of a family against another engine; AssertionError on the first difference."""

    name = ""

    def __init__(self, every: int, variants: Sequence[Variant]) -> None:
        self.every, self.variants = every, variants
        self.seen = self.compared = 0
        self.known: set[Hashable] = set()

    def check(self, hands: Packed, columns: FactColumns) -> None:
        """Compare those of the hands whose turn it is."""
        picked = np.arange(-self.seen % self.every, len(hands), self.every)
        self.seen += len(hands)
        self.compared += len(picked)
        if len(picked):
            self._check(hands[picked], columns, picked)

    def _check(self, hands: Packed, columns: FactColumns, picked: Ints) -> None:
        raise NotImplementedError

    def summary(self) -> dict[str, int]:
        """Return what was covered, for proof.json."""
        return {"every": self.every, "hands_and_tiles": self.compared, "different": len(self.known)}


class Scalar(Check):
    """The candidates against `hand_facts`; and for each different list of them which one counts."""

    name = "scalar"

    def _check(self, hands: Packed, columns: FactColumns, picked: Ints) -> None:
        every = candidates(columns)
        for hand, row in zip(records(hands), picked.tolist(), strict=True):
            facts = every[row]
            assert facts == list(hand_facts(hand)), str(hand)
            if (key := tuple(facts)) not in self.known:
                self.known.add(key)
                self._best(facts)

    def _best(self, facts: list[int]) -> None:
        columns = FactColumns(np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([0, len(facts)]), np.array(facts))
        for variant, way in product(self.variants, WAYS):
            best = int(score_table(variant).best(columns, EVENT_BITS[way]).ids[0])
            counts = shown([each + EVENT_BITS[way] for each in facts], scorer(variant))[0]
            assert fact_index().facts[best] == counts, (facts, variant.id, way)


EVENTS = tuple(product(By, (False, True), (False, True)))
"""Every way to win, with and without the last tile and 亮倒."""


class Oracle(Check):
    """The scores against brute force.

    The oracle's score follows from what it sees in the readings of a hand and from how the tile came. So each hand and
    tile is read by the oracle; where it sees the same as in an earlier one, and every score of the columnar engine is
    that of the earlier one too, they are known to agree. Else they are compared: every variant, every way to win.
    """

    name = "oracle"

    def __init__(self, every: int, variants: Sequence[Variant]) -> None:
        super().__init__(every, variants)
        self.ways = 0

    def summary(self) -> dict[str, int]:
        """Return what was covered, for proof.json."""
        return super().summary() | {"scores": self.ways}

    def _check(self, hands: Packed, columns: FactColumns, picked: Ints) -> None:
        ids = [
            score_table(variant).best(columns, EVENT_BITS[way]).ids[picked]
            for variant, way in product(self.variants, WAYS)
        ]
        cells = np.stack(ids, axis=1).astype("<u4")
        raw, width = cells.tobytes(), 4 * len(ids)
        every = candidates(columns)
        names = [hands[name].tolist() for name in ("first", "second", "dragons", "pons", "kongs", "win")]
        for index, (first, second, dragons, pons, kongs, win) in enumerate(zip(*names, strict=True)):
            complete = _names(first, 0) + _names(second, SECOND) + _names(dragons, DRAGON)
            melds = _named_melds(pons, kongs)
            tile = SPELLED[win]
            seen = tuple([sight for _, _, sight in oracle.sights(complete, melds, tile)])
            # Whether a kong can be robbed is no matter of the readings.
            alone = complete.count(tile) == 1 and not pons >> win & 1
            key = (raw[index * width : index * width + width], seen, alone)
            if key not in self.known:
                self.known.add(key)
                at = complete.index(tile)
                hand = oracle.OHand(complete[:at] + complete[at + 1 :], melds, tile)
                self._scores(hand, every[int(picked[index])], cells[index].tolist())

    def _scores(self, hand: oracle.OHand, facts: list[int], ids: list[int]) -> None:
        of = dict(zip(product(self.variants, WAYS), ids, strict=True))
        for variant, (way, last, revealed) in product(self.variants, EVENTS):
            given = replace(hand, by=str(way), haidi=last, liang=revealed)
            if oracle.contradictions(given):
                continue
            rate = scorer(variant)
            event = EVENT_BITS[way] + last * Facts.last.one + revealed * Facts.revealed.one
            score = rate(shown([each + event for each in facts], rate)[0])
            if event == EVENT_BITS[way] and way in WAYS:
                assert score is score_table(variant).scores[of[variant, way]], (given, variant.id)
            told = oracle.best(given, VARIANTS[variant.id])
            assert told is not None, given
            mine = (score.fan, score.product, score.extra, score.allowed, {x.id: x.count for x in score.lines})
            assert mine == (told.fan, told.product, told.extra, told.allowed, told.patterns), (given, variant.id)
            self.ways += 1


def count_wins(melds: int) -> tuple[int, int]:
    """Return how many hands with so many melds win, and how many hands and tiles, as the oracle builds them."""
    rows = targets(4 - melds)
    if not melds:
        rows = np.concatenate([rows, pair_targets()])
    rows = np.unique(rows, axis=0)
    ones, held = (rows == 1).sum(axis=1).tolist(), (rows > 0).sum(axis=1).tolist()
    hands = tiles = 0
    for (one, some), times in Counter(zip(ones, held, strict=True)).items():
        # A kind with one tile left over can be ponged, one with none can be a kong too.
        ways = sum(comb(one, n) * comb(KINDS - some, melds - n) * 2 ** (melds - n) for n in range(melds + 1))
        hands += times * ways
        tiles += times * ways * some
    return hands, tiles
