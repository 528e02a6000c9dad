"""What to throw: each different discard, how far the hand is after it, what it then waits on, and what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kwx_cli.advice.distance import (
    MOST_SPARE,
    Draw,
    Gauge,
    Progress,
    Tiles,
    in_play,
    pack,
    position,
    progress,
    size_fault,
)
from kwx_cli.errors import HandError
from kwx_cli.hand import By, Hand
from kwx_cli.patterns import RUNGS
from kwx_cli.readings import WEIGHT
from kwx_cli.settlement.winning import Payer, shares
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK
from kwx_cli.variants import Variant
from kwx_cli.waits import Waits, waits

if TYPE_CHECKING:
    from kwx_cli.advice.value import Value

DRAWS = 10
"""How many draws are looked ahead where nothing is said about the wall."""
NEAR = 1
"""The distance up to which an exchange that brings the hand no nearer is followed."""
FAR = 2
"""The distance up to which a hand is valued at all."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A revealed player: the tiles he wins on, each with his fan, 亮倒 in it, or None where it is not known."""

    waits: Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class Danger:
    """A discard that a revealed player wins on: whether the variant forbids it, and what it costs in base units.

    `other` is what the third player pays besides. `at_least` tells that a fan was not known, and the least it can be
    was taken. Extras are left out.
    """

    forbidden: bool
    cost: int
    other: int
    at_least: bool


