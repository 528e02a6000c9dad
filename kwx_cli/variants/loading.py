"""Reading variants: TOML files with single inheritance, checked whole, every value with its source.

A file states ``extends``, ``texts`` (the keys of its own sources), ``[name]``, and what differs, each as
``{ value = …, source = "KEY" }`` with an optional ``decided = true`` and ``note``. ``[stated]`` lists, by source, the
inherited values that the text states too. ``[options.X]`` are named bundles of settings, ``[choose]`` picks one, and
``[sources]`` adds keys of one's own.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kwx_cli.errors import Fault, VariantError, guess
from kwx_cli.variants.schema import KEYS, Value

# Not importlib.resources, which takes longer to import than the files to read.
_HERE = Path(__file__).parent
DEFAULT = "xiangyang"
ROOT = "shared"
_TABLES = ("extends", "texts", "name", "sources", "stated", "options", "choose")
_LEAF = ("value", "source", "decided", "note")


class Words(NamedTuple):
    """A text in both languages; the same in both where it was written once."""

    en: str = ""
    zh: str = ""

    def say(self, lang: str) -> str:
        """Return the text in ``zh`` or ``en``."""
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Setting:
    """One value of a variant: where it comes from, whether the project decided it, and in which file it stands."""

    value: Value
    source: str
    decided: bool
    note: Words
    origin: str


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice between bundles of settings, such as 频道."""

    id: str
    zh: str
    en: str
    default: str
    source: str
    choices: Mapping[str, Mapping[str, Setting]]


@dataclass(frozen=True, eq=False)
class Variant:
    """A region's rules: every setting by its key, with names, texts, options and what was set on top.

    `texts` are the keys of its own sources and its parents': a value from another text was taken over, so decided.
    """

    id: str
    zh: str
    en: str
    parents: tuple[str, ...]
    texts: tuple[str, ...]
    settings: Mapping[str, Setting]
    options: Mapping[str, Option]
    sources: Mapping[str, Words]
    chosen: tuple[str, ...] = ()
    memo: dict[object, Any] = field(default_factory=dict, repr=False)

    def number(self, key: str) -> int | None:
        """Return a whole number, or None where the setting is off; `key` is a path of the schema."""
        value = self.settings[key].value
        return value if isinstance(value, int) else None

    def flag(self, key: str) -> bool:
        """Return a yes or no."""
        return self.settings[key].value is True

    def choice(self, key: str) -> str:
        """Return a word; ``none`` where the setting is off."""
        return str(self.settings[key].value or "none")

    def times(self, pattern: str) -> int | None:
        """Return what a pattern multiplies by, or None where the variant does not list it."""
        return self.number(f"values.{pattern}")

    def is_decided(self, key: str) -> bool:
        """Whether no text of the variant's own states the value, so that the project chose it."""
        setting = self.settings[key]
        return setting.decided or setting.source not in self.texts

    def name(self, lang: str) -> str:
        """Return the Chinese or the English name."""
        return self.zh if lang == "zh" else self.en


@cache
def _catalogue() -> dict[str, Words]:
    text = (_HERE / "sources.toml").read_text("utf-8")
    check = _Check("sources.toml")
    return {key: check.both(title, key) for key, title in tomllib.loads(text).items()}


@cache
def variant_ids() -> tuple[str, ...]:
    """Return the ids of the built-in variants, the default first."""
    files = (entry.name for entry in _HERE.iterdir())
    ids = {name[:-5] for name in files if name.endswith(".toml")} - {"sources", ROOT}
    return (DEFAULT, *sorted(ids - {DEFAULT}))


@cache
def _names() -> dict[str, str]:
    """Return every other name of the built-in variants: Chinese and English, folded, to the id."""
    return {name.casefold(): id for id in variant_ids() for name in (load(id).zh, load(id).en, id)}


def load_variant(name: str = DEFAULT, settings: Iterable[str] = ()) -> Variant:
    """Return a variant by its id, its Chinese or English name, or the path of a TOML file.

    `settings` are ``key=value`` strings put on top, such as ``cap=8``, ``values.kawuxing=4`` or ``pindao=quan``.
    Raises `VariantError` with everything that is wrong with the file or the settings.

    >>> load_variant("襄阳", ["cap=8"]).number("cap")
    8
    """
    return _load(name, tuple(settings))


