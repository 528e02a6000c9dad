"""Settled rounds as text and records: the ledger line by line, totals, the schemas ``kwx.round/1`` (docs/rounds.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kwx_cli.output.records import variant_label
from kwx_cli.output.score import comma, pattern_names
from kwx_cli.output.text import Painter, indent, table
from kwx_cli.output.words import say
from kwx_cli.settlement.ledger import HOUSE, Carry, Event, Ledger, Line
from kwx_cli.settlement.rounds import Round
from kwx_cli.settlement.tables import tables
from kwx_cli.tiles import NAMES

Record = dict[str, Any]

LINE_COLUMNS = ("round", "event", "kind", "from", "to", "for", "units", "amount", "because", "sources")
TOTAL_COLUMNS = ("round", "end", "base", "dealer", "player", "amount")


def event_words(event: Event, lang: str) -> str:
    """Return what happened, in a few words: ``A 暗杠 9t``, ``A wins on 5t: 卡五星×2``."""
    tile = "" if event.tile is None else NAMES[event.tile]
    if event.kind == "fee":
        where = tables()[event.word]
        return f"{say('event-fee', lang)} ({where.zh if lang == 'zh' else where.en})"
    kind = say(f"kong-{event.word}", lang) if event.kind == "kong" else ""
    words = say(f"event-{event.kind}", lang, player=event.player, tile=tile, kind=kind)
    return f"{words}: {pattern_names(event.counted.score)}" if event.counted else words


def reason(line: Line, event: Event, round: Round, lang: str) -> str:
    """Return why a line is what it is: its units, and the words of its reason codes."""
    variant = round.variant
    price = variant.number(f"kongs.{event.word}") if event.kind == "kong" else 1
    maima = next((win.maima for win in round.wins if win.player == event.player), None)
    values = {
        "owner": line.owner,
        "cap": variant.number("cap"),
        "factor": line.units // (price or 1),
        "own": round.piao.get(event.player, 0),
        "other": round.piao.get(line.owner or line.payer, 0),
        "tile": "" if maima is None else NAMES[maima],
    }
    return comma(lang).join(say(f"why-{code}", lang, **values) for code in line.because)


def void(event: Event, lang: str) -> str:
    """Return why an event moved nothing."""
    return comma(lang).join(say(f"void-{code}", lang) for code in event.because or ("nothing",))


def signed(amount: int) -> str:
    """Return an amount of money with its sign; nothing is 0."""
    return f"{amount:+d}" if amount else "0"


def _cells(ledger: Ledger, round: Round, lang: str) -> Iterator[tuple[str, ...]]:
    for event in ledger.events:
        words = event_words(event, lang)
        if not event.lines:
            yield (words, *("" for _ in ledger.seats), void(event, lang), " ".join(ledger.sources(event)))
        for line in event.lines:
            moves = {line.payer: signed(-line.amount), line.payee: signed(line.amount)}
            why = reason(line, event, round, lang)
            if line.units * ledger.base != line.amount or ledger.base != 1:
                why = f"{line.units} · {why}"
            sources = " ".join(ledger.sources(line))
            yield (words, *(moves.get(player, "") for player in ledger.seats), why, sources)
            words = ""


def ledger_text(ledger: Ledger, round: Round, paint: Painter, lang: str) -> str:
    """Return a settled round as a table of lines by player, with totals, notes, and what comes next."""
    variant = f"{ledger.variant.name(lang)} ({variant_label(ledger.variant)})"
    state = comma(lang).join((say("base-n", lang, n=ledger.base), _carry_words(ledger.dealer, ledger.resting, lang)))
    lines = [f"{paint(say('round-n', lang, n=ledger.number), 'bold')}   {paint(variant, 'dim')}   {state}", ""]
    totals = ledger.totals
    rows = [*_cells(ledger, round, lang)]
    rows.append((say("total", lang), *(signed(totals[player]) for player in ledger.seats), "", ""))
    headers = [say("event", lang), *ledger.seats, say("reason", lang), say("source", lang)]
    lines.append(indent(table(rows, headers, right=range(1, len(ledger.seats) + 1))))
    foot = [say("fees", lang, n=ledger.fees)] if ledger.fees else []
    foot += [say(f"note-{note.code}", lang, **note.values) for note in ledger.notes]
    foot.append(next_words(ledger.after, lang))
    return "\n".join([*lines, "", *foot])


def next_words(after: Carry, lang: str) -> str:
    """Return who deals the next round, who rests, and whether its base doubles."""
    parts = [_carry_words(after.dealer, after.resting, lang)]
    if after.upstairs:
        parts.append(say("upstairs", lang))
    return f"{say('next', lang)}: {comma(lang).join(parts)}"


def _carry_words(dealer: str, resting: str, lang: str) -> str:
    parts = [say("deals", lang, player=dealer)]
    if resting:
        parts.append(say("rests", lang, player=resting))
    return comma(lang).join(parts)


def end_words(round: Round, lang: str) -> str:
    """Return how a round ended: ``A wins``, ``draw``."""
    players = [win.player for win in round.wins] or [round.forced]
    key = "end-wins" if len(players) > 1 else f"end-{round.end}"
    return say(key, lang, players="、".join(players) if lang == "zh" else " and ".join(players))


def session_totals(ledgers: Sequence[Ledger]) -> dict[str, int]:
    """Return what each player won or lost over all rounds, in money."""
    totals: dict[str, int] = {}
    for ledger in ledgers:
        for player, amount in ledger.totals.items():
            totals[player] = totals.get(player, 0) + amount
    return totals


def totals_text(ledgers: Sequence[Ledger], rounds: Sequence[Round], paint: Painter, lang: str) -> str:
    """Return one row a round, and the sum of them all."""
    seats = ledgers[0].seats
    rows = []
    for ledger, round in zip(ledgers, rounds, strict=True):
        totals = ledger.totals
        row = (str(ledger.number), end_words(round, lang), str(ledger.base), ledger.dealer)
        rows.append((*row, *(signed(totals[player]) for player in seats)))
    every = session_totals(ledgers)
    rows.append((say("total", lang), "", "", "", *(signed(every[player]) for player in seats)))
    headers = [say("round", lang), say("end", lang), say("base-n", lang, n="").strip(), say("dealer", lang), *seats]
    lines = [table(rows, headers, right=[2, *range(4, 4 + len(seats))]), ""]
    if fees := sum(ledger.fees for ledger in ledgers):
        lines.append(say("fees", lang, n=fees))
    for ledger in ledgers:
        lines += [
            f"{say('round-n', lang, n=ledger.number)}: {say(f'note-{note.code}', lang, **note.values)}"
            for note in ledger.notes
        ]
    return "\n".join([*lines, next_words(ledgers[-1].after, lang)])


def _next_record(after: Carry) -> Record:
    return {"dealer": after.dealer, "resting": after.resting or None, "upstairs": after.upstairs}


def ledger_record(ledger: Ledger, round: Round, lang: str = "en") -> Record:
    """Return a settled round as the JSON object ``kwx.round/1``; words in `lang`, everything else the same in both."""
    return {
        "schema": "kwx.round/1",
        "round": ledger.number,
        "variant": variant_label(ledger.variant),
        "base": ledger.base,
        "players": list(ledger.seats),
        "dealer": ledger.dealer,
        "resting": ledger.resting or None,
        "end": round.end,
        "events": [_event(event, ledger, round, lang) for event in ledger.events],
        "notes": [
            {"code": note.code, "message": say(f"note-{note.code}", lang, **note.values), **note.values}
            for note in ledger.notes
        ],
        "totals": ledger.totals,
        "fees": ledger.fees,
        "next": _next_record(ledger.after),
    }


def _event(event: Event, ledger: Ledger, round: Round, lang: str) -> Record:
    score = event.counted.score if event.counted else None
    return {
        "kind": event.kind,
        "player": event.player or None,
        "from": event.source or None,
        "tile": None if event.tile is None else NAMES[event.tile],
        "how": event.word or None,
        "fan": score.fan if score else None,
        "product": score.product if score else None,
        "patterns": [line.id for line in score.lines] if score else [],
        "because": list(event.because),
        "sources": list(ledger.sources(event)),
        "lines": [
            {
                "kind": line.kind,
                "from": line.payer,
                "to": line.payee or "house",
                "for": line.owner or None,
                "units": line.units,
                "amount": line.amount,
                "because": list(line.because),
                "reason": reason(line, event, round, lang),
                "sources": list(ledger.sources(line)),
            }
            for line in event.lines
        ],
    }


def totals_record(ledgers: Sequence[Ledger], rounds: Sequence[Round]) -> Record:
    """Return the totals of a session as the JSON object ``kwx.totals/1``."""
    return {
        "schema": "kwx.totals/1",
        "rounds": [
            {
                "round": ledger.number,
                "end": round.end,
                "base": ledger.base,
                "dealer": ledger.dealer,
                "totals": ledger.totals,
                "fees": ledger.fees,
            }
            for ledger, round in zip(ledgers, rounds, strict=True)
        ],
        "totals": session_totals(ledgers),
        "fees": sum(ledger.fees for ledger in ledgers),
        "next": _next_record(ledgers[-1].after),
    }


def line_rows(ledger: Ledger) -> Iterator[Record]:
    """Yield a row of CSV for each line, with `LINE_COLUMNS`; ``event`` counts from 1."""
    for number, event in enumerate(ledger.events, 1):
        for line in event.lines:
            yield {
                "round": ledger.number,
                "event": number,
                "kind": line.kind,
                "from": line.payer,
                "to": "house" if line.payee == HOUSE else line.payee,
                "for": line.owner,
                "units": line.units,
                "amount": line.amount,
                "because": " ".join(line.because),
                "sources": " ".join(ledger.sources(line)),
            }


def total_rows(ledgers: Sequence[Ledger], rounds: Sequence[Round]) -> Iterator[Record]:
    """Yield a row of CSV for each player of each round, with `TOTAL_COLUMNS`."""
    for ledger, round in zip(ledgers, rounds, strict=True):
        for player, amount in ledger.totals.items():
            row = {"round": ledger.number, "end": round.end, "base": ledger.base, "dealer": ledger.dealer}
            yield {**row, "player": player, "amount": amount}
