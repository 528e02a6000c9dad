"""kwx: a hand analyser for 卡五星 (Kawuxing).

The functions here are the public API; the records they return are typed and documented where they are defined.

>>> from kwx_cli import load_variant, parse, score, waits
>>> hand = parse("46t 123b 88t 789b 9999t+an @5t+gangkai+liang")
>>> result = score(hand, load_variant("xiangyang-wuxian"))
>>> result.status, result.best.score.fan
('win', 8)
>>> [NAMES[wait.tile] for wait in waits(parse("2245667t 111b+pon 222b+pon"), load_variant()).waits]
['5t', '8t']
"""

from __future__ import annotations

from kwx_cli.errors import Fault, HandError, KwxError, VariantError
from kwx_cli.hand import By, Hand, Meld, MeldKind
from kwx_cli.scoring import score
from kwx_cli.tiles import KINDS, NAMES
from kwx_cli.variants import load_variant
from kwx_cli.waits import waits

__version__ = "0.1.0"
__all__ = [
    "KINDS",
    "NAMES",
    "By",
    "Fault",
    "Hand",
    "HandError",
    "KwxError",
    "Meld",
    "MeldKind",
    "VariantError",
    "distance",
    "load_variant",
    "parse",
    "score",
    "waits",
]


def parse(text: str) -> Hand:
    """Return the hand that a text in notation means; ``str(hand)`` is its canonical form.

    Raises `HandError` with every fault and its column. The number of tiles is not judged: `score` wants a whole hand
    and its winning tile, `waits` one without.

    >>> str(parse("4556t22bZZZ+pon"))
    '22b 4556t ZZZ+pon'
    >>> parse("22B")
    Traceback (most recent call last):
    kwx_cli.errors.HandError: 22B: dragons take no digits
    """
    from kwx_cli.grammar.notation import parse_hand  # pyparsing takes longer to import than all the rest

    return parse_hand(text).hand


def distance(hand: Hand) -> int:
    """Return how many exchanges a hand is from waiting (向听): -1 a complete hand, 0 a waiting one, at most 6.

    The hand has 3n + 1 concealed tiles, or 3n + 2 with the one just drawn. Raises `HandError` for another number.

    >>> distance(parse("1245b 3467t ZZ FF 9b"))
    3
    """
    from kwx_cli.advice import distance as advice

    return advice.distance(hand)
