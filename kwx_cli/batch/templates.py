"""Large files of hands, many lines at once: scored as columns, written from fragments.

There is no second way to judge or to render. For each kind of row one real row is judged and rendered by the scalar
path, and what differs between rows of that kind, such as the line, the hand and its reading, is cut out of the
rendered text: the others of the kind are filled in. Rows that are not plain, and all errors, take the scalar path.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import combinations
from operator import or_
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kwx_cli.batch import tables
from kwx_cli.batch.columns import ScoreTable, cells, fact_columns, fact_index, score_table
from kwx_cli.batch.columns import numbers as fact_numbers
from kwx_cli.batch.judging import Outcome, Render, Rules, Summary, judge
from kwx_cli.batch.lines import Lines, judge_rest
from kwx_cli.batch.packed import SUIT_PAIRS, held_kinds, unpacked_kind
from kwx_cli.batch.reading import Row
from kwx_cli.batch.tables import ROW, Ints, blocks, shipped
from kwx_cli.errors import VariantError
from kwx_cli.facts import Aspect, Facts, block_aspects, pair_groups
from kwx_cli.patterns import RUNGS
from kwx_cli.readings import ONE, Groups, block_readings, spell_group
from kwx_cli.scoring import ORDER, Result, scorer, shown
from kwx_cli.tiles import DRAGON_BLOCK, FOURS, NAMES, THREES, spell
from kwx_cli.variants import load_variant

Objects = npt.NDArray[np.object_]


# Tile-dependent text of blocks, made from the functions that the scalar engine calls.


@cache
def _codes() -> list[int]:
    data = shipped()
    return [0, *data["suit_codes"].tolist(), *data["dragon_codes"].tolist()]


@cache
def _suit_rows() -> int:
    return len(shipped()["suit_codes"])


@lru_cache(maxsize=1 << 16)
def _key(code: int) -> int:
    return sum(code // 5**rank % 5 * ONE[rank] for rank in range(9))


def _aspects(cell: int) -> tuple[Aspect, ...]:
    row, column = divmod(cell, ROW)
    if not row:
        return ()
    return block_aspects(_key(_codes()[row]), row > _suit_rows(), column - 1)


def _spelled(groups: Groups, block: int) -> bytes:
    return b"".join([_spelled_group(group, block) for group in groups])


@cache
def _spelled_group(group: str, block: int) -> bytes:
    return f"{spell_group(group, block)} ".encode()


class _Fragments:
    """The first reading of a block as text, by row of `Blocks.lists` and block; and by cell its place, as a number."""

    def __init__(self) -> None:
        self.rows = len(blocks().lists) // ROW
        self.texts: Objects = np.full(4 * self.rows, None, object)
        self.known = np.zeros(4 * self.rows, bool)
        self.place = np.full(ROW * self.rows, -1, np.int64)
        self.places: dict[str, int] = {"": 0}
        self.groups: dict[int, Groups] = {0: ()}

    def of(self, cells: Ints, block: Ints) -> Objects:
        """Return the texts of cells in their blocks."""
        at = block * self.rows + cells // ROW
        for each in np.unique(at[~self.known.take(at)]).tolist():
            block_of, row = divmod(each, self.rows)
            self.texts[each], self.known[each] = _spelled(self._first(row), block_of), True
        for cell in np.unique(cells[self.place.take(cells) < 0]).tolist():
            row, column = divmod(cell, ROW)
            place = next((group for group in self._first(row) if column and str(column) in group), "")
            self.place[cell] = self.places.setdefault(place, len(self.places))
        found: Objects = self.texts.take(at)
        return found

    def _first(self, row: int) -> Groups:
        """Return the first reading of a row's block, that of the first of its `block_aspects`."""
        groups = self.groups.get(row)
        if groups is None:
            groups = self.groups[row] = block_readings(_key(_codes()[row]), row > _suit_rows())[0]
        return groups

    def place_texts(self) -> Objects:
        """Return places in notation, by their number and their block: ``number * 4 + block``."""
        return _objects([
            spell_group(place, block).encode() if place and (block < DRAGON_BLOCK or max(place) <= "3") else b""
            for place in self.places for block in range(4)
        ])  # fmt: skip


@cache
def _fragments() -> _Fragments:
    return _Fragments()


