"""Reports as columns hold what the report as CSV does, whichever way the rows went."""

from __future__ import annotations

import csv
import io
import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kwx_cli import load_variant
from kwx_cli.batch import reading, score_hands, to_arrow
from kwx_cli.batch.arrow import COLUMNS, TableWriter, judge_table
from kwx_cli.batch.judging import Rules, Summary, judge
from kwx_cli.batch.reading import Block, FileError, portions, read
from kwx_cli.batch.running import spread
from kwx_cli.output.batch import CSV_COLUMNS, REPORTS, Style, outcome_cells
from kwx_cli.output.records import csv_cell
from tests.support import ROOT

from .hands import random_hand
from .test_large_files import EXPECTED, IDS, RULES, SETTINGS, VARIANTS, _lines

pa = pytest.importorskip("pyarrow")


def _columns(files: list[str], rules: Rules, lang: str = "en", encoding: str = "utf-8", jobs: int = 1) -> Any:
    """The table of a report, and the counts."""
    make = partial(judge_table, rules=rules, cells=outcome_cells, lang=lang, files=tuple(dict.fromkeys(files)))
    total = Summary()
    tables = []
    for table, summary in spread(make, portions(files, None, encoding), jobs):
        tables.append(table)
        total += summary
    return pa.concat_tables(tables), total


def _same(path: Path, rules: Rules, lang: str = "en", encoding: str = "utf-8") -> None:
    """Both ways: what each row comes to alone, and how CSV writes it."""
    table, summary = _columns([str(path)], rules, lang, encoding)
    total = Summary()
    outcomes = []
    for row in read([str(path)], None, encoding):
        if row is None:
            total.skipped += 1
        else:
            outcomes.append(judge(row, rules))
            total.add(outcomes[-1].verdict)
    assert summary == total
    rows = table.to_pylist()
    assert [tuple(row.values()) for row in rows] == [outcome_cells(outcome, lang) for outcome in outcomes]
    text = REPORTS["csv"].chunk(outcomes, Style(lang, False, False))
    for row, cells in zip(rows, csv.reader(io.StringIO(text)), strict=True):
        words = [" ".join(cell) if isinstance(cell, list) else cell for cell in row.values()]
        assert cells == [str(csv_cell(word)) for word in words]


def test_the_columns_are_those_of_csv() -> None:
    assert tuple(name for name, _ in COLUMNS) == CSV_COLUMNS


@pytest.mark.parametrize("block", [6_000, 1 << 18], ids=["blocks", "rows"])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.variant)
def test_random_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: Rules, block: int) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", block)
    path = tmp_path / "lines.txt"
    text = "\n".join(_lines(Random(rules.variant), 700))
    path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8", "surrogateescape"))
    assert any(isinstance(each, Block) for each in portions([str(path)])) == (block == 6_000)
    for lang in ("en", "zh"):
        _same(path, rules, lang)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_encodings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", 5_000)
    path = tmp_path / "lines.txt"
    lines = [line.replace("\udcff", "").replace("é", "") for line in _lines(Random(31), 250)]
    path.write_bytes("\r\n".join(lines).encode(encoding) + b"\n\xff\xff 11b @1b\n11b @1b # \xff\n")
    _same(path, Rules("xiangyang"), encoding=encoding)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings[0])
def test_wins_with_settings_on_every_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: tuple[str, ...]
) -> None:
    from kwx_cli.variants.loading import variant_ids

    monkeypatch.setattr(reading, "BLOCK_BYTES", 6_000)
    path = tmp_path / "wins.txt"
    random = Random(settings[0])
    for variant in variant_ids():
        path.write_text("".join(f"{random_hand(random, winning=1)}\n" for _ in range(300)))
        _same(path, Rules(variant, settings))


