"""The generated pages and their functions."""

from collections.abc import Callable

from tools import checks
from tools.pages import access, errors, events, school_contract, school_folder, states

PAGES: dict[str, Callable[[], str]] = {
    "docs/states.md": states.page,
    "docs/access.md": access.page,
    "docs/events.md": events.page,
    "docs/errors.md": errors.page,
    "docs/checks.md": checks.page,
    school_contract.NAME: school_contract.page,
    school_folder.NAME: school_folder.page,
}
