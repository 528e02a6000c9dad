"""The patterns (番种): what each one is, one small function each, named by its id.

A function takes `Facts` and returns how often the pattern holds. What a pattern pays, and whether a region knows it,
is in `variants/`; which quads count is `quads` here and the scope there. The order is that of the rule book's table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from kwx_cli.facts import Facts
from kwx_cli.hand import By


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: its pinyin id, Chinese name, English gloss, group, and the function that counts it in `Facts`.

    `group` is ``shape``, ``quad`` (四归), ``pairs`` (a rung of 七对), or ``event`` (how it was won, and 亮倒).
    `meaning` is the definition in Chinese, `examples` are lines of a hands file, `also` other names in the sources.
    """

    id: str
    zh: str
    en: str
    group: str
    count: Callable[[Facts], int]
    meaning: str
    examples: tuple[str, ...]
    also: tuple[str, ...]

    @property
    def what(self) -> str:
        """The definition, in English, with the sources it follows."""
        return " ".join((self.count.__doc__ or "").split())


PATTERNS: dict[str, Pattern] = {}


def _pattern(
    zh: str, en: str, meaning: str, *examples: str, group: str = "shape", also: tuple[str, ...] = ()
) -> Callable[[Callable[[Facts], int]], Callable[[Facts], int]]:
    def register(count: Callable[[Facts], int]) -> Callable[[Facts], int]:
        name = count.__name__
        PATTERNS[name] = Pattern(name, zh, en, group, count, meaning, examples, also)
        return count

    return register


class Quads(NamedTuple):
    """Kinds with four tiles that are no kong: `won`, the winning tile is the fourth; `held`, it was there before."""

    won: int
    held: int


@_pattern(
    "屁胡",
    "plain win",
    "表中其他番种都不成立的胡牌。",
    "xiangyang | 123t 234t 567b 6b ZZZ @6b => 1 pihu",
    also=("平胡",),
)
def pihu(facts: Facts) -> int:
    """A win of which nothing else in the table holds (XY)."""
    return not any(p.count(facts) for p in PATTERNS.values() if p.count is not pihu)


@_pattern(
    "碰碰胡",
    "all triplets",
    "四副刻子（含碰、杠）加一对，没有顺子。",
    "xiangyang | 222t 333t 11b ZZ 999b+pon @1b => 2 pengpenghu",
)
def pengpenghu(facts: Facts) -> int:
    """A standard reading without a 顺子 (XY, XF, CL)."""
    return facts.standard and not facts.runs


@_pattern(
    "卡五星",
    "middle five",
    "胡的是 5，且卡在 4、6 中间；还听别的牌也算。七对不算。",
    "classic | 4556t 111b+pon 222b+pon 333b+pon @5t => 2 kawuxing",
    "classic | 2245667t 111b+pon 222b+pon @5t => 2 kawuxing",
    also=("卡五心", "掐五星"),
)
def kawuxing(facts: Facts) -> int:
    """The winning tile is a 5 and its place is the middle of 4-5-6; other waits do not matter (XF, CL, XY)."""
    return facts.middle_five


@_pattern(
    "明四归",
    "fourth of a pon",
    "碰过的牌又有第四张，没有开杠；胡的就是第四张，或早已在手（看规则）。",
    "xiangyang | 45t 77t 123b 789b 333t+pon @3t => 2 mingsigui",
    group="quad",
    also=("明四归一", "明四规"),
)
def mingsigui(facts: Facts) -> int:
    """Four equal tiles, three of them ponged, not a kong; by the win if the fourth is the winning tile (XY, KX)."""
    return exposed_quads(facts).won


def exposed_quads(facts: Facts) -> Quads:
    """Return the kinds that make a 明四归: ponged, with the fourth tile won or held."""
    return Quads(facts.pon_won, facts.pons_held) if facts.standard else Quads(0, 0)


@_pattern(
    "暗四归",
    "four concealed",
    "手里四张相同，没有开杠；胡的就是第四张（点炮也算），或早已在手（看规则）。",
    "xiangyang | 55567t 88t 123b 789b @5t => 4 ansigui",
    "kawuxin | 1111234567899b @9b => 16 qingyise ansigui",
    group="quad",
    also=("暗四归一",),
)
def ansigui(facts: Facts) -> int:
    """Four equal concealed tiles, not a kong; by the win if the fourth is the winning tile, a discard too (KX, HZ)."""
    return concealed_quads(facts).won


def concealed_quads(facts: Facts, as_triplet: bool = False) -> Quads:
    """Return the kinds that make an 暗四归, all of them or only those that the reading has as 刻子 and one."""
    if as_triplet:
        return Quads(facts.quad_won_triplet, facts.quads_held_triplet)
    return Quads(facts.quad_won, facts.quads_held)


@_pattern(
    "清一色",
    "one suit",
    "全部牌（含碰、杠）都是一种花色，不含字牌。",
    "xiangyang | 1111234567899b @9b => 4 qingyise",
)
def qingyise(facts: Facts) -> int:
    """Every tile, melds too, of one number suit (XY, XF, CL)."""
    return facts.flush


def _seven_pairs_with(facts: Facts, quads: int) -> int:
    return not facts.standard and facts.pair_quads == quads


@_pattern(
    "七对",
    "seven pairs",
    "门前清的七个对子，没有四张相同的。",
    "xiangyang | 112233b 4455t 6t ZZ @6t => 4 qidui",
    group="pairs",
)
def qidui(facts: Facts) -> int:
    """Seven concealed pairs, no four tiles equal (XY, KX)."""
    return _seven_pairs_with(facts, 0)