@lru_cache(maxsize=256)
def _load(name: str, settings: tuple[str, ...]) -> Variant:
    variant = load(find(name))
    return with_settings(variant, settings) if settings else variant


def find(name: str) -> str:
    """Return the id or path that a user's name of a variant means; raises `VariantError` with a suggestion."""
    if name in variant_ids() or name.endswith(".toml"):
        return name
    if name.casefold() in _names():
        return _names()[name.casefold()]
    near = guess(name.casefold(), _names())
    values: dict[str, object] = {"name": name, "guess": _names()[near] if isinstance(near, str) else variant_ids()}
    raise VariantError(Fault("unknown-variant", values))


@lru_cache(maxsize=64)
def load(name: str) -> Variant:
    """Return a variant by id or path, with its parents; raises `VariantError` with all faults at once."""
    return _read(name, ())


def _read(name: str, below: tuple[str, ...]) -> Variant:
    """Read one file and what it extends; `below` are the files that extend it, to find a circle."""
    data = _toml(name)
    check = _Check(name)
    parent = _parent(data, name, below, check)
    sources = {**_catalogue(), **(parent.sources if parent else {}), **check.titles(data)}
    check.sources = sources
    settings = dict(parent.settings) if parent else {}
    texts = tuple(check.source(key, "texts") for key in check.words_list(data.get("texts", []), "texts"))
    settings.update(check.settings({k: v for k, v in data.items() if k not in _TABLES}))
    for source, keys in check.table(data, "stated").items():
        check.source(source, f"stated.{source}")
        for key in check.words_list(keys, f"stated.{source}"):
            if check.known(key, f"stated.{source}") and key in settings:
                settings[key] = replace(settings[key], source=source, decided=False, note=Words(), origin=name)
    options = dict(parent.options) if parent else {}
    for id, table in check.table(data, "options").items():
        if table is False:
            options.pop(id, None)
        elif option := check.option(id, table):
            options[id] = option
    chosen: list[str] = []
    for id, choice in check.words(data, "choose").items():
        if check.choice(options, id, choice, f"choose.{id}"):
            settings.update(options[id].choices[choice])
            chosen.append(f"{id}={choice}")
    names = check.words(data, "name")
    stem = Path(name).stem
    named = names.keys() & {"zh", "en"} or not isinstance(data.get("name", {}), dict)
    if name != ROOT and not below and not named:
        check.fault("missing-name", "name")
    check.done()
    zh, en = names.get("zh") or names.get("en") or stem, names.get("en") or names.get("zh") or stem
    return Variant(
        id=stem if name.endswith(".toml") else name,
        zh=zh,
        en=en,
        parents=(parent.id, *parent.parents) if parent and parent.id != ROOT else (),
        texts=tuple(dict.fromkeys((*texts, *(parent.texts if parent else ())))),
        settings=settings,
        options=options,
        sources=sources,
        chosen=tuple(chosen),
    )


