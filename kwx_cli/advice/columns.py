"""Distances of a column of hands at once, with numpy: the same tables as the scalar `distance`, and the same answers.

Importing this module imports numpy.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kwx_cli.advice.blocks import DRAGON_RANKS, FREE, RANKS, ROW, SETS, Row, row, table
from kwx_cli.readings import BITS
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, NAMES, RANK

Int8 = npt.NDArray[np.int8]
Int32 = npt.NDArray[np.int32]
UInt8 = npt.NDArray[np.uint8]

KINDS: Final = len(NAMES)
BLOCKS: Final = DRAGON_BLOCK + 1

_CHUNK: Final = 1 << 14
_PRODUCT: Final = 1024  # rows of a matrix product: more, and BLAS would wake threads that cost more than they give
_NEVER: Final = -50
_COPIES: Final = 4


def _weights() -> npt.NDArray[np.float32]:
    """Return what turns 30 counts into four base-5 codes and the number of tiles; all fit a float's 24 bits."""
    found = np.zeros((KINDS, BLOCKS + 1), np.float32)
    for kind in range(KINDS):
        found[kind, BLOCK[kind]] = 5 ** RANK[kind]
    found[:, BLOCKS] = 1
    return found


_WEIGHTS: Final = _weights()


class Tables(NamedTuple):
    """What blocks can be, by small numbers in place of their rows of overlaps.

    `suit` and `dragons`: the number of a block, by base-5 code; `two`: the number of two suits, by those of each, the
    second running fastest; `whole`: the overlap of a hand, by the sets wanted, two suits, and the dragons, likewise.
    `rows` are the rows of `suit`. `suit_pairs` and `dragon_pairs` have, by code, a block's pairs times 16 plus its odd
    counts.
    """

    suit: UInt8
    dragons: UInt8
    two: UInt8
    whole: Int8
    rows: Int8
    suit_pairs: UInt8
    dragon_pairs: UInt8


def _pairs(ranks: int) -> UInt8:
    found = np.zeros(1, np.uint8)
    for _ in range(ranks):
        found = (np.array([0, 1, 16, 17, 32], np.uint8)[:, None] + found).ravel()
    return found


def _joined(one: Int8, other: Int8) -> Int8:
    """Return the overlaps of two blocks together, for rows along the first axis that broadcast."""
    best = np.zeros((ROW, *np.broadcast_shapes(one.shape[1:], other.shape[1:])), np.int8)
    for sets in range(SETS):
        for more in range(SETS - sets):
            for pair, at, beside in ((0, sets, more), (1, SETS + sets, more), (1, sets, SETS + more)):
                found = best[SETS * pair + sets + more]
                np.maximum(found, one[at] + other[beside], out=found)
    return best


