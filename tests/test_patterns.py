"""A table for each pattern: hands that nearly have it first, then those that do, then what regions make of it.

A row is a line of a hands file, with settings on top of the variant in brackets; its comment says what it is for.
`x*2` is a pattern that counts twice. The default variant is 襄阳无限翻, which has the common values.
"""

from __future__ import annotations

import re

import pytest

from kwx_cli import load_variant, parse, score
from kwx_cli.patterns import PATTERNS, concealed_quads, exposed_quads
from kwx_cli.scoring import Result

STAR = "46t 88t 123b 789b ZZZ"

TABLES = {
    "pihu": """
        46t 88t 123b 789b ZZZ @4t       => no-win
        46t 88t 123b 789b ZZZ @5t       => 2 kawuxing            # something else holds, so it does not
        13t 456t 789b 123b ZZ @2t+liang => 2 liangdao            # and be it 亮倒
        13t 456t 789b 123b ZZ @2t       => 1 pihu                # a run
        123t 234t 567b 6b ZZZ @6b       => 1 pihu                # a lone pair
        44t ZZ 123b 456b 789b @Z        => 1 pihu                # one dragon triplet is nothing
        13t 456t 789b 123b ZZ @2t+haidi => 1 pihu                # an event that the variant does not list
    """,
    "pengpenghu": """
        222t 333t 11b ZZ 999b @1t       => no-win
        222t 333t 11b ZZ 789b @1b       => 1 pihu                # one run
        22t 33t 11b ZZ 99b 55t 6t @6t   => 4 qidui               # pairs only
        111222333b 11t ZZ @1t           => 2 pengpenghu          # 111 222 333 is 123 three times too
        222t 333t 11b ZZ 999b+pon @1b   => 2 pengpenghu          # a pon
        222t 333t 11b ZZ 9999b+an @1b   => 2 pengpenghu          # a kong
        Z 111b+pon 222t+pon 888t+pon 999t+pon @Z => 4 shouzhuayi # absorbed by 手抓一
        classic | Z 111b+pon 222t+pon 888t+pon 999t+pon @Z => 4 pengpenghu shouzhuayi # ×2 each
    """,
    "kawuxing": """
        55t 88t 123b 789b ZZZ @5t       => 1 pihu                # completes 555 only
        34t 88t 123b 789b ZZZ @5t       => 1 pihu                # the end of 345
        67t 88t 123b 789b ZZZ @5t       => 1 pihu                # the start of 567
        56t 88t 123b 789b ZZZ @4t       => 1 pihu                # 4 of 456
        45t 88t 123b 789b ZZZ @6t       => 1 pihu                # 6 of 456
        46b 88b 123t 789t ZZZ @5t       => no-win                # another suit
        35t 88t 123b 789b ZZZ @4t       => 1 pihu                # the middle of 345
        112233b 4466t 5t ZZ @5t         => 4 qidui               # a 5 in seven pairs
        46t 88t 123b 789b ZZZ @5t       => 2 kawuxing            # the plain case
        46m 88t 123m 789m ZZZ @5m       => 2 kawuxing            # 万
        46t 88t 123b 789b ZZZ @5t+pao   => 2 kawuxing            # off a discard
        4556t 111b+pon 222b+pon 333b+pon @5t => 2 kawuxing       # 5 was in hand already
        4688t 111b+pon 222b+pon 333b+pon @5t => 2 kawuxing       # beside another pair
        2245667t 111b+pon 222b+pon @5t  => 2 kawuxing            # waits on 8 too
        2245667t 111b+pon 222b+pon @8t  => 1 pihu                # the other wait
        2245556t 111b+pon 222b+pon @2t  => 1 pihu
        34456t 88t 123b ZZZ @5t         => 2 kawuxing            # 345 or 456: the better place counts
        44455666t 999t ZZ @5t           => 2 pengpenghu          # or 卡五星, never both; the table's order
    """,
    "mingsigui": """
        45t 77t 123b 789b 333t+pon @6t  => 1 pihu                # the other wait
        45t 77t 123b 789b 3333t+bu @6t  => 1 pihu                # a kong is none
        45t 77t 123b 789b 333t @6t      => 1 pihu                # three only
        345t 7t 123b 789b 333t+pon @7t  => 1 pihu                # held, and the scope is the win's
        345t 77t 13b 789b 333t+pon @2b  => 1 pihu
        45t 77t 123b 789b 333t+pon @3t  => 2 mingsigui           # the winning tile is the fourth
        45t 77t 123b 789b 333t+pon @3t+pao => 2 mingsigui        # off a discard
        Z ZZZ+pon 111b+pon 222b+pon 333b+pon @Z => error         # a fifth
        [sigui.scope=any] | 345t 7t 123b 789b 333t+pon @7t => 2 mingsigui    # 全频道: held counts
        [sigui.scope=any] | 345t 678t 7b 333t+pon 888t+pon @7b => 4 mingsigui*2 # two held
        [sigui.scope=any] | 45t 678t 77b 333t+pon 888t+pon @3t => 4 mingsigui*2 # one won, one held
        [values.mingsigui=none] | 45t 77t 123b 789b 333t+pon @3t => 1 pihu
    """,
    "ansigui": """
        55567t 88t 123b 789b @8t        => 1 pihu                # three only
        55567t 88t 123b 789b @5t        => 4 ansigui             # the fourth wins
        55567t 88t 123b 789b @5t+pao    => 4 ansigui             # 逮炮也算
        1111234567899b @9b              => 4 qingyise            # held, and the scope is the win's
        5555t+an 67t 88t 123b 789b @5t  => error                 # a fifth
        555567t 8t 123b 789b @8t        => 1 pihu                # held
        9999t+an 46t 88t 123b 789b @5t  => 2 kawuxing            # a concealed kong is none
        1111b 22b 33b 44t 55t 6t @6t    => 8 longqidui           # seven pairs never earn 四归
        1111b 22b 33b 44t 55t 66t @1b   => error
        4444t 5556t 6t 778t Z @Z        => no-win
        2245556t 111b+pon 222b+pon @5t  => 8 kawuxing ansigui    # with 卡五星
        classic  | 2245556t 111b+pon 222b+pon @5t => 8 kawuxing ansigui
        xiangfan | 2245556t 111b+pon 222b+pon @5t => 4 kawuxing ansigui   # ×2 there
        [sigui.scope=any] | 111123b 789999b 5t @5t => 16 ansigui*2        # two held
        [sigui.scope=any] | 111123b 99978b 5t 5t @9b => 16 ansigui*2      # one won, one held
    """,
    "needs_triplet": """
        5t 666t 777t 888t 9t 11b @7t    => 4 ansigui             # four sevens in four runs
        [sigui.needs_triplet=true] | 5t 666t 777t 888t 9t 11b @7t => 1 pihu
        [sigui.needs_triplet=true] | 55567t 88t 123b 789b @5t     => 4 ansigui   # 555 and 567
        [sigui.needs_triplet=true] | 45t 77t 123b 789b 333t+pon @3t => 2 mingsigui # a pon is a triplet
        456789b 6t 777t 88t 9t @8t      => no-win
        456789b 6t 777t 88t 9t @7t      => 4 ansigui             # 678 789 and the pair 77
        [sigui.needs_triplet=true] | 456789b 6t 777t 88t 9t @7t   => 1 pihu
    """,
    "scope big": """
        xiangfan | 111123t 789b 456b 2b @2b              => 1 pihu                  # 屁胡 does not count held ones
        xiangfan | 111123t 789b 456b 2b @2b+liang        => 2 liangdao              # nor 亮倒: the shape decides
        xiangfan | 111123t 79b 456b 22b @8b+pao          => 1 pihu
        xiangfan | 1111234567899b @9b                    => 8 qingyise ansigui      # a 清一色 does
        xiangfan | 111123b 46t 99b ZZZ @5t               => 4 kawuxing ansigui      # and a 卡五星
        xiangfan | 111123b 45t 99b 333t+pon @3t          => 4 mingsigui ansigui     # and a quad by the win
        xiangfan | 111123b 999978b 5b @5b                => 16 qingyise ansigui*2   # each multiplies
        kawuxin  | 1111234567899b @9b                    => 16 qingyise ansigui
        xiangyang-manhu | 111123t 46t 99b 123b @5t+pao   => 2 kawuxing              # big_at 4: 2 is too little
        xiangyang-manhu | 111123t 46t 99b 123b @5t+pao+liang => 8 kawuxing ansigui liangdao # 累计, P17
        xiangyang-manhu | 46t 11b 345b 333b+pon 888t+pon @5t+liang => 8 kawuxing mingsigui liangdao # P17
        xiangyang-manhu | 46t 11b 345b 333b+pon 888t+pon @5t => 2 kawuxing
        kawuxin [sigui.big_at=4] | 46t 11b 345b 333b+pon 888t+pon @5t+liang => 4 kawuxing liangdao
        kawuxin [sigui.big_at=4] | 111123b 46t 99b ZZZ @5t => 2 kawuxing
        kawuxin [sigui.big_counts_events=true] | 111123t 789b 456b 2b @2b+liang => 8 ansigui liangdao
        kawuxin [sigui.big_counts_events=true] | 111123t 789b 456b 2b @2b+haidi => 8 ansigui haidilao
        xiangyang | 111123b 46t 99b ZZZ @5t              => 2 kawuxing              # scope win
        xiangyang [sigui.scope=any] | 111123t 789b 456b 2b @2b => 4 ansigui         # scope any: 屁胡 too
    """,
    "scope_in_flush": """
        suizhou | 111123t 789b 456b 2b @2b               => 1 pihu                  # no flush: by the win
        suizhou | 55567t 88t 123b 789b @5t               => 4 ansigui
        suizhou | 1111234567899b @9b                     => 8 qingyise ansigui      # 一色都算满
        suizhou [cap=none] | 1111234567899b @9b          => 16 qingyise ansigui
        suizhou | 345b 6b 567b 789b 333b+pon @6b         => 8 qingyise mingsigui
        [sigui.scope_in_flush=win] [sigui.scope=any] | 1111234567899b @9b => 4 qingyise
    """,
    "qingyise": """
        1122334455667t 7t 8t @8t        => error
        112233t 456t 78t 99b @9t        => 1 pihu                # one pair of another suit
        112233t 456t 789t Z @Z          => 1 pihu                # dragons
        ZZZ FFF BBB 111b 2b @2b         => 16 pengpenghu dasanyuan # one suit and dragons
        Z ZZZ+pon FFF+pon BBB+pon 1111b+an @Z => error
        112233t 45t 88t 999b+pon @6t    => 1 pihu                # a meld of another suit
        112233t 456t 789t 9t @9t        => 4 qingyise
        112233t 45t 88t 999t+pon @6t    => 4 qingyise            # melds too
        1122334456677t @5t              => 16 qingyise qidui
        1122334455566t @5t              => 32 qingyise longqidui # or 卡五星 暗四归, never both: fewer patterns
        112233m 456m 789m 9m @9m        => 4 qingyise            # 万
        [values.qingyise=none] | 112233t 456t 789t 9t @9t => 1 pihu
    """,
    "qidui": """
        1122b 33b 44t 55t 66t Z @F      => no-win
        1122b 33b 44t 55t @6t           => error                 # too few
        1122334455t 111b+pon @1b        => no-win                # a meld bars seven pairs
        22334455t 66t 111b+pon @1b      => no-win
        1122b 33b 44t 55t 66t Z @Z      => 4 qidui
        1122b 33b 44t 55t 66t Z @Z+pao  => 4 qidui
        112233b 4455t 6t ZZ @6t+liang   => 8 qidui liangdao
        112233b 445566t Z @Z            => 4 qidui               # two readings: seven pairs pay more
    """,
    "longqidui": """
        1111b 22b 33b 44t 55t 6t @3t    => 1 pihu                # 111 123 23 …: the other wait
        11223333b 4455t 6t @6t          => 8 longqidui           # held four
        11223334455b 66t 3b @3b         => error
        1122333b 4455t 66t @3b          => 8 longqidui           # won four, and no 四归 on top
        xiangyang-manhu | 1122333b 4455t 66t @3b => 8 longqidui
        [values.longqidui=none] | 11223333b 4455t 6t @6t => 4 qidui  # the next lower rung
    """,
    "shuanglongqidui": """
        1111223b 445566t @3b            => 8 longqidui           # one quad
        1111223b 445555t @3b            => 16 shuanglongqidui
        xiangyang | 1111223b 445555t @3b => 32 shuanglongqidui   # ×32 there
        kawuxin   | 1111223b 445555t @3b => 16 shuanglongqidui
        xiangyang-manhu | 1111223b 445555t @3b => 8 longqidui    # no such rung: 龙七对
        xiangyang | ZZZZFFFFBB 112b @2b => 32 shuanglongqidui    # neither 小三元 nor 三元七对
        [values.longqidui=none] [values.shuanglongqidui=none] | 1111223b 445555t @3b => 4 qidui
    """,
    "sanlongqidui": """
        11113333b 445555t @4t           => error                 # fifteen tiles
        11113333b 45555t @4t            => 16 shuanglongqidui    # not listed
        xiangyang | 11113333b 45555t @4t => 128 sanlongqidui
        xiangyang-3d | 11113333b 45555t @4t => 32 sanlongqidui
        kawuxin | 11113333b 45555t @4t  => 16 shuanglongqidui
        xiangyang [values.sanlongqidui=none] | 11113333b 45555t @4t => 32 shuanglongqidui
    """,
    "sanyuanqidui": """
        xiangyang | ZZBB 112233t 4455t @F  => error
        xiangyang | ZZBB 112233t 445t @5t  => 4 qidui                # 发 is missing
        xiangyang | ZZZZBBFF 2244t 9b @9b  => 8 longqidui            # four 中: not exactly two
        xiangyang | ZZZ BBB FF 22448t @8t  => no-win
        xiangyang | ZZBBFF 22448t 99b @8t  => 32 sanyuanqidui        # in place of 七对
        xiangyang | ZZBFF 2244t 88t 99b @B => 32 sanyuanqidui
        xiangyang | ZZBBFF 222244t 9b @9b  => 256 longqidui sanyuanqidui # 重合则累乘
        xiangyang | ZZBBFF 2222444t @4t    => 1024 shuanglongqidui sanyuanqidui
        kawuxin   | ZZBBFF 224488t 9b @9b  => 4 qidui                # not listed
        kawuxin   | ZZBBFF 222244t 9b @9b  => 8 longqidui
    """,
    "xiaosanyuan": """
        ZZZ FFF 46t 11b 123b @5t        => 2 kawuxing            # no dragon pair
        ZZ BBB 46t 111t 123b @5t        => 2 kawuxing            # one dragon set
        ZZ FFF BBB 46t 123b @5t         => 8 kawuxing xiaosanyuan
        ZZ FFF BBB+pon 13t 123b @2t     => 4 xiaosanyuan         # a pon
        ZZZZ+an BB 123b 456t FF @F      => 4 xiaosanyuan         # a kong, and the win makes a triplet
        Z FFF BBB 123b 456t @Z          => 4 xiaosanyuan         # the win makes the pair
        ZZZ BB 44t 666t FFF+pon @4t     => 8 pengpenghu xiaosanyuan
    """,
    "dasanyuan": """
        ZZZ FFF BB 46t 123b @5t         => 8 kawuxing xiaosanyuan
        ZZZ FFF BB 11b 456t @B          => 8 dasanyuan           # and no 小三元 beside it
        46t 11b ZZZ FFF+pon BBB+pon @5t => 16 kawuxing dasanyuan
        2b ZZZ 111b FFFF+an BBBB+zhi @2b => 16 pengpenghu dasanyuan
        5t ZZZ+pon FFF+pon BBB+pon 111b+pon @5t => 32 dasanyuan shouzhuayi
    """,
    "shouzhuayi": """
        5t 222b 111b+pon 222t+pon 888t+pon @5t  => 2 pengpenghu          # three melds
        5t 111b+pon 222t+pon 888t+pon ZZZ+pon @6t => no-win
        5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t => 4 shouzhuayi
        5t 1111b+an 2222t+zhi 8888t+bu ZZZZ+kan @5t => 4 shouzhuayi      # kongs of any kind
        7b 111b+pon 333b+pon 888b+pon 999b+pon @7b => 16 qingyise shouzhuayi # XY: 清一色手抓一
        xiangyang | 5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t => 4 shouzhuayi
        xiangfan  | 5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t => 4 pengpenghu shouzhuayi
        classic   | 5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t => 4 pengpenghu shouzhuayi
        [values.shouzhuayi=none] | 5t 111b+pon 222t+pon 888t+pon ZZZ+pon @5t => 2 pengpenghu # nothing left to absorb it
    """,
    "gangkai": """
        46t 88t 123b 789b ZZZ @5t+gangkai       => error                 # no kong in the hand
        46t 88t 123b 789b 999t+pon @5t+gangkai  => error                 # a pon is none
        46t 88t 123b 789b 9999t+an @5t          => 2 kawuxing            # a kong, won otherwise
        46t 123b 88t 789b 9999t+an @5t+gangkai  => 4 kawuxing gangkai
        46t 88t 9999t+an 1111b+bu 2222b+zhi @5t+gangkai => 4 kawuxing gangkai # however long the chain
        46t 123b 88t 789b 9999t+kan @5t+杠上开花 => 4 kawuxing gangkai
    """,
    "gangshangpao": """
        46t 88t 123b 789b ZZZ @5t+gangpao+zimo       => error
        46t 88t 123b 789b ZZZ @5t+gangpao+qianggang  => error
        46t 88t 123b 789b ZZZ @5t+pao                => 2 kawuxing
        46t 88t 123b 789b ZZZ @5t+gangpao            => 4 kawuxing gangshangpao
        46t 88t 123b 789b ZZZ @5t+gangpao+duiliang   => 4 kawuxing gangshangpao # the payer's is not in the product
    """,
    "qianggang": """
        4556t 123b 789b ZZZ @5t+qianggang            => error    # the other three are in the robbed pon
        46t 88t 123b 789b 555t+pon @5t+qianggang     => error
        46t 88t 123b 789b ZZZ @5t+qianggang+haidi    => error    # no kong with the last tile
        46t 88t 123b 789b ZZZ @5t+qianggang+zimo     => error
        46t 88t 123b 789b ZZZ @5t+qianggang          => 4 kawuxing qianggang
        xiangyang | 46t 88t 123b 789b ZZZ @5t+qianggang+liang => 8 kawuxing qianggang liangdao
    """,
    "haidilao": """
        kawuxin   | 46t 88t 123b 789b ZZZ @5t+pao+haidi => 2 kawuxing            # a discard is no 海底捞
        xiangyang | 46t 88t 123b 789b ZZZ @5t+haidi     => 2 kawuxing            # not listed
        kawuxin   | 46t 88t 123b 789b ZZZ @5t+haidi     => 4 kawuxing haidilao
        kawuxin   | 46t 123b ZZ 789b 9999t+an @5t+gangkai+haidi => 8 kawuxing gangkai haidilao
        suizhou   | 46t 88t 123b 789b ZZZ @5t+haidi     => 4 kawuxing haidilao
        xiangyang-3d [pindao=quan] | 46t 88t 123b 789b ZZZ @5t+haidi => 4 kawuxing haidilao
        xiangyang-3d [pindao=ban]  | 46t 88t 123b 789b ZZZ @5t+haidi => 2 kawuxing
    """,
    "haidipao": """
        suizhou | 46t 88t 123b 789b ZZZ @5t+haidi         => 4 kawuxing haidilao # self-drawn
        kawuxin | 46t 88t 123b 789b ZZZ @5t+pao+haidi     => 2 kawuxing          # not listed
        suizhou | 46t 88t 123b 789b ZZZ @5t+pao+haidi     => 4 kawuxing haidipao
        suizhou | 46t 88t 123b 789b ZZZ @5t+gangpao+haidi => 8 kawuxing gangshangpao haidipao
    """,
    "liangdao": """
        46t 88t 123b 789b ZZZ @5t+pao+duiliang => 2 kawuxing        # the payer had revealed, not the winner
        46t 88t 123b 789b ZZZ @5t+duiliang     => error             # on a self-draw a round says who had
        46t 88t 123b 789b ZZZ @5t+liang        => 4 kawuxing liangdao
        46t 88t 123b 789b ZZZ @5t+pao+liang+duiliang => 4 kawuxing liangdao
        [values.liangdao=none] | 46t 88t 123b 789b ZZZ @5t+liang => 2 kawuxing
    """,
    "min_fan": """
        xiangyang-manhu | 13t 456t 789b 123b ZZ @2t+pao          => 1 not-allowed pihu
        xiangyang-manhu | 13t 456t 789b 123b ZZ @2t+pao+duiliang => 1 not-allowed pihu # a payer's reveal does not help
        xiangyang-manhu | 13t 456t 789b 123b ZZ @2t+qianggang    => 2 qianggang        # an event does
        xiangyang-manhu | 13t 456t 789b 123b ZZ @2t+pao+liang    => 2 liangdao         # and his own 亮倒
        xiangyang-manhu | 13t 456t 789b 123b ZZ @2t              => 1 pihu             # a self-draw needs 1
        xiangyang-3d    | 13t 456t 789b 123b ZZ @2t              => 1 not-allowed pihu # 2 for any win
        qiabazhang      | 13t 456t 789b 123b ZZ @2t              => 1 not-allowed pihu
        qiabazhang      | 46t 88t 123b 789b ZZZ @5t              => 2 kawuxing
        [min_fan.zimo=4] | 46t 88t 123b 789b ZZZ @5t             => 2 not-allowed kawuxing
        [min_fan.zimo=4] | 46t 88t 123b 789b ZZZ @5t+pao         => 2 kawuxing
        [min_fan.zimo=4] [cap=2] | 112233t 456t 789t 9t @9t      => 2 qingyise # the product, not the cap
        xiaogan | 44455666t 789b 11b @5t+pao                     => 2 kawuxing # P16: not the triplets
    """,
    "cap": """
        xiangyang-manhu | 1122334456677t @5t+liang   => 8 qingyise qidui liangdao # 32, capped
        suizhou         | 1122334456677t @5t         => 8 qingyise qidui
        [cap=1]         | 1122334456677t @5t         => 1 qingyise qidui
        [cap=16]        | 1122334456677t @5t         => 16 qingyise qidui
        xiangyang-3d [fengding=8] | 1122334456677t @5t => 8 qingyise qidui
        xiangyang-3d | 1122334456677t @5t            => 16 qingyise qidui
        [cap=4] | 1122334455566t @5t                 => 4 qingyise longqidui # alike under the cap: the product decides
    """,
}

