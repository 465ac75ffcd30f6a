"""A student status: where a student or his time in a group stands (D-62)."""

from dataclasses import dataclass


@dataclass
class ControlAction:
    """``display_name``: its words by language; ``name`` is what it was born as and stays."""

    id: int
    name: str
    display_name: dict[str, str]
    counts_in_statistics: bool
    version: int = 1
