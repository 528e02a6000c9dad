"""A score as text: the answer first, then why, then what else the tiles could be read as."""

from __future__ import annotations

from collections.abc import Sequence

from kwx_cli.explaining import Fan, fans, place, reading, remarks
from kwx_cli.hand import Hand
from kwx_cli.output.text import Painter, indent, table
from kwx_cli.output.words import WORDS, say
from kwx_cli.patterns import PATTERNS
from kwx_cli.scoring import Breakdown, Result, Score
from kwx_cli.settlement.winning import Payment
from kwx_cli.tiles import NAMES
from kwx_cli.variants import Variant


def title(hand: Hand, variant: Variant, paint: Painter, lang: str) -> str:
    """Return the hand in canonical form and the variant, as the first line of an answer."""
    label = " ".join((f"{variant.name(lang)} ({variant.id})", *variant.chosen))
    return f"{paint(str(hand), 'bold')}   {paint(label, 'dim')}"


def how(hand: Hand, lang: str) -> str:
    """Return how a hand was won, in words: ``self-draw after a kong, revealed``."""
    tags = [str(hand.by), *(tag for tag in hand.tags if tag != hand.by)]
    return comma(lang).join(say(tag, lang) for tag in tags)


def comma(lang: str) -> str:
    """Return the comma of a language."""
    return "，" if lang == "zh" else ", "


def fan_words(score: Score, lang: str) -> str:
    """Return the fan and what is paid on top: ``8 fan + 3 extra``."""
    extra = say("plus-extra", lang, n=score.extra) if score.extra else ""
    return say("n-fan", lang, n=score.fan) + extra


def pays(payments: Sequence[Payment], lang: str) -> str:
    """Return who pays what and what is not plain about it, in one line."""
    each = []
    for payment in payments:
        why = comma(lang).join(say(f"pays-{code}", lang) for code in payment.because if f"pays-{code}" in WORDS)
        words = say("pays", lang, who=say(payment.payer, lang), amount=payment.amount)
        each.append(f"{words} ({why})" if why else words)
    return comma(lang).join(each)


def source_words(fan: Fan, lang: str) -> str:
    """Return the source key of a fan, marked where the project decided it."""
    return f"{fan.source} ({say('decided', lang)})" if fan.decided else fan.source


def breakdown_text(result: Result, breakdown: Breakdown, paint: Painter, lang: str) -> str:
    """Return the reading, each pattern with its multiplier, tiles, reason and source, the product and the cap."""
    hand, score = result.hand, breakdown.score
    assert hand.win is not None
    lines = [f"{say('reading', lang)}  {reading(hand, breakdown)}   "
             + paint(say("place", lang, win=NAMES[hand.win], place=place(breakdown)), "dim"), ""]  # fmt: skip
    rows = [
        (fan.name, fan.id, f"×{fan.times}", fan.tiles, fan.because, source_words(fan, lang))
        for fan in fans(result, breakdown, lang)
    ]
    rows += [(say(f"extra-{id}", lang), id, f"+{amount}", "", "", "") for id, amount in score.extras]
    lines.append(table(rows, right=[2]))
    cap = result.variant.number("cap")
    capped = say("no-cap", lang) if cap is None else say("capped" if score.product > cap else "cap", lang, cap=cap)
    lines += ["", comma(lang).join((f"{say('product', lang)} {score.product}", capped))]
    lines += [f"{say('notes', lang)}: {note}" for note in remarks(result, breakdown, lang)]
    return indent("\n".join(lines))


def score_text(
    result: Result, payments: Sequence[Payment], paint: Painter, lang: str, waits: Sequence[int] = ()
) -> str:
    """Return a result as text; `waits` are what the hand waits on, told where it is no win."""
    hand, best = result.hand, result.best
    assert hand.win is not None
    lines = [title(hand, result.variant, paint, lang), ""]
    if best is None:
        lines.append(paint(say("no-win", lang, win=NAMES[hand.win]), "red"))
        tiles = " ".join(NAMES[kind] for kind in waits)
        lines.append(say("waits-instead", lang, tiles=tiles) if waits else say("waits-nothing", lang))
        return "\n".join(lines)
    answer = [paint(fan_words(best.score, lang), "bold", "green" if best.score.allowed else "yellow"), how(hand, lang)]
    if best.score.allowed:
        answer.append(pays(payments, lang))
    lines.append(" · ".join(answer))
    if not best.score.allowed:
        way = "zimo" if hand.by.self_drawn else "discard"
        need = result.variant.number(f"min_fan.{way}")
        lines.append(
            paint(say("not-allowed", lang, need=need, how=say("zimo" if way == "zimo" else "pao", lang)), "red")
        )
    for index, each in enumerate(result.breakdowns):
        if len(result.breakdowns) > 1:
            words = say("other-reading" if index else "counts", lang)
            lines += ["", paint(f"{words}: {fan_words(each.score, lang)}", "bold" if index == 0 else "dim")]
        lines += ["", breakdown_text(result, each, paint, lang)]
    return "\n".join([*lines, "", *(paint(line, "dim") for line in source_lines(result, lang))])


def source_lines(result: Result, lang: str) -> list[str]:
    """Return the titles of the texts that the values of a result come from, a line each."""
    variant = result.variant
    keys = dict.fromkeys(
        variant.settings[f"values.{line.id}"].source for each in result.breakdowns for line in each.score.lines
    )
    return [f"  {key}: {variant.sources[key].say(lang)}" for key in keys if key in variant.sources]


def pattern_names(score: Score) -> str:
    """Return the patterns of a score with their multipliers: ``卡五星×2 暗四归×4``."""
    return " ".join(f"{PATTERNS[line.id].zh}×{line.times}" for line in score.lines)


def each_tile_text(results: Sequence[Result], hand: Hand, variant: Variant, paint: Painter, lang: str) -> str:
    """Return a complete hand with one row for each tile that could have been the winning one."""
    rows = []
    for result in results:
        assert result.hand.win is not None
        best = result.best
        if best is None:
            rows.append((NAMES[result.hand.win], say("status-no-win", lang), "", "", ""))
            continue
        status = say(f"status-{result.status}", lang)
        cells = (NAMES[result.hand.win], status, fan_words(best.score, lang), pattern_names(best.score))
        rows.append((*cells, reading(result.hand, best)))
    headers = [say(key, lang) for key in ("tile", "status", "fan", "patterns", "reading")]
    lines = [title(hand, variant, paint, lang), "", say("each-tile", lang, how=how(results[0].hand, lang)), ""]
    return "\n".join(lines) + "\n" + indent(table(rows, headers, right=[2]))