ROWS = [
    pytest.param(line.partition("#")[0].strip(), id=f"{name}: {' '.join(line.split())}")
    for name, table in TABLES.items()
    for line in table.strip().splitlines()
]


def scored(row: str) -> tuple[Result, str]:
    """Score the hand of a row under its variant with its settings; return what it expects too."""
    front, _, expected = row.partition("=>")
    rules, _, text = front.rpartition("|")
    settings = re.findall(r"\[(.*?)\]", rules)
    name = re.sub(r"\[.*?\]", "", rules).strip()
    return score(parse(text), load_variant(name or "xiangyang-wuxian", settings)), expected.strip()


@pytest.mark.parametrize("row", ROWS)
def test_pattern(row: str) -> None:
    if row.endswith("=> error"):
        with pytest.raises(ValueError, match=r".+"):
            scored(row)
        return
    result, wanted = scored(row)
    expected = " ".join(sorted(wanted.split()))
    if result.best is None:
        got = "no-win"
    else:
        status = [] if result.status == "win" else [result.status]
        lines = result.best.score.lines
        words = [line.id + (f"*{line.count}" if line.count > 1 else "") for line in lines]
        got = " ".join(sorted([str(result.best.score.fan), *status, *words]))
    assert got == expected


def test_every_pattern_has_a_table() -> None:
    assert set(PATTERNS) <= set(TABLES)


