"""Lookup tables of the columnar path: what a block can be, by its counts as a base-5 number.

The data are in ``blocks.npz``, written by ``tools/make_blocks.py`` from `block_readings` and `block_aspects`, the
functions that the scalar engine calls; a test compares the two for every block.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]
UInt32 = npt.NDArray[np.uint32]
Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]

RANKS: Final = 9
DRAGON_RANKS: Final = 3
SUIT_CODES: Final = 5**RANKS
DRAGON_CODES: Final = 5**DRAGON_RANKS

# A cell of `Blocks.suit` or `.dragon`, from the lowest bit: where the block's row of `lists` starts, which ranks it
# holds, how many tiles, and whether every count is even.
ROW_MASK: Final = (1 << 18) - 1
HELD_SHIFT: Final = 18
SIZE_SHIFT: Final = 27
EVEN: Final = 1 << 31
ROW: Final = 10

# Flags above the partial facts in `Blocks.first`; up to three blocks are added, so each takes two bits.
MANY: Final = 1 << 24
MANY_MASK: Final = 3 << 24
DEAD: Final = 1 << 26
DEAD_MASK: Final = 3 << 26

# A cell of `WaitBlocks`: ranks that complete the block, ranks with four tiles, ranks with an odd count, and a win.
QUAD_SHIFT: Final = 9
ODD_SHIFT: Final = 18
WINS: Final = 1 << 27


@dataclass(frozen=True, slots=True)
class Blocks:
    """What a block can add to a hand's facts.

    `suit` and `dragon` are indexed by base-5 code, the rank 1 lowest. `lists` leads from a row and a winning rank (0
    for none, else one more than the rank) to a list of partial facts: `first` has the first of each list, with flags
    for more than one and for none; `aspects` has all of them, `count` how many.
    """

    suit: UInt32
    dragon: UInt32
    lists: npt.NDArray[np.uint16]
    first: Int32
    aspects: Int32
    count: Int64


@dataclass(frozen=True, slots=True)
class WaitBlocks:
    """Which ranks complete a block; `suit` and `dragon` are indexed like those of `Blocks`."""

    suit: UInt32
    dragon: UInt32


@cache
def shipped() -> dict[str, npt.NDArray[np.int32]]:
    """Return the arrays of ``blocks.npz`` as `tools/make_blocks.py` documents them."""
    with (
        resources.files("kwx_cli.batch").joinpath("blocks.npz").open("rb") as file,
        np.load(file, allow_pickle=False) as data,
    ):
        return {name: data[name] for name in data.files}


def _every(ranks: int, of_count: tuple[int, ...], step: int) -> Int64:
    """Return, for each code, the sum over its ranks of `of_count` of the count, shifted left by `step` a rank."""
    found = np.zeros(1, np.int64)
    values = np.array(of_count, np.int64)
    for rank in range(ranks):
        found = ((values << step * rank)[:, None] + found).ravel()
    return found


def _cells(codes: Int32, ranks: int, first_row: int) -> UInt32:
    size = np.minimum(_every(ranks, (0, 1, 2, 3, 4), 0), 15)
    cells = size << SIZE_SHIFT | _every(ranks, (0, 1, 1, 1, 1), 1) << HELD_SHIFT
    cells[_every(ranks, (0, 1, 0, 1, 0), 0) == 0] |= EVEN
    cells[codes] |= (first_row + np.arange(len(codes))) * ROW
    return cells.astype(np.uint32)


@cache
def blocks() -> Blocks:
    """Return the tables, loaded once: about 12 MB, in some 50 ms."""
    data = shipped()
    suits, dragons = data["suit_codes"], data["dragon_codes"]
    lists = np.concatenate([np.zeros((1, ROW), np.uint16), data["suit_lists"], data["dragon_lists"]]).ravel()
    aspects = data["aspects"]
    count = (aspects >= 0).sum(axis=1)
    first = np.where(count > 0, aspects[:, 0], DEAD) + np.where(count > 1, MANY, 0)
    return Blocks(
        _cells(suits, RANKS, 1),
        _cells(dragons, DRAGON_RANKS, 1 + len(suits)),
        lists.astype(np.uint16),
        first.astype(np.int32),
        aspects,
        count.astype(np.int64),
    )


@cache
def quads() -> tuple[Int64, Int64]:
    """Return which ranks a suit and the dragons have four tiles of, a bit each, by base-5 code."""
    return _every(RANKS, (0, 0, 0, 0, 1), 1), _every(DRAGON_RANKS, (0, 0, 0, 0, 1), 1)


def _wait_cells(name: str, ranks: int) -> UInt32:
    data = shipped()
    codes = data[f"{name}_codes"].astype(np.int64)
    cells = quads()[name == "dragon"] << QUAD_SHIFT | _every(ranks, (0, 1, 0, 1, 0), 1) << ODD_SHIFT
    cells[codes] |= WINS
    for rank in range(ranks):
        completed = codes[codes // 5**rank % 5 > 0] - 5**rank
        cells[completed] |= 1 << rank
    for code, rank in data[f"{name}_fives"]:
        cells[code] |= 1 << int(rank)
    return cells.astype(np.uint32)


@cache
def wait_blocks() -> WaitBlocks:
    """Return the tables that waits need, made once from the same data."""
    return WaitBlocks(_wait_cells("suit", RANKS), _wait_cells("dragon", DRAGON_RANKS))
