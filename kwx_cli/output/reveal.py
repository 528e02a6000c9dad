"""A reveal as text and as a record, the schema ``kwx.reveal/1`` (docs/rounds.md)."""

from __future__ import annotations

from typing import Any

from kwx_cli.output.records import variant_label, waits_record
from kwx_cli.output.score import comma, title
from kwx_cli.output.text import Painter
from kwx_cli.output.waits import waits_text
from kwx_cli.output.words import say
from kwx_cli.settlement.reveal import Reveal
from kwx_cli.tiles import NAMES, spell

Record = dict[str, Any]


def reveal_text(found: Reveal, paint: Painter, lang: str) -> str:
    """Return what 亮倒 means for a hand: whether it may, its waits, what may stay down, later kongs, what it binds."""
    hand, variant = found.waits.hand, found.waits.variant
    least = variant.number("reveal.min_wall")
    lines = [title(hand, variant, paint, lang), ""]
    if found.allowed:
        lines.append(paint(say("may-reveal", lang), "bold", "green"))
    else:
        why = comma(lang).join(say(f"against-{code}", lang, least=least) for code in found.against)
        lines.append(f"{paint(say('may-not-reveal', lang), 'bold', 'red')}: {why}")
    lines += waits_text(found.waits, paint, lang).split("\n")[2:]
    if not found.waits.waits:
        return "\n".join(lines)
    down = [spell(kinds * 3) for kinds in found.down]
    words = [say("together", lang, tiles=t) if len(k) > 1 else t for t, k in zip(down, found.down, strict=True)]
    lines += ["", f"{say('down', lang)}: {comma(lang).join(words)}" if words else say("down-none", lang)]
    for allowed, key in ((True, "later-kongs"), (False, "later-kongs-not")):
        if melds := [str(kong.meld) for kong in found.kongs if kong.allowed is allowed]:
            lines.append(f"{say(key, lang)}: {comma(lang).join(melds)}")
        elif allowed:
            lines.append(say("later-kongs-none", lang))
    if found.forbidden:
        lines.append(f"{say('forbidden', lang)}: {' '.join(NAMES[tile] for tile in found.forbidden)}")
    else:
        liability = say(f"liability-{variant.choice('reveal.liability')}", lang)
        lines.append(say("forbidden-none", lang, liability=liability))
    return "\n".join(lines)


def reveal_record(found: Reveal, lang: str = "en") -> Record:
    """Return what 亮倒 means for a hand as the JSON object ``kwx.reveal/1``."""
    variant = found.waits.variant
    return {
        "schema": "kwx.reveal/1",
        "hand": str(found.waits.hand),
        "variant": variant_label(variant),
        "allowed": found.allowed,
        "against": list(found.against),
        "waits": waits_record(found.waits, lang)["waits"],
        "down": [[NAMES[kind] for kind in kinds] for kinds in found.down],
        "kongs": [
            {"meld": str(kong.meld), "allowed": kong.allowed, "waits": [NAMES[tile] for tile in kong.waits]}
            for kong in found.kongs
        ],
        "forbidden": [NAMES[tile] for tile in found.forbidden],
        "liability": variant.choice("reveal.liability"),
        "sources": {
            key: variant.settings[key].source
            for key in ("reveal.min_wall", "reveal.kongs", "reveal.protects", "reveal.liability")
        },
    }
