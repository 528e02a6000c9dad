"""Helpers of the tests: the command line run in this process, and hands of the oracle as hands of the engine."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from hypothesis import settings

from kwx_cli.commands import main
from kwx_cli.hand import By, Hand, Meld, MeldKind
from kwx_cli.tiles import KINDS, NAMES
from tests.oracle.hands import OHand

SEARCH = os.environ.get("HYPOTHESIS_PROFILE") == "search"
ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"


def tries(examples: int) -> settings:
    """So many examples, always the same; fifty times as many and new ones with ``HYPOTHESIS_PROFILE=search``."""
    return settings(max_examples=examples * (50 if SEARCH else 1))


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left: its exit status and what it wrote."""

    status: int
    out: str
    err: str


class Terminal(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def kwx(*args: str, stdin: bytes = b"", terminal: bool = False) -> Ran:
    """Run the command line as the program does, in this process."""
    kind = Terminal if terminal else io.TextIOWrapper
    out, err = (kind(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with _streams(["kwx", *args], io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), out, err):
        try:
            main()
        except SystemExit as exit:
            status = exit.code
    assert isinstance(status, int)
    return Ran(status, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()


@contextmanager
def _streams(argv: list[str], *streams: io.TextIOWrapper) -> Iterator[None]:
    saved = sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.modules["__main__"]
    sys.argv, (sys.stdin, sys.stdout, sys.stderr) = argv, streams
    # click names the program after the main module, which is that of pytest here.
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.modules["__main__"] = saved


def engine_hand(hand: OHand) -> Hand:
    """A hand of the oracle as one of the engine, in canonical order."""
    melds = [Meld(MeldKind(kind), KINDS[tile]) for kind, tile in hand.melds]
    return Hand(
        tuple(sorted(KINDS[tile] for tile in hand.concealed)),
        tuple(sorted(melds, key=lambda meld: (meld.tile, meld.kind))),
        None if hand.win is None else KINDS[hand.win],
        By(hand.by),
        hand.haidi,
        hand.liang,
        hand.duiliang,
    )


def oracle_hand(hand: Hand) -> OHand:
    """A hand of the engine as one of the oracle."""
    return OHand(
        tuple(NAMES[kind] for kind in hand.concealed),
        tuple((str(meld.kind), NAMES[meld.tile]) for meld in hand.melds),
        None if hand.win is None else NAMES[hand.win],
        str(hand.by),
        hand.haidi,
        hand.liang,
        hand.duiliang,
    )
