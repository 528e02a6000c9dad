"""Hands as text: every alias, every way to write them together, every fault at its column."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kwx_cli.grammar import notation
from kwx_cli.grammar.notation import add_tags, clean, parse_complete, parse_hand, parse_tile, parse_tiles, parse_waiting

from kwx_cli import HandError, parse
from kwx_cli.tiles import NAMES

# Code and column (in characters of the text, from 1) of what is wrong. Not a hand, first.
FAULTS = [
    ("", "empty-hand", 1),
    (" \t\u3000", "empty-hand", 1),
    ("123x", "bad-character", 4),  # nothing is dropped silently
    ("123b?456t", "bad-character", 5),
    ("中文b", "bad-character", 2),
    ("²3b", "bad-character", 1),  # a superscript is a digit for str.isdigit
    ("٤b", "bad-character", 1),  # and so is an Arabic one
    ("12\u200b3b", "bad-character", 3),  # a zero-width space
    ("\ufe0f", "bad-character", 1),  # a variation selector of nothing
    ("22b \ufe0f\ufe0e", "bad-character", 5),
    ("🀢", "bad-character", 1),  # a flower
    ("123", "no-suit", 1),
    ("123b 456", "no-suit", 6),
    ("123b 456 789t", "no-suit", 6),
    ("１２３", "no-suit", 1),
    ("123@5t", "no-suit", 1),
    ("123+pon", "no-suit", 1),
    ("b", "no-rank", 1),
    ("123b t", "no-rank", 6),
    ("条", "no-rank", 1),
    ("22B", "digit-honour", 3),  # case is never folded: B is 白
    ("2Z", "digit-honour", 2),
    ("２Ｂ", "digit-honour", 2),
    ("5发", "digit-honour", 2),
    ("4556T", "digit-honour", 5),
    ("z", "wrong-case", 1),
    ("ZZz", "wrong-case", 3),
    ("T", "wrong-case", 1),
    ("0b", "zero-tile", 1),
    ("120b 305t", "zero-tile", 3),
    ("+pon", "lonely-word", 1),
    ("ZZZ +pon", "lonely-word", 5),
    ("ZZZ+", "no-word", 4),
    ("ZZZ+ pon", "no-word", 4),
    ("111b+1", "no-word", 5),
    ("ZZZ+pong", "unknown-meld", 5),
    ("ZZZ+PON", "unknown-meld", 5),
    ("ZZZ+吃", "unknown-meld", 5),
    ("46t @5t+zimoo", "unknown-tag", 9),
    ("46t @5t+Liang", "unknown-tag", 9),
    ("ZZZ+pon+peng", "second-word", 9),
    ("ZZZ+liang", "tag-on-tiles", 5),
    ("@5t+pon", "meld-on-win", 5),
    ("@5t+gangkai+pao", "tag-conflict", 13),
    ("@5t+pao+gangkai", "tag-conflict", 9),
    ("@5t+gangkai+qianggang", "tag-conflict", 13),
    ("@5t+gangkai+gangpao", "tag-conflict", 13),
    ("@5t+zimo+pao", "tag-conflict", 10),
    ("@5t+zimo+qianggang", "tag-conflict", 10),
    ("@5t+zimo+gangpao", "tag-conflict", 10),
    ("@5t+qianggang+gangpao", "tag-conflict", 15),
    ("46t @", "empty-win", 5),
    ("46t @ 5t", "empty-win", 5),
    ("@55t", "win-many", 3),
    ("@ZZ", "win-many", 3),
    ("@5t @6t", "two-wins", 5),
    ("123b+pon", "chi", 1),
    ("88t 435t+碰", "chi", 5),
    ("112b+pon", "bad-meld", 3),  # the odd one out
    ("22bZZZ+pon 124t+pon", "bad-meld", 13),
    ("ZZ+pon", "bad-meld", 1),
    ("123b ZZZZ+pon", "bad-meld", 6),
    ("ZZZ+an", "bad-meld", 1),
    ("11111b", "fifth-tile", 5),
    ("1b 111b+pon 1b", "fifth-tile", 13),
    ("1111b @1b", "fifth-tile", 8),
    ("111b+pon 11b", "fifth-tile", 11),
    ("红中红中中中中", "fifth-tile", 7),
    ("🀄\ufe0f🀄🀄\ufe0e🀄🀄", "fifth-tile", 7),
    ("1b 2t 3m", "three-suits", 7),
    ("12b 34t ZZ 5m 6m", "three-suits", 12),
    ("1b 22t 333m+pon", "three-suits", 8),
    ("111b+pon 222b+pon 333b+pon 444b+pon 555b+pon", "too-many-melds", 37),
    ("46t 88t 123b 789b ZZZ @5t+gangkai", "gangkai-without-kong", 27),
    ("46t 88t 123b 789b ZZZ+pon @5t+杠开", "gangkai-without-kong", 31),
    ("4556t 123b 789b ZZZ @5t+qianggang", "robbed-tile-held", 25),
    ("46t 88t 123b 789b 555t+pon @5t+qianggang", "robbed-tile-held", 32),
    ("46t 88t 123b 789b ZZZ @5t+haidi+qianggang", "robbed-last-tile", 33),
    ("46t 88t 123b 789b ZZZ @5t+zimo+duiliang", "duiliang-zimo", 32),
    ("46t 88t 123b 789b ZZZ @5t+对亮", "duiliang-zimo", 27),
]


@pytest.mark.parametrize(("text", "code", "column"), FAULTS)
def test_fault(text: str, code: str, column: int) -> None:
    with pytest.raises(HandError) as caught:
        parse(text)
    fault = caught.value.faults[0]
    assert (fault.code, fault.column) == (code, column), text
    assert caught.value.source == text
    for lang in ("en", "zh"):
        assert fault.message(lang)
        assert fault.hint(lang)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("22B 1x 0t", ["digit-honour 3", "bad-character 6", "zero-tile 8"]),
        ("100b @0t", ["zero-tile 2", "zero-tile 3", "zero-tile 7"]),
        ("123b+pon ZZ+pon @5t+pao+zimo", ["chi 1", "bad-meld 10", "tag-conflict 25"]),
        ("11111b 222222t 9t", ["fifth-tile 5", "fifth-tile 12"]),  # each kind of which there are too many
        ("11111b 2t 3m", ["fifth-tile 5", "three-suits 11"]),
        ("55t 88t 123b 789b ZZZ @5t+qianggang+haidi", ["robbed-tile-held 27", "robbed-last-tile 27"]),
    ],
)
def test_all_faults_at_once(text: str, faults: list[str]) -> None:
    with pytest.raises(HandError) as caught:
        parse(text)
    found = [f"{fault.code} {fault.column}" for fault in caught.value.faults]
    assert sorted(found) == sorted(faults)
    columns = [fault.column for fault in caught.value.faults]
    assert columns == sorted(columns, key=lambda column: column or 0)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        # Asked for a waiting hand.
        ("46t 88t 123b 789b ZZZ @5t", "win-given", 23),
        ("46t 88t 123b 789b ZZZ 5t", "tile-count", 23),  # a complete hand has one tile too many
        ("4556t 22b ZZZ+pon", "tile-count", 18),  # six beside one meld: at the end, where some are missing
        ("4b 111b+pon 222b+pon 333b+pon 444b+pon 5b", "tile-count", 40),
        ("45b 111b+pon 222b+pon 333b+pon 666b+pon 7b", "tile-count", 2),
    ],
)
def test_not_a_waiting_hand(text: str, code: str, column: int) -> None:
    with pytest.raises(HandError) as caught:
        parse_waiting(text)
    assert (caught.value.code, caught.value.faults[0].column) == (code, column)


@pytest.mark.parametrize(
    ("text", "case", "column"),
    [
        ("46t 88t 123b 789b ZZZ", "no-win-tile", 22),
        ("4688t @5t", "few", 10),
        ("456t 88t 123b 789b ZZZ @5t", "win-twice", 2),
        ("4456t 88t 123b 789b ZZZ @5t", "many", 22),
        ("44566t 88t 123b 789b ZZZ", "many", 23),
    ],
)
def test_not_a_complete_hand(text: str, case: str, column: int) -> None:
    with pytest.raises(HandError) as caught:
        parse_complete(text)
    fault = caught.value.faults[0]
    assert (fault.code, fault.values["case"], fault.column) == ("tile-count", case, column)


def test_4556t_22b_pon() -> None:
    """The design's own example parses, and waits say what could be missing."""
    assert str(parse("4556t 22b ZZZ+pon")) == "22b 4556t ZZZ+pon"
    with pytest.raises(HandError) as caught:
        parse_waiting("4556t 22b ZZZ+pon")
    assert "3n + 1" in caught.value.faults[0].hint("en")
    assert "10" in caught.value.faults[0].hint("en")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        # Suits: every mark.
        *((f"4556{mark}", "4556t") for mark in "ts条索束條"),
        *((f"22{mark}", "22b") for mark in "bp筒饼餅"),
        *((f"123{mark}", "123m") for mark in "mw万萬"),
        # Dragons.
        *((word * 3, "ZZZ") for word in ("Z", "中", "红中", "🀄", "🀄\ufe0f", "🀄\ufe0e")),
        *((word * 3, "FFF") for word in ("F", "发", "發", "发财", "🀅", "🀅\ufe0e")),
        *((word * 3, "BBB") for word in ("B", "白", "白板", "🀆", "🀆\ufe0f")),
        # Pictures, and with variation selectors.
        ("🀐🀑🀒🀓🀔🀕🀖🀗🀘", "123456789t"),
        ("🀙🀚🀛🀜🀝🀞🀟🀠🀡", "123456789b"),
        ("🀇🀈🀉🀊🀋🀌🀍🀎🀏", "123456789m"),
        ("🀐\ufe0e🀑\ufe0f🀒", "123t"),
        ("🀐🀐🀙🀄", "1b 11t Z"),
        # Together and apart.
        ("4556t22bZZZ+pon", "22b 4556t ZZZ+pon"),
        ("ZZZ+pon4556t22b", "22b 4556t ZZZ+pon"),
        ("4556t 22b\tZZZ+pon", "22b 4556t ZZZ+pon"),
        ("4556t\u300022b　ZZZ+pon", "22b 4556t ZZZ+pon"),
        ("4t 5t 2b 5t 6t 2b", "22b 4556t"),
        ("@5t+pao46t", "46t @5t+pao"),
        ("9999t+an@5t", "9999t+an @5t"),
        ("红中发财白板", "Z F B"),
        ("中发白中", "ZZ F B"),
        ("Z1bF", "1b Z F"),
        # Full width.
        ("４５５６ｔ　２２ｂ　ＺＺＺ＋ｐｏｎ　＠５ｔ＋ｌｉａｎｇ", "22b 4556t ZZZ+pon @5t+liang"),
        # Melds: every word.
        *((f"ZZZ+{word}", "ZZZ+pon") for word in ("pon", "peng", "碰")),
        *((f"ZZZZ+{word}", "ZZZZ+zhi") for word in ("zhi", "zhigang", "mingkan", "直杠")),
        *((f"ZZZZ+{word}", "ZZZZ+bu") for word in ("bu", "bugang", "xugang", "kakan", "补杠", "蓄杠")),
        *((f"ZZZZ+{word}", "ZZZZ+an") for word in ("an", "angang", "ankan", "暗杠")),
        *((f"ZZZZ+{word}", "ZZZZ+kan") for word in ("kan", "gang", "杠")),
        # Win tags: every word.
        *((f"@5t+{word}", "@5t") for word in ("zimo", "自摸")),
        *((f"@5t+{word}", "@5t+pao") for word in ("pao", "点炮", "放炮", "放冲")),
        *((f"@5t+{word}", "@5t+qianggang") for word in ("qianggang", "抢杠", "抢杠胡")),
        *((f"9999t+an @5t+{word}", "9999t+an @5t+gangkai") for word in ("gangkai", "杠开", "杠上开花", "杠上花")),
        *((f"@5t+{word}", "@5t+gangpao") for word in ("gangpao", "杠上炮", "杠上冲")),
        *((f"@5t+{word}", "@5t+haidi") for word in ("haidi", "海底")),
        *((f"@5t+{word}", "@5t+liang") for word in ("liang", "亮倒", "亮牌", "明牌")),
        *((f"@5t+pao+{word}", "@5t+pao+duiliang") for word in ("duiliang", "对亮")),
        # Tags in any order, twice, or one that says more than the other.
        ("@5t+liang+pao", "@5t+pao+liang"),
        ("@5t+liang+liang", "@5t+liang"),
        ("9999t+an @5t+zimo+gangkai", "9999t+an @5t+gangkai"),
        ("@5t+pao+qianggang", "@5t+qianggang"),
        # Order: suits, dragons, melds, the winning tile.
        ("BFZ 33m 21b 999b+pon 1111m+an 444b+pon", "12b 33m Z F B 444b+pon 999b+pon 1111m+an"),
        # A waiting tile that is five of nothing.
        ("1111b", "1111b"),
    ],
)
def test_canonical_form(text: str, canonical: str) -> None:
    hand = parse(text)
    assert str(hand) == canonical
    assert parse(canonical) == hand


