"""Permissions: modules, their options and the actions of each (D-53, D-59).

A permission is written `module:option`, such as "users:students"; a new one goes into `MODULES`.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum


class Action(StrEnum):
    """An action that a permission grants."""

    CREATE = "create"
    READ = "read"
    UPDATE = "update"
    DELETE = "delete"


_C, _R, _U, _D = Action.CREATE, Action.READ, Action.UPDATE, Action.DELETE
_ALL = (_C, _R, _U, _D)

# module → option → actions; a module without options has its actions under ""
_GROUP_OPTIONS: dict[str, tuple[Action, ...]] = {
    "all_homeworks": _ALL,
    "attendance": (_R, _U),
    "check_homeworks": (_R, _U),
    "exam": _ALL,
    "video_upload": _ALL,
    "homework_statistics": (_R,),
    "journal": (_R,),
    "exam_chats": (_R, _U),
}
MODULES: dict[str, dict[str, tuple[Action, ...]]] = {
    "staff_control": {
        "roles": _ALL,
        "users": _ALL,
        "audit_logs": (_R,),
        "offices": _ALL,
        "devices": _ALL,
        "face_id_logs": (_R, _U),
    },
    "users": {
        "academic": _ALL,
        "assistants": _ALL,
        "staff": _ALL,
        "students": _ALL,
        "teachers": _ALL,
        "private_info": (_R, _U),
    },
    "all_groups": _GROUP_OPTIONS,
    "my_groups": _GROUP_OPTIONS,
    "gamification": {
        "actions": _ALL,
        "groups": (_R, _U),
        "levels": _ALL,
        "method_actions": _ALL,
        "statistics": (_R,),
        "units": (_R, _U),
        "best_students": _ALL,
    },
    "profile": {"": (_R, _U)},
    "study": {
        "courses": _ALL,
        "months": _ALL,
        "curriculum": _ALL,
        "homework_statistics": (_R,),
        "homework_db": _ALL,
        "skill_classes": _ALL,
    },
    "management": {"reports": (_R, _U), "call": (_R,), "forms": (_R,)},
    "notifications": {"sent": (_C, _R, _D)},
    "settings": {
        "student_statutes": (_R, _U),
        "gamification_oferta": (_R, _U),
        "integrations": (_R, _U),
        "contracts": (_C, _R, _U),
        "mobile_versions": (_C, _R),
    },
    "store": {"categories": _ALL, "items": _ALL, "transactions": (_R, _U)},
    "student_certificate": {"": (_R, _U)},
    "events": {"master_classes": _ALL, "competitions": _ALL},
    "promotions": {"promo_codes": _ALL, "discounts": _ALL},
    "blogs": {"posts": _ALL, "categories": _ALL, "comments": (_R, _D), "faq": _ALL},
}

# "module:option" (or "module") → the actions that it can grant
PERMISSIONS: dict[str, tuple[Action, ...]] = {
    f"{module}:{option}" if option else module: actions
    for module, options in MODULES.items()
    for option, actions in options.items()
}

Grants = Mapping[str, Iterable[str]]


def everything() -> dict[str, list[str]]:
    """Returns every permission with all its actions (D-11, D-14).

    The superadmin and the role Admin hold them.
    """
    return {key: [str(action) for action in actions] for key, actions in PERMISSIONS.items()}


def granted(grants: Grants, permission: str, action: Action) -> bool:
    """True if the grants include the action on the permission.

    A module without an option is granted by the action on any one of its options (D-53).
    """
    if permission in MODULES and "" not in MODULES[permission]:
        return any(action in grants.get(f"{permission}:{option}", ()) for option in MODULES[permission])
    return action in grants.get(permission, ())
