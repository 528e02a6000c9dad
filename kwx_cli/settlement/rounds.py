"""A whole round, settled: from what happened to a ledger; and rounds one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kwx_cli.hand import By, Hand
from kwx_cli.scoring import Breakdown, score
from kwx_cli.settlement.dealer import after
from kwx_cli.settlement.draws import draw_lines, forced_lines
from kwx_cli.settlement.extras import maima_units, may_maima
from kwx_cli.settlement.kongs import Kong, grown, kong_events, places
from kwx_cli.settlement.ledger import HOUSE, Carry, Event, Ledger, Line, Note, sums
from kwx_cli.settlement.tables import Table
from kwx_cli.settlement.winning import Payer, Share, shares
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant


@dataclass(frozen=True, slots=True)
class Win:
    """A win: the hand with its winning tile and how it came, who discarded it, and the 买码 tile if one was drawn."""

    player: str
    hand: Hand
    source: str = ""
    maima: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """What happened in a round, checked. `base` is what a unit is worth before 上楼; `now` what the last one handed on.

    `players` are the three at the table, in order of seats; `seats` are all. `revealed` is in order, `kongs` too. The
    round ends by `wins`, by the `forced` player, or else in a draw. `hands` are those shown beside the winners'.
    """

    number: int
    variant: Variant
    base: int
    seats: tuple[str, ...]
    now: Carry
    revealed: tuple[str, ...] = ()
    piao: Mapping[str, int] = field(default_factory=dict)
    kongs: tuple[Kong, ...] = ()
    wins: tuple[Win, ...] = ()
    forced: str = ""
    hands: Mapping[str, Hand] = field(default_factory=dict)
    equal_dice: bool = False
    table: Table | None = None
    notes: tuple[Note, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The three who play."""
        return tuple(player for player in self.seats if player != self.now.resting)

    @property
    def dead(self) -> frozenset[str]:
        """Who forgot a replacement tile: a tile short, a hand cannot win and does not wait (WX: 必须做相公)."""
        return frozenset(kong.player for kong in self.kongs if kong.forgotten)

    @property
    def end(self) -> str:
        """``win``, ``forced`` or ``draw``."""
        return "win" if self.wins else "forced" if self.forced else "draw"

    @property
    def after(self) -> Carry:
        """What the round hands to the next."""
        source = self.wins[0].source if self.wins else ""
        return after(self.variant, self.now, self.end, [win.player for win in self.wins], source, self.revealed)


def settle(round: Round, purses: Mapping[str, int] | None = None) -> Ledger:
    """Return the ledger of a round. `purses` are what each has: nobody pays more, and the ledger says so.

    上楼 and equal dice double the base, both together too (3D).
    """
    base = round.base * 2 ** (round.now.upstairs + round.equal_dice)
    events: list[Event] = []
    if round.table:
        fees = (Line("fee", player, HOUSE, 1, ("fee",), (), text=round.table.source) for player in round.players)
        events.append(Event("fee", word=round.table.id, lines=tuple(fees)))
    events += kong_events(round.kongs, round.players, round.variant)
    if round.wins:
        events += _win_events(round)
    elif round.forced:
        shown = {player: round.hands[player] for player in round.revealed if player not in round.dead}
        lines = forced_lines(round.variant, round.forced, round.hands[round.forced].concealed, shown)
        events.append(Event("forced", round.forced, rules=("reveal.protects",), lines=lines))
    else:
        alive = {player: hand for player, hand in round.hands.items() if player not in round.dead}
        lines = draw_lines(round.variant, round.players, round.revealed, alive)
        events.append(Event("draw", rules=("draw.pays",), lines=lines))
    paid, short = _paid(events, base, round.base, purses)
    return Ledger(
        round.number,
        round.variant,
        base,
        round.seats,
        round.now.dealer,
        round.now.resting,
        paid,
        (*round.notes, *_notes(round), *short),
        round.after,
    )


def settle_all(rounds: Iterable[Round], purses: Mapping[str, int] | None = None) -> Iterator[Ledger]:
    """Yield the ledger of each round; purses go from one to the next, and one that no table would admit is noted."""
    for round in rounds:
        ledger = settle(round, purses)
        if purses and round.table:
            outside = [player for player in round.players if not round.table.admits(purses[player])]
            found = (Note("limits", {"player": player, "purse": purses[player]}) for player in outside)
            ledger = replace(ledger, notes=(*ledger.notes, *found))
        if purses:
            totals = ledger.totals
            purses = {player: purse + totals[player] for player, purse in purses.items()}
        yield ledger


