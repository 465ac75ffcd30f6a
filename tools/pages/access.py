"""Generates docs/access.md: calls, permissions and initial roles.

The sources are contracts/access.csv, the tree of permissions and the roles of a new installation.
"""

import csv
from pathlib import Path

from domain.access.permissions import MODULES, Action, granted
from domain.access.roles import default_roles
from tools.pages.markdown import table

ROOT = Path(__file__).resolve().parents[2]
LETTERS = {Action.CREATE: "C", Action.READ: "R", Action.UPDATE: "U", Action.DELETE: "D"}
HEAD = """# Access

Who may do what, from `contracts/access.csv` and `domain/access`. Made by `make docs`; a test keeps it fresh.

Every use case declares what it asks for (`@permits`), the tests of rights ask every call as every role. `public`:
anybody; `signed-in`: any member of staff; `superadmin`: he alone, who holds everything besides; a permission: whoever
holds the action on it; several with bars between: one of them is enough; a module without an option: the action on any
of its options. What a caller sees is divided by `scope`: `branch` (his branches; anything else is not found), `self`
(his own), `all` (nothing that branches divide), `public`.
"""


def page() -> str:
    """The whole page."""
    return HEAD + _roles() + _calls()


def _roles() -> str:
    roles = default_roles()
    rows = []
    for module, options in MODULES.items():
        for option, actions in options.items():
            key = f"{module}:{option}" if option else module
            held = ["".join(LETTERS[a] for a in actions if granted(role.permissions, key, a)) for role in roles]
            rows.append([f"`{key}`", "".join(LETTERS[a] for a in actions), *held])
    words = "\n## Permissions, and the roles of a first start\n\nC create, R read, U update, D delete.\n\n"
    return words + table("permission", "actions", *(role.name for role in roles), rows=rows)


def _calls() -> str:
    with (ROOT / "contracts" / "access.csv").open(encoding="utf-8", newline="") as file:
        calls = list(csv.DictReader(file))
    rows = sorted(calls, key=lambda call: (call["permission"], call["action"], call["path"], call["method"]))
    heads = ("permission", "action", "call", "scope")
    cells = ((f"`{c['permission']}`", c["action"], f"`{c['method']} {c['path']}`", c["scope"]) for c in rows)
    return f"\n## Calls\n\n{len(rows)} calls.\n\n" + table(*heads, rows=cells)
