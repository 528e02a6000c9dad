"""Write ``kwx_cli/advice/overlaps.bin``: the overlaps of every suit of up to fourteen tiles.

    python tools/make_overlaps.py

All 405,350 count vectors go through `kwx_cli.advice.columns.overlaps` at once, in about four seconds; there are 126
distinct rows. A test compares the file with `kwx_cli.advice.blocks`, which works out one block at a time.
"""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kwx_cli.advice.columns import overlaps

TARGET = Path(__file__).resolve().parent.parent / "kwx_cli" / "advice" / "overlaps.bin"
RANKS, MOST_TILES = 9, 14


def vectors() -> npt.NDArray[np.int8]:
    """Return every vector of nine counts up to four with at most fourteen tiles, one a row."""
    found = np.zeros((1, 0), np.int8)
    for _ in range(RANKS):
        found = np.concatenate([np.hstack([found, np.full((len(found), 1), n, np.int8)]) for n in range(5)])
        found = found[found.sum(axis=1) <= MOST_TILES]
    return found


def packed() -> bytes:
    """Return the contents of the file before compression: the distinct rows, then which belongs to each code."""
    held = vectors()
    every = overlaps(held, np.full_like(held, 4)).T.astype(np.uint8)
    rows, of_vector = np.unique(every, axis=0, return_inverse=True)
    of_code = np.full(5**RANKS, 255, np.uint8)
    of_code[held.astype(np.int64) @ 5 ** np.arange(RANKS)] = of_vector.ravel()
    return rows.tobytes() + of_code.tobytes()


if __name__ == "__main__":
    TARGET.write_bytes(zlib.compress(packed(), 9))
