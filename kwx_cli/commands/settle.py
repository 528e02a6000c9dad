"""``kwx settle``: whole rounds, with every unit of money explained."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

import click
from click.core import ParameterSource

from kwx_cli.commands.common import (
    Session,
    examples,
    fail,
    get_variant,
    output_options,
    put,
    put_csv,
    put_json,
    variant_options,
)  # fmt: skip
from kwx_cli.errors import Fault, KwxError, RoundError


def _complete_table(context: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from kwx_cli.settlement.tables import tables

    return [name for name in tables() if name.startswith(incomplete)]


@click.command(short_help="Settle a round, or a session of many.")
@click.argument("file", required=False, metavar="ROUND")
@click.option("--new", is_flag=True, help="Print an empty round to fill in.")
@click.option("--totals", is_flag=True, help="One row a round and the sum, instead of every line.")
@click.option(
    "--table",
    "table_name",
    metavar="NAME",
    shell_complete=_complete_table,
    help="A table of the 金币场, such as newcomer or 新手场.",
)
@variant_options
@output_options("table", "json", "jsonl", "csv")
@examples(
    "kwx settle --new > round.toml",
    "kwx settle samples/rounds/kongs.toml",
    "kwx settle samples/rounds/session.toml --totals",
    "kwx settle samples/rounds/draw.toml --variant suizhou --format csv",
)
@click.pass_context
def command(
    context: click.Context,
    session: Session,
    file: str | None,
    new: bool,
    totals: bool,
    table_name: str | None,
    variant_name: str,
    settings: tuple[str, ...],
) -> None:
    """Settle the rounds of a TOML file, or of standard input (-): kongs, wins or a draw, extras, who deals next.

    A --variant given here goes before the one in the file. Ends with 1 if a round cannot have been played so; every
    fault is named with its place. docs/rounds.md describes the file.
    """
    if new:
        name = "new.zh.toml" if session.lang == "zh" else "new.toml"
        click.echo(resources.files("kwx_cli.settlement").joinpath(name).read_text("utf-8"), nl=False)
        return
    if file is None:
        raise click.UsageError("Name a file of rounds, or - for standard input, or print an empty round with --new.")
    from kwx_cli.settlement.reading import read_rounds
    from kwx_cli.settlement.rounds import settle_all

    given = context.get_parameter_source("variant_name") is ParameterSource.COMMANDLINE
    variant = get_variant(variant_name, settings) if given else None
    try:
        found = read_rounds(_text(file), file, variant, table_name, settings, variant_name)
    except RoundError as error:
        fail(error, session, file)
    ledgers = tuple(settle_all(found.rounds, found.purses))
    from kwx_cli.output import round as output

    if totals and session.is_text:
        put(output.totals_text(ledgers, found.rounds, session.paint, session.lang))
    elif totals and session.format == "csv":
        put_csv(output.total_rows(ledgers, found.rounds), output.TOTAL_COLUMNS)
    elif totals:
        put_json(output.totals_record(ledgers, found.rounds), session)
    elif session.is_text:
        pairs = zip(ledgers, found.rounds, strict=True)
        put("\n\n".join(output.ledger_text(*pair, session.paint, session.lang) for pair in pairs))
    elif session.format == "csv":
        put_csv((row for ledger in ledgers for row in output.line_rows(ledger)), output.LINE_COLUMNS)
    else:
        pairs = zip(ledgers, found.rounds, strict=True)
        records = [output.ledger_record(*pair, session.machine_lang) for pair in pairs]
        if session.format == "json" and len(records) > 1:
            put_json({"schema": "kwx.rounds/1", "rounds": records}, session)
        else:
            for record in records:
                put_json(record, session)


def _text(file: str) -> str:
    """Return the text of a file of rounds, or raise `KwxError` if it cannot be read."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise KwxError(Fault("unreadable-file", {"file": file, "problem": error.strerror or error})) from None
    except UnicodeDecodeError as error:
        raise RoundError(Fault("bad-toml", {"case": "round", "file": file, "problem": error})) from None
