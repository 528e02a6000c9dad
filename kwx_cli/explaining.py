"""Why a hand is worth what it is: each pattern with its tiles, the reason in words, and the source of its value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kwx_cli.hand import Hand
from kwx_cli.patterns import PATTERNS, RUNGS
from kwx_cli.readings import is_pair, is_triplet, spell_group
from kwx_cli.scoring import Breakdown, Line, Remark, Result
from kwx_cli.tiles import BLOCK, DRAGON_BLOCK, FOURS, NAMES, SUITS
from kwx_cli.variants import Variant

SUIT_NAMES = {"b": "筒", "t": "条", "m": "万"}

# What a pattern rests on, in English and Chinese; {win} is the winning tile, {tiles} those of the pattern.
_REASONS: dict[str, tuple[str, str]] = {
    "pihu": ("nothing else in the table holds", "表中其他番种都不成立"),
    "pengpenghu": ("no run among the sets", "没有顺子"),
    "kawuxing": ("{win} fills {low} {high}", "{win} 卡在 {low} {high} 中间"),
    "mingsigui": ("{won}", "{won}"),
    "ansigui": ("{won}", "{won}"),
    "qingyise": ("every tile is {suit}", "全是{suit}"),
    "qidui": ("seven pairs", "七个对子"),
    "longqidui": ("seven pairs, two of them {tiles}", "七个对子，{tiles} 算两对"),
    "shuanglongqidui": ("seven pairs, four of them {tiles}", "七个对子，{tiles} 算四对"),
    "sanlongqidui": ("seven pairs, six of them {tiles}", "七个对子，{tiles} 算六对"),
    "sanyuanqidui": ("seven pairs with a pair of each dragon", "七对中有中发白各一对"),
    "xiaosanyuan": ("two dragon sets and a dragon pair", "中发白两刻一对"),
    "dasanyuan": ("three dragon sets", "中发白三刻"),
    "shouzhuayi": ("four melds, one tile in the hand", "四组副露，手里只剩一张"),
    "gangkai": ("{win} was drawn for a kong", "{win} 是杠后补的牌"),
    "gangshangpao": ("{win} was discarded right after a kong", "{win} 是杠后打出的牌"),
    "qianggang": ("{win} was robbed from a kong", "{win} 是抢杠来的"),
    "haidilao": ("{win} was the last tile of the wall", "{win} 是最后一张牌"),
    "haidipao": ("{win} was discarded after the last draw", "{win} 是摸完最后一张后打出的"),
    "liangdao": ("the hand was revealed", "已亮倒"),
}
Quad = tuple[int, bool]
"""A kind with four tiles that are no kong, and whether the winning tile is the fourth."""

_QUADS = {
    "mingsigui": {
        "won": ("{win} is the fourth of the pon", "{win} 是碰牌的第四张"),
        "held": ("the fourth {tile} was in hand beside the pon", "碰了 {tile}，第四张在手里"),
    },
    "ansigui": {
        "won": ("three {tile} in hand, {win} is the fourth", "手里三张 {tile}，{win} 是第四张"),
        "held": ("four {tile} in hand", "手里四张 {tile}"),
    },
}


@dataclass(frozen=True, slots=True)
class Fan:
    """A pattern that counts in one breakdown.

    `times` is what it multiplies by in all, `count` how often it holds; `tiles` are those that make it, in notation;
    `because` says why in the language asked for; `source` is the key of the text that gives the value, `decided`
    whether no text of the variant's own does.
    """

    id: str
    name: str
    times: int
    count: int
    tiles: str
    because: str
    source: str
    decided: bool


def fans(result: Result, breakdown: Breakdown, lang: str = "en") -> tuple[Fan, ...]:
    """Return the patterns of a breakdown of a result, in the order of the table, explained in `lang` (zh or en).

    >>> from kwx_cli import load_variant, parse, score
    >>> result = score(parse("4556t 111b+pon 222b+pon 333b+pon @5t"), load_variant("classic"))
    >>> [(fan.id, fan.times, fan.tiles, fan.because, fan.source) for fan in fans(result, result.breakdowns[0])]
    [('kawuxing', 2, '456t', '5t fills 4t 6t', 'CL')]
    """
    return tuple(_fan(result, breakdown, line, lang) for line in breakdown.score.lines)


def _fan(result: Result, breakdown: Breakdown, line: Line, lang: str) -> Fan:
    hand = result.hand
    quads = _quads(line, result, breakdown)
    tiles = _tiles(line.id, hand, breakdown, quads)
    because = _because(line.id, hand, tiles, quads, lang)
    return Fan(line.id, PATTERNS[line.id].zh, line.times, line.count, tiles, because, *_source(result.variant, line.id))


def _source(variant: Variant, pattern: str) -> tuple[str, bool]:
    """Return the source of a pattern's value, and whether the value is decided."""
    found: tuple[str, bool] | None = variant.memo.get(("source", pattern))
    if found is None:
        key = f"values.{pattern}"
        found = variant.memo["source", pattern] = variant.settings[key].source, variant.is_decided(key)
    return found


def _because(pattern: str, hand: Hand, tiles: str, quads: list[Quad], lang: str) -> str:
    """Return why a pattern holds, in words."""
    pick = lang == "zh"
    assert hand.win is not None
    values = {"win": NAMES[hand.win], "tiles": tiles}
    if pattern in _QUADS:
        reasons = []
        for kind, won in quads:
            reason = _QUADS[pattern]["won" if won else "held"][pick]
            reasons.append(reason.format(tile=NAMES[kind], win=NAMES[hand.win]))
        values["won"] = "; ".join(reasons)
    elif pattern == "kawuxing":
        values["low"], values["high"] = NAMES[hand.win - 1], NAMES[hand.win + 1]
    elif pattern == "qingyise":
        suit = SUITS[BLOCK[hand.win]]
        values["suit"] = SUIT_NAMES[suit] if pick else f"{suit} ({SUIT_NAMES[suit]})"
    return _REASONS[pattern][pick].format(**values)


