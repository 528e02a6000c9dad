"""A batch as columns, for Parquet and Arrow files, with the extra ``kwx-cli[arrow]``.

As in `columnar`, there is no second way to judge: plain lines are scored as columns, and of each kind of them one is
judged by the scalar path. What that one has in its cells, all of its kind have: all but the place, the id and the hand
follow from the variant, the expectation and the score. Every other line takes the scalar path itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import IO, Any, Final, NamedTuple

import numpy as np

from kwx_cli.batch.columns import ScoreTable, fact_columns, score_table
from kwx_cli.batch.judging import Outcome, Rules, Summary, judge
from kwx_cli.batch.lines import Parts, canonical
from kwx_cli.batch.reading import Block, FileError, Row, Rows, decode, missing_package, text_row
from kwx_cli.batch.tables import Bools, Ints
from kwx_cli.batch.text import TextHands, read_hands
from kwx_cli.errors import Fault, VariantError
from kwx_cli.scoring import Result
from kwx_cli.variants import load_variant

Cells = Callable[[Outcome, str], dict[str, Any]]
"""Makes the cells of a row by the names of `COLUMNS`, with messages in a language."""

COLUMNS: Final = (
    ("file", "file"), ("line", "int64"), ("id", "string"), ("variant", "string"), ("hand", "string"),
    ("status", "string"), ("fan", "int64"), ("product", "int64"), ("allowed", "bool"), ("extra", "int32"),
    ("patterns", "list"), ("waits", "list"), ("expected", "string"), ("result", "string"), ("code", "string"),
    ("message", "string"),
)  # fmt: skip
"""The columns with their types: lists are of strings, `file` is a string of which each is stored once."""

GROUP_ROWS: Final = 1 << 16
"""About how many rows a row group, or a record batch of a file, has."""

_OF_THE_ROW: Final = ("file", "line", "id", "hand")
_UNIQUE: Final = ("line", "id", "hand", "message")
"""Columns whose values seldom recur, so that a dictionary of them would only cost time."""

_MOST_KINDS: Final = 1 << 16
_MOST_VARIANTS: Final = 16


@cache
def arrow(module: str = "pyarrow") -> Any:
    """Return pyarrow, or a module of it, or raise `FileError` where it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise missing_package("Parquet and Arrow", "arrow") from None


def column_type(kind: str) -> Any:
    """Return the Arrow type of a kind of column in `COLUMNS`."""
    pa = arrow()
    if kind == "file":
        return pa.dictionary(pa.int32(), pa.string())
    return pa.list_(pa.string()) if kind == "list" else pa.bool_() if kind == "bool" else getattr(pa, kind)()


@cache
def schema() -> Any:
    """Return the schema of a report as columns, or raise `FileError` where pyarrow is not installed."""
    return arrow().schema([(name, column_type(kind)) for name, kind in COLUMNS])


def _array(values: Sequence[Any], type: Any) -> Any:
    """Return values as an array; halves of a character, as JSON can hold, are written as escapes."""
    pa = arrow()
    try:
        return pa.array(values, type)
    except UnicodeEncodeError:
        return pa.array([each and _whole(each) for each in values], type)


def _whole(value: str) -> str:
    return value.encode("utf-8", "backslashreplace").decode()


class _Lines(NamedTuple):
    """The lines of a file in a chunk: their hands as read from a buffer; those that may be scored as columns, `fine`.

    `names`, `ids` and `expected` are of the fine lines, empty where none has one; `row` makes the row of any line, None
    for a blank one.
    """

    file: str
    data: bytes
    buffer: Ints
    found: TextHands
    fine: Ints
    names: Sequence[str]
    ids: Sequence[str]
    expected: Sequence[str]
    numbers: Ints
    row: Callable[[int], Row | None]


def _of_block(block: Block) -> _Lines:
    data = block.data if block.data.endswith(b"\n") else block.data + b"\n"
    buffer = np.frombuffer(data, np.uint8)
    parts = Parts(data, buffer, block.encoding)
    found = read_hands(buffer, parts.hand, parts.hand_end)
    fine = np.flatnonzero(found.read & parts.plain & (found.hands["win"] >= 0))
    return _Lines(
        block.file, data, buffer, found, fine, parts.texts(fine, parts.name, parts.name_end),
        parts.texts(fine, parts.id, parts.id_end), parts.texts(fine, parts.expect, parts.expect_end),
        np.arange(len(parts.ends)) + block.line, partial(_row, block, parts),
    )  # fmt: skip


def _row(block: Block, parts: Parts, index: int) -> Row | None:
    start = int(parts.starts[index])
    raw = block.data[start : int(parts.ends[index]) + 1]
    text, bad = decode(block.file, block.line + index, block.offset + start, raw, block.encoding)
    return bad or text_row(block.file, block.line + index, text)