def test_every_table_begins_with_what_does_not_hold() -> None:
    for name in PATTERNS:
        first = TABLES[name].strip().splitlines()[0].partition("#")[0]
        assert not re.search(rf"\b{name}\b", first.partition("=>")[2]), name


@pytest.mark.parametrize("line", [line for p in PATTERNS.values() for line in p.examples])
def test_the_examples_of_the_patterns_themselves(line: str) -> None:
    result, expected = scored(line)
    assert result.best is not None
    fan, *patterns = expected.split()
    assert result.best.score.fan == int(fan)
    assert sorted(line.id for line in result.best.score.lines) == sorted(patterns)


def test_a_reading_that_pays_less_is_shown_too() -> None:
    """卡五星 and 暗四归 of 1122334455566t @5t are another reading than 清一色 龙七对."""
    result, _ = scored("xiangyang | 1122334455566t @5t => 32")
    found = {(b.score.fan, " ".join(line.id for line in b.score.lines)) for b in result.breakdowns}
    assert (32, "qingyise longqidui") in found
    assert (32, "kawuxing ansigui qingyise") in found
    assert not any("longqidui" in words and "kawuxing" in words for _, words in found)


def test_several_quads_of_one_kind_multiply_each() -> None:
    result, _ = scored("[sigui.scope=any] | 111123b 789999b 5t @5t => 16")
    assert result.best is not None
    (line,) = result.best.score.lines
    assert (line.count, line.times) == (2, 16)


