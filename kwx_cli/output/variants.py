"""Variants as text and records: the list, one whole, the differences, a comparison of one hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kwx_cli.output.score import comma, fan_words, pattern_names, pays
from kwx_cli.output.text import Painter, indent, table
from kwx_cli.output.words import say
from kwx_cli.patterns import PATTERNS, Pattern
from kwx_cli.scoring import Result
from kwx_cli.settlement.winning import hand_payments
from kwx_cli.variants import Variant
from kwx_cli.variants.schema import KEYS, Value

Record = dict[str, Any]


def value_words(value: Value, lang: str) -> str:
    """Return a setting's value as a person reads it."""
    if value is None:
        return say("none", lang)
    if isinstance(value, bool):
        return say("yes" if value else "no", lang)
    return str(value)


def key_words(key: str, lang: str) -> str:
    """Return what a setting means; for a pattern's value its name."""
    if key.startswith("values."):
        pattern = PATTERNS[key.removeprefix("values.")]
        return pattern.zh if lang == "zh" else f"{pattern.zh} ({pattern.en})"
    return KEYS[key].zh if lang == "zh" else KEYS[key].en


def setting_record(variant: Variant, key: str, lang: str = "en") -> Record:
    """Return one setting with its value, source, whether it was decided, and the note."""
    setting = variant.settings[key]
    return {
        "value": setting.value,
        "source": setting.source,
        "decided": variant.is_decided(key),
        "note": setting.note.say(lang),
        "origin": setting.origin,
    }


def variant_record(variant: Variant, lang: str = "en") -> Record:
    """Return a variant as the JSON object ``kwx.variant/1``."""
    return {
        "schema": "kwx.variant/1",
        "id": variant.id,
        "name": {"zh": variant.zh, "en": variant.en},
        "extends": list(variant.parents),
        "sources": {key: _both_titles(variant, key) for key in variant.texts},
        "set": list(variant.chosen),
        "settings": {key: setting_record(variant, key, lang) for key in KEYS},
        "options": {
            option.id: {"default": option.default, "choices": list(option.choices)}
            for option in variant.options.values()
        },
    }


def _both_titles(variant: Variant, key: str) -> dict[str, str]:
    return {lang: _title(variant, key, lang) for lang in ("zh", "en")}


def _title(variant: Variant, key: str, lang: str) -> str:
    return variant.sources[key].say(lang) if key in variant.sources else ""


def list_text(variants: Sequence[Variant], lang: str) -> str:
    """Return the variants, one a line, with what marks each."""
    rows = [(variant.id, variant.name(lang), " ".join(variant.texts), *_marks(variant, lang)) for variant in variants]
    headers = [say("variant", lang), say("name", lang), say("texts", lang), *_mark_names(lang)]
    return table(rows, headers)


_MARKS = (
    "cap",
    "min_fan.discard",
    "min_fan.zimo",
    "sigui.scope",
    "values.ansigui",
    "values.shuanglongqidui",
    "draw.pays",
)


def _marks(variant: Variant, lang: str) -> list[str]:
    return [value_words(variant.settings[key].value, lang) for key in _MARKS]


def _mark_names(lang: str) -> list[str]:
    return [PATTERNS[key[7:]].zh if key.startswith("values.") else key for key in _MARKS]


def show_text(variant: Variant, paint: Painter, lang: str) -> str:
    """Return every setting of a variant with its source, and what can be chosen."""
    lines = [f"{paint(variant.name(lang), 'bold')} ({variant.id})"]
    if variant.parents:
        lines.append(f"{say('extends', lang)}: {' -> '.join(variant.parents)}")
    lines += [f"{say('texts', lang)}: {key} {_title(variant, key, lang)}" for key in variant.texts if key != "set"]
    others = dict.fromkeys(variant.settings[key].source for key in KEYS)
    lines += [
        f"{say('taken-over', lang)}: {key} {_title(variant, key, lang)}"
        for key in others
        if key not in variant.texts and key in variant.sources
    ]
    if variant.chosen:
        lines.append(f"{say('set', lang)}: {' '.join(variant.chosen)}")
    for option in variant.options.values():
        words = option.zh if lang == "zh" else option.en
        choices = ", ".join(f"{option.id}={choice}" for choice in option.choices)
        lines.append(f"{say('options', lang)}: {choices}   {words}")
    rows = []
    for key in KEYS:
        setting = variant.settings[key]
        source = setting.source + (f" ({say('decided', lang)})" if variant.is_decided(key) else "")
        rows.append((key, value_words(setting.value, lang), key_words(key, lang), source, setting.note.say(lang)))
    headers = [say(word, lang) for word in ("key", "value", "meaning", "source", "note")]
    return "\n".join(lines) + "\n\n" + table(rows, headers)


