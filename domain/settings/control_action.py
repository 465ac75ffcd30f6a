"""Student statuses: of a student, or of a student's period in a group (D-62)."""

from dataclasses import dataclass


@dataclass
class ControlAction:
    """A student status.

    ``display_name``: its texts by language; ``name`` is its original name, which never changes.
    """

    id: int
    name: str
    display_name: dict[str, str]
    counts_in_statistics: bool
    version: int = 1
