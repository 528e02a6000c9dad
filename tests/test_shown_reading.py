"""The reading that a score shows is a real one and worth what the score says: the oracle checks that reading."""

from __future__ import annotations

from hypothesis import given, settings

from kwx_cli import score
from kwx_cli.explaining import fans, place, reading
from tests.oracle import hands as oracle
from tests.oracle.hands import OHand
from tests.support import engine_hand
from tests.test_against_oracle import RULES, SOUND


def groups_of(text: str) -> list[tuple[str, ...]]:
    """The groups of a shown reading, each as sorted tiles of the oracle."""
    groups = []
    for word in text.split():
        suit = word[-1] if word[-1] in "btm" else ""
        groups.append(tuple(sorted(tile + suit for tile in word.removesuffix(suit))))
    return groups


@settings(max_examples=300)
@given(SOUND)
def test_each_breakdown_shows_a_reading_that_is_worth_it(hand: OHand) -> None:
    mine = engine_hand(hand)
    for name, variant, rules in RULES:
        theirs = {(tuple(sorted(b.reading)), b.place): b for b in oracle.breakdowns(hand, rules)}
        result = score(mine, variant)
        for breakdown in result.breakdowns:
            shown = groups_of(reading(mine, breakdown))
            concealed = tuple(sorted(shown[: len(shown) - len(mine.melds)]))
            same = theirs[concealed, groups_of(place(breakdown))[0]]
            assert same.patterns == {line.id: line.count for line in breakdown.score.lines}, (name, str(mine))
            for fan in fans(result, breakdown):
                assert fan.because, (name, str(mine), fan)
                assert fan.tiles or fan.id == "liangdao", (name, str(mine), fan)
