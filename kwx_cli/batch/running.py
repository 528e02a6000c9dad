"""Running a batch: chunks of rows through one process or several, in order, with bounded memory."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from kwx_cli.batch.judging import Render, Rules, Summary, judge
from kwx_cli.batch.reading import Block, Records, Rows, block_rows

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult

T = TypeVar("T")
Chunk = Rows | Block | Records


def run(
    chunks: Iterator[Chunk], rules: Rules, render: Render, jobs: int = 1, between: str = "", explained: bool = False
) -> Iterator[tuple[str | bytes, Summary]]:
    """Yield the report of each chunk as text, or as UTF-8, with its counts, in the order of the input.

    `render` makes text of outcomes, with `between` between those of two chunks; with more than one job it must be
    picklable, and the output is the same. Unless answers are to be `explained`, it may get brief ones; if they are, it
    must make the text of several outcomes from that of each.
    """
    work = partial(_chunk, rules=rules, render=render, between=between, explained=explained)
    return spread(work, chunks, jobs)


def spread(work: Callable[[Chunk], T], chunks: Iterator[Chunk], jobs: int = 1) -> Iterator[T]:
    """Yield what `work` makes of each chunk, in order; with more than one job it must be picklable, and what it makes.

    However long the input, only a few chunks are held at a time.
    """
    if jobs < 2:
        before = gc.get_threshold()
        _collect_rarely()
        try:
            yield from map(work, chunks)
        finally:
            gc.set_threshold(*before)
        return
    from multiprocessing import get_context

    # No more chunks under way than keep the processes busy, since the input may have no end.
    with get_context("spawn").Pool(jobs, _start_worker) as pool:
        pending: deque[AsyncResult[T]] = deque()
        for chunk in chunks:
            pending.append(pool.apply_async(work, (chunk,)))
            if len(pending) > 2 * jobs:
                yield pending.popleft().get()
        while pending:
            yield pending.popleft().get()


def _collect_rarely() -> None:
    """Look for garbage seldom: what is remembered has no cycles, and scanning it costs a third of the time."""
    gc.set_threshold(200_000, 20, 50)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, which ends the pool; each process would show a traceback of its own."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _collect_rarely()


_too_large: set[Rules] = set()
"""Rules under which a fan has more bits than a column: the next block would only find out again."""


def _chunk(chunk: Chunk, rules: Rules, render: Render, between: str, explained: bool) -> tuple[str | bytes, Summary]:
    if isinstance(chunk, Block | Records):
        try:
            if rules not in _too_large:
                return _large(chunk, rules, render, between, explained)
        except OverflowError:
            _too_large.add(rules)
        if isinstance(chunk, Block):
            found = list(block_rows(chunk))
            chunk = [row for row in found if row], found.count(None)
        else:
            chunk = chunk.rows, chunk.skipped
    rows, skipped = chunk
    outcomes = [judge(row, rules) for row in rows]
    summary = Summary(skipped=skipped)
    summary.add_all(outcomes)
    return render(outcomes), summary


def _large(
    chunk: Block | Records, rules: Rules, render: Render, between: str, explained: bool
) -> tuple[str | bytes, Summary]:
    # numpy is imported only for large files.
    from kwx_cli.batch.lines import RecordLines, TextLines

    lines = TextLines(chunk) if isinstance(chunk, Block) else RecordLines(chunk)
    text: str | bytes
    if explained:
        from kwx_cli.batch.templates import judge_lines

        text, summary = judge_lines(lines, rules, render, between)
    else:
        from kwx_cli.batch.brief import judge_briefly

        text, summary = judge_briefly(lines, rules, render)
    if isinstance(chunk, Records):
        summary.skipped += chunk.skipped
    return text, summary
