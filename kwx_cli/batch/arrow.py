"""A batch as columns, for Parquet and Arrow files, with the extra ``kwx-cli[arrow]``.

As in `templates`, there is no second way to judge: plain lines are scored as columns, and of each kind of them one is
judged by the scalar path. What that one has in its cells, all of its kind have: all but the place, the id and the hand
follow from the variant, the expectation and the score. Every other line takes the scalar path itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import IO, Any, Final

import numpy as np

from kwx_cli.batch.brief import wait_numbers
from kwx_cli.batch.columns import ScoreTable, score_table
from kwx_cli.batch.judging import Far, Outcome, Rules, Summary, Winning, judge
from kwx_cli.batch.lines import Lines, RecordLines, TextLines, judge_rest
from kwx_cli.batch.packed import Packed
from kwx_cli.batch.reading import Block, FileError, Records, Rows, missing_package
from kwx_cli.batch.tables import Ints
from kwx_cli.errors import Fault, VariantError
from kwx_cli.scoring import Scored
from kwx_cli.variants import load_variant

Cells = Callable[[Outcome, str], tuple[Any, ...]]
"""Makes the cells of a row, one for each of `COLUMNS`, with messages in a language."""

COLUMNS: Final = (
    ("file", "file"), ("line", "int64"), ("id", "string"), ("variant", "string"), ("hand", "string"),
    ("status", "string"), ("fan", "int64"), ("product", "int64"), ("allowed", "bool"), ("extra", "int32"),
    ("patterns", "list"), ("waits", "list"), ("expected", "string"), ("result", "string"), ("code", "string"),
    ("message", "string"), ("distance", "int32"),
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


class _Kinds:
    """The kinds of rows met so far: the cells that all rows of a kind have, and their verdicts."""

    def __init__(self, rules: Rules, cells: Cells, lang: str) -> None:
        self.rules, self.cells, self.lang = rules, cells, lang
        self._tables: dict[str, ScoreTable | None] = {}
        self.forget()

    def forget(self) -> None:
        """Start without kinds."""
        self.verdicts: list[str] = []
        self._numbers: dict[tuple[object, ...], int] = {}
        self._new: list[tuple[Any, ...]] = []
        self._batch: Any = None

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, lines: Lines, fine: Ints) -> Ints:
        """Return the kind of each fine line, -1 for those that have to go the long way."""
        kinds = np.full(len(fine), -1, np.int64)
        names, expected = lines.part("variant", fine), lines.part("expect", fine)
        waiting = lines.found.hands["win"][fine] < 0
        for name in sorted(set(names)) or [""]:
            table = self._table(name)
            if table is None:
                continue
            mine = np.array([each == name for each in names]) if names else np.ones(len(fine), bool)
            for at, find in ((np.flatnonzero(mine & ~waiting), table.worth), (np.flatnonzero(mine & waiting), _waits)):
                if at.size:
                    wanted = [expected[row] for row in at.tolist()] if expected else []
                    kinds[at] = self._numbered(name, wanted, find(lines.found.hands[fine[at]]), lines, fine[at])
        return kinds

    def _numbered(self, name: str, expected: list[str], answers: Ints, lines: Lines, rows: Ints) -> Ints:
        """Return the kinds of rows whose answers are the same where their numbers are."""
        if not any(expected):
            distinct, first, which = np.unique(answers, return_index=True, return_inverse=True)
            kinds = [
                self._number((name, "", answer), lines, row)
                for answer, row in zip(distinct.tolist(), rows[first].tolist(), strict=True)
            ]
            return np.array(kinds, np.int64)[which]
        triples = zip(expected, answers.tolist(), rows.tolist(), strict=True)
        return np.array([self._number((name, expect, answer), lines, row) for expect, answer, row in triples])

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

    def _number(self, key: tuple[object, ...], lines: Lines, row: int) -> int:
        """Return the number of a kind, judging the row for all of its kind if it is new."""
        found = self._numbers.get(key)
        if found is None:
            found = -1
            source = lines.row(row)
            outcome = judge(source, self.rules) if source else None
            # What a hand with its winning tile should throw, or how far it is, depends on more than its score.
            waits = lines.found.hands["win"][row] < 0
            if outcome and outcome.error is None and isinstance(outcome.brief, Winning | Far if waits else Scored):
                found = len(self.verdicts)
                self.verdicts.append(outcome.verdict)
                self._new.append(self.cells(outcome, self.lang))
            self._numbers[key] = found
        return found

    def take(self, kinds: Ints) -> Any:
        """Return the cells of rows of these kinds, a column for each of `COLUMNS` that all rows of a kind share."""
        pa = arrow()
        if self._new:
            fields = [(index, field) for index, field in enumerate(schema()) if field.name not in _OF_THE_ROW]
            columns = [_array([row[index] for row in self._new], field.type) for index, field in fields]
            new = pa.table(columns, pa.schema([field for _, field in fields]))
            self._batch = pa.concat_tables([self._batch, new]).combine_chunks() if self._batch else new
            self._new = []
        return self._batch.take(pa.array(kinds))


_kinds: dict[tuple[Any, ...], _Kinds] = {}


def judge_table(
    chunk: Rows | Block | Records, rules: Rules, cells: Cells, lang: str, files: tuple[str, ...]
) -> tuple[Any, Summary]:
    """Return a chunk of one file as a ``pyarrow.Table`` with the columns of `schema`, in order, and its counts.

    `files` are the names of all files of the run, each once. Raises `FileError` where pyarrow is not installed and
    for a fan of more than 64 bits.
    """
    if not isinstance(chunk, Block | Records):
        chunk = Records(*chunk)
    summary = Summary(skipped=0 if isinstance(chunk, Block) else chunk.skipped)
    if isinstance(chunk, Records) and not chunk.rows:
        return schema().empty_table(), summary
    key = (rules, cells, lang)
    if key not in _kinds:
        _kinds.clear()
        _kinds[key] = _Kinds(*key)
    known = _kinds[key]
    if len(known) > _MOST_KINDS:
        known.forget()
    lines = TextLines(chunk) if isinstance(chunk, Block) else RecordLines(chunk)
    try:
        return _table(lines, known, files, summary), summary
    except OverflowError:
        raise FileError(Fault("too-large")) from None


def _table(lines: Lines, known: _Kinds, files: tuple[str, ...], summary: Summary) -> Any:
    pa = arrow()
    fine = np.flatnonzero(lines.fine)
    kinds = known.of(lines, fine)
    rows, kinds = fine[kinds >= 0], kinds[kinds >= 0]
    done = np.zeros(len(lines.fine), bool)
    done[rows] = True
    rest = list(judge_rest(lines, done, known.rules, summary))
    slow, at = [known.cells(outcome, known.lang) for _, outcome in rest], [line for line, _ in rest]
    for kind, count in zip(*(each.tolist() for each in np.unique(kinds, return_counts=True)), strict=True):
        summary.add(known.verdicts[kind], count)
    tables = []
    if slow or not rows.size:
        columns = [
            _file_column(lines.file, len(slow), files) if field.name == "file"
            else _array([row[index] for row in slow], field.type)
            for index, field in enumerate(schema())
        ]  # fmt: skip
        tables.append(pa.table(columns, schema()))
    if rows.size:
        shared = known.take(kinds)
        ids = lines.part("id", rows)
        own = {
            "file": _file_column(lines.file, len(rows), files),
            "line": pa.array(lines.numbers[rows]),
            "id": _array([id or None for id in ids], pa.string()) if any(ids) else pa.nulls(len(rows), pa.string()),
            "hand": _hands(lines, rows),
        }
        tables.append(pa.table([own[name] if name in own else shared[name] for name, _ in COLUMNS], schema()))
    if len(tables) < 2:
        return tables[0]
    order = np.argsort(np.append(at, rows), kind="stable")
    return pa.concat_tables(tables).combine_chunks().take(pa.array(order))


def _waits(hands: Packed) -> Ints:
    """Return a number for what each hand waits on, what is left, and how far it is; below 0, unlike those of scores."""
    open_, left, far = wait_numbers(hands)
    # Not more than 84 tiles are left, and no hand is farther than 6.
    found: Ints = ~((open_.astype(np.int64) * 3 + hands["suits"]) << 16 | left << 8 | far)
    return found


def _file_column(file: str, number: int, files: tuple[str, ...]) -> Any:
    """Return the file of so many rows; all have the same dictionary, since an Arrow file can hold only one."""
    at = np.full(number, files.index(file) if number else 0, np.int32)
    return arrow().DictionaryArray.from_arrays(at, _dictionary(files))


@lru_cache(maxsize=1)
def _dictionary(files: tuple[str, ...]) -> Any:
    return _array(files, arrow().string())


def _hands(lines: Lines, rows: Ints) -> Any:
    """Return hands as they are printed."""
    pa, buffer = arrow(), np.frombuffer(lines.data, np.uint8)
    start, end = lines.found.start[rows], lines.found.end[rows]
    marks = np.zeros(len(buffer) + 1, np.int8)
    marks[start] = 1
    marks[end] = -1
    inside = np.cumsum(marks[:-1], dtype=np.int8).view(bool)
    offsets = np.zeros(len(rows) + 1, np.int32)
    np.cumsum(end - start, out=offsets[1:])
    buffers = (pa.py_buffer(offsets), pa.py_buffer(buffer[inside]))
    hands = pa.StringArray.from_buffers(len(rows), *buffers)
    odd = ~lines.found.canonical[rows]
    if odd.any():
        written = zip(rows[odd].tolist(), lines.hands(rows[odd]), strict=True)
        texts = [lines.printed(*each).decode() for each in written]
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