class _Choices:
    """Every reading of a block as text, each with its place, by cell of `Blocks.lists` and block."""

    def __init__(self) -> None:
        self.size = len(blocks().lists)
        self.start = np.full(4 * self.size, -1, np.int64)
        self._found: list[tuple[bytes, bytes]] = []
        self._table: Objects = np.empty((0, 2), object)

    def of(self, cells: Ints, block: Ints, nth: Ints) -> tuple[Objects, Objects]:
        """Return the texts and the places of readings by their position among the `block_aspects` of a cell."""
        at = block * self.size + cells
        for each in np.unique(at[self.start.take(at) < 0]).tolist():
            block_of, cell = divmod(each, self.size)
            self.start[each] = len(self._found)
            self._found += [
                (_spelled(groups, block_of), spell_group(place, block_of).encode() if place else b"")
                for _, groups, place in _aspects(cell)
            ]
        if len(self._table) < len(self._found):
            self._table = np.empty((len(self._found), 2), object)
            self._table[:] = self._found
        found = self._table[self.start.take(at) + nth]
        return found[:, 0], found[:, 1]


@cache
def _choices() -> _Choices:
    return _Choices()


@lru_cache(maxsize=1 << 16)
def _seven(code: int, block: int) -> bytes:
    return _spelled(pair_groups(_key(code)), block)


@lru_cache(maxsize=1 << 16)
def _meld_tiles(pons: int, kongs: int, pair: int) -> bytes:
    """Return melds as a reading has them, each followed by a space."""
    words, melds = _meld_words(pair), pons | kongs
    found = b""
    while melds:
        at = (melds & -melds).bit_length() - 1
        melds &= melds - 1
        found += words[kongs >> at & 1][at]
    return found


@cache
def _meld_words(pair: int) -> tuple[list[bytes], list[bytes]]:
    """Return triplets and kongs of the kinds that a packed hand of a pair of suits has, each followed by a space."""
    kinds = [unpacked_kind(at, pair) for at in range(21)]
    assert kinds == sorted(kinds), "melds are in the order of their tiles"
    triplets, kongs = ([f"{tiles[kind]} ".encode() for kind in kinds] for tiles in (THREES, FOURS))
    return triplets, kongs


# Templates.

_LINE: Final = 7_777_777_777
_LINE_TEXT: Final = str(_LINE)
_ID: Final = "\ue000"
_MOST_WRITERS: Final = 16
_MOST_TEMPLATES: Final = 1 << 16
_TILE: Final = r"(?<![0-9A-Za-z+@=])(?:([1-9])(?:\1\1\1)?[btm]|Z(?:ZZZ)?|F(?:FFF)?|B(?:BBB)?)(?![0-9A-Za-z])"
_INSIDE: Final = re.compile(_TILE)
_PLAIN_ID: Final = re.compile(r"[\w.\-/]*")
_QUADS_SAID: Final = 1
_DRAGONS_SAID: Final = 2
_NEXT_SAID: Final = 4
_FLUSH: Final = Facts.flush.one
_SAID: Final = dict.fromkeys(("mingsigui", "ansigui", *RUNGS[1:]), _QUADS_SAID) | dict.fromkeys(
    ("xiaosanyuan", "dasanyuan", "sanyuanqidui"), _DRAGONS_SAID
) | {"kawuxing": _NEXT_SAID}  # fmt: skip
"""The patterns whose words name kinds with four tiles, dragons, or the tiles next to the winning one."""


class Template(NamedTuple):
    """The text of a row with ``%b`` for each of its holes, what goes into them, and the row's verdict.

    The holes are ``L`` line, ``I`` id, ``H`` hand, ``M`` melds, ``P`` place, ``0`` the reading that counts, ``1`` ff.
    the others, ``a`` ff. the same without their pairs; as words ``W`` the winning tile, ``V`` four of it, ``D`` and
    ``U`` the tiles below and above it, and those of `_OF_QUADS`.
    """

    form: bytes
    holes: str
    verdict: str


_OF_QUADS: Final = (("k", "q"), ("l", "r"), ("m", "s"), ("w", "S"), ("x", "T"), ("y", "X"), ("z", "Y"))
"""Holes for kinds with four tiles other than the winning one, concealed and then exposed: one tile, and all four."""

Values = dict[str, bytes]


