"""What to throw: ten hands checked by hand, the order, what is given up, and what a revealed player makes it cost."""

from __future__ import annotations

import random
from math import comb

import pytest

from kwx_cli.advice.discard import Advice, Danger, Discard, Opponent, danger_of, discards
from kwx_cli.advice.distance import distance, progress
from kwx_cli.commands.advising import opponents
from kwx_cli.errors import HandError
from kwx_cli.grammar.notation import parse_hand, parse_tiles
from kwx_cli.hand import By, Hand
from kwx_cli.tiles import KINDS, NAMES
from kwx_cli.variants import load_variant
from kwx_cli.waits import waits

# The hand, what to throw (ties go to the lower tile), the distance after it, and the useful or winning tiles left.
TEN = [
    ("46t 123b 889t 789b ZZZ", "9t", 0, 4, "卡五星 on four 5t; every other discard stops waiting"),
    ("2245667t 111b+pon 222b+pon 9t", "9t", 0, 7, "waits 5t and 8t, 卡五星 on the 5"),
    ("112233b 445t 99t ZZ F", "5t", 0, 3, "七对 on F or on 5t: as many left, as many fan"),
    ("1123445566789t Z", "Z", 0, 7, "清一色 on 1t 4t 7t"),
    ("45566t 88t 123b 789b F", "F", 0, 7, "waits 4t and 7t"),
    ("1111b 3333b 5555b 7b 8t", "8t", 0, 3, "三龙七对 in one suit on 7b: 128 × 4"),
    ("1113b 22b 44t 77t 66b 99b", "1b", 0, 3, "七对 on the 3b of which three are left, not on the last 1b"),
    ("ZZFF 46t 23b 789b 555t+pon", "Z", 1, 9, "keep 46t: 5t would be the fourth of the pon, 明四归 and 卡五星"),
    ("12346b 34679t ZZ FF", "9t", 2, 20, "5b, 2t 5t 8t and the two each of Z F; the 9t fits nowhere"),
    ("58t ZZZ 111b FFF+pon BBB+pon", "5t", 0, 3, "大三元 and 碰碰胡, on either of the two"),
]


@pytest.mark.parametrize(("text", "tile", "far", "left", "why"), TEN)
def test_ten_hands(text: str, tile: str, far: int, left: int, why: str) -> None:
    found = discards(parse_hand(text).hand, load_variant())
    best = found.discards[0]
    assert (NAMES[best.tile], best.distance, best.tiles_left) == (tile, far, left), why


@pytest.mark.parametrize("text", [row[0] for row in TEN])
@pytest.mark.parametrize("variant", ["xiangyang", "kawuxin", "xiaogan"])
def test_what_a_revealed_hand_is_worth_by_its_waits(text: str, variant: str) -> None:
    """A locked hand: none of its tiles in ten of the 70 others, and what the first to come pays on average."""
    rules = load_variant(variant)
    found = discards(parse_hand(text).hand, rules)
    unseen = 84 - len(found.hand.tiles)
    for each in found.discards:
        if each.waits is None or each.value is None:
            continue
        after = list(found.hand.concealed)
        after.remove(each.tile)
        revealed = waits(Hand(tuple(after), found.hand.melds), rules, [each.tile], liang=True).waits
        paid = 0
        tiles = 0
        for wait in revealed:
            assert wait.zimo is not None
            assert wait.zimo.best is not None
            if wait.zimo.status == "win":
                tiles += wait.left
                paid += wait.left * 2 * (wait.zimo.best.score.fan + wait.zimo.best.score.extra)
        win = 1 - comb(unseen - tiles, 10) / comb(unseen, 10)
        assert each.value.win_liang == pytest.approx(win)
        assert each.value.pays_liang == pytest.approx(win * paid / tiles if tiles else 0)


def random_hand(rng: random.Random) -> Hand:
    deck = [kind for kind in (*range(5), *range(9, 15), 27, 28) for _ in range(4)]
    return Hand(tuple(sorted(rng.sample(deck, 14))))


def test_every_discard_is_what_the_other_commands_say() -> None:
    rng = random.Random(2)
    for _ in range(15):
        hand = random_hand(rng)
        seen = [kind for kind in (5, 16, 29) if rng.random() < 0.5]
        found = discards(hand, load_variant(), seen, draws=0)
        assert sorted(each.tile for each in found.discards) == sorted(set(hand.concealed))
        assert (
            found.distance
            == distance(hand)
            == max(-1, min(each.distance for each in found.discards) - (distance(hand) < 0))
        )
        for each in found.discards:
            rest = list(hand.concealed)
            rest.remove(each.tile)
            after = Hand(tuple(rest))
            assert each.progress == progress(after, [*seen, each.tile])
            assert (each.waits is not None) == (each.distance == 0)
            if each.waits is not None:
                assert {wait.tile: wait.left for wait in each.waits.waits} == {
                    draw.tile: draw.left for draw in each.draws
                }


