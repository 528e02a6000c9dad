"""How far a hand is, twice: breadth-first by exchanging tiles, and by looking at every complete hand there is.

The first is the definition, and only fast enough for small distances; the second shares nothing with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from .hands import DRAGONS, SUITS, TILES, Meld, _meld_tiles, waits

Counts = npt.NDArray[np.int8]


def kinds_in_play(tiles: Iterable[str]) -> tuple[str, ...]:
    """The 21 kinds: a hand's own suits, filled up to two in the order of `SUITS`, and the dragons."""
    suits = {tile[-1] for tile in tiles if tile not in DRAGONS}
    for suit in SUITS:
        if len(suits) < 2:
            suits.add(suit)
    return tuple(tile for tile in TILES if tile in DRAGONS or tile[-1] in suits)


def by_exchange(concealed: Sequence[str], melds: Sequence[Meld] = (), limit: int = 9) -> int:
    """The fewest exchanges to a hand that waits on a tile which it does not hold four of; `limit` if not below it."""
    melded = Counter(_meld_tiles(melds))
    kinds = kinds_in_play([*concealed, *melded])
    level, seen = {tuple(sorted(concealed))}, {tuple(sorted(concealed))}
    for steps in range(limit):
        if any(_waits(hand, tuple(melds)) for hand in level):
            return steps
        level = {new for hand in level for new in _exchanged(hand, melded, kinds)} - seen
        seen |= level
    return limit


@cache
def _waits(hand: tuple[str, ...], melds: tuple[Meld, ...]) -> bool:
    return bool(waits(hand, melds)[0])


def _exchanged(hand: tuple[str, ...], melded: Counter[str], kinds: Sequence[str]) -> Iterable[tuple[str, ...]]:
    for out in sorted(set(hand)):
        kept = list(hand)
        kept.remove(out)
        for drawn in kinds:
            if hand.count(drawn) + melded[drawn] < 4:
                yield tuple(sorted([*kept, drawn]))


@cache
def targets(sets: int, suits: str = "bt") -> Counts:
    """Every pair and sets over two suits and the dragons, one a row of 21 counts; four of a kind at most."""
    kinds = [tile for tile in TILES if tile in DRAGONS or tile[-1] in suits]
    groups = [(kind,) * 3 for kind in kinds]
    groups += [tuple(f"{rank + step}{suit}" for step in range(3)) for suit in suits for rank in range(1, 8)]
    vectors = [[group.count(kind) for kind in kinds] for group in groups]
    rows = np.zeros((1, len(kinds)), np.int8)
    if sets:
        chosen = np.array(list(combinations_with_replacement(range(len(groups)), sets)), np.int64)
        rows = np.array(vectors, np.int8)[chosen].sum(axis=1, dtype=np.int8)
    rows = rows[(rows <= 4).all(axis=1)]
    pairs = 2 * np.eye(len(kinds), dtype=np.int8)
    whole = np.concatenate([rows + pair for pair in pairs])
    return whole[(whole <= 4).all(axis=1)].astype(np.int8)


@cache
def pair_targets() -> Counts:
    """Every seven pairs over 21 kinds, where four equal tiles are two of them."""
    chosen = np.array(list(combinations_with_replacement(range(21), 7)))
    rows = np.zeros((len(chosen), 21), np.int8)
    for pair in chosen.T:
        rows[np.arange(len(rows)), pair] += 2
    return rows[(rows <= 4).all(axis=1)]


_BY_COLUMN: dict[int, Counts] = {}


def _columns(rows: Counts) -> Counts:
    """The same counts with a kind a row, which is quicker to go through."""
    if id(rows) not in _BY_COLUMN:
        _BY_COLUMN[id(rows)] = np.ascontiguousarray(rows.T)
    return _BY_COLUMN[id(rows)]


def by_targets(concealed: Sequence[str], melds: Sequence[Meld] = ()) -> int:
    """The tiles missing to the nearest complete hand, less one, over every complete hand beside the melds."""
    melded = Counter(_meld_tiles(melds))
    kinds = kinds_in_play([*concealed, *melded])
    held = np.array([concealed.count(kind) for kind in kinds], np.int8)
    room = np.array([4 - melded[kind] for kind in kinds], np.int8)
    sets = len(concealed) // 3
    tables = [targets(sets)]
    if not melds and len(concealed) >= 13:
        tables.append(pair_targets())
    missing = 99
    for rows in tables:
        kept = np.zeros(len(rows), np.int8)
        for at, column in enumerate(_columns(rows)):
            if held[at]:
                kept += np.minimum(column, held[at])
            if room[at] < 4:
                kept[column > room[at]] = -99
        missing = min(missing, 3 * sets + 2 - int(kept.max()))
    return missing - 1
