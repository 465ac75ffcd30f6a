"""What of a record is hidden from who may not read private information (D-15, D-58, ASVS-53)."""

import re
from collections.abc import Mapping
from typing import Any

from domain.people.phones import mask_phone

DOTS = "•••"
ERASED = {"erased": True}
# of what is encrypted these can be read by whoever may read the record: a list shows them too
OPEN = {"first_name", "last_name", "middle_name", "full_name", "gender", "login", "office_ids", "role_id", "status_id"}
OPEN |= {"work_status", "status", "is_active", "author", "all_offices", "block_reason", "reason", "system_status"}
# hidden however the record keeps them
PRIVATE = {"phone", "birth_date", "passport", "personal_id", "birth_certificate", "papers", "address"}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def masked(values: Mapping[str, Any], encrypted: set[str]) -> tuple[dict[str, Any], bool]:
    """The values as who lacks the right sees them, and whether anything was hidden."""
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
    return DOTS
