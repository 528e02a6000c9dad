"""What no round can be, and what looks like it but can: every fault with its place."""

from __future__ import annotations

import random
import tomllib
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kwx_cli.settlement.ledger import Carry
from kwx_cli.settlement.reading import KONG, ROUND, SESSION, WIN
from kwx_cli.settlement.rounds import settle_all
from tests.settlement.files import faults, read, settled, totals
from tests.settlement.test_examples import FORCED, RUNS, win
from tests.support import SAMPLES

B_WINS = "46t 77t 123b 456b 789b @5t"


def kong(player: str, kind: str, tile: str, **more: object) -> dict[str, object]:
    return {"player": player, "kind": kind, "tile": tile, **more}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        # Several at once, each in its place.
        (
            {"revealed": ["D"], "base": 0, "wins": [win("A", RUNS, "A")], "kongs": [kong("B", "chi", "0b")]},
            {
                ("unknown-player", "revealed[1].player"),
                ("bad-value", "base"),
                ("own-discard", "wins[1].from"),
                ("bad-value", "kongs[1].kind"),
                ("zero-tile", "kongs[1].tile:1"),
            },
        ),
        # A slip that loses nothing does not hide what is wrong with the round as a whole.
        (
            {"reveald": ["A"], "wins": [win("A", RUNS)], "kongs": [kong("A", "an", "9t")]},
            {("unknown-key", "reveald"), ("kong-not-shown", "wins[1].hand")},
        ),
        # A fault in one round does not hide those of the next.
        (
            {"round": [{"draw": False}, {"draw": True, "forced": "A"}, {"wins": [win("A", "22B")]}]},
            {
                ("no-end", "round[1]"),
                ("two-ends", "round[2].forced"),
                ("hand-missing", "round[2].hands"),
                ("digit-honour", "round[3].wins[1].hand:3"),
            },
        ),
        # Types
        ({"players": "ABC", "draw": True}, {("wrong-type", "players")}),
        ({"players": ["A", 1, "C", "B"], "draw": True}, {("wrong-type", "players[2]")}),
        ({"base": True, "draw": True}, {("wrong-type", "base")}),
        ({"draw": "yes"}, {("wrong-type", "draw")}),
        ({"wins": win("A", RUNS)}, {("wrong-type", "wins")}),
        ({"kongs": ["9t"], "draw": True}, {("wrong-type", "kongs[1]")}),
        ({"purse": {"A": -1, "B": 0, "C": 0}, "draw": True}, {("bad-value", "purse.A")}),
        ({"revealed": [{"player": "A", "wal": 3}], "draw": True}, {("unknown-key", "revealed[1].wal")}),
        ({"revealed": [{"wall": 3}], "draw": True}, {("missing-key", "revealed[1].player")}),
        ({"dice": [0, 6], "draw": True}, {("bad-value", "dice")}),
        ({"dice": [6], "draw": True}, {("bad-value", "dice")}),
        ({"players": ["A", "A", "B"], "draw": True}, {("bad-players", "players")}),
        ({"variant": "xiangyan", "draw": True}, {("unknown-variant", "variant")}),
        ({"set": ["cap"], "draw": True}, {("set-form", "variant")}),
        # A variant that is misspelt is read as the one that was meant.
        (
            {"variant": "xiaogn", "piao": {"A": 1}, "draw": True},
            {("unknown-variant", "variant"), ("hand-missing", "hands")},
        ),
        # Hands
        ({"wins": [win("A", RUNS.replace("@5t", ""))]}, {("tile-count", "wins[1].hand:23")}),
        ({"wins": [win("A", RUNS + "+duiliang")]}, {("duiliang-zimo", "wins[1].hand:28")}),
        ({"wins": [win("A", RUNS + "+duiliang", "B")]}, {("duiliang-zimo", "wins[1].hand:28")}),
        ({"wins": [win("A", RUNS + "+pao+duiliang", "B")]}, {("tag-against-round", "wins[1].hand")}),
        ({"wins": [win("A", RUNS + "+gangkai", "B")]}, {("gangkai-without-kong", "wins[1].hand:28")}),
        (
            {"wins": [win("A", "46t 77t 123b 456b 9999t+an @5t+gangkai", "B")], "kongs": [kong("A", "an", "9t")]},
            {("win-from", "wins[1].hand")},
        ),
        ({"wins": [win("A", RUNS)], "hands": {"B": RUNS}}, {("wins-unsaid", "hands.B")}),
        ({"wins": [win("A", RUNS)], "hands": {"B": "147t 258b @3b"}}, {("win-given", "hands.B:11")}),
        ({"draw": True, "hands": {"B": RUNS.replace("@", "")}}, {("wins-unsaid", "hands.B")}),
        ({"draw": True, "hands": {"D": "147t"}}, {("unknown-player", "hands.D")}),
        # Five of a kind over what two players show, a kong that is not shown, the winning tile, the 买码 tile
        ({"wins": [win("A", RUNS)], "kongs": [kong("B", "an", "5t")]}, {("fifth-tile", "wins[1].hand")}),
        ({"wins": [win("A", RUNS)], "kongs": [kong("B", "an", "4t")]}, {("fifth-tile", "kongs[1]")}),
        (
            {
                "variant": "xiaogan",
                "wins": [win("A", RUNS, maima="5t")],
                "hands": {"B": "45t 99t 678t 111t+pon ZZZ+pon", "C": "55t 23t ZFB 789t 46b 1b"},
            },
            {("fifth-tile", "wins[1].maima")},
        ),
        # Kongs
        (
            {"draw": True, "kongs": [kong("A", "zhi", "9t", **{"from": "A"})]},
            {("own-discard", "kongs[1].from")},
        ),
        (
            {"draw": True, "kongs": [kong("A", "an", "9t"), kong("B", "zhi", "8t", chained=True, **{"from": "C"})]},
            {("bad-chain", "kongs[2]")},
        ),
        (
            {
                "wins": [win("A", RUNS)],
                "kongs": [kong("B", "an", "9t")],
                "hands": {"B": "1b 9999t+bu ZZZ+pon FFF+pon BBB+pon"},
            },
            {("kong-not-shown", "hands.B")},
        ),
        (
            {
                "wins": [win("A", RUNS + "+qianggang", "B")],
                "kongs": [kong("B", "bu", "5t", robbed=True)],
                "hands": {"B": "11b 22b 33b 3t ZZZ+pon FFF+pon"},
            },
            {("kong-not-shown", "hands.B")},
        ),
        # Two winners
        (
            {"wins": [win("A", RUNS, "C"), win("B", B_WINS + "+haidi", "C")]},
            {("two-wins-differ", "wins[2]")},
        ),
        (
            {"wins": [win("A", RUNS, "C"), win("B", B_WINS, "A")]},
            {("two-wins-differ", "wins[2]")},
        ),
        # A forced end without the hands that it is about
        (
            {"variant": "xiangyang-3d", "revealed": ["A", "B"], "forced": "C", "hands": {"A": FORCED["A"]}},
            {("hand-missing", "hands")},
        ),
    ],
)  # fmt: skip
def test_refused(table: dict[str, Any], expected: set[tuple[str, str]]) -> None:
    assert faults(**table) == expected


