"""Everything that is refused, as values: a stable code, what was wrong where, and the text in two languages.

A `Fault` is one thing wrong. A `KwxError` carries all that were found at once and the text they were found in. The
wording stands in `messages`, keyed by the code, so that a program can translate it again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: `code` is stable, `values` fill its message, `column` is where, from 1, or None.

    `column` counts the characters of the original text; `length` is how many of them are wrong. `place` is the key in
    a file of many parts, such as ``round[2].wins[1].hand``, counted from 1, and stands before the message.
    """

    code: str
    values: dict[str, object] = field(default_factory=dict)
    column: int | None = None
    length: int = 1
    place: str = ""

    def message(self, lang: str = "en") -> str:
        """Return what is wrong, in one sentence."""
        return f"{self.place}: {self._worded(lang)[0]}" if self.place else self._worded(lang)[0]

    def hint(self, lang: str = "en") -> str:
        """Return what would be right."""
        return self._worded(lang)[1]

    def _worded(self, lang: str) -> tuple[str, str]:
        from kwx_cli.messages import wording

        message, hint = wording(self.code, self.values.get("case"), lang)
        return message.format(**self.values), hint.format(**self.values)


class KwxError(ValueError):
    """A refusal. `faults` holds all that was found wrong, in order of place; `source` is the text, where there is one.

    >>> error = KwxError(Fault("empty-hand"))
    >>> error.code
    'empty-hand'
    """

    def __init__(self, *faults: Fault, source: str = "") -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.column is None, fault.column or 0)))
        self.source = source
        super().__init__("; ".join(fault.message() for fault in self.faults))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the faults: a batch hands rows that could not be read to other processes."""
        return _rebuilt, (type(self), self.faults, self.source)

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code


def _rebuilt(kind: type[KwxError], faults: tuple[Fault, ...], source: str) -> KwxError:
    return kind(*faults, source=source)


class HandError(KwxError):
    """A hand, or a line of a hands file, that cannot be read or cannot be."""


class VariantError(KwxError):
    """A variant, or a setting on top of one, that cannot be used."""


class RoundError(KwxError):
    """A file of rounds that cannot be read, or a round that cannot have been played."""
