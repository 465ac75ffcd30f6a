"""Generates docs/access.md: calls, permissions and initial roles.

The sources are contracts/access.csv, the tree of permissions and the roles of a new installation.
"""

import csv
from collections import Counter
from pathlib import Path

from domain.access.permissions import MODULES, Action, granted
from domain.access.roles import default_roles
from tools.pages.markdown import table

ROOT = Path(__file__).resolve().parents[2]
BEYOND_BRANCHES = ("centre", "rights", "school")
LETTERS = {Action.CREATE: "C", Action.READ: "R", Action.UPDATE: "U", Action.DELETE: "D"}
HEAD = """# Access

Who may do what, from `contracts/access.csv` and `domain/access`. Made by `make docs`; a test keeps it fresh.

Every use case declares what it asks for (`@permits`), the tests of rights ask every call as every role. `public`:
anybody; `signed-in`: any member of staff; `superadmin`: the superadmin alone, who holds everything besides; a
permission: holders of the action on it; several with bars between: one of them is enough; a module without an option:
the action on any of its options. What a caller reads or writes is divided by `scope`:

| scope | rows |
| --- | --- |
| `branch` | those of the caller's branches; anything else is not found |
| `own` | the caller's groups |
| `self` | the caller's own |
| `centre` | those of no branch, which belong to the centre: beside the permission, the caller needs all branches |
| `rights` | roles: none with more than the caller's rights, none held in branches that the caller lacks |
| `school` | as the school system says: a synchronisation is started for the whole centre, and decides nothing |
| `all` | nothing that branches divide; only reads |
| `public` | no caller: a device or a provider that shows its secret, or signing in |
"""


def page() -> str:
    """The whole page."""
    return HEAD + _roles() + _writes() + _calls()


def _roles() -> str:
    roles = default_roles()
    rows = []
    for module, options in MODULES.items():
        for option, actions in options.items():
            key = f"{module}:{option}" if option else module
            granted_actions = [
                "".join(LETTERS[a] for a in actions if granted(role.permissions, key, a)) for role in roles
            ]
            rows.append([f"`{key}`", "".join(LETTERS[a] for a in actions), *granted_actions])
    text = "\n## Permissions, and the roles of a first start\n\nC create, R read, U update, D delete.\n\n"
    return text + table("permission", "actions", *(role.name for role in roles), rows=rows)


def _access() -> list[dict[str, str]]:
    with (ROOT / "contracts" / "access.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _writes() -> str:
    """The writes of rows that belong to no branch, by scope."""
    writes = [call for call in _access() if call["method"] != "GET"]
    counts = Counter(call["scope"] for call in writes)
    beyond = sorted((c for c in writes if c["scope"] in BEYOND_BRANCHES), key=lambda c: (c["scope"], c["path"]))
    cells = ((c["scope"], f"`{c['method']} {c['path']}`", f"`{c['permission']}`") for c in beyond)
    counted = ", ".join(f"`{scope}` {count}" for scope, count in sorted(counts.items()))
    words = f"\n## Writes of rows without a branch\n\n{len(writes)} writes: {counted}. Of no branch:\n\n"
    return words + table("scope", "call", "permission", rows=cells)


def _calls() -> str:
    calls = _access()
    rows = sorted(calls, key=lambda call: (call["permission"], call["action"], call["path"], call["method"]))
    heads = ("permission", "action", "call", "scope")
    cells = ((f"`{c['permission']}`", c["action"], f"`{c['method']} {c['path']}`", c["scope"]) for c in rows)
    return f"\n## Calls\n\n{len(rows)} calls.\n\n" + table(*heads, rows=cells)
