"""The tile kinds: three number suits of nine, and three dragons; four of each.

A kind is a small integer, 0 to 29: 1b-9b, 1t-9t, 1m-9m, Z, F, B. A *block* is a suit or the dragons: block 0 is
筒 ``b``, 1 is 条 ``t``, 2 is 万 ``m``, 3 the dragons; the rank inside a block counts from 0.
"""

from __future__ import annotations

from typing import Final

SUITS: Final = "btm"
DRAGONS: Final = "ZFB"
DRAGON_BLOCK: Final = 3
FIRST_DRAGON: Final = 27

NAMES: Final[tuple[str, ...]] = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *DRAGONS)
KINDS: Final[dict[str, int]] = {name: kind for kind, name in enumerate(NAMES)}
BLOCK: Final[tuple[int, ...]] = (*(kind // 9 for kind in range(FIRST_DRAGON)), 3, 3, 3)
RANK: Final[tuple[int, ...]] = (*(kind % 9 for kind in range(FIRST_DRAGON)), 0, 1, 2)

_FACES: Final = tuple(name[0] for name in NAMES)
# A group ends with its suit, or with its kind of dragon.
_GROUPS: Final = tuple(name[-1] for name in NAMES)
_ENDS: Final = tuple(f"{name[1:]} " for name in NAMES)


def spell(kinds: tuple[int, ...]) -> str:
    """Return tiles in compact notation, suits and dragons apart: ``22b 4556t ZZZ``.

    >>> spell((1, 1, 12, 13, 13, 14, 27))
    '22b 4556t Z'
    """
    parts: list[str] = []
    before = end = ""
    for kind in sorted(kinds):
        after = _GROUPS[kind]
        if after != before:
            if before:
                parts.append(end)
            before, end = after, _ENDS[kind]
        parts.append(_FACES[kind])
    return "".join(parts) + end.rstrip()


THREES: Final = tuple(spell((kind,) * 3) for kind in range(len(NAMES)))
"""Three and four of each kind in notation."""
FOURS: Final = tuple(spell((kind,) * 4) for kind in range(len(NAMES)))
