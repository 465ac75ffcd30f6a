"""The generated pages and their functions."""

from collections.abc import Callable
from pathlib import Path

from tools import checks
from tools.pages import access, errors, events, states

ROOT = Path(__file__).resolve().parents[2]

PAGES: dict[str, Callable[[], str]] = {
    "docs/states.md": states.page,
    "docs/access.md": access.page,
    "docs/events.md": events.page,
    "docs/errors.md": errors.page,
    "docs/checks.md": checks.page,
}
