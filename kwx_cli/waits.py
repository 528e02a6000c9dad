"""Waits: the tiles that complete a hand, what each would be worth, and what the hand itself exhausts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kwx_cli.errors import Fault, HandError
from kwx_cli.facts import Facts, hand_facts
from kwx_cli.hand import By, Hand, waiting_fault
from kwx_cli.patterns import PATTERNS
from kwx_cli.scoring import Result, score
from kwx_cli.tiles import BLOCK, NAMES
from kwx_cli.variants import Variant

FLAGS = ("kawuxing", "mingsigui", "ansigui")
"""The patterns that depend on which tile wins, flagged on each wait."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that wins: how many are left, which `FLAGS` it can earn, and its scores by self-draw and by discard.

    The scores are None for a part of a hand, whose fan cannot be told.
    """

    tile: int
    left: int
    flags: tuple[str, ...]
    zimo: Result | None
    pao: Result | None


@dataclass(frozen=True, slots=True)
class Waits:
    """What a hand waits on. `exhausted` tiles would complete it, but all four are its own. `partial`: fewer sets."""

    hand: Hand
    variant: Variant
    waits: tuple[Wait, ...]
    exhausted: tuple[int, ...]
    partial: bool

    @property
    def tiles_left(self) -> int:
        """How many winning tiles are left in all."""
        return sum(wait.left for wait in self.waits)


def winning_tiles(hand: Hand) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the kinds that complete a hand, and those of them that it holds all four of, both ascending."""
    own = Counter(hand.tiles)
    blocks = {BLOCK[kind] for kind in hand.concealed}
    open_: list[int] = []
    exhausted: list[int] = []
    for kind in range(len(NAMES)):
        if BLOCK[kind] in blocks and hand_facts(Hand(hand.concealed, hand.melds, kind)):
            (open_ if own[kind] < 4 else exhausted).append(kind)
    return tuple(open_), tuple(exhausted)


def waits(hand: Hand, variant: Variant, seen: Iterable[int] = (), liang: bool = False) -> Waits:
    """Return the winning tiles of a waiting hand, with their scores under a variant.

    `seen` are kinds seen elsewhere, one for each tile; they lower what is left. `liang`: the hand is revealed.
    A hand of 3n + 1 concealed tiles with
    fewer sets than a full one is taken as the rest being complete, without fan (the sources' own 4688 and 2245667).
    Raises `HandError` if the number of tiles is not that of a waiting hand.

    >>> from kwx_cli import parse, load_variant
    >>> found = waits(parse("2245556t 111b+pon 222b+pon"), load_variant("classic"))
    >>> [(NAMES[wait.tile], wait.left, wait.flags) for wait in found.waits]
    [('2t', 2, ()), ('5t', 1, ('kawuxing', 'ansigui'))]
    """
    if fault := waiting_fault(hand):
        raise HandError(fault)
    own = Counter(hand.tiles)
    others = Counter(seen)
    tiles, exhausted = winning_tiles(hand)
    for kind in others:
        if own[kind] + others[kind] > 4:
            raise HandError(Fault("fifth-tile-seen", {"tile": NAMES[kind], "own": own[kind], "seen": others[kind]}))
    partial = not hand.is_whole
    found = []
    for kind in tiles:
        won = Hand(hand.concealed, hand.melds, kind, By.ZIMO, liang=liang)
        zimo = pao = None
        if not partial:
            zimo, pao = score(won, variant), score(replace(won, by=By.PAO), variant)
        held = [flag for flag in FLAGS if any(PATTERNS[flag].count(Facts(facts)) for facts in hand_facts(won))]
        found.append(Wait(kind, 4 - own[kind] - others[kind], tuple(held), zimo, pao))
    return Waits(hand, variant, tuple(found), exhausted, partial)
