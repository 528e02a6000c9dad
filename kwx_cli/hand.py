"""A hand: concealed tiles, melds, the winning tile and how it came.

A `Hand` is only a record. What is wrong with one is found by `faults`, all at once; the grammar refuses a hand with
faults and points at the place in the text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from kwx_cli.errors import Fault
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, FOURS, NAMES, SUITS, THREES, spell


class MeldKind(StrEnum):
    """What was melded: 碰, 直杠, 补杠 (蓄杠), 暗杠, or a kong of a kind not known."""

    PON = "pon"
    ZHI = "zhi"
    BU = "bu"
    AN = "an"
    KAN = "kan"


class By(StrEnum):
    """How the winning tile came: self-drawn, discarded, robbed, after the winner's kong, after the discarder's."""

    ZIMO = "zimo"
    PAO = "pao"
    QIANGGANG = "qianggang"
    GANGKAI = "gangkai"
    GANGPAO = "gangpao"

    @property
    def self_drawn(self) -> bool:
        """Whether both others pay: 自摸 and 杠上开花."""
        return self in (By.ZIMO, By.GANGKAI)


_ZIMO = By.ZIMO


@dataclass(frozen=True, slots=True)
class Meld:
    """An entered set of equal tiles: there is no chi in Kawuxing."""

    kind: MeldKind
    tile: int

    @property
    def is_kong(self) -> bool:
        """Whether the meld is any of the four kongs."""
        return self.kind is not MeldKind.PON

    @property
    def size(self) -> int:
        """Three tiles for a pon, four for a kong."""
        return 3 if self.kind is MeldKind.PON else 4

    @property
    def tiles(self) -> str:
        """The tiles in notation: ``ZZZ``, ``9999t``."""
        return (THREES if self.kind is MeldKind.PON else FOURS)[self.tile]

    def __str__(self) -> str:
        return f"{self.tiles}+{self.kind}"


@dataclass(frozen=True, slots=True)
class Hand:
    """The facts of one player's tiles, as read.

    `concealed` and `melds` are in ascending order; `win` is the winning tile, which is not among `concealed`.
    `haidi`: it was the last tile of the wall, or the discard right after. `liang`: the winner had revealed.
    `duiliang`: the discarder had revealed.
    """

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    win: int | None = None
    by: By = By.ZIMO
    haidi: bool = False
    liang: bool = False
    duiliang: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        """Every tile of the hand, the winning one included, melds first expanded; in no promised order."""
        melded = tuple(meld.tile for meld in self.melds for _ in range(meld.size))
        return self.concealed + melded + (() if self.win is None else (self.win,))

    @property
    def tags(self) -> tuple[str, ...]:
        """The win tags in canonical order; `zimo` is the default and is left out."""
        if self.by is _ZIMO and not (self.haidi or self.liang or self.duiliang):
            return ()
        named = [] if self.by is _ZIMO else [str(self.by)]
        return tuple(named + [flag for flag in ("haidi", "liang", "duiliang") if getattr(self, flag)])

    @property
    def is_whole(self) -> bool:
        """Whether the concealed tiles are those of a full waiting hand: 13 - 3m beside m melds."""
        return len(self.concealed) == 13 - 3 * len(self.melds)

    @property
    def is_complete(self) -> bool:
        """Whether the concealed tiles are those of a complete hand whose winning tile is not told: 14 - 3m."""
        return self.win is None and len(self.concealed) == 14 - 3 * len(self.melds)

    def __str__(self) -> str:
        parts = [spell(self.concealed)] if self.concealed else []
        parts += [str(meld) for meld in self.melds]
        if self.win is not None:
            parts.append("+".join(("@" + NAMES[self.win], *self.tags)))
        return " ".join(parts)


def faults(hand: Hand) -> tuple[Fault, ...]:
    """Return everything that no hand may be, without columns; empty if sound.

    The number of concealed tiles is not judged here, since it depends on what is asked. Rules: 84 tiles, two suits
    (DF); 杠上开花, 抢杠, 杠上炮 and a revealed payer contradict what cannot go with them.
    """
    count = Counter(hand.tiles)
    found = [Fault("fifth-tile", {"tile": NAMES[kind], "count": n}) for kind, n in sorted(count.items()) if n > 4]
    suits = sorted({BLOCK[kind] for kind in count if BLOCK[kind] != DRAGON_BLOCK})
    if len(suits) > 2:
        found.append(Fault("three-suits", {"suits": " ".join(SUITS[suit] for suit in suits)}))
    if len(hand.melds) > 4:
        found.append(Fault("too-many-melds", {"count": len(hand.melds)}))
    if hand.win is None:
        return tuple(found)
    if hand.by is By.GANGKAI and not any(meld.is_kong for meld in hand.melds):
        found.append(Fault("gangkai-without-kong"))
    if hand.by is By.QIANGGANG:
        if count[hand.win] > 1:
            found.append(Fault("robbed-tile-held", {"tile": NAMES[hand.win], "count": count[hand.win] - 1}))
        if hand.haidi:
            found.append(Fault("robbed-last-tile"))
    if hand.duiliang and hand.by.self_drawn:
        found.append(Fault("duiliang-zimo"))
    return tuple(found)


def waiting_fault(hand: Hand) -> Fault | None:
    """Return what keeps the tiles from being those of a waiting hand, whole or in part, or None.

    A waiting hand has 3n + 1 concealed tiles, 13 - 3m beside m melds when it is whole, and no winning tile.
    """
    have, full = len(hand.concealed), 13 - 3 * len(hand.melds)
    if hand.win is not None:
        return Fault("win-given", {"tile": NAMES[hand.win]})
    if have <= full and have % 3 == 1:
        return None
    values = _count_values(hand)
    if have == full + 1:
        return Fault("tile-count", {"case": "complete", **values})
    if have > full:
        return Fault("tile-count", {"case": "waits-many", **values})
    part = have + (1 - have) % 3
    return Fault("tile-count", {"case": "waits-few" if part == full else "waits-part", **values, "part": part})


def standing_fault(hand: Hand, full: int) -> Fault:
    """Return what is wrong with the number of concealed tiles of a hand as it stands, which should be `full`."""
    melds = len(hand.melds)
    values: dict[str, object] = {"have": len(hand.concealed), "melds": melds, "s": "" if melds == 1 else "s"}
    return Fault("standing-count", {**values, "full": full})


def winning_fault(hand: Hand) -> Fault:
    """Return what keeps a hand from being a whole one with its winning tile; the caller knows that something does."""
    have, full = len(hand.concealed), 13 - 3 * len(hand.melds)
    values = _count_values(hand)
    # Each kong that is not written as one shows as a tile too many.
    quads = [kind for kind, n in sorted(Counter(hand.concealed).items()) if n == 4]
    if 0 < have - full <= len(quads):
        kongs = " ".join(f"{FOURS[kind]}+an" for kind in quads[: have - full])
        return Fault("tile-count", {"case": "kong", **values, "kongs": kongs})
    if hand.win is None:
        case = "no-win-tile" if have == full else "many" if have > full else "few"
    else:
        case = "win-twice" if have == full + 1 else "many" if have > full else "few"
        values["tile"] = NAMES[hand.win]
    return Fault("tile-count", {"case": case, **values})


def _count_values(hand: Hand) -> dict[str, object]:
    have, melds = len(hand.concealed), len(hand.melds)
    full = 13 - 3 * melds
    return {"have": have, "melds": melds, "s": "" if melds == 1 else "s", "full": full, "off": abs(full - have)}
