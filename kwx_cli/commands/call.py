"""``kwx call``: pon, kong, or pass."""

from __future__ import annotations

import click

from kwx_cli.commands.advising import opponents, table_options
from kwx_cli.commands.common import (
    Session,
    examples,
    get_variant,
    output_options,
    put,
    put_csv,
    put_json,
    variant_options,
)  # fmt: skip


@click.command(short_help="Whether to pon, kong or pass.")
@click.argument("hand", nargs=-1, required=True, metavar="HAND... TILE")
@click.option("--drawn", is_flag=True, help="The tile was drawn, not thrown: 暗杠 and 补杠.")
@table_options
@variant_options
@output_options("table", "json", "jsonl", "csv")
@examples(
    "kwx call 55t 123b 79b ZZ FFF 8t 5t",
    "kwx call '11223b 5577t ZZ 9t 1b' 5t --wall 40",
    "kwx call 46t 88t 123b 789b 555b+pon 5b --drawn",
)
def command(
    session: Session,
    hand: tuple[str, ...],
    drawn: bool,
    seen: str,
    against: tuple[str, ...],
    draws: int | None,
    wall: int | None,
    exchanges: int | None,
    variant_name: str,
    settings: tuple[str, ...],
) -> None:
    """Show what can be done about a tile that another threw (the last argument): win, pon, kong or pass, best first,
    each with the best discard after it, what it rules out and opens, and what a kong is paid.

    With --drawn the tile was drawn: each kong that it allows, beside keeping it.
    """
    from kwx_cli.advice.call import calls
    from kwx_cli.grammar.notation import parse_hand, parse_tile, parse_tiles
    from kwx_cli.output import advice_records as records

    words = " ".join(hand).split()
    variant = get_variant(variant_name, settings)
    parsed = parse_hand(" ".join(words[:-1]))
    found = calls(
        parsed.hand,
        parse_tile(words[-1].removeprefix("@")),
        variant,
        drawn,
        parse_tiles(seen),
        draws,
        wall,
        opponents(against),
        exchanges,
    )
    if session.is_text:
        from kwx_cli.output.advice import calls_text

        put(calls_text(found, session.paint, session.lang))
        return
    record = records.calls_record(found, session.machine_lang)
    if session.format == "csv":
        put_csv(records.calls_rows(record), records.CALL_COLUMNS)
    else:
        put_json(record, session)