@pytest.mark.parametrize(
    "table",
    [
        {"wins": [win("A", RUNS.replace("@5t", "@5t+pao+liang"), "B")], "revealed": ["A"]},
        {"wins": [win("A", RUNS + "+pao+duiliang", "B")], "revealed": ["B"]},
        # The kind of a kong may be unknown to the hand: the round knows it.
        {"wins": [win("A", "46t 77t 123b 456b 9999t+kan @5t")], "kongs": [kong("A", "暗杠", "9t")]},
        # Three copies lie in the pon that was to become the robbed kong.
        {
            "wins": [win("A", RUNS + "+qianggang", "B"), win("C", B_WINS + "+qianggang", "B")],
            "kongs": [kong("B", "bu", "5t", robbed=True)],
            "hands": {"B": "11b 22b 33b 3t 555t+pon ZZZ+pon"},
        },
        # Two players may have let the same tile pass.
        {"wins": [win("A", "56t 88t 123b 456b 789b @4t")], "hands": {"B": "147t 258t 369b ZZFF"}},
        # A dead hand may be a tile short.
        {"draw": True, "kongs": [kong("A", "an", "9t", forgotten=True)], "hands": {"A": "123b 456b 78b 1t 9999t+an"}},
        # A complete hand that may not win is no win that was left unsaid.
        {
            "variant": "xiangyang-3d",
            "revealed": ["A", "B"],
            "forced": "C",
            "hands": {
                "A": "45t 66b 123b 456b 789b",
                "B": "4455t 123b 789b ZZZ",
                "C": "33345t 111t+pon FFF+pon 999t+pon",
            },
        },
    ],
)
def test_accepted(table: dict[str, Any]) -> None:
    assert faults(**table) == set()


