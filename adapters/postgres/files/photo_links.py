"""Replaces stored photo ids with links that expire."""

from collections.abc import Iterable
from typing import Protocol

from application.files.ports import FileLinks
from application.ports import Clock


class HasPhoto(Protocol):
    """A row with a photo."""

    photo: str | None


class PhotoLinks:
    """Turns the photos of rows into links."""

    def __init__(self, links: FileLinks, clock: Clock) -> None:
        self._links = links
        self._clock = clock

    def show(self, rows: Iterable[HasPhoto]) -> None:
        """Replaces each row's photo by a link to it."""
        for row in rows:
            row.photo = self.link(row.photo)

    def link(self, photo: str | None) -> str | None:
        """The link to one photo, or None without one."""
        return photo and self._links.link(photo, self._clock.now())
