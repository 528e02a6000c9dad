"""A file of rounds, read and checked: TOML to `Round`, with every fault of the file at once and its place.

`docs/rounds.md` describes the keys. What no round can be is refused here, so that settling has nothing to doubt.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kwx_cli.errors import Fault, HandError, RoundError, VariantError, guess
from kwx_cli.grammar.notation import MELD_WORDS, WIN_WORDS, ParsedHand, parse_hand, parse_tile
from kwx_cli.hand import By, Hand, MeldKind, standing_fault, waiting_fault, winning_fault
from kwx_cli.scoring import score
from kwx_cli.settlement.checking import faults
from kwx_cli.settlement.draws import fan_on, needs_hands, open_waits
from kwx_cli.settlement.extras import may_maima
from kwx_cli.settlement.kongs import Kong
from kwx_cli.settlement.ledger import Carry, Note
from kwx_cli.settlement.rounds import Round, Win
from kwx_cli.settlement.tables import Table, tables
from kwx_cli.tiles import NAMES
from kwx_cli.variants import DEFAULT, Variant, load_variant, variant_ids

SESSION = ("variant", "set", "base", "table", "players", "purse", "round")
ROUND = ("dealer", "resting", "upstairs", "dice", "revealed", "piao", "kongs", "wins", "hands", "draw", "forced")
KONG = ("player", "kind", "tile", "from", "chained", "held", "robbed", "forgotten", "last")
WIN = ("player", "hand", "from", "maima", "passed")
_KONG_KINDS = {word: kind for kind, words in MELD_WORDS.items() for word in words}
_TYPES = {str: "text in quotes", int: "a whole number", bool: "true, false", list: "a list", dict: "a table"}


@dataclass(frozen=True, slots=True)
class Session:
    """The rounds of a file, in order, and what each player had before the first, where the file says so."""

    rounds: tuple[Round, ...]
    purses: Mapping[str, int] | None


def read_rounds(
    text: str,
    file: str = "-",
    variant: Variant | None = None,
    table: str | None = None,
    settings: Sequence[str] = (),
    default: str = DEFAULT,
) -> Session:
    """Return the rounds of a TOML text; `file` names it in messages and is where a variant's own path starts.

    `variant` and `table` (an id or Chinese name) stand in for those of the file, `settings` on top of its variant;
    `default` is the variant of a file that names none. Raises `RoundError` with every fault of every round.

    >>> text = 'players = ["A", "B", "C"]\\n[[wins]]\\nplayer = "A"\\nhand = "46t 88t 123b 789b ZZZ @5t"'
    >>> from kwx_cli.settlement.rounds import settle
    >>> settle(read_rounds(text).rounds[0]).totals
    {'A': 4, 'B': -2, 'C': -2}
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RoundError(Fault("bad-toml", {"case": "round", "file": file, "problem": error})) from None
    check = _Check()
    if "round" in data:
        check.keys(data, (*SESSION, "dealer", "resting", "upstairs"), "")
        rows = check.rows(data, "round", "")
    else:
        check.keys(data, (*SESSION, *ROUND), "")
        rows = [data]
    rules = variant or _variant(data, file, settings, default, check)
    seats = _seats(data, check)
    stakes = _table(data, table, check)
    base = stakes.stake if stakes else check.number(data, "base", "", 1, least=1)
    if stakes and data.get("base", stakes.stake) != stakes.stake:
        check.fault("table-base", "base", base=data["base"], stake=stakes.stake)
    purses = _purses(data, seats, stakes, check)
    if rules is None:
        raise check.error()
    dealer = check.player(data, "dealer", "", seats) or ""
    resting = check.player(data, "resting", "", seats) or ""
    now = Carry(dealer, resting, check.flag(data, "upstairs", ""))
    rounds: list[Round] = []
    for number, row in enumerate(rows, 1):
        place = f"round[{number}]." if "round" in data else ""
        if place:
            check.keys(row, ROUND, place)
        reader = _Reader(check, place, row, rules, seats)
        round = reader.read(number, base, now, stakes, fresh=number > 1)
        rounds.append(round)
        now = round.after
    if not rows:
        check.fault("no-rounds", "round")
    if check.faults:
        raise check.error()
    return Session(tuple(rounds), purses)