def _template(outcome: Outcome, text: str, cells: Values, words: Values) -> Template:
    """Cut the rendered text of an outcome at the values that differ from row to row.

    Cells are whole strings of the report, words are tiles anywhere behind the hand. Where two values are equal, the
    first hole is taken.
    """
    whole = {_ID: "I", str(outcome.hand): "H"}
    for hole, value in cells.items():
        if value:
            whole.setdefault(value.decode(), hole)
    parts: dict[str, str] = {}
    for hole, value in words.items():
        parts.setdefault(value.decode(), hole)
    pieces: list[bytes] = []
    holes = ""
    last = 0

    def cut(start: int, end: int, hole: str) -> None:
        nonlocal last, holes
        pieces.append(_encoded(text[last:start]))
        holes += hole
        last = end

    at = text.index(f": {_LINE_TEXT},") + 2
    cut(at, at + len(_LINE_TEXT), "L")
    # Every value is a whole string of JSON, or inside one.
    for cell in text[at:].split('"'):
        if cell in (": ", ", "):
            pass
        elif found := whole.get(cell):
            cut(at, at + len(cell), found)
        elif parts and "H" in holes:
            for start, tile in _tiles_in(cell):
                if found := parts.get(tile):
                    cut(at + start, at + start + len(tile), found)
        at += len(cell) + 1
    pieces.append(_encoded(text[last:]))
    return Template(b"%b".join([piece.replace(b"%", b"%%") for piece in pieces]), holes, outcome.verdict)


def _encoded(text: str) -> bytes:
    """Return text of a report as the output would write it: halves of a character, which JSON can hold, as escapes."""
    return text.encode("utf-8", "backslashreplace")


@lru_cache(maxsize=1 << 14)
def _tiles_in(cell: str) -> tuple[tuple[int, str], ...]:
    """Return the tiles in a cell, each with its place."""
    return tuple((tile.start(), tile.group()) for tile in _INSIDE.finditer(cell))


class Special(NamedTuple):
    """What else the words of a row depend on.

    `quads` tells of kinds with four tiles how many there are, where the winning one is among them, and which of them
    are next to it; `dragons` is which there are, where they make a pattern; `exact` is the tiles where words of the
    variant or what the row expects could be taken for them.
    """

    quads: tuple[int, ...] = ()
    dragons: int = 0
    exact: tuple[object, ...] = ()
    expect: str = ""
    has_id: bool = False


class _Writer:
    """Makes and remembers the templates of one variant, file and report."""

    def __init__(self, rules: Rules, name: str, file: str, render: Render, after: str) -> None:
        self.rules, self.name, self.file, self.render, self.after = rules, name, file, render, after
        self.variant = variant = load_variant(name or rules.variant, rules.settings)
        self.table: ScoreTable = score_table(variant)
        words = (variant.id, *variant.chosen, *variant.sources, variant.zh, variant.en)
        # With this switch the reading says which quads count, not the tiles.
        self.exact = variant.flag("sigui.needs_triplet") or any(_INSIDE.search(word) for word in words)
        self._rate = scorer(variant)
        self._told: dict[tuple[int, int], tuple[int, int]] = {}
        self._told_by: Ints = np.zeros((0, 2), np.int64)
        self.forget()

    def forget(self) -> None:
        """Start without templates."""
        self.specials: dict[Special, int] = {Special(): 0}
        # Templates with the same holes have the same shape. A kind that goes the long way has the number -1.
        self.shapes: dict[str, int] = {}
        self.numbers: dict[int, int] = {}
        self.templates: list[Template] = []
        self.shape_of: list[int] = []
        self.others: dict[tuple[Any, ...], Template | None] = {}
        self.orders: dict[tuple[int, ...], _Order] = {}
        self.sequences: dict[tuple[int, ...], int] = {}

    def make(self, hand: bytes, special: Special, cells: Values, words: Values) -> Template | None:
        """Judge and render one row for all of its kind; None if the kind has to go the long way."""
        row = Row(self.file, _LINE, _ID if special.has_id else "", self.name, hand.decode(), special.expect)
        outcome = judge(row, self.rules)
        if outcome.error or not isinstance(outcome.answer, Result):
            return None
        exact = self.exact or _INSIDE.search(special.expect)
        return _template(outcome, self.render([outcome]) + self.after, cells, {} if exact else words)

    def number(self, key: int, template: Template | None) -> int:
        """Number the template of a kind of rows with one reading, -1 for none."""
        found = -1
        if template:
            found = len(self.templates)
            self.templates.append(template)
            self.shape_of.append(self.shapes.setdefault(template.holes, len(self.shapes)))
        self.numbers[key] = found
        return found

    def told(self, facts: int) -> tuple[int, int]:
        """Return a number for all that a report says of facts, and what its words name, as bits of `_SAID`.

        The number stands for the score, and whether the hand is a 清一色. What is not named makes no difference.
        """
        if not facts:
            return 0, 0
        score = self._rate(facts)
        key = id(score), facts & _FLUSH
        found = self._told.get(key)
        if found is None:
            ids = [line.id for line in score.lines] + [remark.id for remark in score.remarks]
            found = self._told[key] = len(self._told) + 1, reduce(or_, (_SAID.get(id, 0) for id in ids))
        return found

    def told_by(self) -> Ints:
        """Return what is `told` of facts by their number, a row each."""
        facts = fact_index().facts
        if len(self._told_by) < len(facts):
            new = [self.told(each) for each in facts[len(self._told_by) :]]
            self._told_by = np.concatenate([self._told_by, np.array(new, np.int64)])
        return self._told_by

    def order(self, key: tuple[int, ...]) -> _Order:
        """Return how the candidates of a hand are shown."""
        found = self.orders.get(key)
        if found is None:
            facts = shown(dict.fromkeys(key), self._rate) if key[0] else [0]
            lines = [{line.id for line in self._rate(each).lines} if each else set() for each in facts]
            told = [self.told(each) for each in facts]
            kinds = tuple(kind for kind, _ in told)
            found = self.orders[key] = _Order(
                tuple(key.index(each) for each in facts),
                tuple(index for index, ids in enumerate(lines) if "pengpenghu" in ids),
                any("shouzhuayi" in ids for ids in lines),
                self.sequences.setdefault(kinds, len(self.sequences)),
                reduce(or_, (said for _, said in told)),
                facts[0] == key[0] and Facts(facts[0]).standard,
            )
        return found