@pytest.mark.parametrize(
    ("variant", "hand", "source", "passed", "refused"),
    [
        ("xiangyang", "56t 88t 123b 456b 789b @4t", "B", "7t", True),
        ("xiangyang", "56t 88t 123b 456b 789b @4t+zimo", "", "7t", False),  # his own draw
        ("xiangyang", "56t 88t 123b 456b 444t+pon @4t", "B", "7t", True),  # higher, but only 襄樊 minds that
        ("xiangfan", "56t 88t 123b 456b 444t+pon @4t", "B", "7t", False),
        ("xiangfan", "56t 88t 123b 456b 444t+pon @4t", "B", "4t", True),  # no higher than the same
        ("xiangyang-manhu", "56t 88t 123b 456b 444t+pon @4t", "B", "7t", False),  # 屁胡 could not win off it
        ("xiangyang-manhu", "56t 88t 123b 456b 444t+pon @4t", "B", "4t", True),
    ],
)
def test_a_passed_win(variant: str, hand: str, source: str, passed: str, refused: bool) -> None:
    wins = [win("A", hand, source, passed=passed)]
    assert faults(variant=variant, wins=wins) == ({("passed-win", "wins[1].passed")} if refused else set())
    assert faults(variant=variant, set=["louhu=none"], wins=wins) == set()


@pytest.mark.parametrize(
    ("variant", "wall", "refused"), [("xiaogan", 11, True), ("xiaogan", 12, False), ("shiyan", 0, False)]
)
def test_a_reveal_near_the_end_of_the_wall(variant: str, wall: int, refused: bool) -> None:
    table = {"variant": variant, "revealed": [{"player": "A", "wall": wall}], "wins": [win("A", RUNS)]}
    assert faults(**table) == ({("reveal-late", "revealed[1]")} if refused else set())


# Kongs


@pytest.mark.parametrize(
    ("variant", "kongs", "expected"),
    [
        # The last tile, and a forgotten replacement
        ("xiangyang", [kong("A", "an", "9t", last=True)], {}),
        ("xiangyang", [kong("A", "an", "9t", forgotten=True)], {"A": 4, "B": -2, "C": -2}),
        ("xiangyang-manhu", [kong("A", "an", "9t", forgotten=True)], {}),
        # On the discard after a kong, by another player
        (
            "xiangyang",
            [kong("A", "an", "9t"), kong("B", "zhi", "8t", chained=True, **{"from": "A"})],
            {"A": 0, "B": 2, "C": -2},
        ),
        # Held since before: 襄阳无限翻 lets it wait a turn, and the next chains to it from the start
        (
            "xiangyang-wuxian",
            [
                kong("A", "an", "9t"),
                kong("A", "an", "8t", chained=True, held=True),
                kong("A", "bu", "7t", chained=True),
            ],
            {"A": 4 + 4 + 4, "B": -6, "C": -6},
        ),
        (
            "xiangyang",
            [
                kong("A", "an", "9t"),
                kong("A", "an", "8t", chained=True, held=True),
                kong("A", "bu", "7t", chained=True),
            ],
            {"A": 4 + 8 + 8, "B": -10, "C": -10},
        ),
        # A chain that is broken starts anew
        ("xiangyang", [kong("A", "an", "9t"), kong("A", "an", "8t")], {"A": 8, "B": -4, "C": -4}),
    ],
)
def test_kongs(variant: str, kongs: list[dict[str, object]], expected: dict[str, int]) -> None:
    table = {"variant": variant, "set": ["draw.pays=first-revealed"], "kongs": kongs, "draw": True}
    assert totals(**table) == {player: amount for player, amount in expected.items() if amount}


