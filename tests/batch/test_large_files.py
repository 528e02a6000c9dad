"""Large files are read many lines at once: the bytes that come out are those of the row by row path."""

from __future__ import annotations

import csv
import json
import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from kwx_cli.batch import reading
from kwx_cli.batch.judging import Rules, Summary
from kwx_cli.batch.reading import Block, Records, chunks, portions, read
from kwx_cli.batch.running import Chunk, run
from kwx_cli.grammar.hands_file import split_line
from kwx_cli.output.batch import REPORTS, Style
from tests.support import kwx

from .hands import random_hand

ROOT = Path(__file__).resolve().parents[2]
FORMATS = list(REPORTS)
IDS = ["a1", "x,y", '"q"', "id with space", "编号", "long-id_9.3", "5t", "Z"]
VARIANTS = ["xiaogan", "kawuxin", "suizhou", "nonsense", "襄阳", "qiabazhang", "xiangyang-manhu"]
EXPECTED = [
    "8", "2 kawuxing", "no-win", "1 not-allowed", "error", "error fifth-tile", "4 qidui", "blah", "1 pihu", "1",
    "", "  ", "waits 5t", "waits none", "distance 0", "distance 2", "distance -1", "discard 5t",
]  # fmt: skip


def _lines(random: Random, number: int) -> list[str]:
    """Return lines of a hands file, most of them plain wins, the others with all that a line may hold."""
    lines = []
    for _ in range(number):
        text = str(random_hand(random, waiting=random.random() < 0.1, winning=0.9))
        fate = random.random()
        if fate < 0.05:
            text = text.replace(" ", "  ")
        elif fate < 0.1:
            groups = text.split(" ")
            random.shuffle(groups)
            text = " ".join(groups)
        elif fate < 0.13:
            text = text[: random.randrange(len(text))] + random.choice("15bZ@+x,é") + text
        elif fate < 0.16:
            text = random.choice(["# 注释", "", "   ", "\t# x"])
        if random.random() < 0.15:
            text = f"{random.choice(VARIANTS)} | {text}"
        if random.random() < 0.15:
            text = f"{random.choice(IDS)}: {text}"
        if random.random() < 0.15:
            text += f" => {random.choice(EXPECTED)}"
        if random.random() < 0.1:
            text += random.choice([" # comment", " # 中文", " # a | b => c", "\r", " #"])
        lines.append(text + ("\udcff" if random.random() < 0.002 else ""))
    return lines


def _report(work: list[Chunk], rules: Rules, format: str, jobs: int = 1) -> tuple[bytes, Summary]:
    report = REPORTS[format]
    total = Summary()
    parts = []
    style = Style("zh" if format in ("csv", "github") else "en", False, True)
    render = partial(report.chunk, style=style)
    for text, summary in run(iter(work), rules, render, jobs, report.between, report.explained):
        total += summary
        if text:
            parts.append(text if isinstance(text, bytes) else text.encode())
    found = report.between.encode().join(parts)
    # Columns are as wide as the cells of their chunk, and chunks end elsewhere.
    return re.sub(b"  +", b"  ", found) if format == "table" else found, total


def _same(path: Path, rules: Rules, format: str, encoding: str = "utf-8") -> None:
    blocks = list(portions([str(path)], None, encoding))
    assert any(isinstance(block, Block) for block in blocks)
    rows = list(chunks(read([str(path)], None, encoding)))
    fast, slow = _report(blocks, rules, format), _report(list(rows), rules, format)
    assert fast[0].split(b"\n") == slow[0].split(b"\n")
    assert fast == slow


RULES = [
    Rules("xiangyang"),
    Rules("kawuxin", ("sigui.scope=any", "sigui.needs_triplet=true")),
    Rules("qiabazhang", ("extras.shukan=true", "sigui.scope=big")),
]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.variant)
def test_random_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, rules: Rules) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", 6_000)
    path = tmp_path / "lines.txt"
    text = "\n".join(_lines(Random(rules.variant), 400))
    path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8", "surrogateescape"))
    _same(path, rules, format)


def test_plain_wins_under_every_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kwx_cli.variants.loading import variant_ids

    monkeypatch.setattr(reading, "BLOCK_BYTES", 6_000)
    path = tmp_path / "wins.txt"
    random = Random(21)
    path.write_text("".join(f"{random_hand(random, winning=0.97)}\n" for _ in range(500)))
    for variant in variant_ids():
        _same(path, Rules(variant), "jsonl")