@pytest.mark.parametrize("block", [200, 1 << 18])
def test_samples(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", block)
    for folder in (ROOT / "samples", ROOT / "tests" / "commands"):
        for path in folder.rglob("hands.*"):
            _same(path, Rules("xiangyang"))
        for path in folder.rglob("*.txt"):
            _same(path, Rules("kawuxin"), "zh")


def test_a_hand_expects_what_it_says_whatever_others_of_its_kind_did(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    star = "46t 88t 123b 789b ZZZ @5t"
    expected = [" => 2", "", " => 3", " => distance -1", " => discard 1b", " => 2", " =>"]
    path.write_text("".join(f"{star}{each}\n" for each in expected))
    table, summary = _columns([str(path)], Rules("xiangyang"))
    assert table["result"].to_pylist() == ["pass", "scored", "fail", "pass", "fail", "pass", "error"]
    assert (summary.passed, summary.failed, summary.scored, summary.errors) == (3, 2, 1, 1)
    _same(path, Rules("xiangyang"))


def test_records_with_anything_in_them(tmp_path: Path) -> None:
    """Lines within a field, halves of a character, and marks that a hands file cuts at, are only text here."""
    path = tmp_path / "hands.jsonl"
    star = "46t 88t 123b 789b ZZZ @5t"
    odd = ["a\nb", f"{star}\n{star}", "\ud800", f"x: {star}", f"{star} # c", f"classic | {star}", f"{star} => 2"]
    records = [{"id": odd[i % 3], "hand": hand} for i, hand in enumerate([*odd, f" {star} "])]
    for some in (records, [each for each in records if "\n" not in each["hand"]]):
        path.write_text("".join(json.dumps(each) + "\n" for each in some))
        rows = _columns([str(path)], Rules("xiangyang"))[0].to_pylist()
        outcomes = [judge(row, Rules("xiangyang")) for row in read([str(path)]) if row]
        cells = [dict(zip(CSV_COLUMNS, outcome_cells(outcome, "en"), strict=True)) for outcome in outcomes]
        assert [row["message"] for row in rows] == [
            each["message"] and each["message"].encode("utf-8", "backslashreplace").decode() for each in cells
        ]
        assert [row["id"] for row in rows] == [each["id"].replace("\ud800", "\\ud800") for each in cells]
        assert rows[-1]["fan"] == 2


def test_random_records(tmp_path: Path) -> None:
    random = Random(34)
    path = tmp_path / "hands.jsonl"
    records = [
        {
            "id": random.choice([*IDS, "", None]),
            "variant": random.choice([*VARIANTS, "", "", None]),
            "hand": line.replace("\udcff", ""),
            "expect": random.choice([*EXPECTED, None, None]),
        }
        for line in _lines(random, 1500)
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    _same(path, Rules("xiangyang"))


def test_several_files_in_order_and_in_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", 4_000)
    files = []
    for name in ("a.txt", "b.txt", "c.csv"):
        path = tmp_path / name
        lines = [str(random_hand(Random(f"{name}{seed}"), winning=1)) for seed in range(300)]
        path.write_text("\n".join((["hand"] if name == "c.csv" else []) + lines))
        files.append(str(path))
    files.append(files[0])
    one, three = (_columns(files, Rules("xiangyang"), jobs=jobs) for jobs in (1, 2))
    assert one == three
    assert one[0]["file"].to_pylist() == [file for file in files for _ in range(300)]
    assert one[0]["line"].to_pylist() == [*range(1, 301), *range(1, 301), *range(2, 302), *range(1, 301)]


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_groups_are_written_as_they_come_without_seeking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    from kwx_cli.batch import arrow

    monkeypatch.setattr(arrow, "GROUP_ROWS", 1_000)
    monkeypatch.setattr(reading, "BLOCK_BYTES", 30_000)
    path = tmp_path / "lines.txt"
    path.write_text("".join(f"{random_hand(Random(seed), winning=1)}\n" for seed in range(500)) * 9)
    table, _ = _columns([str(path)], Rules("xiangyang"))

    class Pipe(io.BytesIO):
        def seek(self, *args: object) -> int:
            raise io.UnsupportedOperation

    sizes = []
    stream = Pipe()
    writer = TableWriter(stream, format)
    for batch in table.to_batches():
        writer.add(pa.Table.from_batches([batch]))
        sizes.append(len(stream.getvalue()))
    writer.close()
    assert len(set(sizes)) > 2
    found = pa.BufferReader(stream.getvalue())
    if format == "parquet":
        import pyarrow.parquet as pq

        assert pq.ParquetFile(found).num_row_groups > 2
        assert pq.read_table(found) == table
    else:
        file = pa.ipc.open_file(found)
        assert file.num_record_batches > 2
        assert file.read_all() == table


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_what_was_broken_off_is_no_file(format: str) -> None:
    stream = io.BytesIO()
    writer = TableWriter(stream, format)
    writer.drop()
    del writer
    import pyarrow.parquet as pq

    read_file = pq.read_table if format == "parquet" else pa.ipc.open_file
    with pytest.raises(pa.ArrowException):
        read_file(pa.BufferReader(stream.getvalue()))


@pytest.mark.parametrize("block", [20, 1 << 18])
def test_a_fan_of_more_than_64_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", block)
    path = tmp_path / "hands.txt"
    path.write_text("1122334455667t @7t+liang\n")
    settings = tuple(f"values.{pattern}=999999999" for pattern in ("qidui", "qingyise", "liangdao"))
    with pytest.raises(FileError, match="64 bits"):
        _columns([str(path)], Rules("xiangyang-wuxian", settings))


def test_a_table_of_scores_has_the_same_columns(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    random = Random(33)
    hands = [*(str(random_hand(random, winning=0.9)) for _ in range(500)), "22B"]
    path.write_text("\n".join(hands))
    of_batch = _columns([str(path)], Rules("kawuxin"))[0]
    of_scores = to_arrow(score_hands(hands, load_variant("kawuxin")))
    names = ["status", "fan", "product", "allowed", "extra", "patterns"]
    assert of_scores.column_names == names
    assert of_scores.schema == of_batch.select(names).schema
    assert of_scores["status"].to_pylist()[-1] == "error"
    assert of_scores.drop(["status"]) == of_batch.select(names[1:])
    assert of_scores["status"].to_pylist()[:-1] == of_batch["status"].to_pylist()[:-1]
