"""Readings of one block: every split into sets and a pair, known by hand; none where there is none."""

from __future__ import annotations

import pytest

from kwx_cli.readings import ONE, block_readings, counts, is_pair, is_run, is_triplet, spell_group


def key(digits: str) -> int:
    return sum(ONE[int(digit) - 1] for digit in digits)


@pytest.mark.parametrize(
    ("digits", "readings"),
    [
        # None: not sets, two pairs, a run that would wrap around, a lone tile.
        ("1", []),
        ("12", []),
        ("1122", []),
        ("124", []),
        ("891", []),
        ("1133557799", []),
        # One.
        ("", [""]),
        ("11", ["11"]),
        ("111", ["111"]),
        ("123", ["123"]),
        ("789", ["789"]),
        ("11123", ["11 123"]),
        ("1111", []),  # a quad is no set
        ("111123", ["111 123"]),
        ("112233", ["123 123"]),
        ("11112345", []),
        ("12344", ["123 44"]),
        ("22234", ["22 234"]),
        # Several.
        ("111222333", ["111 222 333", "123 123 123"]),
        ("11122233344", ["111 222 333 44", "123 123 123 44", "11 123 234 234"]),
        ("22233344455", ["222 333 444 55", "234 234 234 55", "22 234 345 345"]),
        ("44455566677", ["444 555 666 77", "456 456 456 77", "44 456 567 567"]),
        ("1112345678999", []),  # thirteen tiles
        ("11112345678999", ["111 123 456 789 99"]),
        ("11123456789999", ["11 123 456 789 999"]),
        ("11123455678999", ["111 234 55 678 999"]),
    ],
)
def test_readings_of_a_suit(digits: str, readings: list[str]) -> None:
    found = {" ".join(groups) for groups in block_readings(key(digits), False)}
    assert found == set(readings)


@pytest.mark.parametrize(
    ("digits", "readings"),
    [("123", []), ("1", []), ("11", ["11"]), ("111", ["111"]), ("11122", ["111 22"]), ("111222333", ["111 222 333"])],
)
def test_dragons_make_no_runs(digits: str, readings: list[str]) -> None:
    assert [" ".join(groups) for groups in block_readings(key(digits), True)] == readings


def test_a_fifth_tile_is_counted_too() -> None:
    """The waits that a hand exhausts need five tiles of a rank in the key."""
    assert counts(key("11111")) == [5, 0, 0, 0, 0, 0, 0, 0, 0]
    assert [" ".join(groups) for groups in block_readings(key("11111"), False)] == ["11 111"]


def test_the_cache_is_bounded() -> None:
    assert block_readings.cache_info().maxsize is not None


def test_kinds_of_group() -> None:
    assert [is_pair(group) for group in ("11", "111", "123")] == [True, False, False]
    assert [is_triplet(group) for group in ("11", "111", "123")] == [False, True, False]
    assert [is_run(group) for group in ("11", "111", "123")] == [False, False, True]


def test_spelling_a_group() -> None:
    assert [spell_group("456", block) for block in range(3)] == ["456b", "456t", "456m"]
    assert spell_group("11", 3) == "ZZ"
    assert spell_group("333", 3) == "BBB"
