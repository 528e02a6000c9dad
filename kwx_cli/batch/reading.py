"""Reading files of hands: text in the hands-file notation, CSV, or JSON lines, in chunks and constant memory.

A line that cannot be decoded or is no record becomes a row with an error, and the other lines are still read.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import IO, Any, NamedTuple

from kwx_cli.errors import Fault, HandError, KwxError, guess

CHUNK = 1000
"""Rows that are scored and written together; the output does not depend on how many processes share them."""

FIELDS = ("id", "variant", "hand", "expect")
FORMATS = {
    ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "arrow", ".arrow": "arrow", ".feather": "arrow",
}  # fmt: skip


class FileError(KwxError):
    """A file that cannot be read at all."""


class Row(NamedTuple):
    """One record of a file: its line from 1, its fields as text, or the error that stands in their place.

    `source` is the whole line for a text file, where the hand stands at `hand_at` and the expectation at
    `expect_at`, both from 0; for other formats each field is its own source.
    """

    file: str
    line: int
    id: str = ""
    variant: str = ""
    hand: str = ""
    expect: str = ""
    source: str = ""
    hand_at: int = 0
    expect_at: int = 0
    error: HandError | None = None


def read(files: Iterable[str], format: str | None = None, encoding: str = "utf-8") -> Iterator[Row | None]:
    """Yield the rows of files in order, None for a blank line or a comment; ``-`` is standard input.

    `format` is ``text``, ``csv`` or ``jsonl``, or None to go by the ending. Raises `FileError` for a file that cannot
    be opened and for an encoding that does not exist.
    """
    check_encoding(encoding)
    for name, kind, stream in _open(files, format):
        yield from _READERS[kind](name, stream, encoding)


def shown_name(file: str) -> str:
    """Return what a file is called in a report."""
    return "<stdin>" if file == "-" else file


def missing_package(what: str, extra: str) -> FileError:
    """Return the refusal of what takes an extra that is not installed."""
    return FileError(Fault("missing-package", {"what": what, "extra": extra}))


def check_encoding(encoding: str) -> None:
    """Raise `FileError` for an encoding that does not exist."""
    try:
        "".encode(encoding)
    except LookupError:
        raise FileError(Fault("unknown-encoding", {"encoding": encoding})) from None


PACKINGS = (".gz", ".zst")
"""Endings of packed files, after that of the format: gzip, and Zstandard with the extra ``kwx-cli[zstd]``."""


def _open(files: Iterable[str], format: str | None) -> Iterator[tuple[str, str, IO[bytes]]]:
    """Yield the name, the format and the bytes of each file, unpacked."""
    for file in files:
        plain = next((file[: -len(ending)] for ending in PACKINGS if file.endswith(ending)), file)
        kind = format or next((kind for ending, kind in FORMATS.items() if plain.endswith(ending)), "text")
        try:
            stream: IO[bytes] = sys.stdin.buffer if file == "-" else open(file, "rb")  # noqa: SIM115
            with stream:
                yield (
                    shown_name(file),
                    kind,
                    io.BufferedReader(_Unpacked(file, stream)) if plain != file else stream,
                )
        except OSError as error:
            raise FileError(Fault("unreadable-file", {"file": file, "problem": error.strerror or error})) from None


class _Unpacked(io.RawIOBase):
    """The bytes of a packed file; what is wrong with the packing is a `FileError`."""

    def __init__(self, file: str, stream: IO[bytes]) -> None:
        self._file = file
        self._problems: tuple[type[Exception], ...] = (OSError, EOFError)
        if file.endswith(".gz"):
            import gzip
            import zlib

            self._stream: Any = gzip.GzipFile(fileobj=stream)
            self._problems += (zlib.error,)
        else:
            try:
                zstandard = import_module("zstandard")
            except ImportError:
                raise missing_package(file, "zstd") from None
            self._stream = zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
            self._problems += (zstandard.ZstdError,)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except self._problems as error:
            raise FileError(Fault("unreadable-file", {"file": self._file, "problem": error})) from None
        buffer[: len(data)] = data
        return len(data)


BLOCK_BYTES = 1 << 18
"""About how many bytes of a text file are read together, if it has at least half as many."""

BYTE_ENCODINGS = ("utf-8", "utf8", "ascii", "gb18030", "gbk", "gb2312")
"""Encodings in which a byte below 0x30 is always that character, so that lines and comments can be found in bytes."""


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a file as bytes: the number of the first, from 1, and its offset in the file."""

    file: str
    line: int
    offset: int
    data: bytes
    encoding: str


