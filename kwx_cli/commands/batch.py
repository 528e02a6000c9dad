"""``kwx batch``: files of hands, scored and held against what they expect."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import asdict
from functools import partial
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from kwx_cli.commands.common import Session, examples, get_variant, output_options, variant_options

if TYPE_CHECKING:
    from kwx_cli.batch.judging import Rules, Summary


@click.command(short_help="Score files of hands and check what they expect.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@variant_options
@click.option("--input-format", type=click.Choice(["text", "csv", "jsonl"]), help="By default the file's ending.")
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of the files, such as gb18030.")
@click.option("--all", "everything", is_flag=True, help="In the table, show the hands that passed too.")
@click.option("--jobs", "-j", type=click.IntRange(0), default=1, show_default=True, help="Processes; 0 for all cores.")
@output_options("table", "json", "jsonl", "csv", "github", "junit", "parquet", "arrow", to_file=True)
@examples(
    "kwx batch samples/hands.txt",
    "kwx batch hands.csv --format junit > report.xml",
    "kwx batch samples/hands.txt -o report.csv.gz",
    "cat log.txt | kwx batch - --variant kawuxin --format jsonl --jobs 0",
)
def command(
    session: Session,
    files: tuple[str, ...],
    variant_name: str,
    settings: tuple[str, ...],
    input_format: str | None,
    encoding: str,
    everything: bool,
    jobs: int,
) -> None:
    """Score every hand of files, or of standard input (-), and check expectations such as `=> 8 kawuxing gangkai`.

    A line is [id:] [variant |] hand [=> expectation] [# comment]; --variant is for lines that name none. CSV, JSON
    lines, Parquet and Arrow have the fields id, variant, hand, expect; the last two, in and out, take pyarrow. Ends
    with 1 if an expectation is missed or a hand is bad.
    """
    from kwx_cli.batch.judging import Rules
    from kwx_cli.output.files import BINARY, writing
    from kwx_cli.output.words import say

    get_variant(variant_name, settings)
    work = _Work(files, input_format, encoding, Rules(variant_name, settings), jobs or os.cpu_count() or 1)
    with writing(session.output, session.format) as stream:
        if session.format in BINARY:
            total = _write_columns(work, session, stream)
        else:
            total = _write_text(work, session, stream, everything)
    counts = {"hands": total.hands, **asdict(total)}
    words = say("summary", session.lang, s="" if total.hands == 1 else "s", **counts)
    click.echo(words, err=True)
    if not total.is_clean:
        sys.exit(1)


class _Work(NamedTuple):
    """What to read, by which rules, and in how many processes."""

    files: tuple[str, ...]
    input_format: str | None
    encoding: str
    rules: Rules
    jobs: int


def _write_columns(work: _Work, session: Session, stream: IO[bytes]) -> Summary:
    """Write a report as columns, and return the counts."""
    from kwx_cli.batch.arrow import TableWriter, judge_table
    from kwx_cli.batch.judging import Summary
    from kwx_cli.batch.reading import portions, shown_name
    from kwx_cli.batch.running import spread
    from kwx_cli.output.batch import outcome_cells

    names = tuple(dict.fromkeys(map(shown_name, work.files)))
    writer = TableWriter(stream, session.format)
    make = partial(judge_table, rules=work.rules, cells=outcome_cells, lang=session.machine_lang, files=names)
    total = Summary()
    progress = _Progress()
    try:
        for table, summary in spread(make, portions(work.files, work.input_format, work.encoding), work.jobs):
            total += summary
            writer.add(table)
            progress.show(total.hands)
        progress.clear()
        writer.close()
    except BaseException:
        writer.drop()
        raise
    return total


def _write_text(work: _Work, session: Session, stream: IO[bytes], everything: bool) -> Summary:
    """Write a report as text, and return the counts."""
    from kwx_cli.batch.judging import Summary
    from kwx_cli.batch.reading import portions
    from kwx_cli.batch.running import run
    from kwx_cli.output.batch import REPORTS, Style

    report = REPORTS[session.format]
    style = Style(
        session.lang if session.format in ("table", "github") else session.machine_lang, session.paint.on, everything
    )
    to_stdout = stream is sys.stdout.buffer
    out: Any = sys.stdout if to_stdout else TextIOWrapper(
        stream, "utf-8", "backslashreplace", newline="\n", write_through=True
    )  # fmt: skip
    chunk_out = _Spool() if report.late else out
    total = Summary()
    if not report.late:
        out.write(report.head(total, style))
    progress = _Progress()
    written = False
    for text, summary in run(
        portions(work.files, work.input_format, work.encoding),
        work.rules,
        partial(report.chunk, style=style),
        work.jobs,
        report.between,
        report.explained,
    ):
        total += summary
        if text:
            chunk_out.write(report.between * written)
            _write(chunk_out, text)
            written = True
            if to_stdout:
                chunk_out.flush()
        progress.show(total.hands)
    progress.clear()
    if isinstance(chunk_out, _Spool):
        out.write(report.head(total, style))
        chunk_out.copy_to(out)
    out.write(report.foot(total, style))
    if to_stdout:
        out.flush()
    else:
        out.detach()
    return total


def _write(out: Any, text: str | bytes) -> None:
    """Write text that may be UTF-8 already, without a detour through characters where the output is UTF-8."""
    if isinstance(text, str):
        out.write(text)
    elif out.encoding.lower() == "utf-8":
        if not out.write_through:
            out.flush()
        out.buffer.write(text)
    else:
        out.write(text.decode())


class _Spool:
    """Holds a report whose head depends on all of it, on disk once it is large."""

    def __init__(self) -> None:
        from tempfile import SpooledTemporaryFile

        self.file = SpooledTemporaryFile(1 << 24, "w+", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115

    def write(self, text: str) -> None:
        self.file.write(text)

    def flush(self) -> None:
        pass

    def copy_to(self, out: Any) -> None:
        import shutil

        self.file.seek(0)
        shutil.copyfileobj(self.file, out)
        self.file.close()


class _Progress:
    """A count on standard error, on a terminal and for runs of more than a second only."""

    def __init__(self) -> None:
        self.on = sys.stderr.isatty()
        self.due = time.monotonic() + 1
        self.shown = False

    def show(self, hands: int) -> None:
        if self.on and time.monotonic() > self.due:
            sys.stderr.write(f"\r{hands:,} ")
            sys.stderr.flush()
            self.due = time.monotonic() + 0.2
            self.shown = True

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