@pytest.mark.parametrize(
    ("chain", "fan"), [(1, 2 * 2), (2, 2 * 2 * 2), (3, 8)]
)  # 卡五星 2, 杠上炮 2, and what the chain adds in 随州
def test_gangpao_grows_with_the_chain(chain: int, fan: int) -> None:
    kongs = [kong("B", "an", tile, chained=i > 0) for i, tile in enumerate(("9t", "1t", "2t")[:chain])]
    hand = RUNS + "+gangpao"
    for variant, expected in (("suizhou", fan), ("xiangyang", 4)):
        ledger = settled(variant=variant, kongs=kongs, wins=[win("A", hand, "B")])
        assert [line.units for line in ledger.lines if line.kind == "hand"] == [expected]
    low = settled(variant="suizhou", kongs=kongs, wins=[win("A", "45t 88t 123b 456b 789b @3t+gangpao", "B")])
    assert [line.units for line in low.lines if line.kind == "hand"] == [{1: 2, 2: 4, 3: 8}[chain]]


# Draws, whose hands are on the page: what each could have won is counted by eye.

FLUSH_PAIRS = "1122334466779t"  # waits on 9t: 七对 4 × 清一色 4
PLAIN = "45b 88b 123b 789b ZZZ"  # waits on 3b, 6b: 1
NOTHING = "147t 258b 369b ZFBB"


@pytest.mark.parametrize(
    ("variant", "revealed", "hands", "expected"),
    [
        # The largest only, though both wait; equal ones alike; all wait, nobody pays; nobody waits
        ("xiangyang-wuxian", [], (PLAIN, FLUSH_PAIRS, NOTHING), {"B": 16, "C": -16}),
        ("xiangyang-wuxian", ["A"], (PLAIN, "45t 88t 123t 789t FFF", NOTHING), {"A": 2, "C": -2}),
        ("xiangyang-wuxian", [], (PLAIN, "45t 88t 123t 789t FFF", NOTHING), {"A": 1, "B": 1, "C": -2}),
        ("xiangyang-wuxian", [], (PLAIN, NOTHING, "147b 258t 369t FFBB"), {"A": 2, "B": -1, "C": -1}),
        ("xiangyang-wuxian", [], (PLAIN, FLUSH_PAIRS, "45t 99b 456b 456b FFF"), {}),
        # The app: a plain hand is below its two fan and does not wait, unless it had revealed
        ("xiangyang-3d", [], (PLAIN, FLUSH_PAIRS, NOTHING), {"A": -16, "B": 32, "C": -16}),
        ("xiangyang-3d", ["A"], (PLAIN, FLUSH_PAIRS, NOTHING), {"A": 2, "B": 16, "C": -18}),
        ("xiangyang-3d", ["A"], (PLAIN, FLUSH_PAIRS, "5566t 99b 4b FFBB 22b"), {"A": -20, "B": 16, "C": 4}),
        ("xiangyang-3d", [], (NOTHING, "147b 258t 369t FFBB", "147t 258b 369b ZZZF"), {}),
    ],
)
def test_draws(variant: str, revealed: list[str], hands: tuple[str, str, str], expected: dict[str, int]) -> None:
    table = dict(zip("ABC", hands, strict=True))
    assert totals(variant=variant, revealed=revealed, hands=table, draw=True) == expected