def _variant(data: dict[str, Any], file: str, settings: Sequence[str], default: str, check: _Check) -> Variant | None:
    """Return the variant of a file, or what was meant by it; None if nothing can be said of rounds under it."""
    name = check.text(data, "variant", "") or default
    if "variant" in data and name.endswith(".toml") and not Path(name).is_absolute():
        name = str(Path(file).parent / name)
    on_top = [str(text) for text in check.items(data, "set", "", str)]
    try:
        return load_variant(name, (*on_top, *settings))
    except VariantError as error:
        check.faults += [replace(fault, place="variant") for fault in error.faults]
        meant = str(error.faults[0].values.get("guess"))
        return load_variant(meant) if meant in variant_ids() else None


def _seats(data: dict[str, Any], check: _Check) -> tuple[str, ...]:
    names = tuple(str(name) for name in check.items(data, "players", "", str)) or ("A", "B", "C")
    if len(names) not in (3, 4) or len(set(names)) < len(names) or not all(names):
        check.fault("bad-players", "players", names=", ".join(names), count=len(names))
    # With the list itself wrong, every name after it would be a fault too.
    check.knows_players = not any(fault.place.startswith("players") for fault in check.faults)
    return names


def _table(data: dict[str, Any], given: str | None, check: _Check) -> Table | None:
    name = given or check.text(data, "table", "")
    if name and name not in tables():
        ids = [table.id for table in dict.fromkeys(tables().values())]
        check.fault("unknown-table", "table", name=name, guess=guess(name, ids, 0.6))
    return tables().get(name) if name else None


def _purses(
    data: dict[str, Any], seats: tuple[str, ...], table: Table | None, check: _Check
) -> Mapping[str, int] | None:
    given = check.table(data, "purse", "")
    if not given:
        return None
    purses = check.by_player(given, "purse", seats)
    if missing := [player for player in seats if player not in given]:
        check.fault("purse-missing", "purse", player=", ".join(missing))
    for player, purse in purses.items():
        if table and not table.admits(purse):
            most = "∞" if table.most is None else table.most
            check.fault("purse-limits", f"purse.{player}", purse=purse, least=table.least, most=most)
    return purses


