"""金币场: tables with a stake, a fee and limits for the purse, as data (3D)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Table:
    """A table: `stake` is the base, and the fee of each player a hand; a purse from `least` to `most` may sit down."""

    id: str
    zh: str
    en: str
    stake: int
    least: int
    most: int | None
    source: str

    def admits(self, purse: int) -> bool:
        """Whether a player with this much may play a hand."""
        return self.least <= purse and (self.most is None or purse <= self.most)


@cache
def tables() -> dict[str, Table]:
    """Return every table by its id and by its Chinese name, in order of the stake.

    >>> tables()["newcomer"].stake, tables()["大师场"].most
    (100, None)
    """
    data = tomllib.loads(resources.files("kwx_cli.settlement").joinpath("tables.toml").read_text("utf-8"))
    source = data.pop("source")
    found = [Table(id=id, source=source, most=row.pop("most", None), **row) for id, row in data.items()]
    return {table.id: table for table in found} | {table.zh: table for table in found}
