"""Facts: a number with a readable view; what each field says of hands chosen for it."""

from __future__ import annotations

from random import Random

import pytest

from kwx_cli import load_variant, parse
from kwx_cli.facts import Facts, Field, hand_facts
from kwx_cli.hand import By
from kwx_cli.scoring import scorer
from kwx_cli.variants import variant_ids

from .batch.hands import random_hand

FIELDS = {name: field for name, field in vars(Facts).items() if isinstance(field, Field)}


def views(text: str) -> list[dict[str, int]]:
    """The fields that are not 0 in each of the facts of a hand."""
    found = [Facts(facts) for facts in hand_facts(parse(text))]
    return [{name: value for name in FIELDS if (value := getattr(facts, name))} for facts in found]


def test_fields_do_not_overlap() -> None:
    taken = 0
    for name, field in FIELDS.items():
        bits = field.mask << field.shift
        assert not taken & bits, name
        taken |= bits
        assert field.one == 1 << field.shift
    assert taken < 1 << 63, "it fits the integers of a column"
    assert Facts(sum(field.mask << field.shift for field in FIELDS.values())).longest == Facts.longest.mask


@pytest.mark.parametrize(
    "text", ["46t 88t 123b 789b ZZZ @4t", "1122b 33b 44t 55t 66t Z @F", "ZFB 123b 456b 789b 1t @1t"]
)
def test_no_facts_of_what_does_not_win(text: str) -> None:
    assert hand_facts(parse(text)) == {}


def test_a_hand_without_a_winning_tile_has_none() -> None:
    with pytest.raises(ValueError, match="winning tile"):
        hand_facts(parse("4688t"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("46t 88t 123b 789b ZZZ @5t", {
            "pairs": 1, "runs": 3, "triplets": 1, "middle_five": 1, "dragon_sets": 1, "longest": 6}),
        ("88t 123b 789b ZZZ 6t 4t @5t+pao+liang", {
            "pairs": 1, "runs": 3, "triplets": 1, "middle_five": 1, "dragon_sets": 1, "longest": 6, "event": 1,
            "revealed": 1}),
        # A triplet completed by the win; a dragon pair.
        ("33t 111b 222b 456b ZZ @3t+gangpao", {
            "pairs": 1, "runs": 1, "triplets": 3, "place_triplet": 1, "dragon_pair": 1, "longest": 9, "event": 4}),
        # Quads: won and held, exposed and concealed.
        ("45t 77t 123b 789b 333t+pon @3t", {"pairs": 1, "runs": 3, "pon_won": 1, "longest": 8}),
        ("345t 7t 123b 789b 333t+pon @7t", {"pairs": 1, "runs": 3, "pons_held": 1, "longest": 8}),
        ("5t 666t 777t 888t 9t 11b @7t", {"pairs": 1, "runs": 4, "quad_won": 1, "longest": 12}),
        ("55567t 88t 13b 7789b 8b @2b", None),
        ("5556788t 5t 13b 789b @2b", {
            "pairs": 1, "runs": 3, "triplets": 1, "quads_held": 1, "quads_held_triplet": 1, "longest": 8}),
        # Melds: kongs are no quads; four of them; dragons.
        ("7b 111b+pon 3333b+an 8888b+zhi 9999b+bu @7b", {
            "pairs": 1, "flush": 1, "four_melds": 1, "kongs": 3, "longest": 17}),
        ("11b 46t ZZZ FFF+pon BBBB+kan @5t+gangkai+haidi", {
            "pairs": 1, "runs": 1, "triplets": 1, "middle_five": 1, "dragon_sets": 3, "kongs": 1, "longest": 3,
            "event": 3, "last": 1}),
        # Seven pairs.
        ("1122b 3344t ZZBBF @F", {"dragons_twice": 1, "longest": 4}),
        ("1111b 2222t ZZZZ F @F", {"pair_quads": 3, "longest": 4}),
        ("1133557799t 22t 4t @4t", {"flush": 1, "longest": 14}),
    ],
)  # fmt: skip
def test_one_reading(text: str, expected: dict[str, int] | None) -> None:
    if expected is None:
        assert views(text) == []
    else:
        assert views(text) == [expected]


def test_the_fourth_completes_the_triplet_or_the_run() -> None:
    both = {"pairs": 1, "runs": 3, "triplets": 1, "quad_won": 1, "quad_won_triplet": 1, "longest": 8}
    found = views("55567t 88t 123b 789b @5t")
    assert sorted(found, key=len) == [both, both | {"place_triplet": 1}]


def test_a_reading_for_each_place_and_split() -> None:
    """44455666t @5t: three triplets and 55, or 456 456 with 5 in the middle, or 456 with 5 as the pair."""
    found = views("44455666t 999t ZZ @5t")
    assert sorted((facts.get("triplets", 0), facts.get("runs", 0), facts.get("middle_five", 0)) for facts in found) == [
        (1, 3, 1),
        (4, 0, 0),
    ]


def test_equal_facts_score_alike_under_any_variant() -> None:
    """Suits and ranks that do not matter leave no trace."""
    one, two = (hand_facts(parse(text)) for text in ("13t 88t 123b 789b ZZZ @2t", "57b 11b 234t 678t FFF @6b"))
    assert set(one) == set(two)
    for id in variant_ids():
        rate = scorer(load_variant(id))
        (facts,) = one
        assert rate(facts) is rate(int(facts)), "each distinct facts is scored once"


def test_a_view_is_a_plain_number() -> None:
    facts = Facts(next(iter(hand_facts(parse("46t 88t 123b 789b ZZZ @5t+gangpao")))))
    assert isinstance(facts, int)
    assert facts.standard
    assert facts.by is By.GANGPAO
    assert hash(facts) == hash(int(facts))


def test_what_a_variant_does_not_look_at_is_left_out_of_the_key() -> None:
    """A scorer that shares scores between facts gives what it would have worked out for each."""
    random = Random(5)
    found = [facts for _ in range(500) for facts in hand_facts(random_hand(random, winning=1))]
    for id in variant_ids():
        for settings in ((), ("extras.shukan=true",), ("extras.qiabazhang=true",), ("sigui.needs_triplet=true",)):
            rate = scorer(load_variant(id, settings))
            for facts in found:
                assert rate(facts) == rate._score(Facts(facts))
