"""``kwx parse``: a hand in canonical form, or everything that is wrong with it."""

from __future__ import annotations

import click

from kwx_cli.commands.common import Session, examples, hand_argument, hand_text, output_options, put, put_json
from kwx_cli.tiles import NAMES


@click.command(short_help="A hand in canonical form, or what is wrong with it.")
@hand_argument
@output_options("table", "json", "jsonl")
@examples("kwx parse 4556t22bZZZ+pon", "kwx parse 🀋🀌🀍 红中红中 --format json")
def command(session: Session, hand: tuple[str, ...]) -> None:
    """Print a hand in canonical form: suits b, t, m, then dragons, melds, the winning tile.

    Ends with 1 and names every fault if it is not a hand.
    """
    from kwx_cli.grammar.notation import parse_hand

    read = parse_hand(hand_text(hand)).hand
    if session.is_text:
        put(str(read))
        return
    record = {
        "schema": "kwx.hand/1",
        "hand": str(read),
        "concealed": [NAMES[kind] for kind in read.concealed],
        "melds": [{"kind": str(meld.kind), "tile": NAMES[meld.tile]} for meld in read.melds],
        "win": None if read.win is None else NAMES[read.win],
        "by": str(read.by),
        "tags": list(read.tags),
    }
    put_json(record, session)
