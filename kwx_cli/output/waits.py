"""Waits as text: a row for each winning tile, with what it is worth by self-draw and by discard."""

from __future__ import annotations

from collections.abc import Sequence

from kwx_cli.output.score import fan_words, pattern_names, title
from kwx_cli.output.text import Painter, indent, table
from kwx_cli.output.words import plural, say
from kwx_cli.patterns import PATTERNS
from kwx_cli.scoring import Result, Score
from kwx_cli.tiles import NAMES
from kwx_cli.waits import Wait, Waits


def worth(result: Result, lang: str) -> tuple[str, str]:
    """Return the fan and the patterns of the breakdown that counts, or the fan in brackets if it may not win."""
    assert result.best is not None
    score = result.best.score
    words = fan_words(score, lang)
    return (words if score.allowed else f"{words} ({say('may-not', lang)})", pattern_names(score))


def may_win(wait: Wait) -> bool:
    """Whether the variant lets a wait win, by self-draw or by discard; a part of a hand may."""
    ways = [way.status == "win" for way in (wait.zimo, wait.pao) if way is not None]
    return any(ways) or not ways


def _alternative(score: Score, lang: str) -> str:
    return f"{fan_words(score, lang)} {pattern_names(score)}"


def waits_text(found: Waits, paint: Painter, lang: str, ahead: Sequence[str] = ()) -> str:
    """Return what a hand waits on as text; `ahead` are lines on how far it is, told where it does not wait."""
    lines = [title(found.hand, found.variant, paint, lang), ""]
    if found.waits:
        lines.append(
            paint(
                say("waits-on", lang, n=len(found.waits), s=plural(found.waits), left=found.tiles_left),
                "bold",
                "green",
            )
        )
    else:
        lines.append(paint(say("waits-none", lang), "bold", "red"))
    if found.waits and not any(may_win(wait) for wait in found.waits):
        lines.append(paint(say("none-allowed", lang), "red"))
    if found.partial:
        lines.append(say("partial", lang, have=len(found.hand.concealed)))
    lines += ahead
    if found.exhausted:
        lines.append(say("exhausted", lang, tiles=" ".join(NAMES[tile] for tile in found.exhausted)))
    rows = []
    for wait in found.waits:
        flags = " ".join(PATTERNS[flag].zh for flag in wait.flags)
        row = [NAMES[wait.tile], str(wait.left), flags]
        if wait.zimo is not None and wait.pao is not None:
            (zimo, zimo_patterns), (pao, pao_patterns) = worth(wait.zimo, lang), worth(wait.pao, lang)
            row += [zimo, pao, zimo_patterns if zimo_patterns == pao_patterns else f"{zimo_patterns} / {pao_patterns}"]
            row.append(", ".join(_alternative(each.score, lang) for each in wait.zimo.breakdowns[1:]))
        rows.append(row)
    if rows:
        keys = ["tile", "left", "flags"]
        if not found.partial:
            keys += ["by-zimo", "by-pao", "patterns", "or"]
        headers = [say(key, lang) for key in keys]
        for column in (6, 2):
            if column < len(headers) and not any(row[column] for row in rows):
                headers.pop(column)
                for row in rows:
                    row.pop(column)
        right = [i for i, header in enumerate(headers) if header in (say("left", lang),)]
        lines += ["", indent(table(rows, headers, right))]
    return "\n".join(lines)
