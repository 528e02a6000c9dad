"""What each command prints, in each format and both languages, held against tests/golden/.

After a change that is meant: pytest --update-golden, and read the difference.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from kwx_cli.output.text import width
from tests.support import ROOT, Ran, kwx

KONG = "46t 123b 88t 789b 9999t+an @5t+gangkai+liang"
CASES: dict[str, tuple[int, str]] = {
    # name: exit status, command line; the hand is one argument where it stands in quotes
    "score": (0, f"score '{KONG}'"),
    "score-alternatives": (0, "score '1122334455566t @5t'"),
    "score-not-counted": (0, "score '1111234567899b @9b'"),
    "score-big": (0, "score '111123b 999978b 5b @5b' -v kawuxin"),
    "score-capped": (0, "score '1122334456677t @5t+pao+liang' -v xiangyang-manhu"),
    "score-not-allowed": (1, "score '13t 456t 789b 123b ZZ @2t+pao' -v xiangyang-manhu"),
    "score-no-win": (1, "score '46t 88t 123b 789b ZZZ @4t'"),
    "score-no-win-no-wait": (1, "score '13579t 2468b ZZFF @1b'"),
    "score-extras": (0, "score '33t 55t 123b 111t ZZZ @3t+liang' -v xiaogan"),
    "score-qiabazhang": (0, "score '1b 3333b+an 5555b+zhi 6666b+bu 7777b+kan @1b' -v qiabazhang"),
    "score-absorbed": (0, "score '5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t'"),
    "score-sanyuanqidui": (0, "score 'ZZBBFF 222244t 9b @9b'"),
    "score-dasanyuan": (0, "score '46t 11b ZZZ FFF+pon BBB+pon @5t+qianggang+liang' -v xiangyang-3d"),
    "score-payer-revealed": (0, "score '46t 88t 123b 789b ZZZ @5t+pao+liang+duiliang' -v xiangyang-3d"),
    "score-set": (0, "score '46t 88t 123b 789b ZZZ @5t+haidi' --set values.haidilao=3 --set cap=4"),
    "score-each-tile": (0, "score '112233b 4455667t 7t'"),
    "score-each-tile-none": (1, "score '13579t 2468b ZZFF 1b'"),
    "score-refused": (1, "score '4556t 22B ZZZ+pong @5t'"),
    "waits": (0, "waits '1112345678999b'"),
    "waits-flags": (0, "waits '2245556t 111b+pon 222b+pon' -v classic"),
    "waits-seen": (0, "waits '46t 88t 123b 789b ZZZ' --seen '5t 5t' --liang"),
    "waits-mingsigui": (0, "waits '45t 77t 123b 789b 333t+pon'"),
    "waits-not-allowed": (0, "waits '45t 77t 123b 789b 333t+pon' -v xiangyang-manhu"),
    "waits-exhausted": (1, "waits '123456789t 1111b'"),
    "waits-none": (1, "waits '13579t 2468b ZZFF'"),
    "waits-part": (0, "waits 4688t"),
    "waits-refused": (1, "waits '4556t 22b ZZZ+pon'"),
    "compare": (0, "compare '5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t'"),
    "compare-flush": (0, "compare '1111234567899b @9b' --with samples/house.toml"),
    "compare-same": (0, "compare '46t 88t 123b 789b ZZZ @5t+pao'"),
    "compare-no-win": (1, "compare '46t 88t 123b 789b ZZZ @4t'"),
    "variants-list": (0, "variants list"),
    "variants-show": (0, "variants show xiangyang-3d"),
    "variants-show-set": (0, "variants show xiangyang --set cap=8"),
    "variants-show-own": (0, "variants show samples/house.toml"),
    "variants-diff": (0, "variants diff xiangyang kawuxin"),
    "variants-diff-none": (0, "variants diff xiangyang xiangyang"),
    "variants-check": (0, "variants check samples/house.toml"),
    "variants-check-bad": (2, "variants check samples/house.toml samples/errors/unknown-key.toml"),
    "explain": (0, "explain ansigui"),
    "explain-unlisted": (0, "explain 三元七对"),
    "parse": (0, "parse 🀋🀌🀍 红中红中 @5t+海底"),
    "parse-refused": (1, "parse '22B 0t'"),
    "notation": (0, "notation"),
    "batch": (1, "batch --all tests/commands/hands.txt"),
    "batch-quiet": (1, "batch tests/commands/hands.txt"),
    "batch-csv-input": (1, "batch --all tests/commands/hands.csv"),
    "batch-jsonl-input": (1, "batch --all tests/commands/hands.jsonl"),
    "completion-bash": (0, "completion bash"),
    "completion-zsh": (0, "completion zsh"),
    "completion-fish": (0, "completion fish"),
}  # fmt: skip
FORMATS = {
    "score": ("json", "jsonl", "csv"),
    "waits": ("json", "jsonl", "csv"),
    "compare": ("json", "jsonl", "csv"),
    "variants list": ("json", "jsonl", "csv"),
    "variants show": ("json", "jsonl", "csv"),
    "variants diff": ("json", "jsonl", "csv"),
    "variants check": ("json", "jsonl"),
    "explain": ("json", "jsonl", "csv"),
    "parse": ("json", "jsonl"),
    "notation": (),
    "batch": ("json", "jsonl", "csv", "github", "junit"),
    "completion": (),
}
# Enough of each command in the machine formats: the shapes that differ.
MACHINE = (
    "score", "score-alternatives", "score-no-win", "score-extras", "score-each-tile", "score-refused",
    "waits-flags", "waits-exhausted", "waits-part", "waits-refused",
    "compare", "compare-no-win", "variants-list", "variants-show-set", "variants-diff", "variants-check-bad",
    "explain", "parse", "parse-refused", "batch", "batch-csv-input", "batch-jsonl-input",
)  # fmt: skip


def words_of(line: str) -> list[str]:
    """The arguments of a command line; single quotes only."""
    parts = line.split("'")
    return [word for i, part in enumerate(parts) for word in ([part] if i % 2 else part.split())]


def command_of(line: str) -> str:
    words = words_of(line)
    return " ".join(words[:2]) if words[0] == "variants" else words[0]


def formats_of(name: str) -> tuple[str, ...]:
    return FORMATS[command_of(CASES[name][1])]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def shown(ran: Ran, line: str) -> str:
    """What a person sees, with the command above and the exit status below."""
    text = f"$ kwx {line}\n{ran.out}"
    return text + (f"--- stderr\n{ran.err}" if ran.err else "") + f"[exit {ran.status}]\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", CASES)
def test_text(name: str, lang: str, golden: Callable[[str, str], None]) -> None:
    status, line = CASES[name]
    args = words_of(line)
    if args[0] == "completion":
        if lang == "zh":
            pytest.skip("a script has no language")
    else:
        args += ["--lang", lang]
    ran = kwx(*args)
    assert ran.status == status, ran
    assert "Traceback" not in ran.err
    golden(f"{name}.{lang}.txt", shown(ran, " ".join(args)))
    for text in (ran.out, ran.err):
        assert "\x1b" not in text
        assert not any(row != row.rstrip() for row in text.splitlines()), "spaces at the end of a line"
        assert "{" not in text or args[0] in ("completion",) or "value" in text or "zh" not in lang


@pytest.mark.parametrize(("name", "format"), [(name, format) for name in MACHINE for format in formats_of(name)])
def test_machine(name: str, format: str, golden: Callable[[str, str], None]) -> None:
    """English words whatever the locale; valid in its format; the status of the table."""
    status, line = CASES[name]
    ran = kwx(*words_of(line), "--format", format)
    assert ran.status == status
    golden(f"{name}.{format}", ran.out)
    if format == "json":
        json.loads(ran.out)
    elif format == "jsonl":
        records = [json.loads(row) for row in ran.out.splitlines()]
        assert records
    elif format == "csv" and ran.out:
        rows = list(csv.reader(io.StringIO(ran.out)))
        assert len({len(row) for row in rows}) == 1
    elif format == "junit":
        suite = ElementTree.fromstring(ran.out)
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
        assert int(suite.attrib["errors"]) == len(suite.findall("testcase/error"))


@pytest.mark.parametrize("name", MACHINE)
def test_machine_formats_do_not_heed_the_locale(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for format in formats_of(name):
        if format == "github":
            continue  # a person reads it
        args = [*words_of(CASES[name][1]), "--format", format]
        english = kwx(*args)
        monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
        assert kwx(*args).out == english.out
        monkeypatch.delenv("LC_ALL")


@pytest.mark.parametrize("name", [name for name in MACHINE if "json" in formats_of(name)])
def test_json_in_chinese_differs_in_words_only(name: str) -> None:
    def bare(value: object) -> object:
        """Numbers, keys and the shape; words dropped."""
        if isinstance(value, dict):
            worded = ("because", "notes", "note", "message", "hint", "name", "en", "zh", "what")
            return {key: bare(item) for key, item in value.items() if key not in worded}
        return [bare(item) for item in value] if isinstance(value, list) else value

    args = [*words_of(CASES[name][1]), "--format", "json"]
    english, chinese = (json.loads(kwx(*args, "--lang", lang).out) for lang in ("en", "zh"))
    assert bare(english) == bare(chinese)


def test_json_of_one_hand_is_that_of_jsonl() -> None:
    for name in ("score", "waits-flags", "parse", "explain"):
        args = words_of(CASES[name][1])
        assert json.loads(kwx(*args, "--format", "json").out) == json.loads(kwx(*args, "--format", "jsonl").out)


def table_rows(text: str) -> list[str]:
    """The rows of the first table with a rule below its headers, and the rule."""
    lines = text.splitlines()
    rule = next(i for i, line in enumerate(lines) if line.strip() and not line.strip("- "))
    end = next((i for i in range(rule, len(lines)) if not lines[i]), len(lines))
    return [lines[rule], lines[rule - 1], *lines[rule + 1 : end]]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "name", ["waits", "waits-flags", "score-each-tile", "compare", "compare-flush", "variants-list", "variants-show",
             "variants-diff", "notation"],
)  # fmt: skip
def test_columns_line_up_in_display_cells(name: str, lang: str) -> None:
    """Every column of every row starts below its rule, in cells."""
    rule, *rows = table_rows(kwx(*words_of(CASES[name][1]), "--lang", lang).out)
    starts = [at for at, char in enumerate(rule) if char == "-" and (at == 0 or rule[at - 1] == " ")]
    assert len(starts) > 1
    for row in rows:
        cells: list[str] = []
        for char in row:
            cells += [char] + [""] * (width(char) - 1) if width(char) else []
        for start in starts[1:]:
            if len(cells) > start:
                assert cells[start - 1] == cells[start - 2] == " ", f"{row!r} at cell {start}"


def test_colour_changes_nothing_else() -> None:
    import re

    for name in ("score", "waits", "compare", "explain", "batch", "variants-show", "score-refused"):
        args = words_of(CASES[name][1])
        plain, coloured = kwx(*args), kwx(*args, "--color", "always")
        assert "\x1b[" in coloured.out + coloured.err, name
        assert re.sub("\x1b\\[[0-9;]*m", "", coloured.out) == plain.out
        assert re.sub("\x1b\\[[0-9;]*m", "", coloured.err) == plain.err
