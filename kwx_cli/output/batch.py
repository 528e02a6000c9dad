"""Reports of a batch: a table, JSON, JSON lines, CSV, GitHub annotations, JUnit.

A report turns a chunk of outcomes into text; a head and a foot go around them all.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Protocol
from xml.sax.saxutils import escape, quoteattr

from kwx_cli.advice.discard import Advice
from kwx_cli.advice.distance import Progress
from kwx_cli.batch.judging import Brief, Far, Outcome, Summary, Winning, as_expectation
from kwx_cli.hand import Hand
from kwx_cli.output.advice import distance_words
from kwx_cli.output.advice_records import discards_record, distance_record, progress_record
from kwx_cli.output.errors import error_text
from kwx_cli.output.records import (
    Record,
    csv_cell,
    error_record,
    score_record,
    variant_label,
    waits_record,
)  # fmt: skip
from kwx_cli.output.score import fan_words, pattern_names
from kwx_cli.output.text import Painter, columns
from kwx_cli.output.words import plural, say
from kwx_cli.scoring import Result, Scored
from kwx_cli.tiles import NAMES
from kwx_cli.waits import Waits

Cells = tuple[Any, ...]

CSV_COLUMNS = (
    "file", "line", "id", "variant", "hand", "status", "fan", "product", "allowed", "extra", "patterns", "waits",
    "expected", "result", "code", "message", "distance",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """How a report is worded and what it shows: `everything` shows the hands that passed too."""

    lang: str
    color: bool
    everything: bool


def outcome_record(outcome: Outcome, lang: str) -> Record:
    """Return an outcome as the JSON object of one line: the score or waits, and where it stands and what came of it."""
    row = outcome.row
    where = {"file": row.file, "line": row.line, "id": row.id or None}
    judged = {"expected": row.expect.strip() or None, "result": outcome.verdict}
    if isinstance(outcome.answer, Result):
        body = score_record(outcome.answer, lang)
    elif isinstance(outcome.answer, Waits):
        body = waits_record(outcome.answer, lang)
        if outcome.ahead:
            body.update(progress_record(outcome.ahead))
    elif isinstance(outcome.answer, Progress):
        assert isinstance(outcome.hand, Hand)
        body = distance_record(outcome.hand, outcome.answer)
    elif isinstance(outcome.answer, Advice):
        body = discards_record(outcome.answer, lang)
    else:
        body = {"schema": "kwx.error/1", "hand": row.hand or row.source, "variant": row.variant or None}
    record = {**where, **judged, **body}
    if outcome.error:
        record["error"] = error_record(outcome.error, lang)
    return record


def outcome_cells(outcome: Outcome, lang: str) -> Cells:
    """Return an outcome as the cells of a row, by `CSV_COLUMNS`: patterns and waits in lists, None for what is not."""
    row, answer, error = outcome.row, outcome.brief, outcome.error
    variant: str | None = None
    status = waits = distance = code = message = None
    worth: Cells = (None,) * 5
    if isinstance(answer, Scored):
        variant, status, worth = _score_cells(answer)
    elif isinstance(answer, Winning):
        variant, status, waits = variant_label(answer.variant), "waits", [NAMES[each] for each in answer.tiles]
        distance = answer.distance
    elif isinstance(answer, Far):
        status, distance = as_expectation(answer, None), answer.distance
    elif answer is not None:
        status, variant = as_expectation(answer, None), variant_label(answer.variant)
    else:
        variant = row.variant or None
    if error:
        code, message = error.code, error.faults[0].message(lang)
    hand = row.hand or row.source if answer is None else str(outcome.hand)
    return (
        row.file, row.line, row.id or None, variant, hand, status, *worth, waits, row.expect.strip() or None,
        outcome.verdict, code, message, distance,
    )  # fmt: skip


@lru_cache(maxsize=1 << 14)
def _score_cells(answer: Scored) -> tuple[str, str, Cells]:
    """Return the variant, the status, and fan, product, allowed, extra and patterns."""
    score, variant = answer.score, variant_label(answer.variant)
    if score is None:
        return variant, answer.status, (None, None, False, 0, [])
    worth = (score.fan, score.product, score.allowed, score.extra, [line.word for line in score.lines])
    return variant, answer.status, worth


def _answer_words(answer: Brief | None, lang: str) -> tuple[str, str]:
    """Return what a hand is worth or waits on, in two cells."""
    if isinstance(answer, Scored):
        return _score_words(answer, lang)
    if isinstance(answer, Winning):
        if not answer.tiles:
            return say("waits-none", lang), distance_words(answer.distance, lang) if answer.distance else ""
        words = say("waits-on", lang, n=len(answer.tiles), s=plural(answer.tiles), left=answer.left)
        return words, " ".join([NAMES[tile] for tile in answer.tiles])
    if isinstance(answer, Far):
        return distance_words(answer.distance, lang), ""
    if answer is None:
        return say("error", lang), ""
    best = answer.discards[0]
    return say("throw", lang, tile=NAMES[best.tile]), distance_words(best.distance, lang)


@lru_cache(maxsize=1 << 14)
def _score_words(answer: Scored, lang: str) -> tuple[str, str]:
    score = answer.score
    if score is None:
        return say("status-no-win", lang), ""
    mark = "" if score.allowed else f" ({say('status-not-allowed', lang)})"
    return fan_words(score, lang) + mark, pattern_names(score)


def _table_chunk(outcomes: Sequence[Outcome], style: Style) -> str:
    paint = Painter("always" if style.color else "never")
    blocks: list[str] = []
    rows: list[tuple[str, ...]] = []

    def flush() -> None:
        if rows:
            blocks.append(columns(rows))
            rows.clear()

    for outcome in outcomes:
        row = outcome.row
        where = f"{row.file}:{row.line}"
        if outcome.verdict == "error" and outcome.error:
            flush()
            blocks.append(error_text(outcome.error, paint, style.lang, where))
        elif outcome.verdict == "fail":
            flush()
            blocks.append(
                f"{where}: {paint(say('fail', style.lang), 'bold', 'red')}: "
                f"{say('expected', style.lang)} {row.expect.strip()}; "
                f"{say('got', style.lang)} {as_expectation(outcome.brief, outcome.error)}\n  {row.hand}"
            )
        elif outcome.verdict == "scored" or style.everything:
            answer = outcome.brief
            words = _answer_words(answer, style.lang)
            variant = row.variant if answer is None or isinstance(answer, Far) else variant_label(answer.variant)
            rows.append((where, row.id, *words, variant, str(outcome.hand or row.hand)))
    flush()
    return "".join(block + "\n" for block in blocks)


def _jsonl_chunk(outcomes: Sequence[Outcome], style: Style) -> str:
    return "".join(json.dumps(outcome_record(o, style.lang), ensure_ascii=False) + "\n" for o in outcomes)


def _json_chunk(outcomes: Sequence[Outcome], style: Style) -> str:
    return ",\n".join("  " + json.dumps(outcome_record(o, style.lang), ensure_ascii=False) for o in outcomes)


def _json_foot(summary: Summary, style: Style) -> str:
    counts = {"hands": summary.hands, **asdict(summary)}
    return f'\n], "summary": {json.dumps(counts)}}}\n'


def _csv_chunk(outcomes: Sequence[Outcome], style: Style) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_csv_row(outcome_cells(each, style.lang)) for each in outcomes)
    return text.getvalue()


_ALLOWED, _PATTERNS, _WAITS = map(CSV_COLUMNS.index, ("allowed", "patterns", "waits"))


def _csv_row(cells: Cells) -> Sequence[object]:
    """Return cells as CSV has them; nothing stands for None without more ado."""
    row = list(cells)
    row[_ALLOWED] = csv_cell(cells[_ALLOWED])
    for column in (_PATTERNS, _WAITS):
        row[column] = " ".join(cells[column] or ())
    return row


def _message(outcome: Outcome, lang: str) -> str:
    """Return what is wrong with an outcome, in one line."""
    if outcome.error:
        fault = outcome.error.faults[0]
        return f"{fault.message(lang)}; {fault.hint(lang)}"
    got = as_expectation(outcome.brief, None)
    return f"{say('expected', lang)} {outcome.row.expect.strip()}; {say('got', lang)} {got}"


def _github_chunk(outcomes: Sequence[Outcome], style: Style) -> str:
    lines = []
    for outcome in outcomes:
        if outcome.verdict not in ("fail", "error"):
            continue
        row = outcome.row
        column = outcome.error.faults[0].column if outcome.error else row.hand_at + 1
        title = f"kwx {outcome.error.code if outcome.error else 'expectation'}"
        place = f"file={_property(row.file)},line={row.line},col={column or 1},title={_property(title)}"
        lines.append(f"::error {place}::{_data(_message(outcome, style.lang))}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _junit_chunk(outcomes: Sequence[Outcome], style: Style) -> str:
    cases = []
    for outcome in outcomes:
        row = outcome.row
        name = f"{row.line}: {row.id or row.hand or row.source}"
        head = f"  <testcase classname={quoteattr(row.file)} name={quoteattr(_xml(name))}"
        if outcome.verdict in ("fail", "error"):
            tag = "failure" if outcome.verdict == "fail" else "error"
            message = _xml(_message(outcome, style.lang))
            kind = outcome.error.code if outcome.error else "expectation"
            head_of_body = f"<{tag} type={quoteattr(kind)} message={quoteattr(message)}>"
            body = f"{head_of_body}{escape(_xml(row.source or row.hand))}</{tag}>"
            cases.append(f"{head}>\n    {body}\n  </testcase>\n")
        else:
            cases.append(f"{head}/>\n")
    return "".join(cases)


def _xml(text: str) -> str:
    """Return text without the control characters that XML cannot hold."""
    return "".join(c if c.isprintable() or c in "\t\n" else "\ufffd" for c in text)


def _junit_head(summary: Summary, style: Style) -> str:
    counts = f'tests="{summary.hands}" failures="{summary.failed}" errors="{summary.errors}"'
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuite name="kwx batch" {counts}>\n'


def _nothing(summary: Summary, style: Style) -> str:
    return ""


class Chunk(Protocol):
    """Makes text of a chunk of outcomes."""

    def __call__(self, outcomes: Sequence[Outcome], style: Style) -> str:
        """Return the text."""


@dataclass(frozen=True, slots=True)
class Report:
    """A form of report. `between` stands between chunks; `late`: the head holds the counts, known when all is read.

    `explained`: it takes answers with their explanation, not brief ones. The text of each outcome is then its own,
    whatever the others, and a chunk's has `between` between them.
    """

    chunk: Chunk
    head: Callable[[Summary, Style], str] = _nothing
    foot: Callable[[Summary, Style], str] = _nothing
    between: str = ""
    late: bool = False
    explained: bool = False


REPORTS = {
    "table": Report(_table_chunk),
    "json": Report(
        _json_chunk, lambda summary, style: '{"schema": "kwx.batch/1", "hands": [\n', _json_foot, ",\n", explained=True
    ),
    "jsonl": Report(_jsonl_chunk, explained=True),
    "csv": Report(_csv_chunk, lambda summary, style: ",".join(CSV_COLUMNS) + "\n"),
    "github": Report(_github_chunk),
    "junit": Report(_junit_chunk, _junit_head, lambda summary, style: "</testsuite>\n", late=True),
}