def _of_rows(rows: list[Row]) -> _Lines:
    data = ("\n".join(row.hand for row in rows) + "\n").encode("utf-8", "surrogatepass")
    if data.count(b"\n") != len(rows):
        data = b"\n" * (len(rows) or 1)  # a hand of several lines: all go the long way
    buffer = np.frombuffer(data, np.uint8)
    found = read_hands(buffer)
    fine = np.flatnonzero(found.read & (found.hands["win"] >= 0))
    some = [rows[index] for index in fine.tolist()]
    return _Lines(
        rows[0].file if rows else "", data, buffer, found, fine, [row.variant for row in some],
        [row.id for row in some], [row.expect for row in some],
        np.array([row.line for row in rows], np.int64), rows.__getitem__,
    )  # fmt: skip


class _Kinds:
    """The kinds of rows met so far: the cells that all rows of a kind have, and their verdicts."""

    def __init__(self, rules: Rules, cells: Cells, lang: str) -> None:
        self.rules, self.cells, self.lang = rules, cells, lang
        self._tables: dict[str, ScoreTable | None] = {}
        self.forget()

    def forget(self) -> None:
        """Start without kinds."""
        self.verdicts: list[str] = []
        self._numbers: dict[tuple[str, str, int], int] = {}
        self._new: list[dict[str, Any]] = []
        self._batch: Any = None

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, lines: _Lines) -> Ints:
        """Return the kind of each fine line, -1 for those that have to go the long way."""
        kinds = np.full(len(lines.fine), -1, np.int64)
        for name in sorted(set(lines.names)) or [""]:
            table = self._table(name)
            if table and len(kinds):
                at = np.flatnonzero([each == name for each in lines.names]) if lines.names else np.arange(len(kinds))
                kinds[at] = self._of_variant(name, table, lines, at)
        return kinds

    def _table(self, name: str) -> ScoreTable | None:
        """Return the scores of a variant, None for one that does not exist."""
        if name not in self._tables:
            if len(self._tables) >= _MOST_VARIANTS:
                self._tables.clear()
            try:
                self._tables[name] = score_table(load_variant(name or self.rules.variant, self.rules.settings))
            except VariantError:
                self._tables[name] = None
        return self._tables[name]

    def _of_variant(self, name: str, table: ScoreTable, lines: _Lines, at: Ints) -> Ints:
        rows = lines.fine[at]
        ids = table.best(fact_columns(lines.found.hands[rows])).ids
        scores = table.places.take(ids)
        if not any(lines.expected):
            distinct, first, which = np.unique(scores, return_index=True, return_inverse=True)
            kinds = [
                self._number((name, "", score), lines, row)
                for score, row in zip(distinct.tolist(), rows[first].tolist(), strict=True)
            ]
            return np.array(kinds, np.int64)[which]
        triples = zip(at.tolist(), scores.tolist(), rows.tolist(), strict=True)
        return np.array([self._number((name, lines.expected[i], score), lines, row) for i, score, row in triples])

    def _number(self, key: tuple[str, str, int], lines: _Lines, row: int) -> int:
        """Return the number of a kind, judging the row for all of its kind if it is new."""
        found = self._numbers.get(key)
        if found is None:
            found = -1
            source = lines.row(row)
            outcome = judge(source, self.rules) if source else None
            if outcome and outcome.error is None and isinstance(outcome.answer, Result):
                found = len(self.verdicts)
                self.verdicts.append(outcome.verdict)
                self._new.append(self.cells(outcome, self.lang))
            self._numbers[key] = found
        return found

    def take(self, kinds: Ints) -> Any:
        """Return the cells of rows of these kinds, a column for each of `COLUMNS` that all rows of a kind share."""
        pa = arrow()
        if self._new:
            fields = [field for field in schema() if field.name not in _OF_THE_ROW]
            new = pa.table([_array([row[f.name] for row in self._new], f.type) for f in fields], pa.schema(fields))
            self._batch = pa.concat_tables([self._batch, new]).combine_chunks() if self._batch else new
            self._new = []
        return self._batch.take(pa.array(kinds))


_kinds: dict[tuple[Any, ...], _Kinds] = {}


def judge_table(
    chunk: Rows | Block, rules: Rules, cells: Cells, lang: str, files: tuple[str, ...]
) -> tuple[Any, Summary]:
    """Return a chunk of one file as a ``pyarrow.Table`` with the columns of `schema`, in order, and its counts.

    `files` are the names of all files of the run, each once. Raises `FileError` where pyarrow is not installed and
    for a fan of more than 64 bits.
    """
    lines = _of_block(chunk) if isinstance(chunk, Block) else _of_rows(chunk[0])
    key = (rules, cells, lang)
    if key not in _kinds:
        _kinds.clear()
        _kinds[key] = _Kinds(*key)
    known = _kinds[key]
    if len(known) > _MOST_KINDS:
        known.forget()
    summary = Summary(skipped=0 if isinstance(chunk, Block) else chunk[1])
    try:
        return _table(lines, known, files, summary), summary
    except OverflowError:
        raise FileError(Fault("too-large")) from None


