"""The worked examples P1-P17 of the rule book, each once for every variant whose rules it is about."""

from __future__ import annotations

import pytest

from kwx_cli import load_variant
from kwx_cli.variants import variant_ids
from tests.settlement.files import settled, totals

ALL = variant_ids()
APPS = ("xiangyang-3d", "shiyan", "xiaogan")
RUNS = "46t 88t 123b 456b 789b @5t"  # 卡五星, without a triplet; nine tiles of the longest suit
FLUSH = "1122334456677t @5t"  # 清一色 七对


def win(player: str, hand: str, source: str = "", **more: object) -> dict[str, object]:
    return {"player": player, "hand": hand, **({"from": source} if source else {}), **more}


def those(**wanted: object) -> list[str]:
    """The variants whose settings are as wanted; underscores stand for dots."""
    keys = {key.replace("__", "."): value for key, value in wanted.items()}
    return [id for id in ALL if all(load_variant(id).settings[key].value == value for key, value in keys.items())]


def extra(variant: str, hand: str) -> int:
    """What 恰八张 adds to `RUNS`: 八张 2, and 摸 1 on a self-draw."""
    return 2 + ("+pao" not in hand) if variant == "qiabazhang" else 0


@pytest.mark.parametrize("variant", ALL)
def test_p1_self_draw(variant: str) -> None:
    each = 2 + extra(variant, RUNS)
    assert totals(variant=variant, wins=[win("A", RUNS)]) == {"A": 2 * each, "B": -each, "C": -each}


@pytest.mark.parametrize("variant", ALL)
def test_p1_discard(variant: str) -> None:
    share = 2 + extra(variant, RUNS + "+pao")
    assert totals(variant=variant, wins=[win("A", RUNS + "+pao", "B")]) == {"A": share, "B": -share}


@pytest.mark.parametrize("variant", those(reveal__liability="bao"))
def test_p1_discard_into_a_revealed_hand(variant: str) -> None:
    share = 2 * (4 + extra(variant, RUNS + "+pao"))
    assert totals(variant=variant, revealed=["A"], wins=[win("A", RUNS, "B")]) == {"A": share, "B": -share}


@pytest.mark.parametrize("variant", those(reveal__liability="all"))
def test_p1_discard_that_both_pay(variant: str) -> None:
    ledger = settled(variant=variant, revealed=["A"], wins=[win("A", RUNS, "B")])
    assert ledger.totals == {"A": 8, "B": -4, "C": -4}
    assert [note.code for note in ledger.notes] == ["protected"]


@pytest.mark.parametrize("variant", those(reveal__payer_doubles=True))
def test_p2_a_revealed_payer_doubles(variant: str) -> None:
    more = extra(variant, RUNS)
    expected = {"A": 6 + 2 * more, "B": -4 - more, "C": -2 - more}
    assert totals(variant=variant, revealed=["B"], wins=[win("A", RUNS)]) == expected


@pytest.mark.parametrize("variant", those(reveal__payer_doubles=False, reveal__both="once"))
def test_p2_a_revealed_payer_does_not_double(variant: str) -> None:
    assert totals(variant=variant, revealed=["B"], wins=[win("A", RUNS)]) == {"A": 4, "B": -2, "C": -2}


@pytest.mark.parametrize("variant", those(reveal__liability_when_both="own"))
def test_p3_both_revealed(variant: str) -> None:
    share = 4 + extra(variant, RUNS + "+pao")
    assert totals(variant=variant, revealed=["B", "A"], wins=[win("A", RUNS, "B")]) == {"A": share, "B": -share}


@pytest.mark.parametrize("variant", those(reveal__liability_when_both="bao"))
def test_p3_both_revealed_and_the_discarder_answers_for_all(variant: str) -> None:
    """3D: each doubles, so the revealed discarder's own share is 8, and the other's 4."""
    assert totals(variant=variant, revealed=["B", "A"], wins=[win("A", RUNS, "B")]) == {"A": 12, "B": -12}


@pytest.mark.parametrize("variant", [id for id in ALL if id != "qiabazhang"])
def test_p4_two_winners(variant: str) -> None:
    wins = [win("A", RUNS, "B"), win("C", "4466t 11b 22b 33b 55b 5t @5t", "B")]
    assert totals(variant=variant, wins=wins) == {"A": 2, "B": -6, "C": 4}


