"""What no round can be, over all that it says: kongs, tiles and wins that contradict each other or the variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from kwx_cli.errors import Fault
from kwx_cli.hand import By, Hand, Meld, MeldKind
from kwx_cli.scoring import score
from kwx_cli.settlement.draws import open_waits
from kwx_cli.settlement.kongs import Kong, grown, places
from kwx_cli.settlement.rounds import Round, Win
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, NAMES, SUITS


def faults(round: Round) -> Iterator[Fault]:
    """Yield what keeps a round from having been played; the place of each is the key inside the round."""
    for check in (_kong_order, _kongs_shown, _tiles, _two_wins, _win_events, _minimum, _forced):
        yield from check(round)


def _fault(code: str, place: str, **values: object) -> Fault:
    return Fault(code, values, place=place)


def _shown(round: Round) -> Iterator[tuple[str, str, Hand]]:
    """Yield each player whose hand is known, with its key and the hand."""
    for i, win in enumerate(round.wins, 1):
        yield win.player, f"wins[{i}].hand", win.hand
    for player, hand in round.hands.items():
        yield player, f"hands.{player}", hand


def _kong_order(round: Round) -> Iterator[Fault]:
    """Kongs that cannot follow one another, or that are claimed or robbed as their kind cannot be."""
    for i, kong in enumerate(round.kongs, 1):
        key = f"kongs[{i}]"
        if (kong.kind is MeldKind.ZHI) != bool(kong.source):
            yield _fault("kong-from", key, case="given" if kong.source else "missing", kind=str(kong.kind))
        elif kong.source == kong.player:
            yield _fault("own-discard", f"{key}.from", player=kong.player)
        if any(kong.tile == other.tile for other in round.kongs[: i - 1]):
            yield _fault("kong-twice", key, tile=NAMES[kong.tile])
        if kong.chained and (case := _chain_fault(kong, round.kongs[i - 2] if i > 1 else None)):
            yield _fault("bad-chain", key, case=case)
        if kong.held and (not kong.chained or kong.kind is MeldKind.ZHI):
            yield _fault("bad-chain", key, case="held")
        if kong.robbed and kong.kind is not MeldKind.BU:
            yield _fault("bad-robbery", key, case="kind", kind=str(kong.kind))
        elif kong.robbed and not round.wins:
            yield _fault("bad-robbery", key, case="no-win", tile=NAMES[kong.tile])
        if (kong.robbed or kong.last) and i < len(round.kongs):
            yield _fault("kong-after", key, case="robbed" if kong.robbed else "last")


def _chain_fault(kong: Kong, before: Kong | None) -> str | None:
    """Return why a kong cannot be chained to the one before, or None."""
    if before is None:
        return "first"
    if kong.player == before.player:
        return "discard" if kong.source else "forgotten" if before.forgotten else None
    return None if kong.source == before.player else "other"


def _kongs_shown(round: Round) -> Iterator[Fault]:
    """Kongs that their owner's hand does not show, or shows and the round does not list."""
    for player, place, hand in _shown(round):
        own = [kong for kong in round.kongs if kong.player == player]
        for kong in own:
            meld = Meld(MeldKind.PON if kong.robbed else kong.kind, kong.tile)
            as_good = meld in hand.melds or (not kong.robbed and Meld(MeldKind.KAN, kong.tile) in hand.melds)
            # With the last tile there is no kong, so the hand may show none.
            if not as_good and not kong.last:
                yield _fault("kong-not-shown", place, player=player, tile=NAMES[kong.tile], meld=str(meld))
        listed = {kong.tile for kong in own}
        for meld in hand.melds:
            if meld.is_kong and meld.tile not in listed:
                yield _fault("kong-not-listed", place, player=player, tile=NAMES[meld.tile])


