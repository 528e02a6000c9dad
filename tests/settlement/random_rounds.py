"""Rounds at random, as tables of a file of rounds; most can have been played, the reader refuses the others."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracle.hands import DRAGONS, TILES

PLAYERS = ("A", "B", "C")
Table = dict[str, Any]


class Dealer:
    """Deals hands out of one set of tiles, so that no kind comes five times."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        suits = rng.sample("btm", 2)
        self.kinds = [tile for tile in TILES if tile in DRAGONS or tile[1] in suits]
        self.left = Counter(dict.fromkeys(self.kinds, 4))

    def take(self, *tiles: str) -> bool:
        """Take tiles, or none of them if some are gone."""
        wanted = Counter(tiles)
        if any(self.left[tile] < n for tile, n in wanted.items()):
            return False
        self.left -= wanted
        return True

    def one(self) -> str:
        """Take any tile."""
        tile = self.rng.choice([tile for tile, n in self.left.items() if n])
        self.take(tile)
        return tile

    def group(self) -> tuple[str, ...]:
        """Take a set: a run or a triplet."""
        while True:
            tile = self.rng.choice(self.kinds)
            run = tile not in DRAGONS and tile[0] <= "7" and self.rng.random() < 0.6
            tiles = tuple(f"{int(tile[0]) + i}{tile[1]}" for i in range(3)) if run else (tile,) * 3
            if self.take(*tiles):
                return tiles

    def pair(self) -> tuple[str, str]:
        """Take a pair."""
        while True:
            tile = self.rng.choice(self.kinds)
            if self.take(tile, tile):
                return tile, tile


def write(concealed: list[str], melds: list[tuple[str, str]], win: str = "") -> str:
    """A hand in notation, tile by tile."""
    words = [*concealed]
    for kind, tile in melds:
        size = 3 if kind == "pon" else 4
        words.append((tile * size if tile in DRAGONS else tile[0] * size + tile[1]) + f"+{kind}")
    return " ".join(words + ([win] if win else []))


def complete(dealer: Dealer, tile: str = "", kong: bool = False) -> tuple[list[str], list[tuple[str, str]], str]:
    """A winning hand: concealed tiles, melds, the winning tile; with a kong if wanted.

    A `tile` that is given wins in the middle of a run; LookupError if that cannot be dealt.
    """
    rng = dealer.rng
    if not kong and not tile and rng.random() < 0.15:
        pairs = [each for _ in range(7) for each in dealer.pair()]
        win = rng.choice(pairs)
        pairs.remove(win)
        return pairs, [], win
    concealed: list[str] = []
    melds: list[tuple[str, str]] = []
    if tile:
        rank = int(tile[0])
        around = [f"{rank - 1}{tile[1]}", f"{rank + 1}{tile[1]}"]
        if not dealer.take(*around):
            raise LookupError(tile)
        concealed += around
    if kong:
        quad = next(each for each in rng.sample(dealer.kinds, len(dealer.kinds)) if dealer.take(*(each,) * 4))
        melds.append((rng.choice(("an", "bu", "zhi")), quad))
    for _ in range((3 if tile else 4) - kong):
        group = dealer.group()
        if len(set(group)) == 1 and rng.random() < 0.6:
            kind = rng.choice(("pon", "an", "bu", "zhi"))
            melds.append((kind if kind == "pon" or dealer.take(group[0]) else "pon", group[0]))
        else:
            concealed += group
    concealed += dealer.pair()
    if tile:
        return concealed, melds, tile
    win = rng.choice(concealed)
    concealed.remove(win)
    return concealed, melds, win


def standing(dealer: Dealer) -> tuple[list[str], list[tuple[str, str]]]:
    """A hand that waits, or does not."""
    concealed, melds, _ = complete(dealer)
    if dealer.rng.random() < 0.4:
        concealed = [dealer.one() if i < 3 else tile for i, tile in enumerate(concealed)]
    return concealed, melds


def table(rng: random.Random) -> Table:
    """A round that ends in one of seven ways."""
    while True:
        try:
            return _table(rng, rng.choice(("zimo", "gangkai", "pao", "gangpao", "qianggang", "two", "draw")))
        except LookupError:
            continue