@pytest.mark.parametrize(
    ("row", "extras"),
    [
        # 数坎: concealed triplets and kongs; one that a discard completed is not concealed.
        ("xiaogan | 46t 88t 123b 789b 999b @5t => ", {"shukan": 1}),
        ("xiaogan | 46t 88t 123b 789b ZZZ+pon @5t => ", {}),
        ("xiaogan | 46t 88t 123b 789b ZZZ @5t => ", {"shukan": 1}),
        ("xiaogan | 46t 88t 123b 111b ZZZ @5t => ", {"shukan": 2}),
        ("xiaogan | 46t 88t 123b 9999b+an ZZZZ+zhi @5t => ", {"shukan": 2}),
        ("xiaogan | 33t 55t 123b 111t ZZZ @3t => ", {"shukan": 3}),
        ("xiaogan | 33t 55t 123b 111t ZZZ @3t+pao => ", {"shukan": 2}),
        ("xiaogan | 33t 55t 123b 111t ZZZ @3t+qianggang => ", None),
        # 恰八张.
        ("qiabazhang | 3335t 123b 456b 789b @5t => ", {"qia": 1, "mo": 1, "bazhang": 2}),  # P13
        ("qiabazhang | 3335t 123b 456b 789b @4t => ", {"mo": 1, "bazhang": 2}),  # P13
        ("qiabazhang | 33t 55t 123b 456b 789b @3t+pao => ", {"qia": 1, "bazhang": 2}),  # completed by a discard too
        ("qiabazhang | ZZZ FFF BBB 111b 2t @2t+pao => ", {"qia": 4}),  # dragons are no suit
        ("qiabazhang | ZZBBFF 1133t 557b @7b => ", {"mo": 1}),
        (
            "qiabazhang | 1b 3333b+an 5555b+zhi 6666b+bu 7777b+kan @1b => ",  # P12
            {"qia": 4, "mo": 1, "bazhang": 11},
        ),
        # Neither in 襄阳.
        ("xiangyang | 46t 88t 123b 789b ZZZ @5t => ", {}),
    ],
)
def test_extras(row: str, extras: dict[str, int] | None) -> None:
    if extras is None:
        with pytest.raises(ValueError, match=r".+"):
            scored(row)
        return
    result, _ = scored(row)
    assert result.best is not None
    assert dict(result.best.score.extras) == extras
    assert result.best.score.extra == sum(extras.values())


