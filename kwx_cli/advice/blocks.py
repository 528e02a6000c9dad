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
_NEVER: Final = -99


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
    return _from(key, room & (1 << BITS * ranks) - 1 | 1 << BITS * ranks, not dragons, 0, 0) or NOTHING


@lru_cache(maxsize=1 << 16)
def _from(key: int, room: int, runs: bool, last: int, before: int) -> Row | None:
    """Return the overlaps of a block from some rank on, or None where the runs begun cannot end.

    `last` and `before` runs began one and two ranks earlier. Three equal runs are three triplets, so two are enough.
    """
    if room == 1:
        return None if last or before else NOTHING
    held, most = key & 7, room & 7
    best: list[int] | None = None
    for begun in range(3):
        if last + before + begun > most or (begun and not (runs and key & 0o777 and room >> 3 * BITS)):
            break
        rest = _from(key >> BITS, room >> BITS, runs, begun, last)
        if rest is None:
            continue
        for equal, sets, pairs in ((0, 0, 0), (2, 0, 1), (3, 1, 0)):
            used = last + before + begun + equal
            if used > most or (equal and not held):
                break
            shift, kept = begun + sets, min(used, held)
            if best is None:
                best = [_NEVER] * ROW
            for at in range(SETS * pairs + shift, ROW):
                if at % SETS >= shift and (found := rest[at - SETS * pairs - shift] + kept) > best[at]:
                    best[at] = found
    return None if best is None else tuple(best)


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
