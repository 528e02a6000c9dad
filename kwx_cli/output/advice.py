"""Advice as text: the answer first, a row for each thing to do, then what the waits are worth and how it is meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kwx_cli.output.score import comma, title
from kwx_cli.output.text import Painter, indent, table
from kwx_cli.output.waits import worth
from kwx_cli.output.words import plural, say
from kwx_cli.patterns import PATTERNS
from kwx_cli.tiles import NAMES, spell

if TYPE_CHECKING:
    from kwx_cli.advice.call import Call, Calls
    from kwx_cli.advice.discard import Advice, Danger, Discard
    from kwx_cli.advice.distance import Draw, Progress
    from kwx_cli.advice.value import Value
    from kwx_cli.waits import Waits

_VALUES = ("to-wait", "to-win", "pays-each", "to-win-liang", "pays-liang")


def distance_words(distance: int, lang: str) -> str:
    """Return how far a hand is, in words."""
    return say({-1: "far-complete", 0: "far-waits"}.get(distance, "far-n"), lang, n=distance)


def kinds(draws: Iterable[Draw]) -> str:
    """Return useful draws in compact notation: ``258t ZZ`` would be tiles, ``258t Z`` are kinds."""
    return spell(tuple(draw.tile for draw in draws))


def progress_lines(found: Progress, lang: str) -> list[str]:
    """Return the distance of a hand that does not wait, and its useful draws, a row for each number left."""
    lines = [distance_words(found.distance, lang)]
    if found.pairs is not None:
        lines.append(say("by-shape", lang, standard=found.standard, pairs=found.pairs))
    drawn = len(found.draws)
    lines += ["", say("useful-draws", lang, n=drawn, s=plural(found.draws), left=found.tiles_left), ""]
    by_left: dict[int, list[Draw]] = {}
    for draw in found.draws:
        by_left.setdefault(draw.left, []).append(draw)
    rows = [(str(left), kinds(by_left[left])) for left in sorted(by_left, reverse=True)]
    return [*lines, indent(table(rows, [say("left", lang), say("tiles", lang)], right=[0]))]


def _values(value: Value | None) -> tuple[str, ...]:
    if value is None:
        return ("–",) * len(_VALUES)
    chances = (f"{value.wait:.1%}", f"{value.win:.1%}", f"{value.pays:.2f}")
    return (*chances, f"{value.win_liang:.1%}", f"{value.pays_liang:.2f}")


def _danger(danger: Danger | None, lang: str) -> str:
    if danger is None:
        return ""
    words = say("costs-least" if danger.at_least else "costs", lang, n=danger.cost)
    if danger.other:
        words += comma(lang) + say("costs-other", lang, n=danger.other)
    return (say("is-forbidden", lang) + comma(lang) if danger.forbidden else "") + words


def _patterns(patterns: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{PATTERNS[id].zh}×{times}" for id, times in patterns)


def _after(progress: Progress, lang: str) -> str:
    return say("waits-short", lang) if progress.distance == 0 else str(progress.distance)


def _without_empty(
    rows: list[list[str]], headers: list[str], right: Sequence[str]
) -> tuple[list[list[str]], list[str], list[int]]:
    """Leave out the columns that have nothing to say in any row."""
    kept = [i for i in range(len(headers)) if any(row[i] not in ("", "–") for row in rows)]
    shown = [headers[i] for i in kept]
    return [[row[i] for i in kept] for row in rows], shown, [i for i, header in enumerate(shown) if header in right]


def _waits_block(waits: Sequence[tuple[str, Waits]], first: str, lang: str) -> list[str]:
    """Return a row for each winning tile of each thing to do."""
    rows = []
    for name, found in waits:
        for wait in found.waits:
            row = [name, NAMES[wait.tile], str(wait.left), " ".join(PATTERNS[flag].zh for flag in wait.flags)]
            if wait.zimo is not None and wait.pao is not None:
                (zimo, patterns), (pao, other) = worth(wait.zimo, lang), worth(wait.pao, lang)
                row += [zimo, pao, patterns if patterns == other else f"{patterns} / {other}"]
            rows.append(row)
            name = ""
    if not rows:
        return []
    headers = [first, *(say(key, lang) for key in ("wins-on", "left", "flags", "by-zimo", "by-pao", "patterns"))]
    return ["", indent(table(*_without_empty(rows, headers, [say("left", lang)])))]


def _legend(looked: int, exchanges: Iterable[int], lang: str) -> list[str]:
    """Return how the order and the numbers are meant, and what they leave out."""
    if not looked:
        return [say("order-distance", lang)]
    k = max(exchanges, default=0)
    followed = say("exchanges", lang, k=k, s="" if k == 1 else "s")
    return [say("order-value", lang, n=looked), followed, say("model", lang), say("model-liang", lang)]


def discards_text(found: Advice, paint: Painter, lang: str) -> str:
    """Return advice on a discard as text."""
    lines = [title(found.hand, found.variant, paint, lang), ""]
    best = found.discards[0]
    answer = [paint(say("throw", lang, tile=NAMES[best.tile]), "bold", "green"), distance_words(best.distance, lang)]
    if found.distance < 0:
        lines.append(paint(say("complete-now", lang), "bold", "yellow"))
    if found.forced:
        lines.append(paint(say("forced", lang), "bold", "red"))
    else:
        lines.append(" · ".join([*answer, say("n-left", lang, n=best.tiles_left)]))
    rows = [_discard_row(each, lang) for each in found.discards]
    headers = [say(key, lang) for key in ("discard", "after", "useful", "left", *_VALUES, "loses", "danger")]
    right = [say(key, lang) for key in ("left", *_VALUES)]
    lines += ["", indent(table(*_without_empty(rows, headers, right)))]
    waits = [(NAMES[each.tile], each.waits) for each in found.discards if each.waits is not None]
    lines += _waits_block(waits, say("discard", lang), lang)
    spare = [each.value.exchanges for each in found.discards if each.value]
    return "\n".join([*lines, "", *(paint(line, "dim") for line in _legend(found.looked, spare, lang))])


def _discard_row(each: Discard, lang: str) -> list[str]:
    head = [NAMES[each.tile], _after(each.progress, lang), kinds(each.draws), str(each.tiles_left)]
    return [*head, *_values(each.value), _patterns(each.loses), _danger(each.danger, lang)]


def calls_text(found: Calls, paint: Painter, lang: str) -> str:
    """Return what can be done about a tile as text."""
    how = say("tile-drawn" if found.drawn else "tile-thrown", lang, tile=NAMES[found.tile])
    lines = [title(found.hand, found.variant, paint, lang), how, ""]
    best = found.calls[0]
    words = say(f"call-{best.kind}", lang)
    if best.discard is not None:
        words += comma(lang) + say("throw", lang, tile=NAMES[best.discard.tile])
    lines.append(paint(words, "bold", "green"))
    rows = [_call_row(each, lang) for each in found.calls]
    keys = ("call", "then-throw", "after", "useful", "left", *_VALUES, "income", "worth")
    headers = [say(key, lang) for key in keys]
    right = [say(key, lang) for key in ("left", *_VALUES, "income", "worth")]
    lines += ["", indent(table(*_without_empty(rows, headers, right)))]
    notes = [f"{say(f'call-{each.kind}', lang)}: {comma(lang).join(noted)}"
             for each in found.calls if (noted := _notes(each, lang))]  # fmt: skip
    lines += ["", *(indent(note) for note in notes)] if notes else []
    waits = [(say(f"call-{each.kind}", lang), each.waits) for each in found.calls if each.waits is not None]
    lines += _waits_block(waits, say("call", lang), lang)
    spare = [each.value.exchanges for each in found.calls if each.value]
    return "\n".join([*lines, "", *(paint(line, "dim") for line in _legend(found.looked, spare, lang))])


def _call_row(each: Call, lang: str) -> list[str]:
    head = [say(f"call-{each.kind}", lang), "" if each.discard is None else NAMES[each.discard.tile]]
    if each.kind == "win":
        return [*head, "", "", "", *_values(None), "", f"{each.worth:.2f}"]
    far = [_after(each.progress, lang), kinds(each.progress.draws), str(each.progress.tiles_left)]
    income = f"+{each.income}" if each.income else ""
    return [*head, *far, *_values(each.value), income, "–" if each.worth is None else f"{each.worth:.2f}"]


def _notes(each: Call, lang: str) -> list[str]:
    """Return what a call rules out and opens, and what else is to be known of it."""
    words = []
    if each.result is not None:
        words.append(worth(each.result, lang)[0] + " " + worth(each.result, lang)[1])
    for key, ids in (("no-more", each.impossible), ("opens", each.possible)):
        if ids:
            words.append(say(key, lang, patterns=" ".join(PATTERNS[id].zh for id in ids)))
    words += [say(f"remark-{code}", lang, tile=NAMES[each.tile]) for code in each.remarks]
    if each.robbed is not None:
        words.append(say("robbed-now", lang) + comma(lang) + _danger(each.robbed, lang))
    if each.discard is not None and each.discard.danger is not None:
        words.append(f"{NAMES[each.discard.tile]} {_danger(each.discard.danger, lang)}")
    return words