def differences(first: Variant, second: Variant) -> list[str]:
    """Return the keys whose values differ, in the order of the schema."""
    return [key for key in KEYS if first.settings[key].value != second.settings[key].value]


def diff_text(first: Variant, second: Variant, lang: str) -> str:
    """Return the settings in which two variants differ, side by side with their sources."""
    keys = differences(first, second)
    if not keys:
        return say("no-difference", lang)

    def cell(variant: Variant, key: str) -> str:
        return f"{value_words(variant.settings[key].value, lang)} ({variant.settings[key].source})"

    rows = [(key, cell(first, key), cell(second, key), key_words(key, lang)) for key in keys]
    return table(rows, [say("key", lang), first.id, second.id, say("meaning", lang)])


def pattern_text(
    pattern: Pattern, variants: Sequence[Variant], examples: Sequence[str], paint: Painter, lang: str
) -> str:
    """Return what a pattern is, what each variant pays for it with the source, and worked hands."""
    lines = [f"{paint(pattern.zh, 'bold')}  {pattern.id}  ({pattern.en})"]
    if pattern.also:
        lines.append(f"{say('also', lang)}: {comma(lang).join(pattern.also)}")
    lines += ["", pattern.meaning if lang == "zh" else pattern.what, "", f"{say('values', lang)}:"]
    key = f"values.{pattern.id}"
    rows = []
    for variant in variants:
        setting = variant.settings[key]
        times = say("not-listed", lang) if setting.value is None else f"×{setting.value}"
        source = setting.source + (f" ({say('decided', lang)})" if variant.is_decided(key) else "")
        rows.append((variant.id, variant.name(lang), times, source, setting.note.say(lang)))
    lines.append(indent(table(rows)))
    if examples:
        lines += ["", f"{say('examples', lang)}:", *(f"  {example}" for example in examples)]
    return "\n".join(lines)


def compare_text(results: Sequence[Result], paint: Painter, lang: str) -> str:
    """Return one hand under every variant, side by side, and what makes the difference."""
    rows = []
    for result in results:
        variant, best = result.variant, result.best
        assert best is not None
        status = say(f"status-{result.status}", lang)
        row = (variant.id, variant.name(lang), fan_words(best.score, lang), status, pattern_names(best.score))
        rows.append((*row, pays(hand_payments(result), lang)))
    headers = [say(word, lang) for word in ("variant", "name", "fan", "status", "patterns", "payments")]
    lines = [paint(str(results[0].hand), "bold"), "", indent(table(rows, headers, right=[2]))]
    causes = compare_causes(results)
    lines += ["", say("differs" if causes else "same", lang) + (":" if causes else "")]
    reasons = []
    for key, values in causes.items():
        # The value that most variants share needs no list of their names.
        common, *rest = sorted(values, key=lambda item: -len(item[1]))
        cells = [f"{value_words(value, lang)} ({' '.join(ids)})" for value, ids in rest]
        cells.append(f"{value_words(common[0], lang)} ({say('the-others', lang)})")
        reasons.append((key, key_words(key, lang), comma(lang).join(cells)))
    return "\n".join([*lines, indent(table(reasons))] if reasons else lines)


def compare_causes(results: Sequence[Result]) -> dict[str, list[tuple[Value, list[str]]]]:
    """Return the settings that matter for this hand and differ, each with its values and the variants of each.

    A setting matters if some variant's answer changes when it alone is set as another variant has it.
    """
    from kwx_cli.scoring import score
    from kwx_cli.variants.loading import with_settings

    def answer(result: Result) -> object:
        best = result.best
        return best and (best.score.fan, best.score.extra, best.score.lines, result.status, hand_payments(result))

    if len({repr(answer(result)) for result in results}) == 1:
        return {}
    causes: dict[str, list[tuple[Value, list[str]]]] = {}
    for key in KEYS:
        values: dict[Value, list[str]] = {}
        for result in results:
            values.setdefault(result.variant.settings[key].value, []).append(result.variant.id)
        if len(values) == 1:
            continue
        for result in results:
            own = result.variant.settings[key].value
            changed = (with_settings(result.variant, [f"{key}={_word(value)}"]) for value in values if value != own)
            if any(answer(score(result.hand, variant)) != answer(result) for variant in changed):
                causes[key] = list(values.items())
                break
    return causes


def _word(value: Value) -> str:
    return "none" if value is None else str(value).lower()
