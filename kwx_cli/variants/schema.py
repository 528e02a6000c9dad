"""Every setting that a variant may state: its key, what it may be, and what it means.

The keys of pattern values come from `patterns`; the rest are the switches of the rule book's sections 4 and 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kwx_cli.patterns import PATTERNS

Value = int | bool | str | None


@dataclass(frozen=True, slots=True)
class Key:
    """One setting: `choices` for words, `least` for whole numbers, neither for yes or no.

    `none` tells whether ``"none"`` is allowed and means that the setting is off.
    """

    path: str
    en: str
    zh: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    none: bool = False

    @property
    def is_number(self) -> bool:
        """Whether the setting takes a whole number."""
        return self.least is not None

    @property
    def allowed(self) -> str:
        """The values that the setting takes, for a message."""
        if self.is_number:
            words = [f">= {self.least}"]
        else:
            words = list(self.choices) or ["true", "false"]
        return ", ".join(words + ["none"] * (self.none and "none" not in words))

    def check(self, value: object) -> str | None:
        """Return the error code of a value as it comes out of TOML, or None if it is fine."""
        if value == "none" and self.none:
            return None
        if self.is_number:
            if isinstance(value, bool) or not isinstance(value, int):
                return "wrong-type"
            if self.least is not None and value < self.least:
                return "bad-multiplier" if self.path.startswith("values.") else "bad-value"
            return None
        if self.choices:
            if not isinstance(value, str):
                return "wrong-type"
            return None if value in self.choices else "bad-value"
        return None if isinstance(value, bool) else "wrong-type"

    def read(self, text: str) -> object:
        """Return the value that ``--set key=text`` means, as TOML would have it; `check` judges it."""
        if self.is_number and re.fullmatch("-?[0-9]{1,9}", text):
            return int(text)
        if not self.is_number and not self.choices:
            return {"true": True, "yes": True, "false": False, "no": False}.get(text, text)
        return text


_SCOPES = ("win", "big", "any")

_VALUES = tuple(
    Key(f"values.{p.id}", f"multiplier of {p.id}", f"{p.zh}的番数", least=1, none=p.id != "pihu")
    for p in PATTERNS.values()
)

_SWITCHES = (
    Key("cap", "highest fan a hand is paid (封顶)", "封顶番数", least=1, none=True),
    Key("min_fan.discard", "fan that a discard win needs", "点炮起胡番数", least=1),
    Key("min_fan.zimo", "fan that a self-draw needs", "自摸起胡番数", least=1),
    Key("shouzhuayi_includes_pengpenghu", "手抓一 stands in place of 碰碰胡", "手抓一已含碰碰胡"),
    Key("sigui.scope", "which quads count as 四归", "四归计算范围", choices=_SCOPES),
    Key("sigui.scope_in_flush", "the same in a 清一色", "清一色中的四归范围", choices=_SCOPES, none=True),
    Key("sigui.big_at", "product from which a hand is 大胡", "大胡起点番数", least=1),
    Key("sigui.big_counts_events", "events and 亮倒 count towards 大胡", "大胡计入亮倒与杠开等"),
    Key("sigui.needs_triplet", "an 暗四归 must be read as 刻子 and one", "暗四归须为刻子加一张"),
    Key("reveal.both", "winner and payer both revealed: double once, or each", "对亮翻番", choices=("once", "each")),
    Key("reveal.payer_doubles", "a revealed payer pays double to one who is not", "明牌者输也翻倍"),
    Key("reveal.liability", "who pays a discard into a revealed winner", "给亮倒者点炮", choices=("bao", "all", "own")),
    Key(
        "reveal.liability_when_both",
        "the same if the discarder is revealed",
        "对亮时点炮",
        choices=("bao", "all", "own"),
    ),
    Key("reveal.two_winners", "one discard, two winners", "一炮双响付给谁", choices=("each", "first-revealed")),
    Key("reveal.protects", "no unrevealed player may discard a revealed player's wait", "禁打亮倒者胡口牌"),
    Key("reveal.min_wall", "tiles in the wall that 亮倒 needs", "亮倒所需牌墩张数", least=0),
    Key(
        "reveal.kongs",
        "what a kong after 亮倒 must leave: the same waits, or any",
        "亮倒后开杠须保持",
        choices=("same-waits", "still-waits"),
    ),
    Key("kongs.bu", "蓄杠, from each other player", "蓄杠每家", least=0),
    Key("kongs.zhi", "直杠, from the discarder", "直杠点杠者", least=0),
    Key("kongs.an", "暗杠, from each other player", "暗杠每家", least=0),
    Key("kongs.chain", "how often a chained kong may double, none for no end", "杠上杠翻倍次数", least=0, none=True),
    Key("kongs.full_at", "kong of a chain that costs a full hand", "第几杠算满", least=2, none=True),
    Key("kongs.full", "what a full hand is for a kong", "满的番数", least=1),
    Key("kongs.pao_grows", "杠上炮 doubles again after a second chained kong", "杠上炮随杠翻倍"),
    Key("kongs.held_chains", "a second kong held since before chains at once", "手中已有之杠可连杠"),
    Key("kongs.forgotten", "a kong whose replacement was forgotten", "忘抓杠牌", choices=("paid", "unpaid")),
    Key(
        "draw.pays",
        "who pays in a draw (荒庄)",
        "荒庄赔付",
        choices=("first-revealed", "revealed-pay-unrevealed", "ready", "largest"),
    ),
    Key("draw.dealer", "who deals after a draw", "荒庄后坐庄", choices=("stays", "first-revealed")),
    Key("dealer.bawang", "of four players, a dealer who wins stays (霸王庄)", "霸王庄"),
    Key("louhu", "after passing a win (漏胡)", "漏胡", choices=("until-draw", "higher-allowed", "none")),
    Key("extras.piao", "漂: each payer adds the winner's and his own", "漂分"),
    Key("extras.maima", "买码 after a self-draw", "买码", choices=("none", "zimo", "revealed-zimo")),
    Key("extras.maima_dragons", "what a dragon adds in 买码", "买码中发白加分", least=0),
    Key("extras.shukan", "数坎: 1 for each concealed triplet and kong", "数坎"),
    Key("extras.qiabazhang", "恰, 摸 and 八张", "恰摸八"),
    Key("shanglou", "上楼: base doubles after a draw, a double win, equal dice", "上楼"),
)

KEYS: dict[str, Key] = {key.path: key for key in _VALUES + _SWITCHES}
