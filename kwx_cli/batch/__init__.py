"""Files and arrays of hands: reading, scoring, checking expectations, reporting.

>>> from kwx_cli import load_variant
>>> from kwx_cli.batch import score_hands
>>> scores = score_hands(["46t 123b 88t 789b 9999t+an @5t+gangkai+liang", "1122334455667t @7t"], load_variant())
>>> scores.fan.tolist(), scores.allowed.tolist()
([8, 16], [True, True])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kwx_cli.batch.columns import Scores
    from kwx_cli.batch.packed import PACKED, pack
    from kwx_cli.batch.tabular import score_hands, to_arrow, wait_hands
    from kwx_cli.batch.wait_columns import WaitColumns

_HOMES = {
    "PACKED": "packed", "Scores": "columns", "WaitColumns": "wait_columns", "pack": "packed",
    "score_hands": "tabular", "to_arrow": "tabular", "wait_hands": "tabular",
}  # fmt: skip
__all__ = ["PACKED", "Scores", "WaitColumns", "pack", "score_hands", "to_arrow", "wait_hands"]


def __getattr__(name: str) -> Any:
    # numpy takes longer to import than a hand to score: only who asks for columns pays.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"kwx_cli.batch.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
