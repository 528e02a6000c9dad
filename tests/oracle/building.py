"""Complete hands of one suit, built forwards from sets and pairs: fast, and unlike the splitting in `hands`.

A hand is the number of tiles of each of nine ranks. Here a rank may have more than four tiles, so that a tile that a
hand would need as a fifth can be told from one that it has no use for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

Counts = tuple[int, ...]

TRIPLETS = [tuple(3 * (rank == at) for rank in range(9)) for at in range(9)]
RUNS = [tuple(int(at <= rank < at + 3) for rank in range(9)) for at in range(7)]
PAIRS = [tuple(2 * (rank == at) for rank in range(9)) for at in range(9)]


def _sum(groups: tuple[Counts, ...]) -> Counts:
    return tuple(map(sum, zip(*groups, strict=True)))


@cache
def builds() -> dict[Counts, int]:
    """Every count of fourteen tiles that four sets and a pair make, and in how many ways they do."""
    found: dict[Counts, int] = {}
    for sets in combinations_with_replacement(TRIPLETS + RUNS, 4):
        four = _sum(sets)
        for pair in PAIRS:
            whole = _sum((four, pair))
            found[whole] = found.get(whole, 0) + 1
    return found


@cache
def pairs() -> frozenset[Counts]:
    """Every count of fourteen tiles that seven pairs make, where four or six equal tiles are two or three pairs."""
    return frozenset(_sum(seven) for seven in combinations_with_replacement(PAIRS, 7))


def is_complete(counts: Counts) -> bool:
    """Whether fourteen tiles of one suit are a pair and sets, or seven pairs."""
    return counts in builds() or counts in pairs()


def all_hands(size: int) -> Iterator[Counts]:
    """Every hand of so many tiles of one suit, four of a rank at most."""

    def fill(ranks: int, left: int) -> Iterator[Counts]:
        if ranks == 0:
            if left == 0:
                yield ()
            return
        for count in range(max(0, left - 4 * (ranks - 1)), min(4, left) + 1):
            for rest in fill(ranks - 1, left - count):
                yield (count, *rest)

    return fill(9, size)
