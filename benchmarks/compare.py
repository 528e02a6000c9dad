"""Time kwx and its peers on one core: ``python benchmarks/compare.py``, or ``--write`` for results.md.

Each is run in a process of its own, pinned to the same core, five times in turn, on as many comparable hands; the table
has medians and ratios to riichienv. Peers that are not installed are left out. The rules differ: riichienv and mahjong
score riichi, pymahjonggb the official Chinese rules; the work, finding readings, patterns and points, is comparable.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
RUNS = 5
Measured = dict[str, float]


def rate(number: int, work: Callable[[], object], least: float = 1.5) -> float:
    """Return how many hands a second: the best of several goes, at least so many seconds in all, after a first one."""
    work()
    best, until = 9e9, time.perf_counter() + least
    while time.perf_counter() < until:
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return number / best


def kwx() -> Measured:
    """Time kwx."""
    import hands
    import numpy as np

    from kwx_cli import load_variant, parse, score
    from kwx_cli.batch.packed import PACKED
    from kwx_cli.batch.tabular import pack_texts, score_hands, wait_hands
    from kwx_cli.batch.wait_columns import winning_kinds
    from kwx_cli.facts import hand_facts
    from kwx_cli.scoring import scorer

    variant = load_variant()
    texts = hands.texts(20_000)
    parsed = [parse(text) for text in texts]
    rows, _ = pack_texts(texts)
    many = np.concatenate([rows] * 20)
    waiting = np.zeros(0, PACKED)
    open_texts = hands.texts(20_000, waiting=True, seed=2)
    waiting, _ = pack_texts(open_texts, waiting=True)
    waiting = np.concatenate([waiting] * 10)
    value = scorer(variant)
    some = parsed[:4000]
    found = {
        "score packed hands, columns": rate(len(many), lambda: score_hands(many, variant)),
        "score from text, columns": rate(len(texts), lambda: score_hands(texts, variant)),
        "waits, columns": rate(len(waiting), lambda: winning_kinds(waiting)),
        "waits with fan and flags, columns": rate(len(waiting), lambda: wait_hands(waiting, variant)),
        "facts and fan, one by one": rate(
            len(some), lambda: [max(value(facts).rank for facts in hand_facts(hand)) for hand in some]
        ),
        "full result, one by one": rate(len(some), lambda: [score(hand, variant) for hand in some]),
    }
    return found


def kwx_batch() -> Measured:
    """Time whole runs of ``kwx batch``, in a process each, less the start of one with a single hand."""
    import hands

    with tempfile.TemporaryDirectory() as folder:
        sizes = {1: "one", 5_000: "small", 100_000: "large", 1_000_000: "huge"}
        paths = {size: Path(folder) / f"{name}.txt" for size, name in sizes.items()}
        texts = [f"{text}\n" for text in hands.texts(100_000)]
        for size, path in paths.items():
            path.write_text("".join(texts[:size]) * max(1, size // 100_000))

        def seconds(size: int, report: str) -> float:
            began = time.perf_counter()
            with open(Path(folder) / "out", "wb") as out:
                command = [sys.executable, "-m", "kwx_cli", "batch", str(paths[size]), "--format", report]
                subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)
            return time.perf_counter() - began

        start = min(seconds(1, "jsonl") for _ in range(5))
        return {
            "text to a jsonl file, 1,000,000 lines": 1_000_000 / (seconds(1_000_000, "jsonl") - start),
            "text to a jsonl file, 100,000 lines": 100_000 / (seconds(100_000, "jsonl") - start),
            "text to a csv file, 100,000 lines": 100_000 / (seconds(100_000, "csv") - start),
            "text to a table, 100,000 lines": 100_000 / (seconds(100_000, "table") - start),
            "batch of 5,000 lines, cold, table": 5_000 / (min(seconds(5_000, "table") for _ in range(3)) - start),
            "batch of 5,000 lines, cold, jsonl": 5_000 / (min(seconds(5_000, "jsonl") for _ in range(3)) - start),
        }


def _riichi(seed: int = 1, number: int = 4000) -> list[tuple[list[int], int]]:
    """Return winning hands of the riichi tiles as kinds 0-33, thirteen and the winning one."""
    random = Random(seed)
    found = []
    while len(found) < number:
        tiles: list[int] = random.choices(range(34), k=1) * 2
        for _ in range(4):
            if random.random() < 0.75:
                low = random.randrange(3) * 9 + random.randrange(7)
                tiles += [low, low + 1, low + 2]
            else:
                tiles += [random.randrange(34)] * 3
        if max(map(tiles.count, tiles)) <= 4:
            win = tiles.pop(random.randrange(14))
            found.append((sorted(tiles), win))
    return found


def _tiles136(kinds: list[int]) -> list[int]:
    return [kind * 4 + kinds[:index].count(kind) for index, kind in enumerate(kinds)]


def _text(kinds: list[int]) -> str:
    groups = ["".join(str(k % 9 + 1) for k in kinds if k // 9 == suit) + "mpsz"[suit] for suit in range(4)]
    return "".join(group for group in groups if len(group) > 1)


def riichienv() -> Measured:
    """Time riichienv, a riichi engine in Rust."""
    from riichienv import HandEvaluator

    found = _riichi()
    parsed = [(_tiles136([*tiles, win])[:13], _tiles136([*tiles, win])[13]) for tiles, win in found]
    texts = [_text(tiles) + _text([win]) for tiles, win in found]
    return {
        "score parsed hands": rate(len(parsed), lambda: [HandEvaluator(tiles).calc(win) for tiles, win in parsed]),
        "score from text": rate(len(texts), lambda: [HandEvaluator.calc_from_text(text) for text in texts]),
        "waits": rate(len(parsed), lambda: [HandEvaluator(tiles).get_waits() for tiles, _ in parsed]),
    }


def mahjong() -> Measured:
    """Time mahjong, a riichi scorer in Python."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.tile import TilesConverter

    found = _riichi(number=1000)
    parsed = [(_tiles136([*tiles, win]), _tiles136([*tiles, win])[13]) for tiles, win in found]
    texts = [(_text(tiles), _text([win])) for tiles, win in found]
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)

    def from_text(tiles: str, win: str) -> object:
        hand = TilesConverter.one_line_string_to_136_array(tiles + win)
        return calculator.estimate_hand_value(hand, TilesConverter.one_line_string_to_136_array(win)[0], config=config)

    def whole() -> list[object]:
        return [calculator.estimate_hand_value(tiles, win, config=config) for tiles, win in parsed]

    return {
        "score parsed hands": rate(len(parsed), whole),
        "score from text": rate(len(texts), lambda: [from_text(*text) for text in texts]),
    }


