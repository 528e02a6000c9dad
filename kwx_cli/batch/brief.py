"""Large files of hands, many lines at once, for reports that take no explanation: scored as columns, told row by row.

The answers are those of `judge`, in brief: the scores of the same scorer, the waits and distances of the same tables.
A line that is not plain, bad, or not what it expects goes through `judge`, which has all that is said of it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kwx_cli.advice.columns import distances
from kwx_cli.batch.columns import score_table
from kwx_cli.batch.judging import Brief, Far, Outcome, Render, Rules, Summary, Winning, meets
from kwx_cli.batch.lines import Lines, judge_rest
from kwx_cli.batch.packed import DRAGON, KINDS, Packed, counts, unpacked_kind
from kwx_cli.batch.reading import CHUNK, Row
from kwx_cli.batch.tables import Ints
from kwx_cli.batch.wait_columns import winning_kinds
from kwx_cli.errors import HandError, VariantError
from kwx_cli.grammar.hands_file import Expectation, parse_expectation
from kwx_cli.scoring import scored
from kwx_cli.tiles import FIRST_DRAGON, NAMES
from kwx_cli.variants import Variant, load_variant


def judge_briefly(lines: Lines, rules: Rules, render: Render) -> tuple[str, Summary]:
    """Return the report of lines and its counts: what `judge` and the report make of each."""
    summary = Summary()
    outcomes = _outcomes(lines, rules, summary)
    return "".join(render(outcomes[at : at + CHUNK]) for at in range(0, len(outcomes), CHUNK)), summary


def _outcomes(lines: Lines, rules: Rules, summary: Summary) -> list[Outcome]:
    """Return what came of each line that holds a hand, and count all lines."""
    fine = np.flatnonzero(lines.fine)
    nothing = [""] * len(fine)
    names, expected, ids = (lines.part(part, fine) or nothing for part in ("variant", "expect", "id"))
    answers = _answers(lines.found.hands[fine], names, expected, rules)
    numbers, hands, canonical = lines.numbers[fine].tolist(), lines.hands(fine), lines.found.canonical[fine].tolist()
    outcomes: list[Outcome | None] = [None] * len(lines.fine)
    for line, number, answer, name, expect, id, written, is_canonical in zip(
        fine.tolist(), numbers, answers, names, expected, ids, hands, canonical, strict=True
    ):
        if answer is None or (expect and not _meets(expect, answer)):
            continue
        text = written.decode()
        row = Row(lines.file, number, id, name, text, expect)
        printed = text if is_canonical else lines.printed(line, written).decode()
        outcomes[line] = Outcome(row, printed, answer, None, "pass" if expect else "scored")
    summary.add_all(outcome for outcome in outcomes if outcome)
    done = np.array([outcome is not None for outcome in outcomes])
    for line, outcome in judge_rest(lines, done, rules, summary):
        outcomes[line] = outcome
    return [outcome for outcome in outcomes if outcome]


def _answers(hands: Packed, names: list[str], expected: list[str], rules: Rules) -> list[Brief | None]:
    """Return the answer of each hand under the variant of its line, None where `judge` has to say it."""
    found: list[Brief | None] = [None] * len(hands)
    waiting = hands["win"] < 0
    kinds = [_kind(expect) for expect in expected]
    for name in set(names):
        try:
            variant = load_variant(name or rules.variant, rules.settings)
        except VariantError:
            continue
        mine = np.array([each == name for each in names])
        rows = np.flatnonzero(mine & ~waiting)
        if rows.size:
            table = score_table(variant)
            numbers = table.worth(hands[rows])
            worth = [scored(variant, score) for score in (None, *table.distinct)]
            for row, number in zip(rows.tolist(), numbers.tolist(), strict=True):
                if kinds[row] not in ("distance", "discard"):
                    found[row] = worth[number]
        rows = np.flatnonzero(mine & waiting)
        for row, answer in zip(rows.tolist(), _waits(hands[rows], variant), strict=True):
            if kinds[row] != "discard":
                found[row] = Far(answer.distance) if kinds[row] == "distance" else answer
    return found


def wait_numbers(hands: Packed) -> tuple[Ints, Ints, Ints]:
    """Return what waiting hands win on, a bit a kind, how many tiles are left, and how far they are, 0 if they wait."""
    open_, _ = winning_kinds(hands)
    held = counts(hands)
    melded = np.zeros_like(held)
    for name, size in (("pons", 3), ("kongs", 4)):
        melded += (hands[name][:, None] >> np.arange(KINDS) & 1).astype(np.uint8) * np.uint8(size)
    wins = open_[:, None] >> np.arange(KINDS) & 1
    left = (wins * (4 - (held + melded).astype(np.int64))).sum(axis=1)
    far = np.zeros(len(hands), np.int64)
    rows = np.flatnonzero(open_ == 0)
    if rows.size:
        far[rows] = distances(_of_thirty(held[rows]), _of_thirty(melded[rows]))
    return open_, left, far


def _waits(hands: Packed, variant: Variant) -> list[Winning]:
    columns = (hands["suits"], *wait_numbers(hands))
    return [
        Winning(variant, _tiles(bits, pair), left, far)
        for pair, bits, left, far in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _of_thirty(held: Ints) -> Ints:
    """Return counts of the kinds of packed hands as counts of all: which two suits they are is no matter."""
    found = np.zeros((len(held), len(NAMES)), np.uint8)
    found[:, :DRAGON], found[:, FIRST_DRAGON:] = held[:, :DRAGON], held[:, DRAGON:]
    return found


@lru_cache(maxsize=1 << 14)
def _tiles(bits: int, pair: int) -> tuple[int, ...]:
    return tuple(unpacked_kind(at, pair) for at in range(KINDS) if bits >> at & 1)


def _expectation(text: str) -> Expectation | None:
    try:
        return parse_expectation(text)
    except HandError:
        return None


def _kind(expect: str) -> str:
    expectation = _expectation(expect) if expect else None
    return expectation.kind if expectation else ""


def _meets(expect: str, answer: Brief) -> bool:
    expectation = _expectation(expect)
    return expectation is not None and meets(expectation, answer, None)
