"""Every concealed hand of a single suit: wins, waits, readings and fans equal to the oracle's.

The oracle's plain splitting is too slow for all of them in a minute, so the wins come from `tests.oracle.building`,
which makes every complete hand forwards; `test_building_is_splitting` holds the two together on a sample, and the
runs behind the marker `exhaustive` (pytest -m exhaustive) on every hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from kwx_cli.facts import block_aspects, hand_facts
from kwx_cli.hand import Hand
from kwx_cli.readings import ONE, block_readings, is_pair
from kwx_cli.scoring import score
from kwx_cli.tiles import NAMES
from kwx_cli.variants import load_variant
from kwx_cli.waits import winning_tiles
from tests.oracle import hands as oracle
from tests.oracle.building import Counts, all_hands, builds, is_complete, pairs
from tests.oracle.hands import OHand
from tests.oracle.rules import VARIANTS
from tests.support import engine_hand

TILES_13 = 93_600
TILES_14 = 118_800
WINS = 15_349
"""Complete hands of one suit; seven pairs with four equal tiles as two of the pairs are among them."""

DIGITS = "123456789"


@pytest.fixture(autouse=True, scope="module")
def no_caches_left() -> Iterator[None]:
    """Caches that hold every hand of a suit would slow down the tests that follow."""
    yield
    for cached in (block_aspects, block_readings, builds, pairs, oracle._split):
        cached.cache_clear()


def spread(counts: Counts, suit: int = 0) -> tuple[int, ...]:
    """Counts of ranks as tile kinds of a suit."""
    return tuple(9 * suit + rank for rank in range(9) for _ in range(counts[rank]))


def with_one_more(counts: Counts, rank: int) -> Counts:
    return (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])


def test_every_win_of_fourteen_tiles() -> None:
    hands = wins = 0
    for counts in all_hands(14):
        tiles = spread(counts, hands % 3)
        won = bool(hand_facts(Hand(tiles[1:], win=tiles[0])))
        assert won == is_complete(counts), counts
        hands += 1
        wins += won
    assert (hands, wins) == (TILES_14, WINS)


@pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_every_wait_of_thirteen_tiles(step: int) -> None:
    """Every sixteenth hand, and behind the marker every one, which takes half a minute."""
    hands = 0
    for counts in islice(all_hands(13), 0, None, step):
        winning = [rank for rank in range(9) if is_complete(with_one_more(counts, rank))]
        expected = (
            tuple(rank for rank in winning if counts[rank] < 4),
            tuple(rank for rank in winning if counts[rank] == 4),
        )
        assert winning_tiles(Hand(spread(counts))) == expected, counts
        hands += 1
    assert hands == TILES_13 // step


def test_every_reading_of_fourteen_tiles() -> None:
    """As many readings as there are ways to build the hand, and each of them is one."""
    readings = 0
    for counts, ways in builds().items():
        if max(counts) > 4:
            continue
        key = sum(n * one for n, one in zip(counts, ONE, strict=True))
        found = [groups for groups in block_readings(key, False) if any(map(is_pair, groups))]
        assert len(found) == ways, counts
        for groups in found:
            assert "".join(sorted("".join(groups))) == "".join(d * n for d, n in zip(DIGITS, counts, strict=True))
        readings += ways
    assert readings == sum(ways for counts, ways in builds().items() if max(counts) <= 4)


def plain_split(counts: Counts) -> bool:
    tiles = [NAMES[kind] for kind in spread(counts)]
    return bool(oracle.readings(tiles)) or oracle.seven_pairs(tiles) is not None


def test_building_is_splitting() -> None:
    """The fast half of the oracle against the plain one, on wins and on others."""
    rng = random.Random("building")
    every = list(all_hands(14))
    assert len(every) == len(set(every)) == TILES_14
    wins = [counts for counts in every if is_complete(counts)]
    for counts in rng.sample(wins, 500) + rng.sample(every, 500):
        tiles = [NAMES[kind] for kind in spread(counts)]
        assert plain_split(counts) == is_complete(counts), counts
        assert len(oracle.readings(tiles)) == builds().get(counts, 0), counts
        assert (oracle.seven_pairs(tiles) is not None) == (counts in pairs()), counts


def compare_fans(counts: Counts, variant: str) -> None:
    """The fan, patterns and permission of a hand, for every tile that may have won it."""
    for rank in range(9):
        if not counts[rank]:
            continue
        tiles = list(spread(counts))
        tiles.remove(rank)
        hand = OHand(tuple(NAMES[kind] for kind in tiles), (), NAMES[rank], "pao")
        best, mine = oracle.best(hand, VARIANTS[variant]), score(engine_hand(hand), load_variant(variant)).best
        assert best is not None
        assert mine is not None
        assert (mine.score.fan, mine.score.product, mine.score.extra, mine.score.allowed) == (
            best.fan,
            best.product,
            best.extra,
            best.allowed,
        ), hand
        assert {line.id: line.count for line in mine.score.lines} == best.patterns, hand


@pytest.mark.parametrize("variant", ["kawuxin", "qiabazhang", "suizhou"])
def test_fans_of_wins_of_one_suit(variant: str) -> None:
    wins = [counts for counts in all_hands(14) if is_complete(counts)]
    for counts in random.Random(variant).sample(wins, 150):
        compare_fans(counts, variant)


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", ["kawuxin", "qiabazhang"])
def test_fans_of_every_win_of_one_suit(variant: str) -> None:
    wins = [counts for counts in all_hands(14) if is_complete(counts)]
    assert len(wins) == WINS
    for counts in wins:
        compare_fans(counts, variant)


@pytest.mark.exhaustive
def test_building_is_splitting_everywhere() -> None:
    for counts in all_hands(14):
        assert plain_split(counts) == is_complete(counts), counts
