"""The screens of the console and the permission that each requires.

``screens.json`` is generated from the screen table.
"""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

import msgspec


@dataclass(frozen=True)
class Screen:
    """A screen.

    ``path``: parameters in braces. ``permission``: public, signed-in, or keys separated by a bar.
    """

    path: str
    permission: str
    action: str = "read"

    def is_at(self, address: str) -> bool:
        """Returns whether a path or address belongs to this screen.

        An address has values in the places of the parameters.
        """
        pattern = "[^/]+".join(re.escape(part) for part in re.split(r"\{\w+\}", self.path))
        return re.fullmatch(pattern, address) is not None


@functools.cache
def screens() -> tuple[Screen, ...]:
    """Returns every screen; those without parameters first.

    So ``/roles/add`` is not matched as a role.
    """
    text = (Path(__file__).parent / "screens.json").read_bytes()
    return tuple(sorted(msgspec.json.decode(text, type=tuple[Screen, ...]), key=lambda screen: "{" in screen.path))


def screen_at(address: str) -> Screen | None:
    """Returns the screen of a path or address; the query string is ignored."""
    path = address.strip().partition("?")[0].rstrip("/") or "/"
    exact = (screen for screen in screens() if screen.path == path)
    return next(exact, None) or next((screen for screen in screens() if screen.is_at(path)), None)
