"""Masks private values of audit records (D-15, D-58, ASVS-53)."""

import re
from collections.abc import Mapping
from typing import Any

from domain.people.phones import mask_phone

MASK = "•••"
ERASED = {"erased": True}
# encrypted fields that every reader of the record may see: a list shows them too
OPEN = {"first_name", "last_name", "middle_name", "full_name", "gender", "login", "office_ids", "role_id", "status_id"}
OPEN |= {"work_status", "status", "is_active", "author", "all_offices", "block_reason", "reason", "system_status"}
# masked in every form that a record may store
PRIVATE = {"phone", "birth_date", "passport", "personal_id", "birth_certificate", "papers", "address"}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def masked(values: Mapping[str, Any], encrypted: set[str]) -> tuple[dict[str, Any], bool]:
    """Masks values for a reader without the right.

    Also returns whether anything was masked.
    """
    shown = {name: _hidden(name, value) if _is_private(name, encrypted) else value for name, value in values.items()}
    return shown, shown != dict(values)


def _is_private(name: str, encrypted: set[str]) -> bool:
    return name in PRIVATE or (name in encrypted and name not in OPEN)


def _hidden(name: str, value: Any) -> Any:
    if value in (None, "", [], True, False) or value == ERASED:
        return value
    if name == "phone" and isinstance(value, str):
        return mask_phone(value)
    if name == "birth_date" and isinstance(value, str) and _DAY.fullmatch(value):
        return f"••.••.{value[:4]}"
    return MASK