def pymahjonggb() -> Measured:
    """Time pymahjonggb, a scorer of the official Chinese rules in C++."""
    from MahjongGB import MahjongFanCalculator

    names = [f"{'WTB'[kind // 9]}{kind % 9 + 1}" if kind < 27 else f"{'FJ'[kind > 30]}{(kind - 27) % 4 + 1}"
             for kind in range(34)]  # fmt: skip
    parsed = [(tuple(names[kind] for kind in tiles), names[win]) for tiles, win in _riichi()]

    def calculate(tiles: tuple[str, ...], win: str) -> object:
        return MahjongFanCalculator((), tiles, win, 0, True, False, False, False, 0, 0)

    return {"score parsed hands": rate(len(parsed), lambda: [calculate(*hand) for hand in parsed])}


def cmajiang() -> Measured:
    """Time cmajiang, a riichi engine in C++."""
    from cmajiang import Shoupai, hule

    texts = []
    for tiles, win in _riichi():
        text = _text(tiles)
        groups, digits = "", ""
        for letter in text:
            if letter.isdigit():
                digits += letter
            else:
                groups += letter + digits
                digits = ""
        last = _text([win])
        texts.append(f"{groups}{last[1]}{last[0]}")
    parsed = [Shoupai(text) for text in texts]
    return {"score parsed hands": rate(len(parsed), lambda: [hule(hand) for hand in parsed])}


RUNNERS = {"kwx": kwx, "kwx batch": kwx_batch, "riichienv": riichienv, "mahjong": mahjong,
           "pymahjonggb": pymahjonggb, "cmajiang": cmajiang}  # fmt: skip
TARGETS: list[tuple[str, str, str, str, float]] = [
    ("score packed hands", "kwx", "score packed hands, columns", "riichienv|score parsed hands", 25),
    ("score from text", "kwx", "score from text, columns", "riichienv|score from text", 5),
    ("waits", "kwx", "waits, columns", "riichienv|waits", 11),
    ("waits with fan and flags", "kwx", "waits with fan and flags, columns", "riichienv|waits", 2),
    ("one by one: facts and fan", "kwx", "facts and fan, one by one", "mahjong|score parsed hands", 12),
    ("one by one: full result", "kwx", "full result, one by one", "mahjong|score parsed hands", 3),
]
WHOLE_RUNS = [
    ("text to a jsonl file, 1,000,000 lines", "riichienv|score from text", 2),
    ("text to a jsonl file, 100,000 lines", "riichienv|score from text", 2),
    ("text to a csv file, 100,000 lines", "riichienv|score from text", 2),
    ("text to a table, 100,000 lines", "riichienv|score from text", 2),
    ("batch of 5,000 lines, cold, table", "mahjong|score from text", 10),
    ("batch of 5,000 lines, cold, jsonl", "mahjong|score from text", 10),
]
TARGETS += [(work, "kwx batch", work, peer, target) for work, peer, target in WHOLE_RUNS]


