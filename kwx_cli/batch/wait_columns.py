"""Waits of a whole array of hands: which of the 21 kinds win, what each is worth, which patterns it can earn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kwx_cli.batch.columns import FactColumns, chunks, fact_columns, fact_index, score_table
from kwx_cli.batch.packed import DRAGON, KINDS, SECOND, Packed, held_kinds, tiles
from kwx_cli.batch.tables import ODD_SHIFT, QUAD_SHIFT, WINS, Bools, Ints, blocks, wait_blocks
from kwx_cli.facts import EVENT_BITS, Facts
from kwx_cli.hand import By
from kwx_cli.patterns import PATTERNS
from kwx_cli.variants import Variant
from kwx_cli.waits import FLAGS


@dataclass(frozen=True, slots=True)
class WaitColumns:
    """The waits of hands, row i those of hand i; a kind of a packed hand is a bit, or a column of the fans.

    - `open`: kinds that win; `exhausted`: kinds that would, were not all four the hand's own
    - `zimo`, `pao`: the fan of each kind by self-draw and by discard, in multiples of the base, 0 where it does not win
    - `zimo_allowed`, `pao_allowed`: kinds with which the variant lets the hand win so
    - `flags`: for each of `FLAGS`, the kinds that can earn it
    """

    open: Ints
    exhausted: Ints
    zimo: Ints
    pao: Ints
    zimo_allowed: Ints
    pao_allowed: Ints
    flags: Mapping[str, Ints]

    def __len__(self) -> int:
        return len(self.open)


def winning_kinds(hands: Packed) -> tuple[Ints, Ints]:
    """Return the kinds that complete each waiting hand, a bit each, and those of them that it holds all four of.

    Fewer sets than a full hand has are taken as the rest being complete, as `winning_tiles` does.
    """
    size = len(hands)
    open_, exhausted = np.empty(size, np.uint32), np.empty(size, np.uint32)
    for at in chunks(hands):
        open_[at], exhausted[at] = _winning_kinds(hands[at])
    return open_, exhausted


def _winning_kinds(hands: Packed) -> tuple[Ints, Ints]:
    tables = wait_blocks()
    a = tables.suit.take(hands["first"].astype(np.int64), mode="clip")
    b = tables.suit.take(hands["second"].astype(np.int64), mode="clip")
    d = tables.dragon.take(hands["dragons"].astype(np.int64), mode="clip")
    ab, bd, ad = a & b & WINS, b & d & WINS, a & d & WINS
    # A block is completed where the others win by themselves: 0 - (x >> 27) is all ones where they do.
    found = (a & 511) & (0 - (bd >> 27))
    found |= ((b & 511) & (0 - (ad >> 27))) << SECOND
    found |= ((d & 511) & (0 - (ab >> 27))) << DRAGON
    melds = hands["pons"] | hands["kongs"]
    odd = (a >> ODD_SHIFT & 511) | (b >> ODD_SHIFT & 511) << SECOND | (d >> ODD_SHIFT & 7) << DRAGON
    single = np.flatnonzero((odd & (odd - 1) == 0) & (melds == 0))
    if single.size:
        found[single] |= odd[single] * _is_whole(hands[single])
    own = (a >> QUAD_SHIFT & 511) | (b >> QUAD_SHIFT & 511) << SECOND | (d >> QUAD_SHIFT & 7) << DRAGON
    rows = np.flatnonzero(melds)
    if rows.size:
        few = blocks()
        held = held_kinds(
            few.suit[hands["first"][rows]], few.suit[hands["second"][rows]], few.dragon[hands["dragons"][rows]]
        )
        own[rows] |= hands["kongs"][rows] | (hands["pons"][rows] & held)
    return found & ~own, found & own


def _is_whole(hands: Packed) -> Bools:
    return np.asarray(tiles(hands) == 13)


def wait_columns(hands: Packed, variant: Variant) -> WaitColumns:
    """Return the waits of packed waiting hands, sound and whole ones, and what they are worth under a variant."""
    open_, exhausted = winning_kinds(hands)
    size = len(hands)
    zimo, pao = np.zeros((size, KINDS), np.int32), np.zeros((size, KINDS), np.int32)
    allowed = {by: np.zeros(size, np.uint32) for by in (By.ZIMO, By.PAO)}
    flags = {flag: np.zeros(size, np.uint32) for flag in FLAGS}
    table = score_table(variant)
    for at in chunks(hands):
        rows, kinds = _pairs(open_[at])
        if not rows.size:
            continue
        columns = fact_columns(completed(hands[at][rows], kinds))
        where = rows + at.start
        # The first pair of each row that has any, to gather bits over its pairs.
        begins = np.flatnonzero(np.diff(rows, prepend=-1))
        bits = (1 << kinds).astype(np.uint32)
        for by, fans in ((By.ZIMO, zimo), (By.PAO, pao)):
            ids = table.best(columns, EVENT_BITS[by]).ids
            fans[where, kinds] = table.fan[ids]
            may = np.where(table.status[ids] == 2, bits, 0)
            allowed[by][where[begins]] = np.bitwise_or.reduceat(may, begins)
        for flag, earned in _flags(columns).items():
            flags[flag][where[begins]] = np.bitwise_or.reduceat(np.where(earned, bits, 0), begins)
    return WaitColumns(open_, exhausted, zimo, pao, allowed[By.ZIMO], allowed[By.PAO], flags)


def _pairs(open_: Ints) -> tuple[Ints, Ints]:
    """Return every (hand, winning kind), by hand and then by kind."""
    bits = np.unpackbits(open_.view(np.uint8).reshape(-1, 4), axis=1, count=KINDS, bitorder="little")
    cells = np.flatnonzero(bits)
    return cells // KINDS, cells % KINDS


def completed(hands: Packed, kinds: Ints) -> Packed:
    """Return waiting hands with a winning kind each, self-drawn: it must be one of which fewer than four are held."""
    done = hands.copy()
    done["win"] = kinds
    done["how"] = 0
    powers = 5 ** np.arange(9)
    for block, name in enumerate(("first", "second", "dragons")):
        step = np.zeros(KINDS, done[name].dtype)
        step[block * 9 : block * 9 + 9] = powers[: len(step[block * 9 : block * 9 + 9])]
        done[name] += step[kinds]
    return done


_FLAG_BITS: dict[int, int] = {}


def _flags(columns: FactColumns) -> dict[str, Bools]:
    """Return for each of `FLAGS` which hands have it in any candidate."""
    index = fact_index()
    ids, many = index.ids(columns.only), index.ids(columns.many)
    for number, facts in enumerate(index.facts):
        if number not in _FLAG_BITS:
            view = Facts(facts)
            _FLAG_BITS[number] = sum(1 << i for i, flag in enumerate(FLAGS) if facts and PATTERNS[flag].count(view))
    of = np.array([_FLAG_BITS[number] for number in range(len(index.facts))], np.uint8)
    found = of[ids]
    if columns.rows.size:
        found[columns.rows] = np.bitwise_or.reduceat(of[many], columns.starts[:-1])
    return {flag: (found >> i & 1).astype(bool) for i, flag in enumerate(FLAGS)}
