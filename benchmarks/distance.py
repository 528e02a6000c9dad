"""Measure the columnar distance against riichienv's shanten, in one process on one core, on the same kind of hands.

    pip install riichienv && taskset -c 0 python benchmarks/distance.py

Thirteen tiles of the 84 for kwx; of the 136 for riichienv, whose rules have four suits more to look at, so the work is
comparable and the answers are not. Prints medians of five, in hands a second.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import numpy as np
import riichienv

from kwx_cli.advice.columns import distances, tables

HANDS = 200_000
ROUNDS = 5


def dealt(tiles: int, hands: int) -> list[list[int]]:
    """Return hands of thirteen different tiles, ascending."""
    rng = random.Random(1)
    return [sorted(rng.sample(range(tiles), 13)) for _ in range(hands)]


def speed(work: Callable[[], object]) -> float:
    """Return hands a second."""
    start = time.perf_counter()
    work()
    return HANDS / (time.perf_counter() - start)


def main() -> None:
    """Print both speeds and their ratio, round by round and in the median."""
    kinds = np.array([*range(18), 27, 28, 29])
    hands = kinds[np.array(dealt(84, HANDS)) // 4]
    column = np.zeros((HANDS, 30), np.uint8)
    np.add.at(column, (np.arange(HANDS)[:, None], hands), 1)
    theirs = dealt(136, HANDS)
    tables()
    ratios = []
    for _ in range(ROUNDS):
        ours = speed(lambda: distances(column))
        peer = speed(lambda: [riichienv.calculate_shanten(hand) for hand in theirs])
        ratios.append(ours / peer)
        print(f"kwx {ours:12,.0f}   riichienv {peer:12,.0f}   ratio {ratios[-1]:.1f}")
    print(f"median ratio {statistics.median(ratios):.1f}")


if __name__ == "__main__":
    main()
