"""How far a hand is from waiting (向听), and which draws bring it nearer.

The distance is the least number of exchanges, each a draw and a discard, to a hand that waits on a tile it does not
hold all four of: -1 a complete hand, 0 a waiting one. It is what the tiles kept in the best target (`blocks`) are short
of those of a waiting hand. Seven pairs (WX, XY) are a target only of thirteen or fourteen concealed tiles; four equal
tiles are two of them. No hand is further than 6: see ``docs/advice.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kwx_cli.advice.blocks import FREE, NOTHING, SETS, Row, joined, row
from kwx_cli.errors import Fault, HandError
from kwx_cli.hand import Hand, Meld
from kwx_cli.readings import BITS, BLOCK_BITS, BLOCK_MASK, EVERY_ODD, ONE, SHIFT, WEIGHT
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, FIRST_DRAGON, NAMES, RANK, SUITS

FARTHEST = 6
"""The largest distance of any hand."""

MOST_SPARE = 2
"""The most exchanges that bring a hand no nearer which can be followed."""

COPIES = 4
Tiles = int


def pack(kinds: Iterable[int]) -> Tiles:
    """Return concealed tiles as one number."""
    return sum(WEIGHT[kind] for kind in kinds)


def unpack(tiles: Tiles) -> tuple[int, ...]:
    """Return the kinds of packed tiles, ascending, each as often as it is held."""
    found: list[int] = []
    for kind, shift in enumerate(SHIFT):
        if n := tiles >> shift & 7:
            found += (kind,) * n
    return tuple(found)


def in_play(kinds: Iterable[int]) -> tuple[int, ...]:
    """Return the 21 kinds that a hand is played with: its suits, filled up to two in the order 筒 条 万; the dragons.

    >>> from kwx_cli import KINDS
    >>> [NAMES[kind] for kind in in_play([KINDS["1m"]])][::9]
    ['1b', '1m', 'Z']
    """
    suits = sorted({BLOCK[kind] for kind in kinds} - {DRAGON_BLOCK})
    suits += [suit for suit in range(DRAGON_BLOCK) if suit not in suits][: max(0, 2 - len(suits))]
    numbers = (suit * 9 + rank for suit in sorted(suits) for rank in range(9))
    return (*numbers, *range(FIRST_DRAGON, len(NAMES)))


class Gauge:
    """Measures packed concealed tiles beside fixed melds, and remembers what it has measured."""

    def __init__(self, melds: Sequence[Meld], size: int, pairs: bool = True) -> None:
        """Take the melds, the number of concealed tiles before or after a draw, which tells the sets wanted.

        `pairs`: whether seven pairs are looked at, where the hand can have them.
        """
        self.sets = size // 3
        self.pairs = pairs and not melds and size >= 13
        room = [FREE] * DRAGON_BLOCK + [FREE & (1 << 3 * BITS) - 1]
        for meld in melds:
            room[BLOCK[meld.tile]] -= meld.size * ONE[RANK[meld.tile]]
        self.room = tuple(room)
        self.memo: dict[Tiles, int] = {}
        self._rows: tuple[dict[int, int], ...] = ({}, {}, {}, {})
        self._numbers: dict[Row, int] = {}
        self._distinct: list[Row] = []
        self._best: dict[int, int] = {}

    def distance(self, tiles: Tiles) -> int:
        """Return the distance of 3n + 1 or 3n + 2 tiles."""
        return 3 * self.sets + 1 - self.overlap(tiles)

    def overlap(self, tiles: Tiles) -> int:
        """Return how many of the tiles the best target keeps."""
        kept = self.memo.get(tiles)
        if kept is None:
            kept = self.standard(tiles)
            if self.pairs:
                kept = max(kept, paired(tiles))
            self.memo[tiles] = kept
        return kept

    def standard(self, tiles: Tiles) -> int:
        """Return the overlap with the best pair and sets."""
        b, t, m, d = (
            tiles & BLOCK_MASK,
            tiles >> BLOCK_BITS & BLOCK_MASK,
            tiles >> 2 * BLOCK_BITS & BLOCK_MASK,
            tiles >> 3 * BLOCK_BITS,
        )
        rows = self._rows
        four = (
            (rows[0].get(b) or self._row(0, b))
            | (rows[1].get(t) or self._row(1, t)) << 16
            | (rows[2].get(m) or self._row(2, m)) << 32
            | (rows[3].get(d) or self._row(3, d)) << 48
        )
        best = self._best.get(four)
        if best is None:
            every = NOTHING
            for shift in range(0, 64, 16):
                every = joined(every, self._distinct[(four >> shift & 0xFFFF) - 1])
            best = self._best[four] = every[SETS + self.sets]
        return best

    def _row(self, block: int, key: int) -> int:
        """Return the number from 1 of a block's row: to compare rows themselves takes longer than all the rest."""
        found = row(key, self.room[block], block == DRAGON_BLOCK)
        number = self._numbers.get(found)
        if number is None:
            self._distinct.append(found)
            number = self._numbers[found] = len(self._distinct)
        self._rows[block][key] = number
        return number

    def useful(self, tiles: Tiles, kinds: Iterable[int]) -> list[int]:
        """Return those of the kinds that bring 3n + 1 tiles nearer; the caller leaves out what the hand exhausts."""
        now = self.overlap(tiles)
        return [kind for kind in kinds if self.overlap(tiles + WEIGHT[kind]) > now]


