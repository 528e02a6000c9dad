"""``kwx score`` and ``kwx waits`` take the same facts about 亮倒 as ``kwx reveal`` and a round do."""

from __future__ import annotations

import pytest

from tests.support import kwx

HAND = "46t 88t 123b 999b ZZZ+pon"


@pytest.mark.parametrize("ask", [["score", f"{HAND} @5t+liang"], ["waits", HAND, "--liang"], ["reveal", HAND]])
def test_too_few_tiles_in_the_wall(ask: list[str]) -> None:
    """3D: 少于12张不能亮, which only 孝感 has."""
    assert kwx(*ask, "--variant", "xiaogan", "--wall", "11").status == 1
    assert kwx(*ask, "--variant", "xiaogan", "--wall", "12").status == 0
    assert kwx(*ask, "--variant", "xiangyang-3d", "--wall", "0").status == 0


@pytest.mark.parametrize("ask", [["score", f"{HAND} @5t"], ["waits", HAND]])
def test_a_hand_that_was_not_revealed_does_not_mind(ask: list[str]) -> None:
    assert kwx(*ask, "--variant", "xiaogan", "--wall", "0").status == 0
