"""Facts to fan: the one place that multiplies, under any variant; and the result of a hand, with every breakdown.

`Scorer` turns a `Facts` into a `Score` and remembers it, so that a file of millions scores each distinct facts once.
`score` looks at a whole hand: every reading and place, which one counts, and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kwx_cli.errors import HandError
from kwx_cli.facts import Arrangement, Facts, hand_facts
from kwx_cli.hand import By, Hand, winning_fault
from kwx_cli.patterns import PATTERNS, RUNGS, concealed_quads, exposed_quads
from kwx_cli.variants import Variant

ORDER = {id: index for index, id in enumerate(PATTERNS)}
_SHAPES = tuple(p for p in PATTERNS.values() if p.group == "shape" and p.id not in ("pihu", "sanyuanqidui"))
_EVENTS = tuple(p for p in PATTERNS.values() if p.group == "event")
_ONLY_IN_EXTRAS = (Facts.triplets, Facts.place_triplet, Facts.kongs, Facts.longest)
"""What no pattern looks at, only `shukan` and `qiabazhang`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern that counts: its id, how often, and what it multiplies by in all."""

    id: str
    count: int
    times: int

    @property
    def word(self) -> str:
        """The pattern's id, with ``*n`` where it counts n times."""
        return f"{self.id}*{self.count}" if self.count > 1 else self.id


class Remark(NamedTuple):
    """A pattern that holds and does not count: `why` is ``absorbed``, ``unlisted`` or ``held``; `by` replaces it."""

    id: str
    why: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What a `Facts` is worth: `fan` is `product` under the cap; `extra` are base units outside it, from each payer.

    `allowed` tells whether the variant lets such a hand win. `extras` splits `extra` into ``shukan``, ``qia``, ``mo``
    and ``bazhang``. `rank` orders scores: the greatest is the one that counts.
    """

    fan: int
    product: int
    allowed: bool
    extra: int
    lines: tuple[Line, ...]
    remarks: tuple[Remark, ...]
    extras: tuple[tuple[str, int], ...]
    rank: tuple[bool, int, int, int, tuple[int, ...]]


class Scorer:
    """A variant compiled to a function from `Facts` to `Score`, which remembers what it has scored."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.cap = variant.number("cap")
        self.times = {id: variant.times(id) for id in PATTERNS}
        self.min_fan = {by: variant.number(f"min_fan.{'zimo' if by.self_drawn else 'discard'}") or 1 for by in By}
        self.absorbs = variant.flag("shouzhuayi_includes_pengpenghu") and self.times["shouzhuayi"] is not None
        self.scope = variant.choice("sigui.scope")
        in_flush = variant.choice("sigui.scope_in_flush")
        self.scope_in_flush = self.scope if in_flush == "none" else in_flush
        self.big_at = variant.number("sigui.big_at") or 1
        self.big_counts_events = variant.flag("sigui.big_counts_events")
        self.needs_triplet = variant.flag("sigui.needs_triplet")
        self.extras: list[Callable[[Facts], list[tuple[str, int]]]] = []
        if variant.flag("extras.shukan"):
            self.extras.append(shukan)
        if variant.flag("extras.qiabazhang"):
            self.extras.append(qiabazhang)
        # Facts that differ only in what the variant does not look at, or in nothing that shows, have the same `Score`.
        self.counts = -1 if self.extras else ~sum(field.mask << field.shift for field in _ONLY_IN_EXTRAS)
        self.memo: dict[int, Score] = {}
        self._same: dict[Score, Score] = {}

    def __call__(self, facts: int) -> Score:
        """Return the score of one `Facts`; equal scores are one object."""
        score = self.memo.get(facts)
        if score is None:
            counted = facts & self.counts
            score = self.memo.get(counted)
            if score is None:
                score = self._score(Facts(counted))
                score = self.memo[counted] = self._same.setdefault(score, score)
            self.memo[facts] = score
        return score

    def _score(self, facts: Facts) -> Score:
        lines: list[Line] = []
        remarks: list[Remark] = []

        def add(id: str, count: int = 1) -> None:
            if times := self.times[id]:
                lines.append(Line(id, count, times**count))
            else:
                remarks.append(Remark(id, "unlisted"))

        for pattern in _SHAPES:
            if pattern.count(facts):
                if pattern.id == "pengpenghu" and self.absorbs and facts.four_melds:
                    remarks.append(Remark(pattern.id, "absorbed", "shouzhuayi"))
                else:
                    add(pattern.id)
        if not facts.standard:
            self._seven_pairs(facts, lines, remarks)
        exposed, concealed = exposed_quads(facts), concealed_quads(facts, self.needs_triplet)
        for id, quads in (("mingsigui", exposed), ("ansigui", concealed)):
            if quads.won:
                add(id)
        shape = product(lines)
        for pattern in _EVENTS:
            if pattern.count(facts):
                add(pattern.id)
        counts_held = self._counts_held(facts, product(lines) if self.big_counts_events else shape)
        for id, quads in (("mingsigui", exposed), ("ansigui", concealed)):
            if not quads.held:
                continue
            if not counts_held:
                remarks.append(Remark(id, "held"))
            elif quads.won and self.times[id]:
                lines.remove(Line(id, 1, self.times[id] or 1))
                add(id, 1 + quads.held)
            else:
                add(id, quads.held)
        total = product(lines)
        if not lines:
            lines.append(Line("pihu", 1, 1))
        lines.sort(key=lambda line: ORDER[line.id])
        fan = total if self.cap is None else min(total, self.cap)
        extras = tuple(item for extra in self.extras for item in extra(facts))
        extra = sum(amount for _, amount in extras)
        allowed = total >= self.min_fan[facts.by]
        order = tuple(-ORDER[line.id] for line in lines)
        rank = (allowed, fan + extra, total, -len(lines), order)
        return Score(fan, total, allowed, extra, tuple(lines), tuple(remarks), extras, rank)

    def _seven_pairs(self, facts: Facts, lines: list[Line], remarks: list[Remark]) -> None:
        """Add the highest rung that the variant lists, and 三元七对 in place of the lowest."""
        rung = facts.pair_quads
        while rung and self.times[RUNGS[rung]] is None:
            rung -= 1
        if rung < facts.pair_quads:
            remarks.append(Remark(RUNGS[facts.pair_quads], "unlisted", RUNGS[rung]))
        sanyuan = self.times["sanyuanqidui"] if facts.dragons_twice else None
        if sanyuan:
            lines.append(Line("sanyuanqidui", 1, sanyuan))
        if sanyuan and not rung:
            remarks.append(Remark("qidui", "absorbed", "sanyuanqidui"))
        elif times := self.times[RUNGS[rung]]:
            lines.append(Line(RUNGS[rung], 1, times))

    def _counts_held(self, facts: Facts, so_far: int) -> bool:
        """Whether the quads that were there before the win count; `so_far` is the product that makes a hand 大胡."""
        scope = self.scope_in_flush if facts.flush else self.scope
        return scope == "any" or (scope == "big" and so_far >= self.big_at)