def _table(rng: random.Random, end: str) -> Table:
    dealer = Dealer(rng)
    seats = list(PLAYERS)
    rng.shuffle(seats)
    a, b, c = seats
    revealed = rng.sample(PLAYERS, rng.choice((0, 0, 1, 1, 2, 3)))
    found: Table = {"players": list(PLAYERS), "dealer": rng.choice(PLAYERS), "revealed": revealed}
    hands: dict[str, tuple[list[str], list[tuple[str, str]]]] = {}
    wins: list[Table] = []
    tags = "+haidi" if rng.random() < 0.1 and end != "qianggang" else ""
    if end in ("zimo", "gangkai"):
        concealed, melds, win = complete(dealer, kong=end == "gangkai")
        hands[a] = concealed, melds
        wins.append({"player": a, "hand": write(concealed, melds, f"@{win}+{end}{tags}")})
    elif end != "draw":
        word = "pao" if end == "two" else end
        tile = f"{rng.randint(2, 8)}{rng.choice([k for k in dealer.kinds if k not in DRAGONS])[1]}"
        dealer.left[tile] = 0 if end == "qianggang" else dealer.left[tile] - 1
        for player in (a, c) if end == "two" else (a,):
            concealed, melds, win = complete(dealer, tile)
            hands[player] = concealed, melds
            wins.append({"player": player, "hand": write(concealed, melds, f"@{win}+{word}{tags}"), "from": b})
    else:
        hands = {player: standing(dealer) for player in PLAYERS}
        found["hands"] = {player: write(*held) for player, held in hands.items()}
        found["draw"] = True
    found["kongs"] = kongs(rng, dealer, hands, a, b, wins, end)
    if wins:
        found["wins"] = wins
    return found


def kongs(
    rng: random.Random,
    dealer: Dealer,
    hands: dict[str, tuple[list[str], list[tuple[str, str]]]],
    winner: str,
    discarder: str,
    wins: list[Table],
    end: str,
) -> list[Table]:
    """The kongs that the hands show, some of players whose hands are not shown, in an order that suits the end."""
    made = [(player, kind, tile) for player, (_, melds) in hands.items() for kind, tile in melds if kind != "pon"]
    for player in PLAYERS:
        if player not in hands and (rng.random() < 0.4 or (end == "gangpao" and player == discarder)):
            full = [tile for tile, n in dealer.left.items() if n == 4]
            if full:
                tile = rng.choice(full)
                dealer.take(*(tile,) * 4)
                made.append((player, rng.choice(("an", "bu", "zhi")), tile))
    rng.shuffle(made)
    last = winner if end == "gangkai" else discarder if end == "gangpao" else ""
    made.sort(key=lambda each: each[0] == last)
    rows: list[Table] = []
    for player, kind, tile in made:
        row: Table = {"player": player, "kind": kind, "tile": tile}
        before = rows[-1]["player"] if rows else ""
        if kind == "zhi":
            row["from"] = rng.choice([other for other in PLAYERS if other != player])
        follows = (player == before and kind != "zhi") or row.get("from") == before
        if before and follows and rng.random() < 0.7:
            row["chained"] = True
            if kind != "zhi" and rng.random() < 0.3:
                row["held"] = True
        rows.append(row)
    if end == "qianggang":
        tile = wins[0]["hand"].split("@")[1].split("+")[0]
        rows.append({"player": discarder, "kind": "bu", "tile": tile, "robbed": True})
    elif end == "draw" and rows and rng.random() < 0.4:
        rows[-1][rng.choice(("last", "forgotten"))] = True
    return rows


def forced(rng: random.Random) -> Table:
    """A forced end: A and B revealed, C with four melds and two tiles of runs that A or B wait to fill."""
    while True:
        dealer = Dealer(rng)
        tiles = rng.sample([tile for tile in dealer.kinds if tile not in DRAGONS and tile[0] in "2345678"], 2)
        dealer.take(*tiles)
        try:
            held = [complete(dealer, tile) for tile in tiles]
        except LookupError:
            continue
        pons = [kind for kind in dealer.kinds if dealer.left[kind] >= 3][:4]
        if len(pons) < 4:
            continue
        hands = {player: write(*hand[:2]) for player, hand in zip("AB", held, strict=True)}
        hands["C"] = write(tiles, [("pon", tile) for tile in pons])
        return {"players": list(PLAYERS), "revealed": ["B", "A"], "hands": hands, "forced": "C", "kongs": _shown(held)}


def _shown(held: list[tuple[list[str], list[tuple[str, str]], str]]) -> list[Table]:
    """The kongs that the hands of A and B show."""
    return [
        {"player": player, "kind": kind, "tile": tile, **({"from": "C"} if kind == "zhi" else {})}
        for player, (_, melds, _) in zip("AB", held, strict=True)
        for kind, tile in melds
        if kind != "pon"
    ]
