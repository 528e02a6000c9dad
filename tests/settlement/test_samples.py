"""The worked samples: what their comments promise, and how they print."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable

import pytest

from kwx_cli.messages import CATALOGUE
from kwx_cli.settlement.tables import tables
from tests.support import ROOT, SAMPLES, kwx

ROUNDS = SAMPLES / "rounds"
ERRORS = SAMPLES / "errors" / "rounds"

TOTALS = {
    "self-draw": {"A": 6, "B": -4, "C": -2},
    "discard": {"A": 16, "B": -16, "C": 0},
    "two-winners": {"A": 8, "B": 0, "C": -8},
    "kongs": {"A": 26, "B": -14, "C": -12},
    "robbed": {"A": 3, "B": -5, "C": 2},
    "draw": {"A": 3, "B": -3, "C": 0},
    "draw-ready": {"A": 2, "B": 2, "C": -4},
    "draw-largest": {"A": 0, "B": 16, "C": -16},
    "forced": {"A": 4, "B": 2, "C": -6},
    "extras": {"A": 36, "B": -16, "C": -20},
    "passed": {"A": 2, "B": -2, "C": 0},
    "table": {"A": 100, "B": 600, "C": -1000},
    "four": {"东": -2, "南": 4, "西": -2, "北": 0},
    "session": {"Wang": -240, "Li": -180, "Zhao": 420},
}


def settle(name: str, *options: str) -> str:
    ran = kwx("settle", str(ROUNDS / f"{name}.toml"), *options)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


@pytest.mark.parametrize(("page", "name"), [("docs/rounds.md", "kongs"), ("README.md", "self-draw")])
def test_the_documentation_shows_what_comes_out(page: str, name: str) -> None:
    assert f"$ kwx settle samples/rounds/{name}.toml\n{settle(name)}```" in (ROOT / page).read_text("utf-8")


def test_the_documentation_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "rounds.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_every_sample_is_here() -> None:
    assert {path.stem for path in ROUNDS.glob("*.toml")} == TOTALS.keys()


@pytest.mark.parametrize("name", TOTALS)
def test_totals(name: str) -> None:
    assert json.loads(settle(name, "--totals", "--format", "json"))["totals"] == TOTALS[name]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_text(lang: str, golden: Callable[[str, str], None]) -> None:
    text = "".join(f"$ kwx settle {name}.toml\n{settle(name, '--lang', lang)}\n" for name in sorted(TOTALS))
    golden(f"settle.{lang}.txt", text + settle("session", "--lang", lang, "--totals"))


@pytest.mark.parametrize("name", ["session.json", "extras.json", "session.jsonl", "session.csv", "table.csv"])
def test_machine(name: str, golden: Callable[[str, str], None]) -> None:
    stem, _, form = name.partition(".")
    golden(f"settle-{name}", settle(stem, "--format", form))


@pytest.mark.parametrize("form", ["json", "csv"])
def test_machine_totals(form: str, golden: Callable[[str, str], None]) -> None:
    golden(f"settle-totals.{form}", settle("session", "--totals", "--format", form))


def test_chinese_changes_words_only() -> None:
    """Everything but the words is the same in both languages."""

    def plain(value: object) -> object:
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items() if key not in ("reason", "message")}
        return [plain(item) for item in value] if isinstance(value, list) else value

    one, two = (json.loads(settle("session", "--format", "json", "--lang", lang)) for lang in ("en", "zh"))
    assert one != two
    assert plain(one) == plain(two)


# Errors


def codes() -> set[str]:
    """Every code, with its case, that a file of rounds can be refused for; the wording stands together."""
    keys = list(CATALOGUE)
    found = keys[keys.index("bad-toml/round") : keys.index("no-such-rule/forced") + 1]
    return {key.removesuffix("/round").replace("/", "--") for key in found}


def test_every_error_has_a_file() -> None:
    assert {path.stem for path in ERRORS.glob("*.toml")} == codes() | {"several"}


@pytest.mark.parametrize("name", sorted(codes()))
def test_an_error_and_no_other(name: str) -> None:
    ran = kwx("settle", str(ERRORS / f"{name}.toml"), "--format", "json")
    assert (ran.status, ran.err) == (1, "")
    error = json.loads(ran.out)["error"]
    assert "faults" not in error
    assert error["code"] == name.partition("--")[0]
    assert error.get("place") or name in ("bad-toml", "no-end")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_error_text(lang: str, golden: Callable[[str, str], None]) -> None:
    lines = []
    for path in sorted(ERRORS.glob("*.toml")):
        ran = kwx("settle", str(path), "--lang", lang)
        assert (ran.status, ran.out) == (1, "")
        lines.append(ran.err.replace(str(path), path.name))
    golden(f"settle-errors.{lang}.txt", "\n".join(lines))


# An empty round, and other ways in


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_empty_round_lacks_an_end_only(lang: str) -> None:
    empty = kwx("settle", "--new", "--lang", lang).out
    ran = kwx("settle", "-", "--format", "json", stdin=empty.encode())
    assert json.loads(ran.out)["error"]["code"] == "no-end"
    filled = empty.replace("# draw = true", "draw = true").replace("# revealed", "revealed")
    assert kwx("settle", "-", "--totals", "--format", "csv", stdin=filled.encode()).out.count("\n") == 4


def test_an_empty_round_names_every_key() -> None:
    from kwx_cli.settlement.reading import KONG, ROUND, SESSION, WIN

    for lang in ("en", "zh"):
        empty = kwx("settle", "--new", "--lang", lang).out
        for key in {*SESSION, *ROUND, *KONG, *WIN} - {"set", "round"}:
            assert f"{key} = " in empty or f"[{key}]" in empty or f"[[{key}]]" in empty, key


def test_no_file() -> None:
    ran = kwx("settle")
    assert (ran.status, ran.out) == (2, "")
    assert "--new" in ran.err


@pytest.mark.parametrize("data", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read(data: bytes | None) -> None:
    ran = kwx("settle", "none.toml" if data is None else "-", stdin=data or b"")
    assert (ran.status, ran.out) == ((2, "") if data is None else (1, ""))
    assert "unreadable-file" in ran.err or "bad-toml" in ran.err


def test_options_go_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(ROUNDS / "self-draw.toml")
    assert "+4" in kwx("settle", file, "--variant", "classic").out
    assert "×3" in kwx("settle", file, "--set", "values.kawuxing=3").out
    monkeypatch.setenv("KWX_VARIANT", "classic")
    assert "+6" in kwx("settle", file).out  # the environment goes behind the file
    assert kwx("settle", file, "--variant", "clasic").status == 2


def test_a_table_by_option() -> None:
    for name in ("newcomer", "新手场"):
        ran = kwx("settle", str(ROUNDS / "self-draw.toml"), "--table", name, "--totals", "--format", "json")
        assert json.loads(ran.out)["totals"] == {"A": 500, "B": -500, "C": -300}
        assert json.loads(ran.out)["fees"] == 300
    assert {table.stake for table in tables().values()} == {100, 1000, 5000, 15000, 50000}


# kwx reveal


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_reveal_text(lang: str, golden: Callable[[str, str], None]) -> None:
    hands = [
        ("46t 88t 123b 999b ZZZ+pon", "xiangyang", []),
        ("46t 88t 123b 999b ZZZ+pon", "xiaogan", ["--wall", "11"]),
        ("5556t 123b 789b ZZZ", "xiangyang-manhu", []),
        ("147t 258b 369b ZZFF", "kawuxin", []),
    ]
    lines = []
    for hand, variant, options in hands:
        ran = kwx("reveal", hand, "--variant", variant, "--lang", lang, *options)
        assert ran.err == ""
        lines.append(f"{ran.status}\n{ran.out}")
    golden(f"reveal.{lang}.txt", "\n".join(lines))


def test_reveal_json(golden: Callable[[str, str], None]) -> None:
    ran = kwx("reveal", "46t 88t 123b 999b ZZZ+pon", "--variant", "xiaogan", "--format", "json")
    assert ran.status == 0
    golden("reveal.json", ran.out)


@pytest.mark.parametrize("hand", ["4688t", "46t 88t 123b 456b 789b @5t", "46t 88t 123b 456b 7899b", "22B"])
def test_reveal_refuses(hand: str) -> None:
    ran = kwx("reveal", hand)
    assert (ran.status, ran.out) == (1, "")
