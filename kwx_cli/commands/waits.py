"""``kwx waits``: what is left to win on."""

from __future__ import annotations

import sys

import click

from kwx_cli.commands.common import (
    Session,
    check_reveal,
    examples,
    get_variant,
    hand_argument,
    hand_text,
    output_options,
    put,
    put_csv,
    put_json,
    variant_options,
    wall_option,
)  # fmt: skip


@click.command(short_help="What a hand waits on, and what each tile is worth.")
@hand_argument
@click.option("--seen", default="", metavar="TILES", help="Tiles seen outside the hand; they are not left.")
@click.option("--liang", is_flag=True, help="The hand is revealed.")
@wall_option
@variant_options
@output_options("table", "json", "jsonl", "csv")
@examples(
    "kwx waits 2245667t 111b+pon 222b+pon",
    "kwx waits '1112345678999b' --seen '5b 9b' --variant kawuxin",
    "kwx waits 4688t          (part of a hand: waits and flags, no fan)",
)
def command(
    session: Session,
    hand: tuple[str, ...],
    seen: str,
    liang: bool,
    wall: int | None,
    variant_name: str,
    settings: tuple[str, ...],
) -> None:
    """List the tiles that complete a hand, how many are left, and what each pays by self-draw and by discard.

    卡五星, 明四归 and 暗四归 are flagged on each tile. A hand that does not wait is told how far it is and which draws
    bring it nearer; then the exit status is 1.
    """
    from kwx_cli.grammar.notation import parse_tiles, parse_waiting
    from kwx_cli.output import records
    from kwx_cli.waits import waits

    parsed = parse_waiting(hand_text(hand))
    variant = get_variant(variant_name, settings)
    check_reveal(liang, variant, wall)
    outside = parse_tiles(seen)
    found = waits(parsed.hand, variant, outside, liang)
    ahead = None
    if not found.waits:
        from kwx_cli.advice.distance import progress

        ahead = progress(parsed.hand, outside)
    if session.is_text:
        from kwx_cli.output.waits import waits_text

        lines: list[str] = []
        if ahead is not None:
            from kwx_cli.output.advice import progress_lines

            lines = progress_lines(ahead, session.lang)
        put(waits_text(found, session.paint, session.lang, lines))
    else:
        record = records.waits_record(found, session.machine_lang)
        if ahead is not None:
            from kwx_cli.output.advice_records import progress_record

            record.update(progress_record(ahead))
        if session.format == "csv":
            put_csv(records.waits_rows(record), records.WAITS_COLUMNS)
        else:
            put_json(record, session)
    if not found.waits:
        sys.exit(1)
