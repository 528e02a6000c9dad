"""What is paid where nobody wins: the four rules of a draw (荒庄), and the forced end of a protected reveal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from kwx_cli.hand import By, Hand
from kwx_cli.scoring import score
from kwx_cli.settlement.ledger import Line
from kwx_cli.variants import Variant
from kwx_cli.waits import winning_tiles


def open_waits(hand: Hand) -> tuple[int, ...]:
    """Return the tiles that complete a waiting hand and are not all its own."""
    return winning_tiles(hand)[0]


def fan_on(hand: Hand, tile: int, variant: Variant, revealed: bool) -> int:
    """Return the capped fan of a discard win on a tile, without events and extras; 0 if the variant forbids it."""
    result = score(replace(hand, win=tile, by=By.PAO, haidi=False, liang=revealed, duiliang=False), variant)
    return max((b.score.fan for b in result.breakdowns if b.score.allowed), default=0)


def highest(hand: Hand, variant: Variant, revealed: bool, tiles: Collection[int] | None = None) -> int:
    """Return the highest fan that a waiting hand could have won off a discard, with its own 亮倒.

    3D: 可胡最大牌型番数. Only `tiles` are looked at, where given. 0 says that the hand does not wait, or on nothing
    that may win.
    """
    found = (tile for tile in open_waits(hand) if tiles is None or tile in tiles)
    return max((fan_on(hand, tile, variant, revealed) for tile in found), default=0)


def draw_lines(
    variant: Variant, players: Sequence[str], revealed: Sequence[str], hands: Mapping[str, Hand]
) -> tuple[Line, ...]:
    """Return what a draw moves. `hands` are needed where `needs_hands`; one that is missing is dead.

    ``first-revealed``: he pays 1 to each (MH, XF, XY, KX, SZ). ``revealed-pay-unrevealed``: 1 to each who did not
    (QA). ``ready``: who does not wait pays each who waits his highest hand; if all wait, the revealed pay the others
    theirs (3D). ``largest``: who does not wait pays only the highest (WX: 赔大不赔小), equal ones alike.
    """
    rule = variant.choice("draw.pays")
    hidden = [player for player in players if player not in revealed]

    def line(payer: str, payee: str, units: int, reason: str) -> Line:
        return Line("draw", payer, payee, units, (reason,), ("draw.pays",))

    if rule == "first-revealed":
        return tuple(line(revealed[0], p, 1, "first-revealed") for p in players if revealed and p != revealed[0])
    if rule == "revealed-pay-unrevealed":
        return tuple(line(payer, payee, 1, "revealed") for payer in revealed for payee in hidden)
    worth = {}
    for player in players:
        worth[player] = highest(hands[player], variant, player in revealed) if player in hands else 0
    waiting = [player for player in players if worth[player]]
    if rule == "largest":
        most = max(worth.values())
        waiting = [player for player in players if worth[player] == most] if most else []
        reason = "largest"
    else:
        reason = "not-waiting"
        if len(waiting) == len(players):
            return tuple(line(payer, payee, worth[payee], "all-wait") for payer in revealed for payee in hidden)
    return tuple(line(payer, payee, worth[payee], reason) for payer in players if not worth[payer] for payee in waiting)


def needs_hands(variant: Variant) -> bool:
    """Whether the draw rule looks at what each player waits on."""
    return variant.choice("draw.pays") in ("ready", "largest")


def forced_lines(
    variant: Variant, player: str, tiles: Collection[int], revealed: Mapping[str, Hand]
) -> tuple[Line, ...]:
    """Return what a player pays who holds nothing but `tiles` that revealed players wait on (3D rule 6).

    To each of them the most that his own tiles could have given, in fan; without extras, as in a draw.
    """
    found = []
    for owner, hand in revealed.items():
        if units := highest(hand, variant, True, tiles):
            found.append(Line("forced", player, owner, units, ("forced",), ("reveal.protects",)))
    return tuple(found)
