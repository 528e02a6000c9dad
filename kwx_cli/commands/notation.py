"""``kwx notation``: how to write a hand, in one screen."""

from __future__ import annotations

import click

from kwx_cli.commands.common import Session, examples, output_options, put
from kwx_cli.output.text import table


@click.command(short_help="How to write a hand, in one screen.")
@output_options("table")
@examples("kwx notation", "kwx notation --lang zh")
def command(session: Session) -> None:
    """Show how hands are written, from the grammar's own word lists."""
    from kwx_cli.grammar.notation import DRAGON_WORDS, MELD_WORDS, SUIT_MARKS, WIN_WORDS

    zh = session.lang == "zh"
    pictures = {"b": "🀙-🀡", "t": "🀐-🀘", "m": "🀇-🀏"}
    rows = [(marks[2], f"4556{suit}", " ".join([*marks, pictures[suit]])) for suit, marks in SUIT_MARKS.items()]
    rows += [(words[1], letter * 3, " ".join(words)) for letter, words in DRAGON_WORDS.items()]
    melds = {"pon": "碰", "zhi": "直杠", "bu": "补杠", "an": "暗杠", "kan": "杠"}
    rows += [
        (melds[kind], f"{'ZZZ' if kind == 'pon' else '9999t'}+{kind}", " ".join(f"+{w}" for w in words))
        for kind, words in MELD_WORDS.items()
    ]
    rows.append(("胡" if zh else "win", "@5t", "--win 5t"))
    rows += [(words[1], f"@5t+{tag}", " ".join(f"+{word}" for word in words)) for tag, words in WIN_WORDS.items()]
    headers = ("部分", "写法", "也可写") if zh else ("part", "written", "also accepted")
    notes = (
        "可连写（4556t22bZZZ），顺序不限，区分大小写；@ 之前不含胡的那张。"
        if zh
        else "Groups may touch (4556t22bZZZ) and stand in any order; case counts; @ is not among the tiles before it."
    )
    line = (
        "手牌文件每行：[编号:] [规则 |] 手牌 [=> 期望] [# 注释]"
        if zh
        else "A line of a hands file: [id:] [variant |] hand [=> expectation] [# comment]"
    )
    put("\n\n".join((table(rows, headers), notes, line)))
