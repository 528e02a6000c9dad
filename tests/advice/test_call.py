"""Whether to call: what can be done, what it leads to, what it rules out and opens, and what kongs are paid."""

from __future__ import annotations

import pytest

from kwx_cli.advice.call import Call, Calls, calls
from kwx_cli.advice.discard import Danger, Opponent, discards
from kwx_cli.advice.distance import distance
from kwx_cli.errors import HandError
from kwx_cli.grammar.notation import parse_hand
from kwx_cli.tiles import KINDS, NAMES
from kwx_cli.variants import load_variant


def found_for(text: str, tile: str, variant: str = "xiangyang", draws: int | None = 0, **options: object) -> Calls:
    return calls(parse_hand(text).hand, KINDS[tile], load_variant(variant), draws=draws, **options)  # type: ignore[arg-type]


def of(found: Calls, kind: str) -> Call:
    return next(each for each in found.calls if each.kind == kind)


def kinds_of(found: Calls) -> set[str]:
    return {each.kind for each in found.calls}


@pytest.mark.parametrize(
    ("text", "tile", "drawn", "kinds"),
    [
        ("123b 46t 88t 79b ZZ FB", "5b", False, {"pass"}),
        ("123b 46t 88t 79b ZZ FB", "8t", False, {"pon", "pass"}),
        ("123b 46t 888t 79b ZZ F", "8t", False, {"pon", "zhi", "pass"}),
        ("123b 46t 888t 79b ZZ F", "8t", True, {"an", "keep"}),
        ("123b 46t 8888t 79b ZZ", "F", True, {"an", "keep"}),  # held since before
        ("123b 46t 79b ZZ F 888t+pon", "8t", True, {"bu", "keep"}),
        ("123b 46t 79b ZZ 8t 888t+pon", "Z", True, {"keep"}),  # a 补杠 is made on drawing the fourth
        ("123b 46t 79b ZZ F 888t+pon", "8t", False, {"pass"}),  # a pon takes no discard
        ("46t 123b 88t 789b ZZZ", "5t", False, {"win", "pass"}),
        ("46t 123b 88t 789b ZZZ", "5t", True, {"win", "keep"}),
        ("46t 123b 88t 789b ZZZ", "8t", False, {"pon", "pass"}),
    ],
)
def test_what_can_be_done(text: str, tile: str, drawn: bool, kinds: set[str]) -> None:
    assert kinds_of(found_for(text, tile, drawn=drawn)) == kinds


def test_the_last_tile_is_neither_ponged_nor_konged() -> None:
    assert kinds_of(found_for("123b 46t 888t 79b ZZ F", "8t", wall=0)) == {"pass"}
    assert kinds_of(found_for("123b 46t 888t 79b ZZ F", "8t", drawn=True, wall=0)) == {"keep"}
    assert kinds_of(found_for("46t 123b 88t 789b ZZZ", "5t", wall=0)) == {"win", "pass"}


def test_a_win_below_the_minimum_is_not_offered() -> None:
    assert kinds_of(found_for("13t 456t 789b 123b ZZ", "2t", "xiangyang-manhu")) == {"pass"}
    assert kinds_of(found_for("13t 456t 789b 123b ZZ", "2t", "xiangyang-manhu", drawn=True)) == {"win", "keep"}


def test_a_pon() -> None:
    found = found_for("123b 46t 888t 79b ZZ F", "8t")
    pon = of(found, "pon")
    assert str(pon.hand) == "12379b 468t ZZ F 888t+pon"
    assert pon.discard is not None
    assert pon.discard == discards(pon.hand, load_variant(), draws=0).discards[0]
    assert pon.progress == pon.discard.progress
    assert pon.impossible == ("qidui",)
    assert pon.possible == ("mingsigui",)
    assert pon.remarks == ("no-later-kong",)
    assert pon.income == 0


def test_a_pon_whose_fourth_is_gone_opens_no_mingsigui() -> None:
    found = found_for("123b 46t 88t 79b ZZ FB", "8t", seen=[KINDS["8t"]])
    assert of(found, "pon").possible == ()
    assert of(found, "pon").remarks == ()