def _win_events(round: Round) -> Iterator[Event]:
    """Yield an event for each win. WX: fed by one who had not revealed, only the first revealed of two is paid."""
    variant, source = round.variant, round.wins[0].source
    winners = [win.player for win in round.wins]
    paid = winners
    if len(winners) == 2 and variant.choice("reveal.two_winners") == "first-revealed" and source not in round.revealed:
        paid = [player for player in round.revealed if player in winners][:1] or winners
    for win in round.wins:
        counted = score(win.hand, variant).breakdowns[0]
        event = Event("win", win.player, source, win.hand.win, str(win.hand.by), counted=counted)
        if win.player in paid:
            yield replace(event, lines=tuple(_win_lines(round, win, counted)))
        else:
            yield replace(event, because=("first-revealed",), rules=("reveal.two_winners",))


def _win_lines(round: Round, win: Win, counted: Breakdown) -> Iterator[Line]:
    """Yield what a win moves: each share of the hand, and the extras that go with it, by the owner of the share."""
    variant, hand, rated = round.variant, win.hand, counted.score
    others = sorted((p for p in round.players if p != win.player), key=lambda player: player != win.source)
    payers = tuple(Payer(player, player in round.revealed) for player in others)
    product, grew = rated.product, False
    rules: tuple[str, ...] = tuple(f"values.{line.id}" for line in rated.lines)
    if hand.by is By.GANGPAO:
        product = grown(product, places(round.kongs, variant)[-1], variant)
        grew = product != rated.product
    for part in shares(product, variant, hand.by, hand.liang, payers, len(round.wins) == 2):
        owner = part.owner if part.owner != part.payer else ""
        reasons = (*part.because, *(("pao-grows",) if grew else ()))
        keys = (*rules, *(("kongs.pao_grows",) if grew else ()), *part.rules)
        yield Line("hand", part.payer, win.player, part.fan, reasons, keys, owner)
        for kind, units, rule in _extras(round, win, part, rated.extras):
            reason = ("bao",) if "bao" in part.because else ()
            yield Line(kind, part.payer, win.player, units, (kind, *reason), (rule,), owner)


def _extras(round: Round, win: Win, part: Share, scored: tuple[tuple[str, int], ...]) -> Iterator[tuple[str, int, str]]:
    """Yield kind, units and rule of what goes with a share: 漂 of winner and owner, 买码, 数坎 or 恰八张."""
    variant = round.variant
    piao = round.piao.get(win.player, 0) + round.piao.get(part.owner, 0)
    if variant.flag("extras.piao") and piao:
        yield "piao", piao, "extras.piao"
    if win.maima is not None and may_maima(variant, win.hand.by, win.hand.liang):
        yield "maima", maima_units(variant, win.maima), "extras.maima"
    for kind, units in scored:
        yield kind, units, "extras.shukan" if kind == "shukan" else "extras.qiabazhang"


def _paid(
    events: Iterable[Event], base: int, stake: int, purses: Mapping[str, int] | None
) -> tuple[tuple[Event, ...], list[Note]]:
    """Put money on each line, in order; a player pays no more than he has at that moment."""
    have = dict(purses or {})
    paid: list[Event] = []
    short: list[Note] = []
    for event in events:
        lines = []
        for line in event.lines:
            due = line.units * (stake if line.kind == "fee" else base)
            amount = min(due, max(0, have[line.payer])) if purses else due
            if amount < due:
                short.append(Note("short", {"player": line.payer, "payee": line.payee, "missing": due - amount}))
            lines.append(replace(line, amount=amount))
            if purses:
                for player, change in sums(have, lines[-1:]).items():
                    have[player] += change
        paid.append(replace(event, lines=tuple(lines)))
    return tuple(paid), short


def _notes(round: Round) -> Iterator[Note]:
    """Yield what the reader should know about a round that no rule refuses."""
    variant = round.variant
    for win in round.wins:
        discard = win.hand.by in (By.PAO, By.GANGPAO)
        if discard and win.hand.liang and win.source not in round.revealed and variant.flag("reveal.protects"):
            tile = NAMES[win.hand.win] if win.hand.win is not None else ""
            yield Note("protected", {"player": win.source, "tile": tile, "winner": win.player})
        if may_maima(variant, win.hand.by, win.hand.liang) and win.maima is None:
            yield Note("no-maima", {"player": win.player})
