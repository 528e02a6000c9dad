"""Rounds as Python tables: written as TOML, read and settled, so that a test says only what happened."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kwx_cli.errors import RoundError
from kwx_cli.settlement.ledger import Ledger
from kwx_cli.settlement.reading import Session, read_rounds
from kwx_cli.settlement.rounds import settle_all

Table = Mapping[str, Any]


def toml(value: object) -> str:
    """A value as inline TOML; JSON has the same strings, numbers and lists."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def text(**table: object) -> str:
    """A file of the tables, with players A, B and C unless it names others."""
    return "".join(f"{key} = {toml(value)}\n" for key, value in table.items())


def read(settings: Iterable[str] = (), **table: object) -> Session:
    """The rounds of a file."""
    return read_rounds(text(**table), settings=tuple(settings))


def settled(settings: Iterable[str] = (), **table: object) -> Ledger:
    """The ledger of the only round of a file."""
    session = read(settings, **table)
    (ledger,) = settle_all(session.rounds, session.purses)
    return ledger


def totals(settings: Iterable[str] = (), **table: object) -> dict[str, int]:
    """What each player won or lost, those at zero left out."""
    return {player: amount for player, amount in settled(settings, **table).totals.items() if amount}


def faults(**table: object) -> set[tuple[str, str]]:
    """Code and place of everything wrong with a file; empty if nothing is."""
    try:
        read(**table)
    except RoundError as error:
        for fault in error.faults:
            assert fault.message("en") != fault.message("zh")
            assert fault.hint("en") != fault.hint("zh")
        return {(fault.code, fault.place) for fault in error.faults}
    return set()
