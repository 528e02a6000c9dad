"""Results as plain records, for JSON and CSV: the schemas ``kwx.score/1`` and ``kwx.waits/1`` (docs/json.md)."""

from __future__ import annotations

from typing import Any

from kwx_cli.errors import KwxError
from kwx_cli.explaining import fans, place, reading, remarks
from kwx_cli.scoring import Breakdown, Result
from kwx_cli.settlement.winning import hand_payments
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant
from kwx_cli.waits import Wait, Waits

Record = dict[str, Any]

PAYERS = {
    "each": "each other player",
    "discarder": "discarder",
    "robbed": "robbed player",
    "other": "other player",
}


def variant_label(variant: Variant) -> str:
    """Return the id of a variant with what was set on top: ``xiangyang cap=8``."""
    return " ".join((variant.id, *variant.chosen))


def _breakdown(result: Result, breakdown: Breakdown, lang: str) -> Record:
    score = breakdown.score
    return {
        "fan": score.fan,
        "product": score.product,
        "allowed": score.allowed,
        "extra": score.extra,
        "fans": [
            {
                "id": fan.id,
                "name": fan.name,
                "times": fan.times,
                "count": fan.count,
                "tiles": fan.tiles,
                "because": fan.because,
                "source": fan.source,
                "decided": fan.decided,
            }
            for fan in fans(result, breakdown, lang)
        ],
        "extras": [{"id": id, "amount": amount} for id, amount in score.extras],
        "notes": list(remarks(result, breakdown, lang)),
        "reading": reading(result.hand, breakdown),
        "place": place(breakdown),
    }


def score_record(result: Result, lang: str = "en", alternatives: bool = True) -> Record:
    """Return a result as the JSON object ``kwx.score/1``; words in `lang`, everything else the same in both."""
    hand, best = result.hand, result.best
    record: Record = {
        "schema": "kwx.score/1",
        "hand": str(hand),
        "variant": variant_label(result.variant),
        "status": result.status,
        "win": None if hand.win is None else NAMES[hand.win],
        "by": str(hand.by),
        "tags": list(hand.tags),
        "fan": None,
        "product": None,
        "cap": result.variant.number("cap"),
        "allowed": False,
        "extra": 0,
        "fans": [],
        "extras": [],
        "notes": [],
        "reading": None,
        "place": None,
        "payments": [],
    }
    if best is not None:
        record.update(_breakdown(result, best, lang))
        record["payments"] = [
            {"from": PAYERS[payment.payer], "pays": payment.amount, "because": list(payment.because)}
            for payment in hand_payments(result)
        ]
    if alternatives:
        record["alternatives"] = [_breakdown(result, other, lang) for other in result.breakdowns[1:]]
    return record


def waits_record(found: Waits, lang: str = "en") -> Record:
    """Return waits as the JSON object ``kwx.waits/1``."""
    return {
        "schema": "kwx.waits/1",
        "hand": str(found.hand),
        "variant": variant_label(found.variant),
        "partial": found.partial,
        "waits": [_wait(wait, lang) for wait in found.waits],
        "exhausted": [NAMES[tile] for tile in found.exhausted],
        "tiles_left": found.tiles_left,
    }


def _wait(wait: Wait, lang: str) -> Record:
    return {
        "tile": NAMES[wait.tile],
        "left": wait.left,
        "flags": list(wait.flags),
        "zimo": None if wait.zimo is None else score_record(wait.zimo, lang),
        "pao": None if wait.pao is None else score_record(wait.pao, lang),
    }


def error_record(error: KwxError, lang: str = "en") -> Record:
    """Return a refusal as ``{"code", "message", "column", "hint"}``, with all faults if there is more than one."""
    faults = [
        {"code": fault.code, "message": fault.message(lang), "column": fault.column, "hint": fault.hint(lang)}
        | ({"place": fault.place} if fault.place else {})
        for fault in error.faults
    ]
    return {**faults[0], "faults": faults} if len(faults) > 1 else faults[0]


SCORE_COLUMNS = (
    "hand", "variant", "status", "win", "by", "fan", "product", "cap", "allowed", "extra", "patterns",
    "reading", "place", "counts",
)  # fmt: skip


def score_rows(record: Record) -> list[dict[str, object]]:
    """Return a score object as rows for CSV, one for each breakdown; `counts` marks the one that counts."""
    rows = []
    for index, each in enumerate([record, *record.get("alternatives", [])]):
        row = {key: record.get(key) for key in SCORE_COLUMNS}
        row.update({key: each[key] for key in ("fan", "product", "allowed", "extra", "reading", "place")})
        row["patterns"] = " ".join(pattern_words(each))
        row["counts"] = index == 0
        rows.append(row)
    return rows


def pattern_words(record: Record) -> list[str]:
    """Return the pattern ids of a score object, with ``*n`` where one counts n times."""
    return [fan["id"] + (f"*{fan['count']}" if fan["count"] > 1 else "") for fan in record["fans"]]


WAITS_COLUMNS = (
    "hand", "variant", "tile", "left", "flags", "zimo_fan", "zimo_patterns", "zimo_allowed", "pao_fan", "pao_patterns",
    "pao_allowed",
)  # fmt: skip


def waits_rows(record: Record) -> list[dict[str, object]]:
    """Return a waits object as rows for CSV, one for each winning tile."""
    rows = []
    for wait in record["waits"]:
        row: dict[str, object] = {"hand": record["hand"], "variant": record["variant"]}
        row.update(tile=wait["tile"], left=wait["left"], flags=" ".join(wait["flags"]))
        for way in ("zimo", "pao"):
            score = wait[way]
            row[f"{way}_fan"] = score and score["fan"]
            row[f"{way}_patterns"] = score and " ".join(pattern_words(score))
            row[f"{way}_allowed"] = score and score["allowed"]
        rows.append(row)
    return rows


def csv_cell(value: object) -> object:
    """Return a value as CSV has it."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value