def test_the_dead_do_not_wait() -> None:
    hands = {"A": "45b 88b 123b ZZZ 9999t+an", "B": NOTHING, "C": FLUSH_PAIRS.replace("9t", "8t")}
    kongs = [kong("A", "an", "9t", forgotten=True)]
    table = {"variant": "xiangyang-wuxian", "kongs": kongs, "hands": hands, "draw": True}
    assert totals(**table) == {"A": 4 - 16, "B": -2 - 16, "C": -2 + 32}


# Two winners, and what each pays


def test_two_winners_in_the_app_pay_each_other_nothing() -> None:
    """`all` would let the revealed winner's hand be paid by the other winner: his share falls to the discarder."""
    wins = [win("A", RUNS, "C"), win("B", B_WINS, "C")]
    assert totals(variant="xiangyang-3d", revealed=["A"], wins=wins) == {"A": 8, "B": 2, "C": -10}


def test_piao_of_the_player_who_is_paid_for() -> None:
    settings = ["extras.piao=true"]
    piao = {"A": 1, "B": 2, "C": 4}
    ledger = settled(settings, variant="xiangyang", piao=piao, revealed=["A"], wins=[win("A", RUNS, "B")])
    assert [(line.owner, line.units) for line in ledger.lines if line.kind == "piao"] == [("", 3), ("C", 5)]


def test_maima_only_when_revealed() -> None:
    settings = ["extras.maima=revealed-zimo"]
    table = {"variant": "xiangyang", "wins": [win("A", RUNS, maima="Z")]}
    ledger = settled(settings, revealed=["A"], **table)
    assert {line.units for line in ledger.lines if line.kind == "maima"} == {10}
    with pytest.raises(ValueError, match="买码"):
        read(settings, **table)
    assert [note.code for note in settled(settings, revealed=["A"], wins=[win("A", RUNS)]).notes] == ["no-maima"]


# What comes next


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"wins": [win("B", RUNS)]}, Carry("B")),
        ({"wins": [win("B", RUNS, "C"), win("A", B_WINS, "C")]}, Carry("C")),
        ({"draw": True, "revealed": ["C", "B"]}, Carry("A")),
        ({"draw": True, "revealed": ["C", "B"], "variant": "xiangyang-manhu"}, Carry("C")),
        ({"draw": True, "variant": "xiangyang-manhu"}, Carry("A")),
        ({"variant": "shiyan", "wins": [win("B", RUNS, "C"), win("A", B_WINS, "C")]}, Carry("C", upstairs=True)),
        (
            {"variant": "shiyan", "draw": True, "upstairs": True, "set": ["draw.pays=first-revealed"]},
            Carry("A", upstairs=True),
        ),
        ({"variant": "shiyan", "wins": [win("B", RUNS)], "upstairs": True}, Carry("B")),
        ({"variant": "shiyan", "revealed": ["A", "B"], "hands": FORCED, "forced": "C"}, Carry("A")),
    ],
)  # fmt: skip
def test_next(table: dict[str, Any], expected: Carry) -> None:
    assert settled(dealer="A", **table).after == expected


FOUR = {"players": ["A", "B", "C", "D"], "resting": "D", "dealer": "A"}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"wins": [win("B", RUNS)]}, Carry("D", "B")),
        ({"wins": [win("A", RUNS)]}, Carry("D", "A")),
        ({"wins": [win("A", RUNS)], "set": ["dealer.bawang=true"]}, Carry("A", "D")),
        ({"wins": [win("B", RUNS)], "set": ["dealer.bawang=true"]}, Carry("D", "B")),
        ({"wins": [win("B", RUNS, "C"), win("A", B_WINS, "C")]}, Carry("C", "D")),
        ({"draw": True}, Carry("A", "D")),
    ],
)
def test_four_players(table: dict[str, Any], expected: Carry) -> None:
    ledger = settled(**FOUR, **table)
    assert ledger.after == expected
    assert ledger.totals["D"] == 0


def test_the_player_who_rests_pays_and_wins_nothing() -> None:
    assert faults(**FOUR, wins=[win("D", RUNS)]) == {("unknown-player", "wins[1].player")}


