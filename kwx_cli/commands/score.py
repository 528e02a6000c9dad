"""``kwx score``: what a hand is worth, and why."""

from __future__ import annotations

import sys
from dataclasses import replace

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
    win_options,
)  # fmt: skip
from kwx_cli.errors import HandError
from kwx_cli.hand import Hand
from kwx_cli.tiles import NAMES


@click.command(short_help="What a hand is worth, and why.")
@hand_argument
@win_options
@wall_option
@variant_options
@output_options("table", "json", "jsonl", "csv")
@examples(
    "kwx score '46t 123b 88t 789b 9999t+an @5t+gangkai+liang'",
    "kwx score 4556t 111b+pon 222b+pon 333b+pon --win 5t --variant classic",
    "kwx score '112233b 4455667t 7t' --lang zh      (each tile that could have won)",
)
def command(
    session: Session,
    hand: tuple[str, ...],
    win: str | None,
    tags: tuple[str, ...],
    wall: int | None,
    variant_name: str,
    settings: tuple[str, ...],
) -> None:
    """Score a hand: every reading with its fans, the one that counts first, and who pays what.

    A complete hand without @ gets a row for each tile that could have won. Ends with 1 if it may not win.
    """
    from kwx_cli.grammar.notation import parse_complete, parse_hand
    from kwx_cli.output import records
    from kwx_cli.scoring import score

    variant = get_variant(variant_name, settings)
    text = hand_text(hand, win, tags)
    parsed = parse_hand(text)
    single = not parsed.hand.is_complete
    hands = [parse_complete(text).hand] if single else each_winning(parsed.hand, tags)
    check_reveal(hands[0].liang, variant, wall)
    results = [score(each, variant) for each in hands]
    machine = [records.score_record(result, session.machine_lang) for result in results] if not session.is_text else []
    if session.format == "csv":
        put_csv((row for record in machine for row in records.score_rows(record)), records.SCORE_COLUMNS)
    elif session.format == "jsonl" or (session.format == "json" and single):
        for record in machine:
            put_json(record, session)
    elif session.format == "json":
        head = {"schema": "kwx.scores/1", "hand": str(parsed.hand), "variant": records.variant_label(variant)}
        put_json({**head, "scores": machine}, session)
    else:
        from kwx_cli.output.score import each_tile_text, score_text
        from kwx_cli.settlement.winning import hand_payments
        from kwx_cli.waits import winning_tiles

        if single:
            only = results[0]
            waits = () if only.best else winning_tiles(replace(only.hand, win=None))[0]
            put(score_text(only, hand_payments(only), session.paint, session.lang, waits))
        else:
            put(each_tile_text(results, parsed.hand, variant, session.paint, session.lang))
    if all(result.status != "win" for result in results):
        sys.exit(1)


def each_winning(hand: Hand, tags: tuple[str, ...]) -> list[Hand]:
    """Return a complete hand once for each different tile that could have been the winning one.

    A tile that cannot have come as the tags say is left out; raises `HandError` if none can.
    """
    from kwx_cli.grammar.notation import parse_complete

    hands: list[Hand] = []
    refused: list[HandError] = []
    for kind in dict.fromkeys(hand.concealed):
        rest = list(hand.concealed)
        rest.remove(kind)
        text = f"{Hand(tuple(rest), hand.melds)} @{'+'.join((NAMES[kind], *tags))}"
        try:
            hands.append(parse_complete(text).hand)
        except HandError as error:
            refused.append(error)
    if not hands:
        raise refused[0]
    return hands