def _tiles(round: Round) -> Iterator[Fault]:
    """A tile that occurs five times over all that the round shows, and a third number suit."""
    tiles: list[tuple[str, int]] = []
    shown = set()
    for player, key, hand in _shown(round):
        shown.add(player)
        tiles += [(key, tile) for tile in replace(hand, win=None).tiles]
    for i, kong in enumerate(round.kongs, 1):
        if kong.player not in shown:
            tiles += [(f"kongs[{i}]", kong.tile)] * (3 if kong.robbed else 4)
    for i, win in enumerate(round.wins, 1):
        # One discard may make two wins.
        if i == 1 and win.hand.win is not None:
            tiles.append(("wins[1].hand", win.hand.win))
        if win.maima is not None:
            tiles.append((f"wins[{i}].maima", win.maima))
    for tile, n in sorted(Counter(tile for _, tile in tiles).items()):
        if n > 4:
            fifth = [key for key, each in tiles if each == tile][4]
            yield _fault("fifth-tile", fifth, case="round", tile=NAMES[tile], count=n)
    suits = sorted({BLOCK[tile] for _, tile in tiles} - {DRAGON_BLOCK})
    if len(suits) > 2:
        third = next(key for key, tile in tiles if BLOCK[tile] == suits[2])
        yield _fault("three-suits", third, case="round", suits=" ".join(SUITS[suit] for suit in suits))


def _two_wins(round: Round) -> Iterator[Fault]:
    """Two wins that are not on one discard."""
    if len(round.wins) != 2:
        return
    one, two = round.wins
    if one.player == two.player:
        yield _fault("two-wins-differ", "wins[2].player", case="player", player=one.player)
    elif one.hand.by.self_drawn or two.hand.by.self_drawn:
        yield _fault("two-wins-differ", "wins[2]", case="zimo")
    elif _discard(one) != _discard(two):
        yield _fault("two-wins-differ", "wins[2]", case="tile")


def _discard(win: Win) -> tuple[object, ...]:
    return win.source, win.hand.win, win.hand.by, win.hand.haidi


def _win_events(round: Round) -> Iterator[Fault]:
    """Wins that a kong made, without that kong; a robbed kong without that win; a winner who is a tile short."""
    last = round.kongs[-1] if round.kongs else None
    robbed = {(kong.player, kong.tile) for kong in round.kongs if kong.robbed}
    for i, win in enumerate(round.wins, 1):
        key, by = f"wins[{i}].hand", win.hand.by
        if by is By.GANGKAI and (last is None or last.player != win.player or last.last or last.forgotten):
            yield _fault("win-without-kong", key, case="gangkai", player=win.player)
        if by is By.GANGPAO and (last is None or last.player != win.source or last.last):
            yield _fault("win-without-kong", key, case="gangpao", player=win.source)
        if by is By.QIANGGANG and (win.source, win.hand.win) not in robbed:
            tile = NAMES[win.hand.win] if win.hand.win is not None else ""
            yield _fault("win-without-kong", key, case="qianggang", player=win.source, tile=tile)
        if by is not By.QIANGGANG and robbed:
            yield _fault("bad-robbery", key, case="other-win", player=win.player)
        if win.player in round.dead:
            yield _fault("forgotten-wins", key, player=win.player)


def _minimum(round: Round) -> Iterator[Fault]:
    """A win below the variant's minimum."""
    for i, win in enumerate(round.wins, 1):
        best = score(win.hand, round.variant).best
        if best is None or best.score.allowed:
            continue
        need = round.variant.number(f"min_fan.{'zimo' if win.hand.by.self_drawn else 'discard'}") or 1
        have = best.score.product
        if win.hand.by is By.GANGPAO and round.kongs:
            have = grown(have, places(round.kongs, round.variant)[-1], round.variant)
        if have < need:
            yield _fault("win-not-allowed", f"wins[{i}].hand", player=win.player, fan=have, need=need)


def _forced(round: Round) -> Iterator[Fault]:
    """A forced end where it cannot be (3D rule 6): of one who had revealed, or who holds a tile that nobody awaits."""
    player = round.forced
    if not player:
        return
    if not round.variant.flag("reveal.protects"):
        yield _fault("no-such-rule", "forced", case="forced", variant=round.variant.id)
    if player in round.revealed or not round.revealed:
        case = "revealed" if round.revealed else "nobody"
        yield _fault("bad-forced", "forced", case=case, player=player)
        return
    waited = {tile for each in round.revealed if (hand := round.hands.get(each)) for tile in open_waits(hand)}
    held = round.hands.get(player)
    if free := sorted(set(held.concealed) - waited) if held else []:
        yield _fault("bad-forced", "forced", case="free", player=player, tile=NAMES[free[0]])
