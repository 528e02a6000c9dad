"""``kwx explain``: what a pattern is, and what each variant pays."""

from __future__ import annotations

from difflib import get_close_matches

import click

from kwx_cli.commands.common import Session, examples, get_variant, output_options, put, put_csv, put_json
from kwx_cli.patterns import PATTERNS, Pattern
from kwx_cli.variants import variant_ids


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [id for id in PATTERNS if id.startswith(incomplete)]


def find_pattern(name: str) -> Pattern:
    """Return a pattern by its id, its Chinese name, or another name of the sources; UsageError with a suggestion."""
    names = {known: p for p in PATTERNS.values() for known in (p.id, p.zh, *p.also)}
    if name in names:
        return names[name]
    close = get_close_matches(name, names, 1, 0.5)
    guess = f"Did you mean {close[0]}?" if close else f"Patterns: {', '.join(PATTERNS)}"
    raise click.UsageError(f"{name} is not a pattern. {guess}")


@click.command(short_help="What a pattern is, and what each variant pays.")
@click.argument("pattern", shell_complete=_complete)
@output_options("table", "json", "jsonl", "csv")
@examples("kwx explain ansigui", "kwx explain 卡五星 --lang zh")
def command(session: Session, pattern: str) -> None:
    """Explain a pattern: its definition with sources, its value in every variant, worked hands."""
    from kwx_cli.output.variants import pattern_text, setting_record

    found = find_pattern(pattern)
    variants = [get_variant(id, ()) for id in variant_ids()]
    key = f"values.{found.id}"
    worked = found.examples
    if session.is_text:
        put(pattern_text(found, variants, worked, session.paint, session.lang))
    elif session.format == "csv":
        put_csv(
            ({"pattern": found.id, "variant": v.id, **setting_record(v, key, session.machine_lang)} for v in variants),
            ("pattern", "variant", "value", "source", "decided", "note"),
        )
    else:
        record = {
            "schema": "kwx.pattern/1",
            "id": found.id,
            "name": {"zh": found.zh, "en": found.en},
            "also": list(found.also),
            "what": {"zh": found.meaning, "en": found.what},
            "values": {v.id: setting_record(v, key, session.machine_lang) for v in variants},
            "examples": list(worked),
        }
        put_json(record, session)
