"""Who deals next, who of four players rests, and whether the next base doubles."""

from __future__ import annotations

from collections.abc import Sequence

from kwx_cli.settlement.ledger import Carry
from kwx_cli.variants import Variant


def after(
    variant: Variant, now: Carry, end: str, winners: Sequence[str], source: str, revealed: Sequence[str]
) -> Carry:
    """Return what a round hands on; `end` is ``win``, ``draw`` or ``forced``, `source` who discarded.

    The winner deals, on two winners who discarded (XW, KX, DF); a draw keeps the dealer, or gives it to the first
    revealed (MH). Of four players the winner rests (MH, DF) and the one who waited deals (MH), but for a 霸王庄. A
    forced end has no winner and is taken as a draw here. 上楼: a draw or a double win (3D).
    """
    upstairs = variant.flag("shanglou") and (end == "draw" or len(winners) == 2)
    dealer, resting = now.dealer, now.resting
    if len(winners) == 2:
        dealer = source
    elif winners and resting:
        if not (variant.flag("dealer.bawang") and winners[0] == dealer):
            dealer, resting = resting, winners[0]
    elif winners:
        dealer = winners[0]
    elif revealed and variant.choice("draw.dealer") == "first-revealed":
        dealer = revealed[0]
    return Carry(dealer, resting, upstairs)
