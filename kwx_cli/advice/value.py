"""What a hand that is not complete is worth: a single player who draws a number of tiles, plays well, and self-draws.

The model: each draw is any of the unseen tiles, none put back; the player may keep it and throw another. He wins by
self-draw as soon as the variant lets him, and what a win pays is the business of `scoring` and `settlement`. Nobody
else wins, discards to him, or is dealt anything; there are no calls and no kongs; events (杠开, 海底) and extras that
hang on luck (买码, 漂) are left out. He plays for the expected payment, then for the chance to win, then to wait.

It is solved over hands and draws left, backwards. A hand is followed while what it takes stays within the distance at
the start and `spare` exchanges that bring it no nearer. A hand that waits with none to spare is no more changed, so its
chances have a closed form. What prunes and what is approximated is told in ``docs/advice.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import gt
from typing import NamedTuple

from kwx_cli.advice.distance import MOST_SPARE, SHIFT, WEIGHT, Gauge, Tiles, paired, unpack
from kwx_cli.facts import Arrangement, Facts, hand_facts
from kwx_cli.hand import Hand, Meld
from kwx_cli.scoring import Breakdown, Result, scorer
from kwx_cli.settlement.winning import hand_payments
from kwx_cli.variants import Variant

PLAYERS = 3

_WIN, _WAIT = 1e-7, 1e-10  # what breaks a tie between expected payments


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


class Course(NamedTuple):
    """The chances of one play by draws left: to wait, to win, what it pays, and what plays are compared by."""

    wait: list[float]
    win: list[float]
    pays: list[float]
    key: list[float]


class Courses(NamedTuple):
    """The chances of a hand: kept dark, and revealed once it waits."""

    dark: Course
    liang: Course


class Hold(NamedTuple):
    """A hand that waits and is not changed: the winning tiles left and what they pay in all, dark and revealed."""

    tiles: int
    pays: int
    tiles_liang: int
    pays_liang: int


class Option(NamedTuple):
    """What may be thrown after a draw: the kind; the tiles kept, what is left to spare, what is gone; their chances."""

    discard: int
    tiles: Tiles
    spare: int
    thrown: Tiles
    courses: Courses


class _Choice(NamedTuple):
    """A kind that can be drawn, how many are unseen, and where keeping it can lead."""

    kind: int
    left: int
    courses: list[Courses]


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
        if self.gauge.pairs and 3 * self.gauge.sets + 1 - paired(start) > self.gauge.distance(start) + MOST_SPARE:
            # No hand within bounds is nearer to seven pairs than these allow: each draw brings it one nearer at most.
            self.gauge = Gauge(melds, 13 - 3 * len(melds), pairs=False)
        self._courses: dict[tuple[Tiles, int, Tiles], Courses] = {}
        self._held: dict[Hold, Courses] = {}
        self._missed: dict[int, list[float]] = {}
        self._pays: dict[tuple[Tiles, int], tuple[int, int]] = {}
        self._amounts: dict[tuple[int, bool], int] = {}

    def value(self, tiles: Tiles, spare: int) -> Value:
        """Return what the tiles after a discard are worth, with `spare` exchanges that bring them no nearer."""
        dark, liang = self.courses(tiles, spare)
        n = self.draws
        return Value(n, spare, dark.wait[n], dark.win[n], dark.pays[n], liang.wait[n], liang.win[n], liang.pays[n])

    def courses(self, tiles: Tiles, spare: int, thrown: Tiles = 0) -> Courses:
        """Return the chances of the tiles after a discard.

        `thrown` are tiles that came and went: the hand does not tell that the wall has lost them.
        """
        found = self._courses.get((tiles, spare, thrown))
        if found is None:
            waits = self.gauge.distance(tiles) == 0
            if waits and not spare:
                found = self._waiting(tiles, thrown)
            else:
                choices = self._choices(tiles, spare, thrown)
                dark = self._solved(tiles, choices, waits, 0)
                locked = self._waiting(tiles, thrown).liang if waits else None
                found = Courses(dark, locked or self._solved(tiles, choices, waits, 1))
            self._courses[tiles, spare, thrown] = found
        return found

    def unseen_of(self, tiles: Tiles, kind: int, thrown: Tiles = 0) -> int:
        """Return how many of a kind are unseen once the hand has become these tiles, and some were thrown."""
        shift = SHIFT[kind]
        drawn = (tiles >> shift & 7) - (self.start >> shift & 7)
        return self.left[kind] - max(0, drawn) - (thrown >> shift & 7)

    def options(self, tiles: Tiles, spare: int, drawn: int, thrown: Tiles = 0) -> Iterator[Option]:
        """Yield what may be kept after a draw, other than what was held before: the hand as it is always may."""
        overlap, memo = self.gauge.overlap, self.gauge.memo
        after = tiles + WEIGHT[drawn]
        now = overlap(tiles)
        # Which of these are within bounds is told by the overlap alone, so most cost one look into the memo.
        least = now + 1 - spare
        if overlap(after) < least:
            return
        start = self.start
        # A kind that was thrown and comes again, or was drawn and is thrown: the wall has one less than the hand tells.
        again = tiles >> SHIFT[drawn] & 7 < start >> SHIFT[drawn] & 7
        for kind in _held_kinds(tiles):
            kept = after - WEIGHT[kind]
            keeps = memo.get(kept) or overlap(kept)
            if keeps >= least and kind != drawn:
                left = spare - 1 + keeps - now
                gone = thrown + again * WEIGHT[drawn]
                if tiles >> SHIFT[kind] & 7 > start >> SHIFT[kind] & 7:
                    gone += WEIGHT[kind]
                yield Option(kind, kept, left, gone := self._matters(kept, left, gone), self.courses(kept, left, gone))

    def _matters(self, tiles: Tiles, spare: int, thrown: Tiles) -> Tiles:
        """Return those of the tiles thrown that the hand could still use; all, while an exchange may change that."""
        if not thrown or spare:
            return thrown
        now = self.gauge.overlap(tiles)
        return sum(
            (thrown >> SHIFT[kind] & 7) * WEIGHT[kind]
            for kind in _held_kinds(thrown)
            if self.gauge.overlap(tiles + WEIGHT[kind]) > now
        )

    def _choices(self, tiles: Tiles, spare: int, thrown: Tiles) -> list[_Choice]:
        """Return each kind that can be drawn, and what keeping it can lead to."""
        found = []
        for kind in self.kinds:
            left = self.unseen_of(tiles, kind, thrown)
            if left > 0:
                every = {id(option.courses): option.courses for option in self.options(tiles, spare, kind, thrown)}
                found.append(_Choice(kind, left, list(every.values())))
        return found

    def _solved(self, tiles: Tiles, choices: Sequence[_Choice], waits: bool, play: int) -> Course:
        """Go through the draws left, from none: each draw is the best of keeping it and of staying.

        To stay counts the tile that was thrown as still unseen, so it is never too low.
        """
        wins: list[tuple[int, int]] = []
        draws: list[tuple[int, list[Course]]] = []
        for kind, left, every in choices:
            if waits and (pays := self.pays(tiles, kind)[play]):
                wins.append((left, pays))
            elif every:
                draws.append((left, _distinct([courses[play] for courses in every])))
        winning = sum(left for left, _ in wins)
        paid = sum(left * pays for left, pays in wins)
        here = Course([float(waits)], [0.0], [0.0], [_WAIT * waits])
        for n in range(1, self.draws + 1):
            unseen = self.unseen - self.draws + n
            before = n - 1
            stays = unseen - winning
            to_wait, to_win, to_pay = float(winning), float(winning), float(paid)
            for left, courses in draws:
                best = max(courses, key=lambda course: course.key[before])
                if best.key[before] > here.key[before]:
                    stays -= left
                    to_wait += left * best.wait[before]
                    to_win += left * best.win[before]
                    to_pay += left * best.pays[before]
            if stays < 0:  # more tiles would be kept than there are: some were thrown, so this cannot come about
                to_wait, to_win, to_pay = (each * unseen / (unseen - stays) for each in (to_wait, to_win, to_pay))
                stays = 0
            here.wait.append(1.0 if waits else (to_wait + stays * here.wait[before]) / unseen)
            here.win.append((to_win + stays * here.win[before]) / unseen)
            here.pays.append((to_pay + stays * here.pays[before]) / unseen)
            here.key.append(here.pays[n] + _WIN * here.win[n] + _WAIT * here.wait[n])
        return here

    def _waiting(self, tiles: Tiles, thrown: Tiles) -> Courses:
        """Return the chances of a hand that waits and is not changed any more."""
        hold = self._hold(tiles, thrown)
        found = self._held.get(hold)
        if found is None:
            dark = self._locked(hold.tiles, hold.pays)
            found = self._held[hold] = Courses(dark, self._locked(hold.tiles_liang, hold.pays_liang))
        return found

    def _hold(self, tiles: Tiles, thrown: Tiles) -> Hold:
        """Return the winning tiles left to a waiting hand, and what they pay."""
        sums = [0, 0, 0, 0]
        overlap = self.gauge.overlap
        now = overlap(tiles)
        for kind in self.kinds:
            left = self.unseen_of(tiles, kind, thrown)
            if left > 0 and overlap(tiles + WEIGHT[kind]) > now:
                for play, pays in enumerate(self.pays(tiles, kind)):
                    if pays:
                        sums[2 * play] += left
                        sums[2 * play + 1] += left * pays
        return Hold(*sums)

    def _locked(self, tiles: int, pays: int) -> Course:
        """Return the chances by draws left; which winning tile comes first does not depend on when it comes."""
        missed = self._missed.get(tiles)
        if missed is None:
            missed = [1.0]
            for unseen in range(self.unseen - self.draws + 1, self.unseen + 1):
                missed.append(missed[-1] * (unseen - tiles) / unseen if unseen > tiles else 0.0)
            self._missed[tiles] = missed
        each = pays / tiles if tiles else 0.0
        win = [1.0 - miss for miss in missed]
        paid = [chance * each for chance in win]
        return Course([1.0] * len(win), win, paid, [p + _WIN * w + _WAIT for p, w in zip(paid, win, strict=True)])

    def pays(self, tiles: Tiles, win: int) -> tuple[int, int]:
        """Return what the self-draw of a tile pays in all, dark and revealed; 0 where it is no win or not allowed."""
        found = self._pays.get((tiles, win))
        if found is None:
            hand = Hand(unpack(tiles), self.melds, win)
            facts = hand_facts(hand)
            if facts:
                shown = {each + Facts.revealed.one: arrangement for each, arrangement in facts.items()}
                found = self._paid(hand, facts), self._paid(replace(hand, liang=True), shown)
            else:
                found = 0, 0
            self._pays[tiles, win] = found
        return found

    def _paid(self, hand: Hand, facts: dict[int, Arrangement]) -> int:
        """Return what both others pay for a self-draw, neither of them revealed; 0 if it is not allowed."""
        rate = self.rate
        best = max(facts, key=lambda each: rate(each).rank) if len(facts) > 1 else next(iter(facts))
        score = rate(best)
        amount = self._amounts.get((best, hand.liang))
        if amount is None:
            result = Result(hand, self.variant, (Breakdown(Facts(best), score, facts[best]),))
            amount = (PLAYERS - 1) * sum(payment.amount for payment in hand_payments(result))
            self._amounts[best, hand.liang] = amount
        return amount


def _held_kinds(tiles: Tiles) -> list[int]:
    return [kind for kind, shift in enumerate(SHIFT) if tiles >> shift & 7]


def _distinct(found: list[Course]) -> list[Course]:
    """Leave out what is nowhere better than another."""
    if len(found) < 2:
        return found
    best = max(found, key=lambda course: course.key[-1])
    return [best, *(c for c in found if c is not best and any(map(gt, c.key, best.key)))]
