"""Reading files of hands: text in the hands-file notation, CSV, or JSON lines, in chunks and constant memory.

A line that cannot be decoded or is no record becomes a row with an error, and the other lines are still read.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from kwx_cli.errors import Fault, HandError, KwxError

CHUNK = 1000
"""Rows that are scored and written together; the output does not depend on how many processes share them."""

FIELDS = ("id", "variant", "hand", "expect")
FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}


class FileError(KwxError):
    """A file that cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Row:
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
    try:
        "".encode(encoding)
    except LookupError:
        raise FileError(Fault("unknown-encoding", {"encoding": encoding})) from None
    for file in files:
        try:
            stream: IO[bytes] = sys.stdin.buffer if file == "-" else open(file, "rb")  # noqa: SIM115
        except OSError as error:
            raise FileError(Fault("unreadable-file", {"file": file, "problem": error.strerror})) from None
        kind = format or next((kind for ending, kind in FORMATS.items() if file.endswith(ending)), "text")
        name = "<stdin>" if file == "-" else file
        try:
            with stream:
                yield from _READERS[kind](name, stream, encoding)
        except IsADirectoryError as error:
            raise FileError(Fault("unreadable-file", {"file": file, "problem": error.strerror})) from None


def chunks(rows: Iterator[Row | None]) -> Iterator[tuple[list[Row], int]]:
    """Yield rows in lists of up to `CHUNK`, each with how many blank lines and comments were skipped on the way."""
    batch: list[Row] = []
    skipped = 0
    for row in rows:
        if row is None:
            skipped += 1
        else:
            batch.append(row)
        if len(batch) == CHUNK or skipped == CHUNK:
            yield batch, skipped
            batch, skipped = [], 0
    if batch or skipped:
        yield batch, skipped


def _lines(file: str, stream: IO[bytes], encoding: str) -> Iterator[tuple[int, str, Row | None]]:
    """Yield each line with its number, without its end, and a row with an error if it cannot be decoded."""
    offset = 0
    for number, raw in enumerate(stream, 1):
        start, offset = offset, offset + len(raw)
        if number == 1 and raw.startswith(b"\xef\xbb\xbf"):
            raw, start = raw[3:], 3
        try:
            yield number, raw.decode(encoding).rstrip("\r\n"), None
        except UnicodeDecodeError as error:
            values = {"byte": f"0x{raw[error.start]:02X}", "offset": start + error.start, "encoding": encoding}
            column = len(raw[: error.start].decode(encoding, "replace")) + 1
            source = raw.decode(encoding, "replace").rstrip("\r\n")
            fault = HandError(Fault("undecodable", values, column), source=source)
            yield number, "", Row(file, number, source=source, error=fault)


def _read_text(file: str, stream: IO[bytes], encoding: str) -> Iterator[Row | None]:
    from kwx_cli.grammar.hands_file import split_line

    for number, text, bad in _lines(file, stream, encoding):
        if bad:
            yield bad
        elif (parts := split_line(text)) is None:
            yield None
        else:
            yield Row(
                file, number, parts.id, parts.variant, parts.hand, parts.expectation, text, parts.hand_at,
                parts.expectation_at,
            )  # fmt: skip


def _record(file: str, line: int, fields: object, format: str, source: str) -> Row:
    """Return a row from the fields of a CSV or JSON record."""

    def bad(problem: str) -> Row:
        fault = Fault("bad-record", {"format": format, "problem": problem}, 1, 0)
        return Row(file, line, source=source, error=HandError(fault, source=source))

    if not isinstance(fields, dict):
        return bad("not an object with fields")
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


_READERS = {"text": _read_text, "csv": _read_csv, "jsonl": _read_jsonl}
