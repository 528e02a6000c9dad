"""A tiny reader of the notation of the worked examples: groups apart, no aliases, no diagnosis."""

from __future__ import annotations

from .hands import OHand

KINDS = ("pon", "zhi", "bu", "an", "kan")
WAYS = ("zimo", "pao", "qianggang", "gangkai", "gangpao")


def tiles(text: str) -> tuple[str, ...]:
    """'123tZZ' as ('1t', '2t', '3t', 'Z', 'Z')."""
    found: list[str] = []
    ranks = ""
    for char in text:
        if char in "123456789":
            ranks += char
        elif char in "btm" and ranks:
            found += [rank + char for rank in ranks]
            ranks = ""
        elif char in "ZFB" and not ranks:
            found.append(char)
        else:
            raise ValueError(text)
    if ranks:
        raise ValueError(text)
    return tuple(found)


def hand(text: str) -> OHand:
    """'46t 88t 9999t+an @5t+gangkai' as a hand."""
    concealed: list[str] = []
    melds: list[tuple[str, str]] = []
    win: str | None = None
    tags: list[str] = []
    for word in text.split():
        group, *marks = word.split("+")
        if group.startswith("@"):
            (win,) = tiles(group[1:])
            tags = marks
        elif marks:
            (kind,) = marks
            (tile,) = set(tiles(group))
            if kind not in KINDS or len(tiles(group)) != (3 if kind == "pon" else 4):
                raise ValueError(word)
            melds.append((kind, tile))
        else:
            concealed += tiles(group)
    ways = [tag for tag in tags if tag in WAYS] or ["zimo"]
    if len(ways) > 1 or not set(tags) <= {*WAYS, "haidi", "liang", "duiliang"}:
        raise ValueError(text)
    return OHand(tuple(concealed), tuple(melds), win, ways[0], "haidi" in tags, "liang" in tags, "duiliang" in tags)
