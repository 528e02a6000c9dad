"""The wording of every refusal, by its code: what is wrong and what would be right, in English and in Chinese.

A code with cases has one entry for each, as ``code/case``. The words in braces are the `values` of the `Fault`.
"""

from __future__ import annotations

from typing import NamedTuple


class Wording(NamedTuple):
    """A message and a remedy in English, and the same in Chinese."""

    en: str
    en_hint: str
    zh: str
    zh_hint: str


CATALOGUE: dict[str, Wording] = {
    # Notation
    "empty-hand": Wording(
        "no tiles", "write a hand such as 4556t 22b ZZZ+pon @5t",
        "没有牌", "请输入手牌，例如 4556t 22b ZZZ+pon @5t"),
    "bad-character": Wording(
        "{letter} ({point}) is not part of a hand", "tiles are 1-9 with b, t or m, and Z F B; see: kwx notation",
        "“{letter}”（{point}）不是牌的写法", "数牌写 1-9 加 b、t 或 m，字牌写 Z F B；见 kwx notation"),
    "no-suit": Wording(
        "{digits} has no suit", "add b (筒), t (条) or m (万): {guess}",
        "{digits} 没有花色", "请加 b（筒）、t（条）或 m（万）：{guess}"),
    "no-rank": Wording(
        "the suit {letter} has no rank before it", "write the ranks first: {guess}; dragons are Z F B",
        "花色 {letter} 前没有数字", "数字写在前面：{guess}；字牌写 Z F B"),
    "digit-honour": Wording(
        "{wrong}: dragons take no digits", "did you mean {guess}? Case counts: b is 筒, B is 白",
        "{wrong}：字牌不带数字", "是不是 {guess}？区分大小写：b 是筒，B 是白"),
    "wrong-case": Wording(
        "{letter} is not a tile", "did you mean {guess}? Case counts: suits are small, dragons are capital",
        "“{letter}”不是牌", "是不是 {guess}？区分大小写：花色小写，字牌大写"),
    "zero-tile": Wording(
        "there is no tile 0", "ranks are 1 to 9",
        "没有 0 这张牌", "数字是 1 到 9"),
    "lonely-word": Wording(
        "+ has no tiles before it", "write the meld's tiles first: ZZZ+pon",
        "+ 前面没有牌", "先写牌再写 +：ZZZ+pon"),
    "no-word": Wording(
        "+ has no word after it", "one of {known}",
        "+ 后面没有词", "可用：{known}"),
    "unknown-meld": Wording(
        "+{word} is not a meld", "did you mean +{guess}?",
        "没有 +{word} 这种副露", "是不是 +{guess}？"),
    "unknown-tag": Wording(
        "+{word} is not a way to win", "did you mean +{guess}?",
        "没有 +{word} 这种胡法", "是不是 +{guess}？"),
    "second-word": Wording(
        "+{word} after +{first}: a meld has one word", "leave one of the two",
        "+{first} 之后又写 +{word}：一组副露只有一个词", "请留一个"),
    "tag-on-tiles": Wording(
        "+{word} says how a hand was won, but stands on tiles", "put it behind the winning tile: @5t+{word}",
        "+{word} 说的是怎么胡的，却写在牌上", "请写在胡的那张后面：@5t+{word}"),
    "meld-on-win": Wording(
        "+{word} is a meld, but stands on the winning tile", "put it behind the meld's tiles: ZZZ+{word}",
        "+{word} 是副露，却写在胡的那张上", "请写在副露的牌后面：ZZZ+{word}"),
    "tag-conflict": Wording(
        "+{tag} contradicts +{other}", "a win has one way: gangkai is a self-draw, qianggang and gangpao are not",
        "+{tag} 与 +{other} 矛盾", "胡法只有一种：杠开是自摸，抢杠和杠上炮不是"),
    "empty-win": Wording(
        "@ has no tile after it", "write the winning tile: @5t",
        "@ 后面没有牌", "请写胡的那张：@5t"),
    "win-many": Wording(
        "{count} tiles after @", "one tile wins: @5t",
        "@ 后面有 {count} 张牌", "胡的只有一张：@5t"),
    "two-wins": Wording(
        "a second winning tile", "a hand has one @",
        "又有一张胡的牌", "一手牌只有一个 @"),
    "one-tile": Wording(
        "{text} is {count} tiles where one is wanted", "write one tile, such as 5t",
        "{text} 是 {count} 张牌，这里只要一张", "请写一张，例如 5t"),
    "chi": Wording(
        "a chi: there is none in Kawuxing", "leave the run among the concealed tiles, or mend the meld",
        "这是吃：卡五星不能吃", "顺子请写在手牌里，或改正副露"),
    "bad-meld/unequal": Wording(
        "{tile} does not belong to this +{word}", "a meld has equal tiles; put a space before it: 22b ZZZ+{word}",
        "{tile} 不属于这组 +{word}", "副露的牌都相同；前面请空一格：22b ZZZ+{word}"),
    "bad-meld/size": Wording(
        "+{word} takes {size} tiles, not {count}", "a pon has three tiles, a kong four",
        "+{word} 要 {size} 张，不是 {count} 张", "碰是三张，杠是四张"),
    # Hands
    "fifth-tile": Wording(
        "{count} tiles {tile}, and there are four", "count the hand, the melds and the winning tile together",
        "{tile} 有 {count} 张，一共只有四张", "手牌、副露和胡的那张合在一起数"),
    "fifth-tile-seen": Wording(
        "{tile}: {own} in the hand and {seen} seen make more than four", "--seen takes tiles outside the hand",
        "{tile}：手里 {own} 张，已见 {seen} 张，超过四张", "--seen 只写手牌以外的牌"),
    "three-suits": Wording(
        "three number suits: {suits}", "Kawuxing has two of 筒 b, 条 t, 万 m",
        "三种花色：{suits}", "卡五星只用筒 b、条 t、万 m 中的两种"),
    "too-many-melds": Wording(
        "{count} melds", "a hand has at most four",
        "{count} 组副露", "最多四组"),
    "gangkai-without-kong": Wording(
        "杠上开花 (gangkai) with no kong in the hand", "write the kong as a meld: 9999t+an",
        "杠上开花，手里却没有杠", "请把杠写成副露：9999t+an"),
    "robbed-tile-held": Wording(
        "抢杠 (qianggang) of {tile}, but the hand holds {count}", "the robbed player's pon has the other three",
        "抢杠 {tile}，自己却有 {count} 张", "另外三张在被抢者的碰里"),
    "robbed-last-tile": Wording(
        "抢杠 (qianggang) with the last tile (haidi)", "no kong can be made with the last tile, so none is robbed",
        "抢杠又是海底", "最后一张不能杠，也就没有抢杠"),
    "duiliang-zimo": Wording(
        "a revealed payer (duiliang) on a self-draw", "the two payers may differ: a round says who had revealed",
        "自摸不能写对亮", "两家可能不同，请在一局（settle）里写明谁亮倒"),
    "tile-count/complete": Wording(
        "{have} concealed tiles beside {melds} meld{s} are a complete hand",
        "to score it, put the winning tile behind @; a waiting hand has {full}",
        "{have} 张手牌、{melds} 组副露，已是成牌的张数", "要算番请把胡的那张写成 @；听牌是 {full} 张"),
    "tile-count/waits-many": Wording(
        "{have} concealed tiles beside {melds} meld{s}", "a waiting hand has {full}: {off} too many",
        "{have} 张手牌、{melds} 组副露", "听牌是 {full} 张：多了 {off} 张"),
    "tile-count/waits-few": Wording(
        "{have} concealed tiles beside {melds} meld{s}", "a waiting hand has 3n + 1, {full} here: {off} missing",
        "{have} 张手牌、{melds} 组副露", "听牌是 3n + 1 张，这里是 {full} 张：少了 {off} 张"),
    "tile-count/waits-part": Wording(
        "{have} concealed tiles beside {melds} meld{s}",
        "a waiting hand has 3n + 1: {full} here, so {off} are missing; or {part}, as part of a hand",
        "{have} 张手牌、{melds} 组副露", "听牌是 3n + 1 张：这里是 {full} 张，少了 {off} 张；只看一部分则是 {part} 张"),
    "tile-count/no-win-tile": Wording(
        "{have} concealed tiles and no winning tile", "add it as @5t, or ask what it waits on: kwx waits",
        "{have} 张手牌，没有胡的那张", "请加上，例如 @5t；想知道听什么用 kwx waits"),
    "tile-count/win-twice": Wording(
        "{have} concealed tiles beside @{tile}", "the winning tile stands only behind @: take one {tile} away",
        "除 @{tile} 外还有 {have} 张手牌", "胡的那张只写在 @ 后面：请去掉一张"),
    "tile-count/many": Wording(
        "{have} concealed tiles beside {melds} meld{s}", "before the winning tile a hand has {full}: too many",
        "{have} 张手牌、{melds} 组副露", "胡之前应是 {full} 张：多了"),
    "tile-count/few": Wording(
        "{have} concealed tiles beside {melds} meld{s}",
        "before the winning tile a hand has {full}: {off} missing, or a meld that is not written",
        "{have} 张手牌、{melds} 组副露", "胡之前应是 {full} 张：少了 {off} 张，或有副露没写"),
    "tile-count/far": Wording(
        "{have} concealed tiles beside {melds} melds",
        "a hand has {full} of them, or {next} with the tile just drawn; a part of one has 3n + 1 or 3n + 2",
        "{have} 张手牌、{melds} 组副露", "应是 {full} 张，摸牌后 {next} 张；只看一部分则是 3n + 1 或 3n + 2 张"),
    "tile-count/discard": Wording(
        "{have} concealed tiles beside {melds} melds", "to discard, a hand has {next} with the tile just drawn",
        "{have} 张手牌、{melds} 组副露", "打牌之前应是 {next} 张，含刚摸的那张"),
    "tile-count/call": Wording(
        "{have} concealed tiles beside {melds} melds", "a hand that may call has {full}, without the tile",
        "{have} 张手牌、{melds} 组副露", "碰杠之前应是 {full} 张，不含那一张"),
    "win-given": Wording(
        "a waiting hand has no winning tile yet, but @{tile} is given", "leave it out, or use kwx score",
        "听牌还没有胡的那张，却写了 @{tile}", "请去掉，或用 kwx score"),
    "bad-fan": Wording(
        "{text} is not the fan of {tiles}", "write a whole number behind =, such as {tiles}=8, or leave =… out",
        "“{text}”不是 {tiles} 的番数", "= 后写整数，例如 {tiles}=8，或不写 ="),
    # Hands files
    "bad-expectation": Wording(
        "cannot read the expectation “{text}”", "write: {guess}",
        "看不懂期望“{text}”", "可写：{guess}"),
    "unknown-pattern": Wording(
        "{name} is not a pattern", "did you mean {guess}?",
        "没有“{name}”这个番种", "是不是 {guess}？"),
    "undecodable": Wording(
        "byte {byte} at offset {offset} is not {encoding}", "if the file is Chinese: --encoding gb18030",
        "偏移 {offset} 处的字节 {byte} 不是 {encoding}", "中文文件可试 --encoding gb18030"),
    "unreadable-file": Wording(
        "cannot read {file}: {problem}", "check the path",
        "无法读取 {file}：{problem}", "请检查路径"),
    "unknown-encoding": Wording(
        "there is no encoding {encoding}", "try utf-8 or gb18030",
        "没有 {encoding} 这种编码", "可用 utf-8 或 gb18030"),
    "bad-record": Wording(
        "cannot read this {format} record: {problem}", "fields are id, variant, hand, expect",
        "无法读取这条 {format} 记录：{problem}", "字段为 id、variant、hand、expect"),
    # Variants
    "unknown-variant": Wording(
        "there is no variant {name}", "did you mean {guess}? See: kwx variants list",
        "没有“{name}”这个规则", "是不是 {guess}？见 kwx variants list"),
    "bad-toml": Wording(
        "{file}: not a TOML file: {problem}", "a variant is TOML, such as samples/house.toml",
        "{file}：不是 TOML 文件：{problem}", "规则文件是 TOML，见 samples/house.toml"),
    "unknown-key": Wording(
        "{file}: {path}: unknown key {key}", "did you mean {guess}?",
        "{file}：{path}：没有 {key} 这一项", "是不是 {guess}？"),
    "strange-key": Wording(
        "{file}: {path}: unknown key {key}", "kwx variants show lists every key",
        "{file}：{path}：没有 {key} 这一项", "kwx variants show 列出所有项"),
    "wrong-type": Wording(
        "{file}: {path}: {value} is of the wrong type", "it takes {allowed}",
        "{file}：{path}：{value} 类型不对", "可用：{allowed}"),
    "bad-value": Wording(
        "{file}: {path}: {value} is not allowed", "it takes {allowed}",
        "{file}：{path}：不能是 {value}", "可用：{allowed}"),
    "bad-multiplier": Wording(
        "{file}: {path}: {value} cannot multiply a hand", "it takes {allowed}; none means that it does not count",
        "{file}：{path}：番数不能是 {value}", "可用：{allowed}；none 表示不算"),
    "missing-source": Wording(
        "{file}: {path}: no source", 'write {{ value = {value}, source = "KEY" }}',
        "{file}：{path}：没有出处", '请写 {{ value = {value}, source = "出处" }}'),
    "missing-value": Wording(
        "{file}: {path}: no value", 'write {{ value = …, source = "KEY" }}',
        "{file}：{path}：没有值", '请写 {{ value = …, source = "出处" }}'),
    "missing-name": Wording(
        "{file}: {path}: no name", 'write [name] with zh = "…" and en = "…"',
        "{file}：{path}：没有名称", '请写 [name]，内有 zh = "…" 和 en = "…"'),
    "unknown-source": Wording(
        "{file}: {path}: unknown source {source}", "did you mean {guess}? Add your own under [sources]",
        "{file}：{path}：没有“{source}”这个出处", "是不是 {guess}？自己的出处写在 [sources]"),
    "unknown-parent": Wording(
        "{file}: {path}: there is no variant {name} to extend", "did you mean {guess}?",
        "{file}：{path}：没有可继承的规则 {name}", "是不是 {guess}？"),
    "circle": Wording(
        "{file}: {path}: the files extend each other: {chain}", "let one of them extend a built-in variant",
        "{file}：{path}：互相继承：{chain}", "请让其中一个继承自带的规则"),
    "set-form": Wording(
        "{file}: {path}: no = in it", "write key=value, such as values.kawuxing=4",
        "{file}：{path}：缺少 =", "请写 项=值，例如 values.kawuxing=4"),
}  # fmt: skip


def wording(code: str, case: object, lang: str) -> tuple[str, str]:
    """Return the message and the remedy of a code, with braces for its values; KeyError for an unknown code."""
    entry = CATALOGUE[f"{code}/{case}" if case else code]
    return (entry.zh, entry.zh_hint) if lang == "zh" else (entry.en, entry.en_hint)