@cache
def tables() -> Tables:
    """Return the tables, made once from ``overlaps.bin``."""
    rows, of_code = table()
    suits = np.array(rows, np.int8).T
    every = _joined(suits[:, :, None], suits[:, None, :]).reshape(ROW, -1)
    distinct, two = np.unique(every, axis=1, return_inverse=True)
    numbers: dict[Row, int] = {}
    room = FREE & (1 << BITS * DRAGON_RANKS) - 1
    keys = (
        sum((code // 5**rank % 5) << BITS * rank for rank in range(DRAGON_RANKS)) for code in range(5**DRAGON_RANKS)
    )
    dragons = [numbers.setdefault(row(key, room, True), len(numbers)) for key in keys]
    honours = np.array(list(numbers), np.int8).T
    whole = _joined(distinct[:, :, None], honours[:, None, :])[SETS:]
    return Tables(
        np.frombuffer(of_code, np.uint8),
        np.array(dragons, np.uint8),
        two.ravel().astype(np.uint8),
        np.ascontiguousarray(whole).ravel(),
        suits,
        _pairs(RANKS),
        _pairs(DRAGON_RANKS),
    )


def distances(concealed: npt.NDArray[Any], melded: npt.NDArray[Any] | None = None) -> Int8:
    """Return the distance of each row of a column of hands, as `distance` has it.

    `concealed` has a row for each hand and a column for each of the 30 kinds, with how many concealed tiles it holds;
    `melded` the same for its melds: 3 for a pon, 4 for a kong, 0 for none. Hands of different sizes may be mixed.
    Raises ValueError where a row cannot be a hand: another shape, a fifth tile, three suits, 3n concealed tiles or too
    many.

    >>> hand = np.zeros((1, 30), np.uint8)
    >>> hand[0, [0, 1, 2, 9, 10, 11, 12, 14, 15, 28, 29]] = 1
    >>> hand[0, 27] = 2
    >>> distances(hand)
    array([2], dtype=int8)
    """
    if concealed.ndim != 2 or concealed.shape[1] != KINDS or (melded is not None and melded.shape != concealed.shape):
        raise ValueError(f"a column of hands has the shape (hands, {KINDS})")
    found = np.empty(len(concealed), np.int8)
    for at in range(0, len(concealed), _CHUNK):
        rows = slice(at, at + _CHUNK)
        _distances(concealed[rows], None if melded is None else melded[rows], found[rows])
    return found


def _distances(concealed: npt.NDArray[Any], melded: npt.NDArray[Any] | None, out: Int8) -> None:
    if concealed.max(initial=0) > _COPIES or concealed.min(initial=0) < 0:
        raise ValueError("a hand has at most four tiles of a kind")
    counts = np.asarray(concealed, np.float32)
    packed = np.empty((len(counts), BLOCKS + 1), np.float32)
    for at in range(0, len(counts), _PRODUCT):
        np.matmul(counts[at : at + _PRODUCT], _WEIGHTS, out=packed[at : at + _PRODUCT])
    codes = np.ascontiguousarray(packed.T).astype(np.int32)
    size = codes[BLOCKS]
    melds = np.zeros(len(concealed), np.int32)
    beside: npt.NDArray[np.bool_] | None = None
    if melded is not None and melded.any():
        if not np.isin(melded, (0, 3, 4)).all() or (melded + concealed).max() > _COPIES:
            raise ValueError("a meld is 3 or 4 tiles of a kind that has four in all")
        melds = (melded > 0).sum(axis=1, dtype=np.int32)
        beside = melds > 0
    if ((size % 3 == 0) | (size > 14 - 3 * melds)).any():
        raise ValueError("a hand has 3n + 1 or 3n + 2 concealed tiles, at most 14 less 3 for each meld")
    first, second = _two_suits(codes)
    sets = size // 3
    made = tables()
    two = made.two[made.suit[first].astype(np.int32) * made.rows.shape[1] + made.suit[second]]
    honours = made.whole.size // SETS // (int(made.two.max()) + 1)
    of_dragons = made.dragons[codes[DRAGON_BLOCK]]
    kept = made.whole[(sets * (int(made.two.max()) + 1) + two) * honours + of_dragons]
    pairs = made.suit_pairs[first] + made.suit_pairs[second] + made.dragon_pairs[codes[DRAGON_BLOCK]]
    held = np.minimum(pairs >> 4, 7)
    paired = 2 * held + np.minimum(pairs & 15, 7 - held)
    kept = np.maximum(kept, np.where((size >= 13), paired, 0).astype(np.int8))
    if beside is not None and melded is not None:
        kept[beside] = _beside_melds(concealed[beside], melded[beside], sets[beside])
    np.subtract(3 * sets + 1, kept, out=out, casting="unsafe")


def _two_suits(codes: Int32) -> tuple[Int32, Int32]:
    """Return the codes of the two suits of each hand; the third is empty."""
    b, t, m = codes[:DRAGON_BLOCK]
    if not m.any():
        return b, t
    if ((b > 0) & (t > 0) & (m > 0)).any():
        raise ValueError("a hand has at most two suits")
    return np.where(b > 0, b, m), np.where((b > 0) & (t == 0), m, t)


def _beside_melds(concealed: npt.NDArray[Any], melded: npt.NDArray[Any], sets: Int32) -> Int8:
    """Return the overlap of hands that have melds, whose tiles no target may use again."""
    every = np.zeros((ROW, len(concealed)), np.int8)
    room = _COPIES - melded.astype(np.int8)
    for block in range(BLOCKS):
        kinds = [kind for kind in range(KINDS) if BLOCK[kind] == block]
        every = _joined(every, overlaps(concealed[:, kinds].astype(np.int8), room[:, kinds]))
    kept: Int8 = every[SETS + sets, np.arange(len(concealed))]
    return kept


def overlaps(held: Int8, room: Int8) -> Int8:
    """Return the rows of overlaps of many blocks, one a column: dynamic programming over the ranks.

    `held` and `room` have a row for each block; three ranks are the dragons, nine a suit. The state is how many runs
    began one and two ranks before.
    """
    ranks = held.shape[1]
    states = {(0, 0): np.full((2, SETS, len(held)), _NEVER, np.int8)}
    states[0, 0][0, 0] = 0
    for rank in range(ranks):
        after: dict[tuple[int, int], Int8] = {}
        count, most = held[:, rank], room[:, rank]
        for (last, before), so_far in states.items():
            for begun in range(3 if ranks == RANKS and rank < RANKS - 2 else 1):
                for equal, sets, pairs in ((0, 0, 0), (2, 0, 1), (3, 1, 0)):
                    used = last + before + begun + equal
                    if used > _COPIES:
                        continue
                    more = begun + sets
                    if (begun, last) not in after:
                        after[begun, last] = np.full_like(so_far, _NEVER)
                    best = after[begun, last][pairs:, more:]
                    kept = np.where(used <= most, np.minimum(np.int8(used), count), np.int8(_NEVER))
                    np.maximum(best, so_far[: 2 - pairs, : SETS - more] + kept, out=best)
        states = after
    best = np.maximum.accumulate(np.maximum.accumulate(states[0, 0], axis=1), axis=0)
    return best.reshape(ROW, -1)
