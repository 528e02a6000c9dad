"""What a hand that is not complete is worth: a single player who draws a number of tiles, plays well, and self-draws.

The model: each draw is any of the unseen tiles, none put back; the player may keep it and throw another. He wins by
self-draw as soon as the variant lets him, and what a win pays is the business of `scoring` and `settlement`. Nobody
else wins, discards to him, or is dealt anything; there are no calls and no kongs; events (杠开, 海底) and extras that
hang on luck (买码, 漂) are left out. He plays for the expected payment, then for the chance to win, then to wait.

A hand is followed while what it takes stays within the distance at the start and `spare` exchanges that bring it no
nearer. Here these hands are found, and where each leads to; `solving` finds what they are worth, draw by draw from the
last. What prunes and what is approximated is told in ``docs/advice.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from kwx_cli.advice.distance import MOST_SPARE, Gauge, Tiles, paired, unpack
from kwx_cli.facts import Arrangement, Facts, hand_facts
from kwx_cli.hand import Hand, Meld
from kwx_cli.readings import SHIFT, WEIGHT
from kwx_cli.scoring import Breakdown, Result, scorer
from kwx_cli.settlement.winning import hand_payments
from kwx_cli.variants import Variant

if TYPE_CHECKING:
    from kwx_cli.advice.solving import Solution

PLAYERS = 3


@dataclass(frozen=True, slots=True)
class Value:
    """What a hand is worth under the model, in two plays: kept dark, and with 亮倒 from the first waiting hand on.

    `wait` and `win` are chances from 0 to 1, `pays` the expected payment in base units, both payers together; those
    that end in `_liang` are of the second play, whose hand is locked once it waits and whose fan has 亮倒 in it.
    `draws` are the draws that were looked ahead; `exchanges` how many of them may bring the hand no nearer.
    """

    draws: int
    exchanges: int
    wait: float
    win: float
    pays: float
    wait_liang: float
    win_liang: float
    pays_liang: float

    @property
    def best(self) -> float:
        """The expected payment of the better play."""
        return max(self.pays, self.pays_liang)


@dataclass(slots=True)
class Level:
    """The hands of one level, as lists to be filled: a row of each hand, an entry for each tile that can come."""

    left: list[list[int]] = field(default_factory=list)
    """How many of each kind in play are unseen, by hand."""
    waits: list[bool] = field(default_factory=list)
    wins: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Hand, kind, and what winning on it pays, dark and revealed; 0 where it may not."""
    draws: list[tuple[int, int]] = field(default_factory=list)
    """Hand and kind where something may be kept, in order."""
    kept: list[list[int]] = field(default_factory=list)
    """What each of the draws can lead to, as hands of the level below."""


class _Kind(NamedTuple):
    """A kind that can be drawn: where it stands in packed tiles, how many are held at the start and how many unseen."""

    kind: int
    shift: int
    weight: Tiles
    first: int
    left: int


def draws_of_wall(wall: int, drawing: bool = False) -> int:
    """Return how many draws a player has of a wall of tiles; `drawing`: the next is his own, after a kong.

    >>> draws_of_wall(20), draws_of_wall(20, drawing=True)
    (6, 7)
    """
    return 1 + (wall - 1) // PLAYERS if drawing and wall else wall // PLAYERS


