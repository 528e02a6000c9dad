"""Reports of a batch: a table, JSON, JSON lines, CSV, GitHub annotations, JUnit.

A report turns a chunk of outcomes into text; a head and a foot go around them all.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol
from xml.sax.saxutils import escape, quoteattr

from kwx_cli.advice.discard import Advice
from kwx_cli.advice.distance import Progress
from kwx_cli.batch.judging import Outcome, Summary, as_expectation
from kwx_cli.output.advice import distance_words, kinds
from kwx_cli.output.advice_records import discards_record, distance_record
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
from kwx_cli.scoring import Result
from kwx_cli.tiles import NAMES
from kwx_cli.waits import Waits

CSV_COLUMNS = (
    "file", "line", "id", "variant", "hand", "status", "fan", "product", "allowed", "extra", "patterns", "waits",
    "expected", "result", "code", "message",
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
    elif isinstance(outcome.answer, Progress):
        assert outcome.hand is not None
        body = distance_record(outcome.hand, outcome.answer)
    elif isinstance(outcome.answer, Advice):
        body = discards_record(outcome.answer, lang)
    else:
        body = {"schema": "kwx.error/1", "hand": row.hand or row.source, "variant": row.variant or None}
    record = {**where, **judged, **body}
    if outcome.error:
        record["error"] = error_record(outcome.error, lang)
    return record


def outcome_cells(outcome: Outcome, lang: str) -> Record:
    """Return an outcome as the cells of a row, by `CSV_COLUMNS`: patterns and waits in lists, None for what is not."""
    row, answer = outcome.row, outcome.answer
    cells: Record = dict.fromkeys(CSV_COLUMNS)
    cells.update(file=row.file, line=row.line, id=row.id or None, hand=str(outcome.hand))
    cells.update(expected=row.expect.strip() or None, result=outcome.verdict)
    if outcome.error:
        fault = outcome.error.faults[0]
        cells.update(code=fault.code, message=fault.message(lang))
    if answer is None:
        cells.update(hand=row.hand or row.source, variant=row.variant or None)
    elif isinstance(answer, Result):
        cells.update(status=answer.status, allowed=False, extra=0, patterns=[])
        if answer.best:
            score = answer.best.score
            cells.update(fan=score.fan, product=score.product, allowed=score.allowed, extra=score.extra)
            cells["patterns"] = [line.word for line in score.lines]
    elif isinstance(answer, Waits):
        cells.update(status="waits", waits=[NAMES[wait.tile] for wait in answer.waits])
    else:
        cells["status"] = as_expectation(answer, None)
    if answer is not None and not isinstance(answer, Progress):
        cells["variant"] = variant_label(answer.variant)
    return cells


def _answer_words(outcome: Outcome, lang: str) -> tuple[str, str]:
    """Return what a hand is worth or waits on, in two cells."""
    answer = outcome.answer
    if isinstance(answer, Waits):
        tiles = " ".join(NAMES[wait.tile] for wait in answer.waits)
        words = say("waits-on", lang, n=len(answer.waits), s=plural(answer.waits), left=answer.tiles_left)
        return (words if tiles else say("waits-none", lang)), tiles
    if isinstance(answer, Progress):
        return distance_words(answer.distance, lang), kinds(answer.draws)
    if isinstance(answer, Advice):
        best = answer.discards[0]
        return say("throw", lang, tile=NAMES[best.tile]), distance_words(best.distance, lang)
    if answer is None or answer.best is None:
        return say("status-no-win", lang), ""
    mark = "" if answer.best.score.allowed else f" ({say('status-not-allowed', lang)})"
    return fan_words(answer.best.score, lang) + mark, pattern_names(answer.best.score)


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
                f"{say('got', style.lang)} {as_expectation(outcome.answer, outcome.error)}\n  {row.hand}"
            )
        elif outcome.verdict == "scored" or style.everything:
            assert outcome.answer is not None or outcome.error is not None
            words = _answer_words(outcome, style.lang) if outcome.answer else (say("error", style.lang), "")
            answer = outcome.answer
            variant = row.variant if answer is None or isinstance(answer, Progress) else variant_label(answer.variant)
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
    writer = csv.writer(text, lineterminator="\n")
    for outcome in outcomes:
        cells = outcome_cells(outcome, style.lang).values()
        writer.writerow([csv_cell(" ".join(cell) if isinstance(cell, list) else cell) for cell in cells])
    return text.getvalue()


def _message(outcome: Outcome, lang: str) -> str:
    """Return what is wrong with an outcome, in one line."""
    if outcome.error:
        fault = outcome.error.faults[0]
        return f"{fault.message(lang)}; {fault.hint(lang)}"
    got = as_expectation(outcome.answer, None)
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

    `by_row`: the text of each outcome is its own, whatever the others, and a chunk's has `between` between them.
    """

    chunk: Chunk
    head: Callable[[Summary, Style], str] = _nothing
    foot: Callable[[Summary, Style], str] = _nothing
    between: str = ""
    late: bool = False
    by_row: bool = False


REPORTS = {
    "table": Report(_table_chunk),
    "json": Report(
        _json_chunk, lambda summary, style: '{"schema": "kwx.batch/1", "hands": [\n', _json_foot, ",\n", by_row=True
    ),
    "jsonl": Report(_jsonl_chunk, by_row=True),
    "csv": Report(_csv_chunk, lambda summary, style: ",".join(CSV_COLUMNS) + "\n", by_row=True),
    "github": Report(_github_chunk),
    "junit": Report(_junit_chunk, _junit_head, lambda summary, style: "</testsuite>\n", late=True),
}
