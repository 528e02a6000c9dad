"""``kwx batch -o``: the form by the ending, the whole file or none; and reports as columns."""

from __future__ import annotations

import gzip
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kwx_cli.output.batch import CSV_COLUMNS
from tests.commands.test_running import HANDS, STAR, resident, started, yes
from tests.support import ROOT, SAMPLES, kwx

BAD = str(ROOT / "tests/commands/hands.txt")


def _table(path: Path | io.BytesIO, format: str) -> Any:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    return pq.read_table(path) if format == "parquet" else pa.ipc.open_file(path).read_all()


def _unzst(data: bytes) -> bytes:
    return bytes(pytest.importorskip("zstandard").ZstdDecompressor().stream_reader(io.BytesIO(data)).read())


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("report.csv", "csv"), ("report.json", "json"), ("report.jsonl", "jsonl"), ("report.ndjson", "jsonl"),
        ("report", "table"), ("report.txt", "table"), ("report.xml", "table"),
    ],
)  # fmt: skip
def test_the_ending_names_the_format(name: str, format: str, tmp_path: Path) -> None:
    file = tmp_path / name
    ran = kwx("batch", BAD, "-o", str(file))
    told = kwx("batch", BAD, "--format", format)
    assert (ran.status, ran.out, ran.err) == (told.status, "", told.err)
    assert file.read_text("utf-8") == told.out
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("format", ["table", "json", "jsonl", "csv", "github", "junit"])
def test_the_option_goes_before_the_ending(format: str, tmp_path: Path) -> None:
    file = tmp_path / "report.csv"
    assert kwx("batch", BAD, "-o", str(file), "--format", format, "--lang", "zh").status == 1
    assert file.read_text("utf-8") == kwx("batch", BAD, "--format", format, "--lang", "zh").out


@pytest.mark.parametrize(("ending", "unpack"), [("gz", gzip.decompress), ("zst", _unzst)])
@pytest.mark.parametrize("format", ["csv", "jsonl", "junit"])
def test_packed(ending: str, unpack: Any, format: str, tmp_path: Path) -> None:
    if ending == "zst":
        pytest.importorskip("zstandard")
    large = tmp_path / "large.txt"
    large.write_text(f"{STAR} => 2\n" * 12_000)
    file = tmp_path / f"report.csv.{ending}"
    assert kwx("batch", str(large), "-o", str(file), "--format", format).status == 0
    data = file.read_bytes()
    assert unpack(data).decode() == kwx("batch", str(large), "--format", format).out
    assert len(data) < 100_000
    kwx("batch", str(large), "-o", str(file), "--format", format)
    assert file.read_bytes() == data


def test_a_hyphen_is_standard_output() -> None:
    assert kwx("batch", BAD, "--format", "csv", "-o", "-").out == kwx("batch", BAD, "--format", "csv").out


def test_a_file_has_no_colour_unless_it_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "report"
    assert kwx("batch", BAD, "-o", str(file), terminal=True).status == 1
    assert "\x1b" not in file.read_text("utf-8")
    kwx("batch", BAD, "-o", str(file), "--color", "always")
    assert "\x1b" in file.read_text("utf-8")


@pytest.mark.parametrize("name", ["report.csv", "report.csv.gz", "report.parquet"])
def test_a_run_that_fails_leaves_what_was_there(name: str, tmp_path: Path) -> None:
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    file = tmp_path / name
    file.write_text("before")
    ran = kwx("batch", HANDS, str(tmp_path / "nowhere.txt"), "-o", str(file))
    assert ran.status == 2
    assert "nowhere.txt: No such file or directory" in ran.err
    assert file.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "jobs", "sent"),
    [
        *((f"report.{ending}", jobs, signal.SIGINT) for ending in ("csv.gz", "parquet", "arrow") for jobs in "12"),
        ("report.csv.gz", "1", signal.SIGTERM),
        ("report.parquet", "2", signal.SIGTERM),
    ],
)
def test_an_interrupt_leaves_no_file(name: str, jobs: str, sent: signal.Signals, tmp_path: Path) -> None:
    if not name.endswith("gz"):
        pytest.importorskip("pyarrow")
    source = yes()
    file = tmp_path / name
    with started("batch", "-", "-o", str(file), "--jobs", jobs, stdin=source.stdout, stderr=subprocess.PIPE) as run:
        assert run.stderr is not None
        until = time.monotonic() + 30
        while not any(each.stat().st_size for each in tmp_path.iterdir()) and time.monotonic() < until:
            time.sleep(0.05)
        run.send_signal(sent)
        errors = run.stderr.read().decode()
        assert run.wait(timeout=30) == 128 + sent
    source.kill()
    source.wait()
    assert source.stdout is not None
    source.stdout.close()
    assert errors == ("interrupted\n" if sent is signal.SIGINT else "")
    assert list(tmp_path.iterdir()) == []


