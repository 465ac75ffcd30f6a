"""A saved view: filters, search, order and columns of a list under a name."""

from dataclasses import dataclass
from typing import Any

MAX_VIEWS = 50


@dataclass
class SavedView:
    """A saved view of a list.

    ``list`` names the list; ``value`` holds the parameters of its address and its columns.
    """

    user_id: int
    list: str
    name: str
    value: dict[str, Any]
    id: int | None = None
    version: int = 1
