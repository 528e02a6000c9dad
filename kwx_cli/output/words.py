"""The words of the output in English and Chinese, by key. Errors have their own in `kwx_cli.messages`."""

from __future__ import annotations

from collections.abc import Sized

WORDS: dict[str, tuple[str, str]] = {
    # How a hand was won, and who pays
    "zimo": ("self-draw", "自摸"),
    "pao": ("discard", "点炮"),
    "qianggang": ("robbed kong", "抢杠"),
    "gangkai": ("self-draw after a kong", "杠上开花"),
    "gangpao": ("discard after a kong", "杠上炮"),
    "haidi": ("last tile", "海底"),
    "liang": ("revealed", "亮倒"),
    "duiliang": ("payer revealed", "对亮"),
    "each": ("each other player", "另两家各"),
    "discarder": ("discarder", "点炮者"),
    "robbed": ("robbed player", "被抢者"),
    "other": ("other player", "另一家"),
    "pays": ("{who} pays {amount}", "{who}付 {amount}"),
    "pays-bao": ("for both: the winner had revealed", "包胡，出两份"),
    "pays-all": ("both pay: the winner had revealed", "给亮倒者点炮，两家都付"),
    "pays-own": ("his own share: both had revealed", "对亮不包"),
    "pays-payer-revealed": ("doubled: he had revealed", "自己亮倒，翻倍"),
    "pays-both-revealed": ("doubled again: both had revealed", "对亮，再翻倍"),
    "pays-extra": ("extras in", "含外加"),
    # A score
    "fan": ("fan", "番"),
    "n-fan": ("{n} fan", "{n} 番"),
    "plus-extra": (" + {n} extra", " + {n} 外加"),
    "win": ("win", "胡"),
    "not-allowed": ("not allowed: this variant needs {need} for a {how}", "不能胡：此规则{how}须 {need} 番起胡"),
    "no-win": ("no win: {win} does not complete the hand", "没胡：{win} 不能成牌"),
    "waits-instead": ("it waits on {tiles}", "听的是 {tiles}"),
    "waits-nothing": ("it waits on nothing", "没有听牌"),
    "reading": ("reading", "牌型"),
    "place": ("{win} completes {place}", "{win} 凑成 {place}"),
    "product": ("product", "乘积"),
    "capped": ("capped at {cap}", "封顶 {cap}"),
    "no-cap": ("no cap", "不封顶"),
    "cap": ("cap {cap}", "封顶 {cap}"),
    "notes": ("not counted", "不计"),
    "counts": ("the reading that counts", "取这种看法"),
    "other-reading": ("another reading", "另一种看法"),
    "extra-shukan": ("数坎", "数坎"),
    "extra-qia": ("恰", "恰"),
    "extra-mo": ("摸", "摸"),
    "extra-bazhang": ("八张", "八张"),
    "extra": ("extra", "外加"),
    "decided": ("decided", "本项目裁定"),
    "each-tile": ("each tile that could have won, by {how}", "每张可能胡的牌（{how}）"),
    "tile": ("tile", "牌"),
    "patterns": ("patterns", "番种"),
    "pattern": ("pattern", "番种"),
    "times": ("times", "倍"),
    "tiles": ("tiles", "牌"),
    "because": ("because", "理由"),
    "source": ("source", "出处"),
    "status": ("status", "结果"),
    "status-win": ("win", "胡"),
    "status-not-allowed": ("not allowed", "不能胡"),
    "status-no-win": ("no win", "没胡"),
    # Waits
    "left": ("left", "剩"),
    "flags": ("flags", "标记"),
    "by-zimo": ("self-draw", "自摸"),
    "by-pao": ("discard", "点炮"),
    "waits-on": ("waits on {n} kind{s}, {left} left", "听 {n} 种，剩 {left} 张"),
    "waits-none": ("waits on nothing", "没有听牌"),
    "exhausted": ("would win, but all four are in the hand: {tiles}", "本可胡，但四张都在自己手里：{tiles}"),
    "partial": (
        "{have} tiles are part of a hand: the rest is taken as complete, so there is no fan",
        "{have} 张只是手牌的一部分：其余视为已成牌，因此不算番",
    ),
    "or": ("or read as", "其他看法"),
    "may-not": ("may not win", "不能胡"),
    # Compare, variants, explain
    "variant": ("variant", "规则"),
    "name": ("name", "名称"),
    "payments": ("payments", "付"),
    "differs": ("what makes the difference", "差别在于"),
    "the-others": ("the others", "其余"),
    "same": ("every variant agrees", "各规则相同"),
    "key": ("key", "项"),
    "value": ("value", "值"),
    "meaning": ("meaning", "含义"),
    "texts": ("sources", "出处"),
    "extends": ("extends", "继承"),
    "options": ("options", "可选"),
    "set": ("set", "已设"),
    "note": ("note", "备注"),
    "also": ("also called", "又名"),
    "what": ("what it is", "定义"),
    "values": ("what each variant pays", "各规则的番数"),
    "examples": ("examples", "例子"),
    "not-listed": ("–", "–"),
    "no-difference": ("no difference", "没有差别"),
    "all-well": ("{file}: no fault found", "{file}：没有发现问题"),
    "none": ("none", "无"),
    "yes": ("yes", "是"),
    "no": ("no", "否"),
    # Batch
    "summary": (
        "{hands} hand{s}: {passed} passed, {failed} failed, {scored} scored without expectation, {errors} errors"
        " ({skipped} blank or comment lines)",
        "{hands} 手：{passed} 通过，{failed} 不符，{scored} 无期望，{errors} 错误（{skipped} 行空白或注释）",
    ),
    "expected": ("expected", "期望"),
    "got": ("got", "实得"),
    "result": ("result", "结果"),
    "line": ("line", "行"),
    "hand": ("hand", "手牌"),
    "pass": ("pass", "通过"),
    "fail": ("FAIL", "不符"),
    "scored": ("scored", "已算"),
    "error": ("error", "错误"),
    "hint": ("hint", "提示"),
}  # fmt: skip


def plural(items: Sized) -> str:
    """Return the ending of an English noun after a number of items."""
    return "" if len(items) == 1 else "s"


def say(key: str, lang: str, **values: object) -> str:
    """Return a word or sentence of the output in ``en`` or ``zh``."""
    text = WORDS[key][lang == "zh"]
    return text.format(**values) if values else text
