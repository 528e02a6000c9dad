"""One line of a hands file: ``[id:] [variant |] hand [=> expectation] [# comment]``.

The marks ``:``, ``|``, ``=>`` and ``#`` occur in no part, so a line is cut at them; the expectation has a grammar of
its own, remembered like the pieces of a hand. `notation.md` has the BNF.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import pyparsing as pp

from kwx_cli.errors import Fault, HandError, guess
from kwx_cli.grammar.notation import clean, parse_tiles
from kwx_cli.patterns import PATTERNS

FORMS = (
    "8", "8 kawuxing gangkai", "1 not-allowed", "no-win", "waits 5t 8t", "waits none", "distance 2", "discard 9t",
    "error", "error CODE",
)  # fmt: skip
"""An expectation of each form, for a message."""

STATUSES = ("not-allowed", "no-win", "waits", "distance", "discard", "error")


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a line says should come out.

    `kind` is ``score``, ``not-allowed``, ``no-win``, ``waits``, ``distance``, ``discard`` or ``error``. `fan` is in
    multiples of the base. `patterns` is the exact set, or None where any set will do. `tiles` are the waits, or the
    discards of which one is the best. `code` is that of the error, or None for any. `distance` is in exchanges.
    """

    kind: str
    fan: int | None = None
    patterns: frozenset[str] | None = None
    tiles: frozenset[int] | None = None
    code: str | None = None
    distance: int | None = None


class Line(NamedTuple):
    """The parts of a line as written, with the column of the hand, from 0; empty where a part is missing.

    An arrow with nothing behind it leaves a blank expectation, which is an error and not a missing one.
    """

    id: str
    variant: str
    hand: str
    hand_at: int
    expectation: str
    expectation_at: int
    comment: str


_NAMES = {name: p.id for p in PATTERNS.values() for name in (p.id, p.zh, *p.also)}


def _expectation_grammar() -> pp.ParserElement:
    fan = pp.Regex("[0-9]+(?![^ \t])").set_name("a fan").set_parse_action(lambda t: [("fan", int(t[0]))])
    not_allowed = pp.Keyword("not-allowed", "abcdefghijklmnopqrstuvwxyz-")
    pattern = pp.Regex(r"[^\s]+").set_name("a pattern").set_parse_action(lambda s, at, t: [("pattern", t[0], at)])
    tiles = pp.Regex(r".+").set_name("tiles or none").set_parse_action(lambda s, at, t: [("tiles", t[0], at)])
    code = pp.Regex("[a-z][a-z-]*").set_name("an error code").set_parse_action(lambda t: [("code", t[0])])
    score = fan + pp.Optional(not_allowed("kind")) + pp.ZeroOrMore(pattern)
    waits = pp.Keyword("waits")("kind") - tiles
    discard = pp.Keyword("discard")("kind") - tiles
    far = pp.Regex("-?[0-9]+").set_name("a distance").set_parse_action(lambda t: [("distance", int(t[0]))])
    distance = pp.Keyword("distance")("kind") - far
    error = pp.Keyword("error")("kind") - pp.Optional(code)
    no_win = pp.Keyword("no-win", "abcdefghijklmnopqrstuvwxyz-")("kind")
    return (no_win | waits | distance | discard | error | score) + pp.StringEnd()


_EXPECTATION = _expectation_grammar()


@lru_cache(maxsize=1 << 14)
def _parse_expectation(text: str) -> Expectation | tuple[Fault, ...]:
    text = clean(text)
    try:
        tokens = _EXPECTATION.parse_string(text)
    except pp.ParseBaseException as error:
        # A keyword fails behind its last letter: point at the whole word.
        at = max(text.rfind(" ", 0, error.loc), text.rfind("\t", 0, error.loc)) + 1
        word = text[at:].split(" ")[0]
        # A fan in words, or “win”, is as near to no-win as a slip of the pen: no suggestion may turn the meaning round.
        near = guess(word, STATUSES, 0.7) if word else FORMS
        wrong: dict[str, object] = {"text": text.strip(), "guess": near if isinstance(near, str) else FORMS}
        return (Fault("bad-expectation", wrong, at, max(1, len(word))),)
    marked = [token for token in tokens if isinstance(token, tuple)]
    kind = str(tokens["kind"]) if "kind" in tokens else "score"
    values = {token[0]: token[1] for token in marked}
    faults: list[Fault] = []
    names: set[str] = set()
    for _, name, at in (token for token in marked if token[0] == "pattern"):
        if name not in _NAMES:
            near = guess(name, _NAMES)
            near = near if isinstance(near, str) else tuple(PATTERNS)
            faults.append(Fault("unknown-pattern", {"name": name, "guess": near}, at, len(name)))
        else:
            names.add(_NAMES[name])
    tiles = None
    if kind in ("waits", "discard"):
        word, at = next((token[1], token[2]) for token in marked if token[0] == "tiles")
        try:
            tiles = frozenset() if kind == "waits" and word.strip() == "none" else frozenset(parse_tiles(word))
        except HandError as error:
            faults += [Fault(f.code, f.values, at + (f.column or 1) - 1, f.length) for f in error.faults]
    if faults:
        return tuple(faults)
    patterns = frozenset(names) if names else None
    return Expectation(kind, values.get("fan"), patterns, tiles, values.get("code"), values.get("distance"))


def parse_expectation(text: str, at: int = 0, source: str = "") -> Expectation:
    """Read what stands after ``=>``; raise `HandError` with the columns of `source`, where the text starts at `at`."""
    found = _parse_expectation(text)
    if isinstance(found, Expectation):
        return found
    shifted = (Fault(f.code, f.values, (f.column or 0) + at + 1, f.length) for f in found)
    raise HandError(*shifted, source=source or text)


def split_line(text: str) -> Line | None:
    """Cut a line into its parts; None for a blank line or a comment. A mark too many is left to the hand's grammar."""
    line = clean(text)
    body, _, comment = line.partition("#")
    if not body.strip():
        return None
    front, arrow, expectation = body.partition("=>")
    before, bar, hand = front.rpartition("|")
    id, colon, rest = (before if bar else front).partition(":")
    if colon and bar:
        before = rest
    elif colon:
        hand = rest
    hand_at = len(front) - len(hand)
    stripped = hand.lstrip()
    return Line(
        id.strip() if colon else "",
        before.strip() if bar else "",
        stripped.rstrip(),
        hand_at + len(hand) - len(stripped),
        (expectation if expectation.strip() else " ") if arrow else "",
        len(front) + 2,
        comment.strip(),
    )


def shifted(error: HandError, at: int, source: str) -> HandError:
    """Return a fault of a hand as one of the line that it stands in, `at` characters further on."""
    faults = (Fault(f.code, f.values, (f.column or 1) + at, f.length) for f in error.faults)
    return HandError(*faults, source=source)