@_pattern(
    "龙七对",
    "seven pairs, one quad",
    "七对中有一组四张相同，当作两对；不再另算四归。",
    "xiangyang | 11223333b 4455t 6t @6t => 8 longqidui",
    group="pairs",
    also=("豪华七对",),
)
def longqidui(facts: Facts) -> int:
    """Seven pairs of which four equal tiles are two (XY, KX); never a 四归 on top (KX, QA, HZ)."""
    return _seven_pairs_with(facts, 1)


@_pattern(
    "双龙七对",
    "seven pairs, two quads",
    "七对中有两组四张相同。",
    "kawuxin | 1111223b 445555t @3b => 16 shuanglongqidui",
    group="pairs",
    also=("超豪华七对",),
)
def shuanglongqidui(facts: Facts) -> int:
    """Seven pairs with two kinds of four (XY, KX)."""
    return _seven_pairs_with(facts, 2)


@_pattern(
    "三龙七对",
    "seven pairs, three quads",
    "七对中有三组四张相同。",
    "xiangyang | 11113333b 45555t @4t => 128 sanlongqidui",
    group="pairs",
    also=("超超豪华七对",),
)
def sanlongqidui(facts: Facts) -> int:
    """Seven pairs with three kinds of four (XY)."""
    return _seven_pairs_with(facts, 3)


@_pattern(
    "三元七对",
    "seven pairs with all dragons",
    "七对中有中、发、白各恰好一对。",
    "xiangyang | ZZBBFF 22448t 99b @8t => 32 sanyuanqidui",
)
def sanyuanqidui(facts: Facts) -> int:
    """Seven pairs with exactly two each of 中, 发 and 白 (XY)."""
    return facts.dragons_twice


@_pattern(
    "小三元",
    "two dragon sets and a dragon pair",
    "中发白有两副刻子（碰、杠）和一对。",
    "suizhou | ZZ FFF BBB 46t 123b @5t => 8 xiaosanyuan kawuxing",
)
def xiaosanyuan(facts: Facts) -> int:
    """Two sets of dragons, triplet or meld, and a pair of the third (CL, KX)."""
    return facts.dragon_sets == 2 and facts.dragon_pair


@_pattern(
    "大三元",
    "three dragon sets",
    "中发白三副刻子（碰、杠）。",
    "classic | 46t 11b ZZZ FFF+pon BBB+pon @5t => 16 kawuxing dasanyuan",
)
def dasanyuan(facts: Facts) -> int:
    """Sets of all three dragons, triplet or meld (CL, KX)."""
    return facts.dragon_sets == 3


@_pattern(
    "手抓一",
    "one tile in hand",
    "四组副露，手里只剩一张。",
    "xiangyang | 5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t => 4 shouzhuayi",
)
def shouzhuayi(facts: Facts) -> int:
    """Four melds of any kind, one tile left in the hand (XY, XF, HZ)."""
    return facts.four_melds


@_pattern(
    "杠上开花",
    "win on a kong's replacement",
    "自己杠后补的牌胡了，连杠多少次都一样。",
    "xiangyang | 46t 123b 88t 789b 9999t+an @5t+gangkai => 4 kawuxing gangkai",
    group="event",
    also=("杠开", "杠上花"),
)
def gangkai(facts: Facts) -> int:
    """Self-draw of the replacement tile of one's own kong, however long the chain (WX)."""
    return facts.by is By.GANGKAI


@_pattern(
    "杠上炮",
    "win on the discard after a kong",
    "胡的是别人杠后打出的牌。",
    "xiangyang | 46t 123b 88t 789b ZZZ @5t+gangpao => 4 kawuxing gangshangpao",
    group="event",
    also=("杠上冲",),
)
def gangshangpao(facts: Facts) -> int:
    """The discard right after the discarder's kong (XF, CL)."""
    return facts.by is By.GANGPAO


@_pattern(
    "抢杠",
    "robbed kong",
    "别人碰后补杠的牌被抢来胡；暗杠不能抢。",
    "xiangyang | 46t 88t 123b 789b ZZZ @5t+qianggang => 4 kawuxing qianggang",
    group="event",
    also=("抢杠胡",),
)
def qianggang(facts: Facts) -> int:
    """The tile that another player adds to his pon; no 暗杠 can be robbed (CL, XF, MH; HZ)."""
    return facts.by is By.QIANGGANG


@_pattern(
    "海底捞",
    "last tile drawn",
    "自摸牌墙最后一张胡。",
    "kawuxin | 46t 88t 123b 789b ZZZ @5t+haidi => 4 kawuxing haidilao",
    group="event",
    also=("海底捞月",),
)
def haidilao(facts: Facts) -> int:
    """Self-draw of the last tile of the wall (HZ, QA)."""
    return facts.last and facts.by.self_drawn


@_pattern(
    "海底炮",
    "last tile discarded",
    "最后一张摸完后打出的牌胡。",
    "suizhou | 46t 88t 123b 789b ZZZ @5t+pao+haidi => 4 kawuxing haidipao",
    group="event",
)
def haidipao(facts: Facts) -> int:
    """The discard after the last tile of the wall was drawn (SZ)."""
    return facts.last and not facts.by.self_drawn


@_pattern(
    "亮倒",
    "revealed",
    "听牌后把手牌亮出来再胡。",
    "xiangyang | 112233b 4455t 6t ZZ @6t+liang => 8 qidui liangdao",
    group="event",
    also=("明牌", "亮牌"),
)
def liangdao(facts: Facts) -> int:
    """The winner had shown his waiting hand (XF, CL, XY)."""
    return facts.revealed


RUNGS = (qidui.__name__, longqidui.__name__, shuanglongqidui.__name__, sanlongqidui.__name__)
"""The rungs of seven pairs, by the number of kinds with four tiles."""
