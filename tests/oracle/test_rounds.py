"""The oracle of rounds against the worked examples of the rule book, which it was not written from."""

from __future__ import annotations

from typing import Any

import pytest

from .rounds import CUSTOMS, next_dealer, owed
from .rules import VARIANTS

STAR = "46t 88t 123b 456b 789b @5t"
OTHER = "46t 77t 123b 456b 789b @5t"
CHAIN = [
    {"player": "A", "kind": "zhi", "tile": "1b", "from": "B"},
    {"player": "A", "kind": "an", "tile": "2b", "chained": True},
    {"player": "A", "kind": "bu", "tile": "3b", "chained": True},
]
FORCED = {"A": "456789b 3445699t", "B": "123789b 1114t ZZZ", "C": "22455t BBB+pon FFF+pon 222b+pon"}


def win(player: str, hand: str, **more: object) -> dict[str, object]:
    return {"player": player, "hand": hand, **more}


def off(player: str, hand: str, source: str) -> dict[str, object]:
    return win(player, hand, **{"from": source})


@pytest.mark.parametrize(
    ("variant", "played", "expected"),
    [
        ("classic", {"wins": [win("A", STAR)]}, {"A": 4, "B": -2, "C": -2}),  # P1
        ("classic", {"wins": [off("A", STAR, "B")]}, {"A": 2, "B": -2}),
        ("classic", {"revealed": ["A"], "wins": [off("A", STAR, "B")]}, {"A": 8, "B": -8}),
        ("xiangyang", {"revealed": ["B"], "wins": [win("A", STAR)]}, {"A": 6, "B": -4, "C": -2}),  # P2
        ("xiangyang-manhu", {"revealed": ["A", "B"], "wins": [off("A", STAR, "B")]}, {"A": 4, "B": -4}),  # P3
        (
            "kawuxin",
            {"wins": [off("A", STAR, "B"), off("C", "4466t 11b 22b 33b 55b 5t @5t", "B")]},
            {"A": 2, "B": -6, "C": 4},
        ),  # P4
        (
            "xiangyang-wuxian",
            {"revealed": ["A", "B"], "wins": [off("B", OTHER, "C"), off("A", STAR, "C")]},
            {"A": 8, "C": -8},
        ),  # P5
        ("xiangfan", {"kongs": CHAIN, "draw": True}, {"A": 18, "B": -10, "C": -8}),  # P6
        (
            "xiangyang-3d",
            {"piao": {"A": 3, "B": 1, "C": 5}, "wins": [win("A", STAR)]},
            {"A": 4 + 12, "B": -2 - 4, "C": -2 - 8},
        ),  # P8
        (
            "xiangyang-manhu",
            {"revealed": ["A"], "wins": [off("A", "1122334456677t @5t", "B")]},
            {"A": 16, "B": -16},
        ),  # P9
        ("shiyan", {"revealed": ["A", "B"], "hands": FORCED, "forced": "C"}, {"A": 4, "B": 2, "C": -6}),  # P10
        ("kawuxin", {"revealed": ["A"], "draw": True}, {"A": -2, "B": 1, "C": 1}),  # P11
        ("kawuxin", {"revealed": ["A", "B"], "draw": True}, {"A": -1, "B": -1, "C": 2}),
        ("kawuxin", {"revealed": ["A", "B", "C"], "draw": True}, {}),
        (
            "classic",
            {
                "kongs": [{"player": "B", "kind": "bu", "tile": "5t", "robbed": True}],
                "wins": [off("A", STAR + "+qianggang", "B")],
            },
            {"A": 4, "B": -4},
        ),  # P14
        (
            "xiangyang-wuxian",
            {"revealed": ["A"], "wins": [off("A", STAR, "C"), off("B", OTHER, "C")]},
            {"A": 8, "C": -8},
        ),  # P15
        (
            "xiangyang-manhu",
            {"revealed": ["A"], "wins": [off("A", STAR, "C"), off("B", OTHER, "C")]},
            {"A": 8, "B": 2, "C": -10},
        ),
    ],
)
def test_examples(variant: str, played: dict[str, Any], expected: dict[str, int]) -> None:
    found = dict.fromkeys("ABC", 0)
    for (_, payer, payee), units in owed({"players": ["A", "B", "C"], **played}, variant).items():
        found[payer] -= units
        found[payee] += units
    assert {player: units for player, units in found.items() if units} == expected


def test_next_dealer() -> None:
    played: dict[str, Any] = {"dealer": "A", "draw": True, "revealed": ["B"]}
    assert next_dealer(played, "classic") == "A"
    assert next_dealer(played, "xiangyang-manhu") == "B"
    assert next_dealer({"wins": [off("B", STAR, "C"), off("A", OTHER, "C")]}, "classic") == "C"


def test_every_variant_has_customs() -> None:
    assert CUSTOMS.keys() == VARIANTS.keys()