@pytest.mark.parametrize("variant", those(reveal__two_winners="first-revealed"))
def test_p5_the_first_revealed_is_paid(variant: str) -> None:
    wins = [win("B", "46t 77t 123b 456b 789b @5t", "C"), win("A", RUNS, "C")]
    ledger = settled(variant=variant, revealed=["A", "B"], wins=wins)
    assert ledger.totals == {"A": 8, "B": 0, "C": -8}
    assert ledger.events[0].because == ("first-revealed",)


CHAIN = [
    {"player": "A", "kind": "zhi", "tile": "1b", "from": "B"},
    {"player": "A", "kind": "an", "tile": "2b", "chained": True},
    {"player": "A", "kind": "bu", "tile": "3b", "chained": True},
]


@pytest.mark.parametrize("variant", those(kongs__chain=None, kongs__full_at=None, draw__pays="first-revealed"))
def test_p6_a_chain_of_kongs(variant: str) -> None:
    assert totals(variant=variant, kongs=CHAIN, draw=True) == {"A": 18, "B": -10, "C": -8}


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("kawuxin", {"A": 18, "B": -10, "C": -8}),
        ("xiangyang-manhu", {"A": 14, "B": -8, "C": -6}),  # one doubling: 2, then 4 and 2 from each
        ("suizhou", {"A": 26, "B": -14, "C": -12}),  # the third costs each a full hand
    ],
)
def test_p6_where_the_chain_has_a_limit(variant: str, expected: dict[str, int]) -> None:
    assert totals(variant=variant, kongs=CHAIN, draw=True) == expected


@pytest.mark.parametrize("variant", ["xiangyang-manhu", "suizhou", *APPS])
def test_p7_the_cap_is_for_the_hand_alone(variant: str) -> None:
    kongs = [{"player": "A", "kind": "an", "tile": "9t"}]
    hand = "46t 88t 123b 789b 9999t+an @5t"
    ledger = settled(["cap=8"], variant=variant, revealed=["A"], kongs=kongs, wins=[win("A", hand)])
    moved = {(line.kind, line.payer): line.units for line in ledger.lines if line.kind != "shukan"}
    assert moved == {("kong", "B"): 2, ("kong", "C"): 2, ("hand", "B"): 4, ("hand", "C"): 4}
    if variant != "xiaogan":  # which pays the kong as 数坎 too
        assert ledger.totals == {"A": 12, "B": -6, "C": -6}


@pytest.mark.parametrize("variant", those(extras__piao=True))
def test_p8_piao(variant: str) -> None:
    ledger = settled(variant=variant, piao={"A": 3, "B": 1, "C": 5}, wins=[win("A", RUNS)])
    assert {line.payer: line.units for line in ledger.lines if line.kind == "piao"} == {"B": 4, "C": 8}


@pytest.mark.parametrize("variant", ["xiangyang-manhu", "suizhou"])
def test_p9_each_share_has_its_own_cap(variant: str) -> None:
    ledger = settled(variant=variant, revealed=["A"], wins=[win("A", FLUSH, "B")])
    assert ledger.totals == {"A": 16, "B": -16, "C": 0}
    assert [(line.units, line.owner) for line in ledger.lines] == [(8, ""), (8, "C")]


# A waits on 2t, plain, and 5t, 卡五星; B on 4t, plain. C holds 2t, 4t and 5t and nothing else.
FORCED = {"A": "456789b 3445699t", "B": "123789b 1114t ZZZ", "C": "22455t BBB+pon FFF+pon 222b+pon"}


@pytest.mark.parametrize("variant", those(reveal__protects=True))
def test_p10_the_forced_end(variant: str) -> None:
    expected = {"A": 4, "B": 2, "C": -6}
    assert totals(variant=variant, revealed=["A", "B"], hands=FORCED, forced="C") == expected


@pytest.mark.parametrize("variant", those(draw__pays="revealed-pay-unrevealed"))
@pytest.mark.parametrize(
    ("revealed", "expected"),
    [
        ([], {}),
        (["A"], {"A": -2, "B": 1, "C": 1}),
        (["A", "B"], {"A": -1, "B": -1, "C": 2}),
        (["B", "C", "A"], {}),
    ],
)
def test_p11_a_draw(variant: str, revealed: list[str], expected: dict[str, int]) -> None:
    assert totals(variant=variant, revealed=revealed, draw=True) == expected


