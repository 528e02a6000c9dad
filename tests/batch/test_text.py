"""The bytes reader and the grammar read the same hands, and what one refuses the other refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from kwx_cli import HandError, load_variant
from kwx_cli.batch.packed import pack
from kwx_cli.batch.tabular import pack_texts, score_hands, wait_hands
from kwx_cli.batch.text import read_hands
from kwx_cli.grammar.notation import parse_hand
from kwx_cli.hand import Hand
from kwx_cli.scoring import score

from .hands import random_hand

ROOT = Path(__file__).resolve().parents[2]
HANDS = [random_hand(Random(seed), waiting=seed % 5 == 0) for seed in range(2000)]


def _agree(texts: list[str]) -> int:
    """Check every text, and return how many the bytes reader read."""
    found = read_hands(np.frombuffer(("\n".join(texts) + "\n").encode(), np.uint8))
    assert len(found.read) == len(texts)
    for row, text in enumerate(texts):
        try:
            hand: Hand | None = parse_hand(text).hand
        except HandError:
            hand = None
        if found.read[row]:
            assert hand is not None, text
            assert hand.is_whole, text
            assert found.hands[row] == pack([hand])[0], text
            assert found.canonical[row] == (text.strip() == str(hand)), text
            if found.canonical[row]:
                at = sum(len(before.encode()) + 1 for before in texts[:row]) if row < 50 else None
                assert at is None or found.start[row] - at == text.index(str(hand)), text
    return int(found.read.sum())


def test_every_canonical_hand_is_read() -> None:
    texts = [str(hand) for hand in HANDS]
    assert _agree(texts) == len(texts)


def _shuffled(random: Random, hand: Hand) -> str:
    """Return a hand as someone might write it: groups in any order, split, tiles in any order, spaces to spare."""
    groups = []
    for group in str(hand).split(" "):
        if "+" not in group and "@" not in group and group[-1] in "btm":
            ranks = list(group[:-1])
            if random.random() < 0.5:
                random.shuffle(ranks)
            cut = random.randrange(len(ranks)) if random.random() < 0.5 else 0
            groups += ["".join(part) + group[-1] for part in (ranks[:cut], ranks[cut:]) if part]
        else:
            groups.append(group)
    if random.random() < 0.5:
        random.shuffle(groups)
    text = random.choice([" ", " ", "  ", "\t"]).join(groups)
    return random.choice([text, text, text + "\r", " " + text, text.replace(" @", "@"), text.replace(" ", "")])


def test_hands_as_people_write_them() -> None:
    random = Random(11)
    assert _agree([_shuffled(random, hand) for hand in HANDS]) > 1000


ALPHABET = "123456789btmZFB+@ 05pxs:|=#\té中"


def test_spoiled_hands() -> None:
    """One to three random changes to a sound hand: most become errors, some another hand."""
    random = Random(12)
    texts = []
    for hand in HANDS:
        text = list(str(hand))
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text))
            change = random.randrange(4)
            if change == 0:
                text[at] = random.choice(ALPHABET)
            elif change == 1:
                text.insert(at, random.choice(ALPHABET))
            elif change == 2 and len(text) > 1:
                del text[at]
            else:
                other = random.randrange(len(text))
                text[at], text[other] = text[other], text[at]
        texts.append("".join(text))
    assert _agree(texts) > 20


def test_random_words() -> None:
    random = Random(13)
    words = ["pon", "zhi", "bu", "an", "kan", "zimo", "pao", "qianggang", "gangkai", "gangpao", "haidi", "liang",
             "duiliang", "qianggant", "pong", "", "gang", "liangg"]  # fmt: skip
    texts = []
    for _ in range(1500):
        tags = "".join("+" + random.choice(words) for _ in range(random.randrange(5)))
        meld = random.choice(["ZZZ", "ZZZZ", "555t", "5555t", "123b", "55t", "ZZF", "5t"]) + random.choice(
            ["", "+" + random.choice(words), "+pon+pon"]
        )
        texts.append(f"123b 456t 79t 11b {meld} @{random.choice(['8t', '8t', '8t', 'Z', '88t', ''])}{tags}")
    _agree(texts)


@pytest.mark.parametrize(
    "text", ["", " ", "\t", "1" * 40 + "t", "+", "@", "+pon", "@@5t", "ZZZZZZZZZZZZZZZZZZ", "\u2028"]
)
def test_odd_lines(text: str) -> None:
    _agree([text, "11b", text])


def test_samples() -> None:
    lines = [
        line for path in (ROOT / "samples").rglob("*.txt") for line in path.read_text("utf-8", "replace").splitlines()
    ]
    _agree(["", *(line.partition("#")[0].rpartition("|")[2].partition("=>")[0] for line in lines)])


def test_errors_are_those_of_the_grammar() -> None:
    texts = ["22B", "4556t 22b ZZZ+pon", "46t 88t 123b 789b ZZZ @5t", "a\nb", "", "11112t @1t", "46t 88t 123b 789b ZZZ"]
    packed, errors = pack_texts(texts)
    assert list(errors) == [0, 1, 3, 4, 5, 6]
    assert [error.code for error in errors.values()] == [
        "digit-honour", "tile-count", "bad-character", "empty-hand", "fifth-tile", "tile-count",
    ]  # fmt: skip
    assert errors[0].source == "22B"
    scores = score_hands(texts, load_variant())
    assert scores.status.tolist() == [3, 3, 2, 3, 3, 3, 3]
    assert scores.fan.tolist() == [0, 0, 2, 0, 0, 0, 0]
    assert score_hands(packed[2:3], load_variant()).fan.tolist() == [2]
    _, errors = wait_hands(texts, load_variant())
    assert list(errors) == [0, 1, 2, 3, 4, 5]


def test_scores_from_text() -> None:
    variant = load_variant("xiaogan")
    texts = [str(hand) for hand in HANDS]
    scores = score_hands(texts, variant)
    for row, hand in enumerate(HANDS):
        if hand.win is None:
            assert row in scores.errors
        else:
            best = score(hand, variant).best
            assert scores.fan[row] == (best.score.fan if best else 0)
