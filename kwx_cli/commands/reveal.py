"""``kwx reveal``: whether a hand may be revealed, and what follows."""

from __future__ import annotations

import sys

import click

from kwx_cli.commands.common import (
    Session,
    examples,
    get_variant,
    hand_argument,
    hand_text,
    output_options,
    put,
    put_json,
    variant_options,
    wall_option,
)  # fmt: skip


@click.command(short_help="Whether a hand may be revealed (亮倒), and what follows.")
@hand_argument
@wall_option
@variant_options
@output_options("table", "json", "jsonl")
@examples(
    "kwx reveal 46t 88t 123b 999b ZZZ+pon",
    "kwx reveal 46t 88t 123b 999b ZZZ+pon --variant xiaogan --wall 12",
)
def command(
    session: Session, hand: tuple[str, ...], wall: int | None, variant_name: str, settings: tuple[str, ...]
) -> None:
    """Tell what 亮倒 means for a waiting hand: whether it may, on what it then wins and at what fan.

    Also which concealed triplets may stay face down (扣), which later kongs are allowed, and which tiles the others
    may no longer discard. Ends with 1 if it may not be revealed.
    """
    from kwx_cli.grammar.notation import parse_waiting
    from kwx_cli.output.reveal import reveal_record, reveal_text
    from kwx_cli.settlement.reveal import reveal

    found = reveal(parse_waiting(hand_text(hand)).hand, get_variant(variant_name, settings), wall)
    if session.is_text:
        put(reveal_text(found, session.paint, session.lang))
    else:
        put_json(reveal_record(found, session.machine_lang), session)
    if not found.allowed:
        sys.exit(1)
