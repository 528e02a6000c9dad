"""Solves hands that lead to one another, by how many draws are left: all hands at once, with numpy.

A hand lies on a *level*: its distance and the exchanges it has to spare. What it keeps of a draw leads one level down;
hands on level 0 wait and are not changed any more.

The wall is told by the hand: what it took in is gone. What was thrown is gone too, and the hand does not tell that. So
it is found what each hand would lose if one more tile of a kind were gone (`Slice.loss`), and to throw a tile costs
that. What two such tiles cost together beyond their sum is left out; ``docs/advice.md`` tells how much that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kwx_cli.advice.value import Level

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PAYS, WIN, WAIT = range(3)
WEIGHTS = np.array([1.0, 1e-7, 1e-10])
"""What plays are compared by: the payment, and what breaks a tie."""
CLOSE = 1e-13
PLAYS = 2


class Slice(NamedTuple):
    """The hands of a level with some draws left: pays, win and wait of each; what it loses if a tile of a kind is gone.

    `chosen` is for each of the draws the place in what may be kept, or -1 to throw it; None where nothing is chosen.
    """

    value: Floats
    loss: Floats
    chosen: Ints | None


class Solution(NamedTuple):
    """By play, level and draws left, the values of the hands and what is chosen at each of the draws."""

    values: list[list[list[Floats]]]
    chosen: list[list[list[Ints | None]]]


def solved(levels: Sequence[Level], kinds: int, unseen: int, draws: int) -> Solution:
    """Return the values of all hands for up to a number of draws from the unseen tiles, of so many kinds."""
    wall = _Wall(kinds, unseen, draws)
    values: list[list[list[Floats]]] = []
    chosen: list[list[list[Ints | None]]] = []
    for play in range(PLAYS):
        solvers: list[_Locked | _Changing] = [_Locked(levels[0], wall, play)]
        solvers += [_Changing(level, wall, play) for level in levels[1:]]
        values.append([[] for _ in levels])
        chosen.append([[] for _ in levels])
        before: list[Slice] = []
        for n in range(draws + 1):
            now: list[Slice] = []
            for at, solver in enumerate(solvers):
                now.append(solver.at(n, before[at] if n else None, before[at - 1] if n and at else None))
                values[play][at].append(now[at].value)
                chosen[play][at].append(now[at].chosen)
            before = now
    return Solution(values, chosen)


class _Wall:
    """How many tiles are unseen with some draws left, and the chance that none of some winning tiles comes."""

    def __init__(self, kinds: int, unseen: int, draws: int) -> None:
        self.kinds = kinds
        self.unseen = [unseen - draws + n for n in range(draws + 1)]
        tiles = np.arange(unseen + 1)
        missed = [np.ones(unseen + 1)]
        for rest in self.unseen[1:]:
            missed.append(missed[-1] * np.maximum(rest - tiles, 0) / rest)
        self.missed = missed


class _Locked:
    """Hands that wait and are not changed: which winning tile comes first does not depend on when it comes."""

    def __init__(self, level: Level, wall: _Wall, play: int, only: Sequence[int] | None = None) -> None:
        """`only`: the hands that are looked at, by default all."""
        self.wall = wall
        left = np.array(level.left, dtype=np.int64).reshape(len(level.left), wall.kinds)
        paid = np.zeros(left.shape)
        for hand, kind, *pays in level.wins:
            paid[hand, kind] = pays[play]
        if only is not None:
            left, paid = left[only], paid[only]
        self.paid = paid
        left = np.where(paid > 0, left, 0)
        self.tiles = left.sum(axis=1)
        self.sum = (left * paid).sum(axis=1)
        self.hand, self.kind = np.nonzero(left)
        self.each = self.sum / np.maximum(self.tiles, 1)
        fewer = self.tiles[self.hand] - 1
        self.fewer = fewer
        self.each_fewer = (self.sum[self.hand] - paid[self.hand, self.kind]) / np.maximum(fewer, 1)

    def at(self, n: int, here: Slice | None, below: Slice | None) -> Slice:
        missed = self.wall.missed[n]
        win = 1.0 - missed[self.tiles]
        value = np.stack([win * self.each, win, np.ones(len(win))], axis=1)
        loss = np.zeros((*self.paid.shape, 3))
        less = 1.0 - missed[self.fewer]
        loss[self.hand, self.kind, PAYS] = value[self.hand, PAYS] - less * self.each_fewer
        loss[self.hand, self.kind, WIN] = win[self.hand] - less
        return Slice(value, loss, None)


class _Changing:
    """Hands that may take in what is drawn."""

    def __init__(self, level: Level, wall: _Wall, play: int) -> None:
        self.wall = wall
        self.left = np.array(level.left, dtype=np.float64).reshape(len(level.left), wall.kinds)
        self.waits = np.array(level.waits, dtype=bool)
        # Revealed, a hand that waits is locked.
        self.locked = np.flatnonzero(self.waits) if play else np.zeros(0, dtype=np.int64)
        self.lock = _Locked(level, wall, play, list(self.locked)) if len(self.locked) else None
        wins = [win for win in level.wins if win[2 + play]]
        self.win_hand, self.win_kind = np.array([win[:2] for win in wins], dtype=np.int64).reshape(-1, 2).T
        # Not by way of whole numbers: a fan may have more than 64 bits.
        paid = np.array([win[2 + play] for win in wins], dtype=np.float64)
        self.win = np.stack([paid, np.ones(len(paid)), np.ones(len(paid))], axis=1)
        self.winning = np.zeros(self.left.shape, dtype=bool)
        self.winning[self.win_hand, self.win_kind] = True
        draws = np.array(level.draws, dtype=np.int64).reshape(-1, 2)
        self.hand, self.kind = draws.T
        sizes = np.array([len(each) for each in level.kept], dtype=np.int64)
        self.child = np.array([child for each in level.kept for child in each], dtype=np.int64)
        self.first = np.cumsum(sizes) - sizes
        self.draw = np.repeat(np.arange(len(sizes)), sizes)
        self.free = ~self.winning[self.hand, self.kind]

    def at(self, n: int, here: Slice | None, below: Slice | None) -> Slice:
        if here is None or below is None:
            value = np.zeros((len(self.left), 3))
            value[self.waits, WAIT] = 1.0
            return Slice(value, np.zeros((*self.left.shape, 3)), None)
        left, unseen = self.left, self.wall.unseen[n]
        choice, keep = self._choice(here, below)
        hand, kind, child = self.hand[keep], self.kind[keep], self.child[choice[keep]]
        takes = self.winning.copy()
        takes[hand, kind] = True
        taken = np.where(takes, left, 0.0)
        # Below zero where more would be kept than there is: some was thrown, and what that costs is less by as much.
        stays = unseen - taken.sum(axis=1)
        thrown = left - taken
        # What is thrown is as likely to be gone already as any other that is not kept.
        thrown *= (np.maximum(stays, 0.0) / np.maximum(thrown.sum(axis=1), 1.0))[:, None]

        value = stays[:, None] * here.value - np.einsum("hk,hkq->hq", thrown, here.loss)
        # A tile that would be thrown now is no loss.
        gone = thrown / np.maximum(left, 1.0)
        loss = (stays[:, None] - gone)[:, :, None] * here.loss
        weight = taken[hand, kind]
        if len(hand):
            starts = np.flatnonzero(np.r_[True, hand[1:] != hand[:-1]])
            value[hand[starts]] += np.add.reduceat(weight[:, None] * below.value[child], starts)
            loss[hand[starts]] += np.add.reduceat(weight[:, None, None] * below.loss[child], starts)
            loss[hand, kind] += below.value[child] - below.loss[child, kind] - here.value[hand] + here.loss[hand, kind]
        np.add.at(value, self.win_hand, taken[self.win_hand, self.win_kind][:, None] * self.win)
        loss[self.win_hand, self.win_kind] += (
            self.win - here.value[self.win_hand] + here.loss[self.win_hand, self.win_kind]
        )
        value /= unseen
        loss *= ((left > 0) / unseen)[:, :, None]
        value[self.waits, WAIT] = 1.0
        loss[self.waits, :, WAIT] = 0.0
        if self.lock is not None:
            locked = self.lock.at(n, None, None)
            value[self.locked], loss[self.locked] = locked.value, locked.loss
        return Slice(value, loss, np.where(keep, choice - self.first, -1))

    def _choice(self, here: Slice, below: Slice) -> tuple[Ints, NDArray[Any]]:
        """Return which of what may be kept is best for each draw, and whether it is better than to throw it."""
        if not len(self.first):
            return self.first, np.zeros(0, dtype=bool)
        keys = (below.value @ WEIGHTS)[self.child]
        best = np.maximum.reduceat(keys, self.first)
        places = np.flatnonzero(keys == best[self.draw])[::-1]
        choice = np.empty(len(self.first), dtype=np.int64)
        choice[self.draw[places]] = places  # the first of equals is written last
        throws = (here.value[self.hand] - here.loss[self.hand, self.kind]) @ WEIGHTS
        return choice, self.free & (best > throws + CLOSE)
