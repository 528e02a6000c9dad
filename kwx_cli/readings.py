"""Readings: every way to see complete concealed tiles, block by block.

A suit's tiles are keyed by their counts, three bits a rank (a fifth tile needs no carry). Groups are written by their
digits inside a block: ``456`` a 顺子, ``555`` a 刻子, ``55`` a 将. The dragons are a block whose digits 1, 2, 3 stand
for 中, 发, 白 and that has no 顺子. A reading of a hand is one reading of each block, with one 将 in all.
"""

from __future__ import annotations

from functools import lru_cache

from kwx_cli.tiles import BLOCK, DRAGONS, NAMES, RANK

Groups = tuple[str, ...]

BITS = 3
ONE = tuple(1 << BITS * rank for rank in range(9))
SAME = "123456789"
BLOCK_BITS = BITS * 9
BLOCK_MASK = (1 << BLOCK_BITS) - 1
SHIFT = tuple(BITS * RANK[kind] + BLOCK_BITS * BLOCK[kind] for kind in range(len(NAMES)))
WEIGHT = tuple(1 << shift for shift in SHIFT)
"""What a tile adds to the concealed tiles packed in one number: the keys of their blocks, side by side."""
EVERY_ODD = sum(WEIGHT)
"""The lowest bit of every count of packed tiles."""
RUNS = tuple(SAME[rank : rank + 3] for rank in range(7))


def counts(key: int) -> list[int]:
    """Return how many tiles of each of nine ranks a block key holds."""
    return [key >> BITS * rank & 7 for rank in range(9)]


@lru_cache(maxsize=1 << 16)
def block_readings(key: int, dragons: bool) -> tuple[Groups, ...]:
    """Return every split of a block's tiles into sets and at most one pair, each in ascending order.

    Source: the basic shapes of QA and KX (11 and four of 123 or 111); 任意一对牌都可为将.

    >>> block_readings(sum(ONE[int(digit) - 1] for digit in "11123"), False)
    (('11', '123'),)
    """
    return _splits(key, dragons, False)


@lru_cache(maxsize=1 << 16)
def _splits(key: int, dragons: bool, paired: bool) -> tuple[Groups, ...]:
    """Return the splits by what becomes of the lowest rank: its pair, its triplet, and the rest of it in runs."""
    if not key:
        return ((),)
    rank = ((key & -key).bit_length() - 1) // BITS
    held = key >> BITS * rank & 7
    next_two = () if dragons or rank > 6 else (key >> BITS * (rank + 1) & 7, key >> BITS * (rank + 2) & 7)
    most = min(next_two, default=0)
    found: list[Groups] = []
    for pairs in (0,) if paired else (0, 1):
        for triplets in range((held - 2 * pairs) // 3 + 1):
            runs = held - 2 * pairs - 3 * triplets
            if 0 <= runs <= most:
                low = (SAME[rank] * 2,) * pairs + (SAME[rank] * 3,) * triplets
                left = key - held * ONE[rank]
                if runs:
                    low += (RUNS[rank],) * runs
                    left -= runs * (ONE[rank + 1] + ONE[rank + 2])
                found += [low + rest for rest in _splits(left, dragons, paired or pairs > 0)]
    return tuple(sorted(found))


def is_pair(group: str) -> bool:
    """Whether a group is the 将."""
    return len(group) == 2


def is_triplet(group: str) -> bool:
    """Whether a group is a 刻子."""
    return len(group) == 3 and group[0] == group[1]


def is_run(group: str) -> bool:
    """Whether a group is a 顺子."""
    return len(group) == 3 and group[0] != group[1]


def spell_group(group: str, block: int) -> str:
    """Return a group in hand notation: ``456`` of block 1 is ``456t``, ``11`` of the dragons is ``ZZ``."""
    if block == 3:
        return "".join(DRAGONS[int(digit) - 1] for digit in group)
    return group + "btm"[block]