def _toml(name: str) -> dict[str, Any]:
    if name.endswith(".toml"):
        try:
            text = Path(name).read_text("utf-8")
        except UnicodeDecodeError as error:
            raise VariantError(Fault("bad-toml", {"file": name, "problem": str(error)})) from None
        except OSError as error:
            raise VariantError(Fault("unreadable-file", {"file": name, "problem": error.strerror or error})) from None
        except ValueError as error:  # no name of a file, as a line of a batch can hold
            raise VariantError(Fault("unreadable-file", {"file": name, "problem": error})) from None
    else:
        text = (_HERE / f"{name}.toml").read_text("utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(Fault("bad-toml", {"file": name, "problem": error})) from None


def _parent(data: dict[str, Any], name: str, below: tuple[str, ...], check: _Check) -> Variant | None:
    """Return the variant that a file extends, which may be a file beside it; None for the root of all."""
    if name == ROOT:
        return None
    stated = data.get("extends", ROOT)
    if not isinstance(stated, str):
        check.fault("wrong-type", "extends", value=literal(stated), allowed="a name in quotes")
        stated = ROOT
    target = stated
    if stated.endswith(".toml"):
        target = str(Path(name).parent / stated) if name.endswith(".toml") else stated
    elif stated != ROOT:
        try:
            target = find(stated)
        except VariantError as error:
            check.fault("unknown-parent", "extends", name=stated, guess=error.faults[0].values["guess"])
            target = ROOT
    seen = [str(Path(each).resolve()) for each in (*below, name) if each.endswith(".toml")]
    if target.endswith(".toml") and str(Path(target).resolve()) in seen:
        check.fault("circle", "extends", chain=" -> ".join(Path(each).name for each in (*below, name, target)))
        target = ROOT
    try:
        return _read(target, (*below, name))
    except VariantError as error:
        check.faults += error.faults
        return _read(ROOT, ())


def with_settings(variant: Variant, settings: Iterable[str]) -> Variant:
    """Return a variant with ``key=value`` strings on top, options first; the source is ``set``."""
    settings = tuple(settings)
    check = _Check("--set")
    on_top: dict[str, Setting] = {}
    bundles: dict[str, Setting] = {}
    for text in settings:
        key, mark, word = (part.strip() for part in text.partition("="))
        if not mark:
            check.fault("set-form", text)
        elif key in variant.options:
            if check.choice(variant.options, key, word, key):
                bundles.update(variant.options[key].choices[word])
        elif check.known(key, "", (*KEYS, *variant.options)):
            value = KEYS[key].read(word)
            if check.value(key, value, key):
                on_top[key] = Setting(_off(value), "set", False, Words(), "--set")
    check.done()
    return replace(
        variant,
        settings={**variant.settings, **bundles, **on_top},
        chosen=(*variant.chosen, *(text.replace(" ", "") for text in settings)),
        texts=(*variant.texts, "set"),
        memo={},
    )


def _off(value: Any) -> Value:
    return None if value == "none" else value


def literal(value: object) -> str:
    """Return a value as TOML writes it, to be copied from a message.

    >>> literal("any"), literal(True), literal([1, "a"])
    ('"any"', 'true', '[1, "a"]')
    """
    return json.dumps(value, ensure_ascii=False, default=str)


class _Check:
    """Collects all faults of one file, and turns checked TOML into records."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: tuple[Fault, ...] = ()
        self.sources: Mapping[str, Words] = {}

    def fault(self, code: str, path: str, **values: object) -> None:
        self.faults += (Fault(code, {"file": self.file, "path": path, **values}),)

    def done(self) -> None:
        if self.faults:
            raise VariantError(*{repr(fault): fault for fault in self.faults}.values())

    def table(self, data: dict[str, Any], key: str) -> dict[str, Any]:
        table = data.get(key, {})
        if isinstance(table, dict):
            return table
        self.fault("wrong-type", key, value=literal(table), allowed="a table")
        return {}

    def words(self, data: dict[str, Any], key: str) -> dict[str, str]:
        table = self.table(data, key)
        for name, word in table.items():
            if not isinstance(word, str):
                self.fault("wrong-type", f"{key}.{name}", value=literal(word), allowed="text in quotes")
        return {name: word for name, word in table.items() if isinstance(word, str)}

    def both(self, value: Any, path: str) -> Words:
        """Return a text in both languages: one text, or a table with ``en`` and ``zh``."""
        if isinstance(value, str):
            return Words(value, value)
        if isinstance(value, dict) and set(value) == {"en", "zh"} and all(isinstance(v, str) for v in value.values()):
            return Words(value["en"], value["zh"])
        self.fault("wrong-type", path, value=literal(value), allowed='text in quotes, or { en = "…", zh = "…" }')
        return Words()

    def titles(self, data: dict[str, Any]) -> dict[str, Words]:
        """Return the sources that a file adds, by their keys."""
        return {key: self.both(title, f"sources.{key}") for key, title in self.table(data, "sources").items()}

    def words_list(self, value: Any, path: str) -> list[str]:
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return value
        self.fault("wrong-type", path, value=literal(value), allowed="a list of texts in quotes")
        return []

    def known(self, key: str, path: str, keys: Iterable[str] = KEYS) -> bool:
        if key in KEYS:
            return True
        from difflib import get_close_matches

        keys = tuple(keys)
        close = get_close_matches(key, keys, 1) or [k for k in keys if k.split(".")[-1] == key.split(".")[-1]]
        if not close:
            ends = {k.split(".")[-1]: k for k in keys}
            close = [ends[end] for end in get_close_matches(key.split(".")[-1], ends, 1)]
        self.fault("unknown-key" if close else "strange-key", path or key, key=key, guess=close[0] if close else "")
        return False

    def source(self, source: str, path: str) -> str:
        if source not in self.sources:
            self.fault("unknown-source", path, source=source, guess=guess(source.upper(), self.sources, 0.4))
        return source

    def value(self, key: str, value: object, path: str) -> bool:
        if code := KEYS[key].check(value):
            self.fault(code, path, value=literal(value), allowed=KEYS[key].allowed)
            return False
        return True

    def settings(self, data: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Setting]]:
        """Yield each leaf of a table of settings; a table with `value` is a leaf, and so is anything plain."""
        for name, leaf in data.items():
            path = f"{prefix}{name}"
            if isinstance(leaf, dict) and "value" not in leaf and path not in KEYS:
                yield from self.settings(leaf, f"{path}.")
            elif self.known(path, path) and (setting := self.leaf(path, leaf, path)):
                yield path, setting

    def leaf(self, key: str, leaf: Any, path: str) -> Setting | None:
        if not isinstance(leaf, dict):
            self.fault("missing-source", path, value=literal(leaf))
            return None
        for name in leaf:
            if name not in _LEAF:
                self.fault("unknown-key", f"{path}.{name}", key=name, guess=guess(name, _LEAF))
        if "value" not in leaf:
            self.fault("missing-value", path)
            return None
        if "source" not in leaf:
            self.fault("missing-source", path, value=literal(leaf["value"]))
        elif not isinstance(leaf["source"], str):
            self.fault("wrong-type", f"{path}.source", value=literal(leaf["source"]), allowed="a source key in quotes")
        else:
            self.source(leaf["source"], f"{path}.source")
        if not isinstance(decided := leaf.get("decided", False), bool):
            self.fault("wrong-type", f"{path}.decided", value=literal(decided), allowed="true, false")
        note = self.both(leaf.get("note", ""), f"{path}.note")
        if not self.value(key, leaf["value"], path):
            return None
        return Setting(_off(leaf["value"]), str(leaf.get("source", "")), decided is True, note, self.file)

    def option(self, id: str, table: Any) -> Option | None:
        if not isinstance(table, dict):
            self.fault("wrong-type", f"options.{id}", value=literal(table), allowed="a table, or false to drop it")
            return None
        path = f"options.{id}"
        choices: dict[str, dict[str, Setting]] = {}
        for name, bundle in table.items():
            if name not in ("zh", "en", "default", "source"):
                if not isinstance(bundle, dict):
                    self.fault("wrong-type", f"{path}.{name}", value=literal(bundle), allowed="a table of settings")
                choices[name] = dict(self.settings(bundle)) if isinstance(bundle, dict) else {}
        words = {name: table.get(name) for name in ("zh", "en", "default", "source")}
        for name, word in words.items():
            if not isinstance(word, str):
                code = "missing-value" if word is None else "wrong-type"
                self.fault(code, f"{path}.{name}", value=literal(word), allowed="text in quotes")
        if isinstance(words["source"], str):
            self.source(words["source"], f"{path}.source")
        if isinstance(words["default"], str) and words["default"] not in choices:
            self.fault("bad-value", f"{path}.default", value=literal(words["default"]), allowed=", ".join(choices))
        return Option(id, str(words["zh"]), str(words["en"]), str(words["default"]), str(words["source"]), choices)

    def choice(self, options: Mapping[str, Option], id: str, choice: str, path: str) -> bool:
        if id not in options:
            self.fault("strange-key" if not options else "unknown-key", path, key=id, guess=tuple(options))
            return False
        if choice not in options[id].choices:
            self.fault("bad-value", path, value=literal(choice), allowed=", ".join(options[id].choices))
            return False
        return True
