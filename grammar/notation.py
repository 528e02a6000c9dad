"""Hand notation: text to `Hand`, with every fault at its column.

`notation.md` has the BNF. A hand is cut at white space, and each distinct piece is read once and remembered. Most
pieces are one group, which is one regular expression; the pyparsing grammar is that expression repeated, and is left
out where it would match once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pyparsing as pp

from kwx_cli.errors import Fault, HandError, guess
from kwx_cli.hand import By, Hand, Meld, MeldKind, faults, waiting_fault, winning_fault
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, DRAGONS, FIRST_DRAGON, NAMES, RANK, SUITS

SUIT_MARKS = {"b": "bp筒饼餅", "t": "ts条索束條", "m": "mw万萬"}
DRAGON_WORDS = {
    "Z": ("Z", "中", "红中", "🀄"),
    "F": ("F", "发", "發", "发财", "🀅"),
    "B": ("B", "白", "白板", "🀆"),
}
MELD_WORDS = {
    MeldKind.PON: ("pon", "peng", "碰"),
    MeldKind.ZHI: ("zhi", "zhigang", "mingkan", "直杠"),
    MeldKind.BU: ("bu", "bugang", "xugang", "kakan", "补杠", "蓄杠"),
    MeldKind.AN: ("an", "angang", "ankan", "暗杠"),
    MeldKind.KAN: ("kan", "gang", "杠"),
}
WIN_WORDS = {
    "zimo": ("zimo", "自摸"),
    "pao": ("pao", "点炮", "放炮", "放冲"),
    "qianggang": ("qianggang", "抢杠", "抢杠胡"),
    "gangkai": ("gangkai", "杠开", "杠上开花", "杠上花"),
    "gangpao": ("gangpao", "杠上炮", "杠上冲"),
    "haidi": ("haidi", "海底"),
    "liang": ("liang", "亮倒", "亮牌", "明牌"),
    "duiliang": ("duiliang", "对亮"),
}
# U+1F007-F are 万, U+1F010-18 条, U+1F019-21 筒, each in order.
_PICTURES = {chr(0x1F019 + i): i for i in range(9)}
_PICTURES |= {chr(0x1F010 + i): 9 + i for i in range(9)} | {chr(0x1F007 + i): 18 + i for i in range(9)}

_SUIT = {mark: suit for suit, marks in SUIT_MARKS.items() for mark in marks}
_DRAGON = {word: FIRST_DRAGON + DRAGONS.index(letter) for letter, words in DRAGON_WORDS.items() for word in words}
_MELD = {word: kind for kind, words in MELD_WORDS.items() for word in words}
_TAG = {word: tag for tag, words in WIN_WORDS.items() for word in words}
_WAYS = tuple(str(by) for by in By)
_SELECTORS = "\ufe0e\ufe0f"
_CACHED_PIECES = 1 << 16


class Group(NamedTuple):
    """Tiles written together: their kinds, the offset of each, the words after ``+`` with offsets, if ``@`` led."""

    tiles: tuple[int, ...]
    offsets: tuple[int, ...]
    words: tuple[tuple[str, int], ...]
    start: int
    end: int
    is_win: bool


def _one_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_DRAGON_WORD = re.compile(_one_of(_DRAGON))
_DRAGON_RUN = "|".join(f"(?:{_one_of(words)})+" for words in DRAGON_WORDS.values())
_DIGITS = {suit: {"0": -1} | {str(rank + 1): 9 * block + rank for rank in range(9)} for block, suit in enumerate(SUITS)}
_NUMBERS = f"[0-9]+[{''.join(_SUIT)}]"
_PICTURE_RUN = "[🀐-🀘]+|[🀙-🀡]+|[🀇-🀏]+"


def _group(matched: str, at: int) -> Group:
    """Turn tiles with what precedes and follows them, as matched at a place, into a group."""
    body, *after = matched.split("+")
    end = at + len(matched)
    is_win = body[0] == "@"
    start, body = at + is_win, body[is_win:]
    words: list[tuple[str, int]] = []
    offset = start + len(body)
    for word in after:
        words.append((word, offset + 1))
        offset += len(word) + 1
    if suit := _SUIT.get(body[-1]):
        digits = _DIGITS[suit]
        kinds = tuple([digits[digit] for digit in body[:-1]])
        places = tuple(range(start, start + len(kinds)))
    elif body[0] in _PICTURES:
        kinds = tuple([_PICTURES[picture] for picture in body])
        places = tuple(range(start, start + len(kinds)))
    else:
        names = list(_DRAGON_WORD.finditer(body))
        kinds = tuple([_DRAGON[name.group()] for name in names])
        places = tuple([start + name.start() for name in names])
    return Group(kinds, places, tuple(words), at, end, is_win)


# A lower-case letter after a word makes it another word: +pong is not +pon with a g.
_WORDS = rf"(?:\+(?:{_one_of([*_MELD, *_TAG])})(?![a-z]))*"
_GROUP = re.compile(f"@?(?:{_NUMBERS}|{_DRAGON_RUN}|{_PICTURE_RUN}){_WORDS}")


def _grammar() -> pp.ParserElement:
    group = pp.Regex(_GROUP).set_name("tiles")
    group.set_parse_action(lambda text, at, tokens: [_group(tokens[0], at)])
    piece: pp.ParserElement = (group[1, ...] + pp.StringEnd()).leave_whitespace()
    return piece.parse_with_tabs()


_PIECE = _grammar()


def clean(text: str) -> str:
    """Return text with full-width forms as ASCII, one to one, so that columns stay those of the original."""
    if text.isascii():
        return text
    return "".join(chr(ord(c) - 0xFEE0) if "\uff01" <= c <= "\uff5e" else " " if c == "\u3000" else c for c in text)


class Win(NamedTuple):
    """A winning tile with its canonical tags, and where it stands in its piece."""

    tile: int
    tags: tuple[str, ...]
    start: int
    length: int


class Piece(NamedTuple):
    """A stretch of text without white space, read: its groups, what they add to a hand, its faults from column 1.

    `tally` counts all its tiles, six bits a kind, so that the tallies of pieces add up.
    """

    groups: tuple[Group, ...]
    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    wins: tuple[Win, ...]
    faults: tuple[Fault, ...]
    tally: int = 0


@lru_cache(maxsize=_CACHED_PIECES)
def _piece(raw: str) -> Piece:
    """Read one piece of text."""
    if (match := _GROUP.match(raw)) and match.end() == len(raw):
        return _digest([_group(raw, 0)])
    text = clean(raw)
    kept = [i for i, c in enumerate(text) if c not in _SELECTORS]
    if len(kept) < len(text):
        text = "".join(text[i] for i in kept)
        if not text:
            fault = Fault("bad-character", {"letter": raw, "point": f"U+{ord(raw[0]):04X}"}, 1, len(raw))
            return Piece((), (), (), (), (fault,))
    try:
        groups: Sequence[Group] = _PIECE.parse_string(text).as_list()
    except pp.ParseBaseException as error:
        return Piece((), (), (), (), (_syntax_fault(text, error.loc, kept),))
    if len(kept) < len(raw):
        kept.append(len(raw))
        groups = [
            g._replace(
                offsets=tuple(kept[o] for o in g.offsets),
                words=tuple((w, kept[o]) for w, o in g.words),
                start=kept[g.start],
                end=kept[g.end],
            )
            for g in groups
        ]
    return _digest(groups)


def _digest(groups: Sequence[Group]) -> Piece:
    """Turn groups into tiles, melds and winning tiles, with what is wrong in each."""
    concealed: list[int] = []
    melds: list[Meld] = []
    wins: list[Win] = []
    found: list[Fault] = []
    for group in groups:
        if -1 in group.tiles:
            zeros = zip(group.tiles, group.offsets, strict=True)
            found += [Fault("zero-tile", {}, offset + 1) for kind, offset in zeros if kind < 0]
        elif group.is_win:
            if (count := len(group.tiles)) > 1:
                found.append(Fault("win-many", {"count": count}, group.offsets[1] + 1, count - 1))
            tags, tag_faults = _tags(group)
            found += tag_faults
            wins.append(Win(group.tiles[0], tags, group.start, group.end - group.start))
        elif group.words:
            meld, meld_faults = _meld(group)
            melds += [meld] if meld else []
            found += meld_faults
        else:
            concealed += group.tiles
    tally = sum([_ONE[kind] for group in groups for kind in group.tiles])
    return Piece(tuple(groups), tuple(concealed), tuple(melds), tuple(wins), tuple(found), tally)


def _moved(faults: Iterable[Fault], by: int) -> list[Fault]:
    """Return faults with their columns further right, as those of a piece are in its text."""
    return [Fault(fault.code, fault.values, (fault.column or 1) + by, fault.length) for fault in faults]


def _syntax_fault(text: str, at: int, kept: list[int]) -> Fault:
    """Say why the grammar stopped at `at`: a code for each way in which people write hands otherwise."""

    def fault(code: str, start: int, length: int = 1, **values: object) -> Fault:
        return Fault(code, values, (kept[start] if start < len(kept) else len(kept)) + 1, length)

    if text[at : at + 1] == "+" and at:
        at += 1
        word = (re.match(r"[A-Za-z]+|[\u4e00-\u9fff]+|", text[at:]) or [""])[0]
        after_win = bool(re.search(r"@(?:[0-9]+\D|[^0-9@+]+)(?:\+[^+]*)*$", text[: at - 1]))
        known = _TAG if after_win else _MELD
        if not word:
            return fault("no-word", at - 1, known=", ".join(WIN_WORDS if after_win else MELD_WORDS))
        if word in ("chi", "chow", "吃"):
            return fault("chi", at, len(word))
        near = guess(word.lower(), known)
        if not isinstance(near, str):
            near = tuple(WIN_WORDS if after_win else map(str, MELD_WORDS))
        return fault("unknown-tag" if after_win else "unknown-meld", at, len(word), word=word, guess=near)
    if (word := text[at - 2 : at + 1]) in ("海底捞", "海底炮"):
        return fault("unknown-tag", at - 2, 3, word=word, guess="海底+点炮" if word == "海底炮" else "海底")
    digits = (re.match("[0-9]*", text[at:]) or [""])[0]
    rest = text[at + len(digits) :]
    if digits and rest[:1].lower() in _SUIT and rest[:1] not in _SUIT:
        letter = rest[0]
        return fault("digit-honour", at + len(digits), 1, wrong=digits + letter, guess=digits + letter.lower())
    if digits and rest[:1] in _DRAGON:
        return fault("digit-honour", at + len(digits), 1, wrong=digits + rest[0], guess=f"{digits}b {rest[0]}")
    if digits and rest[:1] in ("", "@", "+"):
        return fault("no-suit", at, len(digits), digits=digits, guess=f"{digits}b, {digits}t")
    at += len(digits)
    letter = text[at]
    if letter == "@" and text[at + 1 : at + 2] in ("", "@", "+"):
        return fault("empty-win", at)
    if letter == "@":
        return _syntax_fault(text, at + 1, kept)
    if letter == "+":
        return fault("lonely-word", at)
    if letter in _SUIT and not digits:
        return fault("no-rank", at, letter=letter, guess=f"5{letter}")
    if not digits and (letter.upper() in DRAGONS or letter.lower() in _SUIT):
        right = letter.upper() if letter.upper() in DRAGONS else letter.lower()
        return fault("wrong-case", at, letter=letter, guess=right)
    return fault("bad-character", at, letter=letter, point=f"U+{ord(letter):04X}")


class ParsedHand(NamedTuple):
    """A hand and the places of its groups in the text, to point at what is wrong with it."""

    hand: Hand
    text: str

    @property
    def groups(self) -> list[tuple[Group, int]]:
        """Every group of the text with the offset of its piece."""
        matches = re.finditer(r"\S+", self.text)
        return [(group, match.start()) for match in matches for group in _piece(match.group()).groups]

    def refuse(self, *found: Fault) -> HandError:
        """Return the error for faults of the hand, each with the column at which the text shows it."""
        return HandError(*(self._located(fault) for fault in found), source=self.text)

    def _located(self, fault: Fault) -> Fault:
        at, length = self._column(fault)
        return Fault(fault.code, fault.values, at + 1, length)

    def _column(self, fault: Fault) -> tuple[int, int]:
        groups = self.groups
        tiles = [(kind, at + o, g) for g, at in groups for kind, o in zip(g.tiles, g.offsets, strict=True)]
        if fault.code == "fifth-tile":
            same = [at for kind, at, _ in tiles if NAMES[kind] == fault.values["tile"]]
            return same[4], 1
        if fault.code == "three-suits":
            seen: set[int] = set()
            for kind, at, _ in tiles:
                if BLOCK[kind] != DRAGON_BLOCK:
                    seen.add(BLOCK[kind])
                if len(seen) > 2:
                    return at, 1
        if fault.code == "too-many-melds":
            melds = [(g, at) for g, at in groups if g.words and not g.is_win]
            return melds[4][1] + melds[4][0].start, melds[4][0].end - melds[4][0].start
        if fault.code in ("tile-count", "win-given"):
            concealed = [at for _, at, g in tiles if not g.is_win and not g.words]
            full = 13 - 3 * len(self.hand.melds)
            # A complete hand has one more, which is only wrong beside @ or where a waiting hand is asked for.
            limit = full + (str(fault.values.get("case")) == "many" and self.hand.win is None)
            if fault.values.get("case") == "win-twice":
                same = [at for kind, at, g in tiles if kind == self.hand.win and not g.is_win and not g.words]
                return (same or concealed)[-1], 1
            if fault.code == "tile-count" and len(concealed) > limit >= 0:
                return concealed[limit], 1
            win = [(at + g.start, g.end - g.start) for g, at in groups if g.is_win]
            return win[0] if fault.code == "win-given" else (len(self.text.rstrip()), 1)
        for group, at in groups:
            if group.is_win:
                tag = "qianggang" if fault.code.startswith("robbed") else fault.code.split("-")[0]
                for word, o in group.words:
                    if _TAG[word] == tag:
                        return at + o, len(word)
                return at + group.start, group.end - group.start
        return 0, 1


def parse_hand(text: str) -> ParsedHand:
    """Read a hand in notation; raise `HandError` with every fault that the text and the hand have.

    The number of tiles is judged by what is asked of the hand: `parse_complete`, `parse_waiting`.
    """
    concealed: list[int] = []
    melds: list[Meld] = []
    wins: list[Win] = []
    sound = True
    tally = 0
    for raw in text.split():
        piece = _piece(raw)
        concealed += piece.concealed
        melds += piece.melds
        wins += piece.wins
        tally += piece.tally
        sound = sound and not piece.faults
    if not sound or len(wins) > 1 or not (concealed or melds or wins):
        raise HandError(*_text_faults(text), source=text)
    hand = make_hand(concealed, melds, wins[0].tile, wins[0].tags) if wins else make_hand(concealed, melds)
    parsed = ParsedHand(hand, text)
    if _surely_sound(hand, tally):
        return parsed
    if wrong := faults(hand):
        raise parsed.refuse(*wrong)
    return parsed


_ONE = [1 << 6 * kind for kind in range(len(NAMES))]
_OVER = sum(27 * one for one in _ONE)
_FIFTH = sum(32 * one for one in _ONE)
_SUIT_TALLIES = [63 * sum(_ONE[9 * suit : 9 * suit + 9]) for suit in range(3)]
_FREE = (By.ZIMO, By.PAO, By.GANGPAO)
"""Ways of winning that contradict no tiles."""


def _surely_sound(hand: Hand, tally: int) -> bool:
    """Whether `faults` would find nothing, told from the tally of at most eighteen tiles: most lines of most files."""
    if len(hand.concealed) > 14 or len(hand.melds) > 4 or hand.duiliang or hand.by not in _FREE:
        return False
    b, t, m = _SUIT_TALLIES
    return not (tally + _OVER & _FIFTH or (tally & b and tally & t and tally & m))


def _text_faults(text: str) -> list[Fault]:
    """Return what is wrong with the pieces of a text, and a winning tile after the first."""
    found: list[Fault] = []
    wins = 0
    for match in re.finditer(r"\S+", text):
        piece = _piece(match.group())
        found += _moved(piece.faults, match.start())
        for win in piece.wins:
            wins += 1
            if wins > 1:
                found.append(Fault("two-wins", {}, match.start() + win.start + 1, win.length))
    return found or [Fault("empty-hand", {}, 1, 0)]


def add_tags(text: str, tags: Iterable[str]) -> str:
    """Return a hand's text with win tags behind its winning tile; the text as it is if it has none or cannot be read.

    >>> add_tags("46t @5t+liang88t", ["pao"])
    '46t @5t+liang+pao 88t'
    """
    words = "".join(f"+{tag}" for tag in tags)
    for match in re.finditer(r"\S+", text):
        for group in _piece(match.group()).groups:
            if group.is_win:
                at = match.start() + group.end
                return f"{text[:at]}{words} {text[at:]}".rstrip()
    return text


def make_hand(
    concealed: Iterable[int], melds: Iterable[Meld], win: int | None = None, tags: tuple[str, ...] = ()
) -> Hand:
    """Return a hand in its canonical order; `tags` are canonical win tags that go together."""
    if melds := tuple(melds):
        melds = tuple(sorted(melds, key=lambda meld: (meld.tile, meld.kind)))
    return Hand(tuple(sorted(concealed)), melds, win, *_won(tags))


@lru_cache(maxsize=256)
def _won(tags: tuple[str, ...]) -> tuple[By, bool, bool, bool]:
    """Return how a hand was won: the way, and whether it was the last tile, revealed, paid by one revealed."""
    ways = [tag for tag in tags if tag in _WAYS]
    # A kong's replacement is a self-draw and a robbed tile a discard: the closer word says it all.
    by = By(max(ways, key=_WAYS.index)) if ways else By.ZIMO
    return by, "haidi" in tags, "liang" in tags, "duiliang" in tags


_CONFLICTS = {
    ("gangkai", "pao"), ("gangkai", "qianggang"), ("gangkai", "gangpao"), ("zimo", "pao"),
    ("zimo", "qianggang"), ("zimo", "gangpao"), ("qianggang", "gangpao"),
}  # fmt: skip


def _tags(group: Group) -> tuple[tuple[str, ...], list[Fault]]:
    found: list[Fault] = []
    tags: list[str] = []
    for word, offset in group.words:
        column = offset + 1
        if word not in _TAG:
            found.append(Fault("meld-on-win", {"word": word}, column, len(word)))
            continue
        tag = _TAG[word]
        for other in tags:
            if {(tag, other), (other, tag)} & _CONFLICTS:
                found.append(Fault("tag-conflict", {"tag": tag, "other": other}, column, len(word)))
        tags.append(tag)
    return tuple(tags), found


def _meld(group: Group) -> tuple[Meld | None, list[Fault]]:
    start, length = group.start + 1, group.end - group.start
    word, offset = group.words[0]
    if len(group.words) > 1:
        extra, where = group.words[1]
        return None, [Fault("second-word", {"word": extra, "first": word}, where + 1, len(extra))]
    if word not in _MELD:
        return None, [Fault("tag-on-tiles", {"word": word}, offset + 1, len(word))]
    kind = _MELD[word]
    kinds = group.tiles
    if len(set(kinds)) > 1:
        ranks = sorted(RANK[k] for k in kinds)
        if len(kinds) == 3 and ranks == list(range(ranks[0], ranks[0] + 3)):
            return None, [Fault("chi", {}, start, length)]
        odd = next(i for i, k in enumerate(kinds) if k != kinds[0])
        return None, [
            Fault("bad-meld", {"case": "unequal", "tile": NAMES[kinds[odd]], "word": word}, group.offsets[odd] + 1)
        ]
    size = 3 if kind is MeldKind.PON else 4
    if len(kinds) != size:
        values = {"case": "size", "word": word, "size": size, "count": len(kinds)}
        return None, [Fault("bad-meld", values, start, length)]
    return Meld(kind, kinds[0]), []


def parse_complete(text: str) -> ParsedHand:
    """Read a hand with its winning tile, whole; raise `HandError` if it is not one."""
    parsed = parse_hand(text)
    if parsed.hand.win is None or not parsed.hand.is_whole:
        raise parsed.refuse(winning_fault(parsed.hand))
    return parsed


def parse_waiting(text: str) -> ParsedHand:
    """Read a waiting hand, whole or in part, without a winning tile; raise `HandError` if it is not one."""
    parsed = parse_hand(text)
    if fault := waiting_fault(parsed.hand):
        raise parsed.refuse(fault)
    return parsed


def parse_tiles(text: str) -> tuple[int, ...]:
    """Read tiles alone, such as those seen elsewhere; the tiles of melds and a winning tile count too."""
    kinds: list[int] = []
    found: list[Fault] = []
    for match in re.finditer(r"\S+", text):
        piece = _piece(match.group())
        found += _moved(piece.faults, match.start())
        kinds += [kind for group in piece.groups for kind in group.tiles]
    if found:
        raise HandError(*found, source=text)
    return tuple(kinds)


def parse_tile(text: str) -> int:
    """Read exactly one tile."""
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise HandError(Fault("one-tile", {"text": text, "count": len(kinds)}, 1, len(text)), source=text)
    return kinds[0]
