"""The worked hands of the sources, line by line through the API and all together through `kwx batch`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kwx_cli.batch.judging import Outcome, Rules, as_expectation, judge
from kwx_cli.batch.reading import Row, read
from tests.oracle.test_oracle import ROWS as ORACLE_ROWS
from tests.support import SAMPLES, kwx

SOURCES = SAMPLES / "sources.txt"


def rows() -> Iterator[Row]:
    return (row for row in read([str(SOURCES)]) if row is not None)


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: f"{row.variant} | {row.hand}")
def test_worked_hand(row: Row) -> None:
    outcome: Outcome = judge(row, Rules("xiangyang"))
    assert row.expect.strip(), "a worked hand states what it is worth"
    got = as_expectation(outcome.brief, outcome.error)
    assert outcome.verdict == "pass", f"{row.line}: {row.hand}: expected {row.expect.strip()}, got {got}"


def test_none_is_lost() -> None:
    """The same hands as those that the oracle is tested with, which has them in a list of its own."""
    found = {(row.variant, " ".join(row.hand.split())) for row in rows()}
    listed = {tuple(part.strip() for part in line.partition("=>")[0].split("|")) for line in ORACLE_ROWS}
    assert found == listed
    assert len(found) == 52


def test_batch_passes_them_all() -> None:
    ran = kwx("batch", str(SOURCES))
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == "52 hands: 52 passed, 0 failed, 0 without expectation, 0 bad (5 blank or comment lines)\n"
