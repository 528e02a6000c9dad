"""Advice as plain records: ``kwx.discard/1``, ``kwx.call/1`` and ``kwx.distance/1`` (docs/json.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from kwx_cli.output.records import Record, score_record, variant_label, waits_record
from kwx_cli.tiles import NAMES

if TYPE_CHECKING:
    from kwx_cli.advice.call import Call, Calls
    from kwx_cli.advice.discard import Advice, Danger, Discard
    from kwx_cli.advice.distance import Progress
    from kwx_cli.advice.value import Value
    from kwx_cli.hand import Hand
    from kwx_cli.waits import Waits

_DECIMALS = 6


def progress_record(found: Progress) -> Record:
    """Return how far a hand is: the keys that every answer about a distance has."""
    return {
        "distance": found.distance,
        "standard": found.standard,
        "pairs": found.pairs,
        "useful": [{"tile": NAMES[draw.tile], "left": draw.left} for draw in found.draws],
        "useful_left": found.tiles_left,
    }


def distance_record(hand: Hand, found: Progress) -> Record:
    """Return the distance of a hand as the JSON object ``kwx.distance/1``."""
    return {"schema": "kwx.distance/1", "hand": str(hand), **progress_record(found)}


def _value(value: Value | None) -> Record | None:
    if value is None:
        return None
    return {key: round(each, _DECIMALS) if isinstance(each, float) else each for key, each in asdict(value).items()}


def _danger(danger: Danger | None) -> Record | None:
    return None if danger is None else asdict(danger)


def _waits(waits: Waits | None, lang: str) -> list[Record] | None:
    return None if waits is None else list(waits_record(waits, lang)["waits"])


def _patterns(patterns: Iterable[tuple[str, int]]) -> list[Record]:
    return [{"id": id, "times": times} for id, times in patterns]


def _discard(each: Discard, lang: str) -> Record:
    return {
        "discard": NAMES[each.tile],
        **progress_record(each.progress),
        "waits": _waits(each.waits, lang),
        "value": _value(each.value),
        "danger": _danger(each.danger),
        "in_sight": _patterns(each.sees),
        "loses": _patterns(each.loses),
    }


def discards_record(found: Advice, lang: str = "en") -> Record:
    """Return advice on a discard as the JSON object ``kwx.discard/1``."""
    return {
        "schema": "kwx.discard/1",
        "hand": str(found.hand),
        "variant": variant_label(found.variant),
        "distance": found.distance,
        "draws": found.looked,
        "order": "value" if found.looked else "distance",
        "forced": found.forced,
        "discards": [_discard(each, lang) for each in found.discards],
    }


_VALUE_COLUMNS = ("wait", "win", "pays", "wait_liang", "win_liang", "pays_liang")
DISCARD_COLUMNS = (
    "hand", "variant", "discard", "distance", "useful", "useful_left", "waits", "draws", *_VALUE_COLUMNS, "loses",
    "forbidden", "cost",
)  # fmt: skip


def _row(record: Record, each: Record) -> dict[str, object]:
    value = each["value"] or {}
    return {
        "hand": record["hand"],
        "variant": record["variant"],
        "distance": each["distance"],
        "useful": " ".join(draw["tile"] for draw in each["useful"]),
        "useful_left": each["useful_left"],
        "waits": " ".join(wait["tile"] for wait in each["waits"] or []),
        "draws": value.get("draws"),
        **{key: value.get(key) for key in _VALUE_COLUMNS},
    }


def discards_rows(record: Record) -> list[dict[str, object]]:
    """Return a discard object as rows for CSV, one for each tile."""
    rows = []
    for each in record["discards"]:
        danger = each["danger"] or {}
        rows.append(
            {
                **_row(record, each),
                "discard": each["discard"],
                "loses": " ".join(f"{lost['id']}*{lost['times']}" for lost in each["loses"]),
                "forbidden": danger.get("forbidden"),
                "cost": danger.get("cost"),
            }
        )
    return rows


def _call(each: Call, lang: str) -> Record:
    return {
        "call": each.kind,
        "tile": NAMES[each.tile],
        "hand": str(each.hand),
        "discard": None if each.discard is None else NAMES[each.discard.tile],
        **progress_record(each.progress),
        "waits": _waits(each.waits, lang),
        "value": _value(each.value),
        "income": each.income,
        "worth": None if each.worth is None else round(each.worth, _DECIMALS),
        "impossible": list(each.impossible),
        "possible": list(each.possible),
        "remarks": list(each.remarks),
        "robbed": _danger(each.robbed),
        "danger": _danger(each.discard.danger if each.discard else None),
        "score": None if each.result is None else score_record(each.result, lang),
    }


def calls_record(found: Calls, lang: str = "en") -> Record:
    """Return what can be done about a tile as the JSON object ``kwx.call/1``."""
    return {
        "schema": "kwx.call/1",
        "hand": str(found.hand),
        "variant": variant_label(found.variant),
        "tile": NAMES[found.tile],
        "drawn": found.drawn,
        "draws": found.looked,
        "order": "value" if found.looked else "distance",
        "calls": [_call(each, lang) for each in found.calls],
    }


CALL_COLUMNS = (
    "hand", "variant", "tile", "call", "discard", "distance", "useful", "useful_left", "waits", "draws",
    *_VALUE_COLUMNS, "income", "worth", "impossible", "possible", "remarks",
)  # fmt: skip


def calls_rows(record: Record) -> list[dict[str, object]]:
    """Return a call object as rows for CSV, one for each call."""
    rows = []
    for each in record["calls"]:
        lists = {key: " ".join(each[key]) for key in ("impossible", "possible", "remarks")}
        same = {key: each[key] for key in ("call", "discard", "income", "worth")}
        rows.append({**_row(record, each), "tile": record["tile"], **same, **lists})
    return rows
