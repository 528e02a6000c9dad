"""Write the tables of docs/census.md and its plot from proof.json: ``python benchmarks/census.py``."""

from __future__ import annotations

import json
from pathlib import Path

from kwx_cli.patterns import PATTERNS
from kwx_cli.variants.loading import load, variant_ids

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs"
FAMILIES = [f"{melds} melds" for melds in range(5)]


def plot(bars: list[tuple[str, float]], title: str) -> str:
    """Return horizontal bars as SVG; a value is a share of one."""
    height = 24 * len(bars) + 44
    widest = max(value for _, value in bars)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{height}"',
        ' font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="12" y="22" font-size="15">{title}</text>',
    ]
    for index, (name, value) in enumerate(bars):
        y = 36 + 24 * index
        parts.append(f'<text x="150" y="{y + 14}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="158" y="{y + 2}" width="{390 * value / widest:.1f}" height="16" fill="#4477aa"/>')
        parts.append(f'<text x="{164 + 390 * value / widest:.1f}" y="{y + 14}">{value:.2%}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Write both."""
    proof = json.loads((HERE / "proof.json").read_text())
    lines = ["| family | hands | hands and winning tiles | run, up to symmetry |", "|---|---|---|---|"]
    for family in FAMILIES:
        found = proof[family]
        lines.append(
            f"| {family} | {found['hands']:,} | {found['hands_and_tiles']:,} | {found['run']['hands_and_tiles']:,} |"
        )
    tables = {"families": lines}
    lines = [
        "| family | scalar engine | different candidates | oracle | different to it | scores compared in these |",
        "|---|---|---|---|---|---|",
    ]
    for family in FAMILIES:
        scalar, oracle = (proof["compared"][family][name] for name in ("scalar", "oracle"))
        cells = [scalar["hands_and_tiles"], scalar["different"]]
        cells += [oracle["hands_and_tiles"], oracle["different"], oracle["scores"]]
        lines.append(f"| {family} | " + " | ".join(f"{cell:,}" for cell in cells) + " |")
    tables["compared"] = lines
    lines = [
        "| family | waiting hands | run, up to symmetry | `winning_tiles`, every | hands"
        " | run, that wait | `waits`, every | hands |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for family in FAMILIES:
        found = proof["compared"][family]["waits"]
        names = ("hands", "run", "every", "compared", "run_that_wait", "every_that_waits", "compared_worth")
        lines.append(f"| {family} | " + " | ".join(f"{found[name]:,}" for name in names) + " |")
    tables["compared waits"] = lines
    lines = ["| kinds waited on | hands of thirteen concealed tiles |", "|---|---|"]
    lines += [f"| {number} | {times:,} |" for number, times in proof["waits"]["kinds"].items()]
    tables["waits"] = lines
    lines = ["| pattern | " + " | ".join(FAMILIES) + " |", "|---|" + "---|" * len(FAMILIES)]
    shares: list[tuple[str, float]] = []
    for id, pattern in PATTERNS.items():
        cells = []
        for family in FAMILIES:
            times = proof[family]["variants"]["xiangyang zimo"]["patterns"].get(id, 0)
            cells.append(f"{times / proof[family]['hands_and_tiles']:.3%}" if times else "–")
            if family == FAMILIES[0] and times:
                shares.append((f"{pattern.zh}", times / proof[family]["hands_and_tiles"]))
        if set(cells) != {"–"}:
            lines.append(f"| {pattern.zh} {id} | " + " | ".join(cells) + " |")
    tables["patterns"] = lines
    lines = ["| variant | " + " | ".join(FAMILIES) + " | may not win by discard, no melds |"]
    lines.append("|---|" + "---|" * (len(FAMILIES) + 1))
    for id in variant_ids():
        highest = [str(proof[family]["variants"][f"{id} zimo"]["highest"]) for family in FAMILIES]
        refused = proof[FAMILIES[0]]["variants"][f"{id} pao"]["not_allowed"]
        share = f"{refused / proof[FAMILIES[0]]['hands_and_tiles']:.1%}"
        lines.append(f"| {load(id).zh} {id} | " + " | ".join(highest) + f" | {share} |")
    tables["highest"] = lines
    page = DOCS / "census.md"
    text = page.read_text("utf-8")
    for name, rows in tables.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end {name} -->"
        before, _, rest = text.partition(start)
        _, _, after = rest.partition(end)
        text = before + start + "\n".join(rows) + "\n" + end + after
    page.write_text(text, "utf-8")
    (DOCS / "census.svg").write_text(plot(shares, "Concealed wins by pattern, 襄阳, self-drawn"), "utf-8")


if __name__ == "__main__":
    main()
