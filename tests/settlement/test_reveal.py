"""亮倒 against brute force: what may be hidden and konged, by the oracle's waits."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from kwx_cli import load_variant, parse
from kwx_cli.errors import HandError
from kwx_cli.settlement.reveal import reveal, too_late
from kwx_cli.tiles import NAMES
from kwx_cli.variants import variant_ids
from tests.oracle.hands import waits
from tests.oracle.notation import hand as oracle_hand
from tests.settlement.random_rounds import Dealer, complete, write


def random_hand(rng: random.Random) -> str:
    """A waiting hand, with more triplets than chance would give."""
    while True:
        dealer = Dealer(rng)
        concealed, melds, win = complete(dealer)
        if not melds and len(set(concealed)) < 8 and rng.random() < 0.9:
            continue
        spare = [tile for tile in concealed if concealed.count(tile) == 1]
        if rng.random() < 0.1 and spare:
            concealed[concealed.index(spare[0])] = win  # most of these wait on nothing
        if all(concealed.count(tile) <= 4 for tile in concealed):
            return write(concealed, melds)


@pytest.mark.parametrize("variant", ["xiangyang", "xiangyang-manhu", "xiaogan"])
def test_against_the_oracle(variant: str) -> None:
    rng = random.Random(variant)
    hidden = kept = lost = 0
    for _ in range(150):
        text = random_hand(rng)
        found = reveal(parse(text), load_variant(variant))
        given = oracle_hand(text)
        possible, exhausted = waits(given.concealed, given.melds)
        assert {NAMES[wait.tile] for wait in found.waits.waits} == possible
        if not possible:
            assert found.against == ("not-waiting",)
            continue
        triplets = sorted({tile for tile in given.concealed if given.concealed.count(tile) >= 3})
        expected = set()
        for size in range(1, len(triplets) + 1):
            for chosen in combinations(triplets, size):
                rest = list(given.concealed)
                for tile in chosen * 3:
                    rest.remove(tile)
                if set().union(*waits(rest)) == possible | exhausted:
                    expected.add(frozenset(chosen))
        assert {frozenset(NAMES[kind] for kind in kinds) for kinds in found.down} == expected, text
        hidden += bool(expected)
        for kong in found.kongs:
            name = NAMES[kong.meld.tile]
            rest = [tile for tile in given.concealed if tile != name]
            melds = [*(meld for meld in given.melds if meld[1] != name), (str(kong.meld.kind), name)]
            after = waits(rest, melds)[0]
            assert {NAMES[tile] for tile in kong.waits} == after
            assert kong.allowed == (bool(after) if variant == "xiangyang-manhu" else after == possible), text
            kept += kong.allowed
            lost += not kong.allowed
    assert min(hidden, kept, lost) > 0


@pytest.mark.parametrize("variant", variant_ids())
def test_what_binds_the_others(variant: str) -> None:
    found = reveal(parse("2245667t 111b+pon 222b+pon"), load_variant(variant))
    protects = variant in ("xiangyang-3d", "shiyan", "xiaogan")
    assert [NAMES[tile] for tile in found.forbidden] == (["5t", "8t"] if protects else [])
    assert found.allowed


@pytest.mark.parametrize(("wall", "late"), [(None, False), (0, True), (11, True), (12, False)])
def test_the_wall(wall: int | None, late: bool) -> None:
    found = reveal(parse("2245667t 111b+pon 222b+pon"), load_variant("xiaogan"), wall)
    assert found.against == (("wall",) if late else ())
    assert not too_late(load_variant("shiyan"), wall)


def test_the_fan_is_that_of_a_revealed_hand() -> None:
    (wait,) = reveal(parse("46t 88t 123b 456b 789b"), load_variant("xiangyang")).waits.waits
    assert wait.zimo
    assert wait.zimo.best
    assert wait.zimo.best.score.fan == 4


def test_a_hand_that_can_never_win() -> None:
    variant = load_variant("xiangyang", ["min_fan.zimo=8", "min_fan.discard=8"])
    assert reveal(parse("46t 88t 123b 456b 789b"), variant).against == ("min-fan",)


@pytest.mark.parametrize("text", ["4688t", "46t 88t 123b 456b 7899b", "46t 88t 123b 456b 789b @5t"])
def test_refused(text: str) -> None:
    with pytest.raises(HandError):
        reveal(parse(text), load_variant())
