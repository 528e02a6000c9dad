"""Write ``kwx_cli/batch/blocks.npz``: what the engine's own block functions say of every block that wins.

    python tools/make_blocks.py

`block_readings` and `block_aspects` are called for each of the 405,350 count vectors of a suit with up to fourteen
tiles and the 125 of the dragons, which takes ten seconds: too long for a start, so the answer is shipped. A test
calls this again and compares.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from kwx_cli.facts import block_aspects
from kwx_cli.readings import ONE, block_readings

TARGET = Path(__file__).resolve().parent.parent / "kwx_cli" / "batch" / "blocks.npz"
MOST_TILES = 14
Array = npt.NDArray[np.int32]


def vectors(ranks: int, most: int) -> list[tuple[int, int, int]]:
    """Return (code in base 5, block key, tiles) of every count vector with at most `most` tiles, by code."""
    found = [(0, 0, 0)]
    for rank in range(ranks):
        found = [
            (code + n * 5**rank, key + n * ONE[rank], size + n)
            for code, key, size in found
            for n in range(5)
            if size + n <= most
        ]
    return sorted(found)


def tables() -> dict[str, npt.NDArray[np.generic]]:
    """Return the arrays of the file.

    - `suit_codes`, `dragon_codes`: the codes that win, ascending
    - `suit_lists`, `dragon_lists`: a row for each of them, a column for each winning rank, the first for none: which
      row of `aspects` applies, 0 for a rank that the block does not hold
    - `aspects`: the distinct partial facts that the readings can add, in the order of `block_aspects`, then -1
    - `suit_fives`, `dragon_fives`: (code, rank) that a fifth tile of a rank would complete
    """
    lists: dict[tuple[int, ...], int] = {(): 0}
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for name, dragons, ranks in (("suit", False, 9), ("dragon", True, 3)):
        codes: list[int] = []
        rows: list[list[int]] = []
        fives: list[tuple[int, int]] = []
        for code, key, size in vectors(ranks, MOST_TILES):
            held = [key >> 3 * rank & 7 for rank in range(ranks)]
            if size < MOST_TILES:
                fives += [(code, r) for r, n in enumerate(held) if n == 4 and _wins(key + ONE[r], dragons)]
            if not _wins(key, dragons):
                continue
            codes.append(code)
            row = []
            for rank in range(-1, 9):
                present = rank < 0 or (rank < ranks and held[rank] > 0)
                found = block_aspects.__wrapped__(key, dragons, rank) if present else ()
                row.append(lists.setdefault(tuple(partial for partial, _, _ in found), len(lists)))
            rows.append(row)
        arrays[f"{name}_codes"] = np.array(codes, np.int32)
        arrays[f"{name}_lists"] = np.array(rows, np.uint16)
        arrays[f"{name}_fives"] = np.array(fives, np.int32)
    aspects = np.full((len(lists), max(map(len, lists))), -1, np.int32)
    for partials, index in lists.items():
        aspects[index, : len(partials)] = partials
    return {**arrays, "aspects": aspects}


def _wins(key: int, dragons: bool) -> bool:
    return bool(block_readings.__wrapped__(key, dragons))


if __name__ == "__main__":
    np.savez_compressed(TARGET, allow_pickle=False, **tables())
    print(TARGET, TARGET.stat().st_size, "bytes")
