"""How the program runs: exit status, input, encodings, pipes, interrupts, processes, memory, colour, language."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from kwx_cli.commands import COMMANDS, cli
from kwx_cli.variants import variant_ids
from tests.support import ROOT, SAMPLES, kwx

STAR = "46t 88t 123b 789b ZZZ @5t"
HANDS = str(SAMPLES / "hands.txt")
# -P: the checkout, which has no grammar, must not stand before the installed package.
PROGRAM = [sys.executable, "-P", "-m", "kwx_cli"]


def started(*args: str, **options: object) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "LANG": "C.UTF-8"}
    return subprocess.Popen([*PROGRAM, *args], cwd=ROOT, env=environment, **options)  # type: ignore[call-overload,no-any-return]


# Exit status.


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (f"score '{STAR}'", 0),
        (f"score {STAR}", 0),  # as several arguments
        ("waits 4688t", 0),
        ("variants check samples/house.toml", 0),
        ("--version", 0),
        ("-h", 0),
        ("score '46t 88t 123b 789b ZZZ @4t'", 1),  # no win where a win was asked about
        ("score '13t 456t 789b 123b ZZ @2t+pao' -v xiangyang-manhu", 1),  # one that may not
        ("score '22B'", 1),  # a bad hand
        ("parse '22B'", 1),
        ("waits '13579t 2468b ZZFF'", 1),  # waits on nothing
        ("compare '46t 88t 123b 789b ZZZ @4t'", 1),
        ("compare 22B", 1),
        ("", 2),  # usage
        ("scor 4688t", 2),
        ("score", 2),
        (f"score '{STAR}' --format xml", 2),
        (f"score '{STAR}' --lang fr", 2),
        (f"score '{STAR}' --frobnicate", 2),
        (f"score '{STAR}' -v riichi", 2),  # a bad variant
        (f"score '{STAR}' -v samples/nowhere.toml", 2),
        (f"score '{STAR}' --set cap=0", 2),
        ("waits 4688t --set cap", 2),
        ("variants show riichi", 2),
        ("variants diff xiangyang riichi", 2),
        ("variants check samples/errors/bad-toml.toml", 2),
        ("variants check samples/nowhere.toml", 2),
        ("explain yakuman", 2),
        ("batch samples/nowhere.txt", 2),  # an unreadable file
        ("batch samples", 2),
        ("batch samples/hands.txt --encoding utf-88", 2),
        ("batch samples/hands.txt -v riichi", 2),
        ("batch samples/hands.txt --jobs -1", 2),
        ("batch samples/hands.txt -o samples", 2),  # a file that cannot be written
        ("batch samples/hands.txt -o samples/nowhere/report.csv", 2),
        ("batch samples/hands.txt -o report.parquet.gz", 2),
        ("completion tcsh", 2),
    ],
)
def test_exit_status(line: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ran = kwx(*shlex.split(line))
    assert ran.status == status, ran
    assert "Traceback" not in ran.err
    if status == 2 and "check" not in line:
        assert not ran.out or "Usage" in ran.out
        assert ran.err or "Usage" in ran.out


def test_a_name_that_is_no_command_is_suggested() -> None:
    assert "Did you mean score?" in kwx("scor", "4688t").err
    assert f"kwx score '{STAR}'" in kwx(STAR).err


def test_refusals_go_to_stderr_and_results_to_stdout() -> None:
    bad = kwx("score", "22B")
    assert (bad.out, bad.err != "") == ("", True)
    good = kwx("score", STAR)
    assert (good.err, good.out != "") == ("", True)
    report = kwx("batch", HANDS)
    assert report.out == ""
    assert re.match(r"\d+ hands: ", report.err)


# The winning tile as an option.


@pytest.mark.parametrize(
    ("args", "same_as"),
    [
        (["46t 88t 123b 789b ZZZ", "--win", "5t"], STAR),
        (["46t 88t 123b 789b ZZZ", "--win", "5t", "--by", "pao"], STAR + "+pao"),
        (["46t", "88t", "123b", "789b", "ZZZ", "--win", "5t", "--by", "pao", "--by", "liang"], STAR + "+pao+liang"),
        ([STAR, "--by", "亮倒"], STAR + "+liang"),
        ([STAR + "+pao", "--by", "liang"], STAR + "+pao+liang"),
        (["@5t46t 88t 123b 789b ZZZ", "--by", "pao"], STAR + "+pao"),
    ],
)
def test_win_and_by(args: list[str], same_as: str) -> None:
    expected = kwx("score", same_as)
    assert kwx("score", *args).out == expected.out
    assert kwx("compare", *args).out == kwx("compare", same_as).out


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ([STAR, "--win", "5t"], "two-wins"),
        ([STAR, "--by", "pao", "--by", "gangkai"], "tag-conflict"),
        ([STAR, "--by", "ron"], "unknown-tag"),
        ([STAR, "--by", "\\1"], "no-word"),
        ([STAR, "--by", "pon"], "meld-on-win"),
        (["46t 88t 123b 789b ZZZ", "--win", ""], "empty-win"),
        (["46t 88t 123b 789b ZZZ", "--win", "55t"], "win-many"),
    ],
)
def test_bad_win_and_by(args: list[str], code: str) -> None:
    ran = kwx("score", *args)
    assert ran.status == 1
    assert f"[{code}]" in ran.err


def test_each_tile_by_discard() -> None:
    ran = kwx("score", "112233b 4455667t 7t", "--by", "pao")
    assert ran.status == 0
    assert "by discard" in ran.out


def test_a_tile_held_twice_cannot_have_been_robbed() -> None:
    """It is left out; where that leaves none, the hand is refused."""
    ran = kwx("score", "46t 88t 123b 789b ZZZ 5t", "--by", "qianggang", "--format", "csv")
    assert ran.status == 0
    assert [row.split(",")[3] for row in ran.out.splitlines()[1:]] == [
        "1b",
        "2b",
        "3b",
        "7b",
        "8b",
        "9b",
        "4t",
        "5t",
        "6t",
    ]
    none = kwx("score", "112233b 445566t ZZ", "--by", "qianggang")
    assert none.status == 1
    assert "[robbed-tile-held]" in none.err


# Input.


def test_a_hand_from_standard_input() -> None:
    assert kwx("score", "-", stdin=f"{STAR}\r\n".encode()).out == kwx("score", STAR).out
    assert kwx("score", "-", stdin=b"\xef\xbb\xbf" + STAR.encode()).out == kwx("score", STAR).out
    assert kwx("waits", "-", stdin=b"4688t\nnot read").out == kwx("waits", "4688t").out
    assert "[bad-character]" in kwx("parse", "-", stdin=b"46t \xff").err
    assert "[empty-hand]" in kwx("parse", "-").err


def test_a_file_from_standard_input() -> None:
    text = f"a: {STAR} => 2 kawuxing\nb: {STAR} => 3\n".encode()
    ran = kwx("batch", "-", stdin=text)
    assert ran.status == 1
    assert ran.out.startswith("<stdin>:2: FAIL: expected 3; got 2 kawuxing")


@pytest.mark.parametrize(
    "content",
    [
        f"{STAR} => 2\n{STAR} => 2\n".encode(),
        f"{STAR} => 2\r\n{STAR} => 2\r\n".encode(),  # CRLF
        f"{STAR} => 2\n{STAR} => 2".encode(),  # a last line without newline
        b"\xef\xbb\xbf" + f"{STAR} => 2\n{STAR} => 2\n".encode(),  # a byte order mark
        f"# one\n\n{STAR} => 2\n \t\n{STAR} => 2 # two\n#".encode(),  # comments and blank lines
    ],
)
def test_line_ends_and_marks(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(content)
    ran = kwx("batch", str(file))
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.startswith("2 hands: 2 passed, 0 failed")


@pytest.mark.parametrize("format", ["table", "json", "jsonl", "csv", "github", "junit"])
@pytest.mark.parametrize("content", [b"", b"\n", b"# nothing\n", b"\xef\xbb\xbf"])
def test_an_empty_file(content: bytes, format: str, tmp_path: Path) -> None:
    import json

    file = tmp_path / "hands.txt"
    file.write_bytes(content)
    ran = kwx("batch", str(file), "--format", format)
    assert ran.status == 0
    assert ran.err.startswith("0 hands: ")
    if format == "json":
        assert json.loads(ran.out)["hands"] == []
    if format == "junit":
        assert ElementTree.fromstring(ran.out).attrib["tests"] == "0"


def test_an_undecodable_line_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(f"{STAR} => 2\n".encode() + b"46t \xba\xec\xd6\xd0\n" + f"{STAR} => 2\n".encode())
    ran = kwx("batch", str(file))
    assert ran.status == 1
    assert f"byte 0xBA at offset {len(STAR) + 10} is not utf-8" in ran.out
    assert "--encoding gb18030" in ran.out
    assert f"{file}:2:5: " in ran.out
    assert ran.err.startswith("3 hands: 2 passed, 0 failed, 0 without expectation, 1 bad")


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "big5", "utf-8", "UTF8"])
def test_other_encodings(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes("甲: 46t 88t 123b 789b 中中中 @5t => 2 # 中\n".encode(encoding))
    ran = kwx("batch", str(file), "--encoding", encoding)
    assert (ran.status, ran.out) == (0, "")


def test_several_files_in_order(tmp_path: Path) -> None:
    files = []
    for name in "ab":
        file = tmp_path / f"{name}.txt"
        file.write_text(f"{name}: {STAR}", "utf-8")
        files.append(str(file))
    ran = kwx("batch", *files, "-", stdin=f"c: {STAR}".encode())
    found = [line.split()[:2] for line in ran.out.splitlines()]
    assert found == [[f"{files[0]}:1", "a"], [f"{files[1]}:1", "b"], ["<stdin>:1", "c"]]


def test_a_file_that_is_not_there_ends_the_run_and_says_so(tmp_path: Path) -> None:
    ran = kwx("batch", HANDS, str(tmp_path / "nowhere.txt"))
    assert ran.status == 2
    assert "nowhere.txt: No such file or directory" in ran.err


def test_the_ending_or_the_option_tells_the_format(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"hand,expect\n{STAR},2\n", "utf-8")
    assert kwx("batch", str(file)).status == 1
    assert kwx("batch", str(file), "--input-format", "csv").status == 0
    assert (
        kwx("batch", "-", "--input-format", "jsonl", stdin=b'{"hand": "%s", "expect": 2}' % STAR.encode()).status == 0
    )


@pytest.mark.parametrize(
    "line",
    ['{"hand": ' + "1" * 5000 + "}", "[" * 100_000, '{"hand": {"hand": 1}}', '"46t"', "{", "\x00", '{"hand": NaN}']
)  # fmt: skip
def test_no_record_ends_a_run(line: str) -> None:
    ran = kwx("batch", "-", "--input-format", "jsonl", stdin=f'{line}\n{{"hand": "{STAR}"}}\n'.encode())
    assert ran.status == 1
    assert ran.err.startswith("2 hands: 0 passed, 0 failed, 1 without expectation, 1 bad")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a,b\n1,2\n", "names no field hand"),
        (f'hand,expect\n"{STAR}\n', "unexpected end of data"),
        (f'hand,expect\n"{STAR}"x,2\n', "expected after"),
        ("hand,expect\n,2\n", "no field hand"),
    ],
)
def test_bad_csv(text: str, problem: str) -> None:
    ran = kwx("batch", "-", "--input-format", "csv", stdin=text.encode())
    assert ran.status == 1
    assert "[bad-record]" in ran.out
    assert problem in ran.out


def test_csv_as_spreadsheets_write_it() -> None:
    text = f'\ufeffID,Hand,Expect,Remark\r\n1,"{STAR}",2 kawuxing,"a ""quoted"" one"\r\n2,"{STAR}"\r\n'
    ran = kwx("batch", "-", "--input-format", "csv", "--all", stdin=text.encode())
    assert ran.status == 0
    assert ran.err.startswith("2 hands: 1 passed, 0 failed, 1 without")


# Processes.


@pytest.mark.parametrize("format", ["table", "json", "junit"])
def test_several_processes_change_nothing(format: str, tmp_path: Path) -> None:
    """Not with lines that cannot be decoded or read, either, which go to the processes as errors."""
    good = (SAMPLES / "sources.txt").read_bytes() + (ROOT / "tests/commands/hands.txt").read_bytes()
    file = tmp_path / "hands.txt"
    file.write_bytes(b"".join(good + b"46t \xff\n" for _ in range(28)))
    args = ["batch", "--all", str(file), "--format", format]
    one = kwx(*args)
    with started(*args, "--jobs", "3", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as three:
        out, err = three.communicate(timeout=60)
    assert out.decode() == one.out
    assert err.decode() == one.err
    assert three.returncode == one.status == 1


# Pipes and interrupts.


def yes(line: str = STAR) -> subprocess.Popen[bytes]:
    """An endless file."""
    program = f"import os\nwhile True: os.write(1, {(line + chr(10)).encode()!r} * 500)"
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


@pytest.fixture
def endless() -> Iterator[subprocess.Popen[bytes]]:
    source = yes()
    yield source
    source.kill()
    source.wait()
    assert source.stdout is not None
    source.stdout.close()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_endless_input_in_constant_memory_until_the_reader_goes(endless: subprocess.Popen[bytes], jobs: str) -> None:
    """The first lines come at once; memory stays where it was; a closed pipe ends it with 141 and no traceback."""
    with started(
        "batch", "-", "--format", "csv", "--jobs", jobs,
        stdin=endless.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        assert run.stdout is not None
        assert run.stderr is not None
        sizes = []
        for number, _ in enumerate(run.stdout):
            if number in (3_000, 12_000):
                sizes.append(resident(run.pid))
            if number == 12_000:
                break
        run.stdout.close()
        status = run.wait(timeout=30)
        errors = run.stderr.read().decode()
    assert sizes[1] - sizes[0] < 20_000, f"{sizes} KB"
    assert sizes[1] < 200_000, f"{sizes} KB"
    assert status == 141
    assert errors == ""


def resident(pid: int) -> int:
    """Kilobytes of a process."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        pytest.skip("no /proc to read the size of a process from")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text())
    assert found
    return int(found.group(1))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted(endless: subprocess.Popen[bytes], jobs: str) -> None:
    with started(
        "batch", "-", "--format", "csv", "--jobs", jobs,
        stdin=endless.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.readline()
        run.send_signal(signal.SIGINT)
        while os.read(run.stdout.fileno(), 1 << 16):
            pass
        status = run.wait(timeout=30)
        errors = run.stderr.read().decode()
    assert status == 130
    assert errors == "interrupted\n"


@pytest.mark.parametrize("line", [f"score '{STAR}'", f"score '{STAR}' --format csv", "variants show xiangyang", "-h"])
def test_a_reader_that_is_gone_before_the_first_line(line: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with started(*shlex.split(line), stdout=write, stderr=subprocess.PIPE) as run:
        os.close(write)
        assert run.stderr is not None
        errors = run.stderr.read().decode()
        assert run.wait(timeout=30) == 141
    assert errors == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("line", [f"score '{STAR}'", "score '46t 88t 123b 789b ZZZ @4t' --format csv"])
def test_a_full_disk(line: str) -> None:
    with open("/dev/full", "wb") as full, started(*shlex.split(line), stdout=full, stderr=subprocess.PIPE) as run:
        assert run.stderr is not None
        errors = run.stderr.read().decode()
        assert run.wait(timeout=30) == 2
    assert errors == "kwx: No space left on device\n"


def test_a_terminal_that_lacks_chinese_gets_escapes() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    run = subprocess.run([*PROGRAM, "score", STAR], cwd=ROOT, env=environment, capture_output=True, check=False)
    assert run.returncode == 0
    assert b"\\u5361" in run.stdout


# Help.


def every_command() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command and subcommand with its words."""
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        yield (name,), command
        if isinstance(command, click.Group):
            for below in command.list_commands(context):
                found = command.get_command(context, below)
                assert found is not None
                yield (name, below), found


EVERY = list(every_command())
IDS = [" ".join(words) for words, _ in EVERY]


@pytest.mark.parametrize(("words", "command"), EVERY, ids=IDS)
def test_help(words: tuple[str, ...], command: click.Command) -> None:
    """Examples first, every option in it and explained, both ways to ask for it."""
    ran = kwx(*words, "-h")
    assert ran.status == 0
    assert kwx(*words, "--help").out == ran.out
    assert command.get_short_help_str()
    body = ran.out.split("\n\n", 1)[1]
    assert body.lstrip().startswith("Examples:\n")
    assert f"kwx {' '.join(words)}" in body
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert all(name in ran.out for name in parameter.opts), parameter
            assert parameter.help or parameter.name == "format", f"{parameter.opts} is not explained"
    assert max(map(len, ran.out.splitlines())) <= 110


def examples() -> Iterator[tuple[str, str]]:
    for words, command in [((), cli), *EVERY]:
        for line in (command.help or "").splitlines():
            if re.match(r"\s*(cat \S+ \| |eval \"\$\()?kwx ", line):
                yield " ".join(words), line.strip()


@pytest.mark.parametrize(("words", "line"), list(examples()), ids=[line for _, line in examples()])
def test_the_examples_in_help_run(words: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the root of the project; a name of a file of one's own stands for the sample of that kind."""
    monkeypatch.chdir(ROOT)
    line = re.sub(r"\s{2,}\(.*\)$", "", line)
    line = re.sub(r'^eval "\$\((.*)\)"$', r"\1", line).partition(" > ")[0]
    stdin = b""
    if piped := re.match(r"cat \S+ \| ", line):
        line, stdin = line[piped.end() :], STAR.encode()
    args = shlex.split(line)[1:]
    own = {"hands.csv": ["samples/hands.csv"], "*.toml": ["samples/house.toml"]}
    own |= {arg: [str(tmp_path / arg)] for before, arg in pairwise(args) if before == "-o"}
    args = [each for arg in args for each in own.get(arg, [arg])]
    if "--jobs" in args:
        args[args.index("--jobs") + 1] = "1"
    ran = kwx(*args, stdin=stdin)
    assert ran.status == 0, ran


def test_every_command_has_an_example() -> None:
    assert {words for words, _ in examples()} >= {" ".join(words) for words, _ in EVERY}


# Start.


@pytest.mark.parametrize(
    ("line", "never"),
    [
        ("-h", ["pyparsing", "tabulate", "wcwidth", "numpy", "multiprocessing"]),
        ("--version", ["pyparsing", "tabulate", "wcwidth", "numpy"]),
        ("variants list", ["pyparsing", "tabulate", "wcwidth", "numpy"]),
        (f"score '{STAR}'", ["tabulate", "wcwidth", "numpy", "multiprocessing"]),
        ("waits 2245667t", ["tabulate", "wcwidth", "numpy"]),
    ],
)
def test_imports_no_more_than_it_needs(line: str, never: list[str]) -> None:
    program = (
        "import sys\nfrom kwx_cli.commands import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print('IMPORTED', *(name for name in {never} if name in sys.modules), file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", program, *shlex.split(line)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout
    assert run.stderr.splitlines()[-1] == "IMPORTED"


# Environment.


def test_the_variant_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "1111234567899b @9b"
    monkeypatch.setenv("KWX_VARIANT", "kawuxin")
    assert kwx("score", hand).out == kwx("score", hand, "--variant", "kawuxin").out
    assert "16 fan" in kwx("score", hand).out
    assert "4 fan" in kwx("score", hand, "-v", "xiangyang").out  # an option goes before it
    monkeypatch.setenv("KWX_VARIANT", "riichi")
    assert kwx("score", hand).status == 2


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.Big5"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
        ({"LANG": "zh_CN.UTF-8", "KWX_LANG": "en"}, "en"),
        ({"KWX_LANG": "zh"}, "zh"),
    ],
)
def test_the_language_is_that_of_the_locale(
    variables: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("自摸" if lang == "zh" else "self-draw") in kwx("score", STAR).out
    assert "自摸" in kwx("score", STAR, "--lang", "zh").out
    assert "self-draw" in kwx("score", STAR, "--lang", "en").out


@pytest.mark.parametrize(
    ("terminal", "option", "variables", "coloured"),
    [
        (False, None, {}, False),
        (True, None, {}, True),
        (True, None, {"NO_COLOR": "1"}, False),
        (True, None, {"NO_COLOR": ""}, True),  # set but empty: as if not set (no-color.org)
        (True, None, {"TERM": "dumb"}, False),
        (True, "never", {}, False),
        (False, "always", {}, True),
        (False, "always", {"NO_COLOR": "1"}, True),  # asked for by name
        (True, "auto", {}, True),
        (False, "auto", {}, False),
    ],
)
def test_colour(
    terminal: bool, option: str | None, variables: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    ran = kwx("score", STAR, *(["--color", option] if option else []), terminal=terminal)
    assert ("\x1b[" in ran.out) == coloured


# Completion.


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    ran = kwx("completion", shell)
    assert ran.status == 0
    assert "_KWX_COMPLETE" in ran.out
    if shell == "bash":
        checked = subprocess.run(["bash", "-n"], input=ran.out, text=True, capture_output=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("kwx sc", {"score"}),
        ("kwx variants sh", {"show"}),
        ("kwx score 46t --variant xiangyang-", {"xiangyang-3d", "xiangyang-manhu", "xiangyang-wuxian"}),
        ("kwx variants show ", set(variant_ids())),
        ("kwx explain kawu", {"kawuxing"}),
        ("kwx score 46t --lang ", {"zh", "en"}),
        ("kwx completion ", {"bash", "zsh", "fish"}),
    ],
)
def test_completions(typed: str, offered: set[str]) -> None:
    words = typed.split(" ")
    environment = {
        **os.environ,
        "_KWX_COMPLETE": "bash_complete",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
    }
    run = subprocess.run(PROGRAM, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert {line.partition(",")[2] for line in run.stdout.splitlines()} == offered, run.stderr


def test_progress_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\r" not in kwx("batch", HANDS).err
    from kwx_cli.commands import batch

    shown = batch._Progress()
    shown.on, shown.due = True, 0.0
    import io

    monkeypatch.setattr(sys, "stderr", io.StringIO())
    shown.show(12_345)
    assert sys.stderr.getvalue() == "\r12,345 "  # type: ignore[attr-defined]
    shown.clear()
    assert sys.stderr.getvalue().endswith("\r\x1b[K")  # type: ignore[attr-defined]
    assert time.monotonic() < shown.due
