"""What a hand is worth to a single player, by trying every draw and every discard: no limit to what he may do.

Only for a few draws from a wall of a few tiles. The wall is known tile by tile, so nothing is approximated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from .hands import Meld, OHand, Rules, best, payments, waits

PAYERS = 2


class Outcome(NamedTuple):
    """What the play that pays most comes to; ties go to winning, then to waiting."""

    pays: float
    win: float
    wait: float


def _better(outcome: Outcome) -> Outcome:
    """What outcomes are compared by: sums of floats in another order are the same."""
    return Outcome(*(round(each, 10) for each in outcome))


class Table:
    """One player beside fixed melds; `liang`: he reveals as soon as he waits, and then keeps his hand."""

    def __init__(self, melds: Sequence[Meld], rules: Rules, liang: bool) -> None:
        self.melds, self.rules, self.liang = tuple(melds), rules, liang
        self.value = cache(self._value)
        self.waits = cache(lambda hand: bool(waits(hand, self.melds)[0]))
        self.paid = cache(self._paid)

    def _paid(self, hand: tuple[str, ...], drawn: str) -> int:
        won = OHand(hand, self.melds, drawn, "zimo", liang=self.liang)
        counted = best(won, self.rules)
        return payments(won, self.rules)["each"] * PAYERS if counted and counted.allowed else 0

    def _value(self, hand: tuple[str, ...], wall: tuple[str, ...], draws: int) -> Outcome:
        """The hand is held before a draw; `wall` has every tile that can come, in order of kind."""
        waiting = self.waits(hand)
        if not draws:
            return Outcome(0.0, 0.0, float(waiting))
        total = [0.0, 0.0, 0.0]
        for drawn in sorted(set(wall)):
            rest = list(wall)
            rest.remove(drawn)
            left = tuple(rest)
            if paid := self.paid(hand, drawn) if waiting else 0:
                outcome = Outcome(float(paid), 1.0, 1.0)
            elif waiting and self.liang:
                outcome = self.value(hand, left, draws - 1)
            else:
                after = tuple(sorted((*hand, drawn)))
                throws = (tuple(after[:at] + after[at + 1 :]) for at in range(len(after)))
                outcome = max((self.value(kept, left, draws - 1) for kept in sorted(set(throws))), key=_better)
            chance = wall.count(drawn) / len(wall)
            total = [so_far + chance * more for so_far, more in zip(total, outcome, strict=True)]
        if waiting:
            total[2] = 1.0
        return Outcome(*total)
