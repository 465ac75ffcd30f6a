"""Holidays: days without lessons."""

from dataclasses import dataclass
from datetime import date


@dataclass
class Holiday:
    """A day without lessons, in every branch."""

    date: date
    name: str
    created_by: int | None = None
    id: int | None = None
    version: int = 1
