"""Links, commands and metrics in the docs exist (issue 4: openness)."""

import re
from pathlib import Path

import pytest

from entrypoints.cli.commands import COMMANDS
from entrypoints.http.middleware.metrics import registry
from tests.architecture.sources import ROOT

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    """Of the README and of docs."""
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_readme_names_every_document() -> None:
    """One that is not linked is not read."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    own = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")]
    assert [path for path in own if f"({path})" not in text] == []
    assert len(text.splitlines()) <= 80


@pytest.mark.parametrize("page", ["README.md", "docs/operations.md", "docs/backup.md", "docs/tour.md"])
def test_every_command_that_is_named_is_there(page: str) -> None:
    """`markaz …` and `docker compose run --rm api …`."""
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"(?:\./|`)markaz ([a-z][a-z-]*)", text) + re.findall(r"compose run --rm \w+ ([a-z]+) ", text)
    assert [name for name in named if name not in COMMANDS] == []


def test_every_number_of_metrics_is_explained() -> None:
    """In docs/operations.md, with when to be woken; and none that is not measured."""
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    measured = {metric.name for metric in registry.collect()}
    assert set(re.findall(r"\| `(markaz_\w+)`", text)) == measured
