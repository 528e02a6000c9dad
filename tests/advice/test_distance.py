"""Distance: hand-made cases, the two oracles, the table against the scalar, the column against both."""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import resources
from itertools import product

import numpy as np
import pytest

from kwx_cli.advice.blocks import FREE, RANKS, SUIT_CODES, Row, by_halves, joined, row, table, undivided
from kwx_cli.advice.columns import distances
from kwx_cli.advice.distance import FARTHEST, Gauge, distance, in_play, pack, progress, unpack
from kwx_cli.errors import HandError
from kwx_cli.facts import hand_facts
from kwx_cli.grammar.notation import parse_hand
from kwx_cli.hand import Hand, Meld, MeldKind
from kwx_cli.readings import BITS
from kwx_cli.tiles import NAMES
from kwx_cli.waits import winning_tiles

from ..oracle.distance import by_exchange, by_targets


def names(kinds: Sequence[int]) -> tuple[str, ...]:
    return tuple(NAMES[kind] for kind in kinds)


def melds_of(hand: Hand) -> tuple[tuple[str, str], ...]:
    return tuple((str(meld.kind), NAMES[meld.tile]) for meld in hand.melds)


def deal(random: random.Random, melds: int, size: int, suits: Sequence[int] = (0, 1), near: bool = False) -> Hand:
    """A random hand beside random melds; `near` draws from few kinds, so that tiles are exhausted and wait."""
    kinds = [suit * 9 + rank for suit in suits for rank in range(9)] + [27, 28, 29]
    if near:
        kinds = sorted(random.sample(kinds[: 9 * len(suits)], 6)) + random.sample([27, 28, 29], 1)
    melded = random.sample(kinds, melds)
    entered = [Meld(random.choice([MeldKind.PON, MeldKind.AN]), kind) for kind in sorted(melded)]
    left = [kind for kind in kinds for _ in range(4)]
    for meld in entered:
        for _ in range(meld.size):
            left.remove(meld.tile)
    size = min(size, len(left))
    return Hand(tuple(sorted(random.sample(left, size))), tuple(entered))


@pytest.mark.parametrize(
    ("text", "far"),
    [
        ("46t 123b 88t 789b ZZZ @5t", -1),
        ("46t 123b 88t 789b ZZZ", 0),
        ("5t", 0),
        ("4688t", 0),
        ("12b", 0),
        ("11b", -1),
        ("147b", None),
        # Tiles that the hand itself exhausts.
        ("Z ZZZ+pon FFF+pon BBB+pon 111b+pon", 1),
        ("1111b", 1),
        ("123456789t 1111b", 1),
        ("45t 11b 123b 6666t+an 3333t+an", 1),
        ("45t 11b 123b 6666t+an 333t+pon", 0),
        ("ZFB1b ZZZ+pon FFF+pon BBB+pon", 3),
        # Seven pairs: four equal tiles are two; none beside a meld, nor in a part of a hand.
        ("1111b 22b 33b 44t 55t 6t", 0),
        ("1111b 3333b 55t 77t 9t", 0),
        ("11b 33b 55b 77b 9b 9t ZFB", 2),
        ("11b 33b 55b 77t ZZ FFF+pon", 2),
        ("11b 33b 55t 77t ZZ", 2),
        ("1357b 1357t ZZ FF B", 3),
        ("147b 258t ZFB 3699b", 5),
        # No suit at all, one suit, 万.
        ("ZZZ FFF BBB 1112m", 0),
        ("1112345678999m", 0),
        ("1112345678999m 9m", -1),
        # The farthest: no two tiles go together, not even as pairs.
        ("147b 1258t ZFB 3333t+an", 6),
    ],
)
def test_cases(text: str, far: int | None) -> None:
    hand = parse_hand(text).hand
    if far is None:
        with pytest.raises(HandError) as error:
            distance(hand)
        assert error.value.code == "tile-count"
    else:
        assert distance(hand) == far


@pytest.mark.parametrize("melds", range(5))
def test_every_size_against_every_complete_hand(melds: int) -> None:
    rng = random.Random(melds)
    for size in range(1, 15 - 3 * melds):
        for trial in range(0 if size % 3 == 0 else 4 if size > 12 else 8):
            hand = deal(rng, melds, size, near=trial % 2 == 1)
            if len(hand.concealed) == size:
                assert distance(hand) == by_targets(names(hand.concealed), melds_of(hand)), str(hand)