class _Order(NamedTuple):
    """Which candidates are shown, as positions, the one that counts first; which name triplets; if one names melds.

    `kinds` is a number for all that a report says of their scores, `said` what its words name; `is_first` tells whether
    the one that counts is made of the first reading of each block.
    """

    positions: tuple[int, ...]
    triplets: tuple[int, ...]
    melds: bool
    kinds: int
    said: int
    is_first: bool


_writers: dict[tuple[Any, ...], _Writer] = {}


def _writer(rules: Rules, name: str, file: str, render: Render, after: str) -> _Writer:
    """Return the writer of a variant's rows in a file, the same one while the file lasts."""
    how = render.keywords if isinstance(render, partial) else {}
    key = (rules, name, file, after, *how.values(), getattr(render, "func", render))
    if key not in _writers:
        if len(_writers) >= _MOST_WRITERS:
            _writers.clear()
        _writers[key] = _Writer(rules, name, file, render, after)
    writer = _writers[key]
    if len(writer.numbers) + len(writer.others) + len(writer.specials) > _MOST_TEMPLATES:
        writer.forget()
    return writer


def _unpaired(reading: bytes, melds: bytes) -> bytes:
    """Return a reading of triplets without its pair: two dragons, or two ranks and a suit."""
    groups = reading.split()
    own = len(groups) - len(melds.split())
    return b" ".join(g for i, g in enumerate(groups) if i >= own or len(g) != (2 if g[:1] in b"ZFB" else 3))


def judge_lines(lines: Lines, rules: Rules, render: Render, between: str) -> tuple[bytes, Summary]:
    """Return the report of lines and its counts: what `judge` and the report make of each."""
    out = _Output(len(lines.fine))
    fine = np.flatnonzero(lines.fine & (lines.found.hands["win"] >= 0))
    names = lines.part("variant", fine)
    for name in sorted(set(names)) if names else [""]:
        rows = fine[[each == name for each in names]] if names else fine
        try:
            writer = _writer(rules, name, lines.file, render, between)
        except VariantError:
            continue
        if len(rows):
            _Rows(writer, lines, rows).write(out)
    summary = Summary()
    for verdict, count in out.verdicts.items():
        summary.add(verdict, count)
    for line, outcome in judge_rest(lines, out.done, rules, summary):
        out.put(line, _encoded(render([outcome]) + between))
    text = out.text()
    return (text[: -len(between)] if between else text), summary


