"""The screens of the console and what each asks of who opens it: ``screens.json``, written from the screen table."""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

import msgspec


@dataclass(frozen=True)
class Screen:
    """``path``: parameters in braces. ``permission``: public, signed-in, or keys parted by a bar."""

    path: str
    permission: str
    action: str = "read"

    def is_at(self, address: str) -> bool:
        """Whether a path, or an address with numbers in the places of its parameters, is of this screen."""
        pattern = "[^/]+".join(re.escape(part) for part in re.split(r"\{\w+\}", self.path))
        return re.fullmatch(pattern, address) is not None


@functools.cache
def screens() -> tuple[Screen, ...]:
    """Every screen; those of fixed words first, so that ``/roles/add`` is not taken for a role."""
    text = (Path(__file__).parent / "screens.json").read_bytes()
    return tuple(sorted(msgspec.json.decode(text, type=tuple[Screen, ...]), key=lambda screen: "{" in screen.path))


def screen_at(address: str) -> Screen | None:
    """The screen of a path or of an address, whatever follows its question mark."""
    path = address.strip().partition("?")[0].rstrip("/") or "/"
    exact = (screen for screen in screens() if screen.path == path)
    return next(exact, None) or next((screen for screen in screens() if screen.is_at(path)), None)
