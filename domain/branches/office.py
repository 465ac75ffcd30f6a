"""The centre's branches, and who works in which (D-12)."""

from dataclasses import dataclass
from datetime import datetime


@dataclass
class Office:
    """A branch. ``head_office_id``: the school's branch that it stands for, if any."""

    name: str
    head_office_id: int | None = None
    id: int | None = None
    version: int = 1


@dataclass
class HeadOffice:
    """A branch as the school has it; ``school_deleted_at``: it has gone there."""

    name: str
    school_deleted_at: datetime | None = None
    id: int | None = None


@dataclass
class Workplace:
    """A member of staff works in a branch: he sees what is in it."""

    user_id: int
    office_id: int
