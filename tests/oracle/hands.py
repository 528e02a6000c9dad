"""Readings, waits, fans and payments of one hand, straight from the rule book and as plain as possible.

Tiles are strings: '1b'..'9b', '1t'..'9t', '1m'..'9m', 'Z', 'F', 'B'. Their order is that of the strings, so
a lower rank always comes before a higher one and the dragons come last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

Group = tuple[str, ...]
Reading = tuple[Group, ...]
Meld = tuple[str, str]
Rules = Mapping[str, object]

SUITS = "btm"
DRAGONS = ("Z", "F", "B")
TILES: tuple[str, ...] = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *DRAGONS)
KONGS = ("zhi", "bu", "an", "kan")
SELF_DRAWN = ("zimo", "gangkai")
RUNGS = ("qidui", "longqidui", "shuanglongqidui", "sanlongqidui")

# In the order of the rule book's table, which breaks the last ties.
PATTERNS: tuple[str, ...] = (
    "pihu",
    "pengpenghu",
    "kawuxing",
    "mingsigui",
    "ansigui",
    "qingyise",
    "qidui",
    "longqidui",
    "shuanglongqidui",
    "sanlongqidui",
    "sanyuanqidui",
    "xiaosanyuan",
    "dasanyuan",
    "shouzhuayi",
    "gangkai",
    "gangshangpao",
    "qianggang",
    "haidilao",
    "haidipao",
    "liangdao",
)


@dataclass(frozen=True)
class OHand:
    """A hand: concealed tiles without the winning one, melds as (kind, tile), and how it was won."""

    concealed: tuple[str, ...]
    melds: tuple[Meld, ...] = ()
    win: str | None = None
    by: str = "zimo"
    haidi: bool = False
    liang: bool = False
    duiliang: bool = False


@dataclass(frozen=True)
class Breakdown:
    """What one reading with one place is worth: `fan` is the capped product, `extra` is in units of base."""

    reading: Reading
    place: Group
    patterns: dict[str, int]
    product: int
    fan: int
    extra: int
    allowed: bool


# --- readings ---------------------------------------------------------------------------------


def readings(tiles: Iterable[str]) -> list[Reading]:
    """Every way to split the tiles into one pair and sets: the pair lies in the suit that is no multiple of three."""
    suits: dict[str, list[str]] = {}
    for tile in sorted(tiles):
        suits.setdefault(tile[1:], []).append(tile)
    if sum(len(suit) % 3 for suit in suits.values()) != 2:
        return []
    splits = [_split(tuple(suit), len(suit) % 3 == 2) for suit in suits.values()]
    return sorted(tuple(sorted(chain(*parts))) for parts in product(*splits))


@lru_cache(maxsize=1 << 17)
def _split(tiles: tuple[str, ...], pair: bool) -> frozenset[Reading]:
    """Split sorted tiles into sets, and exactly one pair if `pair`; the first tile has to go somewhere."""
    if not tiles:
        return frozenset() if pair else frozenset({()})
    first = tiles[0]
    groups: list[Group] = [(first, first, first)]
    if first not in DRAGONS:
        groups.append(tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3)))
    if pair:
        groups.append((first, first))
    found: set[Reading] = set()
    for group in groups:
        rest = _without(tiles, group)
        if rest is not None:
            for others in _split(rest, pair and len(group) == 3):
                found.add(tuple(sorted((group, *others))))
    return frozenset(found)


def _without(tiles: tuple[str, ...], group: Group) -> tuple[str, ...] | None:
    rest = list(tiles)
    for tile in group:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def seven_pairs(tiles: Iterable[str]) -> Reading | None:
    """The reading of fourteen tiles as seven pairs; four equal tiles are two pairs."""
    ordered = tuple(sorted(tiles))
    if len(ordered) != 14:
        return None
    pairs = tuple(ordered[at : at + 2] for at in range(0, 14, 2))
    return pairs if all(pair[0] == pair[1] for pair in pairs) else None


def _all_readings(tiles: Sequence[str], melds: Sequence[Meld]) -> list[Reading]:
    found = readings(tiles)
    pairs = None if melds else seven_pairs(tiles)
    return found if pairs is None else [*found, pairs]


def places(reading: Reading, win: str) -> list[Group]:
    """The distinct groups of the reading that the winning tile may have completed."""
    return sorted({group for group in reading if win in group})


def _meld_tiles(melds: Iterable[Meld]) -> list[str]:
    return [tile for kind, tile in melds for _ in range(4 if kind in KONGS else 3)]


def _complete(hand: OHand) -> tuple[str, ...]:
    """The concealed tiles with the winning one."""
    return hand.concealed if hand.win is None else (*hand.concealed, hand.win)


def _everything(hand: OHand) -> list[str]:
    return [*_complete(hand), *_meld_tiles(hand.melds)]


def is_win(hand: OHand) -> bool:
    """Whether the hand is full size, legal in its tiles, and complete with its winning tile."""
    return hand.win is not None and bool(_winning_readings(_complete(hand), hand.melds))


def _winning_readings(complete: Sequence[str], melds: Sequence[Meld]) -> list[Reading]:
    """The readings of concealed tiles, winning one in, that are a legal and whole hand beside the melds."""
    tiles = [*complete, *_meld_tiles(melds)]
    whole = (
        len(complete) == 14 - 3 * len(melds)
        and max(Counter(tiles).values()) <= 4
        and len({tile[1] for tile in tiles if tile not in DRAGONS}) <= 2
    )
    return _all_readings(complete, melds) if whole else []


def waits(concealed: Sequence[str], melds: Sequence[Meld] = ()) -> tuple[set[str], set[str]]:
    """The tiles that complete 3n + 1 concealed ones: those still possible, and those the hand exhausts."""
    if len(concealed) % 3 != 1:
        raise ValueError(f"{len(concealed)} concealed tiles cannot wait")
    held = Counter([*concealed, *_meld_tiles(melds)])
    winning = {tile for tile in TILES if _all_readings((*concealed, tile), melds)}
    exhausted = {tile for tile in winning if held[tile] >= 4}
    return winning - exhausted, exhausted


# --- contradictions ---------------------------------------------------------------------------


def contradictions(hand: OHand) -> set[str]:
    """The codes of what cannot be true of this hand."""
    codes = set()
    if any(count > 4 for count in Counter(_everything(hand)).values()):
        codes.add("fifth-tile")
    if hand.win is None:
        return codes
    if hand.by == "gangkai" and not any(kind in KONGS for kind, _ in hand.melds):
        codes.add("gangkai-without-kong")
    if hand.by == "qianggang":
        # The other three copies lie in the pon that was to become the robbed kong.
        if hand.win in [*hand.concealed, *_meld_tiles(hand.melds)]:
            codes.add("robbed-tile-held")
        if hand.haidi:
            codes.add("robbed-last-tile")
    if hand.duiliang and hand.by in SELF_DRAWN:
        codes.add("duiliang-zimo")
    return codes


# --- what there is to see ---------------------------------------------------------------------


class Sight(NamedTuple):
    """What there is to see of a hand read one way with one place: no rules look at more, but at how the tile came.

    `pair_quads` is None in a standard reading; `quads` are 四归, whether the winning tile made each and whether the
    reading has a triplet of it; `longest` is the number of tiles of the longest suit.
    """

    pair_quads: int | None
    dragon_pairs: bool
    triplets: int
    only_triplets: bool
    dragon_sets: int
    dragon_pair: bool
    middle_five: bool
    place_is_triplet: bool
    quads: tuple[tuple[str, bool, bool], ...]
    one_left: bool
    flush: bool
    kongs: int
    longest: int


def sights(complete: tuple[str, ...], melds: tuple[Meld, ...], win: str) -> list[tuple[Reading, Group, Sight]]:
    """Every reading and place of concealed tiles, winning one in, with what there is to see; none if it is no win."""
    found = []
    for reading, sets, fours, of_hand in _sets(complete, melds):
        quads = tuple(sorted((pattern, tile == win, has_triplet) for pattern, tile, has_triplet in fours))
        for place in places(reading, win):
            middle = win[0] == "5" and place[0][0] == "4" and place[-1][0] == "6"
            triplet = len(place) == 3 and len(set(place)) == 1
            found.append((reading, place, Sight(*sets, middle, triplet, quads, *of_hand)))
    return found


Seen = tuple[Reading, tuple[object, ...], list[tuple[str, str, bool]], tuple[object, ...]]


@lru_cache(maxsize=1 << 8)
def _sets(complete: tuple[str, ...], melds: tuple[Meld, ...]) -> list[Seen]:
    """What does not depend on which tile won: each reading with its sets, its quads, and the hand as a whole."""
    tiles = [*complete, *_meld_tiles(melds)]
    suits = Counter(tile[1] for tile in tiles if tile not in DRAGONS)
    longest = max(suits.values(), default=0)
    kongs = sum(kind in KONGS for kind, _ in melds)
    of_hand = (len(melds) == 4, longest == len(tiles), kongs, longest)
    melded_dragons = {tile for _, tile in melds if tile in DRAGONS}
    ponged = {tile for kind, tile in melds if kind == "pon"}
    counts = Counter(complete)
    found: list[Seen] = []
    for reading in _winning_readings(complete, melds):
        if len(reading) == 7:
            pair_quads = sum(count == 4 for count in counts.values())
            dragon_pairs = all(counts[dragon] == 2 for dragon in DRAGONS)
            found.append((reading, (pair_quads, dragon_pairs, 0, False, 0, False), [], of_hand))
            continue
        triplets = [group[0] for group in reading if len(group) == 3 and len(set(group)) == 1]
        (pair,) = [group[0] for group in reading if len(group) == 2]
        dragons = melded_dragons | {tile for tile in triplets if tile in DRAGONS}
        only = len(triplets) + 1 == len(reading)
        sets = (None, False, len(triplets), only, len(dragons), pair in DRAGONS)
        fours = [("mingsigui", tile, True) for tile in counts if tile in ponged]
        fours += [("ansigui", tile, tile in triplets) for tile, count in counts.items() if count == 4]
        found.append((reading, sets, fours, of_hand))
    return found


# --- patterns ---------------------------------------------------------------------------------


def _number(rules: Rules, key: str) -> int:
    value = rules[key]
    assert isinstance(value, int), key
    return value


def _paid(rules: Rules, pattern: str) -> bool:
    """Whether the variant lists the pattern; what it does not list does not hold."""
    return rules[f"values.{pattern}"] is not None


def _product(patterns: Mapping[str, int], rules: Rules) -> int:
    product = 1
    for pattern, count in patterns.items():
        product *= _number(rules, f"values.{pattern}") ** count
    return product


def _seven_pairs_patterns(sight: Sight, rules: Rules) -> list[str]:
    rung = sight.pair_quads or 0
    while rung and not _paid(rules, RUNGS[rung]):
        rung -= 1
    if _paid(rules, "sanyuanqidui") and sight.dragon_pairs:
        return [RUNGS[rung], "sanyuanqidui"] if rung else ["sanyuanqidui"]
    return [RUNGS[rung]]


def _standard_patterns(sight: Sight, rules: Rules) -> list[str]:
    """What the sets are, 四归 apart."""
    found = []
    one_left = sight.one_left and _paid(rules, "shouzhuayi")
    if one_left:
        found.append("shouzhuayi")
    absorbed = one_left and rules["shouzhuayi_includes_pengpenghu"]
    if sight.only_triplets and not absorbed:
        found.append("pengpenghu")
    if sight.middle_five:
        found.append("kawuxing")
    if sight.dragon_sets == 3:
        found.append("dasanyuan")
    if sight.dragon_sets == 2 and sight.dragon_pair:
        found.append("xiaosanyuan")
    return found


def _paid_quads(sight: Sight, rules: Rules) -> tuple[dict[str, int], dict[str, int]]:
    """四归 made by the winning tile, and 四归 held before it."""
    by_win: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for pattern, won, has_triplet in sight.quads:
        if _paid(rules, pattern) and (has_triplet or not rules["sigui.needs_triplet"]):
            (by_win if won else held)[pattern] += 1
    return dict(by_win), dict(held)


def _events(hand: OHand) -> list[str]:
    found = []
    if hand.by == "gangkai":
        found.append("gangkai")
    if hand.by == "gangpao":
        found.append("gangshangpao")
    if hand.by == "qianggang":
        found.append("qianggang")
    if hand.haidi:
        found.append("haidilao" if hand.by in SELF_DRAWN else "haidipao")
    if hand.liang:
        found.append("liangdao")
    return found


def _patterns(sight: Sight, hand: OHand, rules: Rules) -> dict[str, int]:
    """What holds for this reading and place and is listed by the variant, with how many times it holds."""
    seven = sight.pair_quads is not None
    shape = _seven_pairs_patterns(sight, rules) if seven else _standard_patterns(sight, rules)
    if sight.flush:
        shape.append("qingyise")
    found = {pattern: 1 for pattern in shape if _paid(rules, pattern)}
    events = {pattern: 1 for pattern in _events(hand) if _paid(rules, pattern)}
    if not seven:
        by_win, held = _paid_quads(sight, rules)
        found |= by_win
        scope = rules["sigui.scope"]
        if sight.flush and rules["sigui.scope_in_flush"] is not None:
            scope = rules["sigui.scope_in_flush"]
        others = found | events if rules["sigui.big_counts_events"] else found
        big = _product(others, rules) >= _number(rules, "sigui.big_at")
        if scope == "any" or (scope == "big" and big):
            for pattern, count in held.items():
                found[pattern] = found.get(pattern, 0) + count
    return found | events or {"pihu": 1}


# --- score ------------------------------------------------------------------------------------


def _extra(sight: Sight, hand: OHand, rules: Rules) -> int:
    """数坎 and 恰八张, in units of base."""
    self_drawn = hand.by in SELF_DRAWN
    extra = 0
    if rules["extras.shukan"]:
        extra += sight.kongs + sight.triplets - (sight.place_is_triplet and not self_drawn)
    if rules["extras.qiabazhang"]:
        extra += sight.kongs + sight.triplets
        extra += self_drawn
        extra += max(0, sight.longest - 7)
    return extra


def _capped(product: int, rules: Rules) -> int:
    return product if rules["cap"] is None else min(product, _number(rules, "cap"))


def breakdowns(hand: OHand, rules: Rules) -> list[Breakdown]:
    """One breakdown for every reading and place of a winning hand without contradictions."""
    if hand.win is None:
        return []
    least = _number(rules, "min_fan.zimo" if hand.by in SELF_DRAWN else "min_fan.discard")
    found = []
    for reading, place, sight in sights(tuple(sorted(_complete(hand))), hand.melds, hand.win):
        patterns = _patterns(sight, hand, rules)
        product = _product(patterns, rules)
        extra = _extra(sight, hand, rules)
        found.append(Breakdown(reading, place, patterns, product, _capped(product, rules), extra, product >= least))
    return found


def best(hand: OHand, rules: Rules) -> Breakdown | None:
    """The breakdown that counts, or None where the hand does not win."""
    every = breakdowns(hand, rules)
    allowed = [breakdown for breakdown in every if breakdown.allowed]
    return min(allowed or every, key=_rank, default=None)


def _rank(breakdown: Breakdown) -> tuple[int, int, int, list[int]]:
    """Smaller is better."""
    order = sorted(PATTERNS.index(pattern) for pattern in breakdown.patterns)
    return -(breakdown.fan + breakdown.extra), -breakdown.product, len(order), order


# --- payments ---------------------------------------------------------------------------------


def payments(hand: OHand, rules: Rules) -> dict[str, int]:
    """What 'each', or the 'discarder' and the 'other', pay for this win; the other is taken as unrevealed."""
    counted = best(hand, rules)
    if counted is None or not counted.allowed:
        return {}

    def share(revealed: bool) -> int:
        """What a payer owes; his own doubling stays under the cap, the extras do not."""
        if rules["reveal.both"] == "each":
            doubles = revealed
        else:
            doubles = revealed and not hand.liang and bool(rules["reveal.payer_doubles"])
        return _capped(counted.product * (2 if doubles else 1), rules) + counted.extra

    if hand.by in SELF_DRAWN:
        return {"each": share(False)}
    liability = rules["reveal.liability_when_both" if hand.duiliang else "reveal.liability"]
    if hand.liang and liability == "bao":
        return {"discarder": share(hand.duiliang) + share(False)}
    if hand.liang and liability == "all":
        return {"discarder": share(hand.duiliang), "other": share(False)}
    return {"discarder": share(hand.duiliang)}
