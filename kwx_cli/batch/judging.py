"""Scoring rows one by one, and holding them against what they expect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kwx_cli.advice.discard import Advice, discards
from kwx_cli.advice.distance import Progress, progress, size_fault
from kwx_cli.batch.reading import Row
from kwx_cli.errors import Fault, HandError, VariantError
from kwx_cli.grammar.hands_file import Expectation, parse_expectation, shifted
from kwx_cli.grammar.notation import ParsedHand, parse_hand
from kwx_cli.hand import Hand, waiting_fault, winning_fault
from kwx_cli.scoring import Result, Scored, score
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant, load_variant
from kwx_cli.waits import Waits, waits

Answer = Result | Waits | Progress | Advice


class Winning(NamedTuple):
    """What a waiting hand wins on: the kinds, ascending, how many tiles are left; and how far it is, 0 if it waits."""

    variant: Variant
    tiles: tuple[int, ...]
    left: int
    distance: int


class Far(NamedTuple):
    """How far a hand is, where a row asks for nothing else."""

    distance: int


Brief = Scored | Winning | Far | Advice
"""An answer without its explanation: what a table, an expectation and a verdict take."""


class Outcome(NamedTuple):
    """What came of a row: the answer or the error, and `verdict`: ``pass``, ``fail``, ``scored`` or ``error``.

    A row without an expectation is ``scored``. One that expects an error and gets it is a ``pass`` with an error.
    `ahead` is how far a hand is that waits on nothing. Where `answer` is brief, `hand` is in canonical notation.
    """

    row: Row
    hand: Hand | str | None
    answer: Answer | Brief | None
    error: HandError | None
    verdict: str
    ahead: Progress | None = None

    @property
    def brief(self) -> Brief | None:
        """The answer without its explanation."""
        answer = self.answer
        if isinstance(answer, Scored):
            return answer
        if isinstance(answer, Result):
            return answer.scored
        if isinstance(answer, Waits):
            tiles = tuple(wait.tile for wait in answer.waits)
            return Winning(answer.variant, tiles, answer.tiles_left, self.ahead.distance if self.ahead else 0)
        if isinstance(answer, Progress):
            return Far(answer.distance)
        return answer


Render = Callable[[list[Outcome]], str]
"""Makes text of outcomes."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The variant of rows that name none, and the settings on top of every variant."""

    variant: str
    settings: tuple[str, ...] = ()


def judge(row: Row, rules: Rules) -> Outcome:
    """Score one row and compare it with its expectation; nothing that a row can hold raises."""
    hand: Hand | None = None
    answer: Answer | None = None
    error: HandError | None = None
    ahead: Progress | None = None
    expectation: Expectation | None = None
    if row.error:
        return Outcome(row, None, None, row.error, "error")
    try:
        if row.expect:
            expectation = parse_expectation(row.expect, row.expect_at, row.source)
        variant = load_variant(row.variant or rules.variant, rules.settings)
        parsed = _parse(row)
        hand = parsed.hand
        if expectation is not None and expectation.kind in ("distance", "discard"):
            answer = _advice(parsed, expectation.kind, variant, row)
        elif hand.win is None and not hand.is_complete:
            if fault := waiting_fault(hand):
                raise _placed(parsed.refuse(fault), row)
            answer = waits(hand, variant)
            if not answer.waits:
                ahead = progress(hand)
        elif hand.win is None or not hand.is_whole:
            raise _placed(parsed.refuse(winning_fault(hand)), row)
        else:
            answer = score(hand, variant)
    except VariantError as refused:
        error = _in_line(refused, row)
    except HandError as refused:
        error = refused
        if expectation is None and row.expect:
            return Outcome(row, None, None, error, "error")
    outcome = Outcome(row, hand, answer, error, "error" if error else "scored", ahead)
    if expectation is None:
        return outcome
    met = meets(expectation, outcome.brief, error)
    return outcome._replace(verdict="pass" if met else "error" if error else "fail")