def test_passing_sees_the_tile_go() -> None:
    found = found_for("123b 46t 88t 79b ZZ FB", "8t")
    stays = of(found, "pass")
    assert stays.discard is None
    assert stays.progress.distance == distance(parse_hand("123b 46t 88t 79b ZZ FB").hand)
    assert {NAMES[draw.tile]: draw.left for draw in stays.progress.draws}["8t"] == 1


@pytest.mark.parametrize(
    ("variant", "text", "tile", "drawn", "kind", "income"),
    [
        ("xiangyang", "123b 46t 888t 79b ZZ F", "8t", False, "zhi", 2),  # 2 from the discarder
        ("xiangyang", "123b 46t 888t 79b ZZ F", "8t", True, "an", 4),  # 2 from each
        ("xiangyang", "123b 46t 79b ZZ F 888t+pon", "8t", True, "bu", 2),  # 1 from each
    ],
)
def test_what_a_kong_is_paid(variant: str, text: str, tile: str, drawn: bool, kind: str, income: int) -> None:
    assert of(found_for(text, tile, variant, drawn=drawn), kind).income == income


def test_kongs() -> None:
    found = of(found_for("123b 46t 888t 79b ZZ F", "8t", drawn=True), "an")
    assert str(found.hand) == "12379b 46t ZZ F 8888t+an"
    assert (found.impossible, found.possible) == (("qidui", "ansigui"), ("gangkai",))
    assert found.remarks == ("cannot-be-robbed",)
    found = of(found_for("123b 46t 79b ZZ F 888t+pon", "8t", drawn=True), "bu")
    assert str(found.hand) == "12379b 46t ZZ F 8888t+bu"
    assert (found.impossible, found.possible) == (("mingsigui",), ("gangkai",))
    assert found.remarks == ("can-be-robbed",)
    assert found.robbed is None


def test_a_revealed_player_robs_a_kong() -> None:
    found = found_for("123b 46t 79b ZZ F 888t+pon", "8t", drawn=True, against=[Opponent({KINDS["8t"]: 8})])
    assert of(found, "bu").robbed == Danger(False, 16, 0, False)


def test_the_fourth_meld_leaves_one_tile() -> None:
    found = of(found_for("88t 5t Z 111b+pon 222b+pon ZZZZ+an".replace("Z 1", "F 1"), "8t"), "pon")
    assert "shouzhuayi" in found.possible


def test_what_it_is_worth_comes_first() -> None:
    found = found_for("55t 123b 79b ZZ FFF 8t", "5t", draws=6)
    worths = [each.worth for each in found.calls]
    assert None not in worths
    assert worths == sorted(worths, key=lambda worth: -(worth or 0))
    assert found.looked == 6
    kong = found_for("123b 46t 888t 79b ZZ F", "8t", drawn=True, draws=6)
    an = of(kong, "an")
    assert an.value is not None
    assert an.worth == an.value.best + 4


def test_a_win_is_worth_what_it_pays() -> None:
    found = found_for("46t 123b 88t 789b ZZZ", "5t", draws=6)
    assert of(found, "win").worth == 2
    assert of(found_for("46t 123b 88t 789b ZZZ", "5t", drawn=True), "win").worth == 4


def test_the_wall_tells_the_draws() -> None:
    """A third of the wall; a kong draws first."""
    found = found_for("123b 46t 888t 79b ZZ F", "8t", draws=None, wall=16)
    drawn = {each.kind: each.value.draws for each in found.calls if each.value}
    assert drawn == {"pass": 5, "pon": 5, "zhi": 6}
    asked = found_for("123b 46t 888t 79b ZZ F", "8t", draws=3, wall=16)
    assert {each.value.draws for each in asked.calls if each.value} == {3}


@pytest.mark.parametrize(
    ("text", "tile", "seen", "code"),
    [
        ("46t 123b 889t 789b ZZZ", "5t", [], "tile-count"),
        ("46t 123b 88t 789b ZZZ @5t", "5t", [], "tile-count"),
        ("4444t 123b 8t 789b ZZ", "4t", [], "fifth-tile"),
        ("46t 123b 88t 789b ZZZ", "8t", [KINDS["8t"]] * 2, "fifth-tile-seen"),
    ],
)
def test_refused(text: str, tile: str, seen: list[int], code: str) -> None:
    with pytest.raises(HandError) as error:
        found_for(text, tile, seen=seen)
    assert error.value.code == code
    assert error.value.faults[0].message("en")
    assert error.value.faults[0].message("zh")
