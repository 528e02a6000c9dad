"""Packed files and Arrow tables are read by their ending, and damaged ones refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kwx_cli import load_variant
from kwx_cli.batch import reading, score_hands, to_arrow
from kwx_cli.batch.reading import Block, FileError, portions, read

LINES = b"a: 46t 88t 123b 789b ZZZ @5t => 2 kawuxing\n# comment\nb: 22B\n"


def _zst(data: bytes) -> bytes:
    return bytes(pytest.importorskip("zstandard").ZstdCompressor().compress(data))


@pytest.mark.parametrize(("ending", "pack"), [("gz", gzip.compress), ("zst", _zst)])
def test_packed_text(tmp_path: Path, ending: str, pack: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(pack)
    path = tmp_path / f"hands.txt.{ending}"
    path.write_bytes(pack(LINES))
    assert [row and row.id for row in read([str(path)])] == ["a", None, "b"]
    monkeypatch.setattr(reading, "BLOCK_BYTES", 50)
    blocks = [block for block in portions([str(path)]) if isinstance(block, Block)]
    assert b"".join(block.data for block in blocks) == LINES


def test_packed_csv_goes_by_the_ending_inside(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv.gz"
    path.write_bytes(gzip.compress(b"hand,id\n46t 88t 123b 789b ZZZ @5t,x\n"))
    assert [row and row.id for row in read([str(path)])] == ["x"]


@pytest.mark.parametrize("data", [b"no gzip", gzip.compress(LINES * 50)[:-30]])
def test_damaged_files(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "hands.txt.gz"
    path.write_bytes(data)
    with pytest.raises(FileError, match="cannot read"):
        list(read([str(path)]))


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_arrow_tables(tmp_path: Path, ending: str) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    table = pa.table(
        {"id": ["a", None], "hand": ["46t 88t 123b 789b ZZZ @5t", "22B"], "expect": ["2 kawuxing", "error"]}
    )
    path = tmp_path / f"hands.{ending}"
    if ending == "parquet":
        pq.write_table(table, path)
    else:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    assert [row and (row.line, row.id, row.hand, row.expect) for row in read([str(path)])] == [
        (1, "a", "46t 88t 123b 789b ZZZ @5t", "2 kawuxing"),
        (2, "", "22B", "error"),
    ]
    path.write_bytes(b"damaged")
    with pytest.raises(FileError, match="cannot read"):
        list(read([str(path)]))


def test_scores_as_an_arrow_table() -> None:
    pytest.importorskip("pyarrow")
    table = to_arrow(score_hands(["46t 88t 123b 789b ZZZ @5t", "22B", "46t 88t 123b 789b ZZZ @4t"], load_variant()))
    assert table.to_pylist() == [
        {"status": "win", "fan": 2, "product": 2, "allowed": True, "extra": 0, "patterns": ["kawuxing"]},
        {"status": "error", "fan": None, "product": None, "allowed": None, "extra": None, "patterns": None},
        {"status": "no-win", "fan": None, "product": None, "allowed": False, "extra": 0, "patterns": []},
    ]