def _advice(parsed: ParsedHand, kind: str, variant: Variant, row: Row) -> Answer:
    """Return how far a hand is, or what it should throw: what a row asks for by what it expects."""
    hand = parsed.hand
    tiles, whole = len(hand.concealed) + (hand.win is not None), 14 - 3 * len(hand.melds)
    if kind == "discard":
        if tiles != whole:
            raise _placed(parsed.refuse(size_fault(hand, "discard")), row)
        return discards(hand, variant)
    if tiles > whole or tiles % 3 == 0:
        raise _placed(parsed.refuse(size_fault(hand)), row)
    return progress(hand)


def _in_line(error: VariantError, row: Row) -> HandError:
    """Return a fault of a line's variant with the column of its name."""
    at = row.source.find(row.variant) + 1 if row.variant and row.source else None
    return HandError(*(Fault(f.code, f.values, at, len(row.variant)) for f in error.faults), source=row.source)


def _parse(row: Row) -> ParsedHand:
    try:
        return parse_hand(row.hand)
    except HandError as error:
        raise _placed(error, row) from None


def _placed(error: HandError, row: Row) -> HandError:
    """Return a fault of a hand with the column of the line that it stands in."""
    return shifted(error, row.hand_at, row.source) if row.source else error


def meets(expectation: Expectation, answer: Brief | None, error: HandError | None) -> bool:
    """Whether an answer is what a line expects: the status, the fan, and exactly the patterns, waits or error code."""
    if expectation.kind == "error":
        return error is not None and expectation.code in (None, *(fault.code for fault in error.faults))
    if expectation.kind == "waits":
        return isinstance(answer, Winning) and frozenset(answer.tiles) == expectation.tiles
    if expectation.kind == "distance":
        return isinstance(answer, Far) and answer.distance == expectation.distance
    if expectation.kind == "discard":
        return isinstance(answer, Advice) and answer.discards[0].tile in (expectation.tiles or ())
    if not isinstance(answer, Scored):
        return False
    score = answer.score
    if score is None or expectation.kind == "no-win":
        return score is None and expectation.kind == "no-win"
    wanted = "win" if expectation.kind == "score" else expectation.kind
    patterns = {line.id for line in score.lines}
    return (
        answer.status == wanted
        and score.fan == expectation.fan
        and (expectation.patterns is None or patterns == expectation.patterns)
    )


def as_expectation(answer: Brief | None, error: HandError | None) -> str:
    """Return what a line would have to expect to pass, in the notation of hands files.

    >>> from kwx_cli import load_variant, parse, score
    >>> as_expectation(score(parse("4556t 111b+pon 222b+pon 333b+pon @5t"), load_variant("classic")).scored, None)
    '2 kawuxing'
    """
    if error is not None:
        return f"error {error.code}"
    if isinstance(answer, Winning):
        return "waits " + (" ".join(NAMES[tile] for tile in answer.tiles) or "none")
    if isinstance(answer, Far):
        return f"distance {answer.distance}"
    if isinstance(answer, Advice):
        return f"discard {NAMES[answer.discards[0].tile]}"
    if answer is None or answer.score is None:
        return "no-win"
    status = ["not-allowed"] if answer.status == "not-allowed" else []
    return " ".join([str(answer.score.fan), *status, *(line.id for line in answer.score.lines)])


@dataclass(slots=True)
class Summary:
    """How many rows came out how; `skipped` are blank lines and comments."""

    passed: int = 0
    failed: int = 0
    scored: int = 0
    errors: int = 0
    skipped: int = 0

    @property
    def hands(self) -> int:
        """All rows that were read."""
        return self.passed + self.failed + self.scored + self.errors

    @property
    def is_clean(self) -> bool:
        """Whether no expectation was missed and no hand was bad."""
        return not self.failed and not self.errors

    def add(self, verdict: str, number: int = 1) -> None:
        """Count rows with a verdict."""
        name = {"pass": "passed", "fail": "failed", "scored": "scored", "error": "errors"}[verdict]
        setattr(self, name, getattr(self, name) + number)

    def add_all(self, outcomes: Iterable[Outcome]) -> None:
        """Count outcomes."""
        for verdict, number in Counter(outcome.verdict for outcome in outcomes).items():
            self.add(verdict, number)

    def __iadd__(self, other: Summary) -> Summary:
        for name in ("passed", "failed", "scored", "errors", "skipped"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self