def memory_and_growth(write: Callable[[str], None], sizes: list[int]) -> None:
    """Time ``kwx batch`` on files of so many lines, with its greatest size in memory."""
    import resource

    import hands

    write("| lines | seconds | greatest size |\n|---|---|---|\n")
    with tempfile.TemporaryDirectory() as folder:
        block = "".join(f"{text}\n" for text in hands.texts(100_000))
        for number in sizes:
            path = Path(folder) / "lines.txt"
            with path.open("w") as file:
                for _ in range(max(1, number // 100_000)):
                    file.write(block if number >= 100_000 else "".join(block.splitlines(keepends=True)[:number]))
            began = time.perf_counter()
            pid = os.fork()
            if not pid:
                with open(os.devnull, "wb") as null:
                    command = [sys.executable, "-m", "kwx_cli", "batch", str(path), "--format", "jsonl"]
                    subprocess.run(command, stdout=null, stderr=null, check=True)
                Path(folder, "size").write_text(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
                os._exit(0)
            os.waitpid(pid, 0)
            spent, size = time.perf_counter() - began, int(Path(folder, "size").read_text()) // 1024
            write(f"| {number:,} | {spent:.1f} | {size} MB |\n")


def start_up() -> tuple[float, float]:
    """Return the seconds of ``kwx score`` of one hand and of importing click and pyparsing, medians of twenty."""
    hand = "46t 123b 88t 789b 9999t+an @5t+gangkai+liang"
    commands = ([sys.executable, "-m", "kwx_cli", "score", hand], [sys.executable, "-c", "import click, pyparsing"])
    spent: list[list[float]] = [[], []]
    for _ in range(20):
        for command, times in zip(commands, spent, strict=True):
            began = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times.append(time.perf_counter() - began)
    return median(spent[0]), median(spent[1])


def main() -> None:
    """Run all, in turn."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true", help="write results.md")
    options.add_argument("--runs", type=int, default=RUNS, help="of which the medians are taken")
    options.add_argument("--lines", type=int, nargs="*", default=[10_000, 100_000, 1_000_000, 10_000_000],
                         help="sizes of the files for memory and growth")  # fmt: skip
    options.add_argument("--one", choices=RUNNERS, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.one:
        print(json.dumps(RUNNERS[chosen.one]()))
        return
    core = max(os.sched_getaffinity(0))
    results: dict[str, dict[str, list[float]]] = {name: {} for name in RUNNERS}
    for turn in range(chosen.runs):
        for name in RUNNERS:
            ran = subprocess.run(
                ["taskset", "-c", str(core), sys.executable, __file__, "--one", name], capture_output=True, text=True
            )
            if ran.returncode:
                reason = (ran.stderr.strip().splitlines() or ["?"])[-1]
                print(f"{name}: left out: {reason}", file=sys.stderr)
                continue
            for work, value in json.loads(ran.stdout).items():
                results[name].setdefault(work, []).append(value)
        print(f"run {turn + 1} of {chosen.runs}", file=sys.stderr, flush=True)
    lines: list[str] = []
    lines.append(f"Python {platform.python_version()}, {platform.machine()}, one core, medians of {chosen.runs}.\n\n")
    lines.append("| | work | hands a second |\n|---|---|---|\n")
    for name, works in results.items():
        for work, values in works.items():
            lines.append(f"| {name} | {work} | {median(values):,.0f} |\n")
    lines.append("\n| work | peer | ratio | target |\n|---|---|---|---|\n")
    for title, name, work, peer, target in TARGETS:
        other, other_work = peer.split("|")
        mine, theirs = results[name].get(work), results[other].get(other_work)
        if mine and theirs:
            ratio = median(a / b for a, b in zip(mine, theirs, strict=False))
            lines.append(f"| {title} | {other}, {other_work} | {ratio:.1f} | {target:g} |\n")
    mine_start, theirs_start = start_up()
    lines.append(f"| `kwx score` of one hand, time to run | `import click, pyparsing` | {mine_start / theirs_start:.2f}"
                 " | at most 1.7 |\n\n")  # fmt: skip
    if chosen.lines:
        memory_and_growth(lines.append, chosen.lines)
    text = "".join(lines)
    print(text)
    if chosen.write:
        (HERE / "results.md").write_text(text)


if __name__ == "__main__":
    main()
