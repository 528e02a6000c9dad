"""Hands as records: what they hold, how they are written, and everything that no hand may be."""

from __future__ import annotations

import pytest

from kwx_cli import KINDS, By, Hand, Meld, MeldKind, parse
from kwx_cli.hand import faults, waiting_fault, winning_fault
from kwx_cli.tiles import BLOCK, NAMES, RANK, spell


def kinds(names: str) -> tuple[int, ...]:
    return tuple(sorted(KINDS[name] for name in names.split()))


def codes(hand: Hand) -> list[str]:
    return [fault.code for fault in faults(hand)]


BODY = kinds("4t 6t 8t 8t 1b 2b 3b 7b 8b 9b Z Z Z")
SOUND = Hand(BODY, win=KINDS["5t"])


# The contradictions of the rule book, each refused with a reason; the sound neighbour of each beside it.


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (SOUND, []),
        # 杠开 on a discard cannot be written in a Hand: By says one or the other. With no kong in the hand:
        (Hand(BODY, win=KINDS["5t"], by=By.GANGKAI), ["gangkai-without-kong"]),
        (
            Hand(BODY[:-6], (Meld(MeldKind.PON, 27), Meld(MeldKind.PON, 28)), KINDS["5t"], By.GANGKAI),
            ["gangkai-without-kong"],
        ),
        *(
            (Hand(kinds("4t 6t 8t 8t 1b 2b 3b 7b 8b 9b"), (Meld(kind, 27),), KINDS["5t"], By.GANGKAI), [])
            for kind in MeldKind
            if kind is not MeldKind.PON
        ),
        # 抢杠: the winner holds or melded another copy; with the last tile.
        (Hand(BODY, win=KINDS["5t"], by=By.QIANGGANG), []),
        (Hand(BODY, win=KINDS["4t"], by=By.QIANGGANG), ["robbed-tile-held"]),
        (
            Hand(BODY[:-3], (Meld(MeldKind.PON, KINDS["5t"]),), KINDS["5t"], By.QIANGGANG),
            ["robbed-tile-held"],
        ),
        (Hand(BODY, win=KINDS["5t"], by=By.QIANGGANG, haidi=True), ["robbed-last-tile"]),
        (Hand(BODY, win=KINDS["5t"], by=By.GANGPAO, haidi=True), []),
        (Hand(BODY, win=KINDS["5t"], haidi=True), []),
        # A revealed payer on a self-draw.
        (Hand(BODY, win=KINDS["5t"], duiliang=True), ["duiliang-zimo"]),
        (Hand(BODY[:-3], (Meld(MeldKind.AN, 27),), KINDS["5t"], By.GANGKAI, duiliang=True), ["duiliang-zimo"]),
        (Hand(BODY, win=KINDS["5t"], by=By.PAO, duiliang=True), []),
        (Hand(BODY, win=KINDS["5t"], by=By.QIANGGANG, duiliang=True), []),
        # A fifth tile, over hand, melds and winning tile.
        (Hand(kinds("1b 1b 1b 1b")), []),
        (Hand(kinds("1b 1b 1b 1b 1b")), ["fifth-tile"]),
        (Hand(kinds("1b 1b 1b 1b"), win=KINDS["1b"]), ["fifth-tile"]),
        (Hand(kinds("1b 1b"), (Meld(MeldKind.PON, 0),)), ["fifth-tile"]),
        (Hand(kinds("1b"), (Meld(MeldKind.PON, 0),)), []),
        (Hand(kinds("1b"), (Meld(MeldKind.AN, 0),)), ["fifth-tile"]),
        (Hand((), (Meld(MeldKind.PON, 0), Meld(MeldKind.PON, 0))), ["fifth-tile"]),
        (Hand(kinds("1b 1b 1b 1b 1b 2b 2b 2b 2b 2b")), ["fifth-tile", "fifth-tile"]),
        # Three number suits; two and dragons are fine, and so is 万 in place of one.
        (Hand(kinds("1b 1m Z F B")), []),
        (Hand(kinds("1b 1t 1m")), ["three-suits"]),
        (Hand(kinds("1b 1t"), (Meld(MeldKind.PON, KINDS["1m"]),)), ["three-suits"]),
        (Hand(kinds("1b 1t"), win=KINDS["1m"]), ["three-suits"]),
        # Five melds.
        (Hand((), tuple(Meld(MeldKind.PON, kind) for kind in range(5))), ["too-many-melds"]),
        # All at once.
        (
            Hand(kinds("1t 1m 1m 1m 1m"), (Meld(MeldKind.PON, 0),), KINDS["1m"], By.QIANGGANG, haidi=True),
            ["fifth-tile", "three-suits", "robbed-tile-held", "robbed-last-tile"],
        ),
    ],
)  # fmt: skip
def test_contradictions(hand: Hand, expected: list[str]) -> None:
    assert codes(hand) == expected, str(hand)
    for fault in faults(hand):
        assert fault.message("en")
        assert fault.hint("zh")


