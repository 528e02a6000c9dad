"""The columnar engine over all winning hands: counts, digests, and the scalar engine and the oracle beside it.

    python benchmarks/prove.py                  recompute counts and digests and compare them with proof.json
    python benchmarks/prove.py --write          the same, and write proof.json
    python benchmarks/prove.py --scalar 1       candidates of the scalar engine too, for every n-th hand and tile
    python benchmarks/prove.py --oracle 20000   and the brute-force oracle of tests/oracle for so many of each family

docs/census.md says what is covered. Two suits are interchangeable and so are the three dragons, for the rules name
neither; hands are taken up to that, in the order of their blocks, and counted with the number of hands they stand for.
How the tile came, 亮倒 and the last tile are added to the facts of any reading alike: self-draw and discard are run,
the rest is left to the tests.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from kwx_cli import load_variant
from kwx_cli.batch.columns import FactColumns, fact_columns, fact_index, numbers, score_table
from kwx_cli.batch.packed import KINDS, PACKED, Packed, held_kinds, unpack
from kwx_cli.batch.tables import Ints, blocks, shipped
from kwx_cli.batch.wait_columns import winning_kinds
from kwx_cli.facts import EVENT_BITS, hand_facts
from kwx_cli.hand import By
from kwx_cli.patterns import PATTERNS
from kwx_cli.scoring import Score, scorer, shown
from kwx_cli.variants import Variant
from kwx_cli.variants.loading import variant_ids

HERE = Path(__file__).resolve().parent
WAYS = (By.ZIMO, By.PAO)
ROWS = 1 << 15


def digits(codes: Ints, ranks: int) -> Ints:
    """Return the counts of each code, a column for each rank."""
    return np.stack([codes // 5**rank % 5 for rank in range(ranks)], axis=1)


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks with their melds, in a fixed order: codes, masks of pons and kongs, tiles, melds, and how many alike."""

    code: Ints
    pons: Ints
    kongs: Ints
    size: Ints
    melds: Ints
    weight: Ints

    def where(self, size: int, melds: int) -> Ints:
        """Return which of them have so many concealed tiles and melds."""
        return np.flatnonzero((self.size == size) & (self.melds == melds))


