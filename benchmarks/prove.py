"""The columnar engine over all winning hands: counts, digests, and the scalar engine and the oracle beside it.

    python benchmarks/prove.py                  recompute counts and digests and compare them with proof.json
    python benchmarks/prove.py --write          the same, and write proof.json
    python benchmarks/prove.py --scalar 1       candidates of the scalar engine too, for every n-th hand and tile
    python benchmarks/prove.py --oracle 1       the same with the brute-force oracle of tests/oracle, and its counts
    python benchmarks/prove.py --waits 500 5    waits too: every n-th hand, every m-th that waits with what it is worth

Each of these ends at the first difference; with --write, what was compared goes to proof.json too.

docs/census.md says what is covered. Two suits are interchangeable and so are the three dragons, for the rules name
neither; hands are taken up to that, in the order of their blocks, and counted with the number of hands they stand for.
How the tile came, 亮倒 and the last tile are added to the facts of any reading alike: self-draw and discard are run
for every hand, the rest once for all hands in which the oracle sees the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from against import WAYS, Check, Oracle, Scalar, count_wins
from against_waits import Completed, Waiting
from every import ROWS, each_tile, waiting, winners

from kwx_cli import load_variant
from kwx_cli.batch.columns import FactColumns, fact_columns, numbers, score_table
from kwx_cli.batch.packed import unpack
from kwx_cli.batch.tables import Ints
from kwx_cli.batch.wait_columns import winning_kinds
from kwx_cli.facts import EVENT_BITS
from kwx_cli.hand import By
from kwx_cli.patterns import PATTERNS
from kwx_cli.scoring import Score
from kwx_cli.variants import Variant
from kwx_cli.variants.loading import variant_ids

HERE = Path(__file__).resolve().parent


def mark(score: Score | None) -> int:
    """Return four bytes that stand for all that a score says."""
    if score is None:
        return 0
    told = (score.allowed, score.fan, score.product, [(x.id, x.count, x.times) for x in score.lines], score.extras)
    return int.from_bytes(hashlib.sha256(repr(told).encode()).digest()[:4], "little")


@dataclass
class Tally:
    """What came of a family of hands under one variant and way: how often which facts counted, and the digest."""

    variant: Variant
    way: By
    times: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    digest: Any = field(default_factory=hashlib.sha256)
    marks: list[int] = field(default_factory=list)

    def add(self, columns: FactColumns, only: Ints, many: Ints, weight: Ints) -> None:
        """Count hands of which the candidates are known, and their numbers with this way to win."""
        table = score_table(self.variant)
        ids = table.choose(columns, only, many).ids
        self.marks += [mark(score) for score in table.scores[len(self.marks) :]]
        self.digest.update(np.array(self.marks, "<u4").take(ids).tobytes())
        times = np.bincount(ids, weight, len(table.scores)).astype(np.int64)
        times[: len(self.times)] += self.times
        self.times = times

    def summary(self) -> dict[str, Any]:
        """Return the digest, how often each pattern counted, the highest product, and how many may not win."""
        scores = score_table(self.variant).scores
        patterns: Counter[str] = Counter()
        fans: Counter[int] = Counter()
        highest = refused = 0
        for score, times in zip(scores, self.times.tolist(), strict=False):
            if score is None or not times:
                continue
            highest = max(highest, score.product)
            refused += 0 if score.allowed else times
            fans[score.fan] += times
            for line in score.lines:
                patterns[line.id] += times
        return {
            "sha256": self.digest.hexdigest(),
            "highest": highest,
            "not_allowed": refused,
            "patterns": {id: patterns[id] for id in PATTERNS if patterns[id]},
            "fans": dict(sorted(fans.items())),
        }


def prove_wins(melds: int, variants: list[Variant], checks: Sequence[Check]) -> dict[str, Any]:
    """Run one family and return what is committed of it."""
    tallies = [Tally(variant, way) for variant in variants for way in WAYS]
    hands_run = hands_all = tiles_run = tiles_all = 0
    for hands, weight in winners(melds):
        hands_run += len(hands)
        hands_all += int(weight.sum())
        won, weights = each_tile(hands, weight)
        tiles_run += len(won)
        tiles_all += int(weights.sum())
        for start in range(0, len(won), ROWS):
            few = won[start : start + ROWS]
            columns = fact_columns(few)
            found = {way: numbers(columns, EVENT_BITS[way]) for way in WAYS}
            for tally in tallies:
                tally.add(columns, *found[tally.way], weights[start : start + ROWS])
            for check in checks:
                check.check(few, columns)
    return {
        "hands": hands_all,
        "hands_and_tiles": tiles_all,
        "run": {"hands": hands_run, "hands_and_tiles": tiles_run},
        "variants": {
            f"{tally.variant.id} {tally.way}": tally.summary()
            for tally in sorted(tallies, key=lambda tally: (tally.variant.id, tally.way))
        },
    }


def prove_waits(against: Waiting | None) -> dict[str, Any]:
    """Run every concealed hand of thirteen tiles, and count how many kinds it waits on."""
    width: Counter[int] = Counter()
    digest = hashlib.sha256()
    exhausted_all = 0
    widest: list[str] = []
    for hands, weight in waiting(0):
        open_, exhausted = winning_kinds(hands)
        digest.update(open_.astype("<u4").tobytes())
        digest.update(exhausted.astype("<u4").tobytes())
        kinds = np.bitwise_count(open_)
        for number, times in enumerate(np.bincount(kinds, weight).astype(np.int64).tolist()):
            width[number] += times
        exhausted_all += int(weight[exhausted > 0].sum())
        if against:
            against.check(hands, weight, open_, exhausted)
        if (top := int(kinds.max())) >= max([n for n in width if width[n]], default=0):
            widest = [w for w in widest if w.startswith(f"{top} ")]
            widest += [
                f"{top} {unpack(hands[row])}" for row in np.flatnonzero(kinds == top)[: 8 - len(widest)].tolist()
            ]
    return {
        "hands": sum(width.values()),
        "kinds": {str(number): times for number, times in sorted(width.items()) if times},
        "with_exhausted": exhausted_all,
        "widest": widest,
        "sha256": digest.hexdigest(),
    }


def prove_waits_beside(melds: int, against: Waiting) -> None:
    """Run every waiting hand with so many melds."""
    for hands, weight in waiting(melds):
        against.check(hands, weight, *winning_kinds(hands))


def main() -> None:
    """Run the proof."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true", help="write proof.json")
    options.add_argument(
        "--scalar", type=int, default=0, metavar="N", help="compare every n-th hand with the scalar engine"
    )
    options.add_argument("--oracle", type=int, default=0, metavar="N", help="compare every n-th hand with the oracle")
    options.add_argument(
        "--waits",
        type=int,
        nargs=2,
        metavar=("N", "M"),
        help="compare waits of every n-th hand, and of every m-th that waits what they are worth",
    )
    options.add_argument(
        "--melds", type=int, nargs="*", default=[0, 1, 2, 3, 4], metavar="M", help="which families to run"
    )
    options.add_argument("--no-waits", action="store_true", help="leave out the hands of thirteen tiles")
    chosen = options.parse_args()
    target = HERE / "proof.json"
    before = json.loads(target.read_text()) if target.exists() else {}
    variants = [load_variant(id) for id in variant_ids()]
    now: dict[str, Any] = {}
    compared: dict[str, Any] = before.get("compared", {})
    for melds in chosen.melds:
        name = f"{melds} melds"
        began = time.perf_counter()
        asked = ((Scalar, chosen.scalar), (Oracle, chosen.oracle), (Completed, chosen.waits and 1))
        checks = [check(every, variants) for check, every in asked if every]
        now[name] = prove_wins(melds, variants, checks)
        run = now[name]["run"]
        words = [
            f"{name}: {now[name]['hands']:,} hands, {now[name]['hands_and_tiles']:,} hands and tiles",
            f"run: {run['hands']:,} and {run['hands_and_tiles']:,}",
            *(f"{check.name}: {check.compared:,}, {len(check.known):,} different" for check in checks),
            f"{time.perf_counter() - began:.0f} s",
        ]
        if chosen.oracle:
            assert count_wins(melds) == (now[name]["hands"], now[name]["hands_and_tiles"]), "as many hands are built"
        compared[name] = compared.get(name, {}) | {check.name: check.summary() for check in checks}
        print("; ".join(words), flush=True)
    if not chosen.no_waits:
        began = time.perf_counter()
        against = Waiting(*chosen.waits, variants) if chosen.waits and 0 in chosen.melds else None
        now["waits"] = prove_waits(against)
        print(f"waits: {now['waits']['hands']:,} hands of thirteen; {time.perf_counter() - began:.0f} s", flush=True)
        if "0 melds" in now:
            completed = sum(int(number) * times for number, times in now["waits"]["kinds"].items())
            assert completed == now["0 melds"]["hands_and_tiles"], "a wait completes a hand, and every win had one"
        if against:
            compared["0 melds"]["waits"] = against.summary()
            print(f"0 melds, waits: {against.summary()}", flush=True)
    for melds in chosen.melds if chosen.waits else ():
        if not melds:
            continue
        name = f"{melds} melds"
        began = time.perf_counter()
        against = Waiting(*chosen.waits, variants)
        prove_waits_beside(melds, against)
        compared[name]["waits"] = against.summary()
        print(f"{name}, waits: {against.summary()}; {time.perf_counter() - began:.0f} s", flush=True)
        assert against.open == now[name]["hands_and_tiles"], "a wait completes a hand, and every win had one"
    now = json.loads(json.dumps(now))
    if chosen.write:
        target.write_text(json.dumps({**before, **now, "compared": compared}, indent=1) + "\n")
    elif changed := [name for name in now if now[name] != before.get(name)]:
        sys.exit(f"different from {target.name}: {', '.join(changed)}")
    else:
        print("the same as in proof.json")


if __name__ == "__main__":
    main()