def _quads(line: Line, result: Result, breakdown: Breakdown) -> list[Quad]:
    """Return the quads that a line counts; empty for a pattern that is no 四归."""
    if line.id not in _QUADS:
        return []
    quads = _all_quads(line.id, result, breakdown)
    won = [quad for quad in quads if quad[1]]
    return quads if line.count > len(won) else won


def _all_quads(pattern: str, result: Result, breakdown: Breakdown) -> list[Quad]:
    """Return the kinds with four tiles that are no kong, exposed or concealed, and whether the win is the fourth."""
    hand = result.hand
    if pattern == "mingsigui":
        pons = [meld.tile for meld in hand.melds if not meld.is_kong]
        return [(kind, kind == hand.win) for kind in pons if kind == hand.win or kind in hand.concealed]
    counts = Counter(hand.concealed)
    kinds = [kind for kind in sorted(counts) if counts[kind] + (kind == hand.win) == 4]
    if result.variant.flag("sigui.needs_triplet"):
        kinds = [kind for kind in kinds if NAMES[kind][0] * 3 in breakdown.arrangement.blocks[BLOCK[kind]]]
    return [(kind, kind == hand.win) for kind in kinds]


def _tiles(pattern: str, hand: Hand, breakdown: Breakdown, quads: list[Quad]) -> str:
    """Return the tiles that make a pattern, in notation; empty where no tile does."""
    assert hand.win is not None
    arrangement = breakdown.arrangement
    if PATTERNS[pattern].group == "event":
        return "" if pattern == "liangdao" else NAMES[hand.win]
    if pattern == "kawuxing":
        return spell_group(arrangement.place, arrangement.place_block)
    if quads:
        return " ".join([FOURS[kind] for kind, _ in quads])
    melds = [meld.tiles for meld in hand.melds]
    if pattern == "shouzhuayi":
        return " ".join(melds)
    groups = [(group, block) for block, groups in enumerate(arrangement.blocks) for group in groups]
    if pattern == "pengpenghu":
        return " ".join([spell_group(group, block) for group, block in groups if is_triplet(group)] + melds)
    if pattern in ("xiaosanyuan", "dasanyuan", "sanyuanqidui"):
        named = [spell_group(group, block) for group, block in groups if block == DRAGON_BLOCK]
        return " ".join(named + [meld.tiles for meld in hand.melds if BLOCK[meld.tile] == DRAGON_BLOCK])
    if pattern in RUNGS[1:]:
        counts = Counter((group, block) for group, block in groups if is_pair(group))
        return " ".join(spell_group(group * 2, block) for (group, block), n in counts.items() if n == 2)
    return reading(hand, breakdown)


def reading(hand: Hand, breakdown: Breakdown) -> str:
    """Return the reading of a breakdown in notation, melds last: ``123b 789b 456t 88t 9999t``."""
    groups = [
        spell_group(group, block) for block, groups in enumerate(breakdown.arrangement.blocks) for group in groups
    ]
    return " ".join(groups + [meld.tiles for meld in hand.melds])


def place(breakdown: Breakdown) -> str:
    """Return the group that the winning tile completes, in notation."""
    return spell_group(breakdown.arrangement.place, breakdown.arrangement.place_block)


# Why something that holds does not count; {name}, {by}: patterns, {tiles}: the quads.
_REMARKS: dict[str, tuple[str, str]] = {
    "absorbed": ("{name} is part of {by}", "{name}已含在{by}内"),
    "unlisted": ("{name} is not listed by this variant: ×1", "此规则不计{name}：×1"),
    "rung": ("{name} is not listed by this variant: it counts as {by}", "此规则没有{name}：按{by}算"),
    "win": ("{name} {tiles} was held before the win: this variant counts only a fourth that wins ({source})",
            "{name} {tiles} 胡前已在手：此规则只算胡的那张（{source}）"),
    "big": ("{name} {tiles} was held before the win: it counts only in a 大胡 of ×{big_at} or more ({source})",
            "{name} {tiles} 胡前已在手：×{big_at} 以上的大胡才算（{source}）"),
}  # fmt: skip


def remarks(result: Result, breakdown: Breakdown, lang: str = "en") -> tuple[str, ...]:
    """Return in words what holds in a breakdown and does not count: absorbed, not listed, or a quad held before."""
    return tuple(_remark(remark, result, breakdown, lang) for remark in breakdown.score.remarks)


def _remark(remark: Remark, result: Result, breakdown: Breakdown, lang: str) -> str:
    variant = result.variant
    values: dict[str, object] = {"name": PATTERNS[remark.id].zh}
    why = remark.why
    if remark.by:
        values["by"] = PATTERNS[remark.by].zh
        why = "rung" if why == "unlisted" else why
    if why == "held":
        flush = breakdown.facts.flush and variant.choice("sigui.scope_in_flush") != "none"
        key = "sigui.scope_in_flush" if flush else "sigui.scope"
        why = variant.choice(key)
        held = [kind for kind, won in _all_quads(remark.id, result, breakdown) if not won]
        values["tiles"] = " ".join([FOURS[kind] for kind in held])
        values["source"] = variant.settings[key].source
        values["big_at"] = variant.number("sigui.big_at")
    return _REMARKS[why][lang == "zh"].format(**values)
