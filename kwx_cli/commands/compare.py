"""``kwx compare``: one hand under every variant."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

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
    win_options,
)  # fmt: skip
from kwx_cli.variants import variant_ids


@click.command(short_help="One hand under every variant, side by side.")
@hand_argument
@win_options
@click.option("--with", "files", multiple=True, metavar="NAME|FILE", help="A variant of your own, beside the others.")
@output_options("table", "json", "jsonl", "csv")
@examples("kwx compare '1111234567899b @9b'", "kwx compare '5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t' --lang zh")
def command(
    session: Session, hand: tuple[str, ...], win: str | None, tags: tuple[str, ...], files: tuple[str, ...]
) -> None:
    """Score a hand under every variant, with the settings that make the difference.

    A setting is named if the answer of some variant changes when it alone is set as another has it.
    """
    from kwx_cli.grammar.notation import parse_complete
    from kwx_cli.output import records
    from kwx_cli.output.variants import compare_causes, compare_text
    from kwx_cli.scoring import score

    read = parse_complete(hand_text(hand, win, tags)).hand
    results = [score(read, get_variant(name, ())) for name in (*variant_ids(), *files)]
    won = results[0].best is not None
    if session.is_text and won:
        put(compare_text(results, session.paint, session.lang))
        return
    if session.is_text:
        from kwx_cli.output.score import score_text
        from kwx_cli.waits import winning_tiles

        put(score_text(results[0], (), session.paint, session.lang, winning_tiles(replace(read, win=None))[0]))
        sys.exit(1)
    scored = [records.score_record(result, session.machine_lang) for result in results]
    if session.format == "csv":
        put_csv((records.score_rows(record)[0] for record in scored), records.SCORE_COLUMNS)
    elif session.format == "jsonl":
        for record in scored:
            put_json(record, session)
    else:
        causes = {
            key: [{"value": value, "variants": ids} for value, ids in values]
            for key, values in compare_causes(results).items()
        }
        put_json({"schema": "kwx.compare/1", "hand": str(read), "scores": scored, "differs": causes}, session)
    if not won:
        sys.exit(1)