class _Output:
    """The text of each line, joined at the end in the order of the lines."""

    def __init__(self, size: int) -> None:
        self._texts: Objects = np.full(size, b"", object)
        self.done = np.zeros(size, bool)
        self.verdicts: dict[str, int] = {}

    def put(self, line: int, text: bytes) -> None:
        """Set the text of one line."""
        self._texts[line] = text
        self.done[line] = True

    def fill(self, lines: Ints, forms: list[bytes], values: Sequence[Objects]) -> None:
        """Set lines from their forms and what goes into the holes of each."""
        holes = zip(*(column.tolist() for column in values), strict=True)
        self._texts[lines] = _objects([form % filled for form, filled in zip(forms, holes, strict=True)])
        self.done[lines] = True

    def count(self, verdict: str, number: int = 1) -> None:
        """Count lines with a verdict."""
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + number

    def text(self) -> bytes:
        """Return all lines."""
        return b"".join(self._texts.tolist())


class _Rows:
    """Fine lines under one variant, and what their templates are chosen by."""

    def __init__(self, writer: _Writer, lines: Lines, rows: Ints) -> None:
        self.writer, self.rows = writer, rows
        self.hands = hands = lines.found.hands[rows]
        self.columns = fact_columns(hands)
        only, self.many = fact_numbers(self.columns)
        self.ids = writer.table.choose(self.columns, only, self.many).ids
        self.texts = _objects(lines.hands(rows))
        for index in np.flatnonzero(~lines.found.canonical[rows]).tolist():
            self.texts[index] = lines.printed(int(rows[index]), self.texts[index])
        self.lines = _objects([b"%d" % line for line in lines.numbers[rows].tolist()])
        self.names = self._names(lines.part("id", rows))
        pair = hands["suits"].astype(np.int64)
        self.low, self.high = np.array(SUIT_PAIRS).T[:, pair]
        win = hands["win"].astype(np.int64)
        suit = np.where(win < 9, self.low, self.high)
        self.win = np.where(win < 18, suit * 9 + win % 9, win + 9)
        self.cells = cells(hands)
        self.melds = self._melds()
        fragments = _fragments()
        # No reading is looked up for what is no win.
        a, b, d = (np.where(self.ids > 0, each, 0) for each in self.cells)
        readings = zip(
            fragments.of(a, self.low).tolist(), fragments.of(b, self.high).tolist(),
            fragments.of(d, np.full(len(rows), DRAGON_BLOCK)).tolist(), self.melds, strict=True,
        )  # fmt: skip
        self.readings = _objects([(low + high + dragons + melds)[:-1] for low, high, dragons, melds in readings])
        place = fragments.place[a] + fragments.place[b] + fragments.place[d]
        in_block = np.where(win < 18, suit, DRAGON_BLOCK)
        self.flush = np.where(writer.table.patterns.take(self.ids) & _bit("qingyise") > 0, in_block + 1, 0)
        names, fours = _tile_words()
        self.values: dict[str, Objects] = {
            "L": self.lines, "H": self.texts, "0": self.readings, "P": fragments.place_texts()[place * 4 + in_block],
            "W": names[self.win], "V": fours[self.win], "D": names[np.maximum(self.win - 1, 0)],
            "U": names[np.minimum(self.win + 1, 29)],
        }  # fmt: skip
        if self.names:
            self.values["I"] = _objects(self.names)
        self._choose()
        self.special, self.specials = self._special(lines.part("expect", rows))

    def _choose(self) -> None:
        """Take the reading of rows that have several candidates and show one; `several` are those that show more."""
        columns, order = self.columns, self.writer.order
        self.several: list[_Several] = []
        number = np.diff(columns.starts)
        for count in np.unique(number).tolist():
            rows, starts = columns.rows[number == count], columns.starts[:-1][number == count]
            numbers = self.many[starts[:, None] + np.arange(count)]
            if count < 4 and len(fact_index().facts) < 1 << 21:
                key = numbers @ (1 << 21 * np.arange(count))
                _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
            else:
                _, first, inverse = np.unique(numbers, axis=0, return_index=True, return_inverse=True)
            orders = [order(tuple(columns.many[at : at + count].tolist())) for at in starts[first].tolist()]
            # One breakdown of the first readings is what was taken already.
            counts = [0 if each.is_first and len(each.positions) == 1 else len(each.positions) for each in orders]
            for shows in sorted({*counts} - {0}):
                at = np.flatnonzero(np.array([each == shows for each in counts])[inverse])
                mine, its_orders = rows[at], [orders[each] for each in inverse[at].tolist()]
                positions = np.array([order.positions for order in its_orders])
                found = [self._arranged(mine, positions[:, nth], count) for nth in range(shows)]
                if shows > 1:
                    self.several.append(_Several(mine, its_orders, found))
                else:
                    self.readings[mine], self.values["P"][mine] = found[0]
        patterns = self.writer.table.patterns.take(self.ids)
        for hole, pattern in (("a", "pengpenghu"), ("M", "shouzhuayi")):
            rows = np.flatnonzero(patterns & _bit(pattern))
            if rows.size:
                values = self.values[hole] = np.full(len(self.rows), b"", object)
                for row in rows.tolist():
                    melds = self.melds[row]
                    values[row] = _unpaired(self.readings[row], melds) if hole == "a" else melds[:-1]

    def _names(self, ids: list[str]) -> list[bytes | None]:
        """Return the ids as they stand in a report, None for one that might have to be quoted or escaped."""
        return [id.encode() if _PLAIN_ID.fullmatch(id) else None for id in ids]

    def _melds(self) -> list[bytes]:
        hands = self.hands
        found = [b""] * len(hands)
        rows = np.flatnonzero(hands["pons"] | hands["kongs"])
        some = hands[rows]
        for row, pons, kongs, pair in zip(
            rows.tolist(), some["pons"].tolist(), some["kongs"].tolist(), some["suits"].tolist(), strict=True
        ):
            found[row] = _meld_tiles(pons, kongs, pair)
        return found

    def _special(self, expected: list[str]) -> tuple[Ints, list[Special]]:
        """Return a number for the `Special` of each row, and what the numbers stand for; note the words for quads.

        Where a row's words name no quads or dragons, it is no matter which it has.
        """
        hands, known = self.hands, self.writer.specials
        held, (of_suit, of_dragons) = blocks(), tables.quads()
        first, second, dragons = hands["first"], hands["second"], hands["dragons"]
        quads = of_suit[first] | of_suit[second] << 9 | of_dragons[dragons] << 18
        exposed = hands["pons"] & held_kinds(held.suit[first], held.suit[second], held.dragon[dragons])
        melds = hands["pons"] | hands["kongs"]
        many = np.bitwise_count(melds >> 18) + (dragons > 0) >= 2
        named = np.where(many | (dragons >= 31), dragons + 1 + (melds >> 18 << 7) + (hands["kongs"] >> 18 << 10), 0)
        exact = self.writer.exact
        self.said = said = self.writer.told_by()[self.ids, 1]
        for several in self.several:
            said[several.rows] = [order.said for order in several.orders]
        if not exact:
            quads, exposed = (np.where(said & _QUADS_SAID, each, 0) for each in (quads, exposed))
            named = np.where(said & _DRAGONS_SAID, named, 0)
        numbers = self._named(quads, exposed, named)
        if exact or expected or self.names:
            specials, wins, pairs = list(known), self.win.tolist(), hands["suits"].tolist()
            for row, number in enumerate(numbers.tolist()):
                tiles: tuple[object, ...] = ()
                if exact or (expected and _INSIDE.search(expected[row])):
                    tiles = (wins[row], self.values["P"][row], pairs[row], int(quads[row]), int(exposed[row]))
                special = specials[number]._replace(
                    exact=tiles,
                    expect=expected[row] if expected else "",
                    has_id=bool(self.names and self.names[row]),
                )
                numbers[row] = known.setdefault(special, len(known))
        return numbers, list(known)

    def _named(self, quads: Ints, exposed: Ints, dragons: Ints) -> Ints:
        """Return a number for the quads and dragons of each row, and note the words for its quads."""
        known = self.writer.specials
        numbers = np.zeros(len(quads), np.int64)
        rows = np.flatnonzero((quads | exposed | dragons) != 0)
        if not rows.size:
            return numbers
        key = self.win[rows].astype(np.int64)
        for field, bits in ((self.hands["suits"], 2), (self.said & _NEXT_SAID > 0, 1), (quads, 21), (exposed, 21),
                            (dragons, 13)):  # fmt: skip
            key = key << bits | field[rows].astype(np.int64)
        keys, inverse = np.unique(key, return_inverse=True)
        of_key = np.empty(len(keys), np.int64)
        words: dict[str, Objects] = {}
        for index, each in enumerate(keys.tolist()):
            of_quads: tuple[int, ...] = ()
            if in_hand := each >> 13 & (1 << 42) - 1:
                win, pair, said = each >> 58, each >> 56 & 3, bool(each >> 55 & 1)
                of_quads, found = _quad_words(win, pair, in_hand >> 21, in_hand & (1 << 21) - 1, said)
                for hole, word in found:
                    if hole not in words:
                        words[hole] = np.full(len(keys), b"", object)
                    words[hole][index] = word
            of_key[index] = known.setdefault(Special(of_quads, each & (1 << 13) - 1), len(known))
        numbers[rows] = of_key[inverse]
        for hole, of_hole in words.items():
            self.values[hole] = np.full(len(quads), b"", object)
            self.values[hole][rows] = of_hole[inverse]
        return numbers

    def _words(self, row: int) -> Values:
        found = {hole: self.values[hole][row] for hole in ("WVDU" if self.said[row] & _NEXT_SAID else "WV")}
        for hole in "klmqrswxyzSTXY":
            if hole in self.values and self.values[hole][row]:
                found[hole] = self.values[hole][row]
        return found

    def write(self, out: _Output) -> None:
        """Put the text of the rows where it belongs, except of those that have to go the long way."""
        writer, values = self.writer, self.values
        lone = np.ones(len(self.rows), bool)
        for several in self.several:
            lone[several.rows] = False
            self._write_several(several, out)
        alone = np.flatnonzero(lone)
        if not alone.size:
            return
        key = (
            writer.told_by()[self.ids, 0]
            | self.hands["how"].astype(np.int64) << 20
            | self.flush << 26
            | self.special << 29
        )
        keys, first, inverse = np.unique(key[alone], return_index=True, return_inverse=True)
        numbers = np.empty(len(keys), np.int64)
        for index, (each, row) in enumerate(zip(keys.tolist(), alone[first].tolist(), strict=True)):
            if (number := writer.numbers.get(each)) is None:
                cells = {hole: values[hole][row] for hole in "0aMP" if hole in values}
                special = self.specials[self.special[row]]
                number = writer.number(each, writer.make(self.texts[row], special, cells, self._words(row)))
            numbers[index] = number
        chosen = numbers[inverse]
        if self.names:
            chosen[np.array([name is None for name in values["I"][alone].tolist()], bool)] = -1
        fine = np.flatnonzero(chosen >= 0)
        shape = np.array(writer.shape_of, np.int64)[chosen[fine]]
        for holes, index in writer.shapes.items():
            mine = fine[shape == index]
            if mine.size:
                forms = [writer.templates[number].form for number in chosen[mine].tolist()]
                out.fill(self.rows[alone[mine]], forms, [values[hole][alone[mine]] for hole in holes])
        for number, count in zip(*np.unique(chosen[fine], return_counts=True), strict=True):
            out.count(writer.templates[number].verdict, int(count))

    def _write_several(self, several: _Several, out: _Output) -> None:
        """Write rows that show several breakdowns, all as many."""
        writer, rows, orders = self.writer, several.rows, several.orders
        readings, places = zip(*several.arranged, strict=True)
        if len(readings) > len(string.digits):
            return
        # Two equal readings, or places, of one row are one hole of its template.
        same = np.zeros(len(rows), np.int64)
        for texts in (readings, places):
            for first, second in combinations(range(len(texts)), 2):
                same = same << 1 | (texts[first] == texts[second])
        kinds = np.array([order.kinds for order in orders])
        key = np.stack([kinds, self.hands["how"][rows], self.flush[rows], self.special[rows], same], axis=1)
        keys, first_of, which = np.unique(key, axis=0, return_index=True, return_inverse=True)
        melds = [self.melds[row] for row in rows.tolist()]
        own = {str(nth): texts for nth, texts in enumerate(readings)} | {"M": _objects([each[:-1] for each in melds])}
        own |= {chr(0x100 + nth): texts for nth, texts in enumerate(places)}
        for nth in {nth for order in orders for nth in order.triplets}:
            own[chr(97 + nth)] = _objects([
                _unpaired(text, each) if nth in order.triplets else b""
                for text, each, order in zip(readings[nth].tolist(), melds, orders, strict=True)
            ])  # fmt: skip
        templates: list[Template | None] = []
        for each, at in zip(keys.tolist(), first_of.tolist(), strict=True):
            made_for = len(readings), *each
            if made_for not in writer.others:
                row = int(rows[at])
                cells = {hole: texts[at] for hole, texts in own.items() if hole != "M" or orders[at].melds}
                special = self.specials[self.special[row]]
                writer.others[made_for] = writer.make(self.texts[row], special, cells, self._words(row))
            templates.append(writer.others[made_for])
        fine = np.array([template is not None for template in templates])[which]
        if self.names:
            fine &= [self.names[row] is not None for row in rows.tolist()]
        at = np.flatnonzero(fine)
        made = [template for template in (templates[each] for each in which[at].tolist()) if template]
        for holes in {template.holes for template in made}:
            some = [index for index, template in enumerate(made) if template.holes == holes]
            mine = at[some]
            columns = [own[hole][mine] if hole in own else self.values[hole][rows[mine]] for hole in holes]
            out.fill(self.rows[rows[mine]], [made[index].form for index in some], columns)
        for template in made:
            out.count(template.verdict)

    def _arranged(self, rows: Ints, positions: Ints, count: int) -> tuple[Objects, Objects]:
        """Return candidates of rows that have `count`, as text, and their places: combinations in order, then pairs."""
        known, choices = blocks(), _choices()
        a, b, d = (cells[rows] for cells in self.cells)
        of_a, of_b, of_d = (known.count.take(known.lists.take(cells)) for cells in (a, b, d))
        standard = of_a * of_b * of_d
        texts: Objects = np.full(len(rows), b"", object)
        places: Objects = np.full(len(rows), b"", object)
        at = np.flatnonzero((positions < standard) & (standard <= count))
        if at.size:
            rest, in_d = np.divmod(positions[at], of_d[at])
            in_a, in_b = np.divmod(rest, of_b[at])
            low, high, third = self.low[rows[at]], self.high[rows[at]], np.full(len(at), DRAGON_BLOCK)
            parts = [
                choices.of(cells[at], block, nth)
                for cells, block, nth in ((a, low, in_a), (b, high, in_b), (d, third, in_d))
            ]
            melds = _objects([self.melds[row] for row in rows[at].tolist()])
            texts[at] = [text[:-1] for text in (parts[0][0] + parts[1][0] + parts[2][0] + melds).tolist()]
            places[at] = parts[0][1] + parts[1][1] + parts[2][1]
        for index in np.flatnonzero((positions >= standard) | (standard > count)).tolist():
            row = int(rows[index])
            first, second, dragons = (int(self.hands[name][row]) for name in ("first", "second", "dragons"))
            text = _seven(first, int(self.low[row])) + _seven(second, int(self.high[row]))
            texts[index] = (text + _seven(dragons, DRAGON_BLOCK))[:-1]
            places[index] = _PAIRS[int(self.win[row])]
        return texts, places


