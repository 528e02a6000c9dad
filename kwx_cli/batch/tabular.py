"""Tables of hands in Python: texts or packed rows in, numpy columns out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from kwx_cli.batch.columns import STATUSES, Scores, score_packed
from kwx_cli.batch.packed import PACKED, Packed, check_packed, pack
from kwx_cli.batch.text import read_hands
from kwx_cli.batch.wait_columns import WaitColumns, wait_columns
from kwx_cli.errors import HandError
from kwx_cli.grammar.notation import ParsedHand, parse_complete, parse_waiting
from kwx_cli.scoring import scorer
from kwx_cli.variants import Variant

_TEXTS: Final = 1 << 13


def score_hands(hands: Sequence[str] | Packed, variant: Variant) -> Scores:
    """Return what hands with their winning tile are worth under a variant, as numpy columns.

    `hands` are texts in notation, or an array of dtype `PACKED` such as `pack` and `pack_texts` make. A text that is
    no whole hand does not raise: its row has the status ``error`` and its `HandError` is in `Scores.errors`. Raises
    ValueError for an array with a row that is no sound hand.

    >>> from kwx_cli import load_variant
    >>> texts = ["4556t 111b+pon 222b+pon 333b+pon @5t", "5t", "46t 88t 123b 789b ZZZ @4t"]
    >>> scores = score_hands(texts, load_variant())
    >>> scores.fan.tolist(), [STATUSES[status] for status in scores.status], list(scores.errors)
    ([2, 0, 0], ['win', 'error', 'no-win'], [1])
    >>> [line.id for line in scores.score(0).lines]
    ['kawuxing']
    """
    if isinstance(hands, np.ndarray):
        check_packed(hands, 14)
        return score_packed(hands, variant)
    packed, errors = pack_texts(hands)
    return score_packed(packed, variant, errors)


def wait_hands(hands: Sequence[str] | Packed, variant: Variant) -> tuple[WaitColumns, dict[int, HandError]]:
    """Return what whole waiting hands wait on under a variant, and by row what is wrong with a text.

    Columns of kinds are those of a packed hand: nine of each of its two suits, then 中, 发, 白.
    Raises ValueError for an array with a row that is no sound waiting hand.

    >>> from kwx_cli import load_variant
    >>> found, _ = wait_hands(["2245667t 111b+pon 222b+pon"], load_variant())
    >>> found.zimo[0].tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0]
    """
    if isinstance(hands, np.ndarray):
        check_packed(hands, 13)
        return wait_columns(hands, variant), {}
    packed, errors = pack_texts(hands, waiting=True)
    return wait_columns(packed, variant), errors


def to_arrow(scores: Scores) -> Any:
    """Return scores as a ``pyarrow.Table`` with the columns of ``kwx batch`` from `status` to `patterns`.

    Fan and product are in multiples of the base, null where there is no win; extra is in base units; patterns are lists
    of ids, with ``*n`` where one counts n times. Only the status ``error`` is told here, where ``kwx batch`` has a null
    and a code. Takes the extra ``kwx-cli[arrow]``; raises `FileError` without.
    """
    from kwx_cli.batch.arrow import arrow, schema

    pa, types = arrow(), {field.name: field.type for field in schema()}
    facts, which = np.unique(scores.facts, return_inverse=True)
    rate = scorer(scores.variant)
    patterns = [[line.word for line in rate(int(each)).lines] if each else [] for each in facts]
    no_win, error = scores.facts == 0, scores.status == STATUSES.index("error")
    columns = {
        "status": pa.DictionaryArray.from_arrays(scores.status.astype(np.int8), list(STATUSES)).dictionary_decode(),
        "fan": pa.array(scores.fan, mask=no_win),
        "product": pa.array(scores.product, mask=no_win),
        "allowed": pa.array(scores.allowed, mask=error),
        "extra": pa.array(scores.extra, mask=error),
        "patterns": pa.array(patterns, types["patterns"]).take(pa.array(which, mask=error)),
    }
    return pa.table(columns, pa.schema([(name, types[name]) for name in columns]))


def pack_texts(texts: Sequence[str], waiting: bool = False) -> tuple[Packed, dict[int, HandError]]:
    """Return texts as packed rows, with or without a winning tile, and by row what is wrong; such a row is empty.

    >>> rows, errors = pack_texts(["22b 45567t ZZZ+pon 111t+pon @5t", "22B"])
    >>> int(rows["win"][0]), errors[1].code
    (13, 'digit-honour')
    """
    packed = np.zeros(len(texts), PACKED)
    errors: dict[int, HandError] = {}
    parse: Callable[[str], ParsedHand] = parse_waiting if waiting else parse_complete
    for start in range(0, len(texts), _TEXTS):
        some = texts[start : start + _TEXTS]
        joined = ("\n".join(some) + "\n").encode("utf-8", "surrogatepass")
        left: Sequence[int] = range(len(some))
        if joined.count(b"\n") == len(some):
            found = read_hands(np.frombuffer(joined, np.uint8))
            fine = found.read & ((found.hands["win"] < 0) == waiting)
            packed[start : start + len(some)][fine] = found.hands[fine]
            left = np.flatnonzero(~fine).tolist()
        for row in left:
            try:
                hand = parse(some[row]).hand
                if waiting and not hand.is_whole:
                    parse_complete(some[row])
            except HandError as error:
                errors[start + row] = error
            else:
                packed[start + row] = pack([hand])[0]
    return packed, errors


__all__ = ["STATUSES", "pack_texts", "score_hands", "to_arrow", "wait_hands"]
