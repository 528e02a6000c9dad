"""Kongs: each is paid at once, win or draw (荒庄不荒杠), and one on another's heels doubles (杠上杠)."""

from __future__ import annotations

from dataclasses import dataclass

from kwx_cli.hand import MeldKind
from kwx_cli.settlement.ledger import Event, Line
from kwx_cli.variants import Variant


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong of a round: who made it, its kind and tile, and `source`, who discarded the tile of a 直杠.

    `chained`: on the replacement tile, or on the discard, of the kong before. `held`: all four were in hand before
    that one. `robbed`: somebody won on the tile. `forgotten`: no replacement was drawn. `last`: no tile was left.
    """

    player: str
    kind: MeldKind
    tile: int
    source: str = ""
    chained: bool = False
    held: bool = False
    robbed: bool = False
    forgotten: bool = False
    last: bool = False


def places(kongs: tuple[Kong, ...], variant: Variant) -> list[int]:
    """Return the place of each kong in its chain, from 0. WX: one held since before waits a turn, so it starts anew."""
    found: list[int] = []
    for kong in kongs:
        chains = kong.chained and (not kong.held or variant.flag("kongs.held_chains"))
        found.append(found[-1] + 1 if chains else 0)
    return found


def factor(place: int, variant: Variant) -> int:
    """Return what a kong at this place in a chain multiplies by: each doubles the one before, up to the limit (MH)."""
    limit = variant.number("kongs.chain")
    return int(2 ** (place if limit is None else min(place, limit)))


def is_full(place: int, variant: Variant) -> bool:
    """Whether the place in a chain costs a full hand (SZ: 第三杠满)."""
    full_at = variant.number("kongs.full_at")
    return full_at is not None and place + 1 >= full_at


def grown(product: int, place: int, variant: Variant) -> int:
    """Return the product of a 杠上炮 whose discarder's kong has this place in a chain (SZ: 放炮也翻)."""
    if not variant.flag("kongs.pao_grows"):
        return product
    product *= factor(place, variant)
    return max(product, variant.number("kongs.full") or 1) if is_full(place, variant) else product


def kong_events(kongs: tuple[Kong, ...], players: tuple[str, ...], variant: Variant) -> list[Event]:
    """Return an event for each kong, with what it moves: 蓄杠 and 暗杠 from each other, 直杠 from the discarder.

    A robbed kong is void (WX, MH, CL), one without a tile left in the wall too (WX, XF), a forgotten replacement where
    the variant says so (MH).
    """
    events = []
    for kong, place in zip(kongs, places(kongs, variant), strict=True):
        void: tuple[str, ...] = ()
        rules: tuple[str, ...] = (f"kongs.{kong.kind}",)
        if kong.robbed:
            void, rules = ("robbed",), ("values.qianggang",)
        elif kong.last:
            void = ("last-tile",)
        elif kong.forgotten and variant.choice("kongs.forgotten") == "unpaid":
            void, rules = ("forgotten",), ("kongs.forgotten",)
        units = (variant.number(f"kongs.{kong.kind}") or 0) * factor(place, variant)
        because: tuple[str, ...] = (str(kong.kind),)
        if is_full(place, variant):
            units = variant.number("kongs.full") or 0
            because, rules = (*because, "full"), ("kongs.full_at", "kongs.full")
        elif place:
            because, rules = (*because, "chained"), (*rules, "kongs.chain")
        elif kong.chained:
            because, rules = (*because, "held"), (*rules, "kongs.held_chains")
        payers = () if void else (kong.source,) if kong.source else tuple(p for p in players if p != kong.player)
        lines = tuple(Line("kong", payer, kong.player, units, because, rules) for payer in payers)
        events.append(Event("kong", kong.player, kong.source, kong.tile, str(kong.kind), void, rules, lines))
    return events