def test_extras_stand_outside_the_cap() -> None:
    result, _ = scored("xiaogan [cap=2] | 1112t 333t 444t 555t @2t => ")
    assert result.best is not None
    assert result.best.score.fan == 2
    assert result.best.score.extra > 0


def test_extras_can_decide_the_reading() -> None:
    """Triplets with 3 extra beat the 卡五星 of 4 fan that they can be read as."""
    result, _ = scored("xiaogan | 44455666t 789b 11b @5t+liang => ")
    worth = [(each.score.fan, each.score.extra) for each in result.breakdowns]
    assert worth[:2] == [(2, 3), (4, 0)]


def test_which_quads_there_are_knows_no_variant() -> None:
    result, _ = scored("111123b 45t 99b 333t+pon @3t => ")
    assert result.best is not None
    facts = result.best.facts
    assert exposed_quads(facts) == (1, 0)
    assert concealed_quads(facts) == (0, 1)
    assert concealed_quads(facts, as_triplet=True) == (0, 1)


def test_what_does_not_count_is_remarked() -> None:
    def remarks(row: str) -> list[tuple[str, str]]:
        result, _ = scored(row)
        assert result.best is not None
        return [(remark.id, remark.why) for remark in result.best.score.remarks]

    assert remarks("46t 88t 123b 789b ZZZ @5t => ") == []
    assert remarks("46t 88t 123b 789b ZZZ @5t+haidi => ") == [("haidilao", "unlisted")]
    assert remarks("1111234567899b @9b => ") == [("ansigui", "held")]
    assert remarks("Z 111b+pon 222t+pon 888t+pon 999t+pon @Z => ") == [("pengpenghu", "absorbed")]
    assert remarks("xiangyang | ZZBBFF 22448t 99b @8t => ") == [("qidui", "absorbed")]
    assert remarks("11113333b 45555t @4t => ") == [("sanlongqidui", "unlisted")]
