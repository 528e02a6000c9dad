"""What ``kwx discard``, ``kwx call``, and ``kwx waits`` on a hand that does not wait print: golden files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from kwx_cli.output.text import width
from tests.support import ROOT, kwx

CASES: dict[str, tuple[int, list[str]]] = {
    "discard": (0, ["discard", "46t 123b 889t 789b ZZZ"]),
    "discard-without-value": (0, ["discard", "46t 123b 889t 789b ZZZ", "--draws", "0"]),
    "discard-two-away": (0, ["discard", "12346b 34679t ZZ FF", "--wall", "20"]),
    "discard-gives-up": (0, ["discard", "1111b 22b 33b 44t 55t 6t Z", "--seen", "6t ZZ", "--draws", "6"]),
    "discard-flags": (0, ["discard", "2245667t 111b+pon 222b+pon 9t", "-v", "kawuxin"]),
    "discard-danger": (0, ["discard", "46t 123b 889t 789b ZZZ", "--against", "9t=8 4t", "-v", "xiangyang-3d"]),
    "discard-bao": (0, ["discard", "46t 123b 889t 789b ZZZ", "--against", "9t=8", "--against", "9t Z"]),
    "discard-forced": (0, ["discard", "Z F ZZZ+pon FFF+pon 111b+pon 222b+pon", "--against", "ZF", "-v", "shiyan"]),
    "discard-complete": (0, ["discard", "46t 123b 88t 789b ZZZ @5t"]),
    "discard-refused": (1, ["discard", "46t 123b 88t 789b ZZZ"]),
    "call-pon": (0, ["call", "55t 123b 79b ZZ FFF 8t", "5t"]),
    "call-kong": (0, ["call", "123b 46t 888t 79b ZZ F", "8t", "--wall", "16"]),
    "call-win": (0, ["call", "46t 123b 88t 789b ZZZ", "5t"]),
    "call-drawn": (0, ["call", "123b 46t 888t 79b ZZ F", "8t", "--drawn"]),
    "call-robbed": (0, ["call", "46t 88t 123b 79b F 555b+pon", "5b", "--drawn", "--against", "5b=4"]),
    "call-without-value": (0, ["call", "1122344b 55t ZZ 9t 7b", "5t", "--draws", "0"]),
    "call-refused": (1, ["call", "46t 123b 889t 789b ZZZ", "5t"]),
    "waits-how-far": (1, ["waits", "1245b 3467t ZZ FF 9b", "--seen", "3b 2t 2t"]),
    "waits-how-far-melded": (1, ["waits", "ZFB1b ZZZ+pon FFF+pon BBB+pon"]),
    "batch-advice": (0, ["batch", "--all", "samples/advice.txt"]),
}
MACHINE = ("discard", "discard-danger", "call-kong", "call-win", "waits-how-far", "batch-advice")


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", CASES)
def test_text(name: str, lang: str, golden: Callable[[str, str], None]) -> None:
    status, args = CASES[name]
    ran = kwx(*args, "--lang", lang)
    assert ran.status == status
    golden(f"advice/{name}.{lang}.txt", f"{ran.out}{ran.err}[exit {ran.status}]\n")


@pytest.mark.parametrize("name", [name for name in CASES if name not in ("batch-advice",)])
def test_the_columns_line_up(name: str) -> None:
    """Below each rule of a table every cell starts where its column does, in display cells."""
    lines = kwx(*CASES[name][1], "--lang", "zh").out.splitlines()
    for at, line in enumerate(lines):
        if set(line.strip()) == {"-", " "} and line.strip():
            header = lines[at - 1]
            assert width(header) <= width(line)


@pytest.mark.parametrize("format", ["json", "jsonl", "csv"])
@pytest.mark.parametrize("name", MACHINE)
def test_machine_formats(name: str, format: str, golden: Callable[[str, str], None]) -> None:
    status, args = CASES[name]
    ran = kwx(*args, "--format", format)
    assert ran.status == status
    golden(f"advice/{name}.{format}", ran.out)
    if format == "csv":
        rows = list(csv.reader(io.StringIO(ran.out)))
        assert len({len(row) for row in rows}) == 1
    else:
        for document in [ran.out] if format == "json" else ran.out.splitlines():
            assert json.loads(document)["schema"].startswith("kwx.")


def test_every_table_and_record_say_the_same() -> None:
    text = kwx("discard", "46t 123b 889t 789b ZZZ", "--lang", "en").out
    record = json.loads(kwx("discard", "46t 123b 889t 789b ZZZ", "--format", "json").out)
    assert record["order"] == "value"
    for each in record["discards"]:
        assert any(
            line.split()[:1] == [each["discard"]] and f"{each['value']['win']:.1%}" in line
            for line in text.splitlines()
        )


@pytest.mark.parametrize("command", ["discard", "call"])
def test_help_begins_with_examples_that_run(command: str) -> None:
    text = kwx(command, "--help").out
    assert "Examples:" in text
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("kwx ")]
    assert len(lines) >= 3
    for line in lines:
        parts = line.split("'")
        words = [word for i, part in enumerate(parts) for word in ([part] if i % 2 else part.split())]
        assert kwx(*words[1:], "--draws", "2").status == 0, line


@pytest.mark.parametrize("text", ["distance", "distance x", "distance 1 2", "discard", "discard none", "discard 0t"])
def test_bad_expectations(text: str) -> None:
    ran = kwx("batch", "-", "--lang", "en", stdin=f"4688t => {text}\n".encode())
    assert ran.status == 1
    assert "error[" in ran.out


def test_missed_expectations_say_what_came_out() -> None:
    lines = "4688t => distance 1\n46t 123b 889t 789b ZZZ => discard 4t 8t\n"
    ran = kwx("batch", "-", "--lang", "en", stdin=lines.encode())
    assert ran.status == 1
    assert "expected distance 1; got distance 0" in ran.out
    assert "expected discard 4t 8t; got discard 9t" in ran.out