def test_small_distances_against_exchanging() -> None:
    rng = random.Random(5)
    tried: Counter[int] = Counter()
    for _ in range(4000):
        melds = rng.randrange(5)
        size = rng.randrange(1, 14 - 3 * melds + 1, 3)
        hand = deal(rng, melds, size, near=rng.random() < 0.7)
        far = distance(hand)
        limit = 4 if size <= 4 else 2 if size <= 7 else 1
        if len(hand.concealed) != size or far > limit or tried[far] >= (40, 25, 4, 4, 2)[far]:
            continue
        tried[far] += 1
        assert by_exchange(names(hand.concealed), melds_of(hand), far + 1) == far, str(hand)
    assert set(tried) == {0, 1, 2}
    hand = parse_hand("ZFB1b ZZZ+pon FFF+pon BBB+pon").hand
    assert by_exchange(names(hand.concealed), melds_of(hand)) == distance(hand) == 3


def one_suit(size: int, most: int = 4) -> Iterator[tuple[int, ...]]:
    for counts in product(range(most + 1), repeat=9):
        if sum(counts) == size:
            yield tuple(kind for kind, n in enumerate(counts) for _ in range(n))


@pytest.mark.parametrize("size", [1, 2, 4, 5])
def test_every_small_hand_of_one_suit(size: int) -> None:
    for kinds in one_suit(size):
        assert distance(Hand(kinds)) == by_targets(names(kinds)), names(kinds)


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [7, 8, 10, 11, 13, 14])
def test_every_hand_of_one_suit(size: int) -> None:
    """Against every part of a complete hand that lies in the suit, with what the rest can be beside it."""
    from ..oracle.distance import pair_targets, targets

    parts = np.unique(targets(size // 3)[:, :9], axis=0)
    if size >= 13:
        parts = np.unique(np.concatenate([parts, pair_targets()[:, :9]]), axis=0)
    hands = np.array([np.bincount(kinds, minlength=9) for kinds in one_suit(size)], np.int8)
    column = np.zeros((len(hands), 30), np.uint8)
    column[:, :9] = hands
    found = distances(column)
    for at in range(0, len(hands), 16):
        kept = np.minimum(hands[at : at + 16, None, :], parts[None]).sum(axis=2, dtype=np.int8).max(axis=1)
        assert np.array_equal(found[at : at + 16], 3 * (size // 3) + 1 - kept)


def test_complete_and_waiting_are_those_of_the_other_engine() -> None:
    """What wins is the business of `facts` and `waits`: -1 and 0 must be the same hands."""
    rng = random.Random(8)
    seen: Counter[int] = Counter()
    for _ in range(1500):
        melds = rng.randrange(5)
        hand = deal(rng, melds, 13 - 3 * melds, near=True)
        if not hand.is_whole:
            continue
        far = distance(hand)
        assert (far == 0) == bool(winning_tiles(hand)[0]), str(hand)
        if far == 0:
            draws = {draw.tile for draw in progress(hand).draws}
            assert draws == set(winning_tiles(hand)[0])
            won = Hand(hand.concealed, hand.melds, min(draws))
            assert distance(won) == -1
            assert hand_facts(won)
        seen[far] += 1
    assert seen[0] > 25


def test_useful_draws_are_those_that_bring_a_hand_nearer() -> None:
    rng = random.Random(3)
    for _ in range(150):
        melds = rng.randrange(4)
        hand = deal(rng, melds, 13 - 3 * melds, suits=rng.choice([(0, 1), (0, 2), (1, 2)]), near=rng.random() < 0.5)
        if not hand.is_whole:
            continue
        own = Counter(hand.tiles)
        found = progress(hand)
        for kind in in_play(hand.tiles):
            if own[kind] == 4:
                assert kind not in [draw.tile for draw in found.draws]
                continue
            nearer = distance(Hand(tuple(sorted((*hand.concealed, kind))), hand.melds)) < found.distance
            assert nearer == (kind in [draw.tile for draw in found.draws])


def test_seen_tiles_lower_what_is_left_but_not_what_is_useful() -> None:
    hand = parse_hand("46t 123b 88t 789b ZZZ").hand
    assert [(NAMES[draw.tile], draw.left) for draw in progress(hand, [13, 13]).draws] == [("5t", 2)]
    assert progress(hand, [13] * 4).tiles_left == 0
    with pytest.raises(HandError) as error:
        progress(hand, [12] * 4)
    assert error.value.code == "fifth-tile-seen"
    with pytest.raises(HandError) as error:
        progress(hand, [18])
    assert error.value.code == "three-suits"


def test_parts_are_told_apart() -> None:
    found = progress(parse_hand("11b 33b 55b 77b 9b 9t ZFB").hand)
    assert (found.distance, found.standard, found.pairs) == (2, 4, 2)
    assert progress(parse_hand("46t 123b 88t 789b ZZZ+pon").hand).pairs is None


def test_packing() -> None:
    rng = random.Random(4)
    for _ in range(50):
        kinds = tuple(sorted(rng.sample([kind for kind in range(30) for _ in range(4)], 13)))
        assert unpack(pack(kinds)) == kinds


def test_the_table_is_what_one_block_at_a_time_gives() -> None:
    rows, of_code = table()
    rng = random.Random(6)
    for _ in range(600):
        left = [rank for rank in range(RANKS) for _ in range(4)]
        held = Counter(rng.sample(left, rng.randrange(15)))
        key = sum(n << BITS * rank for rank, n in held.items())
        code = sum(n * 5**rank for rank, n in held.items())
        whole = FREE | 1 << BITS * RANKS
        assert rows[of_code[code]] == undivided(key, whole, True) == by_halves(key, whole)
    assert len(of_code) == SUIT_CODES
    assert sum(number != 255 for number in of_code) == 405_350


def test_a_suit_beside_melds_by_halves() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        left = [4] * RANKS
        for rank in rng.sample(range(RANKS), rng.choice([1, 1, 2, 3])):
            left[rank] -= rng.choice([3, 4])
        held = Counter(rng.sample(range(RANKS), rng.randrange(1, 12), counts=left))
        key, room = (sum(n << BITS * rank for rank, n in pairs) for pairs in (held.items(), enumerate(left)))
        whole = room | 1 << BITS * RANKS
        assert by_halves(key, whole) == undivided(key, whole, True)


@pytest.mark.exhaustive
def test_the_table_is_what_its_tool_writes() -> None:
    from importlib.util import module_from_spec, spec_from_file_location
    from pathlib import Path

    path = Path(__file__).parents[2] / "tools" / "make_overlaps.py"
    spec = spec_from_file_location("make_overlaps", path)
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    shipped = resources.files("kwx_cli.advice").joinpath("overlaps.bin").read_bytes()
    assert tool.packed() == zlib.decompress(shipped)


def test_joining_takes_any_order() -> None:
    rows = table().rows
    rng = random.Random(7)
    for _ in range(200):
        one, two, three = rng.choices(rows, k=3)
        assert joined(one, two) == joined(two, one)
        assert joined(joined(one, two), three) == joined(one, joined(two, three))
    zero: Row = row(0, FREE, False)
    assert all(joined(zero, one) == one for one in rows)


@pytest.mark.parametrize("suits", [(0, 1), (0, 2), (1, 2)])
def test_the_column_is_the_scalar(suits: tuple[int, int]) -> None:
    rng = random.Random(sum(suits))
    hands = [deal(rng, melds, size, suits, near) for melds in range(5) for size in range(1, 15 - 3 * melds)
             if size % 3 for near in (False, True) for _ in range(6)]  # fmt: skip
    hands = [hand for hand in hands if len(hand.concealed) % 3]
    concealed, melded = np.zeros((2, len(hands), 30), np.uint8)
    for at, hand in enumerate(hands):
        for kind in hand.concealed:
            concealed[at, kind] += 1
        for meld in hand.melds:
            melded[at, meld.tile] = meld.size
    assert distances(concealed, melded).tolist() == [distance(hand) for hand in hands]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({0: 5}, "four tiles"),
        ({0: 3}, r"3n \+ 1"),
        ({0: 1, 9: 2, 18: 1}, "two suits"),
    ],
)
def test_a_column_that_is_none(change: dict[int, int], message: str) -> None:
    column = np.zeros((3, 30), np.uint8)
    column[:, 0] = 1
    for kind, n in change.items():
        column[1, kind] = n
    with pytest.raises(ValueError, match=message):
        distances(column)
    with pytest.raises(ValueError, match="shape"):
        distances(column[:, :21])


def test_a_column_with_bad_melds() -> None:
    concealed, melded = np.zeros((2, 1, 30), np.uint8)
    concealed[0, 0] = 2
    melded[0, 0] = 3
    with pytest.raises(ValueError, match="meld"):
        distances(concealed, melded)


def test_no_hand_is_farther_than_six() -> None:
    """Seven pairs are 6 away less one for each pair; all hands without a pair are tried, so without melds it is 5."""
    from itertools import combinations

    kinds = (*range(18), 27, 28, 29)
    every = np.array(list(combinations(kinds, 13)), np.int64)
    column = np.zeros((len(every), 30), np.uint8)
    column[np.arange(len(every))[:, None], every] = 1
    found = distances(column)
    assert len(found) == 203_490
    assert found.max() == 4
    assert distance(parse_hand("147b 1258t ZFB 3333t+an").hand) == FARTHEST


def test_a_gauge_remembers() -> None:
    gauge = Gauge((), 13)
    tiles = pack(parse_hand("46t 123b 88t 789b ZZZ").hand.concealed)
    assert gauge.distance(tiles) == 0
    assert gauge.memo[tiles] == gauge.overlap(tiles) == 13