def test_words_of_a_variant_that_look_like_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A source called 5t must not be taken for the winning tile."""
    monkeypatch.setattr(reading, "BLOCK_BYTES", 6_000)
    house = tmp_path / "Z.toml"
    house.write_text(
        'extends = "kawuxin"\ntexts = ["5t"]\n[name]\nen = "5t"\n[sources]\n5t = "Z"\n'
        '[values]\nkawuxing = { value = 3, source = "5t" }\nansigui = { value = 4, source = "5t" }\n'
    )
    path = tmp_path / "5t.txt"
    random = Random(22)
    path.write_text("".join(f"{random_hand(random, winning=0.97)}\n" for _ in range(500)))
    for format in FORMATS:
        _same(path, Rules(str(house)), format)


def test_expectations_that_name_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a line expects stays as it is, where its tiles are those of the hand the kind was made from."""
    monkeypatch.setattr(reading, "BLOCK_BYTES", 200)
    path = tmp_path / "waits.txt"
    path.write_text(
        "".join(f"4588t 111b+pon 222b+pon 333b+pon @{win} => waits 5t 6t 3t\n" for win in ("6t", "3t", "6t", "3t"))
        + "".join(
            f"{held}t ZZ 111b+pon 222b+pon 333b+pon @{win} => waits 5t\n"
            for held, win in (("46", "5t"), ("13", "2t"), ("57", "6t"))
        )
    )
    for format in FORMATS:
        _same(path, Rules("kawuxin"), format)


def test_control_characters_in_expectations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """White space to Python, but not to the grammar of expectations, unless it ends the line."""
    monkeypatch.setattr(reading, "BLOCK_BYTES", 200)
    path = tmp_path / "lines.txt"
    expected = ("4", "8 qidui", "no-win", "error", "waits 5t", "distance 2")
    ends = ("\x0b", "\x0c", "\x1c", "\x1f", "\r", "\r\r")
    lines = [
        f"1122334455667t {win}=> {text}\n"
        for win in ("@7t ", "")
        for each in expected
        for end in ends
        for text in (f"{each}{end}", f"{end}{each}", f"{each}{end} # x", f"{each} # x{end}")
    ]
    path.write_bytes("".join(lines).encode())
    for format in FORMATS:
        _same(path, Rules("xiangyang"), format)


SETTINGS = [
    ("sigui.scope=any",),
    ("sigui.scope=won", "sigui.scope_in_flush=any", "cap=8"),
    ("sigui.scope=big", "sigui.big_at=4", "sigui.big_counts_events=true", "extras.qiabazhang=true"),
    ("sigui.needs_triplet=true", "sigui.scope=any", "extras.shukan=true"),
    ("shouzhuayi_includes_pengpenghu=true", "min_fan.discard=4", "min_fan.zimo=2"),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings[0])
def test_wins_with_settings_on_every_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: tuple[str, ...]
) -> None:
    from kwx_cli.variants.loading import variant_ids

    monkeypatch.setattr(reading, "BLOCK_BYTES", 6_000)
    path = tmp_path / "wins.txt"
    random = Random(settings[0])
    for format, variant in zip(FORMATS * 9, variant_ids(), strict=False):
        path.write_text("".join(f"{random_hand(random, winning=1)}\n" for _ in range(300)))
        _same(path, Rules(variant, settings), format)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_encodings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", 5_000)
    path = tmp_path / "lines.txt"
    lines = [line.replace("\udcff", "").replace("é", "") for line in _lines(Random(23), 250)]
    path.write_bytes("\r\n".join(lines).encode(encoding) + b"\n\xff\xff 11b @1b\n11b @1b # \xff\n")
    _same(path, Rules("xiangyang"), "jsonl", encoding)


def test_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", 200)
    for path in (ROOT / "samples").rglob("*.txt"):
        if len(path.read_bytes()) > 200:
            for format in FORMATS:
                _same(path, Rules("xiangyang"), format)