class _Several(NamedTuple):
    """Rows that show as many breakdowns: how, and each shown one of all of them as text, with its place."""

    rows: Ints
    orders: list[_Order]
    arranged: list[tuple[Objects, Objects]]


_PAIRS: Final = [spell((kind,) * 2).encode() for kind in range(len(NAMES))]


@lru_cache(maxsize=1 << 16)
def _quad_words(
    win: int, pair: int, quads: int, exposed: int, next_said: bool
) -> tuple[tuple[int, ...], tuple[tuple[str, bytes], ...]]:
    """Return how many quads there are beside the winning tile and where that stands among them, and words by hole.

    With `next_said` the words name the tiles next to the winning one too, and where those stand is told.
    """
    concealed = [unpacked_kind(at, pair) for at in range(21) if quads >> at & 1]
    ponged = [unpacked_kind(at, pair) for at in range(21) if exposed >> at & 1]
    others = [kind for kind in concealed if kind != win], [kind for kind in ponged if kind != win]
    names, fours = _tile_words()
    words: list[tuple[str, bytes]] = []
    for kinds, holes in zip(others, (_OF_QUADS[:3], _OF_QUADS[3:]), strict=True):
        for kind, (one, four) in zip(kinds, holes, strict=False):
            words += [(one, names[kind]), (four, fours[kind])]
    every = others[0] + others[1]
    where = [_index(concealed, win), _index(ponged, win)]
    if next_said:
        where += [_index(every, win - 1), _index(every, win + 1)]
    return (len(others[0]), len(others[1]), *where), tuple(words)


def _bit(pattern: str) -> int:
    return 1 << ORDER[pattern]


def _index(kinds: list[int], kind: int) -> int:
    return kinds.index(kind) if kind in kinds else -1


@cache
def _tile_words() -> tuple[Objects, Objects]:
    """Return each of the thirty kinds as one tile and as four."""
    return _objects([name.encode() for name in NAMES]), _objects([four.encode() for four in FOURS])


def _objects(values: Sequence[Any]) -> Objects:
    found: Objects = np.empty(len(values), object)
    found[:] = values
    return found