def product(lines: list[Line]) -> int:
    """Return what patterns multiply to: 是相乘，不是相加 (WX)."""
    total = 1
    for line in lines:
        total *= line.times
    return total


def shukan(facts: Facts) -> list[tuple[str, int]]:
    """数坎: 1 for each concealed triplet and each kong (3D); a triplet that a discard completed is not concealed."""
    concealed = facts.triplets - (facts.place_triplet and not facts.by.self_drawn)
    return [("shukan", concealed + facts.kongs)] if concealed + facts.kongs else []


def qiabazhang(facts: Facts) -> list[tuple[str, int]]:
    """恰: each concealed triplet of the reading and each kong; 摸: a self-draw; 八张: the longest suit above 7 (XY)."""
    items = [
        ("qia", facts.triplets + facts.kongs),
        ("mo", int(facts.by.self_drawn)),
        ("bazhang", max(0, facts.longest - 7)),
    ]
    return [item for item in items if item[1]]


def scorer(variant: Variant) -> Scorer:
    """Return the variant's scorer, compiled once."""
    compiled: Scorer | None = variant.memo.get("scorer")
    if compiled is None:
        compiled = variant.memo["scorer"] = Scorer(variant)
    return compiled


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """What a hand is worth under a variant, whatever its reading; `score` is None where it does not win.

    What is equal is one object, made by `scored`, so that what is made of it can be kept by it.
    """

    variant: Variant
    score: Score | None

    @property
    def status(self) -> str:
        """``win``, ``not-allowed`` (a win below the variant's minimum) or ``no-win``."""
        return "no-win" if self.score is None else "win" if self.score.allowed else "not-allowed"


def scored(variant: Variant, score: Score | None) -> Scored:
    """Return a score, one that the variant's scorer gave, with its variant."""
    key = "scored", id(score)
    found: Scored | None = variant.memo.get(key)
    if found is None:
        found = variant.memo[key] = Scored(variant, score)
    return found


@dataclass(frozen=True, slots=True)
class Breakdown:
    """One reading of a hand at one place, and its score."""

    facts: Facts
    score: Score
    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class Result:
    """A hand under a variant: every breakdown whose patterns or fan differ, the one that counts first; none: no win."""

    hand: Hand
    variant: Variant
    breakdowns: tuple[Breakdown, ...]

    @property
    def best(self) -> Breakdown | None:
        """The breakdown that counts."""
        return self.breakdowns[0] if self.breakdowns else None

    @property
    def scored(self) -> Scored:
        """What the hand is worth by the breakdown that counts."""
        return scored(self.variant, self.breakdowns[0].score if self.breakdowns else None)

    @property
    def status(self) -> str:
        """``win``, ``not-allowed`` (a win below the variant's minimum) or ``no-win``."""
        return self.scored.status


def score(hand: Hand, variant: Variant) -> Result:
    """Return every applicable breakdown of a hand with its winning tile, best first.

    Which counts (HZ: 只算最大): among those that may win, else among all, the highest capped fan plus extras, then the
    highest product, then the fewest patterns, then the order of the table. Raises `HandError` unless the hand has the
    tiles of a whole one and a winning tile.

    >>> from kwx_cli import parse, load_variant
    >>> result = score(parse("46t 123b 88t 789b 9999t+an @5t+gangkai+liang"), load_variant("xiangyang"))
    >>> result.best.score.fan, [line.id for line in result.best.score.lines]
    (8, ['kawuxing', 'gangkai', 'liangdao'])
    """
    if hand.win is None or not hand.is_whole:
        raise HandError(winning_fault(hand))
    rate = scorer(variant)
    found = hand_facts(hand)
    if len(found) == 1:
        for facts, arrangement in found.items():
            return Result(hand, variant, (Breakdown(Facts(facts), rate(facts), arrangement),))
    ranked = (Breakdown(Facts(facts), rate(facts), found[facts]) for facts in shown(found, rate))
    return Result(hand, variant, tuple(ranked))


def shown(candidates: Iterable[int], rate: Scorer) -> list[int]:
    """Return the candidates whose patterns or extras differ, the one that counts first; of equals the first found."""
    kept: dict[tuple[object, ...], int] = {}
    for facts in candidates:
        rated = rate(facts)
        kept.setdefault((rated.lines, rated.extras), facts)
    return sorted(kept.values(), key=lambda facts: rate(facts).rank, reverse=True)