def test_a_name_as_long_as_one_can_be(tmp_path: Path) -> None:
    file = tmp_path / f"{'r' * 251}.csv"
    assert kwx("batch", "-", "-o", str(file), stdin=STAR.encode()).status == 0
    assert file.read_text().startswith("file,")


def test_no_name(tmp_path: Path) -> None:
    ran = kwx("batch", "-", "-o", "", stdin=STAR.encode())
    assert (ran.status, ran.out) == (2, "")
    assert 'cannot write "": it has no name' in ran.err


def test_the_file_keeps_its_rights_and_its_links(tmp_path: Path) -> None:
    file, link = tmp_path / "report.csv", tmp_path / "link.csv"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    assert kwx("batch", HANDS, "-o", str(link)).status == 0
    assert link.is_symlink()
    assert file.read_text("utf-8").startswith("file,line,")
    assert file.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0)
    os.umask(mask)
    kwx("batch", HANDS, "-o", str(tmp_path / "new.csv"))
    assert (tmp_path / "new.csv").stat().st_mode & 0o777 == 0o666 & ~mask


def test_the_input_may_be_the_output(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(f'{{"hand": "{STAR}", "id": "a"}}\n')
    assert kwx("batch", str(file), "-o", str(file)).status == 0
    assert '"schema": "kwx.score/1"' in file.read_text("utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
def test_devices_are_written_as_they_are(format: str) -> None:
    if format != "csv":
        pytest.importorskip("pyarrow")
    assert kwx("batch", HANDS, "-o", os.devnull, "--format", format).status == 0
    assert Path(os.devnull).is_char_device()
    with started("batch", HANDS, "-o", "/dev/full", "--format", format, stderr=subprocess.PIPE) as run:
        assert run.stderr is not None
        assert run.stderr.read().decode() == "kwx: No space left on device\n"
        assert run.wait(timeout=30) == 2


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd")
def test_a_pipe_by_its_number_is_written_as_it_is() -> None:
    """As a shell has it: ``-o >(gzip > report.gz)``, or ``-o /dev/stdout`` before a pipe."""
    ours, theirs = os.pipe()
    with started("batch", HANDS, "-o", f"/dev/fd/{theirs}", "--format", "csv", pass_fds=(theirs,)) as run:
        os.close(theirs)
        with open(ours, "rb") as pipe:
            assert pipe.read().decode() == kwx("batch", HANDS, "--format", "csv").out
        assert run.wait(timeout=30) == 0


# Columns.


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_columns_say_what_csv_says(format: str, lang: str, tmp_path: Path) -> None:
    import csv

    pytest.importorskip("pyarrow")
    file = tmp_path / f"report.{format}"
    files = [BAD, str(SAMPLES / "hands.csv"), str(SAMPLES / "hands.jsonl")]
    ran = kwx("batch", *files, "-o", str(file), "--lang", lang)
    told = kwx("batch", *files, "--format", "csv", "--lang", lang)
    assert (ran.status, ran.out, ran.err) == (told.status, "", told.err)
    rows = list(csv.DictReader(io.StringIO(told.out)))
    for row, cells in zip(_table(file, format).to_pylist(), rows, strict=True):
        assert list(row) == list(cells)
        for name, cell in cells.items():
            value = row[name]
            if isinstance(value, list):
                value = " ".join(value)
            assert cell == ("" if value is None else str(value).lower() if isinstance(value, bool) else str(value))


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_columns_through_a_pipe(format: str, jobs: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / f"report.{format}"
    kwx("batch", BAD, "-o", str(file))
    with started(
        "batch", BAD, "--format", format, "--jobs", jobs, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as run:
        out, _ = run.communicate(timeout=60)
    assert run.returncode == 1
    assert _table(io.BytesIO(out), format) == _table(file, format)


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_an_empty_report_as_columns(format: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / f"report.{format}"
    for content in ("", "# nothing\n"):
        (tmp_path / "hands.txt").write_text(content)
        assert kwx("batch", str(tmp_path / "hands.txt"), "-o", str(file)).status == 0
        assert _table(file, format).num_rows == 0
        assert _table(file, format).num_columns == len(CSV_COLUMNS)


@pytest.mark.parametrize("source", ["parquet", "arrow", "feather"])
@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_columns_in_and_columns_out(source: str, format: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.feather as feather
    import pyarrow.parquet as pq

    table = pa.table({
        "id": ["a", None, "c", "d"] * 700,
        "variant": [None, "kawuxin", "qiabazhang", "nonsense"] * 700,
        "hand": [STAR, "22B", "46t 88t 789b 123b 9999t+an @5t", STAR] * 700,
        "expect": ["2 kawuxing", "error", "4", None] * 700,
    })  # fmt: skip
    hands, report = tmp_path / f"hands.{source}", tmp_path / f"report.{format}"
    if source == "parquet":
        pq.write_table(table, hands)
    else:
        feather.write_feather(table, hands)
    assert kwx("batch", str(hands), "-o", str(report)).status == 1
    rows = _table(report, format).to_pylist()
    assert len(rows) == 2800
    names = ("line", "id", "variant", "hand", "fan", "patterns", "expected", "result", "code")
    assert [tuple(row[name] for name in names) for row in rows[-4:]] == [
        (2797, "a", "xiangyang", "123789b 4688t ZZZ @5t", 2, ["kawuxing"], "2 kawuxing", "pass", None),
        (2798, None, "kawuxin", "22B", None, None, "error", "pass", "digit-honour"),
        (2799, "c", "qiabazhang", "123789b 4688t 9999t+an @5t", 2, ["kawuxing"], "4", "fail", None),
        (2800, "d", "nonsense", STAR, None, None, None, "error", "unknown-variant"),
    ]


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_no_bytes_for_a_terminal(format: str) -> None:
    ran = kwx("batch", HANDS, "--format", format, terminal=True)
    assert (ran.status, ran.out) == (2, "")
    assert "[binary-terminal]" in ran.err
    assert f"-o hands.{format}" in ran.err


@pytest.mark.parametrize(
    ("args", "extra"),
    [
        ([HANDS, "--format", "parquet"], "arrow"),
        ([HANDS, "-o", "report.arrow"], "arrow"),
        ([HANDS, "-o", "report.csv.zst"], "zstd"),
        (["hands.parquet"], "arrow"),
        (["hands.txt.zst"], "zstd"),
    ],
)
def test_a_package_that_is_missing(
    args: list[str], extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kwx_cli.batch import arrow

    for cached in (arrow.arrow, arrow.schema):
        cached.cache_clear()
    for name in ("pyarrow", "pyarrow.parquet", "zstandard"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.chdir(tmp_path)
    for name in ("hands.parquet", "hands.txt.zst"):
        (tmp_path / name).touch()
    ran = kwx("batch", *args)
    assert (ran.status, ran.out) == (2, "")
    assert "[missing-package]" in ran.err
    assert f"pip install 'kwx-cli[{extra}]'" in ran.err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["hands.parquet", "hands.txt.zst"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_columns_in_constant_memory_until_the_reader_goes(format: str, jobs: str) -> None:
    pytest.importorskip("pyarrow")
    source = yes()
    with started(
        "batch", "-", "--format", format, "--jobs", jobs,
        stdin=source.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        assert run.stdout is not None
        assert run.stderr is not None
        size = 60_000 if format == "parquet" else 1_000_000
        sizes = []
        for _ in range(2):
            run.stdout.read(size)
            sizes.append(resident(run.pid))
        run.stdout.close()
        status = run.wait(timeout=60)
        errors = run.stderr.read().decode()
    source.kill()
    source.wait()
    assert source.stdout is not None
    source.stdout.close()
    assert sizes[1] - sizes[0] < 60_000, f"{sizes} KB"
    assert status == 141
    assert errors == ""