def _table(lines: _Lines, known: _Kinds, files: tuple[str, ...], summary: Summary) -> Any:
    pa = arrow()
    kinds = known.of(lines)
    fast = np.flatnonzero(kinds >= 0)
    rows, kinds = lines.fine[fast], kinds[fast]
    done = np.zeros(len(lines.numbers), bool)
    done[rows] = True
    slow, at = _judged(lines, done, known, summary)
    for kind, count in zip(*(each.tolist() for each in np.unique(kinds, return_counts=True)), strict=True):
        summary.count(known.verdicts[kind], count)
    tables = []
    if slow or not rows.size:
        columns = [
            _file_column(lines.file, len(slow), files) if field.name == "file"
            else _array([row[field.name] for row in slow], field.type)
            for field in schema()
        ]  # fmt: skip
        tables.append(pa.table(columns, schema()))
    if rows.size:
        shared = known.take(kinds)
        own = {
            "file": _file_column(lines.file, len(rows), files),
            "line": pa.array(lines.numbers[rows]),
            "id": _array([lines.ids[i] or None for i in fast.tolist()], pa.string()) if any(lines.ids)
            else pa.nulls(len(rows), pa.string()),
            "hand": _hands(lines, rows),
        }  # fmt: skip
        tables.append(pa.table([own[name] if name in own else shared[name] for name, _ in COLUMNS], schema()))
    if len(tables) < 2:
        return tables[0]
    order = np.argsort(np.append(at, rows), kind="stable")
    return pa.concat_tables(tables).combine_chunks().take(pa.array(order))


def _judged(lines: _Lines, done: Bools, known: _Kinds, summary: Summary) -> tuple[list[dict[str, Any]], list[int]]:
    """Judge, one by one, the lines that are not done, and return their cells and which they are."""
    found: list[dict[str, Any]] = []
    at: list[int] = []
    for index in np.flatnonzero(~done).tolist():
        row = lines.row(index)
        if row is None:
            summary.skipped += 1
        else:
            outcome = judge(row, known.rules)
            summary.count(outcome.verdict)
            found.append(known.cells(outcome, known.lang))
            at.append(index)
    return found, at


def _file_column(file: str, number: int, files: tuple[str, ...]) -> Any:
    """Return the file of so many rows; all have the same dictionary, since an Arrow file can hold only one."""
    at = np.full(number, files.index(file) if number else 0, np.int32)
    return arrow().DictionaryArray.from_arrays(at, _dictionary(files))


@lru_cache(maxsize=1)
def _dictionary(files: tuple[str, ...]) -> Any:
    return _array(files, arrow().string())


def _hands(lines: _Lines, rows: Ints) -> Any:
    """Return hands as they are printed."""
    pa = arrow()
    start, end = lines.found.start[rows], lines.found.end[rows]
    marks = np.zeros(len(lines.buffer) + 1, np.int8)
    marks[start] = 1
    marks[end] = -1
    inside = np.cumsum(marks[:-1], dtype=np.int8).view(bool)
    offsets = np.zeros(len(rows) + 1, np.int32)
    np.cumsum(end - start, out=offsets[1:])
    buffers = (pa.py_buffer(offsets), pa.py_buffer(lines.buffer[inside]))
    hands = pa.StringArray.from_buffers(len(rows), *buffers)
    odd = ~lines.found.canonical[rows]
    if odd.any():
        spans = zip(start[odd].tolist(), end[odd].tolist(), lines.found.hands[rows[odd]], strict=True)
        texts = [canonical(lines.data[a:b], hand).decode() for a, b, hand in spans]
        hands = arrow("pyarrow.compute").replace_with_mask(hands, pa.array(odd), pa.array(texts, pa.string()))
    return hands


class _Sink:
    """What pyarrow writes to, which needs no seeking: it drops what comes once the file was broken off."""

    closed = False

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream: IO[bytes] | None = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> None:
        if self.stream:
            self.stream.write(data)

    def flush(self) -> None:
        if self.stream:
            self.stream.flush()

    def close(self) -> None:
        pass


class TableWriter:
    """Writes tables to a binary stream, which needs no seeking, as a Parquet (zstd) or an Arrow file (lz4).

    Rows are held back until there are enough for a group. A file that is not closed is none, so that what was broken
    off is not taken for the whole. Raises `FileError` where pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes], format: str) -> None:
        pa = arrow()
        self._sink = _Sink(stream)
        self._held: list[Any] = []
        self._rows = 0
        if format == "parquet":
            few = [name for name, kind in COLUMNS if name not in _UNIQUE and kind != "list"]
            self._writer = arrow("pyarrow.parquet").ParquetWriter(
                self._sink, schema(), compression="zstd", use_dictionary=[*few, "patterns.list.element"]
            )
        else:
            self._writer = pa.ipc.new_file(self._sink, schema(), options=pa.ipc.IpcWriteOptions(compression="lz4"))

    def add(self, table: Any) -> None:
        """Add rows."""
        self._held.append(table)
        self._rows += len(table)
        if self._rows >= GROUP_ROWS:
            self._write()

    def _write(self) -> None:
        if self._rows:
            self._writer.write_table(arrow().concat_tables(self._held).combine_chunks(), self._rows)
        self._held, self._rows = [], 0

    def close(self) -> None:
        """Write what is left and end the file."""
        self._write()
        self._writer.close()
        self._sink.flush()

    def drop(self) -> None:
        """Break off: nothing is written any more."""
        self._sink.stream = None
