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
        "no tiles", "write a hand such as 46t 88t 123b 789b ZZZ @5t",
        "没有牌", "请输入手牌，例如 46t 88t 123b 789b ZZZ @5t"),
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
    "tile-count/kong": Wording(
        "{have} concealed tiles beside {melds} meld{s}, four of them alike",
        "before the winning tile a hand has {full}; a kong is written as a meld: {kongs}",
        "{have} 张手牌、{melds} 组副露，其中有四张相同", "胡之前应是 {full} 张；杠要写成副露：{kongs}"),
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
    "missing-package": Wording(
        "{what}: a package for this is not installed", "pip install 'kwx-cli[{extra}]'",
        "{what}：没有安装所需的包", "pip install 'kwx-cli[{extra}]'"),
    "too-large": Wording(
        "a fan has more than the 64 bits of a column", "use --format jsonl or csv, which have no limit",
        "番数超出一列的 64 位", "请用 --format jsonl 或 csv，没有上限"),
    "unwritable-file": Wording(
        "cannot write {file}: {problem}", "check the path",
        "无法写入 {file}：{problem}", "请检查路径"),
    "binary-terminal": Wording(
        "{format} is not for a terminal", "write a file, -o hands.{format}, or into a pipe",
        "{format} 不能输出到终端", "请写入文件：-o hands.{format}，或接到管道"),
    "packed-twice": Wording(
        "{file}: {format} packs its columns itself", "leave {ending} out of the name",
        "{file}：{format} 自带压缩", "文件名请去掉 {ending}"),
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
    # Rounds
    "bad-toml/round": Wording(
        "{file}: not a TOML file: {problem}",
        "kwx settle --new prints an empty round; a Chinese name before = stands in quotes",
        "{file}：不是 TOML 文件：{problem}", "空白的局见 kwx settle --new；等号前的中文名要加引号"),
    "unknown-key/round": Wording(
        "unknown key {key}", "did you mean {guess}?",
        "没有 {key} 这一项", "是不是 {guess}？"),
    "strange-key/round": Wording(
        "unknown key {key}", "the keys here are {guess}",
        "没有 {key} 这一项", "这里可用：{guess}"),
    "wrong-type/round": Wording(
        "{value} is of the wrong type", "it takes {allowed}",
        "{value} 类型不对", "可用：{allowed}"),
    "bad-value/round": Wording(
        "{value} is not allowed", "it takes {allowed}",
        "不能是 {value}", "可用：{allowed}"),
    "missing-key": Wording(
        "{key} is missing", "kwx settle --new shows every key",
        "缺少 {key}", "各项见 kwx settle --new"),
    "no-rounds": Wording(
        "no rounds in the file", "write each as [[round]]",
        "文件里没有局", "每局写一个 [[round]]"),
    "bad-players": Wording(
        "{count} players: {names}", "three names, or four of whom one rests, all different",
        "{count} 个玩家：{names}", "三个名字，或四个（一人休息），不能相同"),
    "unknown-player": Wording(
        "{name} is not at the table", "did you mean {guess}?",
        "{name} 不在桌上", "是不是 {guess}？"),
    "no-resting": Wording(
        "four players and nobody rests", 'name who waits: resting = "…", one of {players}',
        "四个玩家，没有人休息", '请写等待者：resting = "…"，{players} 之一'),
    "resting-of-three": Wording(
        "{player} rests, but there are three players", "leave it out, or name four players",
        "只有三个玩家，{player} 却在休息", "请去掉，或写四个玩家"),
    "resting-plays": Wording(
        "{player} rests and deals", "the dealer is one of the three at the table",
        "{player} 在休息，却又坐庄", "庄家是桌上三人之一"),
    "unknown-table": Wording(
        "there is no table {name}", "did you mean {guess}?",
        "没有“{name}”这个场", "是不是 {guess}？"),
    "table-base": Wording(
        "base {base}, but the table's stake is {stake}", "leave base out: a table brings its own",
        "底分写了 {base}，该场底分是 {stake}", "请去掉 base：场次自带底分"),
    "purse-missing": Wording(
        "no purse for {player}", "give one for each player, or none at all",
        "没有 {player} 的金币数", "请写全每个玩家，或都不写"),
    "purse-limits": Wording(
        "a purse of {purse} may not sit at this table", "it admits {least} to {most}",
        "{purse} 金币不能进这个场", "限制 {least} 到 {most}"),
    "no-end": Wording(
        "the round has no end", 'write [[wins]], draw = true, or forced = "player"',
        "这一局没有结果", '请写 [[wins]]、draw = true 或 forced = "玩家"'),
    "two-ends": Wording(
        "the round ends twice: {ends}", "keep one of them",
        "这一局有两个结果：{ends}", "请只留一个"),
    "many-wins": Wording(
        "{count} wins", "one discard makes at most two",
        "{count} 家胡", "一炮最多双响"),
    "reveal-late": Wording(
        "亮倒 with {wall} tiles in the wall", "this variant needs {least}",
        "牌墩剩 {wall} 张时亮倒", "此规则要求不少于 {least} 张"),
    "reveal-twice": Wording(
        "{player} reveals twice", "name each player once, in the order of revealing",
        "{player} 亮倒两次", "每人只写一次，按亮倒先后"),
    "reveal-not-waiting": Wording(
        "{player} had revealed, but the hand does not wait", "only a waiting hand can be revealed",
        "{player} 已亮倒，手牌却没有听", "听牌才能亮倒"),
    "kong-from/missing": Wording(
        "{kind} without a discarder", 'write from = "player"',
        "{kind} 没有写点杠者", '请写 from = "玩家"'),
    "kong-from/given": Wording(
        "{kind} with a discarder", "only a 直杠 (zhi) is claimed from somebody",
        "{kind} 写了点杠者", "只有直杠（zhi）才有点杠者"),
    "own-discard": Wording(
        "{player} takes a discard of his own", "name the player who discarded",
        "{player} 要了自己打出的牌", "请写打出这张牌的玩家"),
    "bad-chain/first": Wording(
        "the first kong is chained", "there is no kong before it",
        "第一杠写了 chained", "它前面没有杠"),
    "bad-chain/discard": Wording(
        "a chained 直杠 by the same player", "on one's own replacement tile there is only bu or an",
        "同一玩家的直杠写了 chained", "补牌后自己只能蓄杠或暗杠"),
    "bad-chain/other": Wording(
        "a chained kong that is not on the discard after the kong before",
        "another player chains by a zhi from the one who made the kong before",
        "chained 的杠不是上一杠后打出的牌", "别人接着杠只能直杠上一个开杠者打出的牌"),
    "bad-chain/forgotten": Wording(
        "a kong on a replacement tile that was forgotten", "leave out chained or forgotten",
        "忘抓杠牌，却又在杠牌上开杠", "chained 与 forgotten 只能留一个"),
    "bad-chain/held": Wording(
        "held on a kong that is not a chained bu or an", "it says that a chained kong was in hand before",
        "held 写在不是连杠的杠上", "它表示连杠的牌早已在手"),
    "bad-robbery/kind": Wording(
        "{kind} is robbed", "only a 蓄杠 (bu) can be robbed",
        "{kind} 被抢", "只有蓄杠（bu）能抢"),
    "bad-robbery/no-win": Wording(
        "the kong of {tile} is robbed, but nobody wins on it", "the winner's hand ends in @{tile}+qianggang",
        "{tile} 的杠被抢，却没有人抢杠胡", "胡家的手牌写 @{tile}+qianggang"),
    "bad-robbery/other-win": Wording(
        "the last kong is robbed, but {player} wins otherwise", "write +qianggang, or take robbed away",
        "最后一杠被抢，{player} 却不是抢杠胡", "请写 +qianggang，或去掉 robbed"),
    "kong-twice": Wording(
        "a second kong of {tile}", "there are four of each tile",
        "{tile} 又杠了一次", "每种牌只有四张"),
    "kong-after/robbed": Wording(
        "a kong after a robbed one", "a robbed kong ends the round",
        "被抢的杠后面还有杠", "抢杠胡后此局结束"),
    "kong-after/last": Wording(
        "a kong after one with the last tile", "with no tile left there is none",
        "最后一张牌的杠后面还有杠", "没有牌可抓就不能再杠"),
    "kong-not-shown": Wording(
        "{player} made a kong of {tile} that the hand does not show", "write it as {meld}",
        "{player} 杠了 {tile}，手牌里却没有", "请写成 {meld}"),
    "kong-not-listed": Wording(
        "the hand of {player} shows a kong of {tile} that the round does not list", "add it under [[kongs]]",
        "{player} 的手牌有 {tile} 的杠，局里却没有", "请加到 [[kongs]]"),
    "hand-twice": Wording(
        "a second hand of {player}, who wins", "the winner's hand stands under wins",
        "{player} 胡了，又写了一手牌", "胡家的手牌写在 wins"),
    "hand-missing": Wording(
        "the hand of {player} is needed", 'write {player} = "…" under [hands]',
        "缺少 {player} 的手牌", '请在 [hands] 写 {player} = "…"'),
    "standing-count": Wording(
        "{have} concealed tiles beside {melds} meld{s}", "a hand as it stands has {full} here",
        "{have} 张手牌、{melds} 组副露", "这里应是 {full} 张"),
    "wins-unsaid": Wording(
        "{player} holds a winning hand, but does not win", "write it under [[wins]]",
        "{player} 的牌已经胡了，却没有算胡", "请写在 [[wins]]"),
    "fifth-tile/round": Wording(
        "{count} tiles {tile} in the round, and there are four", "count hands, melds, kongs and the winning tile",
        "这一局有 {count} 张 {tile}，一共只有四张", "手牌、副露、杠和胡的那张合在一起数"),
    "three-suits/round": Wording(
        "three number suits in the round: {suits}", "Kawuxing has two of 筒 b, 条 t, 万 m",
        "这一局有三种花色：{suits}", "卡五星只用筒 b、条 t、万 m 中的两种"),
    "win-from/zimo": Wording(
        "{player} wins by self-draw off a discard", "leave out from, or write @5t+pao",
        "{player} 自摸，却写了点炮者", "请去掉 from，或写 @5t+pao"),
    "win-from/missing": Wording(
        "{by} without a discarder", 'write from = "player"',
        "{by} 没有写点炮者", '请写 from = "玩家"'),
    "tag-against-round": Wording(
        "+{tag}, but the round does not say that {player} had revealed", "add {player} to revealed",
        "写了 +{tag}，局里却没有 {player} 亮倒", "请把 {player} 写进 revealed"),
    "not-a-win": Wording(
        "the hand of {player} does not win", "kwx waits tells what it waits on",
        "{player} 的牌没有胡", "听什么可用 kwx waits 查"),
    "win-not-allowed": Wording(
        "the hand of {player} has {fan} and may not win", "this variant asks for {need}",
        "{player} 的牌是 {fan} 番，不能胡", "此规则 {need} 番起胡"),
    "passed-no-wait": Wording(
        "{player} does not wait on {tile}, so nothing was passed", "name the tile that would have won",
        "{player} 不听 {tile}，谈不上漏胡", "请写放过的那张牌"),
    "passed-win/draw": Wording(
        "{player} had passed {tile} and wins off a discard before drawing again", "a self-draw may win (漏胡)",
        "{player} 放过 {tile}，没过手又胡别人的牌", "漏胡后自摸才能胡"),
    "passed-win/higher": Wording(
        "{player} had passed {tile}, worth {before}, and wins off a discard with {fan}",
        "only a higher hand may, or a self-draw (漏胡)",
        "{player} 放过 {tile}（{before} 番），又胡别人的牌 {fan} 番", "漏胡后只能胡更大的，或自摸"),
    "two-wins-differ/player": Wording(
        "{player} wins twice", "two wins have two winners",
        "{player} 胡了两次", "双响是两家胡"),
    "two-wins-differ/zimo": Wording(
        "two wins, one of them a self-draw", "two win only on one discard",
        "两家胡，其中有自摸", "只有一炮才能双响"),
    "two-wins-differ/tile": Wording(
        "two wins on different tiles", "both have the same discarder, winning tile and tags",
        "两家胡的不是同一张牌", "点炮者、所胡的牌和标记都要相同"),
    "win-without-kong/gangkai": Wording(
        "杠上开花 (gangkai), but the last kong is not one of {player} with a replacement",
        "the last of [[kongs]] is the winner's own",
        "杠上开花，最后一杠却不是 {player} 抓了杠牌的杠", "[[kongs]] 最后一个应是胡家的"),
    "win-without-kong/gangpao": Wording(
        "杠上炮 (gangpao), but the last kong is not one of {player}", "the last of [[kongs]] is the discarder's",
        "杠上炮，最后一杠却不是 {player} 的", "[[kongs]] 最后一个应是点炮者的"),
    "win-without-kong/qianggang": Wording(
        "抢杠 (qianggang), but the last kong is not one of {tile} by {player}, robbed",
        "add it under [[kongs]] with robbed = true",
        "抢杠，最后一杠却不是 {player} 被抢的 {tile}", "请在 [[kongs]] 写上，robbed = true"),
    "forgotten-wins": Wording(
        "{player} had forgotten a replacement tile and is a tile short", "such a hand cannot win",
        "{player} 忘抓杠牌，少一张", "少牌不能胡"),
    "bad-forced/revealed": Wording(
        "{player} had revealed, and is forced to discard", "only a player who has not revealed is bound",
        "{player} 已亮倒，不受此限", "只有未亮倒者不能打胡口牌"),
    "bad-forced/nobody": Wording(
        "{player} is forced to discard, but nobody had revealed", "name who had, under revealed",
        "没有人亮倒，{player} 不会被迫", "请在 revealed 写亮倒者"),
    "bad-forced/free": Wording(
        "{player} could discard {tile}, on which nobody waits", "the round goes on",
        "{player} 可以打 {tile}，没有人听", "这一局还没有结束"),
    "no-such-rule/shanglou": Wording(
        "{variant} has no 上楼", "leave upstairs out",
        "{variant} 没有上楼", "请去掉 upstairs"),
    "no-such-rule/piao": Wording(
        "{variant} has no 漂", "leave piao out, or --set extras.piao=true",
        "{variant} 没有漂", "请去掉 piao，或 --set extras.piao=true"),
    "no-such-rule/maima": Wording(
        "{variant} has no 买码", "leave maima out, or --set extras.maima=zimo",
        "{variant} 没有买码", "请去掉 maima，或 --set extras.maima=zimo"),
    "no-such-rule/maima-zimo": Wording(
        "this win draws no 买码 tile in {variant}", "only a self-draw does, or only a revealed one",
        "在 {variant} 这样胡不买码", "自摸（或亮倒自摸）才买码"),
    "no-such-rule/forced": Wording(
        "{variant} does not forbid discards into a revealed hand", "the round goes on; who discards pays",
        "{variant} 没有禁打胡口牌", "这一局继续，点炮者付"),
    "set-form": Wording(
        "{file}: {path}: no = in it", "write key=value, such as values.kawuxing=4",
        "{file}：{path}：缺少 =", "请写 项=值，例如 values.kawuxing=4"),
}  # fmt: skip


def wording(code: str, case: object, lang: str) -> tuple[str, str]:
    """Return the message and the remedy of a code, with braces for its values; KeyError for an unknown code."""
    entry = CATALOGUE[f"{code}/{case}" if case else code]
    return (entry.zh, entry.zh_hint) if lang == "zh" else (entry.en, entry.en_hint)