def with_melds(codes: Ints, ranks: int, most: int) -> Blocks:
    """Return every sound block of these codes with up to `most` melds: no fifth tile of a kind."""
    parts: list[tuple[Ints, ...]] = []
    counts = digits(codes, ranks)
    for number in range(most + 1):
        for kinds in combinations(range(ranks), number):
            for kong in product((False, True), repeat=number):
                fits = np.ones(len(codes), bool)
                for kind, is_kong in zip(kinds, kong, strict=True):
                    fits &= counts[:, kind] <= (0 if is_kong else 1)
                some = codes[fits]
                pons = sum(1 << kind for kind, is_kong in zip(kinds, kong, strict=True) if not is_kong)
                kongs = sum(1 << kind for kind, is_kong in zip(kinds, kong, strict=True) if is_kong)
                sizes = counts[fits].sum(axis=1)
                parts.append((some, np.full(len(some), pons), np.full(len(some), kongs), sizes,
                              np.full(len(some), number), np.ones(len(some), np.int64)))  # fmt: skip
    return Blocks(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def of_dragons(codes: Ints, most: int) -> Blocks:
    """Return blocks of dragons up to their order, each with how many it stands for."""
    all_ = with_melds(codes, 3, most)
    held = digits(all_.code, 3)
    seen: Counter[tuple[tuple[int, int, int], ...]] = Counter()
    first: dict[tuple[tuple[int, int, int], ...], int] = {}
    for index in range(len(all_.code)):
        kinds = sorted(
            (int(held[index, k]), int(all_.pons[index] >> k & 1), int(all_.kongs[index] >> k & 1)) for k in range(3)
        )
        seen[tuple(kinds)] += 1
        first.setdefault(tuple(kinds), index)
    at = np.array(sorted(first.values()))
    weight = np.array([seen[key] for key, _ in sorted(first.items(), key=lambda item: item[1])])
    return Blocks(all_.code[at], all_.pons[at], all_.kongs[at], all_.size[at], all_.melds[at], weight)


def joined(suits: Blocks, dragons: Blocks, tiles: int, melds: int) -> Iterator[tuple[Packed, Ints]]:
    """Yield all hands of two suits, the first not before the second, and dragons, with how many each stands for."""
    for first_melds, second_melds in product(range(melds + 1), repeat=2):
        dragon_melds = melds - first_melds - second_melds
        if not 0 <= dragon_melds <= 3:
            continue
        for first_size, second_size in product(range(tiles + 1), repeat=2):
            firsts = suits.where(first_size, first_melds)
            seconds = suits.where(second_size, second_melds)
            thirds = dragons.where(tiles - first_size - second_size, dragon_melds)
            if not (len(firsts) and len(seconds) and len(thirds)):
                continue
            inner = len(seconds) * len(thirds)
            step = max(1, ROWS // inner)
            for start in range(0, len(firsts), step):
                few = firsts[start : start + step]
                a, rest = np.divmod(np.arange(len(few) * inner), inner)
                b, d = np.divmod(rest, len(thirds))
                first, second, third = few[a], seconds[b], thirds[d]
                keep = first >= second
                first, second, third = first[keep], second[keep], third[keep]
                if not len(first):
                    continue
                hands = np.zeros(len(first), PACKED)
                hands["first"], hands["second"] = suits.code[first], suits.code[second]
                hands["dragons"] = dragons.code[third]
                for name in ("pons", "kongs"):
                    of_suit, of_dragon = getattr(suits, name), getattr(dragons, name)
                    hands[name] = of_suit[first] | of_suit[second] << 9 | of_dragon[third] << 18
                yield hands, dragons.weight[third] * (1 + (first != second))


def winners(melds: int) -> Iterator[tuple[Packed, Ints]]:
    """Yield every distinct complete hand with so many melds, without a winning tile, with how many it stands for."""
    data = shipped()
    suits = with_melds(data["suit_codes"].astype(np.int64), 9, melds)
    dragons = of_dragons(data["dragon_codes"].astype(np.int64), min(melds, 3))
    yield from joined(suits, dragons, 14 - 3 * melds, melds)
    if melds:
        return
    # Seven pairs that are no standard hand as well.
    wins = np.zeros(5**9, bool)
    wins[data["suit_codes"]] = True
    dragon_wins = np.zeros(125, bool)
    dragon_wins[data["dragon_codes"]] = True
    even = _even(9)
    for hands, weight in joined(with_melds(even, 9, 0), of_dragons(_even(3), 0), 14, 0):
        new = ~(wins[hands["first"]] & wins[hands["second"]] & dragon_wins[hands["dragons"]])
        yield hands[new], weight[new]


def _even(ranks: int) -> Ints:
    """Return every code of even counts, of up to fourteen tiles."""
    codes = np.array([sum(n * 5**rank for rank, n in enumerate(counts)) for counts in product((0, 2, 4), repeat=ranks)])
    codes.sort()
    return codes[digits(codes, ranks).sum(axis=1) <= 14]


def each_tile(hands: Packed, weight: Ints) -> tuple[Packed, Ints]:
    """Return complete hands once for each kind that can have won: any of their concealed ones."""
    tables = blocks()
    held = held_kinds(tables.suit[hands["first"]], tables.suit[hands["second"]], tables.dragon[hands["dragons"]])
    bits = np.unpackbits(held.astype("<u4").view(np.uint8).reshape(-1, 4), axis=1, count=KINDS, bitorder="little")
    rows, kinds = np.nonzero(bits)
    found = hands[rows]
    found["win"] = kinds
    return found, weight[rows]


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


class Against:
    """Holds the candidates of a family against the scalar engine, and scores against the oracle."""

    def __init__(self, every: int, oracle: int, variants: list[Variant]) -> None:
        self.every, self.left, self.variants = every, oracle, variants
        self.compared = self.judged = self.seen = 0
        self.known: set[tuple[int, ...]] = set()

    def check(self, hands: Packed, columns: FactColumns, stride: int) -> None:
        """Compare every n-th hand, and every so many with the oracle; raise AssertionError on the first difference."""
        offset = -self.seen % self.every if self.every else 0
        place = {row: index for index, row in enumerate(columns.rows.tolist())}
        for row in range(offset, len(hands), self.every) if self.every else ():
            index = place.get(row)
            found = [int(columns.only[row])]
            if index is not None:
                found = columns.many[columns.starts[index] : columns.starts[index + 1]].tolist()
            hand = unpack(hands[row])
            facts = list(dict.fromkeys(found))
            assert facts == list(hand_facts(hand)), str(hand)
            self.compared += 1
            if tuple(facts) not in self.known:
                self.known.add(tuple(facts))
                self._best(facts)
        if self.left:
            for row in range(-self.seen % stride, len(hands), stride):
                self._oracle(hands[row])
        self.seen += len(hands)

    def _best(self, facts: list[int]) -> None:
        """Hold the choice of the columnar path among these candidates against that of the scalar engine."""
        columns = FactColumns(np.zeros(1, np.int64), np.zeros(1, np.int64), np.array([0, len(facts)]), np.array(facts))
        for variant, way in product(self.variants, WAYS):
            best = int(score_table(variant).best(columns, EVENT_BITS[way]).ids[0])
            counts = shown([each + EVENT_BITS[way] for each in facts], scorer(variant))[0]
            assert fact_index().facts[best] == counts, (facts, variant.id, way)

    def _oracle(self, row: np.void) -> None:
        """Hold the best score of one hand under every variant against brute force."""
        sys.path.insert(0, str(HERE.parent))
        from tests.oracle.hands import best
        from tests.oracle.notation import hand as read
        from tests.oracle.rules import VARIANTS

        hand = unpack(row)
        for way in WAYS:
            given = read(f"{hand}+{way}")
            facts = [each + EVENT_BITS[way] for each in hand_facts(hand)]
            for variant in self.variants:
                rate = scorer(variant)
                score, told = rate(shown(facts, rate)[0]), best(given, VARIANTS[variant.id])
                assert told is not None, str(hand)
                mine = (score.fan, score.product, score.extra, score.allowed, {x.id: x.count for x in score.lines})
                assert mine == (told.fan, told.product, told.extra, told.allowed, told.patterns), (hand, variant.id)
        self.judged += 1


def prove_wins(melds: int, against: Against, sample: int) -> dict[str, Any]:
    """Run one family and return what is committed of it; `sample` is how many hands and tiles it has, if known."""
    variants = against.variants
    tallies = [Tally(variant, way) for variant in variants for way in WAYS]
    hands_run = hands_all = tiles_run = tiles_all = 0
    stride = max(1, sample // against.left) if against.left else 1
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
            against.check(few, columns, stride)
    return {
        "hands": hands_all,
        "hands_and_tiles": tiles_all,
        "run": {"hands": hands_run, "hands_and_tiles": tiles_run},
        "variants": {
            f"{tally.variant.id} {tally.way}": tally.summary()
            for tally in sorted(tallies, key=lambda tally: (tally.variant.id, tally.way))
        },
    }


def prove_waits() -> dict[str, Any]:
    """Run every concealed hand of thirteen tiles, and count how many kinds it waits on."""
    codes = np.arange(5**9)
    size = np.zeros(5**9, np.int64)
    for rank in range(9):
        size += codes // 5**rank % 5
    suits = with_melds(codes[size <= 13], 9, 0)
    dragons = of_dragons(np.arange(125), 0)
    width: Counter[int] = Counter()
    digest = hashlib.sha256()
    exhausted_all = 0
    widest: list[str] = []
    for hands, weight in joined(suits, dragons, 13, 0):
        hands["win"] = -1
        open_, exhausted = winning_kinds(hands)
        digest.update(open_.astype("<u4").tobytes())
        digest.update(exhausted.astype("<u4").tobytes())
        kinds = np.bitwise_count(open_)
        for number, times in enumerate(np.bincount(kinds, weight).astype(np.int64).tolist()):
            width[number] += times
        exhausted_all += int(weight[exhausted > 0].sum())
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


def main() -> None:
    """Run the proof."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true", help="write proof.json")
    options.add_argument(
        "--scalar", type=int, default=0, metavar="N", help="compare every n-th hand with the scalar engine"
    )
    options.add_argument(
        "--oracle", type=int, default=0, metavar="N", help="compare n hands of each family with the oracle"
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
    for melds in chosen.melds:
        name = f"{melds} melds"
        began = time.perf_counter()
        against = Against(chosen.scalar, chosen.oracle, variants)
        sample = before.get(name, {}).get("run", {}).get("hands_and_tiles", 1)
        now[name] = prove_wins(melds, against, sample)
        run = now[name]["run"]
        words = [
            f"{name}: {now[name]['hands']:,} hands, {now[name]['hands_and_tiles']:,} hands and tiles",
            f"run: {run['hands']:,} and {run['hands_and_tiles']:,}",
            f"scalar: {against.compared:,} with {len(against.known):,} different candidates",
            f"oracle: {against.judged:,}",
            f"{time.perf_counter() - began:.0f} s",
        ]
        print("; ".join(words), flush=True)
    if not chosen.no_waits:
        began = time.perf_counter()
        now["waits"] = prove_waits()
        print(f"waits: {now['waits']['hands']:,} hands of thirteen; {time.perf_counter() - began:.0f} s", flush=True)
        if "0 melds" in now:
            completed = sum(int(number) * times for number, times in now["waits"]["kinds"].items())
            assert completed == now["0 melds"]["hands_and_tiles"], "a wait completes a hand, and every win had one"
    now = json.loads(json.dumps(now))
    if chosen.write:
        target.write_text(json.dumps({**before, **now}, indent=1) + "\n")
    elif changed := [name for name in now if now[name] != before.get(name)]:
        sys.exit(f"different from {target.name}: {', '.join(changed)}")
    else:
        print("the same as in proof.json")


if __name__ == "__main__":
    main()