class _Check:
    """Collects the faults of a file, and takes typed values out of its tables."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.knows_players = True

    def fault(self, code: str, place: str, **values: object) -> None:
        self.faults.append(Fault(code, values, place=place))

    def error(self) -> RoundError:
        return RoundError(*{repr(fault): fault for fault in self.faults}.values())

    def keys(self, data: Mapping[str, Any], known: Sequence[str], place: str) -> None:
        for key in data:
            if key not in known:
                close = get_close_matches(key, known, 1)
                code, near = ("unknown-key", close[0]) if close else ("strange-key", ", ".join(known))
                self.fault(code, f"{place}{key}", case="round", key=key, guess=near)

    def _typed(self, value: object, wanted: type, place: str) -> bool:
        if isinstance(value, wanted) and not (wanted is int and isinstance(value, bool)):
            return True
        self.fault("wrong-type", place, case="round", value=repr(value), allowed=_TYPES[wanted])
        return False

    def text(self, data: Mapping[str, Any], key: str, place: str, *, need: bool = False) -> str | None:
        if key not in data:
            if need:
                self.fault("missing-key", f"{place}{key}", key=key)
            return None
        return str(data[key]) if self._typed(data[key], str, f"{place}{key}") else None

    def flag(self, data: Mapping[str, Any], key: str, place: str) -> bool:
        return bool(data[key]) if key in data and self._typed(data[key], bool, f"{place}{key}") else False

    def number(self, data: Mapping[str, Any], key: str, place: str, default: int, least: int = 0) -> int:
        if key not in data or not self._typed(data[key], int, f"{place}{key}"):
            return default
        if data[key] < least:
            self.fault("bad-value", f"{place}{key}", case="round", value=data[key], allowed=f">= {least}")
        return int(data[key])

    def table(self, data: Mapping[str, Any], key: str, place: str) -> dict[str, Any]:
        return dict(data[key]) if key in data and self._typed(data[key], dict, f"{place}{key}") else {}

    def items(self, data: Mapping[str, Any], key: str, place: str, wanted: type | None = None) -> list[Any]:
        if key not in data or not self._typed(data[key], list, f"{place}{key}"):
            return []
        found = enumerate(data[key], 1)
        return [item for i, item in found if wanted is None or self._typed(item, wanted, f"{place}{key}[{i}]")]

    def rows(self, data: Mapping[str, Any], key: str, place: str) -> list[dict[str, Any]]:
        return self.items(data, key, place, dict)

    def by_player(self, data: Mapping[str, Any], place: str, players: Sequence[str]) -> dict[str, int]:
        found = {}
        for name in data:
            if self.known(name, f"{place}.{name}", players):
                found[name] = self.number(data, name, f"{place}.", 0)
        return found

    def player(
        self, data: Mapping[str, Any], key: str, place: str, players: Sequence[str], *, need: bool = False
    ) -> str | None:
        name = self.text(data, key, place, need=need)
        return name if name is not None and self.known(name, f"{place}{key}", players) else None

    def known(self, name: str, place: str, players: Sequence[str]) -> bool:
        if name in players:
            return True
        if self.knows_players:
            self.fault("unknown-player", place, name=name, guess=guess(name, players, 0.6))
        return False

    def hand_faults(self, error: HandError, place: str) -> None:
        """Take over the faults of a piece of notation, with the column behind the place."""
        for fault in error.faults:
            where = place if fault.column is None else f"{place}:{fault.column}"
            self.faults.append(replace(fault, column=None, place=where))

    def tile(self, data: Mapping[str, Any], key: str, place: str, *, need: bool = False) -> int | None:
        text = self.text(data, key, place, need=need)
        if text is None:
            return None
        try:
            return parse_tile(text)
        except HandError as error:
            self.hand_faults(error, f"{place}{key}")
            return None


class _Reader:
    """Reads one round; `place` stands before every key."""

    def __init__(
        self, check: _Check, place: str, row: Mapping[str, Any], variant: Variant, seats: tuple[str, ...]
    ) -> None:
        self.check = check
        self.place = place
        self.row = row
        self.variant = variant
        self.seats = seats
        self.notes: list[Note] = []
        self.lost = False  # a kong, a win or a hand could not be read, so the round cannot be judged as a whole

    def fault(self, code: str, key: str, **values: object) -> None:
        self.check.fault(code, f"{self.place}{key}".removesuffix("."), **values)

    def _rows(self, key: str) -> list[dict[str, Any]]:
        before = len(self.check.faults)
        rows = self.check.rows(self.row, key, self.place)
        self.lost |= len(self.check.faults) > before
        return rows

    def read(self, number: int, base: int, now: Carry, table: Table | None, *, fresh: bool) -> Round:
        """Return the round, or one that stands for it if it had faults, so that the next can be read too."""
        now = self._now(now, fresh)
        self.players = tuple(player for player in self.seats if player != now.resting)
        if now.dealer not in self.players:
            now = replace(now, dealer=self.players[0] if self.players else "")
        revealed = self._revealed()
        piao = self.check.by_player(self._extra("piao", "extras.piao"), f"{self.place}piao", self.players)
        dice = self._dice()
        kongs = self._kongs()
        self._end()
        forced = self.check.player(self.row, "forced", self.place, self.players) or ""
        wins = self._wins(revealed)
        hands = self._hands(revealed, kongs, wins, forced)
        round = Round(
            number, self.variant, base, self.seats, now, revealed, piao, tuple(kongs), tuple(wins), forced, hands,
            dice, table, tuple(self.notes),
        )  # fmt: skip
        if not self.lost:
            self.check.faults += [replace(fault, place=f"{self.place}{fault.place}") for fault in faults(round)]
        return round

    def _now(self, carried: Carry, fresh: bool) -> Carry:
        """Return the state at the start: what the round says itself goes before what was carried."""
        if self.place:
            dealer = self.check.player(self.row, "dealer", self.place, self.seats)
            resting = self.check.player(self.row, "resting", self.place, self.seats)
            upstairs = self.check.flag(self.row, "upstairs", self.place)
            if fresh and dealer and carried.dealer and dealer != carried.dealer:
                self.notes.append(Note("dealer-differs", {"player": dealer, "carried": carried.dealer}))
            upstairs = upstairs if "upstairs" in self.row else carried.upstairs
            carried = Carry(dealer or carried.dealer, resting or carried.resting, upstairs)
        if carried.upstairs and not self.variant.flag("shanglou"):
            self.fault("no-such-rule", "upstairs", case="shanglou", variant=self.variant.id)
        if len(self.seats) == 4 and not carried.resting:
            self.fault("no-resting", "resting", players=", ".join(self.seats))
        if len(self.seats) == 3 and carried.resting:
            self.fault("resting-of-three", "resting", player=carried.resting)
        if carried.resting and carried.dealer == carried.resting:
            self.fault("resting-plays", "dealer", player=carried.dealer)
        return carried

    def _extra(self, key: str, rule: str) -> dict[str, Any]:
        """Return a table that only some variants have a use for."""
        table = self.check.table(self.row, key, self.place)
        if table and not self.variant.flag(rule):
            self.fault("no-such-rule", key, case=key, variant=self.variant.id)
        return table

    def _dice(self) -> bool:
        dice = self.check.items(self.row, "dice", self.place, int)
        if "dice" in self.row and (len(dice) != 2 or not all(1 <= pips <= 6 for pips in dice)):
            self.fault("bad-value", "dice", case="round", value=self.row["dice"], allowed="[1-6, 1-6]")
            return False
        return self.variant.flag("shanglou") and len(dice) == 2 and dice[0] == dice[1]

    def _revealed(self) -> tuple[str, ...]:
        """Return who revealed, in order; refuse a reveal with too few tiles in the wall (3D: 少于12张不能亮)."""
        found: list[str] = []
        least = self.variant.number("reveal.min_wall") or 0
        for i, item in enumerate(self.check.items(self.row, "revealed", self.place), 1):
            key = f"revealed[{i}]"
            row = item if isinstance(item, dict) else {"player": item}
            self.check.keys(row, ("player", "wall"), f"{self.place}{key}.")
            player = self.check.player(row, "player", f"{self.place}{key}.", self.players, need=True)
            wall = self.check.number(row, "wall", f"{self.place}{key}.", least)
            if wall < least:
                self.fault("reveal-late", key, wall=wall, least=least)
            if player in found:
                self.fault("reveal-twice", key, player=player)
            elif player:
                found.append(player)
        return tuple(found)

    def _kongs(self) -> list[Kong]:
        found = []
        for i, row in enumerate(self._rows("kongs"), 1):
            place = f"{self.place}kongs[{i}]."
            self.check.keys(row, KONG, place)
            player = self.check.player(row, "player", place, self.players, need=True)
            tile = self.check.tile(row, "tile", place, need=True)
            source = self.check.player(row, "from", place, self.players)
            word = self.check.text(row, "kind", place, need=True)
            kind = _KONG_KINDS.get(word or "")
            if word and kind in (None, MeldKind.PON, MeldKind.KAN):
                allowed = ", ".join(str(k) for k in (MeldKind.BU, MeldKind.ZHI, MeldKind.AN))
                self.check.fault("bad-value", f"{place}kind", case="round", value=repr(word), allowed=allowed)
            flags = {key: self.check.flag(row, key, place) for key in KONG[4:]}
            if player and tile is not None and kind:
                found.append(Kong(player, kind, tile, source or "", **flags))
            else:
                self.lost = True
        return found

    def _end(self) -> None:
        ends = [key for key in ("wins", "draw", "forced") if self.row.get(key)]
        if len(ends) != 1:
            self.fault("no-end" if not ends else "two-ends", ends[-1] if ends else "", ends=" + ".join(ends))
            self.lost = True
        self.check.flag(self.row, "draw", self.place)

    def _wins(self, revealed: tuple[str, ...]) -> list[Win]:
        rows = self._rows("wins")
        if len(rows) > 2:
            self.fault("many-wins", "wins[3]", count=len(rows))
        found = []
        for i, row in enumerate(rows, 1):
            place = f"{self.place}wins[{i}]."
            self.check.keys(row, WIN, place)
            player = self.check.player(row, "player", place, self.players, need=True)
            source = self.check.player(row, "from", place, self.players) or ""
            maima = self.check.tile(row, "maima", place)
            passed = self.check.tile(row, "passed", place)
            text = self.check.text(row, "hand", place, need=True)
            parsed = self._parse(text, f"{place}hand") if text is not None else None
            hand = None
            if player and player == source:
                self.check.fault("own-discard", f"{place}from", player=player)
            elif player and parsed:
                hand = self._winning(parsed, f"{place}hand", player, source, revealed, bool(row.get("from")))
            if hand and player:
                if passed is not None:
                    self._passed(hand, passed, f"{place}passed", player)
                if maima is not None and not may_maima(self.variant, hand.by, hand.liang):
                    case = "maima-zimo" if self.variant.choice("extras.maima") != "none" else "maima"
                    self.check.fault("no-such-rule", f"{place}maima", case=case, variant=self.variant.id)
                found.append(Win(player, hand, source, maima))
            else:
                self.lost = True
        return found

    def _parse(self, text: str, place: str) -> ParsedHand | None:
        try:
            return parse_hand(text)
        except HandError as error:
            self.check.hand_faults(error, place)
            return None

    def _winning(
        self, parsed: ParsedHand, place: str, player: str, source: str, revealed: tuple[str, ...], has_from: bool
    ) -> Hand | None:
        """Return the winner's hand with what the round knows of it, or None with a fault: it must be a win."""
        hand = parsed.hand
        words = {word for group, _ in parsed.groups if group.is_win for word, _ in group.words}
        if hand.win is None or not hand.is_whole:
            self.check.hand_faults(parsed.refuse(winning_fault(hand)), place)
            return None
        if has_from and (hand.by is By.GANGKAI or words & set(WIN_WORDS["zimo"])):
            self.check.fault("win-from", place, case="zimo", player=player)
            return None
        if hand.by is By.ZIMO and has_from:
            hand = replace(hand, by=By.PAO)
        if not hand.by.self_drawn and not has_from:
            self.check.fault("win-from", place, case="missing", by=str(hand.by))
            return None
        for tag, who in (("liang", player), ("duiliang", source)):
            if getattr(hand, tag) and who not in revealed:
                self.check.fault("tag-against-round", place, tag=tag, player=who)
        hand = replace(hand, liang=player in revealed, duiliang=source in revealed)
        result = score(hand, self.variant)
        if not result.best:
            self.check.fault("not-a-win", place, player=player)
            return None
        return hand

    def _passed(self, hand: Hand, tile: int, place: str, player: str) -> None:
        """Refuse a discard win after a passed one (漏胡), as the variant has it; what may not win was not passed."""
        waiting = replace(hand, win=None, by=By.ZIMO, haidi=False, duiliang=False)
        if tile not in open_waits(waiting):
            self.check.fault("passed-no-wait", place, tile=NAMES[tile], player=player)
            return
        before = fan_on(waiting, tile, self.variant, hand.liang)
        rule = self.variant.choice("louhu")
        if not before or hand.by.self_drawn or rule == "none":
            return
        best = score(hand, self.variant).best
        if rule == "higher-allowed" and best and best.score.fan > before:
            return
        case = "higher" if rule == "higher-allowed" else "draw"
        fan = best.score.fan if best else 0
        self.check.fault("passed-win", place, case=case, player=player, tile=NAMES[tile], before=before, fan=fan)

    def _hands(
        self, revealed: tuple[str, ...], kongs: Iterable[Kong], wins: Iterable[Win], forced: str
    ) -> dict[str, Hand]:
        """Return the hands shown beside the winners': waiting ones, but for the forced player's and dead ones."""
        found: dict[str, Hand] = {}
        dead = {kong.player for kong in kongs if kong.forgotten}
        given = self.check.table(self.row, "hands", self.place)
        for name in given:
            place = f"{self.place}hands.{name}"
            if not self.check.known(name, place, self.players):
                self.lost = True
                continue
            text = self.check.text(given, name, f"{self.place}hands.")
            if name in {win.player for win in wins}:
                self.check.fault("hand-twice", place, player=name)
            elif text is not None and (parsed := self._parse(text, place)):
                hand = self._standing(parsed, place, name, name in revealed, forced == name, name in dead)
                found |= {name: hand} if hand else {}
            self.lost |= name not in found
        needed = set()
        if forced:
            needed = {forced, *revealed}
        elif self.row.get("draw") is True and needs_hands(self.variant):
            needed = set(self.players) - dead
        for player in self.players:
            if player in needed and player not in given:
                self.check.fault("hand-missing", f"{self.place}hands", player=player)
        for player in revealed:
            hand = found.get(player)
            if hand and player != forced and player not in dead and not open_waits(hand):
                self.check.fault("reveal-not-waiting", f"{self.place}hands.{player}", player=player)
        return found

    def _standing(
        self, parsed: ParsedHand, place: str, player: str, revealed: bool, is_forced: bool, is_dead: bool
    ) -> Hand | None:
        """Return the hand of one who did not win, or None with a fault; a complete one that may win would have."""
        hand = parsed.hand
        full = 13 - 3 * len(hand.melds) + is_forced
        complete = hand if hand.win is not None else _completed(hand)
        if complete and complete.is_whole and score(replace(complete, liang=revealed), self.variant).status == "win":
            self.check.fault("wins-unsaid", place, player=player)
        elif hand.win is not None:
            self.check.hand_faults(parsed.refuse(waiting_fault(hand) or winning_fault(hand)), place)
        elif len(hand.concealed) != full and not is_dead:
            self.check.faults.append(replace(standing_fault(hand, full), place=place))
        else:
            return hand
        return None


def _completed(hand: Hand) -> Hand | None:
    """Return a hand of a complete one's number of tiles with its last tile as the winning one."""
    if len(hand.concealed) != 14 - 3 * len(hand.melds):
        return None
    return replace(hand, concealed=hand.concealed[:-1], win=hand.concealed[-1])
