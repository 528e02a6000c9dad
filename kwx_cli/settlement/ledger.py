"""The ledger: what moved in a round, event by event and line by line, each with its reasons and its sources."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kwx_cli.scoring import Breakdown
from kwx_cli.variants import Variant

HOUSE = ""
"""The payee of a fee: not a player."""


@dataclass(frozen=True, slots=True)
class Line:
    """One payment: `units` of the base that `payer` owes `payee`, and the `amount` of money that he paid.

    `kind` is ``kong``, ``hand``, ``piao``, ``maima``, ``shukan``, ``qia``, ``mo``, ``bazhang``, ``draw``, ``forced``
    or ``fee``. `owner` is whose share it is, where one pays for another. `rules` are keys of settings, `text` the key
    of a source where no setting says it.
    """

    kind: str
    payer: str
    payee: str
    units: int
    because: tuple[str, ...]
    rules: tuple[str, ...]
    owner: str = ""
    amount: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened: `kind` is ``kong``, ``win``, ``draw``, ``forced`` or ``fee``; `lines` are what it moved.

    `player` is who made it, `source` who discarded or was robbed, `tile` the tile; `word` the kind of kong or way of
    winning. `because` tells why nothing, or something else than usual, was paid. `counted` is the winner's breakdown.
    """

    kind: str
    player: str = ""
    source: str = ""
    tile: int | None = None
    word: str = ""
    because: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    counted: Breakdown | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the reader should know: a stable code, and the values for its wording."""

    code: str
    values: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Carry:
    """What a round hands to the next: who deals, who rests of four players, whether the base doubles (上楼)."""

    dealer: str
    resting: str = ""
    upstairs: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """A settled round. `base` is what one unit is worth, 上楼 in; `seats` are all players, a resting one too.

    `totals` are money won or lost by player, `fees` what the house took; together they are zero.
    """

    number: int
    variant: Variant
    base: int
    seats: tuple[str, ...]
    dealer: str
    resting: str
    events: tuple[Event, ...]
    notes: tuple[Note, ...]
    after: Carry

    @property
    def lines(self) -> tuple[Line, ...]:
        """All payments in order."""
        return tuple(line for event in self.events for line in event.lines)

    @property
    def fees(self) -> int:
        """The money that went to the house."""
        return sum(line.amount for line in self.lines if line.payee == HOUSE)

    @property
    def totals(self) -> dict[str, int]:
        """Money won or lost by player.

        Raises `RuntimeError`, an error of the program, unless every line moves money from one player at the table to
        another or to the house, and totals and fees sum to zero.
        """
        totals = sums(self.seats, self.lines)
        table = {player for player in self.seats if player != self.resting}
        wrong = [
            line
            for line in self.lines
            if line.payer not in table or line.payee not in table - {line.payer} | {HOUSE} or line.amount < 0
        ]
        if wrong or sum(totals.values()) + self.fees != 0:
            raise RuntimeError(f"the ledger of round {self.number} is out of balance: {wrong or totals}")
        return totals

    def sources(self, item: Line | Event) -> tuple[str, ...]:
        """Return the keys of the texts behind a line or an event, each once."""
        found = [self.variant.settings[rule].source for rule in item.rules]
        return tuple(dict.fromkeys(found + ([item.text] if isinstance(item, Line) and item.text else [])))


def sums(players: Iterable[str], lines: Iterable[Line]) -> dict[str, int]:
    """Return what each player has won or lost by some lines, in money."""
    totals = dict.fromkeys(players, 0)
    for line in lines:
        totals[line.payer] -= line.amount
        if line.payee != HOUSE:
            totals[line.payee] += line.amount
    return totals
