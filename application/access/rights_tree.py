"""Renders rights as the tree of modules and options of the screens."""

from contracts.access.sign_in import PermissionObject
from domain.access.permissions import MODULES, Action, Grants, granted


def rights_tree(grants: Grants) -> list[PermissionObject]:
    """Returns modules with the granted options; empty modules are left out."""
    modules = []
    for module, options in MODULES.items():
        children = [
            PermissionObject(name=option, permissions=_held(grants, f"{module}:{option}"))
            for option in options
            if option and _held(grants, f"{module}:{option}")
        ]
        own = _held(grants, module) if "" in options else []
        if own or children:
            modules.append(PermissionObject(name=module, permissions=own, children=children))
    return modules


def _held(grants: Grants, permission: str) -> list[str]:
    return [str(action) for action in Action if granted(grants, permission, action)]