@dataclass(frozen=True, slots=True)
class Records:
    """Many records of one file, and how many blank lines were skipped on the way."""

    rows: list[Row]
    skipped: int


BLOCK_RECORDS = 4 * CHUNK
"""What a file of records must have for them to be scored together, and how many are."""

Rows = tuple[list[Row], int]


def portions(
    files: Iterable[str], format: str | None = None, encoding: str = "utf-8"
) -> Iterator[Rows | Block | Records]:
    """Yield files in order like `read`: large ones by many lines at once, small ones as lists of rows like `chunks`."""
    check_encoding(encoding)
    for name, kind, stream in _open(files, format):
        if kind == "text" and encoding.lower() in BYTE_ENCODINGS:
            first = stream.read(BLOCK_BYTES // 2)
            if len(first) == BLOCK_BYTES // 2:
                yield from _blocks(name, stream, encoding, first)
                continue
            stream = io.BytesIO(first)
        large = False
        for rows, skipped in chunks(_READERS[kind](name, stream, encoding), BLOCK_RECORDS):
            large = large or len(rows) == BLOCK_RECORDS
            if large and rows:
                yield Records(rows, skipped)
                continue
            for at in range(0, max(len(rows), 1), CHUNK):
                yield rows[at : at + CHUNK], 0 if at else skipped


def _blocks(file: str, stream: IO[bytes], encoding: str, rest: bytes) -> Iterator[Block]:
    line, offset = 1, 0
    while data := rest + (more := stream.read(BLOCK_BYTES)):
        cut = data.rfind(b"\n") + 1 if more else len(data)
        if cut:
            yield Block(file, line, offset, data[:cut], encoding)
        line += data.count(b"\n", 0, cut)
        offset += cut
        rest = data[cut:]


def block_rows(block: Block) -> Iterator[Row | None]:
    """Yield the rows of a block one by one, as `read` does."""
    offset = block.offset
    for number, raw in enumerate(io.BytesIO(block.data), block.line):
        text, bad = decode(block.file, number, offset, raw, block.encoding)
        yield bad or text_row(block.file, number, text)
        offset += len(raw)


def chunks(rows: Iterator[Row | None], size: int = CHUNK) -> Iterator[tuple[list[Row], int]]:
    """Yield rows in lists of up to `size`, each with how many blank lines and comments were skipped on the way."""
    batch: list[Row] = []
    skipped = 0
    for row in rows:
        if row is None:
            skipped += 1
        else:
            batch.append(row)
        if len(batch) == size or skipped == size:
            yield batch, skipped
            batch, skipped = [], 0
    if batch or skipped:
        yield batch, skipped


def _lines(file: str, stream: IO[bytes], encoding: str) -> Iterator[tuple[int, str, Row | None]]:
    """Yield each line with its number, without its end, and a row with an error if it cannot be decoded."""
    offset = 0
    for number, raw in enumerate(stream, 1):
        start, offset = offset, offset + len(raw)
        text, bad = decode(file, number, start, raw, encoding)
        yield number, text, bad


def decode(file: str, number: int, start: int, raw: bytes, encoding: str) -> tuple[str, Row | None]:
    """Return a line of a file as text without its end, or a row with an error; `start` is its offset in the file."""
    if number == 1 and raw.startswith(b"\xef\xbb\xbf"):
        raw, start = raw[3:], 3
    try:
        return raw.decode(encoding).rstrip("\r\n"), None
    except UnicodeDecodeError as error:
        values = {"byte": f"0x{raw[error.start]:02X}", "offset": start + error.start, "encoding": encoding}
        column = len(raw[: error.start].decode(encoding, "replace")) + 1
        source = raw.decode(encoding, "replace").rstrip("\r\n")
        fault = HandError(Fault("undecodable", values, column), source=source)
        return "", Row(file, number, source=source, error=fault)


def _read_text(file: str, stream: IO[bytes], encoding: str) -> Iterator[Row | None]:
    for number, text, bad in _lines(file, stream, encoding):
        yield bad or text_row(file, number, text)


def text_row(file: str, number: int, text: str) -> Row | None:
    """Return a line of a hands file as a row, None for a blank line or a comment."""
    from kwx_cli.grammar.hands_file import split_line

    if (parts := split_line(text)) is None:
        return None
    return Row(
        file, number, parts.id, parts.variant, parts.hand, parts.expectation, text, parts.hand_at, parts.expectation_at
    )


@lru_cache(maxsize=256)
def _misspelt(name: str) -> str:
    """Return the field that a name comes near to; other fields than `FIELDS` are the file's own business."""
    near = guess(name.lower(), FIELDS, 0.75)
    return near if isinstance(near, str) else ""


def _record(file: str, line: int, fields: object, format: str, source: str) -> Row:
    """Return a row from the fields of a CSV or JSON record."""

    def bad(problem: str) -> Row:
        fault = Fault("bad-record", {"format": format, "problem": problem}, 1, 0)
        return Row(file, line, source=source, error=HandError(fault, source=source))

    if not isinstance(fields, dict):
        return bad("not an object with fields")
    for name in fields:
        if name not in FIELDS and (near := _misspelt(name)) and near not in fields:
            return bad(f"unknown field {name}: did you mean {near}?")
    values = {key: fields.get(key) for key in FIELDS}
    if not values["hand"]:
        return bad("no field hand")
    if wrong := [key for key, value in values.items() if value is not None and not isinstance(value, (str, int))]:
        return bad(f"field {wrong[0]} is not text")
    id, variant, hand, expect = ("" if value is None else str(value).strip() for value in values.values())
    return Row(file, line, id, variant, hand, expect)


def _read_jsonl(file: str, stream: IO[bytes], encoding: str) -> Iterator[Row | None]:
    for number, text, bad in _lines(file, stream, encoding):
        if bad:
            yield bad
        elif not text.strip():
            yield None
        else:
            try:
                yield _record(file, number, json.loads(text), "JSON", text)
            except (RecursionError, ValueError) as error:
                yield _bad_json(file, number, text, error)


def _bad_json(file: str, number: int, text: str, error: Exception) -> Row:
    """Return the row of a line that is no JSON, or none that Python reads: nested too deep, a number too long."""
    if isinstance(error, json.JSONDecodeError):
        fault = Fault("bad-record", {"format": "JSON", "problem": error.msg}, error.colno)
    else:
        problem = "nested too deep" if isinstance(error, RecursionError) else "a number that is too long"
        fault = Fault("bad-record", {"format": "JSON", "problem": problem}, 1, 0)
    return Row(file, number, source=text, error=HandError(fault, source=text))


def _read_csv(file: str, stream: IO[bytes], encoding: str) -> Iterator[Row | None]:
    undecodable: list[Row] = []
    last = 0

    def decoded() -> Iterator[str]:
        nonlocal last
        for number, text, bad in _lines(file, stream, encoding):
            last = number
            if bad:
                undecodable.append(bad)
            else:
                yield text + "\n"

    reader = csv.reader(decoded(), strict=True)
    header: list[str] | None = None
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            fault = Fault("bad-record", {"format": "CSV", "problem": str(error)}, 1, 0)
            yield Row(file, last, error=HandError(fault))
            continue
        yield from undecodable
        undecodable.clear()
        if not cells:
            yield None
        elif header is None:
            header = [cell.strip().lower() for cell in cells]
            if "hand" not in header:
                fault = Fault("bad-record", {"format": "CSV", "problem": "the first line names no field hand"}, 1, 0)
                yield Row(file, last, error=HandError(fault, source=",".join(cells)))
                return
        else:
            yield _record(file, last, dict(zip(header, cells, strict=False)), "CSV", ",".join(cells))
    yield from undecodable


def _read_arrow(file: str, stream: IO[bytes], encoding: str) -> Iterator[Row | None]:
    """Yield the records of a Parquet or Arrow file; a record's line is its number, from 1."""
    try:
        pa, pq = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise missing_package(file, "arrow") from None
    try:
        data = stream if stream.seekable() else io.BytesIO(stream.read())
        if file.endswith(".parquet"):
            batches = pq.ParquetFile(data).iter_batches(CHUNK)
        else:
            table = pa.ipc.open_file(data)
            batches = (table.get_batch(index) for index in range(table.num_record_batches))
        line = 0
        for batch in batches:
            for fields in batch.to_pylist():
                line += 1
                yield _record(file, line, fields, "Arrow", "")
    except pa.ArrowException as error:
        raise FileError(Fault("unreadable-file", {"file": file, "problem": str(error).splitlines()[0]})) from None


_READERS = {"text": _read_text, "csv": _read_csv, "jsonl": _read_jsonl, "arrow": _read_arrow}
