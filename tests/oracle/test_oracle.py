"""The oracle against the worked examples of the rule book."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from .hands import (
    PATTERNS,
    SELF_DRAWN,
    TILES,
    Breakdown,
    OHand,
    best,
    breakdowns,
    contradictions,
    is_win,
    payments,
    places,
    readings,
    seven_pairs,
    waits,
)
from .notation import hand, tiles
from .rules import SHARED, VARIANTS

# Copied, because nothing in the project may need the shared folder: variant | hand => what to expect.
EXAMPLES = """
xiangyang        | 1122334456677t @5t                           => 16 qingyise qidui
xiangyang        | 1122334455566t @5t                           => 32
classic          | 4556t 111b+pon 222b+pon 333b+pon @5t         => 2 kawuxing
classic          | 4688t 111b+pon 222b+pon 333b+pon @5t         => 2 kawuxing
classic          | 2245667t 111b+pon 222b+pon @5t               => 2 kawuxing
classic          | 2245556t 111b+pon 222b+pon @5t               => 8 kawuxing ansigui
xiangfan         | 2245556t 111b+pon 222b+pon @5t               => 4 kawuxing ansigui
xiangyang-wuxian | 46t 123b 88t 789b 9999t+an @5t+gangkai+liang => 8 kawuxing gangkai liangdao
xiangyang        | 112233b 4455t 6t ZZ @6t+liang                => 8 qidui liangdao
xiangyang        | 123t 234t 567b 6b ZZZ @6b                    => 1 pihu
xiangyang        | 222t 333t 11b ZZ 999b+pon @1b                => 2 pengpenghu
xiangyang        | 11223333b 4455t 6t @6t                       => 8 longqidui
xiangyang        | 1111223b 445555t @3b                         => 32 shuanglongqidui
kawuxin          | 1111223b 445555t @3b                         => 16 shuanglongqidui
xiangyang        | 11113333b 45555t @4t                         => 128 sanlongqidui
kawuxin          | 11113333b 45555t @4t                         => 16 shuanglongqidui
xiangyang        | 11113333b 445555t @4t                        => error
xiangyang        | ZZBBFF 22448t 99b @8t                        => 32 sanyuanqidui
xiangyang        | ZZZZFFFFBB 112b @2b                          => 32 shuanglongqidui
xiangyang        | 45t 77t 123b 789b 333t+pon @3t               => 2 mingsigui
xiangyang        | 45t 77t 123b 789b 333t+pon @6t               => 1 pihu
xiangyang        | 55567t 88t 123b 789b @5t                     => 4 ansigui
xiangyang        | 7b 111b+pon 333b+pon 888b+pon 999b+pon @7b   => 16 qingyise shouzhuayi
xiangyang        | 5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t    => 4 shouzhuayi
xiangfan         | 5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t    => 4 pengpenghu shouzhuayi
xiangyang        | 44455666t 999t ZZ @5t                        => 2
xiangyang        | 112233b 4455566t @5t                         => 8
xiangyang        | 1111234567899b @9b                           => 4 qingyise
xiangfan         | 1111234567899b @9b                           => 8 qingyise ansigui
kawuxin          | 1111234567899b @9b                           => 16 qingyise ansigui
xiangyang-manhu  | 1111234567899b @9b                           => 8 qingyise ansigui
suizhou          | ZZ FFF BBB 46t 123b @5t                      => 8 xiaosanyuan kawuxing
kawuxin          | 46t 123b ZZ 789b 9999t+an @5t+gangkai+haidi  => 8 kawuxing gangkai haidilao
xiangfan         | 46t 123b ZZ 789b 9999t+an @5t+gangkai+haidi  => 4 kawuxing gangkai
xiangyang-manhu  | 13t 456t 789b 123b ZZ @2t+pao                => 1 not-allowed
xiangyang-manhu  | 13t 456t 789b 123b ZZ @2t+pao+liang          => 2 liangdao
xiangyang-manhu  | 13t 456t 789b 123b ZZ @2t+zimo               => 1 pihu
xiangyang        | 46t 88t 123b 789b ZZZ @5t+qianggang+liang    => 8 kawuxing qianggang liangdao
xiangyang        | 4556t 123b 789b ZZZ @5t+qianggang            => error
xiangyang        | 46t 88t 123b 789b ZZZ @5t+gangkai            => error
xiangyang        | 46t 88t 123b 789b ZZZ @4t                    => no-win
xiangyang        | 123456789t 1111b                             => waits none
xiangyang        | Z ZZZ+pon FFF+pon BBB+pon 111b+pon           => waits none
xiangyang        | 1234444t 678t 456b                           => waits 1t
xiangyang        | 1112345678999b                               => waits 1b 2b 3b 4b 5b 6b 7b 8b 9b
xiangyang        | 2245667t 111b+pon 222b+pon                   => waits 5t 8t
xiangyang        | 2245556t 111b+pon 222b+pon                   => waits 2t 5t
xiangyang        | 1111b 22b 33b 44t 55t 6t                     => waits 3t 6t
xiaogan          | 44455666t 789b 11b @5t+pao                   => 2 kawuxing
xiangyang-manhu  | 46t 11b 345b 333b+pon 888t+pon @5t+liang     => 8 kawuxing mingsigui liangdao
xiangyang-manhu  | 13t 456t 789b 123b ZZ @2t+pao+duiliang       => 1 not-allowed
xiangyang        | 46t 88t 123b 789b ZZZ @5t+zimo+duiliang      => error
"""
ROWS = [line for line in EXAMPLES.splitlines() if line]


def check_error(given: OHand) -> None:
    """A hand is refused for what it contradicts or for its size."""
    size = len(given.concealed) + 3 * len(given.melds)
    assert contradictions(given) or size != 13


def check_score(given: OHand, variant: str, expected: str) -> None:
    """`8 kawuxing gangkai`: the exact patterns; `1 not-allowed`; a bare fan allows any patterns."""
    assert contradictions(given) == set()
    assert is_win(given)
    counted = best(given, VARIANTS[variant])
    assert counted is not None
    fan, *words = expected.split()
    assert counted.fan == int(fan)
    assert counted.allowed == ("not-allowed" not in words)
    if counted.allowed and words:
        assert set(counted.patterns) == set(words)


@pytest.mark.parametrize("row", ROWS)
def test_example(row: str) -> None:
    variant, _, rest = row.partition("|")
    text, _, expected = (part.strip() for part in rest.partition("=>"))
    given = hand(text)
    if expected == "error":
        check_error(given)
    elif expected == "no-win":
        assert contradictions(given) == set()
        assert not is_win(given)
        assert best(given, VARIANTS[variant.strip()]) is None
    elif expected.startswith("waits"):
        wanted = set(expected.split()[1:]) - {"none"}
        assert waits(given.concealed, given.melds)[0] == wanted
    else:
        check_score(given, variant.strip(), expected)


def test_every_example_is_there() -> None:
    assert len(ROWS) == 52


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("11112t 345t 678t ZZZ @1t", "fifth-tile"),
        ("13t 456t 789b ZZ 1111b+an @2t+pao", None),
        ("Z ZZZ+pon FFF+pon BBB+pon 111b+pon @Z", "fifth-tile"),
        ("46t 88t 123b 789b ZZZ @5t+gangkai", "gangkai-without-kong"),
        ("46t 88t 123b 789b ZZZ+pon @5t+gangkai", "gangkai-without-kong"),
        ("46t 88t 123b 789b ZZZZ+zhi @5t+gangkai", None),
        ("4556t 123b 789b ZZZ @5t+qianggang", "robbed-tile-held"),
        ("46t 88t 123b 789b ZZZ @5t+qianggang+haidi", "robbed-last-tile"),
        ("46t 88t 123b 789b ZZZ @5t+qianggang+duiliang", None),
        ("46t 88t 123b 789b ZZZ @5t+zimo+duiliang", "duiliang-zimo"),
        ("46t 88t 123b 789b ZZZZ+an @5t+gangkai+duiliang", "duiliang-zimo"),
        ("46t 88t 123b 789b ZZZ @5t+pao+haidi+liang+duiliang", None),
        ("46t 88t 123b 789b ZZZ @5t+gangpao+haidi", None),
    ],
)
def test_contradictions(text: str, code: str | None) -> None:
    assert contradictions(hand(text)) == ({code} if code else set())


def test_robbing_a_tile_that_is_ponged_here() -> None:
    assert contradictions(hand("46t 88t 123b 789b 555t+pon @5t+qianggang")) == {"robbed-tile-held"}


@pytest.mark.parametrize(
    ("text", "possible", "exhausted"),
    [
        ("1b", "1b", ""),  # no set at all
        ("4688t", "5t", ""),
        ("4556t", "5t", ""),
        ("2245667t", "5t 8t", ""),
        ("123456789t 1111b", "", "1b"),
        ("1234444t 678t 456b", "1t", "4t"),
        ("Z ZZZ+pon FFF+pon BBB+pon 111b+pon", "", "Z"),
        ("45t 11b 123b 666t+pon 333t+pon", "3t 6t", ""),
        ("45t 11b 123b 6666t+an 333t+pon", "3t", "6t"),
        ("1111b 22b 33b 44t 55t 6t", "3t 6t", ""),
        ("1122b 33b 44t ZZ FF B", "B", ""),
        ("1111b 22b 33b 44t ZZ F", "F", ""),
        ("1111b 1122b", None, None),  # not 3n + 1
        ("11b 22b 33b 4t", "4t", ""),  # seven pairs need thirteen tiles
        ("11b 33b 55b 77b 9b 9t", "", ""),
        ("11b 33b 55b 7b", "", ""),
    ],
)
def test_waits(text: str, possible: str | None, exhausted: str | None) -> None:
    given = hand(text)
    if possible is None or exhausted is None:
        with pytest.raises(ValueError, match="cannot wait"):
            waits(given.concealed, given.melds)
    else:
        assert waits(given.concealed, given.melds) == (set(possible.split()), set(exhausted.split()))


def test_readings_against_building() -> None:
    """Every two sets and a pair of one suit and a dragon, built forwards, are exactly the readings found."""
    kinds = (*TILES[:9], "Z")
    sets = [(kind,) * 3 for kind in kinds] + [tuple(TILES[at : at + 3]) for at in range(7)]
    built: dict[tuple[str, ...], set[tuple[tuple[str, ...], ...]]] = {}
    for first, second in combinations_with_replacement(sets, 2):
        for kind in kinds:
            pair = (kind, kind)
            built.setdefault(tuple(sorted(first + second + pair)), set()).add(tuple(sorted((first, second, pair))))
    for eight, expected in built.items():
        assert set(readings(eight)) == expected
    complete = sum(bool(readings(eight)) for eight in combinations_with_replacement(kinds, 8))
    assert complete == len(built)


def test_readings() -> None:
    assert readings(tiles("444555666t")) == []
    run = ("4t", "5t", "6t")
    assert set(readings(tiles("444555666tZZ"))) == {
        (("4t",) * 3, ("5t",) * 3, ("6t",) * 3, ("Z", "Z")),
        (run, run, run, ("Z", "Z")),
    }
    assert readings(tiles("ZFB11b")) == []
    assert readings(tiles("78t9b11m")) == []


def test_seven_pairs() -> None:
    fives = tiles("11223344555566t")
    assert seven_pairs(fives) == tuple((tile, tile) for tile in fives[::2])
    assert seven_pairs(tiles("112233445566t")) is None
    assert seven_pairs(tiles("11223344555667t")) is None


def test_places() -> None:
    middle = ("4t", "5t", "6t")
    assert places((middle, middle, ("5t", "5t")), "5t") == [middle, ("5t", "5t")]
    assert places((middle, ("5t", "5t")), "7t") == []


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("46t 88t 123b 789b ZZZ @5t", True),
        ("46t 88t 123b 789b ZZZ", False),
        ("4688t @5t", False),  # too few sets
        ("11112t 345t 678t ZZZ @1t", False),
        ("46t 88t 123b 789m ZZZ @5t", False),
        ("46t 88t 123m 789m ZZZ @5t", True),
        ("1122334455t 111b+pon @1b", False),
        ("Z ZZZ+pon FFF+pon BBB+pon 111b+pon @Z", False),
    ],
)
def test_is_win(text: str, wins: bool) -> None:
    given = hand(text)
    assert is_win(given) == wins
    assert bool(breakdowns(given, VARIANTS["xiangyang"])) == wins


def counted(variant: str, text: str, **changes: object) -> Breakdown:
    given = hand(text)
    assert contradictions(given) == set()
    found = best(given, VARIANTS[variant] | {key.replace("__", "."): value for key, value in changes.items()})
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("variant", "text", "fan", "patterns"),
    [
        # A tie goes to fewer patterns, then to the order of the table.
        ("xiangyang", "44455666t 999t ZZ @5t", 2, "pengpenghu"),
        ("xiangyang", "1122334455566t @5t", 32, "qingyise longqidui"),
        ("xiangyang", "112233b 4466t ZZ 5t @5t", 4, "qidui"),
        # Held quads.
        ("kawuxin", "111123b 789999b 5b @5b", 64, "qingyise ansigui ansigui"),
        ("xiangfan", "111123b 789999b 5b @5b", 16, "qingyise ansigui ansigui"),
        ("suizhou", "111123b 789999b 5b @5b", 8, "qingyise ansigui ansigui"),
        ("xiangyang", "111123b 789999b 5b @5b", 4, "qingyise"),
        ("kawuxin", "111123t 789b 456b 2b @2b", 1, "pihu"),
        ("kawuxin", "111123t 789b 456b 2b @2b+liang", 2, "liangdao"),
        ("xiangyang-manhu", "111123t 789b 456b 2b @2b+liang", 2, "liangdao"),
        ("xiangyang-manhu", "111123t 456b 2b 9999b+an @2b+gangkai+liang", 8, "ansigui gangkai liangdao"),
        ("kawuxin", "111123t 456b 2b 9999b+an @2b+gangkai+liang", 4, "gangkai liangdao"),
        ("suizhou", "111123t 789b 456b 2b @2b", 1, "pihu"),
        # A quad by the win makes the rest count, where 2 is enough.
        ("xiangfan", "111123b 45t 99b 333t+pon @3t", 4, "mingsigui ansigui"),
        ("kawuxin", "111123b 45t 99b 333t+pon @3t", 8, "mingsigui ansigui"),
        ("xiangyang-manhu", "111123b 45t 99b 333t+pon @3t", 2, "mingsigui"),
        ("classic", "111123b 45t 99b 333t+pon @3t", 2, "mingsigui"),
        # A held quad and a kong of four are two things.
        ("kawuxin", "46t 88t 123b 789b 9999t+an @5t", 2, "kawuxing"),
        # Seven pairs.
        ("xiangyang-manhu", "1111223b 445555t @3b", 8, "longqidui"),
        ("xiangyang-3d", "11113333b 45555t @4t", 32, "sanlongqidui"),
        ("xiangyang", "ZZBBFF 222244t 9b @9b", 256, "longqidui sanyuanqidui"),
        ("xiangyang", "ZZBBFF 2222444t @4t", 1024, "shuanglongqidui sanyuanqidui"),
        ("kawuxin", "ZZBBFF 222244t 9b @9b", 8, "longqidui"),
        ("kawuxin", "ZZBBFF 224466t 9b @9b", 4, "qidui"),
        ("xiangyang", "ZZZZBBFF 2244t 9b @9b", 8, "longqidui"),
        # Dragons and the last single tile.
        ("xiangyang", "5t ZZZ+pon FFF+pon BBB+pon 111b+pon @5t", 32, "dasanyuan shouzhuayi"),
        ("xiangfan", "5t ZZZ+pon FFF+pon BBB+pon 111b+pon @5t", 32, "pengpenghu dasanyuan shouzhuayi"),
        ("xiangyang", "Z FFF+pon BBBB+an 111b+pon 2222t+zhi @Z", 16, "xiaosanyuan shouzhuayi"),
        ("xiangyang", "ZZ BB 123b 456t FFF+pon @Z", 4, "xiaosanyuan"),
        ("xiangyang", "ZZZZ+an BB 123b 456t FF @F", 4, "xiaosanyuan"),
        ("suizhou", "ZZZ BB 44t 666t FFF+pon @4t", 8, "pengpenghu xiaosanyuan"),
        # Events.
        ("xiangyang", "13t 456t 789b 123b ZZ @2t+haidi", 1, "pihu"),
        ("kawuxin", "13t 456t 789b 123b ZZ @2t+haidi", 2, "haidilao"),
        ("kawuxin", "13t 456t 789b 123b ZZ @2t+pao+haidi", 1, "pihu"),
        ("suizhou", "13t 456t 789b 123b ZZ @2t+pao+haidi", 2, "haidipao"),
        ("suizhou", "13t 456t 789b 123b ZZ @2t+gangpao+haidi", 4, "gangshangpao haidipao"),
        ("suizhou", "13t 456t 789b ZZ 1111b+bu @2t+gangkai+haidi", 4, "gangkai haidilao"),
        ("suizhou", "13t 456t 789b 123b ZZ @2t+qianggang", 2, "qianggang"),
    ],
)
def test_patterns(variant: str, text: str, fan: int, patterns: str) -> None:
    found = counted(variant, text)
    assert (found.fan, found.patterns) == (fan, Counter(patterns.split()))


def test_quads_of_sequences_only() -> None:
    """The four sevens lie in four sequences: no reading has a triplet of them."""
    text = "5t 666t 777t 888t 9t 11b @7t"
    assert counted("xiangyang", text).patterns == {"ansigui": 1}
    assert counted("xiangyang", text, sigui__needs_triplet=True).patterns == {"pihu": 1}
    assert counted("xiangyang", "55567t 88t 123b 789b @5t", sigui__needs_triplet=True).fan == 4
    assert counted("xiangyang", "45t 77t 123b 789b 333t+pon @3t", sigui__needs_triplet=True).fan == 2


def test_scope_any() -> None:
    text = "111123b 45t 99b 888t+pon @3t"
    assert counted("xiangyang", text, sigui__scope="any").patterns == {"ansigui": 1}
    text = "678t 45t 99b 123b 888t+pon @3t"
    assert counted("xiangyang", text, sigui__scope="any").patterns == {"mingsigui": 1}
    assert counted("xiangyang", text).patterns == {"pihu": 1}


def test_every_breakdown() -> None:
    found = breakdowns(hand("112233b 4466t ZZ 5t @5t"), VARIANTS["xiangyang"])
    assert sorted((item.fan, tuple(item.patterns), item.place) for item in found) == [
        (2, ("kawuxing",), ("4t", "5t", "6t")),
        (4, ("qidui",), ("5t", "5t")),
    ]
    capped = counted("xiangyang-manhu", "1111234567899b @9b")
    assert (capped.product, capped.fan) == (16, 8)


@pytest.mark.parametrize(
    ("variant", "text", "patterns", "extra", "allowed"),
    [
        ("xiaogan", "44455666t 789b 11b @5t+pao", "kawuxing", 0, True),
        ("xiaogan", "44455666t 789b 11b @5t", "kawuxing", 0, True),
        ("xiaogan", "44455666t 789b 11b @5t+pao+liang", "kawuxing liangdao", 0, True),
        ("xiaogan", "44455666t 789b 11b @5t+liang", "liangdao", 3, True),
        ("xiaogan", "55567t 88t 123b 789b @5t+pao", "ansigui", 1, True),
        ("xiaogan", "33t 55t 123b 456b 789b @3t+pao", "pihu", 0, False),
        ("xiaogan", "33t 55t 123b 456b 789b @3t", "pihu", 1, False),
        ("xiaogan", "13t 55t 888b+pon 1111b+zhi ZZZZ+an @2t+gangkai", "gangkai", 2, True),
        ("xiaogan", "13t 55t 888b+pon 1111b+zhi ZZZZ+an @2t+gangpao", "gangshangpao", 2, True),
        (
            "qiabazhang",
            "1b 3333b+an 5555b+zhi 6666b+bu 7777b+kan @1b",
            "qingyise shouzhuayi",
            4 + 1 + 11,
            True,
        ),
        ("qiabazhang", "3335t 123b 456b 789b @5t", "pihu", 1 + 1 + 2, False),
        ("qiabazhang", "3335t 123b 456b 789b @4t", "pihu", 0 + 1 + 2, False),
        ("qiabazhang", "3335t 123b 456b 789b @5t+pao+liang", "liangdao", 1 + 0 + 2, True),
        ("qiabazhang", "33t 55t 123b 456b 789b @3t+gangpao", "gangshangpao", 1 + 0 + 2, True),
        ("qiabazhang", "ZZBBFF 1133t 557b @7b", "sanyuanqidui", 0 + 1 + 0, True),
    ],
)
def test_extras(variant: str, text: str, patterns: str, extra: int, allowed: bool) -> None:
    found = counted(variant, text)
    assert (set(found.patterns), found.extra, found.allowed) == (set(patterns.split()), extra, allowed)


STAR = "46t 88t 123b 789b ZZZ @5t"


@pytest.mark.parametrize(
    ("variant", "text", "expected"),
    [
        ("xiangyang-wuxian", STAR, {"each": 2}),  # P1
        ("xiangyang-wuxian", STAR + "+pao", {"discarder": 2}),
        ("xiangyang-wuxian", STAR + "+pao+liang", {"discarder": 8}),
        ("xiangyang-wuxian", STAR + "+pao+duiliang", {"discarder": 2}),
        ("xiangyang", STAR + "+pao+duiliang", {"discarder": 4}),  # P2, off a discard
        ("xiangyang", STAR + "+pao+liang+duiliang", {"discarder": 4}),
        ("xiangyang-manhu", STAR + "+pao+liang+duiliang", {"discarder": 4}),  # P3
        ("xiangyang-manhu", "46t 88t 123b 789b ZZZZ+an @5t+liang", {"each": 4}),  # P7
        ("xiangyang-manhu", "1122334456677t @5t+pao+liang", {"discarder": 16}),  # P9
        ("classic", STAR + "+qianggang", {"discarder": 4}),
        ("classic", STAR + "+qianggang+liang", {"discarder": 16}),
        ("xiangyang-3d", STAR + "+pao", {"discarder": 2}),
        ("xiangyang-3d", STAR + "+pao+liang", {"discarder": 4, "other": 4}),
        ("xiangyang-3d", STAR + "+pao+duiliang", {"discarder": 4}),
        ("xiangyang-3d", STAR + "+pao+liang+duiliang", {"discarder": 8 + 4}),
        ("xiaogan", STAR + "+pao+liang", {"discarder": 5, "other": 5}),
        ("xiaogan", STAR + "+pao+liang+duiliang", {"discarder": 9 + 5}),
        ("qiabazhang", STAR + "+pao+liang", {"discarder": 5 + 5}),
        ("qiabazhang", STAR + "+pao+duiliang", {"discarder": 4 + 1}),
        ("qiabazhang", STAR, {"each": 2 + 1 + 1}),
        ("xiangyang-manhu", "13t 456t 789b 123b ZZ @2t+pao", {}),
        ("xiangyang-manhu", "13t 456t 789b 123b ZZ @2t+pao+duiliang", {}),
        ("xiangyang-3d", "13t 456t 789b 123b ZZ @2t", {}),
        ("xiangyang", "46t 88t 123b 789b ZZZ @4t", {}),
    ],
)
def test_payments(variant: str, text: str, expected: dict[str, int]) -> None:
    given = hand(text)
    assert contradictions(given) == set()
    assert payments(given, VARIANTS[variant]) == expected


def test_a_payers_doubling_is_inside_the_cap() -> None:
    rules = VARIANTS["xiangyang-3d"] | {"cap": 8}
    assert payments(hand("1122334456677t @5t+pao+duiliang"), rules) == {"discarder": 8}
    assert payments(hand(STAR + "+pao+liang+duiliang"), rules | {"cap": 4}) == {"discarder": 4 + 4}


def test_own_liability() -> None:
    rules = VARIANTS["xiangyang"] | {"reveal.liability": "own"}
    assert payments(hand(STAR + "+pao+liang"), rules) == {"discarder": 4}


def test_variants() -> None:
    assert len(VARIANTS) == 11
    assert {key.removeprefix("values.") for key in SHARED if key.startswith("values.")} == set(PATTERNS)
    for rules in VARIANTS.values():
        assert rules.keys() == SHARED.keys()
    assert set(SELF_DRAWN) == {"zimo", "gangkai"}
