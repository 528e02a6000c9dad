"""How many tiles of a block can be kept in a complete hand: the tables behind the distance.

A target is a complete hand that one could still reach. Its *overlap* with a hand is how many of the hand's tiles it
uses. A block (a suit, or the dragons) has a row of ten overlaps, the most that it can give to at most s sets and at
most p pairs, at index 5p + s. Groups beyond those come from tiles not held: a complete hand has at most fourteen kinds,
four melds included, of the 21 in play, so there is always a free kind for a triplet or a pair that overlaps nothing.

``overlaps.bin``, written by ``tools/make_overlaps.py``, has the row of every suit with up to fourteen tiles. A block
that lies beside a meld of its own is worked out here, since its target may not use a tile that the meld exhausts.
"""

from __future__ import annotations

import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from kwx_cli.readings import BITS, counts

Row = tuple[int, ...]

SETS: Final = 5
ROW: Final = 2 * SETS
RANKS: Final = 9
DRAGON_RANKS: Final = 3
SUIT_CODES: Final = 5**RANKS
FREE: Final = sum(4 << BITS * rank for rank in range(RANKS))
"""The room of a block without melds, four tiles of each rank, packed like a block key."""
NOTHING: Final[Row] = (0,) * ROW
EQUAL: Final = ((0, 0, 0), (2, 0, 1), (3, 1, 0))
"""Equal tiles of a group, and the sets and pairs that they are."""
RUNS: Final = tuple((last, before) for last in range(3) for before in range(3))
"""How many runs may have begun one and two ranks lower."""
LOWER_RANKS: Final = 4
LOWER_BITS: Final = BITS * LOWER_RANKS
LOWER: Final = (1 << LOWER_BITS) - 1


class Table(NamedTuple):
    """The distinct rows of a suit, and which of them belongs to each base-5 code; 255 above fourteen tiles."""

    rows: tuple[Row, ...]
    of_code: bytes


@cache
def table() -> Table:
    """Return the table of suits without melds, read once: 2 MB, in about 5 ms."""
    data = zlib.decompress((Path(__file__).parent / "overlaps.bin").read_bytes())
    rows = data[:-SUIT_CODES]
    return Table(tuple(tuple(rows[at : at + ROW]) for at in range(0, len(rows), ROW)), data[-SUIT_CODES:])


def base5(key: int) -> int:
    """Return the base-5 code of a block key, rank 1 lowest."""
    code = 0
    for n in reversed(counts(key)):
        code = 5 * code + n
    return code


def row(key: int, room: int, dragons: bool) -> Row:
    """Return the overlaps of a block.

    `key` are its concealed counts and `room` how many of each rank a target may hold beside the melds, both packed as
    `readings` has them.
    """
    if not key:
        return NOTHING
    if room == FREE and not dragons:
        rows, of_code = table()
        return rows[of_code[base5(key)]]
    ranks = DRAGON_RANKS if dragons else RANKS
    # The bit above the last rank marks the end of the block.
    room = room & (1 << BITS * ranks) - 1 | 1 << BITS * ranks
    return undivided(key, room, False) if dragons else by_halves(key, room)


def undivided(key: int, room: int, runs: bool) -> Row:
    """Return the overlaps of a block from its first rank to its last."""
    return _unpacked(_from(key, room, runs, 0, 0))


def by_halves(key: int, room: int) -> Row:
    """Return the overlaps of a suit: a hand leads to many keys, of which the halves are few."""
    lower, upper, upper_room = _lower(key & LOWER, room & LOWER), key >> LOWER_BITS, room >> LOWER_BITS
    best = EMPTY
    for at in _crossing(key >> LOWER_BITS - 2 * BITS & 0o7777):
        if lower[at] and (other := _from(upper, upper_room, True, *RUNS[at])):
            best = _larger(best, _together(lower[at], other))
    return _unpacked(best)


# A row in one number, a byte for each overlap: what cannot be stays below REAL, and the top bits are free to compare.
Packed = int
REAL: Final = 64
ONES: Final = sum(1 << 8 * at for at in range(ROW))
TOPS: Final = ONES << 7
EMPTY: Final[Packed] = REAL * ONES
WHOLE: Final = (1 << 8 * ROW) - 1
NO_PAIR: Final = (1 << 8 * SETS) - 1
MOVED: Final = tuple(sum(0xFF << 8 * at for at in range(ROW) if at % SETS >= sets) for sets in range(SETS))
"""Where overlaps can lie once some sets were added."""


