"""Random rounds under every variant: against the oracle, and what must hold of any round."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from kwx_cli.errors import RoundError
from kwx_cli.settlement.ledger import Ledger
from kwx_cli.variants import load_variant, variant_ids
from tests.oracle.rounds import CUSTOMS, next_dealer, owed
from tests.settlement.files import settled
from tests.settlement.random_rounds import PLAYERS, Table, forced, table

ROUNDS = 90
KINDS = {"hand": "hand", "kong": "kong", "draw": "draw", "forced": "draw"}
# What the generator may get wrong: tiles that the end takes too often, a hand too small, a reveal that does not wait.
UNLUCKY = {
    "fifth-tile", "robbed-tile-held", "win-not-allowed", "reveal-not-waiting", "win-without-kong", "wins-unsaid",
}  # fmt: skip


@cache
def rounds(variant: str) -> list[tuple[Table, Ledger]]:
    """Rounds that the variant allows, with their ledgers."""
    rng = random.Random(variant)
    found: list[tuple[Table, Ledger]] = []
    tried = 0
    while len(found) < ROUNDS:
        tried += 1
        assert tried < 20 * ROUNDS
        played = table(rng)
        customs = CUSTOMS[variant]
        if customs["piao"]:
            played["piao"] = {player: rng.choice((0, 1, 5)) for player in PLAYERS}
        if customs["maima"] and played.get("wins") and "from" not in played["wins"][0]:
            played["wins"][0]["maima"] = rng.choice((played["wins"][0]["hand"].split()[0], "F"))
        try:
            found.append((played, settled(variant=variant, **played)))
        except RoundError as error:
            if not {fault.code for fault in error.faults} <= UNLUCKY:
                raise
    return found


def moves(ledger: Ledger) -> dict[tuple[str, str, str], int]:
    found: Counter[tuple[str, str, str]] = Counter()
    for line in ledger.lines:
        found[KINDS.get(line.kind, "extra"), line.payer, line.payee] += line.units
    return dict(found)


@pytest.mark.parametrize("variant", variant_ids())
def test_against_the_oracle(variant: str) -> None:
    ends: Counter[str] = Counter()
    for played, ledger in rounds(variant):
        assert moves(ledger) == owed(played, variant), played
        assert ledger.after.dealer == next_dealer(played, variant)
        ends[played["wins"][0]["hand"].rpartition("@")[2].split("+")[1] if "wins" in played else "draw"] += 1
        ends["two"] += len(played.get("wins", ())) == 2
        ends["chained"] += any(row.get("chained") for row in played["kongs"])
    assert min(ends[end] for end in ("zimo", "gangkai", "pao", "gangpao", "qianggang", "draw", "two", "chained")) > 0


@pytest.mark.parametrize("variant", [id for id in variant_ids() if load_variant(id).flag("reveal.protects")])
def test_forced_ends_against_the_oracle(variant: str) -> None:
    rng = random.Random(variant)
    found = 0
    while found < 15:
        played = forced(rng)
        try:
            ledger = settled(variant=variant, **played)
        except RoundError as error:
            if not {fault.code for fault in error.faults} <= {*UNLUCKY, "bad-forced"}:
                raise
            continue
        assert moves(ledger) == owed(played, variant), played
        found += 1


@pytest.mark.parametrize("variant", variant_ids())
def test_sums_are_zero_and_no_winner_pays_for_the_hand(variant: str) -> None:
    for played, ledger in rounds(variant):
        assert sum(ledger.totals.values()) == 0
        winners = {row["player"] for row in played.get("wins", ())}
        assert not [line for line in ledger.lines if line.kind != "kong" and line.payer in winners], played


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A table with other names of players, in keys and values."""
    if isinstance(value, dict):
        notation = ("hand", "tile", "maima")
        return {names.get(k, k): item if k in notation else renamed(item, names) for k, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("variant", variant_ids())
def test_swapping_names_swaps_columns(variant: str) -> None:
    names = {"A": "C", "B": "A", "C": "B"}
    for played, ledger in rounds(variant):
        swapped = renamed({key: value for key, value in played.items() if key != "hands"}, names)
        if "hands" in played:
            swapped["hands"] = {names[player]: hand for player, hand in played["hands"].items()}
        other = settled(variant=variant, **swapped)
        assert other.totals == {names[player]: amount for player, amount in ledger.totals.items()}, played


@pytest.mark.parametrize("variant", variant_ids())
def test_a_cap_touches_the_hand_only(variant: str) -> None:
    for played, free in rounds(variant):
        capped = settled(["cap=2"], variant=variant, **played)
        for kind in ("kong", "piao", "maima"):
            assert [line for line in capped.lines if line.kind == kind] == [
                line for line in free.lines if line.kind == kind
            ]
        for line in capped.lines:
            assert line.units <= 2 or line.kind not in ("hand", "draw"), played


@pytest.mark.parametrize("variant", variant_ids())
def test_a_kong_changes_only_kong_lines(variant: str) -> None:
    rng = random.Random(variant)
    seen = 0
    for played, before in rounds(variant):
        shown = {row["player"] for row in played.get("wins", ())} | played.get("hands", {}).keys()
        hidden = [player for player in PLAYERS if player not in shown]
        if not hidden:
            continue
        row = {"player": rng.choice(hidden), "kind": "an", "tile": rng.choice("ZFB")}
        try:
            after = settled(variant=variant, **{**played, "kongs": [row, *played["kongs"]]})
        except RoundError:
            continue  # the round has the tile already
        seen += 1
        added = list(after.events[0].lines)
        assert {line.units for line in added} == {load_variant(variant).number("kongs.an")}
        assert list(after.lines) == [*added, *before.lines]
    assert seen


@pytest.mark.parametrize("variant", variant_ids())
def test_a_base_multiplies_everything(variant: str) -> None:
    for played, one in rounds(variant):
        five = settled(variant=variant, base=5, **played)
        assert five.totals == {player: 5 * amount for player, amount in one.totals.items()}
