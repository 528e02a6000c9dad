"""``kwx discard``: which tile to throw, and what it costs."""

from __future__ import annotations

import click

from kwx_cli.commands.advising import draws_of, opponents, table_options
from kwx_cli.commands.common import (
    Session,
    examples,
    get_variant,
    hand_argument,
    hand_text,
    output_options,
    put,
    put_csv,
    put_json,
    variant_options,
)  # fmt: skip


@click.command(short_help="Which tile to throw, and what it costs.")
@hand_argument
@table_options
@variant_options
@output_options("table", "json", "jsonl", "csv")
@examples(
    "kwx discard 46t 123b 889t 789b ZZZ",
    "kwx discard '1122344b 55t ZZ 9t 78b' --seen '9t 7b ZZ' --wall 30",
    "kwx discard 46t 123b 889t 789b ZZZ --against '9t=8' --variant xiangyang-3d",
)
def command(
    session: Session,
    hand: tuple[str, ...],
    seen: str,
    against: tuple[str, ...],
    draws: int | None,
    wall: int | None,
    exchanges: int | None,
    variant_name: str,
    settings: tuple[str, ...],
) -> None:
    """Show each different discard of a hand that has drawn, best first: how far it leaves the hand, what is useful
    then or wins, what it is worth over the next draws, and what it gives up.

    The value is that of a single player who draws and throws: nobody else wins, and nothing is called. --draws 0
    leaves it out. --against marks what revealed players win on: what the rules forbid, and what it would cost.
    """
    from kwx_cli.advice.discard import discards
    from kwx_cli.grammar.notation import parse_hand, parse_tiles

    variant = get_variant(variant_name, settings)
    parsed = parse_hand(hand_text(hand))
    found = discards(
        parsed.hand, variant, parse_tiles(seen), draws_of(draws, wall), opponents(against), exchanges
    )  # fmt: skip
    if session.is_text:
        from kwx_cli.output.advice import discards_text

        put(discards_text(found, session.paint, session.lang))
        return
    from kwx_cli.output import advice_records as records

    record = records.discards_record(found, session.machine_lang)
    if session.format == "csv":
        put_csv(records.discards_rows(record), records.DISCARD_COLUMNS)
    else:
        put_json(record, session)