def test_every_word_of_the_grammar_is_tried_above() -> None:
    """An alias that is added to the grammar needs a row there."""
    words = {word for words in (*notation.MELD_WORDS.values(), *notation.WIN_WORDS.values()) for word in words}
    assert words == {
        *("pon", "peng", "碰", "zhi", "zhigang", "mingkan", "直杠", "bu", "bugang", "xugang", "kakan", "补杠", "蓄杠"),
        *("an", "angang", "ankan", "暗杠", "kan", "gang", "杠", "zimo", "自摸", "pao", "点炮", "放炮", "放冲"),
        *("qianggang", "抢杠", "抢杠胡", "gangkai", "杠开", "杠上开花", "杠上花", "gangpao", "杠上炮", "杠上冲"),
        *("haidi", "海底", "liang", "亮倒", "亮牌", "明牌", "duiliang", "对亮"),
    }
    assert "".join(notation.SUIT_MARKS.values()) == "bp筒饼餅ts条索束條mw万萬"


def test_a_fifth_tile_is_counted_over_hand_melds_and_win() -> None:
    assert str(parse("1b 111b+pon")) == "1b 111b+pon"
    assert str(parse("1111b+an")) == "1111b+an"
    for text in ("1b 1111b+an", "111b+pon 11b", "111b+pon 1b @1b", "1b 1b 1b 1b 1b"):
        with pytest.raises(HandError, match="5 tiles 1b"):
            parse(text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("5b 99b", "5b 9b 9b"), ("ZZZZ+an 1t", "Z Z Z Z 1t"), ("", ""), ("🀄红中", "Z Z")],
)
def test_tiles_alone(text: str, kinds: str) -> None:
    assert [NAMES[kind] for kind in parse_tiles(text)] == kinds.split()