def _larger(one: Packed, other: Packed) -> Packed:
    """Return the larger overlap at each place."""
    where = (one | TOPS) - other & TOPS
    return other ^ (one ^ other) & where - (where >> 7)


def _more(known: Packed, sets: int, pairs: int, kept: int) -> Packed:
    """Return a row with more sets and pairs, which keep some tiles."""
    if pairs:
        known = (known & NO_PAIR) << 8 * SETS
    return (known << 8 * sets & MOVED[sets]) + kept * ONES if sets < SETS else 0


@lru_cache(maxsize=1 << 14)
def _together(one: Packed, other: Packed) -> Packed:
    """Return the overlaps of two parts of a suit together."""
    best = 0
    for at in range(ROW):
        kept = (one >> 8 * at & 0xFF) - REAL
        if kept >= 0:
            best = _larger(best, _more(other, at % SETS, at // SETS, kept))
    return best


@lru_cache(maxsize=1 << 10)
def _unpacked(packed: Packed) -> Row:
    return tuple((packed >> 8 * at & 0xFF) - REAL for at in range(ROW))


@lru_cache(maxsize=1 << 12)
def _crossing(middle: int) -> tuple[int, ...]:
    """Return which of `RUNS` can be of use between the halves of a suit, by the two ranks at each side."""
    last, before = _runs(middle >> BITS), _runs(middle)
    return tuple(at for at, (later, earlier) in enumerate(RUNS) if later <= last and earlier <= before)


def _runs(key: int) -> int:
    """Return how many equal runs of the first three ranks can keep more tiles than one less."""
    return 2 if key & 0o666 else 1 if key & 0o777 else 0


@lru_cache(maxsize=1 << 12)
def _lower(key: int, room: int) -> tuple[Packed, ...]:
    """Return the overlaps of the lower ranks of a suit, for each of `RUNS` that reach into the upper ones."""
    found: dict[tuple[int, int], Packed] = {(0, 0): EMPTY}
    for _ in range(LOWER_RANKS):
        held, most = key & 7, room & 7
        after: dict[tuple[int, int], Packed] = {}
        for (last, before), known in found.items():
            for begun in range(3):
                for equal, sets, pairs in EQUAL:
                    used = last + before + begun + equal
                    if used <= most and (held or not equal):
                        more = _more(known, begun + sets, pairs, min(used, held))
                        after[begun, last] = _larger(after.get((begun, last), 0), more)
        found, key, room = after, key >> BITS, room >> BITS
    return tuple(found.get(runs, 0) for runs in RUNS)


@lru_cache(maxsize=1 << 16)
def _from(key: int, room: int, runs: bool, last: int, before: int) -> Packed:
    """Return the overlaps of a block from some rank on, 0 where the runs begun cannot end.

    `last` and `before` runs began one and two ranks earlier. Three equal runs are three triplets, so two are enough.
    """
    if room == 1:
        return 0 if last or before else EMPTY
    held, most = key & 7, room & 7
    best = 0
    for begun in range(1 + (_runs(key) if runs and room >> 3 * BITS else 0)):
        if last + before + begun > most:
            break
        rest = _from(key >> BITS, room >> BITS, runs, begun, last)
        for equal, sets, pairs in EQUAL if rest else ():
            used = last + before + begun + equal
            if used > most or (equal and not held):
                break
            best = _larger(best, _more(rest, begun + sets, pairs, min(used, held)))
    return best


@lru_cache(maxsize=1 << 14)
def joined(one: Row, other: Row) -> Row:
    """Return the overlaps of two blocks together."""
    best = [0] * ROW
    for sets in range(SETS):
        for more in range(SETS - sets):
            at = sets + more
            none = one[sets] + other[more]
            pair = max(one[SETS + sets] + other[more], one[sets] + other[SETS + more])
            best[at] = max(best[at], none)
            best[SETS + at] = max(best[SETS + at], pair)
    return tuple(best)
