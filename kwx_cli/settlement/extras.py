"""漂 and 买码, which stand outside the cap (3D: 封顶番数只计牌型番); 数坎 and 恰八张 are part of the score."""

from __future__ import annotations

from kwx_cli.hand import By
from kwx_cli.tiles import FIRST_DRAGON, RANK
from kwx_cli.variants import Variant


def maima_units(variant: Variant, tile: int) -> int:
    """Return the base units that a 买码 tile adds: its rank, or what a dragon adds (3D: 摸到几点就加几番)."""
    return variant.number("extras.maima_dragons") or 0 if tile >= FIRST_DRAGON else RANK[tile] + 1


def may_maima(variant: Variant, by: By, revealed: bool) -> bool:
    """Whether the winner draws a 买码 tile: after a self-draw, or only a revealed one (3D: 亮倒自摸或自摸)."""
    rule = variant.choice("extras.maima")
    return by.self_drawn and (rule == "zimo" or (rule == "revealed-zimo" and revealed))
