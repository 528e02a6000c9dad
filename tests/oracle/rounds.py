"""What a whole round moves, straight from the rule book: from a table as in a file of rounds to units between players.

Money is counted pair by pair of players: for every payer and payee and every kind of payment, what does one owe the
other? Nothing is remembered from one question to the next. Hands are those of `notation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .hands import SELF_DRAWN, OHand, Rules, best, breakdowns, waits
from .notation import hand, tiles
from .rules import VARIANTS

Round = Mapping[str, Any]
Moves = dict[tuple[str, str, str], int]

_COMMON: dict[str, object] = {
    "two": "each",
    "kongs": {"bu": 1, "zhi": 2, "an": 2},
    "most doublings": 99,
    "third is full": False,
    "held chains": True,
    "forgotten pays": True,
    "draw": "first",
    "piao": False,
    "maima": False,
    "first revealed deals": False,
    "upstairs": False,
}
_APP = {"draw": "ready", "piao": True, "maima": True}
_OWN: dict[str, dict[str, object]] = {
    "xiangyang": {},
    "xiangyang-wuxian": {"two": "first", "held chains": False, "draw": "largest"},
    "xiangyang-manhu": {"most doublings": 1, "forgotten pays": False, "first revealed deals": True},
    "xiangfan": {},
    "classic": {},
    "kawuxin": {"draw": "revealed"},
    "suizhou": {"third is full": True},
    "xiangyang-3d": _APP,
    "shiyan": {**_APP, "upstairs": True},
    "xiaogan": _APP,
    "qiabazhang": {},
}
CUSTOMS = {name: {**_COMMON, **own} for name, own in _OWN.items()}


def owed(round: Round, variant: str, cap: int | None = None) -> Moves:
    """Every non-zero payment as (kind, payer, payee) to units of the base; kinds are hand, extra, kong and draw."""
    rules = dict(VARIANTS[variant])
    if cap is not None:
        rules["cap"] = cap
    questions = {"hand": _hand, "extra": _extra, "kong": _kong, "draw": _draw}
    players = round["players"]
    found: Moves = {}
    for kind, ask in questions.items():
        for payer in players:
            for payee in players:
                units = ask(round, variant, rules, payer, payee) if payer != payee else 0
                if units:
                    found[kind, payer, payee] = units
    return found


# --- the end of a hand ------------------------------------------------------------------------


def _won(round: Round, player: str) -> tuple[OHand, Mapping[str, Any]] | None:
    for row in round.get("wins", ()):
        if row["player"] == player:
            given = hand(row["hand"])
            by = "pao" if "from" in row and given.by == "zimo" else given.by
            return replace(given, by=by, liang=player in round.get("revealed", ())), row
    return None


def _answers_for(round: Round, variant: str, rules: Rules, payer: str, payee: str) -> list[str]:
    """Whose shares of the payee's win the payer pays: his own, another's, both or none."""
    won = _won(round, payee)
    if not won:
        return []
    given, row = won
    revealed: Sequence[str] = round.get("revealed", ())
    if given.by in SELF_DRAWN:
        return [payer]
    discarder = row["from"]
    (third,) = (p for p in round["players"] if p not in (payee, discarder))
    winners = [each["player"] for each in round["wins"]]
    shown = [p for p in revealed if p in winners]
    only_one = CUSTOMS[variant]["two"] == "first" and len(winners) == 2 and discarder not in revealed
    if only_one and shown and payee != shown[0]:
        return []
    rule = "own"
    if payee in revealed:
        rule = str(rules["reveal.liability_when_both" if discarder in revealed else "reveal.liability"])
    if rule == "all" and third in winners:
        rule = "bao"
    if payer == discarder:
        return [discarder, third] if rule == "bao" else [discarder]
    return [third] if rule == "all" else []


def _hand(round: Round, variant: str, rules: Rules, payer: str, payee: str) -> int:
    total = 0
    for owner in _answers_for(round, variant, rules, payer, payee):
        won = _won(round, payee)
        assert won is not None
        counted = best(won[0], rules)
        assert counted is not None
        product = counted.product
        if won[0].by == "gangpao" and CUSTOMS[variant]["third is full"]:
            # 杠上炮 doubles again after a second chained kong, and is a full hand after a third.
            length = _links(round, variant)[-1] + 1
            product = max(8, product * 2 ** (length - 1)) if length > 2 else product * 2 ** (length - 1)
        revealed = round.get("revealed", ())
        if owner in revealed and (
            rules["reveal.both"] == "each" or (rules["reveal.payer_doubles"] and payee not in revealed)
        ):
            product *= 2
        cap = rules["cap"]
        total += min(product, cap) if isinstance(cap, int) else product
    return total


def _extra(round: Round, variant: str, rules: Rules, payer: str, payee: str) -> int:
    total = 0
    for owner in _answers_for(round, variant, rules, payer, payee):
        won = _won(round, payee)
        assert won is not None
        given, row = won
        counted = best(given, rules)
        assert counted is not None
        total += counted.extra
        if CUSTOMS[variant]["piao"]:
            total += round.get("piao", {}).get(payee, 0) + round.get("piao", {}).get(owner, 0)
        if CUSTOMS[variant]["maima"] and "maima" in row and given.by in SELF_DRAWN:
            total += 10 if row["maima"] in "ZFB" else int(row["maima"][0])
    return total


# --- kongs ------------------------------------------------------------------------------------


def _links(round: Round, variant: str) -> list[int]:
    """How many kongs stand before each in its chain."""
    found: list[int] = []
    for row in round.get("kongs", ()):
        follows = row.get("chained") and not (row.get("held") and not CUSTOMS[variant]["held chains"])
        found.append(found[-1] + 1 if follows else 0)
    return found


def _kong(round: Round, variant: str, rules: Rules, payer: str, payee: str) -> int:
    customs = CUSTOMS[variant]
    total = 0
    for row, link in zip(round.get("kongs", ()), _links(round, variant), strict=True):
        pays = payer == row["from"] if row["kind"] == "zhi" else True
        void = row.get("robbed") or row.get("last") or (row.get("forgotten") and not customs["forgotten pays"])
        if row["player"] != payee or not pays or void:
            continue
        price, most = customs["kongs"], customs["most doublings"]
        assert isinstance(price, dict)
        assert isinstance(most, int)
        full = customs["third is full"] and link >= 2
        total += 8 if full else price[row["kind"]] * 2 ** min(link, most)
    return total


# --- draws ------------------------------------------------------------------------------------


def _worth(standing: str, rules: Rules, revealed: bool, only: set[str] | None = None) -> int:
    """The most that a standing hand could have won off a discard, without events and extras; 0 if it does not wait."""
    given = hand(standing)
    fans = [0]
    for tile in waits(given.concealed, given.melds)[0]:
        if only is None or tile in only:
            won = replace(given, win=tile, by="pao", liang=revealed)
            fans += [each.fan for each in breakdowns(won, rules) if each.allowed]
    return max(fans)


def _draw(round: Round, variant: str, rules: Rules, payer: str, payee: str) -> int:
    revealed: Sequence[str] = round.get("revealed", ())
    if "forced" in round:
        if payer != round["forced"] or payee not in revealed:
            return 0
        held = {tile for word in round["hands"][payer].split() if "+" not in word for tile in tiles(word)}
        return _worth(round["hands"][payee], rules, True, held)
    if not round.get("draw"):
        return 0
    custom = CUSTOMS[variant]["draw"]
    if custom == "first":
        return int(bool(revealed) and payer == revealed[0])
    if custom == "revealed":
        return int(payer in revealed and payee not in revealed)
    dead = {row["player"] for row in round.get("kongs", ()) if row.get("forgotten")}
    worth = {
        player: 0 if player in dead else _worth(round["hands"][player], rules, player in revealed)
        for player in round["players"]
    }
    if custom == "largest":
        return worth[payee] if worth[payer] == 0 and worth[payee] == max(worth.values()) else 0
    if all(worth.values()):
        return worth[payee] if payer in revealed and payee not in revealed else 0
    return 0 if worth[payer] else worth[payee]


# --- what comes next --------------------------------------------------------------------------


def next_dealer(round: Round, variant: str) -> str:
    """Who of three players deals next."""
    winners = [row["player"] for row in round.get("wins", ())]
    if len(winners) == 2:
        return str(round["wins"][0]["from"])
    if winners:
        return str(winners[0])
    if CUSTOMS[variant]["first revealed deals"] and round.get("revealed"):
        return str(round["revealed"][0])
    return str(round["dealer"])