@pytest.mark.parametrize("format", FORMATS)
def test_a_fan_of_more_than_64_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    """Once a column cannot hold it, lines go one by one, which gives what it is."""
    monkeypatch.setattr(reading, "BLOCK_BYTES", 200)
    path = tmp_path / "hands.txt"
    path.write_text("1122334455667t @7t\n# none\n\n22B\n1122334455667t @7t+liang\n" * 10 + "1122334455667t @7t\n" * 20)
    settings = tuple(f"values.{pattern}=999999999" for pattern in ("qidui", "qingyise", "liangdao"))
    _same(path, Rules("xiangyang-wuxian", settings), format)


def test_blocks_are_whole_lines_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", 100)
    path = tmp_path / "lines.txt"
    data = b"".join(b"%d" % 10 ** (n % 150) + b"\n" for n in range(400)) + b"no end"
    path.write_bytes(data)
    blocks = [block for block in portions([str(path)]) if isinstance(block, Block)]
    assert b"".join(block.data for block in blocks) == data
    offset, line = 0, 1
    for block in blocks:
        assert (block.offset, block.line) == (offset, line)
        assert block is blocks[-1] or block.data.endswith(b"\n")
        offset += len(block.data)
        line += block.data.count(b"\n")


def _records(random: Random, number: int) -> list[dict[str, object]]:
    """Return the records of lines, and some that are none."""
    records: list[dict[str, object]] = []
    for line in _lines(random, number):
        if parts := split_line(line.replace("\udcff", "")):
            hand = parts.hand + random.choice(["", "", "", "", "", "", " # x", " => 8", "\n", "\r", "\t", "\x0b5t"])
            records.append({"id": parts.id, "variant": parts.variant, "hand": hand, "expect": parts.expectation})
    return records


@pytest.mark.parametrize("format", FORMATS)
def test_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    monkeypatch.setattr(reading, "BLOCK_RECORDS", 60)
    random = Random(25)
    records = _records(random, 250)
    as_csv, as_json = tmp_path / "records.csv", tmp_path / "records.jsonl"
    with as_csv.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["id", "variant", "hand", "expect"])
        writer.writeheader()
        for record in records:
            writer.writerow(record)
            file.write(random.choice(["", "", "", "\n", '1,2,"3\n']))
    spoilt = [
        "",
        "{",
        "[1]",
        '{"hand": 5}',
        '{"hand": ["5t"]}',
        '{"hnad": "5t"}',
        '{"hand": "é"}',
        '{"id": 7, "hand": "5t"}',
    ]
    lines = [json.dumps(record) for record in records]
    as_json.write_text("\n".join(line for each in lines for line in (each, random.choice([*spoilt, each, each]))))
    for path in (as_csv, as_json):
        large, small = list(portions([str(path)])), list(chunks(read([str(path)])))
        assert sum(isinstance(chunk, Records) for chunk in large) > 2
        assert _report(large, Rules("xiangyang"), format) == _report(list(small), Rules("xiangyang"), format)


@pytest.mark.parametrize("format", FORMATS)
def test_halves_of_a_character(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    """JSON can hold them, and so can the name of a file; a report has them as escapes."""
    path = tmp_path / "records\udcff.jsonl"
    records = [{"id": "\ud800", "hand": "11b @1b"}, {"hand": "11b \ud800"}, {"hand": "1122334455667t @7t"}]
    path.write_text("".join(json.dumps(record) + "\n" for record in records * 3))
    file = tmp_path / "report"
    reports = []
    for size in (1000, 2):
        monkeypatch.setattr(reading, "BLOCK_RECORDS", size)
        assert kwx("batch", str(path), "--format", format, "-o", str(file)).status == 1
        reports.append(re.sub("  +", "  ", file.read_text("utf-8")))
    assert reports[0] == reports[1]
    assert "\\udcff" in reports[0]


def test_few_records_are_not_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "BLOCK_RECORDS", 60)
    path = tmp_path / "records.jsonl"
    path.write_text('{"hand": "11b @1b"}\n' * 59)
    assert not any(isinstance(chunk, Records) for chunk in portions([str(path)]))


def test_jobs_do_not_change_the_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "BLOCK_BYTES", 4_000)
    path = tmp_path / "lines.txt"
    path.write_text("".join(f"{random_hand(Random(seed), winning=1)}\n" for seed in range(300)))
    blocks = list(portions([str(path)]))
    assert _report(blocks, Rules("xiangyang"), "jsonl", 2) == _report(blocks, Rules("xiangyang"), "jsonl")
