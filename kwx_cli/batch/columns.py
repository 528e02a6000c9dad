"""The columnar path: facts and scores of a whole array of hands at once.

Only the facts are computed differently from the scalar engine, by adding up what `tables` says of each block; what
facts are worth is asked of the variant's `Scorer`, once for each distinct value. Most hands have one candidate; the
others are expanded and the best taken by `Score.rank`, as `score` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from kwx_cli.batch.packed import DRAGON, KINDS, SECOND, Packed, held_kinds
from kwx_cli.batch.tables import (
    DEAD_MASK,
    EVEN,
    MANY_MASK,
    ROW_MASK,
    SIZE_SHIFT,
    Blocks,
    Bools,
    Ints,
    blocks,
)
from kwx_cli.errors import HandError
from kwx_cli.facts import EVENT_BITS, EVENTS, ONE_PAIR, ONE_PAIR_MASK, Facts
from kwx_cli.scoring import ORDER, Score, scorer
from kwx_cli.variants import Variant

CHUNK: Final = 1 << 15
LOW_BITS: Final = Facts.pair_quads.shift
LOW_MASK: Final = (1 << LOW_BITS) - 1
HIGH_MASK: Final = (1 << Facts.revealed.shift + 1 - LOW_BITS) - 1
_STANDING: Final = DEAD_MASK | ONE_PAIR_MASK


@dataclass(frozen=True, slots=True)
class FactColumns:
    """The candidates of each hand. `only` is the one candidate of a hand that has one, else 0.

    The hands with more are listed in `rows`; theirs are ``many[starts[i]:starts[i + 1]]``, in the order in which
    `hand_facts` finds them.
    """

    only: Ints
    rows: Ints
    starts: Ints
    many: Ints


@cache
def _of_win() -> tuple[Ints, Ints, Ints]:
    """Return by winning kind, with -1 at the end, the column of `Blocks.lists` that each of the blocks looks up."""
    columns = np.zeros((3, KINDS + 1), np.int64)
    for kind in range(KINDS):
        columns[kind // 9, kind] = kind % 9 + 1
    return columns[0], columns[1], columns[2]


@cache
def _of_how() -> Ints:
    """Return the facts of each `how`: the event, the last tile, the winner revealed."""
    events = [EVENT_BITS[EVENTS[how & 7]] if how & 7 < len(EVENTS) else 0 for how in range(64)]
    return np.array(
        [
            bits + (how >> 3 & 1) * Facts.last.one + (how >> 4 & 1) * Facts.revealed.one
            for how, bits in enumerate(events)
        ],
        np.int64,
    )


@cache
def _of_longest() -> Ints:
    """Return the facts of the number of tiles of the longest suit (the higher five bits) in a hand of so many."""
    cells = np.zeros((32, 32), np.int64)
    for longest in range(20):
        cells[longest] = longest * Facts.longest.one
        cells[longest, longest] += Facts.flush.one
    return cells.ravel()


def fact_columns(hands: Packed) -> FactColumns:
    """Return the candidates of hands with their winning tile, sound ones: `check_packed` tells."""
    tables = blocks()
    first, second = hands["first"].astype(np.int64), hands["second"].astype(np.int64)
    dragons = hands["dragons"].astype(np.int64)
    a = tables.suit.take(first, mode="clip")
    b = tables.suit.take(second, mode="clip")
    d = tables.dragon.take(dragons, mode="clip")
    win = hands["win"].astype(np.int64)
    in_first, in_second, in_dragons = _of_win()
    list_a = _list(tables, a, in_first.take(win))
    list_b = _list(tables, b, in_second.take(win))
    list_d = _list(tables, d, in_dragons.take(win))
    low = tables.first.take(list_a, mode="clip")
    low += tables.first.take(list_b, mode="clip")
    low += tables.first.take(list_d, mode="clip")
    common, melded = _common(hands, win, a, b, d)
    stands = (low & _STANDING) == ONE_PAIR
    only = np.where(stands, (low & LOW_MASK) + common, 0)
    many = stands & (low & MANY_MASK != 0)
    pairs = (a & b & d) >= EVEN
    if melded is not None:
        pairs &= ~melded
    complex_ = many | pairs
    rows = np.flatnonzero(complex_)
    if not rows.size:
        return FactColumns(only, rows, np.zeros(1, np.int64), np.zeros(0, np.int64))
    parts = [_expand(tables, rows, stands[rows], list_a[rows], list_b[rows], list_d[rows])]
    seven = np.flatnonzero(pairs[rows])
    if seven.size:
        parts.append((seven, _seven_pairs(a, b, d, dragons, rows[seven])))
    owner = np.concatenate([part[0] for part in parts])
    facts = np.concatenate([part[1] for part in parts])
    if seven.size:
        order = np.argsort(owner, kind="stable")
        owner, facts = owner[order], facts[order]
    facts += common[rows[owner]]
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(np.bincount(owner, minlength=len(rows)), out=starts[1:])
    only[rows] = 0
    return FactColumns(only, rows, starts, facts)


def cells(hands: Packed) -> tuple[Ints, Ints, Ints]:
    """Return where each of the three blocks of hands with their winning tile looks into `Blocks.lists`."""
    tables = blocks()
    win = hands["win"].astype(np.int64)
    of_block = [
        column.take(win) + (cell & ROW_MASK)
        for column, cell in zip(
            _of_win(),
            (tables.suit[hands["first"]], tables.suit[hands["second"]], tables.dragon[hands["dragons"]]),
            strict=True,
        )
    ]
    return of_block[0], of_block[1], of_block[2]


def _list(tables: Blocks, cells: Ints, column: Ints) -> Ints:
    column += cells & ROW_MASK
    return tables.lists.take(column, mode="clip").astype(np.int64)


def _common(hands: Packed, win: Ints, a: Ints, b: Ints, d: Ints) -> tuple[Ints, Bools | None]:
    """Return the facts that do not depend on the reading, and which hands have melds, None if none has."""
    size_a, size_b = (a >> SIZE_SHIFT & 15).astype(np.int64), (b >> SIZE_SHIFT & 15).astype(np.int64)
    facts = _of_how().take(hands["how"])
    pons, kongs = hands["pons"], hands["kongs"]
    melded = (pons | kongs) != 0
    rows = np.flatnonzero(melded)
    if not rows.size:
        facts += _of_longest().take(np.maximum(size_a, size_b) * 32 + 14, mode="clip")
        return facts, None
    pons, kongs, win = pons[rows], kongs[rows], win[rows]
    melds = pons | kongs
    number = np.bitwise_count(kongs).astype(np.int64)
    total = np.full(len(facts), 14)
    total[rows] += number
    for sizes, shift in ((size_a, 0), (size_b, SECOND)):
        sizes[rows] += 3 * np.bitwise_count(melds >> shift & 511) + np.bitwise_count(kongs >> shift & 511)
    facts += _of_longest().take(np.maximum(size_a, size_b) * 32 + total, mode="clip")
    won = 1 << np.maximum(win, 0)
    held = held_kinds(a[rows], b[rows], d[rows]) & ~won
    facts[rows] += (
        number * Facts.kongs.one
        + (np.bitwise_count(melds) == 4) * Facts.four_melds.one
        + np.bitwise_count(melds >> DRAGON).astype(np.int64) * Facts.dragon_sets.one
        + (pons & won != 0) * Facts.pon_won.one
        + np.bitwise_count(pons & held).astype(np.int64) * Facts.pons_held.one
    )
    return facts, melded


def _expand(tables: Blocks, rows: Ints, stands: Bools, list_a: Ints, list_b: Ints, list_d: Ints) -> tuple[Ints, Ints]:
    """Return all combinations of the blocks' partial facts: whose they are, as an index into `rows`, and their sum."""
    of_b, of_d = tables.count.take(list_b), tables.count.take(list_d)
    number = tables.count.take(list_a) * of_b * of_d * stands
    owner = np.repeat(np.arange(len(rows)), number)
    nth = np.arange(len(owner)) - np.repeat(np.cumsum(number) - number, number)
    of_b, of_d = of_b[owner], of_d[owner]
    facts = tables.aspects[list_d[owner], nth % of_d].astype(np.int64)
    nth //= of_d
    facts += tables.aspects[list_b[owner], nth % of_b]
    facts += tables.aspects[list_a[owner], nth // of_b]
    return owner, facts


def _seven_pairs(a: Ints, b: Ints, d: Ints, dragons: Ints, rows: Ints) -> Ints:
    """Return the facts of seven pairs: each kind that fourteen even tiles lack of seven is a quad of another."""
    quads = 7 - np.bitwise_count(held_kinds(a[rows], b[rows], d[rows])).astype(np.int64)
    twice = dragons[rows] == 2 * (1 + 5 + 25)
    facts: Ints = quads * Facts.pair_quads.one + twice * Facts.dragons_twice.one
    return facts


class FactIndex:
    """Numbers the distinct facts met so far, 0 for no win: a direct lookup by their lower and higher bits."""

    def __init__(self) -> None:
        self.facts: list[int] = [0]
        self._low = np.zeros(LOW_MASK + 1, np.int32)
        self._high = np.zeros(HIGH_MASK + 1, np.int32)
        self._lows = self._highs = 1
        self._grid = np.zeros((64, 64), np.int32)
        self._array = np.zeros(1, np.int64)

    def ids(self, facts: Ints) -> Ints:
        """Return the number of each of the facts, numbering new ones."""
        while True:
            low = self._low.take(facts & LOW_MASK, mode="clip")
            high = self._high.take(facts >> LOW_BITS, mode="clip")
            found = self._grid.ravel().take(low.astype(np.int64) * self._grid.shape[1] + high, mode="clip")
            missing = facts[(found == 0) & (facts != 0)]
            if not missing.size:
                return found.astype(np.int64)
            for each in np.unique(missing):
                self._add(int(each))

    def array(self) -> Ints:
        """Return the facts by number."""
        if len(self._array) < len(self.facts):
            self._array = np.array(self.facts, np.int64)
        return self._array

    def _add(self, facts: int) -> None:
        low, high = facts & LOW_MASK, facts >> LOW_BITS
        if not self._low[low]:
            self._low[low], self._lows = self._lows, self._lows + 1
        if not self._high[high]:
            self._high[high], self._highs = self._highs, self._highs + 1
        rows, columns = self._grid.shape
        if self._lows > rows or self._highs > columns:
            grown = np.zeros((rows * (1 + (self._lows > rows)), columns * (1 + (self._highs > columns))), np.int32)
            grown[:rows, :columns] = self._grid
            self._grid = grown
        self._grid[self._low[low], self._high[high]] = len(self.facts)
        self.facts.append(facts)


@cache
def fact_index() -> FactIndex:
    """Return the numbering that all variants share."""
    return FactIndex()


STATUSES: Final = ("no-win", "not-allowed", "win", "error")


@dataclass(frozen=True, slots=True)
class Best:
    """The candidate of each hand that counts, by its number in the `FactIndex`, 0 for no win.

    `at` is its position among the candidates of the hands in `FactColumns.rows`, from 0.
    """

    ids: Ints
    at: Ints


class ScoreTable:
    """What the facts met so far are worth under one variant, as arrays indexed by their number.

    `order` ranks them as `Score.rank` does, `places` numbers the `distinct` scores from 1, 0 for no win. `status` is an
    index into `STATUSES`, `patterns` has a bit for each of `PATTERNS`, in its order; fan and product are in multiples
    of the base, extra in base units.
    """

    def __init__(self, variant: Variant) -> None:
        self._scorer = scorer(variant)
        self.scores: list[Score | None] = [None]
        # Few scores are distinct, and the scorer gives equal ones as one object: by its id, its place among them.
        self.distinct: list[Score] = []
        self._place: dict[int, int] = {}
        self._places: list[int] = [0]
        self._grow()

    def _grow(self) -> None:
        for facts in fact_index().facts[len(self.scores) :]:
            score = self._scorer(facts)
            place = self._place.get(id(score))
            if place is None:
                self.distinct.append(score)
                place = self._place[id(score)] = len(self.distinct)
            self.scores.append(score)
            self._places.append(place)
        scores, places = self.distinct, np.array(self._places)
        ranks = {rank: order for order, rank in enumerate(sorted({score.rank for score in scores}), 1)}
        patterns = (sum(1 << ORDER[line.id] for line in score.lines) for score in scores)
        self.places = places
        self.order = np.array([0, *(ranks[score.rank] for score in scores)], np.int64)[places]
        self.status = np.array([0, *(1 + score.allowed for score in scores)], np.uint8)[places]
        self.fan = np.array([0, *(score.fan for score in scores)], np.int64)[places]
        self.product = np.array([0, *(score.product for score in scores)], np.int64)[places]
        self.extra = np.array([0, *(score.extra for score in scores)], np.int32)[places]
        self.patterns = np.array([0, *patterns], np.uint32)[places]

    def best(self, columns: FactColumns, also: int = 0) -> Best:
        """Return which candidates count; `also` are facts of the event, to be added to every candidate."""
        return self.choose(columns, *numbers(columns, also))

    def worth(self, hands: Packed) -> Ints:
        """Return which of the distinct scores each hand with its winning tile has, by `places`."""
        ids = self.best(fact_columns(hands)).ids
        return self.places.take(ids)

    def choose(self, columns: FactColumns, only: Ints, many: Ints) -> Best:
        """Return which candidates count, by the `numbers` of their facts, which are the same for every variant."""
        ids = only.copy()
        if len(self.scores) < len(fact_index().facts):
            self._grow()
        if not columns.rows.size:
            return Best(ids, columns.rows)
        # The first of equals counts, as in `score`: the position goes into the lower bits, reversed.
        owners = np.repeat(np.arange(len(columns.rows)), np.diff(columns.starts))
        position = np.arange(len(many)) - columns.starts[owners]
        key = np.maximum.reduceat(self.order[many] << 10 | (1023 - position), columns.starts[:-1])
        at = 1023 - (key & 1023)
        ids[columns.rows] = many[columns.starts[:-1] + at]
        return Best(ids, at)


def numbers(columns: FactColumns, also: int = 0) -> tuple[Ints, Ints]:
    """Return the numbers in the `FactIndex` of `only` and of `many`, with `also` added to the facts of every hand."""
    index = fact_index()
    only = np.where(columns.only, columns.only + also, 0) if also else columns.only
    return index.ids(only), index.ids(columns.many + also)


def score_table(variant: Variant) -> ScoreTable:
    """Return the variant's table, which grows with the facts that are met."""
    table: ScoreTable | None = variant.memo.get("columns")
    if table is None:
        table = variant.memo["columns"] = ScoreTable(variant)
    return table


def chunks(hands: Packed) -> Iterator[slice]:
    """Yield slices of as many hands as stay in a processor's cache."""
    for start in range(0, len(hands), CHUNK):
        yield slice(start, start + CHUNK)


@dataclass(frozen=True, slots=True)
class Scores:
    """Hands under a variant, a numpy column for each thing asked; row i is hand i.

    - `status`: an index into `STATUSES`
    - `fan`, `product`: what the counting breakdown is worth, in multiples of the base; 0 where there is no win
    - `extra`: base units outside the cap, from each payer
    - `facts`: the `Facts` of the breakdown that counts, 0 where there is no win
    - `patterns`: a bit for each of `PATTERNS`, in its order
    - `errors`: by row, what kept a text from being a whole hand with its winning tile
    """

    variant: Variant
    status: Ints
    fan: Ints
    product: Ints
    extra: Ints
    facts: Ints
    patterns: Ints
    errors: Mapping[int, HandError]

    def score(self, row: int) -> Score | None:
        """Return the whole score of one hand, None where there is no win."""
        facts = int(self.facts[row])
        return scorer(self.variant)(facts) if facts else None

    @property
    def allowed(self) -> Bools:
        """Which hands win and may."""
        return np.asarray(self.status == STATUSES.index("win"))

    def __len__(self) -> int:
        return len(self.status)


def score_packed(hands: Packed, variant: Variant, errors: Mapping[int, HandError] | None = None) -> Scores:
    """Return the scores of packed hands that are known to be sound; rows in `errors` get that status instead."""
    table = score_table(variant)
    size = len(hands)
    status, patterns = np.empty(size, np.uint8), np.empty(size, np.uint32)
    fan, product, facts = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int64)
    extra = np.empty(size, np.int32)
    for at in chunks(hands):
        ids = table.best(fact_columns(hands[at])).ids
        table.status.take(ids, out=status[at], mode="clip")
        table.fan.take(ids, out=fan[at], mode="clip")
        table.product.take(ids, out=product[at], mode="clip")
        table.extra.take(ids, out=extra[at], mode="clip")
        table.patterns.take(ids, out=patterns[at], mode="clip")
        fact_index().array().take(ids, out=facts[at], mode="clip")
    for row in errors or ():
        status[row] = STATUSES.index("error")
        for column in (fan, product, facts, extra, patterns):
            column[row] = 0
    return Scores(variant, status, fan, product, extra, facts, patterns, errors or {})
