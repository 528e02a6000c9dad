"""Hands in canonical notation, read from bytes for a whole chunk of lines at once.

Only plain ASCII groups apart, such as ``4556t 22b ZZZ+pon @5t+pao``, are read here, and only sound hands: anything
else, and so every error, is left to the grammar. What the words and tags mean is asked of the grammar as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from kwx_cli.batch.packed import PACKED, SUIT_PAIRS, Packed, pack, packed_kind
from kwx_cli.batch.tables import Bools, Ints
from kwx_cli.errors import HandError
from kwx_cli.facts import EVENTS
from kwx_cli.grammar.notation import MELD_WORDS, WIN_WORDS, parse_hand
from kwx_cli.hand import MeldKind
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, DRAGONS, SUITS

# Classes of bytes. All but the first separate the segments of a line.
PLAIN, SPACE, PLUS, AT, END, MARK = range(6)

_TILE_BITS: Final = 48
_SUIT_MASK: Final = (1 << 36) - 1
_COUNT_MASK: Final = (1 << 16) - 1
_MOST: Final = 15
_BAD: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class TextHands:
    """The hands of lines, row i that of line i.

    - `hands`: packed rows, with and without a winning tile
    - `read`: whether the line holds a sound whole hand in plain notation; other rows of `hands` mean nothing
    - `canonical`: whether it is written exactly as ``str(hand)`` prints it
    - `start`, `end`: where the hand stands in the bytes
    """

    hands: Packed
    read: Bools
    canonical: Bools
    start: Ints
    end: Ints


@cache
def _bytes() -> tuple[Ints, Ints]:
    """Return the class of each byte, and its weight: the tile it is in nibbles, and one in the bits above if a rank."""
    classes = np.zeros(256, np.uint8)
    classes[:0x21] = MARK
    classes[0x7F:] = MARK
    for mark in b":|#=":
        classes[mark] = MARK
    for space in b" \t\r":
        classes[space] = SPACE
    classes[ord("+")], classes[ord("@")], classes[ord("\n")] = PLUS, AT, END
    weights = np.zeros(256, np.int64)
    for rank in range(9):
        weights[ord("1") + rank] = (1 << 4 * rank) + (1 << _TILE_BITS)
    for rank, dragon in enumerate(DRAGONS):
        weights[ord(dragon)] = 1 << 36 + 4 * rank
    return classes, weights


@cache
def _tails() -> tuple[Ints, Ints, Ints]:
    """Return for the last byte of tiles its block, 4 if it is none, and the weight of a dragon; the rank of a first."""
    block = np.full(256, 4, np.int64)
    rank_of = np.zeros(256, np.int64)
    rank_of[ord("1") : ord("9") + 1] = range(9)
    unit = np.zeros(256, np.int64)
    for index, suit in enumerate(SUITS):
        block[ord(suit)] = index
    for rank, dragon in enumerate(DRAGONS):
        block[ord(dragon)] = DRAGON_BLOCK
        unit[ord(dragon)] = 1 << 36 + 4 * rank
        rank_of[ord(dragon)] = rank
    return block, unit, rank_of


_MELDS: Final = tuple(MeldKind)
_TAGS: Final = tuple(WIN_WORDS)
_WORD_BITS: Final = 6


@cache
def _words() -> tuple[Ints, Ints, int, Ints]:
    """Return a perfect hash of the canonical words: keys, numbers, the multiplier; and the words' lengths by number.

    Melds are numbered from 1, tags from 1 + len(_MELDS); 0 is no word.
    """
    words = [words[0] for words in (*MELD_WORDS.values(), *WIN_WORDS.values())]
    keys = np.array([int.from_bytes(word.encode()[:8], "little") for word in words], np.uint64)
    multiplier = 0x9E3779B97F4A7C15
    while True:
        slots = keys * np.uint64(multiplier) >> np.uint64(64 - _WORD_BITS)
        if len(set(slots.tolist())) == len(words):
            break
        multiplier = multiplier * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1 | 1
    table, numbers = np.zeros(1 << _WORD_BITS, np.uint64), np.zeros(1 << _WORD_BITS, np.int64)
    table[slots], numbers[slots] = keys, np.arange(1, len(words) + 1)
    return table, numbers, multiplier, np.array([0, *map(len, words)])


@cache
def _tag_sets() -> tuple[Ints, Bools]:
    """Return for each set of tags, a bit each, the `how` it makes, -1 if the grammar refuses it; whether it is printed.

    A set is printed in canonical form without ``zimo``, which is the default, and without a way that another implies.
    """
    how = np.full(1 << len(_TAGS), -1, np.int64)
    plain = np.zeros(1 << len(_TAGS), bool)
    for number in range(5):
        for tags in combinations(_TAGS, number):
            try:
                hand = parse_hand("+".join(("ZZZZ+an @5t", *tags))).hand
            except HandError:
                continue
            bits = sum(1 << _TAGS.index(tag) for tag in tags)
            how[bits] = pack([hand])["how"][0]
            plain[bits] = sorted(hand.tags) == sorted(tags)
    return how, plain


@cache
def _base5() -> Ints:
    """Return the base-5 code of three nibbles, or a number that stays too large in any sum."""
    cells = np.arange(4096)
    digits = [cells >> 4 * rank & 15 for rank in range(3)]
    code = digits[0] + 5 * digits[1] + 25 * digits[2]
    return np.where((digits[0] > 4) | (digits[1] > 4) | (digits[2] > 4), _BAD, code)


@cache
def _packed_kinds() -> Ints:
    """Return the packed kind of each of the thirty under each pair of suits, by ``pair * 30 + kind``."""
    return np.array(
        [
            packed_kind(kind, pair) if BLOCK[kind] in (*SUIT_PAIRS[pair], DRAGON_BLOCK) else 0
            for pair in range(len(SUIT_PAIRS))
            for kind in range(30)
        ]
    )


@cache
def _suits() -> tuple[Ints, Ints]:
    """Return for each set of suits, a bit each, which pair holds it, and whether one does."""
    pairs = [[i for i, pair in enumerate(SUIT_PAIRS) if all(s in pair for s in range(3) if bits >> s & 1)]
             for bits in range(8)]  # fmt: skip
    return np.array([pair[0] if pair else 0 for pair in pairs]), np.array([bool(pair) for pair in pairs])


@cache
def _pairs() -> Ints:
    return np.array(SUIT_PAIRS)


def read_hands(buffer: Ints, begin: Ints | None = None, end: Ints | None = None) -> TextHands:
    """Read the hands of lines, each ended by a newline, in an array of bytes.

    `begin` and `end` are, for each line, the part in which its hand stands; without them it is the whole line.
    """
    classes, weights = _bytes()
    kind_of = classes.take(buffer)
    cuts = np.flatnonzero(kind_of)
    closer = kind_of.take(cuts)
    last = closer == END
    lines = int(np.count_nonzero(last))
    line = np.cumsum(last, dtype=np.int64) - last
    opener = np.empty_like(closer)
    opener[0], opener[1:] = END, closer[:-1]
    start = np.empty_like(cuts)
    start[0], start[1:] = 0, cuts[:-1] + 1
    length = cuts - start
    bad = np.zeros(lines, bool)
    inside: Bools | None = None
    if begin is not None and end is not None:
        inside = (start >= begin.take(line)) & (cuts <= end.take(line))
        # The first segment of the part is opened by a mark; any other mark is out of place.
        odd = (opener == MARK) & inside & (start > begin.take(line))
        bad[line[odd]] = True
        keep = np.flatnonzero((length > 0) & inside | inside & (opener != SPACE) & (opener < END))
    else:
        bad[line[closer == MARK]] = True
        keep = np.flatnonzero((length > 0) | (opener == PLUS) | (opener == AT))
    lonely = (length == 0) & (closer == PLUS)
    bad[line[lonely & inside] if inside is not None else line[lonely]] = True
    strange = np.zeros(lines, bool)
    start, stop, line, length = start[keep], cuts[keep], line[keep], length[keep]
    opener, closer = opener[keep], closer[keep]
    if not len(keep):
        none = np.zeros(lines, np.int64)
        return TextHands(np.zeros(lines, PACKED), none > 0, none > 0, none, none)
    bad[line[length == 0]] = True

    is_word = opener == PLUS
    is_win = opener == AT
    tail = buffer.take(np.maximum(stop - 1, 0))
    sums = np.empty(len(buffer) + 1, np.int64)
    sums[0] = 0
    np.cumsum(weights.take(buffer), out=sums[1:])
    weight = sums.take(stop) - sums.take(start)
    of_tail, unit, of_first = _tails()
    rank = of_first.take(buffer.take(start))
    block = of_tail.take(tail)
    is_dragon = block == DRAGON_BLOCK
    tiles = length - ~is_dragon
    sound = np.where(is_dragon, unit.take(tail) * length == weight, (weight >> _TILE_BITS == tiles) & (block < 3))
    sound &= (tiles > 0) & (tiles <= _MOST)
    bad[line[~sound & ~is_word]] = True

    # The segment before a word is the tiles of its meld or win; further words of a win follow one another.
    is_meld = ~is_word & ~is_win & (closer == PLUS)
    plain = ~is_word & ~is_win & ~is_meld
    held = np.zeros((lines, 4), np.int64)
    for index in range(4):
        at = np.flatnonzero(plain & (block == index))
        held[:, index] = np.bincount(line[at], _nibbles(weight[at], index).astype(np.float64), lines).astype(np.int64)
    number = np.bincount(line[plain], tiles[plain].astype(np.float64), lines).astype(np.int64)

    won = np.flatnonzero(is_win)
    win = np.full(lines, -1, np.int64)
    win_line = line[won]
    wins = np.bincount(win_line, minlength=lines)
    win_block = np.minimum(block[won], 3)
    win_rank = rank[won]
    win[win_line] = win_block * 9 + win_rank
    bad |= wins > 1
    bad[win_line[tiles[won] != 1]] = True
    held[win_line, win_block] += 1 << 4 * win_rank

    tags = np.zeros(lines, np.int64)
    words = np.flatnonzero(is_word)
    meld_at = np.flatnonzero(is_meld)
    meld_word = np.zeros(len(keep) + 1, np.int64)
    if words.size:
        meld_word[words] = found = _word_numbers(buffer, start[words], length[words])
        owner = np.maximum.accumulate(np.where(is_word, 0, np.arange(len(keep)))).take(words)
        of_win = is_win.take(owner) & (line.take(owner) == line[words])
        is_tag = found > len(_MELDS)
        first = owner == words - 1
        bad[line[words[(is_tag != of_win) | (found == 0) | ~(of_win | first)]]] = True
        tag = words[is_tag]
        bits = 1 << found[is_tag] - len(_MELDS) - 1
        tags = np.bincount(line[tag], bits.astype(np.float64), lines).astype(np.int64)
        # A tag given twice would carry into the next bit.
        bad |= np.bitwise_count(tags) != np.bincount(line[tag], minlength=lines)
        strange[line[tag[1:][(line[tag[1:]] == line[tag[:-1]]) & (np.diff(_tag_order()[found[is_tag]]) < 0)]]] = True
    of_tags, printed = _tag_sets()
    tags &= (1 << len(_TAGS)) - 1
    how = of_tags.take(tags)
    bad |= how < 0
    how = np.maximum(how, 0)
    strange |= ~printed.take(tags)

    masks = np.zeros((lines, 2), np.int64)
    melds = np.zeros(lines, np.int64)
    if meld_at.size:
        meld_line, meld_block = line[meld_at], np.minimum(block[meld_at], 3)
        word = meld_word[meld_at + 1]
        of_rank = _nibbles(weight[meld_at], meld_block)
        meld_rank = rank[meld_at]
        size = tiles[meld_at]
        is_kong = word != 1 + _MELDS.index(MeldKind.PON)
        own = held[meld_line, meld_block] >> 4 * meld_rank & 15
        wrong = (of_rank != size << 4 * meld_rank) | (size != 3 + is_kong) | (own > 1 - is_kong)
        bad[meld_line[wrong]] = True
        melds = np.bincount(meld_line, minlength=lines)
        bits = (1 << np.minimum(meld_block * 9 + meld_rank, 29)).astype(np.float64)
        for index, some in ((0, ~is_kong), (1, is_kong)):
            masks[:, index] = np.bincount(meld_line[some], bits[some], lines)
        bad |= (np.bitwise_count(masks[:, 0] | masks[:, 1]) != melds) | (melds > 4)

    full = 13 - 3 * melds
    bad |= number != full
    event = how & 7
    bad |= (event == EVENTS.index("gangkai")) & (masks[:, 1] == 0)
    robbing = np.flatnonzero((event == EVENTS.index("qianggang")) & (win >= 0))
    if robbing.size:
        robbed = win[robbing]
        copies = held[robbing, robbed // 9] >> 4 * (robbed % 9) & 15
        melded = (masks[robbing, 0] | masks[robbing, 1]) >> robbed & 1
        bad[robbing] |= (copies > 1) | (melded > 0)

    table = _base5()
    codes = [
        table.take(h & 4095) + 125 * table.take(h >> 12 & 4095) + 15625 * table.take(h >> 24 & 4095) for h in held.T
    ]
    all_melds = masks[:, 0] | masks[:, 1]
    suits = np.zeros(lines, np.int64)
    for index in range(3):
        bad |= codes[index] >= _BAD
        suits |= ((held[:, index] | all_melds >> 9 * index & 511) != 0) << index
    bad |= codes[3] >= _BAD
    pair_of, one_does = _suits()
    pair = pair_of.take(suits)
    bad |= ~one_does.take(suits)
    bad |= np.bincount(line, minlength=lines) == 0

    hands = np.zeros(lines, PACKED)
    low, high = _pairs().T[:, pair]
    by_suit = np.stack(codes[:3])
    rows = np.arange(lines)
    hands["first"], hands["second"] = by_suit[low, rows], by_suit[high, rows]
    hands["dragons"] = codes[3]
    for index, name in enumerate(("pons", "kongs")):
        mask = masks[:, index]
        hands[name] = mask >> 9 * low & 511 | (mask >> 9 * high & 511) << 9 | mask >> 27 << 18
    hands["win"] = np.where(win < 0, -1, _packed_kinds().take(pair * 30 + win, mode="clip"))
    hands["how"], hands["suits"] = how, pair

    strange |= _disordered(buffer, lines, line, start, stop, opener, is_word, is_win, is_meld, block, rank, meld_word)
    new = np.flatnonzero(np.diff(line, prepend=-1))
    begins, ends = np.zeros(lines, np.int64), np.zeros(lines, np.int64)
    begins[line[new]] = start[new] - is_win[new]
    ends[line[new]] = stop[np.append(new[1:], len(line)) - 1]
    return TextHands(hands, ~bad, ~(bad | strange), begins, ends)


def _nibbles(weight: Ints, block: Ints | int) -> Ints:
    """Return the counts of tiles that a weight holds, four bits a rank of their block."""
    found: Ints = np.where(np.equal(block, DRAGON_BLOCK), weight >> 36 & 4095, weight & _SUIT_MASK)
    return found


def _word_numbers(buffer: Ints, start: Ints, length: Ints) -> Ints:
    """Return the number of each word, 0 for one that is not canonical."""
    table, numbers, multiplier, lengths = _words()
    padded = np.concatenate([buffer, np.zeros(8, np.uint8)])
    keys = np.ndarray((len(buffer),), "<u8", padded, 0, (1,))[start]
    short = np.minimum(length, 8).astype(np.uint64)
    keys &= np.uint64((1 << 64) - 1) >> (np.uint64(64) - np.maximum(short, np.uint64(1)) * np.uint64(8))
    slots = (keys * np.uint64(multiplier) >> np.uint64(64 - _WORD_BITS)).astype(np.int64)
    found: Ints = np.where(table.take(slots) == keys, numbers.take(slots), 0)
    found[lengths.take(found) != length] = 0
    # Nine letters: the key holds eight of them.
    long = np.flatnonzero(length == 9)
    found[long[padded[start[long] + 8] != ord("g")]] = 0
    return found


@cache
def _tag_order() -> Ints:
    """Return the place of each word in a canonical hand: a way to win before the others; by word number."""
    return np.array([0] * (1 + len(_MELDS)) + [0 if tag in EVENTS else 1 + i for i, tag in enumerate(_TAGS)])


def _disordered(
    buffer: Ints, lines: int, line: Ints, start: Ints, stop: Ints, opener: Ints, is_word: Bools, is_win: Bools,
    is_meld: Bools, block: Ints, rank: Ints, meld_word: Ints,
) -> Bools:  # fmt: skip
    """Return which lines are not written in the order in which a hand is printed, or not with single spaces."""
    found = np.zeros(lines, bool)
    groups = np.flatnonzero(~is_word)
    kind = block[groups] * 9 + rank[groups]
    # Concealed groups by block, dragons apart; then melds by tile and kind; then the win.
    place = np.where(block[groups] == DRAGON_BLOCK, kind, block[groups])
    of_meld = is_meld[groups]
    place[of_meld] = 100 + kind[of_meld] * 8 + meld_word[groups[of_meld] + 1]
    place[is_win[groups]] = 1000
    same = line[groups][1:] == line[groups][:-1]
    found[line[groups][1:][same & (np.diff(place) <= 0)]] = True
    # Groups stand one space apart, and @ is part of its group.
    gap = start[groups][1:] - stop[_last_of_group(groups, len(is_word))][:-1]
    before = buffer.take(start[groups][1:] - 1 - is_win[groups][1:])
    found[line[groups][1:][same & ((gap != 1 + is_win[groups][1:]) | (before != ord(" ")))]] = True
    digits = (buffer >= 0x31) & (buffer <= 0x39)
    falls = np.flatnonzero((buffer[1:] < buffer[:-1]) & digits[1:] & digits[:-1])
    if falls.size:
        at = np.searchsorted(start, falls, side="right") - 1
        at = at[falls < stop[at]]
        found[line[at]] = True
    return found


def _last_of_group(groups: Ints, size: int) -> Ints:
    """Return the last segment, tiles or word, of each group."""
    return np.append(groups[1:], size) - 1