def test_the_order() -> None:
    rng = random.Random(4)
    for _ in range(6):
        hand = random_hand(rng)
        by_distance = discards(hand, load_variant(), draws=0)
        assert by_distance.looked == 0
        keys = [(each.distance, -each.tiles_left, each.tile) for each in by_distance.discards]
        assert keys == sorted(keys)
        by_value = discards(hand, load_variant(), draws=5)
        valued = [each.value.best for each in by_value.discards if each.value]
        assert by_value.looked == (5 if valued else 0)
        assert valued == sorted(valued, reverse=True)
        assert all(each.value is None for each in by_value.discards[len(valued) :])


def found_for(text: str, variant: str = "xiangyang", **options: object) -> Advice:
    return discards(parse_hand(text).hand, load_variant(variant), draws=0, **options)  # type: ignore[arg-type]


def of(found: Advice, tile: str) -> Discard:
    return next(each for each in found.discards if NAMES[each.tile] == tile)


def test_what_is_given_up() -> None:
    """七对 with a quad: breaking it loses 龙七对; a lower rung is not lost to a higher one."""
    found = found_for("1111b 22b 33b 44t 55t 6t Z")
    assert of(found, "Z").loses == ()
    assert dict(of(found, "1b").loses) == {"longqidui": 8}
    assert of(found, "6t").loses == ()
    found = found_for("11223344556677b")
    assert found.distance == -1
    assert all("qingyise" not in dict(each.loses) for each in found.discards)
    found = found_for("1122334455678b Z")
    assert dict(of(found, "1b").loses)["qingyise"] == 4


def test_seen_tiles_are_not_left() -> None:
    found = found_for("46t 123b 889t 789b ZZZ", seen=parse_tiles("5t 555b+pon"))
    assert of(found, "9t").tiles_left == 3
    assert of(found, "8t").progress.draws  # the tile that is thrown is not left either
    thrown = {draw.tile: draw.left for draw in of(found, "8t").draws}
    assert thrown[KINDS["8t"]] == 2


@pytest.mark.parametrize(
    ("variant", "fans", "danger"),
    [
        # 包: an unrevealed discarder pays both shares of a revealed winner.
        ("xiangyang", [8], Danger(False, 16, 0, False)),
        ("xiangyang", [None], Danger(False, 4, 0, True)),  # at least 亮倒 alone
        ("xiangyang-manhu", [16], Danger(False, 16, 0, False)),  # each share capped at 8
        # Both pay, and the rules forbid it.
        ("xiangyang-3d", [8], Danger(True, 8, 8, False)),
        ("xiangyang-3d", [None], Danger(True, 2, 2, True)),
        # Two revealed players on one tile: each is paid, by the discarder alone; or only the first.
        ("xiangyang", [8, 2], Danger(False, 20, 0, False)),
        ("xiangyang-wuxian", [8, 2], Danger(False, 16, 0, False)),
        ("xiangyang", [8, None], Danger(False, 20, 0, True)),
    ],
)
def test_danger(variant: str, fans: list[int | None], danger: Danger) -> None:
    against = [Opponent({13: fan}) for fan in fans]
    assert danger_of(13, load_variant(variant), against) == danger
    assert danger_of(12, load_variant(variant), against) is None


def test_a_robbed_kong_is_not_a_discard_that_is_forbidden() -> None:
    danger = danger_of(13, load_variant("xiangyang-3d"), [Opponent({13: 4})], By.QIANGGANG)
    assert danger == Danger(False, 4, 4, False)


def test_his_own_share_only() -> None:
    danger = danger_of(13, load_variant("xiangyang", ["reveal.liability=own"]), [Opponent({13: 8})])
    assert danger == Danger(False, 8, 0, False)


def test_forbidden_discards_stand_last() -> None:
    found = found_for("46t 123b 889t 789b ZZZ", "xiangyang-3d", against=opponents(["9t=8 4t"]))
    assert [NAMES[each.tile] for each in found.discards[-2:]] == ["9t", "4t"]
    assert not found.forced
    assert found_for("Z ZZZ+pon FFF+pon 111b+pon 222b+pon F", "xiangyang-3d", against=opponents(["ZF"])).forced
    assert not found_for("Z ZZZ+pon FFF+pon 111b+pon 222b+pon F", "xiangyang", against=opponents(["ZF"])).forced


def test_opponents() -> None:
    first, second = opponents(["5t=8 36b", "ZF=2"])
    assert first.waits == {13: 8, 2: None, 5: None}
    assert second.waits == {27: 2, 28: 2}
    for text, column in (("5t=", 4), ("5t=x 3b", 4), ("3b 5t=0", 7)):
        with pytest.raises(HandError) as error:
            opponents([text])
        assert (error.value.code, error.value.faults[0].column) == ("bad-fan", column)


@pytest.mark.parametrize(
    "text", ["46t 123b 88t 789b ZZZ", "46t 123b 889t 789b ZZZZ", "46t", "46t 123b 889t 789b ZZZ F+pon"]
)
def test_another_number_of_tiles(text: str) -> None:
    with pytest.raises(HandError):
        found_for(text)


def test_the_drawn_tile_may_be_written_apart() -> None:
    assert found_for("46t 123b 88t 789b ZZZ @9t").discards == found_for("46t 123b 889t 789b ZZZ").discards


def test_no_draw_without_a_wall() -> None:
    found = discards(parse_hand("46t 123b 889t 789b ZZZ").hand, load_variant(), draws=0)
    assert all(each.value is None for each in found.discards)
