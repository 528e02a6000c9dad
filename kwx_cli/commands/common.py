"""What the commands share: bundles of options, the session they make, and how a refusal ends the program."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import cleandoc
from typing import Any, NoReturn, TypeVar

import click

from kwx_cli.errors import HandError, KwxError, RoundError
from kwx_cli.output.text import Painter, default_language
from kwx_cli.variants import DEFAULT, Variant, load_variant, variant_ids

F = TypeVar("F", bound=Callable[..., Any])

BAD_HAND = 1
BAD_USE = 2


@dataclass(frozen=True)
class Session:
    """How to answer: language, format, colour; whether the user chose the language, which machine formats heed.

    `output` is the file to write, None for standard output.
    """

    lang: str
    format: str
    paint: Painter
    machine_lang: str
    output: str | None = None

    @property
    def is_text(self) -> bool:
        """Whether the answer is for a person."""
        return self.format == "table"


def examples(*lines: str) -> Callable[[F], F]:
    """Put examples first in a command's help."""

    def put(function: F) -> F:
        shown = "\n".join(f"  {line}" for line in lines)
        function.__doc__ = f"\b\nExamples:\n{shown}\n\n{cleandoc(function.__doc__ or '')}"
        return function

    return put


def complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the variants that a word may become."""
    return [id for id in variant_ids() if id.startswith(incomplete)]


def output_options(*formats: str, to_file: bool = False) -> Callable[[F], F]:
    """Add --format, --lang and --color, and give the command a `Session` as its first argument.

    With `to_file` there is --output too, whose ending names the format where --format does not.
    """

    def add(function: F) -> F:
        @wraps(function)
        def run(
            *args: Any, format: str | None, lang: str | None, color: str, output: str | None = None, **kwargs: Any
        ) -> Any:
            if output and color == "auto" and output != "-":
                color = "never"
            if format is None and output:
                from kwx_cli.output.files import format_of

                format = format_of(output)
            session = Session(lang or default_language(), format or formats[0], Painter(color), lang or "en", output)
            try:
                return function(session, *args, **kwargs)
            except KwxError as error:
                fail(error, session)

        for option in (
            click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Use colour."),
            click.option(
                "--lang", type=click.Choice(["zh", "en"]), envvar="KWX_LANG", help="By default your locale's."
            ),
            click.option(
                "--format", type=click.Choice(formats), default=None if to_file else formats[0],
                show_default=f"the ending of --output, or {formats[0]}" if to_file else True,
            ),
        ):  # fmt: skip
            run = option(run)
        if to_file:
            run = click.option(
                "--output", "-o", type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE",
                help="Write this file once it is whole; .gz and .zst pack it.",
            )(run)  # fmt: skip
        return run  # type: ignore[return-value]

    return add


def variant_options(function: F) -> F:
    """Add --variant and --set."""
    function = click.option(
        "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set a rule on top, such as cap=8. Repeatable."
    )(function)
    return click.option(
        "--variant", "-v", "variant_name", default=DEFAULT, envvar="KWX_VARIANT", show_default=True,
        metavar="NAME|FILE", shell_complete=complete_variant, help="Whose rules: a name or a TOML file.",
    )(function)  # fmt: skip


def win_options(function: F) -> F:
    """Add --win and --by."""
    function = click.option(
        "--by", "tags", multiple=True, metavar="TAG",
        help="How it was won: zimo, pao, qianggang, gangkai, gangpao, haidi, liang, duiliang. Repeatable.",
    )(function)  # fmt: skip
    return click.option("--win", "win", metavar="TILE", help="The winning tile, if the hand has no @.")(function)


def wall_option(function: F) -> F:
    """Add --wall, which some variants ask for before a hand may be revealed."""
    return click.option(
        "--wall", type=click.IntRange(0), metavar="N", help="Tiles left in the wall when the hand was revealed."
    )(function)


def check_reveal(revealed: bool, variant: Variant, wall: int | None) -> None:
    """Raise `HandError` for a hand that was revealed with too few tiles in the wall."""
    if not revealed or wall is None:
        return
    from kwx_cli.settlement.reveal import too_late

    if fault := too_late(variant, wall):
        raise HandError(fault)


def hand_argument(function: F) -> F:
    """Add the hand, which may be one argument or several, or - for the first line of standard input."""
    return click.argument("hand", nargs=-1, required=True)(function)


def hand_text(words: Sequence[str], win: str | None = None, tags: Iterable[str] = ()) -> str:
    """Return the hand of a command line as one text, with --win and --by put where the notation has them."""
    text = " ".join(words)
    if text == "-":
        # What is not UTF-8 becomes U+FFFD, which the grammar refuses at its column.
        text = sys.stdin.buffer.readline().decode("utf-8-sig", "replace").rstrip("\r\n")
    if win is not None:
        text += f" @{win}"
    if tags := tuple(tags):
        from kwx_cli.grammar.notation import add_tags

        text = add_tags(text, tags)
    return text


def get_variant(name: str, settings: Iterable[str]) -> Variant:
    """Return the variant that the options ask for."""
    return load_variant(name, settings)


def put(text: str) -> None:
    """Print to standard output; the `Painter` has decided on colour, so click shall not take it away."""
    click.echo(text, color=True)


def put_json(record: object, session: Session) -> None:
    """Print a record as JSON: indented, or on one line for jsonl."""
    put(json.dumps(record, ensure_ascii=False, indent=2 if session.format == "json" else None))


def put_csv(rows: Iterable[dict[str, object]], columns: Sequence[str]) -> None:
    """Print rows as CSV with a header; true and false in small letters, nothing for a missing value."""
    import csv

    from kwx_cli.output.records import csv_cell

    writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: csv_cell(row.get(key)) for key in columns})


def fail(error: KwxError, session: Session, where: str = "") -> NoReturn:
    """Show a refusal in the form that was asked for, and end: 1 for a bad hand or round, 2 for a bad variant or file.

    `where` is the file that it stands in.
    """
    from kwx_cli.output.errors import error_text
    from kwx_cli.output.records import error_record

    if session.format in ("json", "jsonl"):
        put_json({"schema": "kwx.error/1", "error": error_record(error, session.machine_lang)}, session)
    else:
        paint = Painter("always" if session.paint.on else "never")
        click.echo(error_text(error, paint, session.lang, where), err=True, color=True)
    sys.exit(BAD_HAND if isinstance(error, HandError | RoundError) else BAD_USE)
