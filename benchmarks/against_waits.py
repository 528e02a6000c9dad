"""The columnar waits held against the scalar engine and the oracle, hand by hand, for `prove.py`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from against import KIND, Check, oracle, records

from kwx_cli.batch.columns import FactColumns
from kwx_cli.batch.packed import KINDS, Packed
from kwx_cli.batch.tables import Ints
from kwx_cli.batch.wait_columns import wait_columns, winning_kinds
from kwx_cli.hand import Hand
from kwx_cli.scoring import Result
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant
from kwx_cli.waits import FLAGS, waits, winning_tiles

Cell = tuple[int, bool, int, bool, tuple[str, ...]]


class Completed(Check):
    """Each complete hand without its winning tile waits on that tile.

    Beside it stands a count: if the waits of all hands are as many as there are hands and tiles, they are these.
    """

    name = "completed"

    def _check(self, hands: Packed, columns: FactColumns, picked: Ints) -> None:
        left = hands.copy()
        win = hands["win"].astype(np.int64)
        for block, name in enumerate(("first", "second", "dragons")):
            mine = win // 9 == block
            left[name] -= np.where(mine, 5 ** (win % 9), 0).astype(left[name].dtype)
        left["win"] = -1
        open_, _ = winning_kinds(left)
        assert (open_ >> win & 1).all(), hands[np.argmin(open_ >> win & 1)]

    def summary(self) -> dict[str, int]:
        """Return what was covered, for proof.json."""
        return {"every": self.every, "hands_and_tiles": self.compared}


class Waiting:
    """Holds hands of a family against `winning_tiles`, and hands that wait against `waits`.

    The first: every n-th hand. The second: every m-th of those that wait, each under another variant. One suit without
    melds: every hand, under every variant, and against the oracle's `waits`.
    """

    def __init__(self, every: int, worth: int, variants: Sequence[Variant]) -> None:
        self.every, self.worth, self.variants = every, worth, variants
        self.hands = self.open = 0
        self.seen = self.waiting = self.kinds = self.fans = self.one_suit = self.one_suit_waits = 0
        self.todo: list[list[Packed]] = [[] for _ in variants]

    def check(self, hands: Packed, weight: Ints, open_: Ints, exhausted: Ints) -> None:
        """Compare those of the hands whose turn it is; AssertionError on the first difference."""
        self.hands += int(weight.sum())
        self.open += int((np.bitwise_count(open_) * weight).sum())
        rows = np.arange(-self.seen % self.every, len(hands), self.every)
        self.seen += len(hands)
        for hand, mine in zip(records(hands[rows]), _told(open_[rows], exhausted[rows]), strict=True):
            assert mine == winning_tiles(hand), str(hand)
        self.kinds += len(rows)
        wait = np.flatnonzero(open_ | exhausted)
        picked = wait[-self.waiting % self.worth :: self.worth]
        turns = (np.arange(len(picked)) + (self.waiting + self.worth - 1) // self.worth) % len(self.variants)
        self.waiting += len(wait)
        for turn, todo in enumerate(self.todo):
            todo.append(hands[picked[turns == turn]])
        alone = (hands["second"] == 0) & (hands["dragons"] == 0) & (hands["pons"] | hands["kongs"] == 0)
        if (rows := np.flatnonzero(alone)).size:
            self._one_suit(hands[rows], open_[rows], exhausted[rows])
        if sum(map(len, self.todo[0])) >= 1 << 11:
            self.finish()

    def finish(self) -> None:
        """Compare what has been put aside, so that columns are long enough to be worth it."""
        for variant, todo in zip(self.variants, self.todo, strict=True):
            if todo:
                hands = np.concatenate(todo)
                self._worth(hands, variant)
                self.fans += len(hands)
                todo.clear()

    def summary(self) -> dict[str, int]:
        """Compare the rest, and return what was covered, for proof.json."""
        self.finish()
        return {
            "hands": self.hands,
            "kinds": self.open,
            "run": self.seen,
            "run_that_wait": self.waiting,
            "every": self.every,
            "compared": self.kinds,
            "every_that_waits": self.worth,
            "compared_worth": self.fans,
            "one_suit": self.one_suit,
            "one_suit_that_wait": self.one_suit_waits,
        }

    def _one_suit(self, hands: Packed, open_: Ints, exhausted: Ints) -> None:
        for hand, mine in zip(records(hands), _told(open_, exhausted), strict=True):
            told = oracle.waits([NAMES[kind] for kind in hand.concealed])
            assert tuple({NAMES[kind] for kind in kinds} for kinds in mine) == told, str(hand)
            assert mine == winning_tiles(hand), str(hand)
        self.one_suit += len(hands)
        waiting = hands[np.flatnonzero(open_ | exhausted)]
        for variant in self.variants:
            self._worth(waiting, variant)
        self.one_suit_waits += len(waiting)

    def _worth(self, hands: Packed, variant: Variant) -> None:
        columns = wait_columns(hands, variant)
        every = _told(columns.open, columns.exhausted)
        names = ("zimo", "zimo_allowed", "pao", "pao_allowed")
        zimo, may_zimo, pao, may_pao = (getattr(columns, name).tolist() for name in names)
        flags = {flag: columns.flags[flag].tolist() for flag in FLAGS}
        for row, hand in enumerate(records(hands)):
            mine = {}
            for k in range(KINDS):
                earned = tuple(flag for flag in FLAGS if flags[flag][row] >> k & 1)
                cell = zimo[row][k], bool(may_zimo[row] >> k & 1), pao[row][k], bool(may_pao[row] >> k & 1), earned
                if any(cell):
                    mine[KIND[k]] = cell
            open_, exhausted, told = scalar_waits(hand, variant)
            assert (every[row], mine) == ((open_, exhausted), told), (str(hand), variant.id)


def scalar_waits(hand: Hand, variant: Variant) -> tuple[tuple[int, ...], tuple[int, ...], dict[int, Cell]]:
    """Return what the scalar engine says: the kinds, those exhausted, and what each is worth."""
    found = waits(hand, variant)
    cells = {wait.tile: (*_fan(wait.zimo), *_fan(wait.pao), wait.flags) for wait in found.waits}
    return tuple(wait.tile for wait in found.waits), found.exhausted, cells


def _fan(result: Result | None) -> tuple[int, bool]:
    assert result is not None
    assert result.best is not None
    return result.best.score.fan, result.status == "win"


def _told(open_: Ints, exhausted: Ints) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the kinds of each hand, those that win and those that it holds all four of."""
    return [(_kinds(first), _kinds(second)) for first, second in zip(open_.tolist(), exhausted.tolist(), strict=True)]


def _kinds(mask: int) -> tuple[int, ...]:
    return tuple(KIND[kind] for kind in range(KINDS) if mask >> kind & 1) if mask else ()
