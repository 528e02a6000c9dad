"""Who pays for a single hand: the rule book's own cases, and random hands against the oracle."""

from __future__ import annotations

import random

import pytest

from kwx_cli import load_variant, parse, score
from kwx_cli.hand import By, Hand, Meld, MeldKind, faults
from kwx_cli.settlement.winning import Payer, hand_payments, shares
from kwx_cli.tiles import NAMES
from kwx_cli.variants import variant_ids
from tests.oracle.hands import OHand, payments
from tests.oracle.rules import VARIANTS

STAR = "46t 88t 123b 789b ZZZ @5t"
PLAIN = "13t 456t 789b 123b ZZ @2t"


@pytest.mark.parametrize(
    ("variant", "text", "expected"),
    [
        ("xiangyang", STAR.replace("5t", "4t"), []),  # no win
        ("xiangyang-manhu", PLAIN + "+pao", []),  # a plain hand wins by self-draw only
        ("xiangyang-manhu", PLAIN + "+pao+duiliang", []),  # and a payer's reveal does not help
        ("xiangyang-3d", PLAIN, []),  # not even by self-draw
        ("xiangyang-wuxian", STAR, [("each", 2, "zimo")]),
        ("xiangyang-wuxian", STAR + "+pao", [("discarder", 2, "pao")]),
        ("xiangyang-wuxian", STAR + "+pao+liang", [("discarder", 8, "pao bao")]),
        ("xiangyang-wuxian", STAR + "+pao+duiliang", [("discarder", 2, "pao")]),
        ("xiangyang", STAR + "+pao+duiliang", [("discarder", 4, "pao payer-revealed")]),
        ("xiangyang", STAR + "+pao+liang+duiliang", [("discarder", 4, "pao own")]),
        ("classic", STAR + "+qianggang", [("robbed", 4, "qianggang")]),
        ("classic", STAR + "+qianggang+liang", [("robbed", 16, "qianggang bao")]),
        ("xiangyang-3d", STAR + "+pao+liang", [("discarder", 4, "pao"), ("other", 4, "pao all")]),
        ("xiangyang-3d", STAR + "+pao+liang+duiliang", [("discarder", 12, "pao both-revealed bao")]),
        ("xiangyang-manhu", "1122334456677t @5t+pao+liang", [("discarder", 16, "pao cap bao")]),
        ("qiabazhang", STAR, [("each", 4, "zimo extra")]),
        ("qiabazhang", STAR + "+pao+liang", [("discarder", 10, "pao extra bao")]),
    ],
)
def test_hand_payments(variant: str, text: str, expected: list[tuple[str, int, str]]) -> None:
    found = hand_payments(score(parse(text), load_variant(variant)))
    assert [(p.payer, p.amount, " ".join(p.because)) for p in found] == expected


def test_a_liability_of_ones_own() -> None:
    variant = load_variant("xiangyang", ["reveal.liability=own"])
    (payment,) = hand_payments(score(parse(STAR + "+pao+liang"), variant))
    assert (payment.amount, payment.because) == (4, ("pao",))


def random_hand(rng: random.Random) -> Hand:
    """A hand that wins in the standard way or nearly so, with all its tags at random."""
    suits = rng.sample((0, 9, 18), 2)
    kinds = [first + rank for first in suits for rank in range(9)] + [27, 28, 29]
    tiles: list[int] = []
    melds: list[Meld] = []
    for _ in range(4):
        kind = rng.choice(kinds)
        if rng.random() < 0.4:
            melds.append(Meld(rng.choice(list(MeldKind)), kind))
        elif kind < 27 and kind % 9 < 7 and rng.random() < 0.7:
            tiles += [kind, kind + 1, kind + 2]
        else:
            tiles += [kind] * 3
    tiles += [rng.choice(kinds)] * 2
    win = tiles.pop(rng.randrange(len(tiles)))
    by = rng.choice(list(By))
    liang, last = rng.random() < 0.5, rng.random() < 0.2
    return Hand(tuple(sorted(tiles)), tuple(melds), win, by, last, liang, rng.random() < 0.5 and not by.self_drawn)


@pytest.mark.parametrize("name", variant_ids())
def test_against_the_oracle(name: str) -> None:
    rng = random.Random(name)
    compared = 0
    caps = [load_variant(name), load_variant(name, ["cap=4"])]
    rules = [VARIANTS[name], VARIANTS[name] | {"cap": 4}]
    while compared < 300:
        hand = random_hand(rng)
        if faults(hand):
            continue
        assert hand.win is not None
        melds = tuple((str(meld.kind), NAMES[meld.tile]) for meld in hand.melds)
        plain = OHand(
            tuple(NAMES[kind] for kind in hand.concealed),
            melds,
            NAMES[hand.win],
            str(hand.by),
            hand.haidi,
            hand.liang,
            hand.duiliang,
        )
        for variant, table in zip(caps, rules, strict=True):
            found = {payment.payer: payment.amount for payment in hand_payments(score(hand, variant))}
            robbed = {
                "robbed" if hand.by is By.QIANGGANG and k == "discarder" else k: v
                for k, v in payments(plain, table).items()
            }
            assert found == robbed, (str(hand), variant.chosen)
        compared += 1


def test_each_share_is_doubled_and_capped_for_its_own_payer() -> None:
    discarder, other = Payer("B", False), Payer("C", True)
    found = shares(4, load_variant("xiangyang-3d", ["cap=6"]), By.PAO, True, (discarder, other))
    assert [(s.payer, s.owner, s.fan) for s in found] == [("B", "B", 4), ("C", "C", 6)]
    found = shares(4, load_variant("xiangyang-3d"), By.PAO, True, (other, discarder))
    assert [(s.payer, s.owner, s.fan) for s in found] == [("C", "C", 8), ("C", "B", 4)]


def test_a_second_winner_pays_nothing() -> None:
    found = shares(4, load_variant("xiangyang-3d"), By.PAO, True, (Payer("B", False), Payer("C", True)), True)
    assert [(s.payer, s.owner, s.fan) for s in found] == [("B", "B", 4), ("B", "C", 8)]
