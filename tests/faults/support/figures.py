"""Measurements of a suite, printed and stored as JSON lines.

``docs/faults.md`` is written from the last runs.
"""

import json
import os
import resource
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[3]
KEPT = PROJECT / ".cache" / "faults"
PAGE = PROJECT / "docs" / "faults.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def report(suite: str, form: str, seed: int, figures: dict[str, Any]) -> None:
    """Prints and stores the line."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    load, cpu = round(os.getloadavg()[0], 1), round((used.ru_utime + used.ru_stime) * 1000)
    line = json.dumps({"suite": suite, "form": form, "seed": seed, **figures, "load": load, "cpu_ms": cpu})
    print(line, flush=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / f"{suite}-{form}.json").write_text(line + "\n")


def write() -> None:
    """Writes the stored lines into the page, between its markers."""
    lines = [path.read_text().strip() for path in sorted(KEPT.glob("*.json"))]
    head, _, rest = PAGE.read_text().partition(BEGIN)
    tail = rest.partition(END)[2]
    block = "\n".join(["```json", *lines, "```"])
    PAGE.write_text(f"{head}{BEGIN}\n{block}\n{END}{tail}")


if __name__ == "__main__":
    write()