def test_a_session_carries_the_table() -> None:
    session = read(
        **FOUR, round=[{"wins": [win("B", RUNS)]}, {"draw": True}, {"dealer": "C", "wins": [win("D", RUNS)]}]
    )
    assert [round.now for round in session.rounds] == [Carry("A", "D"), Carry("D", "B"), Carry("C", "B")]
    assert [note.code for note in session.rounds[2].notes] == ["dealer-differs"]
    assert session.rounds[2].after == Carry("B", "D")


@pytest.mark.parametrize(
    ("upstairs", "dice", "base"), [(False, [1, 2], 3), (True, [1, 2], 6), (False, [2, 2], 6), (True, [2, 2], 12)]
)
def test_the_base_doubles(upstairs: bool, dice: list[int], base: int) -> None:
    ledger = settled(variant="shiyan", base=3, upstairs=upstairs, dice=dice, wins=[win("A", RUNS)])
    assert (ledger.base, ledger.totals["A"]) == (base, 4 * base)


def test_equal_dice_mean_nothing_elsewhere() -> None:
    assert settled(dice=[2, 2], wins=[win("A", RUNS)]).base == 1


@pytest.mark.parametrize("change", [{"payer": "D"}, {"payee": "B"}, {"amount": -1}])
def test_a_ledger_out_of_balance_is_an_error_of_the_program(change: dict[str, Any]) -> None:
    ledger = settled(**FOUR, wins=[win("A", RUNS, "B")])
    (event,) = ledger.events
    wrong = replace(event, lines=(replace(event.lines[0], **change),))
    with pytest.raises(RuntimeError, match="out of balance"):
        print(replace(ledger, events=(wrong,)).totals)


# 金币场


def test_nobody_pays_more_than_he_has() -> None:
    purse = {"A": 0, "B": 3, "C": 100}
    kongs = [kong("C", "an", "9t")]
    ledger = settled(purse=purse, kongs=kongs, wins=[win("A", "46t 88t 123b 789b BBB @5t")], base=2)
    assert ledger.totals == {"A": 4, "B": -3, "C": -1}
    shortfalls = [(note.values["player"], note.values["missing"]) for note in ledger.notes]
    assert shortfalls == [("A", 4), ("B", 1), ("B", 4)]


# Nothing that a file may hold ends in a traceback.

SCRAP: list[Any] = [
    "A", "D", "", "5t", "Z", "zhi", "an", RUNS, "22B", "xiaogan", "newcomer", True, False, 0, -3, 10**9, 1.5, [], {},
    ["A"], [1, 2], [{}], {"A": 1},
]  # fmt: skip
KEYS = (*SESSION, *ROUND, *KONG, *WIN)


def containers(value: Any) -> list[Any]:
    """A table or list, and all those in it."""
    if not isinstance(value, dict | list):
        return []
    inside = value.values() if isinstance(value, dict) else value
    return [value, *(each for item in inside for each in containers(item))]


def spoil(table: dict[str, Any], rng: random.Random) -> None:
    """Drop, replace or add something."""
    part = rng.choice(containers(table))
    key = rng.choice([*(part if isinstance(part, dict) else range(len(part))), None])
    if key is not None and isinstance(part, dict) and rng.random() < 0.3:
        del part[key]
    elif key is not None:
        part[key] = deepcopy(rng.choice(SCRAP))
    elif isinstance(part, dict):
        part[rng.choice(KEYS)] = deepcopy(rng.choice(SCRAP))


@pytest.mark.parametrize("sample", sorted((SAMPLES / "rounds").glob("*.toml")), ids=lambda path: path.stem)
def test_spoilt_samples_are_settled_or_refused(sample: Path) -> None:
    rng = random.Random(sample.stem)
    refused = 0
    for _ in range(60):
        table = tomllib.loads(sample.read_text("utf-8"))
        for _ in range(rng.choice((1, 2))):
            spoil(table, rng)
        if faults(**table):
            refused += 1
        else:
            session = read(**table)
            assert all(ledger.totals for ledger in settle_all(session.rounds, session.purses))
    assert refused
