"""The shipped tables against the functions of the engine that they were made from."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from kwx_cli.batch.tables import shipped
from kwx_cli.facts import EVENTS, Facts, block_aspects
from kwx_cli.readings import ONE

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "make_blocks.py"


def _key(code: int, ranks: int) -> int:
    return sum((code // 5**rank % 5) * ONE[rank] for rank in range(ranks))


@pytest.mark.parametrize(("name", "ranks"), [("suit", 9), ("dragon", 3)])
def test_every_row_is_what_block_aspects_says(name: str, ranks: int) -> None:
    data = shipped()
    aspects = [tuple(value for value in row if value >= 0) for row in data["aspects"].tolist()]
    assert aspects[0] == ()
    rows = list(zip(data[f"{name}_codes"].tolist(), data[f"{name}_lists"].tolist(), strict=True))
    assert len(rows) == {"suit": 21_743, "dragon": 20}[name]
    for code, row in rows[:: 1 if name == "dragon" else 17]:
        key = _key(code, ranks)
        for rank in range(-1, 9):
            present = rank < 0 or (rank < ranks and key >> 3 * rank & 7)
            found = block_aspects.__wrapped__(key, name == "dragon", rank) if present else ()
            assert aspects[row[rank + 1]] == tuple(partial for partial, _, _ in found), (code, rank)


def test_no_other_block_wins() -> None:
    """A block wins if it is made of sets and at most one pair: all of those, and nothing else, are in the table."""
    one = [tuple(int(rank == r) for rank in range(9)) for r in range(9)]
    sets = [tuple(3 * n for n in each) for each in one] + [_sum(one[r], one[r + 1], one[r + 2]) for r in range(7)]
    layer, made = {(0,) * 9}, {(0,) * 9}
    for _ in range(4):
        layer = {held for counts in layer for each in sets if max(held := _sum(counts, each)) <= 5}
        made |= layer
    made |= {_sum(counts, each, each) for counts in made for each in one}
    in_table = {_digits(code) for code in shipped()["suit_codes"].tolist()}
    assert {counts for counts in made if max(counts) <= 4} == in_table
    fives = {_sum(_digits(code), one[rank]) for code, rank in shipped()["suit_fives"].tolist()}
    assert fives == {counts for counts in made if sorted(counts)[-1] == 5 and sorted(counts)[-2] < 5}


def _sum(*counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*counts, strict=True)))


def _digits(code: int) -> tuple[int, ...]:
    return tuple(code // 5**rank % 5 for rank in range(9))


@pytest.mark.exhaustive
def test_the_file_is_what_its_script_makes() -> None:
    spec = importlib.util.spec_from_file_location("make_blocks", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    made = script.tables()
    assert made.keys() == shipped().keys()
    assert all(np.array_equal(made[name], array) for name, array in shipped().items())


def test_the_fields_of_blocks_are_the_lowest() -> None:
    """The lookup splits facts at the first field that belongs to the whole hand."""
    names = list(vars(Facts))
    whole = ("pair_quads", "dragons_twice", "flush", "four_melds", "pon_won", "pons_held", "kongs", "longest")
    start = Facts.pair_quads.shift
    assert all(getattr(Facts, name).shift >= start for name in (*whole, "event", "last", "revealed"))
    assert names.index("pair_quads") == names.index("dragon_pair") + 1
    assert Facts.revealed.shift == max(field.shift for name in names if hasattr(field := getattr(Facts, name), "shift"))
    assert len(EVENTS) <= 8