@pytest.mark.parametrize(("text", "code"), [("5x", "bad-character"), ("0b 1b", "zero-tile"), ("1b 2", "no-suit")])
def test_bad_tiles(text: str, code: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_tiles(text)
    assert caught.value.code == code


def test_one_tile() -> None:
    assert NAMES[parse_tile("5t")] == "5t"
    for text in ("55t", ""):
        with pytest.raises(HandError) as caught:
            parse_tile(text)
        assert caught.value.code == "one-tile"


@pytest.mark.parametrize(
    ("text", "tags", "expected"),
    [
        ("46t 5t", ["pao"], "46t 5t"),  # no winning tile to hang them on
        ("46t @", ["pao"], "46t @"),  # refused later, as it stands
        ("46t @5t", ["pao", "liang"], "46t @5t+pao+liang"),
        ("46t @5t88t", ["pao"], "46t @5t+pao 88t"),  # not on the tiles that touch it
        ("46t @5t333b+pon", ["pao"], "46t @5t+pao 333b+pon"),
        ("46t ＠５ｔ＋liang 1b", ["pao"], "46t ＠５ｔ＋liang+pao  1b"),
        ("@🀄\ufe0f", ["\\1"], "@🀄\ufe0f+\\1"),  # no pattern of a regular expression
    ],
)
def test_tags_from_options(text: str, tags: list[str], expected: str) -> None:
    assert add_tags(text, tags) == expected


@given(st.text(alphabet="0123456789btmpswZFB中发白条筒万碰杠红财@+ \t\ufe0f🀄🀐🀙🀇angkpoziml＠５ｔ　x", max_size=40))
@settings(max_examples=1500)
def test_any_text_is_a_hand_or_is_refused_at_a_column(text: str) -> None:
    try:
        hand = parse(text)
    except HandError as error:
        for fault in error.faults:
            assert fault.column is not None
            assert 1 <= fault.column <= max(1, len(text)) + 1
            assert fault.column - 1 + fault.length <= max(1, len(text)) + 1
            assert fault.message("en")
            assert fault.message("zh")
    else:
        assert parse(str(hand)) == hand


@given(st.text(max_size=30))
@settings(max_examples=300)
def test_any_unicode_is_read_or_refused(text: str) -> None:
    with suppress(HandError):
        parse(text)


@given(st.text())
def test_cleaning_keeps_the_columns(text: str) -> None:
    assert len(clean(text)) == len(text)


def test_the_cache_of_pieces_is_bounded() -> None:
    size = notation._piece.cache_info().maxsize
    assert size is not None
    notation._piece.cache_clear()
    parse("123b 123b 456t 123b")
    assert notation._piece.cache_info().misses == 2
    assert notation._piece.cache_info().hits >= 2


def test_text_stays_with_the_parsed_hand() -> None:
    parsed = parse_hand("46t @5t")
    assert parsed.text == "46t @5t"
    assert str(parsed.hand) == "46t @5t"
