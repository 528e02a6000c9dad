"""Facts: what every region agrees on about a complete hand, read one way, at one place.

A `Facts` is one integer of bit fields with a readable view, so that it can be added up block by block, kept in a
column, and used as a key: hands with equal facts score alike under any variant. It knows no fan value and no region.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, overload

from kwx_cli.hand import By, Hand, MeldKind
from kwx_cli.readings import (
    BITS,
    BLOCK_BITS,
    BLOCK_MASK,
    EVERY_ODD,
    ONE,
    RUNS,
    SAME,
    SHIFT,
    WEIGHT,
    Groups,
    block_readings,
    counts,
    is_pair,
    is_triplet,
)
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, RANK

EVENTS = tuple(By)


class Field:
    """A named run of bits in a `Facts`; fields are laid out in the order in which the class names them."""

    _next = 0

    def __init__(self, width: int) -> None:
        self.shift = Field._next
        self.mask = (1 << width) - 1
        self.one = 1 << self.shift
        Field._next += width

    @overload
    def __get__(self, facts: None, owner: type) -> Field: ...
    @overload
    def __get__(self, facts: Facts, owner: type) -> int: ...
    def __get__(self, facts: Facts | None, owner: type) -> Field | int:
        return self if facts is None else int(facts) >> self.shift & self.mask


class Facts(int):
    """One reading of a complete hand, at one place, as a number.

    Block by block, and added up over the blocks of the concealed tiles:

    - `pairs`: 将 in the reading; 1 in a standard reading, 0 in seven pairs
    - `runs`, `triplets`: 顺子 and concealed 刻子 of the reading
    - `middle_five`: the winning tile is a 5 in the middle of 456; `place_triplet`: it completes a 刻子
    - `quad_won`: three were concealed and the win is the fourth; `quad_won_triplet`: the reading has them as 刻子 + one
    - `quads_held`: kinds with four concealed tiles before the win; `quads_held_triplet`: those read as 刻子 + one
    - `dragon_sets`, `dragon_pair`: sets of dragons, melded ones too; whether the 将 is of dragons

    Of the whole hand:

    - `pair_quads`: kinds that fill two of seven pairs; `dragons_twice`: exactly two each of 中, 发, 白 among them
    - `flush`: every tile of one number suit; `four_melds`: four melds and one tile
    - `pon_won`: the win is the fourth of a pon; `pons_held`: pons whose fourth was in hand before
    - `kongs`: melds that are kongs; `longest`: tiles of the longest number suit, kongs with four
    - `event`: index into `EVENTS`; `last`: the last tile of the wall, or its discard; `revealed`: the winner was
    """

    pairs = Field(3)
    runs = Field(3)
    triplets = Field(3)
    middle_five = Field(1)
    place_triplet = Field(1)
    quad_won = Field(1)
    quad_won_triplet = Field(1)
    quads_held = Field(2)
    quads_held_triplet = Field(2)
    dragon_sets = Field(2)
    dragon_pair = Field(1)
    pair_quads = Field(2)
    dragons_twice = Field(1)
    flush = Field(1)
    four_melds = Field(1)
    pon_won = Field(1)
    pons_held = Field(3)
    kongs = Field(3)
    longest = Field(5)
    event = Field(3)
    last = Field(1)
    revealed = Field(1)

    __slots__ = ()

    @property
    def standard(self) -> bool:
        """Whether the reading is a pair and sets, not seven pairs."""
        return self.pairs == 1

    @property
    def by(self) -> By:
        """How the winning tile came."""
        return EVENTS[self.event]


class Arrangement(NamedTuple):
    """A real reading and place behind a `Facts`: the groups of the blocks b, t, m and dragons; where the win went."""

    blocks: tuple[Groups, Groups, Groups, Groups]
    place: str
    place_block: int


Aspect = tuple[int, Groups, str]

ONE_PAIR_MASK = Facts.pairs.mask << Facts.pairs.shift
ONE_PAIR = Facts.pairs.one
EVENT_BITS = {by: index << Facts.event.shift for index, by in enumerate(EVENTS)}
DRAGON_SET = Facts.dragon_sets.one
# Looked up once: reading a field of the class is a call.
_LAST, _REVEALED = Facts.last.one, Facts.revealed.one
_KONG, _PON_WON, _PON_HELD = Facts.kongs.one, Facts.pon_won.one, Facts.pons_held.one
_FOUR_MELDS, _LONGEST, _FLUSH = Facts.four_melds.one, Facts.longest.one, Facts.flush.one
_PON = MeldKind.PON
# By the name, since an enum's own hash is a call.
_EVENT_BITS = {str(by): bits for by, bits in EVENT_BITS.items()}
_OF_KIND = [(1 << BITS) - 1 << shift for shift in SHIFT]


_OF_GROUP = (
    {digit * 2: Facts.pairs.one for digit in SAME}
    | {digit * 3: Facts.triplets.one for digit in SAME}
    | dict.fromkeys(RUNS, Facts.runs.one)
)
_OF_DRAGON_GROUP = {
    group: partial + (Facts.dragon_pair.one if is_pair(group) else DRAGON_SET)
    for group, partial in _OF_GROUP.items()
    if is_pair(group) or is_triplet(group)
}
_OF_PLACE = {
    (group, digit): (group == "456" and digit == "5") * Facts.middle_five.one
    + is_triplet(group) * Facts.place_triplet.one
    for group in _OF_GROUP
    for digit in group
}
_FOURS = sum(4 * one for one in ONE)
_QUAD_WON = Facts.quad_won.one, Facts.quad_won_triplet.one
_QUAD_HELD = Facts.quads_held.one, Facts.quads_held_triplet.one


@lru_cache(maxsize=1 << 18)
def block_aspects(key: int, dragons: bool, rank: int) -> tuple[Aspect, ...]:
    """Return the distinct facts that the readings of one block can add to a hand, each with a reading and a place.

    `key` is the block's counts with the winning tile in; `rank` is the winning rank from 0, or -1 if it is elsewhere.
    """
    worth = _OF_DRAGON_GROUP if dragons else _OF_GROUP
    quads = [str(r + 1) for r, n in enumerate(counts(key)) if n == 4] if key & _FOURS else []
    digit = str(rank + 1)
    found: dict[int, Aspect] = {}
    for groups in block_readings(key, dragons):
        partial = sum([worth[group] for group in groups])
        for quad in quads:
            held, tripled = _QUAD_WON if quad == digit else _QUAD_HELD
            partial += held + tripled if quad * 3 in groups else held
        if rank < 0:
            if partial not in found:
                found[partial] = (partial, groups, "")
            continue
        before = ""
        for place in groups:
            if digit in place and place != before:
                here = partial + _OF_PLACE[place, digit]
                if here not in found:
                    found[here] = (here, groups, place)
                before = place
    return tuple(found.values())


_NOTHING: tuple[Aspect, ...] = ((0, (), ""),)


def hand_facts(hand: Hand) -> dict[int, Arrangement]:
    """Return every distinct `Facts` of a hand with its winning tile, each with an arrangement; empty if no win.

    Standard readings take any number of sets, so that a part of a hand can be judged too; seven pairs take fourteen
    concealed tiles and no meld.
    """
    if hand.win is None:
        raise ValueError("a hand without a winning tile has no facts")
    every = WEIGHT[hand.win]
    for kind in hand.concealed:
        every += WEIGHT[kind]
    key_b, key_t = every & BLOCK_MASK, every >> BLOCK_BITS & BLOCK_MASK
    key_m, key_d = every >> 2 * BLOCK_BITS & BLOCK_MASK, every >> 3 * BLOCK_BITS
    block, rank = BLOCK[hand.win], RANK[hand.win]
    all_b = block_aspects(key_b, False, rank if block == 0 else -1) if key_b else _NOTHING
    all_t = block_aspects(key_t, False, rank if block == 1 else -1) if key_t else _NOTHING
    all_m = block_aspects(key_m, False, rank if block == 2 else -1) if key_m else _NOTHING
    all_d = block_aspects(key_d, True, rank if block == DRAGON_BLOCK else -1) if key_d else _NOTHING
    found: dict[int, Arrangement] = {}
    common = -1
    for of_b, groups_b, place_b in all_b:
        for of_t, groups_t, place_t in all_t:
            for of_m, groups_m, place_m in all_m:
                for of_d, groups_d, place_d in all_d:
                    facts = of_b + of_t + of_m + of_d
                    if facts & ONE_PAIR_MASK == ONE_PAIR:
                        if common < 0:
                            common = _common(hand, every)
                        facts += common
                        if facts not in found:
                            groups = (groups_b, groups_t, groups_m, groups_d)
                            found[facts] = Arrangement(groups, place_b or place_t or place_m or place_d, block)
    if not every & EVERY_ODD and len(hand.concealed) == 13:
        keys = (key_b, key_t, key_m, key_d)
        found[_common(hand, every) + _seven_pairs(keys)] = Arrangement(
            (pair_groups(key_b), pair_groups(key_t), pair_groups(key_m), pair_groups(key_d)), SAME[rank] * 2, block
        )
    return found


def _common(hand: Hand, every: int) -> int:
    """Return the facts that do not depend on the reading; `every` are the concealed tiles with the winning one."""
    facts = _EVENT_BITS[hand.by._value_]
    if hand.haidi:
        facts += _LAST
    if hand.liang:
        facts += _REVEALED
    b, t, m = every & BLOCK_MASK, every >> BLOCK_BITS & BLOCK_MASK, every >> 2 * BLOCK_BITS & BLOCK_MASK
    sizes = [_size(b), _size(t), _size(m), 0]
    total = len(hand.concealed) + 1
    for meld in hand.melds:
        tile = meld.tile
        block = BLOCK[tile]
        size = 3
        if block == DRAGON_BLOCK:
            facts += DRAGON_SET
        if meld.kind is not _PON:
            size = 4
            facts += _KONG
        elif every & _OF_KIND[tile]:
            facts += _PON_WON if tile == hand.win else _PON_HELD
        sizes[block] += size
        total += size
    if len(hand.melds) == 4:
        facts += _FOUR_MELDS
    longest = max(sizes[:DRAGON_BLOCK])
    return facts + longest * _LONGEST + (_FLUSH if longest == total else 0)


@lru_cache(maxsize=1 << 14)
def _size(key: int) -> int:
    return sum(counts(key))


def pair_groups(key: int) -> Groups:
    """Return a block's tiles as pairs, for seven pairs: four equal tiles are two of them."""
    return tuple(str(rank + 1) * 2 for rank, n in enumerate(counts(key)) for _ in range(n // 2))


def _seven_pairs(keys: tuple[int, ...]) -> int:
    """Return the facts of seven pairs: four equal tiles are two of them."""
    quads = sum(n == 4 for key in keys for n in counts(key))
    twice = keys[DRAGON_BLOCK] == 2 * (ONE[0] + ONE[1] + ONE[2])
    return quads * Facts.pair_quads.one + twice * Facts.dragons_twice.one
