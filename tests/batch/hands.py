"""Random hands for the tests of the batch: wins of every shape, near misses, melds, events."""

from __future__ import annotations

from random import Random

from kwx_cli.hand import By, Hand, Meld, MeldKind, faults


def random_hand(random: Random, waiting: bool = False, winning: float = 0.8) -> Hand:
    """Return a sound hand of two suits and dragons, built from sets or pairs in a share `winning` of the cases."""
    while True:
        suits = random.sample(range(3), random.choice([1, 2, 2, 2]))
        kinds = [kind for kind in range(30) if kind >= 27 or kind // 9 in suits]
        melds = random.choice([0, 0, 0, 1, 1, 2, 3, 4])
        fate = random.random()
        tiles: list[int] = []
        if fate < 0.15 and not melds:
            tiles = [kind for kind in random.choices(kinds, k=7) for _ in range(2)]
        elif fate < winning:
            for _ in range(4 - melds):
                if random.random() < 0.6:
                    low = random.choice(suits) * 9 + random.randrange(7)
                    tiles += [low, low + 1, low + 2]
                else:
                    tiles += [random.choice(kinds)] * 3
            tiles += [random.choice(kinds)] * 2
        else:
            tiles = random.choices(kinds, k=14 - 3 * melds)
        random.shuffle(tiles)
        win = tiles.pop()
        hand = Hand(
            tuple(sorted(tiles)),
            tuple(sorted((Meld(random.choice(list(MeldKind)), kind) for kind in random.sample(kinds, melds)),
                         key=lambda meld: (meld.tile, meld.kind))),
            None if waiting else win,
            By.ZIMO if waiting else random.choice(list(By)),
            not waiting and random.random() < 0.2,
            not waiting and random.random() < 0.3,
            not waiting and random.random() < 0.2,
        )  # fmt: skip
        if not faults(hand):
            return hand