def paired(tiles: Tiles) -> int:
    """Return the overlap with the best seven pairs: two for each pair held, one for each single to be paired."""
    odd = (tiles & EVERY_ODD).bit_count()
    # A count of two or three has its second bit set, four its third: two pairs.
    pairs = (tiles >> 1 & EVERY_ODD).bit_count() + 2 * (tiles >> 2 & EVERY_ODD).bit_count()
    return 2 * min(pairs, 7) + min(odd, max(0, 7 - pairs))


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile that would bring a hand nearer, and how many of it are left."""

    tile: int
    left: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a hand is: `standard` by a pair and sets, `pairs` by seven pairs or None where they cannot be.

    `draws` are the useful draws of a hand that is still to draw, those with none left in them too; empty for one that
    has drawn.
    """

    distance: int
    standard: int
    pairs: int | None
    draws: tuple[Draw, ...]

    @property
    def tiles_left(self) -> int:
        """How many useful tiles are left in all."""
        return sum(draw.left for draw in self.draws)


def progress(hand: Hand, seen: Iterable[int] = (), gauge: Gauge | None = None) -> Progress:
    """Return the distance of a hand and its useful draws.

    The hand has 3n + 1 concealed tiles, or 3n + 2 with the one just drawn; fewer sets than a full hand are taken as the
    rest being complete. `seen` are kinds seen elsewhere, one for each tile; `gauge` one that measured hands with the
    same melds before. Raises `HandError` for another number of tiles, and if a kind is seen too often.

    >>> from kwx_cli import parse
    >>> found = progress(parse("1234568t 22b 9b ZZZ"))
    >>> found.distance, [(NAMES[draw.tile], draw.left) for draw in found.draws][:3], found.tiles_left
    (1, [('2b', 2), ('7b', 4), ('8b', 4)], 30)
    """
    concealed, outside, left = position(hand, seen)
    _measured(hand, concealed)
    gauge = gauge or Gauge(hand.melds, len(concealed))
    tiles = pack(concealed)
    whole = 3 * gauge.sets + 1
    draws: tuple[Draw, ...] = ()
    if len(concealed) % 3 == 1:
        own = Counter(hand.tiles)
        kinds = [kind for kind in in_play((*own, *outside)) if own[kind] < COPIES]
        draws = tuple(Draw(kind, left[kind]) for kind in gauge.useful(tiles, kinds))
    pairs = whole - paired(tiles) if gauge.pairs else None
    return Progress(gauge.distance(tiles), whole - gauge.standard(tiles), pairs, draws)


def distance(hand: Hand) -> int:
    """Return how many exchanges a hand is from waiting (向听): -1 a complete hand, 0 a waiting one, at most 6.

    The hand has 3n + 1 concealed tiles, or 3n + 2 with the one just drawn. Tiles that the hand itself exhausts are
    never counted on. Raises `HandError` for another number of tiles.

    >>> from kwx_cli import parse
    >>> [distance(parse(hand)) for hand in ("46t 88t 123789b ZZZ @5t", "46t 88t 123789b ZZZ", "147b 258t ZFB 3699b")]
    [-1, 0, 5]
    """
    concealed = _measured(hand, position(hand, ())[0])
    return Gauge(hand.melds, len(concealed)).distance(pack(concealed))


def _measured(hand: Hand, concealed: tuple[int, ...]) -> tuple[int, ...]:
    """Return the concealed tiles if they are of a number that has a distance; raise `HandError` if not."""
    if len(concealed) > 14 - 3 * len(hand.melds) or len(concealed) % 3 == 0:
        raise HandError(size_fault(hand))
    return concealed


def position(hand: Hand, seen: Iterable[int]) -> tuple[tuple[int, ...], Counter[int], list[int]]:
    """Return the concealed tiles with the one just drawn, what is seen elsewhere, and how many are left of each kind.

    Raises `HandError` if a kind is seen too often, or a third suit.
    """
    concealed = hand.concealed if hand.win is None else tuple(sorted((*hand.concealed, hand.win)))
    own, outside = Counter(hand.tiles), Counter(seen)
    suits = sorted({BLOCK[kind] for kind in (*own, *outside)} - {DRAGON_BLOCK})
    if len(suits) > 2:
        raise HandError(Fault("three-suits", {"suits": " ".join(SUITS[suit] for suit in suits)}))
    for kind, n in outside.items():
        if own[kind] + n > COPIES:
            raise HandError(Fault("fifth-tile-seen", {"tile": NAMES[kind], "own": own[kind], "seen": n}))
    return concealed, outside, [COPIES - own[kind] - outside[kind] for kind in range(len(NAMES))]


def size_fault(hand: Hand, case: str = "far") -> Fault:
    """Return what is wrong with a hand's number of tiles; `case` is ``far``, ``discard`` or ``call``."""
    have, melds = len(hand.concealed) + (hand.win is not None), len(hand.melds)
    return Fault(
        "tile-count", {"case": case, "have": have, "melds": melds, "full": 13 - 3 * melds, "next": 14 - 3 * melds}
    )