@dataclass(frozen=True, slots=True)
class Discard:
    """One tile to throw.

    `progress` has the distance and the useful draws after it, `waits` what it then waits on, or None. `loses` are
    patterns with their multipliers that the best discard still has in sight and this one has not, or has for less.
    """

    tile: int
    progress: Progress
    waits: Waits | None
    value: Value | None
    danger: Danger | None
    sees: tuple[tuple[str, int], ...]
    loses: tuple[tuple[str, int], ...] = ()

    @property
    def distance(self) -> int:
        """The distance after the discard."""
        return self.progress.distance

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The useful draws after the discard, or the winning tiles."""
        return self.progress.draws

    @property
    def tiles_left(self) -> int:
        """How many useful tiles are left."""
        return self.progress.tiles_left


@dataclass(frozen=True, slots=True)
class Advice:
    """Every different discard of a hand, best first.

    `distance` is that of the hand with all its tiles; `looked` how many draws were looked ahead, 0 where no discard was
    valued. `forced`: the variant forbids every discard, which ends the hand (3D).
    """

    hand: Hand
    variant: Variant
    distance: int
    looked: int
    discards: tuple[Discard, ...]

    @property
    def forced(self) -> bool:
        """Whether nothing may be thrown."""
        return all(discard.danger is not None and discard.danger.forbidden for discard in self.discards)


def discards(
    hand: Hand,
    variant: Variant,
    seen: Iterable[int] = (),
    draws: int = DRAWS,
    against: Sequence[Opponent] = (),
    exchanges: int | None = None,
) -> Advice:
    """Return what a hand of 14 - 3m concealed tiles can throw, best first.

    By the expected payment (`value`) of the better play where it was computed, else by distance and tiles left; what
    the variant forbids stands last. `seen` are kinds seen elsewhere, `draws` how many own draws are looked ahead, 0 for
    none; `against` are revealed players in the order in which they revealed. `exchanges` that bring the hand no nearer
    are followed, at most 2: by default one up to distance 1, none beyond. Raises `HandError` for another number of
    tiles.

    >>> from kwx_cli import NAMES, load_variant, parse
    >>> advice = discards(parse("46t 123b 889t 789b ZZZ"), load_variant())
    >>> [(NAMES[each.tile], each.distance, each.tiles_left) for each in advice.discards[:2]]
    [('9t', 0, 4), ('8t', 1, 19)]
    """
    concealed, outside, left = position(hand, seen)
    if len(concealed) != 14 - 3 * len(hand.melds):
        raise HandError(size_fault(hand, "discard"))
    tiles = pack(concealed)
    kinds = in_play((*hand.tiles, *outside))
    gauge = Gauge(hand.melds, len(concealed))
    far = gauge.distance(tiles)
    values: dict[Tiles, Value] = {}
    looked = 0
    if draws and far <= FAR:
        from kwx_cli.advice.value import Model  # a third of the time that the command takes to start

        model = Model(variant, hand.melds, tiles, left, kinds, draws)
        reach = spare_exchanges(far, exchanges) + max(far, 0)
        starts = {}
        for kind in dict.fromkeys(concealed):
            after_it = gauge.distance(tiles - WEIGHT[kind])
            if after_it <= min(max(far, NEAR), reach):
                starts[tiles - WEIGHT[kind]] = reach - after_it
        values, looked = model.values(starts), model.draws
    found = []
    for kind in dict.fromkeys(concealed):
        rest = list(concealed)
        rest.remove(kind)
        after = Hand(tuple(rest), hand.melds)
        elsewhere = [*outside.elements(), kind]
        ahead = progress(after, elsewhere, gauge)
        wait = waits(after, variant, elsewhere) if ahead.distance == 0 else None
        value = values.get(tiles - WEIGHT[kind])
        danger = danger_of(kind, variant, against)
        found.append(Discard(kind, ahead, wait, value, danger, in_sight(after, ahead, wait, variant)))
    found.sort(key=_order)
    best = dict(found[0].sees)
    ranked = tuple(replace(each, loses=_loses(best, dict(each.sees))) for each in found)
    return Advice(hand, variant, far, looked, ranked)


def spare_exchanges(far: int, asked: int | None) -> int:
    """Return how many exchanges that bring a hand no nearer are followed at a distance."""
    if asked is not None:
        return min(asked, MOST_SPARE)
    return 1 if far <= NEAR else 0


def _order(discard: Discard) -> tuple[bool, bool, float, int, int, int]:
    value = discard.value
    return (
        discard.danger is not None and discard.danger.forbidden,
        value is None,
        0.0 if value is None else -round(value.best, 9),
        discard.distance,
        -discard.tiles_left,
        discard.tile,
    )


def in_sight(after: Hand, ahead: Progress, wait: Waits | None, variant: Variant) -> tuple[tuple[str, int], ...]:
    """Return the patterns above 屁胡 that a hand is on the way to, with their multipliers.

    Of a hand that waits, those that its waits can earn by self-draw; of any other, the rung of seven pairs where those
    are no farther than the rest, and 清一色 where every tile is of one suit.
    """
    best: dict[str, int] = {}
    if wait is not None:
        for each in wait.waits:
            for breakdown in each.zimo.breakdowns if each.zimo else ():
                for line in breakdown.score.lines:
                    if line.id != "pihu":
                        best[line.id] = max(best.get(line.id, 0), line.times)
        return tuple(best.items())
    if ahead.pairs is not None and ahead.pairs <= ahead.distance:
        rung = sum(n == 4 for n in Counter(after.concealed).values())
        while rung and variant.times(RUNGS[rung]) is None:
            rung -= 1
        if times := variant.times(RUNGS[rung]):
            best[RUNGS[rung]] = times
    blocks = {BLOCK[kind] for kind in after.tiles}
    if len(blocks) == 1 and DRAGON_BLOCK not in blocks and (times := variant.times("qingyise")):
        best["qingyise"] = times
    return tuple(best.items())


def _loses(best: Mapping[str, int], sees: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return what the best has in sight and this has not; a rung of seven pairs is not lost to a higher one."""
    higher = max((RUNGS.index(id) for id in sees if id in RUNGS), default=-1)
    return tuple(
        (id, times)
        for id, times in best.items()
        if times > sees.get(id, 0) and not (id in RUNGS and RUNGS.index(id) <= higher)
    )


def danger_of(tile: int, variant: Variant, against: Sequence[Opponent], by: By = By.PAO) -> Danger | None:
    """Return what a discard, or a kong that can be robbed, costs a player who has not revealed; None if nobody wins.

    The liability is the variant's: 包 for both (WX, MH, XF, KX, QA), both pay (3D), or his own share. Revealed players'
    waits may not be thrown where `reveal.protects` (3D).
    """
    winners = [index for index, each in enumerate(against) if tile in each.waits]
    if not winners:
        return None
    least = max(variant.times("liangdao") or 1, variant.number("min_fan.discard") or 1)
    if variant.choice("reveal.two_winners") == "first-revealed":
        winners = winners[:1]
        both = False
    else:
        both = len(winners) > 1
    cost = other = 0
    for index in winners:
        fan = against[index].waits[tile] or least
        payers = (Payer("discarder", False), Payer("other", len(against) > 1))
        for share in shares(fan, variant, by, True, payers, both):
            if share.payer == "discarder":
                cost += share.fan
            else:
                other += share.fan
    unknown = any(against[index].waits[tile] is None for index in winners)
    return Danger(by is By.PAO and variant.flag("reveal.protects"), cost, other, unknown)
