"""``kwx variants``: whose rules there are, what they say, how they differ, and a check of one's own."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from kwx_cli.commands.common import (
    Session,
    complete_variant,
    examples,
    get_variant,
    output_options,
    put,
    put_csv,
    put_json,
)  # fmt: skip
from kwx_cli.errors import VariantError
from kwx_cli.variants import variant_ids

_SETTING_COLUMNS = ("variant", "key", "value", "source", "decided", "note")


@click.group(short_help="Whose rules there are, what they say, how they differ.")
def command() -> None:
    """\b
    Examples:
      kwx variants list
      kwx variants show suizhou
      kwx variants diff xiangyang xiangfan
      kwx variants check samples/house.toml

    The regional rules, every value with its source.
    """


_name = click.argument("name", shell_complete=complete_variant)
_set = click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set a rule on top.")


@command.command("list", short_help="All variants, one a line.")
@output_options("table", "json", "jsonl", "csv")
@examples("kwx variants list", "kwx variants list --format json")
def list_(session: Session) -> None:
    """List the built-in variants with the settings that tell them apart at a glance."""
    from kwx_cli.output.variants import list_text, variant_record

    variants = [get_variant(id, ()) for id in variant_ids()]
    if session.is_text:
        put(list_text(variants, session.lang))
    elif session.format == "csv":
        rows: Iterable[dict[str, object]] = (
            {"id": v.id, "zh": v.zh, "en": v.en, "sources": " ".join(v.texts)} for v in variants
        )
        put_csv(rows, ("id", "zh", "en", "sources"))
    elif session.format == "json":
        put_json(
            {"schema": "kwx.variants/1", "variants": [variant_record(v, session.machine_lang) for v in variants]},
            session,
        )
    else:
        for variant in variants:
            put_json(variant_record(variant, session.machine_lang), session)


@command.command("show", short_help="Every value of a variant, with its source.")
@_name
@_set
@output_options("table", "json", "jsonl", "csv")
@examples(
    "kwx variants show xiangyang-manhu", "kwx variants show 襄阳 --lang zh", "kwx variants show samples/house.toml"
)
def show(session: Session, name: str, settings: tuple[str, ...]) -> None:
    """Show every setting of a variant: value, meaning, source, and whether the project decided it."""
    from kwx_cli.output.variants import setting_record, show_text, variant_record
    from kwx_cli.variants.schema import KEYS

    variant = get_variant(name, settings)
    if session.is_text:
        put(show_text(variant, session.paint, session.lang))
    elif session.format == "csv":
        put_csv(
            ({"variant": variant.id, "key": key, **setting_record(variant, key, session.machine_lang)} for key in KEYS),
            _SETTING_COLUMNS,
        )
    else:
        put_json(variant_record(variant, session.machine_lang), session)


@command.command("diff", short_help="Where two variants differ.")
@click.argument("first", shell_complete=complete_variant)
@click.argument("second", shell_complete=complete_variant)
@output_options("table", "json", "jsonl", "csv")
@examples("kwx variants diff xiangyang kawuxin", "kwx variants diff xiangyang samples/house.toml --lang zh")
def diff(session: Session, first: str, second: str) -> None:
    """Show the settings in which two variants differ, with the source of each value."""
    from kwx_cli.output.variants import diff_text, differences, setting_record

    one, two = get_variant(first, ()), get_variant(second, ())
    if session.is_text:
        put(diff_text(one, two, session.lang))
        return
    rows = [
        {"variant": variant.id, "key": key, **setting_record(variant, key, session.machine_lang)}
        for key in differences(one, two)
        for variant in (one, two)
    ]
    if session.format == "csv":
        put_csv(rows, _SETTING_COLUMNS)
    else:
        put_json({"schema": "kwx.diff/1", "first": one.id, "second": two.id, "settings": rows}, session)


@command.command("check", short_help="Find everything wrong with a variant of one's own.")
@click.argument("files", nargs=-1, required=True)
@output_options("table", "json", "jsonl")
@examples("kwx variants check samples/house.toml", "kwx variants check *.toml --format json")
def check(session: Session, files: tuple[str, ...]) -> None:
    """Check variant files: unknown keys, wrong values, missing sources, parents. Ends with 2 if one cannot be used."""
    from kwx_cli.output.errors import error_text
    from kwx_cli.output.records import error_record
    from kwx_cli.output.words import say

    bad = False
    records = []
    for file in files:
        try:
            get_variant(file, ())
        except VariantError as error:
            bad = True
            if session.is_text:
                put(error_text(error, session.paint, session.lang))
            records.append({"file": file, "ok": False, "error": error_record(error, session.machine_lang)})
        else:
            if session.is_text:
                put(say("all-well", session.lang, file=file))
            records.append({"file": file, "ok": True, "error": None})
    if session.format == "json":
        put_json({"schema": "kwx.check/1", "files": records}, session)
    elif session.format == "jsonl":
        for record in records:
            put_json(record, session)
    if bad:
        sys.exit(2)
