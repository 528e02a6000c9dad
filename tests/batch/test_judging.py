"""What a line expects and what it gets: exactly the patterns, the fan, the status, the waits, the error."""

from __future__ import annotations

import pytest

from kwx_cli.batch.judging import Rules, as_expectation, judge
from kwx_cli.batch.reading import Row

KONG = "46t 123b 88t 789b 9999t+an @5t+gangkai+liang"
PLAIN = "13t 456t 789b 123b ZZ @2t+pao"


@pytest.mark.parametrize(
    ("variant", "hand", "expect", "verdict"),
    [
        # Missed.
        ("xiangyang", KONG, "4", "fail"),
        ("xiangyang", KONG, "8 kawuxing gangkai", "fail"),  # one pattern more came out
        ("xiangyang", KONG, "8 kawuxing gangkai liangdao qidui", "fail"),  # one less
        ("xiangyang", KONG, "4 kawuxing gangkai liangdao", "fail"),
        ("xiangyang", KONG, "8 not-allowed", "fail"),
        ("xiangyang", KONG, "no-win", "fail"),
        ("xiangyang", KONG, "waits 5t", "fail"),
        ("xiangyang", KONG, "error", "fail"),
        ("xiangyang-manhu", PLAIN, "1", "fail"),  # it may not win
        ("xiangyang-manhu", PLAIN, "1 not-allowed liangdao", "fail"),
        ("xiangyang", "46t 88t 123b 789b ZZZ @4t", "1", "fail"),
        ("xiangyang", "1234444t 678t 456b", "waits 1t 4t", "fail"),  # one more than there is
        ("xiangyang", "46t 88t 123b 789b ZZZ", "waits none", "fail"),
        ("xiangyang", "44t 88t 123b 789b ZZZ", "waits 4t", "fail"),  # one less
        ("xiangyang", "22B", "8", "error"),
        ("xiangyang", "22B", "error fifth-tile", "error"),
        ("xiangyang", KONG, "zwei", "error"),
        ("riichi", KONG, "8", "error"),
        # Met.
        ("xiangyang", KONG, "8", "pass"),
        ("xiangyang", KONG, "8 liangdao gangkai kawuxing", "pass"),
        ("xiangyang-manhu", PLAIN, "1 not-allowed", "pass"),
        ("xiangyang-manhu", PLAIN, "1 not-allowed pihu", "pass"),
        ("xiangyang", "46t 88t 123b 789b ZZZ @4t", "no-win", "pass"),
        ("xiangyang", "44t 88t 123b 789b ZZZ", "waits 8t 4t", "pass"),
        ("xiangyang", "123456789t 1111b", "waits none", "pass"),
        ("xiangyang", "22B", "error", "pass"),
        ("xiangyang", "22B 0t", "error zero-tile", "pass"),  # any of its faults
        ("riichi", KONG, "error unknown-variant", "pass"),
        # Nothing expected.
        ("xiangyang", KONG, "", "scored"),
        ("xiangyang", "46t 88t 123b 789b ZZZ @4t", " ", "error"),  # an arrow with nothing behind it
        ("xiangyang", "22B", "", "error"),
    ],
)
def test_verdict(variant: str, hand: str, expect: str, verdict: str) -> None:
    outcome = judge(Row("hands.txt", 1, "", variant, hand, expect), Rules("xiangyang"))
    assert outcome.verdict == verdict


@pytest.mark.parametrize(
    ("hand", "expectation"),
    [
        ("22B", "error digit-honour"),
        ("46t 88t 123b 789b ZZZ @4t", "no-win"),
        ("123456789t 1111b", "waits none"),
        ("44t 88t 123b 789b ZZZ", "waits 4t 8t"),
        (PLAIN, "1 not-allowed pihu"),
        (KONG, "8 kawuxing gangkai liangdao"),
    ],
)
def test_an_answer_as_an_expectation_that_it_meets(hand: str, expectation: str) -> None:
    rules = Rules("xiangyang-manhu")
    outcome = judge(Row("hands.txt", 1, hand=hand), rules)
    assert as_expectation(outcome.brief, outcome.error) == expectation
    assert judge(Row("hands.txt", 1, hand=hand, expect=expectation), rules).verdict == "pass"
