"""Many lines of a file at once: their hands as columns, the other parts of each, and its hand as it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from kwx_cli.batch.judging import Outcome, Rules, Summary, judge
from kwx_cli.batch.packed import SUIT_PAIRS
from kwx_cli.batch.reading import Block, Records, Row, decode, text_row
from kwx_cli.batch.tables import Bools, Ints
from kwx_cli.batch.text import TextHands, read_hands
from kwx_cli.grammar.notation import parse_hand
from kwx_cli.hand import Meld, MeldKind
from kwx_cli.tiles import DRAGON_BLOCK, spell


class Parts:
    """Where the parts of lines stand: ``[id:] [variant |] hand [=> expectation] [# comment]``, as `split_line` cuts.

    `plain` lines have only printable ASCII and tabs before their comment, can be decoded, and expect something if they
    have an arrow.
    """

    def __init__(self, data: bytes, buffer: Ints, encoding: str) -> None:
        self.data = data
        low = np.flatnonzero(buffer < 32)
        codes = buffer[low]
        self.ends = ends = low[codes == 10]
        self.starts = starts = np.append(0, ends[:-1] + 1)
        size = len(ends)
        body_end = _first_of(np.flatnonzero(buffer == ord("#")), ends, ends)
        self.plain = np.ones(size, bool)
        wide = np.flatnonzero(buffer > 126)
        if wide.size:
            lines = np.searchsorted(ends, wide)
            try:
                data.decode(encoding)
            except UnicodeDecodeError:
                self.plain[lines] = False
            else:
                self.plain[lines[wide < body_end[lines]]] = False
        # `split_line` leaves in a part what `strip` takes away, and its grammar may refuse it.
        at_end = (codes == 13) & (buffer[np.minimum(low + 1, len(buffer) - 1)] == 10)
        controls = low[(codes != 9) & (codes != 10) & ~at_end]
        lines = np.searchsorted(ends, controls)
        self.plain[lines[controls < body_end[lines]]] = False
        arrows = np.flatnonzero(buffer == ord("="))
        arrows = arrows[buffer[np.minimum(arrows + 1, len(buffer) - 1)] == ord(">")]
        front_end = _first_of(arrows, ends, body_end)
        self.expect, self.expect_end = np.minimum(front_end + 2, body_end), body_end
        if arrows.size:
            visible = np.append(0, np.cumsum(buffer > 32))
            self.plain &= (front_end == body_end) | (visible[body_end] > visible[self.expect])
        bars = np.flatnonzero(buffer == ord("|"))
        bar = np.full(size, -1, np.int64)
        lines = np.searchsorted(ends, bars)
        keep = bars < front_end[lines]
        bar[lines[keep]] = bars[keep]  # of several in a line the last one stays
        before = np.where(bar >= 0, bar, front_end)
        colon = _first_of(np.flatnonzero(buffer == ord(":")), ends, before)
        self.id, self.id_end = starts, np.where(colon < before, colon, starts)
        rest = np.where(colon < before, colon + 1, starts)
        self.name, self.name_end = rest, np.where(bar >= 0, bar, rest)
        self.hand, self.hand_end = np.where(bar >= 0, bar + 1, rest), front_end

    def texts(self, rows: Ints, start: Ints, end: Ints) -> list[str]:
        """Return a part of lines as text; no list if none of them has it."""
        starts, ends = start[rows], end[rows]
        if not (ends > starts).any():
            return []
        return [self.data[a:b].decode().strip() for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]


class Lines:
    """Lines of a file with their hands read as columns, and what else they hold; by line, from 0.

    `numbers` tell where they stand in the file, from 1. `found` are the hands, `fine` the lines that `judge` need not
    read: sound hands in plain notation.
    """

    def __init__(self, file: str, numbers: Ints, data: bytes, found: TextHands, fine: Bools) -> None:
        self.file, self.numbers, self.data, self.found, self.fine = file, numbers, data, found, fine

    def part(self, name: str, lines: Ints) -> list[str]:
        """Return the ``id``, ``variant`` or ``expect`` of fine lines; no list if none has one."""
        raise NotImplementedError

    def row(self, line: int) -> Row | None:
        """Return any line as a row, None for a blank line or a comment."""
        raise NotImplementedError

    def hands(self, lines: Ints) -> list[bytes]:
        """Return the hands of fine lines as they are written."""
        spans = zip(self.found.start[lines].tolist(), self.found.end[lines].tolist(), strict=True)
        return [self.data[start:end] for start, end in spans]

    def printed(self, line: int, written: bytes) -> bytes:
        """Return the hand of a fine line as ``str(hand)`` prints it."""
        return written if self.found.canonical[line] else canonical(written, self.found.hands[line])


class TextLines(Lines):
    """The lines of a block of a hands file."""

    def __init__(self, block: Block) -> None:
        data = block.data if block.data.endswith(b"\n") else block.data + b"\n"
        buffer = np.frombuffer(data, np.uint8)
        self.block, self.parts = block, Parts(data, buffer, block.encoding)
        found = read_hands(buffer, self.parts.hand, self.parts.hand_end)
        numbers = np.arange(len(self.parts.ends)) + block.line
        super().__init__(block.file, numbers, data, found, found.read & self.parts.plain)

    def part(self, name: str, lines: Ints) -> list[str]:
        """Return a part of fine lines."""
        parts = self.parts
        spans = {
            "id": (parts.id, parts.id_end), "variant": (parts.name, parts.name_end),
            "expect": (parts.expect, parts.expect_end),
        }  # fmt: skip
        return parts.texts(lines, *spans[name])

    def row(self, line: int) -> Row | None:
        """Return a line, read anew."""
        block, start = self.block, int(self.parts.starts[line])
        raw = block.data[start : int(self.parts.ends[line]) + 1]
        text, bad = decode(block.file, block.line + line, block.offset + start, raw, block.encoding)
        return bad or text_row(block.file, block.line + line, text)


class RecordLines(Lines):
    """The records of a file, some of them with an error."""

    def __init__(self, records: Records) -> None:
        self.rows = rows = records.rows
        sound = [not row.error and row.hand.isascii() and "\n" not in row.hand for row in rows]
        data = "".join([row.hand + "\n" if ok else "\n" for ok, row in zip(sound, rows, strict=True)]).encode()
        found = read_hands(np.frombuffer(data, np.uint8))
        super().__init__(rows[0].file, np.array([row.line for row in rows]), data, found, found.read)

    def part(self, name: str, lines: Ints) -> list[str]:
        """Return a field of fine records."""
        return [getattr(self.rows[line], name) for line in lines.tolist()]

    def row(self, line: int) -> Row | None:
        """Return a record."""
        return self.rows[line]


def judge_rest(lines: Lines, done: Bools, rules: Rules, summary: Summary) -> Iterator[tuple[int, Outcome]]:
    """Judge, one by one, the lines that are not done, and count them: other notation, errors, blank lines."""
    for line in np.flatnonzero(~done).tolist():
        row = lines.row(line)
        if row is None:
            summary.skipped += 1
        else:
            outcome = judge(row, rules)
            summary.add(outcome.verdict)
            yield line, outcome


def _first_of(found: Ints, ends: Ints, default: Ints) -> Ints:
    """Return the first of ascending places that each line has before `default`, else `default`."""
    at = default.copy()
    lines = np.searchsorted(ends, found)
    first = np.flatnonzero(np.diff(lines, prepend=-1))
    lines, found = lines[first], found[first]
    keep = found < default[lines]
    at[lines[keep]] = found[keep]
    return at


@lru_cache(maxsize=1 << 17)
def _tiles(code: int, block: int) -> bytes:
    """Return the concealed tiles of a block as a hand prints them, followed by a space."""
    ranks = [rank for rank in range(9) for _ in range(code // 5**rank % 5)]
    return (spell(tuple(block * 9 + rank for rank in ranks)) + " ").encode() if ranks else b""


@lru_cache(maxsize=1 << 12)
def _meld_order(text: bytes) -> tuple[int, MeldKind]:
    meld: Meld = parse_hand(text.decode()).hand.melds[0]
    return meld.tile, meld.kind


@lru_cache(maxsize=1 << 12)
def _win_text(text: bytes) -> bytes:
    # 杠上开花 takes a kong, 抢杠 no tile of the win's kind.
    kong = "FFFF+an " if b"Z" in text else "ZZZZ+an "
    return str(parse_hand(kong + text.decode()).hand).split(" ")[1].encode()


def canonical(text: bytes, hand: np.void) -> bytes:
    """Return as ``str(hand)`` prints it a hand that was read from text in another order."""
    groups = text.replace(b"@", b" @").split()
    pair, win = int(hand["suits"]), int(hand["win"])
    codes = [int(hand["first"]), int(hand["second"]), int(hand["dragons"])]
    if win >= 0:
        codes[win // 9] -= int(5 ** (win % 9))
    low, high = SUIT_PAIRS[pair]
    parts = [_tiles(codes[0], low), _tiles(codes[1], high), _tiles(codes[2], DRAGON_BLOCK)]
    melds = sorted((group for group in groups if b"+" in group and group[0] != 64), key=_meld_order)
    parts += [meld + b" " for meld in melds]
    parts += [_win_text(group) for group in groups if group[0] == 64]
    return b"".join(parts).rstrip()
