"""Readings: every way to see complete concealed tiles, block by block.

A suit's tiles are keyed by their counts, three bits a rank (a fifth tile needs no carry). Groups are written by their
digits inside a block: ``456`` a 顺子, ``555`` a 刻子, ``55`` a 将. The dragons are a block whose digits 1, 2, 3 stand
for 中, 发, 白 and that has no 顺子. A reading of a hand is one reading of each block, with one 将 in all.
"""

from __future__ import annotations

from functools import lru_cache

from kwx_cli.tiles import DRAGONS

Groups = tuple[str, ...]

BITS = 3
ONE = tuple(1 << BITS * rank for rank in range(9))


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
    found: set[Groups] = set()
    left = counts(key)

    def split(groups: Groups, paired: bool) -> None:
        rank = next((rank for rank in range(9) if left[rank]), None)
        if rank is None:
            found.add(tuple(sorted(groups)))
            return
        digit = str(rank + 1)
        for size in (3, 2):
            if left[rank] >= size and not (size == 2 and paired):
                left[rank] -= size
                split((*groups, digit * size), paired or size == 2)
                left[rank] += size
        if not dragons and rank < 7 and left[rank + 1] and left[rank + 2]:
            for step in range(3):
                left[rank + step] -= 1
            split((*groups, "123456789"[rank : rank + 3]), paired)
            for step in range(3):
                left[rank + step] += 1

    split((), False)
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
