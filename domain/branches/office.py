"""The centre's branches, and the staff working in each (D-12)."""

from dataclasses import dataclass
from datetime import datetime


@dataclass
class Office:
    """A branch. ``head_office_id``: the corresponding branch of the school, if any."""

    name: str
    head_office_id: int | None = None
    id: int | None = None
    version: int = 1


@dataclass
class HeadOffice:
    """A branch of the school; ``school_deleted_at``: the school deleted it then."""

    name: str
    school_deleted_at: datetime | None = None
    id: int | None = None


@dataclass
class Workplace:
    """Assigns a member of staff to a branch, which makes its records visible to them."""

    user_id: int
    office_id: int
