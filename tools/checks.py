"""Writes docs/checks.md: proven security checks and known defects, by citations.

A test cites a check by its id in a docstring, name or comment (``WISH-9``: what users expect though nobody asked for
it). ``docs/checks.csv`` lists the checks and what a check still waits for; one with citations that waits for
something is proven in part.
"""

import csv
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACES = (("tests", "*.py"), ("web/src", "*.test.ts"), ("web/src", "*.test.tsx"))
TARGET = ROOT / "docs" / "checks.md"
HEAD = """# Checks

Security checks (`ASVS-n`), what users expect though nobody specified it (`WISH-n`), and defects that other systems had
(the rest), each with the tests that cite it. Made by
`make docs` from `docs/checks.csv` and the tests; a test keeps it fresh.

{summary}

| check | what must hold | state | proven by |
|---|---|---|---|
"""


def citations() -> dict[str, list[str]]:
    """Check id → the test files that cite it, each once, in order."""
    found: dict[str, list[str]] = {}
    for folder, pattern in PLACES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            for check in _cited(path.read_text(encoding="utf-8")):
                found.setdefault(check, []).append(name)
    return found


def _cited(text: str) -> list[str]:
    """The ids in a text, each once."""
    # a match alone in quotation marks, or in a formula, is a cell of a spreadsheet or a document's series
    ids = re.findall(r"\b(?!(?<=[\"'])\w+[\"'])(?<!SUM\()(?:ASVS-\d+|WISH-\d+|[ACLMPST]\d{1,2})\b", text)
    return sorted(set(ids))


def page() -> str:
    """The whole page."""
    cited = citations()
    with (ROOT / "docs" / "checks.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines, counts = [], {"proven": 0, "partly": 0, "not yet": 0}
    for row in rows:
        tests = cited.get(row["id"], [])
        state = "not yet" if not tests else "partly" if row["needs"] else "proven"
        counts[state] += 1
        state_text = f"{state}: waits for {row['needs']}" if row["needs"] else state
        lines.append(f"| {row['id']} | {row['what must hold']} | {state_text} | {'<br>'.join(tests)} |\n")
    summary = ", ".join(f"{number} {state}" for state, number in counts.items())
    return HEAD.format(summary=f"{len(rows)} checks: {summary}.") + "".join(lines)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text(encoding="utf-8") == page() else "docs/checks.md is stale: make docs")
    TARGET.write_text(page(), encoding="utf-8")