def test_what_holds_the_winning_tile_of_a_robbed_kong() -> None:
    (fault,) = faults(Hand(kinds("5t 5t 6t"), win=KINDS["5t"], by=By.QIANGGANG))
    assert fault.values == {"tile": "5t", "count": 2}


@pytest.mark.parametrize(
    ("text", "code", "case"),
    [
        ("46t 88t 123b 789b ZZZ", None, None),
        ("4688t", None, None),  # a part of a hand
        ("Z", None, None),
        ("4b 111b+pon 222b+pon 333b+pon 444t+pon", None, None),
        ("46t 88t 123b 789b ZZZ @5t", "win-given", None),
        ("46t 88t 123b 789b ZZZ 5t", "tile-count", "complete"),
        ("46t 88t 123b 789b ZZZ 55t", "tile-count", "waits-many"),
        ("45b 111b+pon 222b+pon 333b+pon 444t+pon", "tile-count", "complete"),
        ("456b 111b+pon 222b+pon 333b+pon 444t+pon", "tile-count", "waits-many"),
        ("46t 88t 123b 789b ZZ", "tile-count", "waits-few"),
        ("46t 88t 123b 789b Z", "tile-count", "waits-few"),
        ("46t 88t 123b 78b", "tile-count", "waits-part"),
        ("4556t 22b ZZZ+pon", "tile-count", "waits-part"),
        ("ZZZ+pon", "tile-count", "waits-part"),
    ],
)
def test_the_tiles_of_a_waiting_hand(text: str, code: str | None, case: str | None) -> None:
    fault = waiting_fault(parse(text))
    assert (fault and fault.code) == code
    assert (fault and fault.values.get("case")) == case


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("46t 88t 123b 789b ZZZ", "no-win-tile"),
        ("46t 88t 123b 789b ZZ", "few"),
        ("46t 88t 123b 789b ZZZ 5t", "many"),
        ("46t 88t 123b 789b ZZ @5t", "few"),
        ("46t 88t 123b 789b ZZZ 5t @5t", "win-twice"),
        ("46t 88t 123b 789b ZZZ 55t @5t", "many"),
    ],
)
def test_the_tiles_of_a_complete_hand(text: str, case: str) -> None:
    fault = winning_fault(parse(text))
    assert (fault.code, fault.values["case"]) == ("tile-count", case)


def test_sizes() -> None:
    assert parse("46t 88t 123b 789b ZZZ").is_whole
    assert parse("4b 111b+pon 222b+pon 333b+pon 444t+pon @4b").is_whole
    assert not parse("4688t").is_whole
    assert parse("46t 88t 123b 789b ZZZ 5t").is_complete
    assert not parse("46t 88t 123b 789b ZZZ @5t").is_complete


def test_tiles_and_tags() -> None:
    hand = parse("46t ZZZ+pon 9999t+an @5t+pao+haidi+liang+duiliang")
    assert tuple(sorted(hand.tiles)) == kinds("4t 5t 6t 9t 9t 9t 9t Z Z Z")
    assert hand.tags == ("pao", "haidi", "liang", "duiliang")
    assert parse("@5t+zimo").tags == ()
    assert [meld.is_kong for meld in hand.melds] == [True, False]
    assert [by for by in By if by.self_drawn] == [By.ZIMO, By.GANGKAI]


def test_thirty_kinds() -> None:
    assert len(NAMES) == len(KINDS) == 30
    assert " ".join(NAMES[kind] for kind in (0, 8, 9, 17, 18, 26, 27, 28, 29)) == "1b 9b 1t 9t 1m 9m Z F B"
    assert (BLOCK[0], BLOCK[9], BLOCK[18], BLOCK[27]) == (0, 1, 2, 3)
    assert (RANK[8], RANK[9], RANK[28]) == (8, 0, 1)


@pytest.mark.parametrize(
    ("names", "text"),
    [("", ""), ("B Z 1m 1b", "1b 1m Z B"), ("Z Z Z F", "ZZZ F"), ("9t 1t 5t 5t", "1559t")],
)
def test_spelling(names: str, text: str) -> None:
    assert spell(kinds(names)) == text
