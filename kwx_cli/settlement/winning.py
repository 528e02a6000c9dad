"""Who pays what for one win: a self-draw, a discard, a robbed kong; who answers for whom, and who doubles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kwx_cli.hand import By, Hand
from kwx_cli.scoring import Result, Score
from kwx_cli.variants import Variant


class Payer(NamedTuple):
    """A player other than the winner, and whether he had revealed."""

    name: str
    revealed: bool


@dataclass(frozen=True, slots=True)
class Share:
    """What one player owes for a win: `owner` owes `fan` base units, `payer` pays them; extras are not in it.

    `because` are reason codes: how it was won; ``bao`` (paid for another), ``all`` (paid though another discarded),
    ``own`` (nobody paid for, as both had revealed); ``payer-revealed`` or ``both-revealed`` (doubled); ``cap``.
    `rules` are the keys of the settings that decided it.
    """

    payer: str
    owner: str
    fan: int
    because: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """What a payer of a single hand pays: `payer` is ``each`` (of the others), ``discarder``, ``robbed`` or ``other``.

    `amount` is in base units, extras in; `because` as in `Share`, with ``extra`` where there are extras.
    """

    payer: str
    amount: int
    because: tuple[str, ...]


def doubles(variant: Variant, winner_revealed: bool, payer_revealed: bool) -> tuple[str, str] | None:
    """Return the reason and the setting by which a payer pays double, or None.

    The winner's own 亮倒 is in his fan. ``each`` doubles for a revealed payer too (3D); otherwise only a payer who
    reveals against an unrevealed winner may double (XY: 明牌).
    """
    if payer_revealed and variant.choice("reveal.both") == "each":
        return ("both-revealed" if winner_revealed else "payer-revealed"), "reveal.both"
    if payer_revealed and not winner_revealed and variant.flag("reveal.payer_doubles"):
        return "payer-revealed", "reveal.payer_doubles"
    return None


def share(product: int, variant: Variant, winner_revealed: bool, payer: Payer, by: str, owner: Payer) -> Share:
    """Return what `owner` owes for a hand of this product, paid by `payer`.

    A payer's doubling stands inside the cap, and each share has a cap of its own.
    """
    because, rules = [str(by)], []
    if doubled := doubles(variant, winner_revealed, owner.revealed):
        product *= 2
        because.append(doubled[0])
        rules.append(doubled[1])
    cap = variant.number("cap")
    if cap is not None and product > cap:
        product = cap
        because.append("cap")
        rules.append("cap")
    return Share(payer.name, owner.name, product, tuple(because), tuple(rules))


def shares(
    product: int, variant: Variant, by: By, revealed: bool, payers: tuple[Payer, ...], other_wins: bool = False
) -> tuple[Share, ...]:
    """Return who pays a win of this product, by a winner who had `revealed` or not.

    `payers` are the other players; where one discarded or was robbed, he stands first. `other_wins`: the second of
    them wins on the same tile, and pays nothing himself. Self-draw: all pay; else who discarded (KX, XW, XY). A
    discard into a revealed winner: ``bao``, the discarder pays for both (WX, MH, XF, KX, QA); ``all``, both pay (3D);
    ``own``. Robbing a kong is a discard here.
    """
    if by.self_drawn:
        return tuple(share(product, variant, revealed, payer, str(by), payer) for payer in payers)
    discarder, *others = payers
    found = [share(product, variant, revealed, discarder, str(by), discarder)]
    if not revealed:
        return tuple(found)
    rule = "reveal.liability_when_both" if discarder.revealed else "reveal.liability"
    liability = variant.choice(rule)
    if liability == "own":
        if discarder.revealed and variant.choice("reveal.liability") != "own":
            found[0] = _with(found[0], "own", rule)
        return tuple(found)
    reason = "bao" if liability == "bao" or other_wins else "all"
    for other in others:
        payer = discarder if reason == "bao" else other
        found.append(_with(share(product, variant, revealed, payer, str(by), other), reason, rule))
    return tuple(found)


def _with(share: Share, reason: str, rule: str) -> Share:
    return Share(share.payer, share.owner, share.fan, (*share.because, reason), (*share.rules, rule))


def hand_payments(result: Result) -> tuple[Payment, ...]:
    """Return who pays what for a single hand, in base units; nothing if it does not win or may not.

    `Hand.duiliang` says that the discarder had revealed; the third player is taken as one who had not.

    >>> from kwx_cli import load_variant, parse, score
    >>> hand_payments(score(parse("46t 88t 123b 789b ZZZ @5t+pao+liang"), load_variant("xiangyang-wuxian")))
    (Payment(payer='discarder', amount=8, because=('pao', 'bao')),)
    """
    hand, best = result.hand, result.best
    if best is None or not best.score.allowed:
        return ()
    key = "payments", best.score.product, best.score.extra, hand.by, hand.liang, hand.duiliang
    found: tuple[Payment, ...] | None = result.variant.memo.get(key)
    if found is None:
        found = result.variant.memo[key] = _payments(hand, best.score, result.variant)
    return found


def _payments(hand: Hand, score: Score, variant: Variant) -> tuple[Payment, ...]:
    if hand.by.self_drawn:
        payers: tuple[Payer, ...] = (Payer("each", False),)
    else:
        payers = (Payer("robbed" if hand.by is By.QIANGGANG else "discarder", hand.duiliang), Payer("other", False))
    paid: dict[str, Payment] = {}
    for part in shares(score.product, variant, hand.by, hand.liang, payers):
        before = paid.get(part.payer, Payment(part.payer, 0, ()))
        because = (*before.because, *part.because, *(("extra",) if score.extra else ()))
        paid[part.payer] = Payment(part.payer, before.amount + part.fan + score.extra, _once(because))
    return tuple(paid.values())


def _once(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(codes))
