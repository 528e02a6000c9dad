"""Every hand there is: complete ones and waiting ones, up to the order of the suits and of the dragons.

Hands are taken in the order of their blocks, each with the number of hands that it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from kwx_cli.batch.packed import KINDS, PACKED, Packed, held_kinds
from kwx_cli.batch.tables import Ints, blocks, shipped

ROWS = 1 << 15


def digits(codes: Ints, ranks: int) -> Ints:
    """Return the counts of each code, a column for each rank."""
    return np.stack([codes // 5**rank % 5 for rank in range(ranks)], axis=1)


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks with their melds, in a fixed order: codes, masks of pons and kongs, tiles, melds, and how many alike."""

    code: Ints
    pons: Ints
    kongs: Ints
    size: Ints
    melds: Ints
    weight: Ints

    def where(self, size: int, melds: int) -> Ints:
        """Return which of them have so many concealed tiles and melds."""
        return np.flatnonzero((self.size == size) & (self.melds == melds))


def with_melds(codes: Ints, ranks: int, most: int) -> Blocks:
    """Return every sound block of these codes with up to `most` melds: no fifth tile of a kind."""
    parts: list[tuple[Ints, ...]] = []
    counts = digits(codes, ranks)
    for number in range(most + 1):
        for kinds in combinations(range(ranks), number):
            for kong in product((False, True), repeat=number):
                fits = np.ones(len(codes), bool)
                for kind, is_kong in zip(kinds, kong, strict=True):
                    fits &= counts[:, kind] <= (0 if is_kong else 1)
                some = codes[fits]
                pons = sum(1 << kind for kind, is_kong in zip(kinds, kong, strict=True) if not is_kong)
                kongs = sum(1 << kind for kind, is_kong in zip(kinds, kong, strict=True) if is_kong)
                sizes = counts[fits].sum(axis=1)
                parts.append((some, np.full(len(some), pons), np.full(len(some), kongs), sizes,
                              np.full(len(some), number), np.ones(len(some), np.int64)))  # fmt: skip
    return Blocks(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def of_dragons(codes: Ints, most: int) -> Blocks:
    """Return blocks of dragons up to their order, each with how many it stands for."""
    all_ = with_melds(codes, 3, most)
    held = digits(all_.code, 3)
    seen: Counter[tuple[tuple[int, int, int], ...]] = Counter()
    first: dict[tuple[tuple[int, int, int], ...], int] = {}
    for index in range(len(all_.code)):
        kinds = sorted(
            (int(held[index, k]), int(all_.pons[index] >> k & 1), int(all_.kongs[index] >> k & 1)) for k in range(3)
        )
        seen[tuple(kinds)] += 1
        first.setdefault(tuple(kinds), index)
    at = np.array(sorted(first.values()))
    weight = np.array([seen[key] for key, _ in sorted(first.items(), key=lambda item: item[1])])
    return Blocks(all_.code[at], all_.pons[at], all_.kongs[at], all_.size[at], all_.melds[at], weight)


def joined(suits: Blocks, dragons: Blocks, tiles: int, melds: int) -> Iterator[tuple[Packed, Ints]]:
    """Yield all hands of two suits, the first not before the second, and dragons, with how many each stands for."""
    for first_melds, second_melds in product(range(melds + 1), repeat=2):
        dragon_melds = melds - first_melds - second_melds
        if not 0 <= dragon_melds <= 3:
            continue
        for first_size, second_size in product(range(tiles + 1), repeat=2):
            firsts = suits.where(first_size, first_melds)
            seconds = suits.where(second_size, second_melds)
            thirds = dragons.where(tiles - first_size - second_size, dragon_melds)
            if not (len(firsts) and len(seconds) and len(thirds)):
                continue
            inner = len(seconds) * len(thirds)
            step = max(1, ROWS // inner)
            for start in range(0, len(firsts), step):
                few = firsts[start : start + step]
                a, rest = np.divmod(np.arange(len(few) * inner), inner)
                b, d = np.divmod(rest, len(thirds))
                first, second, third = few[a], seconds[b], thirds[d]
                keep = first >= second
                first, second, third = first[keep], second[keep], third[keep]
                if not len(first):
                    continue
                hands = np.zeros(len(first), PACKED)
                hands["first"], hands["second"] = suits.code[first], suits.code[second]
                hands["dragons"] = dragons.code[third]
                for name in ("pons", "kongs"):
                    of_suit, of_dragon = getattr(suits, name), getattr(dragons, name)
                    hands[name] = of_suit[first] | of_suit[second] << 9 | of_dragon[third] << 18
                yield hands, dragons.weight[third] * (1 + (first != second))


def winners(melds: int) -> Iterator[tuple[Packed, Ints]]:
    """Yield every distinct complete hand with so many melds, without a winning tile, with how many it stands for."""
    data = shipped()
    suits = with_melds(data["suit_codes"].astype(np.int64), 9, melds)
    dragons = of_dragons(data["dragon_codes"].astype(np.int64), min(melds, 3))
    yield from joined(suits, dragons, 14 - 3 * melds, melds)
    if melds:
        return
    # Seven pairs that are no standard hand as well.
    wins = np.zeros(5**9, bool)
    wins[data["suit_codes"]] = True
    dragon_wins = np.zeros(125, bool)
    dragon_wins[data["dragon_codes"]] = True
    even = _even(9)
    for hands, weight in joined(with_melds(even, 9, 0), of_dragons(_even(3), 0), 14, 0):
        new = ~(wins[hands["first"]] & wins[hands["second"]] & dragon_wins[hands["dragons"]])
        yield hands[new], weight[new]


def _even(ranks: int) -> Ints:
    """Return every code of even counts, of up to fourteen tiles."""
    codes = np.array([sum(n * 5**rank for rank, n in enumerate(counts)) for counts in product((0, 2, 4), repeat=ranks)])
    codes.sort()
    return codes[digits(codes, ranks).sum(axis=1) <= 14]


def each_tile(hands: Packed, weight: Ints) -> tuple[Packed, Ints]:
    """Return complete hands once for each kind that can have won: any of their concealed ones."""
    tables = blocks()
    held = held_kinds(tables.suit[hands["first"]], tables.suit[hands["second"]], tables.dragon[hands["dragons"]])
    bits = np.unpackbits(held.astype("<u4").view(np.uint8).reshape(-1, 4), axis=1, count=KINDS, bitorder="little")
    rows, kinds = np.nonzero(bits)
    found = hands[rows]
    found["win"] = kinds
    return found, weight[rows]


def waiting(melds: int) -> Iterator[tuple[Packed, Ints]]:
    """Yield every hand with so many melds and 13 - 3m concealed tiles, with how many it stands for."""
    tiles = 13 - 3 * melds
    codes = np.arange(5**9)
    size = np.zeros(5**9, np.int64)
    for rank in range(9):
        size += codes // 5**rank % 5
    suits = with_melds(codes[size <= tiles], 9, melds)
    for hands, weight in joined(suits, of_dragons(np.arange(125), min(melds, 3)), tiles, melds):
        hands["win"] = -1
        yield hands, weight
