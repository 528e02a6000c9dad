"""Random hands for the benchmarks and for large files, from a fixed seed: winning ones as they come in play.

    python benchmarks/hands.py 100000 > hands.txt

Sets at random, more runs than triplets, half of the hands without melds, an eighth of seven pairs or of one suit, a
third revealed, a tenth with an event. Nothing but the standard library, so that each peer's process can make its own.
"""

from __future__ import annotations

import sys
from random import Random

SUITS = ("b", "t")
DRAGONS = ("Z", "F", "B")
MELDS = ("pon", "pon", "pon", "zhi", "bu", "an")
TAGS = ("", "", "", "", "+pao", "+pao", "+pao", "+pao", "+pao", "+gangpao")


def winning(random: Random) -> tuple[list[int], list[tuple[str, int]], int]:
    """Return concealed kinds, melds and the winning kind of a hand: 0-8 in 筒, 9-17 in 条, 18-20 dragons."""
    while True:
        suits = (random.randrange(2),) if random.random() < 0.06 else (0, 1)
        kinds = [kind for kind in range(21) if kind // 9 in suits or (len(suits) > 1 and kind >= 18)]
        number = random.choices(range(5), (50, 28, 15, 6, 1))[0]
        melds = [(random.choice(MELDS), kind) for kind in random.sample(kinds, number)]
        if not melds and random.random() < 0.1:
            tiles = [kind for kind in random.sample(kinds, 7) for _ in range(2)]
        else:
            tiles = random.choices(kinds, k=1) * 2
            for _ in range(4 - number):
                if random.random() < 0.75:
                    low = random.choice(suits) * 9 + random.randrange(7)
                    tiles += [low, low + 1, low + 2]
                else:
                    tiles += [random.choice(kinds)] * 3
        used = tiles + [kind for name, kind in melds for _ in range(3 + (name != "pon"))]
        if all(used.count(kind) <= 4 for kind in used):
            win = tiles.pop(random.randrange(len(tiles)))
            return sorted(tiles), sorted(melds, key=lambda meld: meld[1]), win


def spell(tiles: list[int]) -> str:
    """Return tiles in notation."""
    groups = ["".join(str(kind % 9 + 1) for kind in tiles if kind // 9 == i) + suit for i, suit in enumerate(SUITS)]
    groups += [dragon * tiles.count(18 + i) for i, dragon in enumerate(DRAGONS)]
    return " ".join(group for group in groups if len(group) > 1 or group in DRAGONS)


def name(kind: int) -> str:
    """Return a kind in notation."""
    return DRAGONS[kind - 18] if kind >= 18 else f"{kind % 9 + 1}{SUITS[kind // 9]}"


def text(random: Random, waiting: bool = False) -> str:
    """Return a hand in canonical notation, with its winning tile unless it waits."""
    tiles, melds, win = winning(random)
    parts = [spell(tiles)]
    for meld, kind in melds:
        parts.append((name(kind)[0] * (3 + (meld != "pon")) + name(kind)[1:]) + "+" + meld)
    tags = random.choice(TAGS)
    if not tags and any(meld != "pon" for meld, _ in melds) and random.random() < 0.3:
        tags = "+gangkai"
    tags += "+haidi" if random.random() < 0.02 else ""
    tags += "+liang" if random.random() < 0.33 else ""
    if waiting:
        return " ".join(parts)
    return " ".join([*parts, f"@{name(win)}{tags}"])


def texts(number: int, waiting: bool = False, seed: int = 1) -> list[str]:
    """Return hands in canonical notation."""
    random = Random(seed)
    return [text(random, waiting) for _ in range(number)]


if __name__ == "__main__":
    random = Random(1)
    for _ in range(int(sys.argv[1])):
        print(text(random))
