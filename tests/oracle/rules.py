"""The eleven variants of the rule book as flat dicts: what all share, and what each changes."""

from __future__ import annotations

SHARED: dict[str, object] = {
    "cap": None,
    "min_fan.discard": 1,
    "min_fan.zimo": 1,
    "values.pihu": 1,
    "values.pengpenghu": 2,
    "values.kawuxing": 2,
    "values.mingsigui": 2,
    "values.ansigui": 4,
    "values.qingyise": 4,
    "values.qidui": 4,
    "values.longqidui": 8,
    "values.shuanglongqidui": 16,
    "values.sanlongqidui": None,
    "values.sanyuanqidui": None,
    "values.xiaosanyuan": 4,
    "values.dasanyuan": 8,
    "values.shouzhuayi": 4,
    "values.gangkai": 2,
    "values.gangshangpao": 2,
    "values.qianggang": 2,
    "values.haidilao": None,
    "values.haidipao": None,
    "values.liangdao": 2,
    "shouzhuayi_includes_pengpenghu": True,
    "sigui.scope": "win",
    "sigui.scope_in_flush": None,
    "sigui.big_at": 2,
    "sigui.big_counts_events": False,
    "sigui.needs_triplet": False,
    "reveal.both": "once",
    "reveal.payer_doubles": False,
    "reveal.liability": "bao",
    "reveal.liability_when_both": "own",
    "extras.shukan": False,
    "extras.qiabazhang": False,
}

_XIANGYANG: dict[str, object] = {
    "values.shuanglongqidui": 32,
    "values.sanlongqidui": 128,
    "values.sanyuanqidui": 32,
    "reveal.payer_doubles": True,
}

_3D: dict[str, object] = {
    "values.sanlongqidui": 32,
    "min_fan.discard": 2,
    "min_fan.zimo": 2,
    "reveal.both": "each",
    "reveal.liability": "all",
    "reveal.liability_when_both": "bao",
}

_DIFFERENCES: dict[str, dict[str, object]] = {
    "xiangyang": _XIANGYANG,
    "xiangyang-wuxian": {},
    "xiangyang-manhu": {
        "cap": 8,
        "min_fan.discard": 2,
        "sigui.scope": "big",
        "sigui.big_at": 4,
        "sigui.big_counts_events": True,
        "values.shuanglongqidui": None,
    },
    "xiangfan": {
        "values.ansigui": 2,
        "values.shouzhuayi": 2,
        "shouzhuayi_includes_pengpenghu": False,
        "sigui.scope": "big",
    },
    "classic": {"values.shouzhuayi": 2, "shouzhuayi_includes_pengpenghu": False},
    "kawuxin": {"values.haidilao": 2, "sigui.scope": "big"},
    "suizhou": {"cap": 8, "values.haidilao": 2, "values.haidipao": 2, "sigui.scope_in_flush": "any"},
    "xiangyang-3d": _3D,
    "shiyan": _3D,
    "xiaogan": {**_3D, "extras.shukan": True},
    "qiabazhang": {**_XIANGYANG, "min_fan.discard": 2, "min_fan.zimo": 2, "extras.qiabazhang": True},
}

VARIANTS: dict[str, dict[str, object]] = {name: {**SHARED, **changes} for name, changes in _DIFFERENCES.items()}
