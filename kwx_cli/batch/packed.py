"""Hands as rows of a numpy array: twenty bytes each, every count a digit in base 5.

A packed hand numbers 21 kinds: 0-8 are the ranks of its first suit, 9-17 those of its second, 18-20 中, 发, 白. Which
suits those are is kept for display and changes no score.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from kwx_cli.batch.tables import HELD_SHIFT, SIZE_SHIFT, Bools, Ints, blocks
from kwx_cli.facts import EVENTS
from kwx_cli.hand import Hand, Meld, MeldKind
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, FIRST_DRAGON, RANK

PACKED: Final = np.dtype(
    [
        ("first", "<i4"),
        ("second", "<i4"),
        ("pons", "<u4"),
        ("kongs", "<u4"),
        ("dragons", "u1"),
        ("win", "i1"),
        ("how", "u1"),
        ("suits", "u1"),
    ]
)
"""A hand: base-5 codes of its concealed tiles by block, the winning tile in; one bit a kind for pons and for kongs.

`win` is the winning kind, -1 for a hand that waits. `how` is the index of the way to win in `EVENTS` plus `LAST`,
`REVEALED` and `PAYER_REVEALED`. `suits` is an index into `SUIT_PAIRS`.
"""

Packed = npt.NDArray[np.void]

KINDS: Final = 21
SECOND: Final = 9
DRAGON: Final = 18
LAST: Final = 8
REVEALED: Final = 16
PAYER_REVEALED: Final = 32
_CHECKED: Final = 1 << 14
SUIT_PAIRS: Final = tuple(combinations(range(3), 2))


def pack(hands: Iterable[Hand]) -> Packed:
    """Return hands as packed rows. They are taken as sound: what `parse` returns is.

    >>> from kwx_cli import parse
    >>> row = pack([parse("22b 4556t ZZZ+pon 111t+pon @5t")])[0]
    >>> int(row["first"]), int(row["dragons"]), int(row["win"])
    (10, 0, 13)
    """
    return np.array([_row(hand) for hand in hands], PACKED)


def _row(hand: Hand) -> tuple[int, ...]:
    suits = {BLOCK[kind] for kind in hand.tiles} - {DRAGON_BLOCK}
    pair = next(i for i, pair in enumerate(SUIT_PAIRS) if suits <= set(pair))
    codes = [0, 0, 0]
    won = () if hand.win is None else (hand.win,)
    for kind in (*hand.concealed, *won):
        at = packed_kind(kind, pair)
        codes[at // 9] += 5 ** (at % 9)
    melds = [0, 0]
    for meld in hand.melds:
        melds[meld.is_kong] |= 1 << packed_kind(meld.tile, pair)
    how = EVENTS.index(hand.by) + LAST * hand.haidi + REVEALED * hand.liang + PAYER_REVEALED * hand.duiliang
    win = -1 if hand.win is None else packed_kind(hand.win, pair)
    return codes[0], codes[1], melds[0], melds[1], codes[2], win, how, pair


def packed_kind(kind: int, pair: int) -> int:
    """Return the kind, 0-20, that one of the thirty is in a hand of the suits ``SUIT_PAIRS[pair]``."""
    if kind >= FIRST_DRAGON:
        return kind - FIRST_DRAGON + DRAGON
    return SUIT_PAIRS[pair].index(BLOCK[kind]) * 9 + RANK[kind]


def unpacked_kind(kind: int, pair: int) -> int:
    """Return the one of the thirty kinds that a packed kind stands for."""
    return kind - DRAGON + FIRST_DRAGON if kind >= DRAGON else SUIT_PAIRS[pair][kind // 9] * 9 + kind % 9


def unpack(row: np.void) -> Hand:
    """Return a packed row as a `Hand`; its kongs are of the kind ``kan``, since no score depends on it."""
    pair, win, how = int(row["suits"]), int(row["win"]), int(row["how"])
    counts: list[int] = []
    for name, ranks in (("first", 9), ("second", 9), ("dragons", 3)):
        counts += [int(row[name]) // 5**rank % 5 for rank in range(ranks)]
    if win >= 0:
        counts[win] -= 1
    melds = [
        Meld(kind, unpacked_kind(at, pair))
        for at in range(KINDS)
        for name, kind in (("pons", MeldKind.PON), ("kongs", MeldKind.KAN))
        if int(row[name]) >> at & 1
    ]
    return Hand(
        tuple(unpacked_kind(at, pair) for at, n in enumerate(counts) for _ in range(n)),
        tuple(melds),
        None if win < 0 else unpacked_kind(win, pair),
        EVENTS[how & 7],
        bool(how & LAST),
        bool(how & REVEALED),
        bool(how & PAYER_REVEALED),
    )


def check_packed(hands: Packed, whole: int) -> None:
    """Raise ValueError for the first row that is no sound hand with `whole` - 3m concealed tiles beside m melds."""
    if hands.dtype != PACKED:
        raise TypeError(f"hands are an array of dtype PACKED or texts, not {hands.dtype}")
    for start in range(0, len(hands), _CHECKED):
        _check(hands[start : start + _CHECKED], whole, start)


def _check(hands: Packed, whole: int, start: int) -> None:
    tables = blocks()
    out = (
        (hands["first"] < 0)
        | (hands["first"] >= len(tables.suit))
        | (hands["second"] < 0)
        | (hands["second"] >= len(tables.suit))
        | (hands["dragons"] >= len(tables.dragon))
        | ((hands["pons"] | hands["kongs"]) >> KINDS > 0)
        | (hands["win"] >= KINDS)
        | ((hands["win"] >= 0) != (whole == 14))
        | (hands["how"] & 7 >= len(EVENTS))
        | (hands["suits"] >= len(SUIT_PAIRS))
    )
    _refuse(out, start, "a field out of range")
    a, b, d = tables.suit[hands["first"]], tables.suit[hands["second"]], tables.dragon[hands["dragons"]]
    sizes = (a >> SIZE_SHIFT & 15) + (b >> SIZE_SHIFT & 15) + (d >> SIZE_SHIFT & 15)
    melds = np.bitwise_count(hands["pons"]) + np.bitwise_count(hands["kongs"])
    _refuse((sizes + 3 * melds != whole) | (melds > 4), start, f"not {whole} - 3m concealed tiles beside m melds")
    held = held_kinds(a, b, d)
    if whole == 14:
        _refuse(held >> hands["win"].astype(np.uint32) & 1 == 0, start, "the winning tile is not in the hand")
    rows = np.flatnonzero(melds)
    if rows.size:
        few, pons, kongs = hands[rows], hands["pons"][rows], hands["kongs"][rows]
        twice = np.zeros(len(rows), bool)
        for kind in range(KINDS):
            name, rank = (("first", kind), ("second", kind - SECOND), ("dragons", kind - DRAGON))[kind // 9]
            twice |= (pons >> kind & 1 > 0) & (few[name].astype(np.int64) // 5**rank % 5 > 1)
        bad = np.zeros(len(hands), bool)
        bad[rows] = twice | (pons & kongs > 0) | (kongs & held[rows] > 0)
        _refuse(bad, start, "a fifth tile")


def tiles(hands: Packed) -> Ints:
    """Return the number of concealed tiles of each hand, the winning one in; 15 and more of a block as 15."""
    tables = blocks()
    a, b, d = tables.suit[hands["first"]], tables.suit[hands["second"]], tables.dragon[hands["dragons"]]
    sizes: Ints = (a >> SIZE_SHIFT & 15) + (b >> SIZE_SHIFT & 15) + (d >> SIZE_SHIFT & 15)
    return sizes


def counts(hands: Packed) -> Ints:
    """Return how many concealed tiles of each of the 21 kinds hands have, the winning one in, a column for each."""
    found = np.empty((len(hands), KINDS), np.uint8)
    for name, first, ranks in (("first", 0, 9), ("second", SECOND, 9), ("dragons", DRAGON, 3)):
        code = hands[name].astype(np.int64)
        for rank in range(ranks):
            code, found[:, first + rank] = np.divmod(code, 5)
    return found


def held_kinds(a: Ints, b: Ints, d: Ints) -> Ints:
    """Return which kinds are among the concealed tiles, one bit each, from the cells of the three blocks."""
    return (a >> HELD_SHIFT & 511) | (b >> HELD_SHIFT & 511) << SECOND | (d >> HELD_SHIFT & 7) << DRAGON


def _refuse(bad: Bools, start: int, what: str) -> None:
    if bad.any():
        raise ValueError(f"row {start + int(np.argmax(bad))}: {what}")
