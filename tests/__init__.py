"""Tests of the installed package; `oracle` is the second implementation that they hold it against."""

import sys
from pathlib import Path

# pytest puts the checkout on the path, whose kwx_cli has no grammar: import the installed one before that matters.
_ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != _ROOT]

import kwx_cli.grammar  # noqa: E402, F401