@pytest.mark.parametrize("variant", those(extras__qiabazhang=True))
def test_p12_bazhang(variant: str) -> None:
    hand = "1b 3333b+an 5555b+bu 6666b+zhi 7777b+an @1b"
    kongs = [
        {"player": "A", "kind": kind, "tile": tile, **({"from": "B"} if kind == "zhi" else {})}
        for kind, tile in (("an", "3b"), ("bu", "5b"), ("zhi", "6b"), ("an", "7b"))
    ]
    ledger = settled(variant=variant, kongs=kongs, wins=[win("A", hand)])
    assert {line.units for line in ledger.lines if line.kind == "bazhang"} == {11}
    assert {line.units for line in ledger.lines if line.kind == "qia"} == {4}


@pytest.mark.parametrize("variant", those(extras__qiabazhang=True))
@pytest.mark.parametrize(("tile", "qia"), [("5t", {1}), ("4t", set())])
def test_p13_qia(variant: str, tile: str, qia: set[int]) -> None:
    hand = f"3335t 123b 456b 789b @{tile}"
    ledger = settled(["min_fan.zimo=1"], variant=variant, wins=[win("A", hand)])
    assert {line.units for line in ledger.lines if line.kind == "qia"} == qia


@pytest.mark.parametrize("variant", ALL)
def test_p14_a_robbed_kong(variant: str) -> None:
    kongs = [{"player": "B", "kind": "bu", "tile": "5t", "robbed": True}]
    ledger = settled(variant=variant, kongs=kongs, wins=[win("A", RUNS + "+qianggang", "B")])
    assert (ledger.events[0].lines, ledger.events[0].because) == ((), ("robbed",))
    assert {line.payer for line in ledger.lines} == {"B"}
    assert sum(line.units for line in ledger.lines if line.kind == "hand") == 4
    assert ledger.totals["C"] == 0


P15 = [win("A", RUNS, "C"), win("B", "46t 77t 123b 456b 789b @5t", "C")]


@pytest.mark.parametrize("variant", those(reveal__two_winners="first-revealed"))
def test_p15_only_the_revealed_one_is_paid(variant: str) -> None:
    assert totals(variant=variant, revealed=["A"], wins=P15) == {"A": 8, "C": -8}


@pytest.mark.parametrize("variant", those(reveal__two_winners="each"))
def test_p15_each_is_paid(variant: str) -> None:
    more = 2 if variant == "qiabazhang" else 0  # 八张, in each of three shares
    expected = {"A": 8 + 2 * more, "B": 2 + more, "C": -10 - 3 * more}
    assert totals(variant=variant, revealed=["A"], wins=P15) == expected


@pytest.mark.parametrize("variant", those(extras__shukan=True))
def test_p16_not_the_reading_that_may_not_win(variant: str) -> None:
    ledger = settled(variant=variant, wins=[win("A", "44455666t 789b 11b @5t+pao", "B")])
    assert [(line.kind, line.units) for line in ledger.lines] == [("hand", 2)]


@pytest.mark.parametrize("variant", those(sigui__scope="big", sigui__big_counts_events=True))
def test_p17_a_reveal_makes_the_hand_big(variant: str) -> None:
    hand = "46t 11b 345b 333b+pon 888t+pon @5t+liang"
    assert totals(variant=variant, revealed=["A"], wins=[win("A", hand)]) == {"A": 16, "B": -8, "C": -8}


def test_every_example_has_a_variant() -> None:
    """A rename of a setting would otherwise leave an example without any."""
    names = ("reveal__payer_doubles", "reveal__protects", "extras__piao", "extras__shukan", "extras__qiabazhang")
    assert all(those(**{name: True}) for name in names)
    assert those(draw__pays="revealed-pay-unrevealed") == ["kawuxin"]
    assert those(reveal__two_winners="first-revealed") == ["xiangyang-wuxian"]
    assert those(sigui__big_counts_events=True) == ["xiangyang-manhu"]
