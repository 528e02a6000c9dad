"""Writing a report to a file: what its name says of its form, packing, and all of it or nothing.

The file stands under its name only once it is whole; until then, and if the run fails, what was there stays.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import IO, Any, NoReturn, cast

from kwx_cli.batch.reading import PACKINGS, FileError, missing_package
from kwx_cli.errors import Fault

ENDINGS = {
    ".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl",
    ".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow",
}  # fmt: skip
BINARY = ("parquet", "arrow")
"""The formats that are no text, and packed by themselves."""


def format_of(file: str) -> str | None:
    """Return the format that a file's ending names, before ``.gz`` or ``.zst``; None for any other ending."""
    return ENDINGS.get(os.path.splitext(file.removesuffix(packing_of(file)))[1])


def packing_of(file: str) -> str:
    """Return ``.gz``, ``.zst`` or nothing."""
    return next((ending for ending in PACKINGS if file.endswith(ending)), "")


@contextmanager
def writing(file: str | None, format: str) -> Iterator[IO[bytes]]:
    """Open a file for the bytes of a report, packed if its ending says so; None or ``-`` is standard output.

    Raises `FileError` for a file that cannot be written, and for a form of bytes on a terminal.
    """
    if file == "":
        raise FileError(Fault("unwritable-file", {"file": '""', "problem": "it has no name"}))
    if file is None or file == "-":
        if format in BINARY and sys.stdout.isatty():
            raise FileError(Fault("binary-terminal", {"format": format}))
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    packing = packing_of(file)
    if packing and format in BINARY:
        raise FileError(Fault("packed-twice", {"file": file, "format": format, "ending": packing}))
    pack = _packer(file, packing)
    target = os.path.realpath(file)
    # A device or a pipe is written as it is: there is nothing to put in its place. What /dev/fd leads to has no path.
    direct = os.path.exists(file) and not os.path.isfile(file)
    # The name is short, since that of the file may be as long as a name can be.
    part = file if direct else os.path.join(os.path.dirname(target), f".kwx-{os.getpid()}.part")
    try:
        raw = open(part, "wb" if direct else "xb")  # noqa: SIM115
    except OSError as error:
        raise FileError(Fault("unwritable-file", {"file": file, "problem": error.strerror or error})) from None
    try:
        with raw, pack(raw) as stream, _ended_by_exit():
            yield stream
        if not direct:
            if os.path.exists(target):
                os.chmod(part, os.stat(target).st_mode & 0o7777)
            os.replace(part, target)
    except BaseException:
        if not direct:
            with suppress(OSError):
                os.remove(part)
        raise


@contextmanager
def _ended_by_exit() -> Iterator[None]:
    """Let SIGTERM, by which a job's time limit ends it, raise `SystemExit`, so that no part of a file stays behind."""

    def leave(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave) if threading.current_thread() is threading.main_thread() else None
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)


@contextmanager
def _plain(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    yield stream


def _packer(file: str, packing: str) -> Any:
    """Return what makes of a stream one that packs."""
    if packing == ".gz":
        # Without a time, so that the same report is the same file.
        return lambda stream: gzip.GzipFile("", "wb", 6, cast(Any, stream), 0)
    if packing == ".zst":
        try:
            compressor = import_module("zstandard").ZstdCompressor()
        except ImportError:
            raise missing_package(file, "zstd") from None
        return lambda stream: compressor.stream_writer(stream, closefd=False)
    return _plain
