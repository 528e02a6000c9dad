"""亮倒: whether a hand may be revealed, what it then wins on, what may stay hidden, and what binds the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

from kwx_cli.errors import Fault, HandError
from kwx_cli.hand import Hand, Meld, MeldKind, standing_fault
from kwx_cli.variants import Variant
from kwx_cli.waits import Waits, waits, winning_tiles


@dataclass(frozen=True, slots=True)
class LaterKong:
    """A kong that a revealed hand could make later, and what it would wait on then; `allowed` by the variant."""

    meld: Meld
    waits: tuple[int, ...]
    allowed: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """What 亮倒 means for a hand. `against` are the reasons why it may not be revealed: none, and it may.

    They are ``not-waiting``, ``wall`` (too few tiles in it) and ``min-fan`` (no wait may win, revealed or not).
    `waits` have their fan with 亮倒. `down` are sets of concealed triplets that may stay face down together.
    `forbidden` are the tiles that an unrevealed player may no longer discard.
    """

    waits: Waits
    against: tuple[str, ...]
    down: tuple[tuple[int, ...], ...]
    kongs: tuple[LaterKong, ...]
    forbidden: tuple[int, ...]

    @property
    def allowed(self) -> bool:
        """Whether the hand may be revealed."""
        return not self.against


def too_late(variant: Variant, wall: int | None) -> Fault | None:
    """Return the fault of revealing with `wall` tiles left, or None (3D: 少于12张不能亮)."""
    least = variant.number("reveal.min_wall") or 0
    return None if wall is None or wall >= least else Fault("reveal-late", {"wall": wall, "least": least})


def reveal(hand: Hand, variant: Variant, wall: int | None = None) -> Reveal:
    """Return what 亮倒 means for a waiting hand; `wall` is how many tiles are left in the wall, if known.

    Raises `HandError` unless the hand has all the tiles of one that waits.

    >>> from kwx_cli import load_variant, parse
    >>> found = reveal(parse("46t 88t 123b 999b ZZZ+pon"), load_variant("xiaogan"), wall=20)
    >>> found.allowed, found.down, [str(kong.meld) for kong in found.kongs if kong.allowed]
    (True, ((8,),), ['9999b+an', '9999b+zhi', 'ZZZZ+bu'])
    """
    found = waits(hand, variant, liang=True)
    if found.partial:
        raise HandError(standing_fault(hand, 13 - 3 * len(hand.melds)))
    against = []
    if not found.waits:
        against.append("not-waiting")
    elif not any(result and result.status == "win" for wait in found.waits for result in (wait.zimo, wait.pao)):
        against.append("min-fan")
    if too_late(variant, wall):
        against.append("wall")
    forbidden = tuple(wait.tile for wait in found.waits) if variant.flag("reveal.protects") else ()
    return Reveal(found, tuple(against), _down(hand), _kongs(hand, variant), forbidden)


def _triplets(hand: Hand) -> list[int]:
    return [kind for kind, n in sorted(Counter(hand.concealed).items()) if n >= 3]


def _without(hand: Hand, kinds: tuple[int, ...]) -> Hand:
    concealed = list(hand.concealed)
    for kind in kinds * 3:
        concealed.remove(kind)
    return replace(hand, concealed=tuple(concealed))


def _down(hand: Hand) -> tuple[tuple[int, ...], ...]:
    """Return the sets of concealed triplets without which the rest waits on the same tiles (扣: SURVEY)."""

    def completing(hand: Hand) -> set[int]:
        # A tile that the whole hand exhausts may look open once its triplet is hidden.
        return set().union(*winning_tiles(hand))

    kinds = _triplets(hand)
    whole = completing(hand)
    sets = (chosen for size in range(1, len(kinds) + 1) for chosen in combinations(kinds, size))
    return tuple(chosen for chosen in sets if whole and completing(_without(hand, chosen)) == whole)


def _kongs(hand: Hand, variant: Variant) -> tuple[LaterKong, ...]:
    """Return the kongs that a fourth tile would make, as QA has it only with the same waits, MH with any."""
    before = winning_tiles(hand)[0]
    same = variant.choice("reveal.kongs") == "same-waits"
    found = []

    def add(meld: Meld, after: Hand) -> None:
        left = winning_tiles(after)[0]
        found.append(LaterKong(meld, left, bool(before) and (left == before if same else bool(left))))

    held = Counter(hand.concealed)
    for tile in _triplets(hand):
        if held[tile] == 3:
            for kind in (MeldKind.AN, MeldKind.ZHI):
                meld = Meld(kind, tile)
                add(meld, replace(_without(hand, (tile,)), melds=(*hand.melds, meld)))
    for old in hand.melds:
        if old.kind is MeldKind.PON and not held[old.tile]:
            meld = Meld(MeldKind.BU, old.tile)
            add(meld, replace(hand, melds=tuple(meld if each == old else each for each in hand.melds)))
    return tuple(found)