class Model:
    """Values hands that come from one: packed tiles, after a discard, beside fixed melds."""

    def __init__(
        self,
        variant: Variant,
        melds: tuple[Meld, ...],
        start: Tiles,
        left: Sequence[int],
        kinds: Sequence[int],
        draws: int,
    ) -> None:
        """Take the tiles at the start, before or after a draw, how many of each kind are unseen, the kinds in play."""
        self.rate = scorer(variant)
        self.variant = variant
        self.melds = melds
        self.start = start
        self.left = left
        self.kinds = [kind for kind in kinds if left[kind] > 0]
        self.unseen = sum(left[kind] for kind in self.kinds)
        self.draws = min(draws, self.unseen)
        self.gauge = Gauge(melds, 13 - 3 * len(melds))
        if self.gauge.pairs and 13 - paired(start) > self.gauge.distance(start) + MOST_SPARE:
            # No hand within bounds is nearer to seven pairs than these allow: each draw brings it one nearer at most.
            self.gauge = Gauge(melds, 13 - 3 * len(melds), pairs=False)
        self.whole = 3 * self.gauge.sets + 1
        self.levels: list[Level] = []
        self._play = [
            _Kind(kind, SHIFT[kind], WEIGHT[kind], start >> SHIFT[kind] & 7, left[kind]) for kind in self.kinds
        ]
        self.solution: Solution | None = None
        self._places: dict[tuple[Tiles, int, Tiles], int] = {}
        self._pays: dict[tuple[Tiles, int], tuple[int, int]] = {}
        self._amounts: dict[int, int] = {}

    def values(self, starts: Mapping[Tiles, int]) -> dict[Tiles, Value]:
        """Return what tiles after a discard are worth, each with the exchanges it has to bring it no nearer."""
        if not starts:
            return {}
        from kwx_cli.advice.solving import solved  # numpy takes as long to import as most hands to solve

        at = {tiles: (self.level(tiles, spare), self.place(tiles, spare)) for tiles, spare in starts.items()}
        self.solution = solved(self.levels, len(self.kinds), self.unseen, self.draws)
        found = {}
        for tiles, (level, place) in at.items():
            dark, liang = (self.solution.values[play][level][self.draws][place] for play in (0, 1))
            pays, pays_liang = float(dark[0]), float(liang[0])
            # What is left out could bring a chance above one, where nearly the whole of a small wall is drawn.
            win, wait, win_liang, wait_liang = (min(1.0, float(each)) for each in (*dark[1:], *liang[1:]))
            found[tiles] = Value(self.draws, starts[tiles], wait, win, pays, wait_liang, win_liang, pays_liang)
        return found

    def level(self, tiles: Tiles, spare: int) -> int:
        """Return the level that a hand lies on."""
        return self.gauge.distance(tiles) + spare

    def place(self, tiles: Tiles, spare: int, thrown: Tiles = 0) -> int:
        """Return the place of a hand on its level, with all that it can lead to on the levels below.

        `thrown` are tiles that came and went: the hand does not tell that the wall has lost them.
        """
        found = self._places.get((tiles, spare, thrown))
        if found is None:
            found = self._places[tiles, spare, thrown] = self._placed(tiles, spare, thrown)
        return found

    def _placed(self, tiles: Tiles, spare: int, thrown: Tiles, among: list[int] | None = None) -> int:
        """Put a hand on its level; `among` are the places in `kinds` of what can be of use, None if that is not known.

        What is of use on a straight way was so from the start.
        """
        overlap, memo, places, play = self.gauge.overlap, self.gauge.memo, self._places, self._play
        now = overlap(tiles)
        level = self._level(self.whole - now + spare)
        waits = now == self.whole
        place, row = len(level.left), self._left(tiles, thrown)
        of_use = [
            at
            for at in (range(len(play)) if among is None else among)
            if row[at] and (memo.get(after := tiles + play[at].weight) or overlap(after)) > now
        ]
        level.left.append(row)
        level.waits.append(waits)
        if waits:
            for at in of_use:
                pays = self.pays(tiles, play[at].kind)
                if pays[1]:
                    level.wins.append((place, at, *pays))
            if not spare:
                return place
        # What may be kept is told by the overlap alone, so most costs one look into the memo.
        least = now + 1 - spare
        held = self._held(tiles)
        for at in range(len(play)) if spare else of_use:
            kind, shift, weight, first = play[at][:4]
            if not row[at] or (waits and at in of_use and self.pays(tiles, kind)[0]):
                continue
            after = tiles + weight
            kept = []
            # A kind that was thrown and comes again, or was drawn and is thrown, is gone, and the hand does not tell.
            gone = thrown + weight if tiles >> shift & 7 < first else thrown
            for discard, weight_off, was_drawn in held:
                rest = after - weight_off
                keeps = memo.get(rest) or overlap(rest)
                if keeps >= least and discard != kind:
                    to_spare = spare - 1 + keeps - now
                    out = gone + weight_off if was_drawn else gone
                    key = rest, to_spare, self._matters(rest, to_spare, out) if out else 0
                    child = places.get(key)
                    if child is None:
                        child = places[key] = self._placed(*key, of_use if keeps > now else None)
                    if child not in kept:
                        kept.append(child)
            if kept:
                level.draws.append((place, at))
                level.kept.append(kept)
        return place

    def _left(self, tiles: Tiles, thrown: Tiles) -> list[int]:
        """Return how many of each kind in play are unseen once the hand has become these tiles."""
        row = []
        for _, shift, _, first, left in self._play:
            count = tiles >> shift & 7
            if count > first:
                left -= count - first
            row.append(max(0, left - (thrown >> shift & 7)))
        return row

    def _held(self, tiles: Tiles) -> list[tuple[int, Tiles, bool]]:
        """Return the kinds that a hand holds, what each adds to packed tiles, and whether more than at the start."""
        return [
            (kind, WEIGHT[kind], tiles >> shift & 7 > self.start >> shift & 7)
            for kind, shift in enumerate(SHIFT)
            if tiles >> shift & 7
        ]

    def _level(self, at: int) -> Level:
        while len(self.levels) <= at:
            self.levels.append(Level())
        return self.levels[at]

    def _matters(self, tiles: Tiles, spare: int, thrown: Tiles) -> Tiles:
        """Return those of the tiles thrown that the hand could still use; all, while an exchange may change that."""
        if spare:
            return thrown
        now = self.gauge.overlap(tiles)
        return sum(
            (thrown >> SHIFT[kind] & 7) * weight
            for kind, weight, _ in self._held(thrown)
            if self.gauge.overlap(tiles + weight) > now
        )

    def pays(self, tiles: Tiles, win: int) -> tuple[int, int]:
        """Return what the self-draw of a tile pays in all, dark and revealed; 0 where it is no win or not allowed."""
        found = self._pays.get((tiles, win))
        if found is None:
            hand = Hand(unpack(tiles), self.melds, win)
            facts = hand_facts(hand)
            found = (self._paid(hand, facts, False), self._paid(hand, facts, True)) if facts else (0, 0)
            self._pays[tiles, win] = found
        return found

    def _paid(self, hand: Hand, facts: dict[int, Arrangement], liang: bool) -> int:
        """Return what both others pay for a self-draw, neither of them revealed; 0 if it is not allowed."""
        rate, shown = self.rate, liang * Facts.revealed.one
        dark = max(facts, key=lambda each: rate(each + shown).rank) if len(facts) > 1 else next(iter(facts))
        best = dark + shown
        amount = self._amounts.get(best)
        if amount is None:
            breakdown = Breakdown(Facts(best), rate(best), facts[dark])
            result = Result(replace(hand, liang=liang), self.variant, (breakdown,))
            amount = (PLAYERS - 1) * sum(payment.amount for payment in hand_payments(result))
            self._amounts[best] = amount
        return amount
