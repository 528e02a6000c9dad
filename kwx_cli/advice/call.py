"""Whether to call: pon, kong, win or pass on a tile that another threw, and the kongs of a tile that was drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kwx_cli.advice.discard import (
    DRAWS,
    FAR,
    Advice,
    Danger,
    Discard,
    Opponent,
    danger_of,
    discards,
    spare_exchanges,
)  # fmt: skip
from kwx_cli.advice.distance import Progress, in_play, pack, position, progress, size_fault
from kwx_cli.advice.value import PLAYERS, Model, Value, draws_of_wall
from kwx_cli.errors import Fault, HandError
from kwx_cli.hand import By, Hand, Meld, MeldKind
from kwx_cli.scoring import Result, score
from kwx_cli.settlement.winning import hand_payments
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant
from kwx_cli.waits import Waits, waits


@dataclass(frozen=True, slots=True)
class Call:
    """One thing to do: `kind` is ``win``, ``pon``, ``zhi``, ``an``, ``bu``, or ``pass``; ``keep`` after a draw.

    `hand` is what it leads to. After a pon, or a draw that is kept, `discard` is the best tile to throw, and `progress`
    and `waits` are those after it. `income` is what the kong is paid at once, in base units from all together (XF).
    `impossible` and `possible` are patterns that the call rules out or opens; `remarks` are codes of what else it does:
    ``no-later-kong`` (a concealed triplet that was ponged is never konged: XF, KX, QA, MH, SZ), ``can-be-robbed``,
    ``cannot-be-robbed``. `robbed` is what being robbed costs where a revealed player waits on the tile.
    `worth` is what the calls are ordered by, after a win: the expected payment and the income, or None.
    """

    kind: str
    tile: int
    hand: Hand
    progress: Progress
    waits: Waits | None
    discard: Discard | None
    value: Value | None
    income: int
    impossible: tuple[str, ...]
    possible: tuple[str, ...]
    remarks: tuple[str, ...]
    robbed: Danger | None
    result: Result | None

    @property
    def worth(self) -> float | None:
        """The expected payment with what is paid at once, in base units."""
        if self.kind == "win":
            return float(self.income)
        return None if self.value is None else self.value.best + self.income


@dataclass(frozen=True, slots=True)
class Calls:
    """What can be done about a tile, best first. `drawn`: it was drawn, not thrown; `looked`: draws looked ahead."""

    hand: Hand
    variant: Variant
    tile: int
    drawn: bool
    looked: int
    calls: tuple[Call, ...]


def calls(
    hand: Hand,
    tile: int,
    variant: Variant,
    drawn: bool = False,
    seen: Iterable[int] = (),
    draws: int | None = None,
    wall: int | None = None,
    against: Sequence[Opponent] = (),
    exchanges: int | None = None,
) -> Calls:
    """Return what a hand of 13 - 3m concealed tiles can do about a tile, best first.

    `tile` was thrown by another player, or drawn by oneself. `wall` is what is left of it, where known: the last tile
    can be won, but neither ponged nor konged. `draws` are by default what the wall gives, or 10. The rest is as in
    `discards`. Raises `HandError` for another number of
    tiles, or if the tile is a fifth.

    >>> from kwx_cli import KINDS, load_variant, parse
    >>> found = calls(parse("55t 123b 79b ZZ FFF 8t"), KINDS["5t"], load_variant(), draws=0)
    >>> [(call.kind, call.progress.distance) for call in found.calls]
    [('pon', 0), ('pass', 1)]
    """
    seen = list(seen)
    if len(hand.concealed) != 13 - 3 * len(hand.melds) or hand.win is not None:
        raise HandError(size_fault(hand, "call"))
    asked = _Asked(hand, tile, variant, drawn, seen, draws, wall, against, exchanges)
    _, outside, left = position(hand, seen)
    if left[tile] < 1:
        own = Counter(hand.tiles)[tile]
        code = "fifth-tile-seen" if outside[tile] else "fifth-tile"
        raise HandError(Fault(code, {"tile": NAMES[tile], "own": own + 1, "count": own + 1, "seen": outside[tile]}))
    found = [*asked.win(), *asked.melds(), asked.stay()]
    found.sort(key=_order)
    looked = max((call.value.draws for call in found if call.value), default=0)
    return Calls(hand, variant, tile, drawn, looked, tuple(found))


def _order(call: Call) -> tuple[bool, bool, float, int, int]:
    """Compare by what a call is worth, but a win first: that nobody else wins is only so in the model."""
    worth = call.worth
    return (
        call.kind != "win",
        worth is None,
        -round(worth or 0.0, 9),
        call.progress.distance,
        -call.progress.tiles_left,
    )


class _Asked:
    """One question, and the answers to it."""

    def __init__(
        self,
        hand: Hand,
        tile: int,
        variant: Variant,
        drawn: bool,
        seen: list[int],
        draws: int | None,
        wall: int | None,
        against: Sequence[Opponent],
        exchanges: int | None,
    ) -> None:
        self.hand, self.tile, self.variant, self.drawn, self.seen = hand, tile, variant, drawn, seen
        if draws is None and wall is not None:
            self.draws, self.after_kong = draws_of_wall(wall), draws_of_wall(wall, drawing=True)
        else:
            self.draws = self.after_kong = DRAWS if draws is None else draws
        self.wall, self.against, self.exchanges = wall, against, exchanges
        self.held = Counter(hand.concealed)

    def win(self) -> list[Call]:
        """Return the win on the tile, if it is one that may be."""
        won = Hand(self.hand.concealed, self.hand.melds, self.tile, By.ZIMO if self.drawn else By.PAO)
        result = score(won, self.variant)
        if result.status != "win":
            return []
        paid = sum(each.amount * (PLAYERS - 1 if each.payer == "each" else 1) for each in hand_payments(result))
        return [Call("win", self.tile, won, progress(won), None, None, None, paid, (), (), (), None, result)]

    def stay(self) -> Call:
        """Return what passing comes to, or keeping a drawn tile without a kong."""
        if self.drawn:
            kept = Hand(tuple(sorted((*self.hand.concealed, self.tile))), self.hand.melds)
            return self._thrown("keep", kept, 0, (), (), ())
        return self._waiting("pass", self.hand, [*self.seen, self.tile], 0, (), (), (), None, self.draws)

    def melds(self) -> list[Call]:
        """Return every pon and kong that the rules allow now."""
        if self.wall == 0:
            return []
        if not self.drawn:
            found = [self._pon()] if self.held[self.tile] >= 2 else []
            return [*found, self._kong(MeldKind.ZHI, self.tile)] if self.held[self.tile] == 3 else found
        self.held[self.tile] += 1
        found = [self._kong(MeldKind.AN, kind) for kind, n in sorted(self.held.items()) if n == 4]
        if Meld(MeldKind.PON, self.tile) in self.hand.melds:
            found.append(self._kong(MeldKind.BU, self.tile))
        self.held[self.tile] -= 1
        return found

    def _pon(self) -> Call:
        after = self._melded(MeldKind.PON, self.tile, 2)
        possible = ["mingsigui"] if self.held[self.tile] == 3 or self._left(self.tile) > 1 else []
        remarks = ("no-later-kong",) if self.held[self.tile] == 3 else ()
        return self._thrown("pon", after, 0, self._ruled_out(), (*possible, *self._one_left(after)), remarks)

    def _kong(self, kind: MeldKind, tile: int) -> Call:
        variant = self.variant
        after = self._melded(kind, tile, {MeldKind.ZHI: 3, MeldKind.AN: 4, MeldKind.BU: 1}[kind])
        payers = 1 if kind is MeldKind.ZHI else PLAYERS - 1
        income = payers * (variant.number(f"kongs.{kind}") or 0)
        impossible = [*self._ruled_out()]
        if kind is MeldKind.BU:
            impossible.append("mingsigui")
        elif variant.times("ansigui"):
            impossible.append("ansigui")
        possible = (*(("gangkai",) if variant.times("gangkai") else ()), *self._one_left(after))
        robbed = danger_of(tile, variant, self.against, By.QIANGGANG) if kind is MeldKind.BU else None
        remark = {MeldKind.BU: ("can-be-robbed",), MeldKind.AN: ("cannot-be-robbed",)}.get(kind, ())
        return self._waiting(
            str(kind), after, self.seen, income, tuple(impossible), possible, remark, robbed, self.after_kong
        )  # fmt: skip

    def _melded(self, kind: MeldKind, tile: int, from_hand: int) -> Hand:
        rest = [*self.hand.concealed, *([self.tile] if self.drawn else [])]
        for _ in range(from_hand):
            rest.remove(tile)
        melds = [meld for meld in self.hand.melds if not (kind is MeldKind.BU and meld.tile == tile)]
        melds.append(Meld(kind, tile))
        return Hand(tuple(sorted(rest)), tuple(sorted(melds, key=lambda meld: (meld.tile, meld.kind))))

    def _left(self, tile: int) -> int:
        return 4 - Counter(self.hand.tiles)[tile] - self.seen.count(tile)

    def _ruled_out(self) -> tuple[str, ...]:
        """Seven pairs take no meld (XY, KX)."""
        return () if self.hand.melds or not self.variant.times("qidui") else ("qidui",)

    def _one_left(self, after: Hand) -> tuple[str, ...]:
        return ("shouzhuayi",) if len(after.melds) == 4 > len(self.hand.melds) else ()

    def _thrown(
        self,
        kind: str,
        after: Hand,
        income: int,
        impossible: tuple[str, ...],
        possible: tuple[str, ...],
        remarks: tuple[str, ...],
    ) -> Call:
        """Return a call after which a tile is thrown: the best one."""
        advice: Advice = discards(after, self.variant, self.seen, self.draws, self.against, self.exchanges)
        best = advice.discards[0]
        return Call(
            kind, self.tile, after, best.progress, best.waits, best, best.value, income, impossible, possible, remarks,
            None, None,
        )  # fmt: skip

    def _waiting(
        self,
        kind: str,
        after: Hand,
        seen: list[int],
        income: int,
        impossible: tuple[str, ...],
        possible: tuple[str, ...],
        remarks: tuple[str, ...],
        robbed: Danger | None,
        draws: int,
    ) -> Call:
        """Return a call after which nothing is thrown: a pass, or a kong that draws its replacement."""
        ahead = progress(after, seen)
        wait = waits(after, self.variant, seen) if ahead.distance == 0 else None
        value = None
        if draws and ahead.distance <= FAR:
            concealed, outside, left = position(after, seen)
            model = Model(
                self.variant, after.melds, pack(concealed), left, in_play((*after.tiles, *outside)), draws
            )  # fmt: skip
            start = pack(concealed)
            value = model.values({start: spare_exchanges(ahead.distance, self.exchanges)})[start]
        return Call(
            kind, self.tile, after, ahead, wait, None, value, income, impossible, possible, remarks, robbed, None
        )  # fmt: skip
