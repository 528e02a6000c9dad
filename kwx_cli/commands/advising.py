"""What the commands that advise share: options about the table, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kwx_cli.errors import Fault, HandError

if TYPE_CHECKING:
    from kwx_cli.advice.discard import Opponent

F = TypeVar("F", bound=Callable[..., Any])


def table_options(function: F) -> F:
    """Add --seen, --against, --draws, --wall and --exchanges."""
    for option in (
        click.option(
            "--exchanges", type=click.IntRange(0, 1), metavar="N",
            help="Exchanges that bring no nearer to look at: by default 1 up to distance 1, 0 at 2 (1 takes seconds).",
        ),
        click.option("--wall", type=click.IntRange(0, 84), metavar="TILES", help="Tiles left in the wall."),
        click.option(
            "--draws", type=click.IntRange(0, 40), metavar="N",
            help="Own draws to look ahead, 0 for none. By default a third of the wall, or 10.",
        ),
        click.option(
            "--against", multiple=True, metavar="WAITS",
            help="What a revealed player wins on, with his fan if known: '5t=8 8t=4'. Repeatable, in order of reveal.",
        ),
        click.option("--seen", default="", metavar="TILES", help="Tiles seen outside the hand, or hands of them."),
    ):  # fmt: skip
        function = option(function)
    return function


def draws_of(draws: int | None, wall: int | None) -> int:
    """Return how many own draws are looked ahead."""
    from kwx_cli.advice.discard import DRAWS

    if draws is not None or wall is None:
        return DRAWS if draws is None else draws
    from kwx_cli.advice.value import draws_of_wall

    return draws_of_wall(wall)


def opponents(texts: Sequence[str]) -> list[Opponent]:
    """Return what revealed players win on; each text is tiles, with ``=FAN`` behind those whose fan is known.

    Raises `HandError` where a fan is no whole number from 1.

    >>> opponents(["5t=8 36b"])[0].waits == {13: 8, 2: None, 5: None}
    True
    """
    from kwx_cli.advice.discard import Opponent
    from kwx_cli.grammar.notation import parse_tiles

    found = []
    for text in texts:
        waits: dict[int, int | None] = {}
        for piece in re.finditer(r"\S+", text):
            tiles, mark, fan = piece.group().partition("=")
            if mark and not re.fullmatch("[1-9][0-9]{0,5}", fan):
                at = piece.start() + len(tiles) + 2
                raise HandError(Fault("bad-fan", {"text": fan, "tiles": tiles}, at, max(1, len(fan))), source=text)
            for kind in parse_tiles(tiles):
                waits[kind] = int(fan) if mark else None
        found.append(Opponent(waits))
    return found
