"""The school behind the server: generated, or read from a folder."""

from typing import Protocol

from contracts.sync.school_records import Feed
from entrypoints.simulators.school.feeds import FeedLog


class School(Protocol):
    """A readable school.

    ``epoch`` identifies its history: cursors of another one are lost.
    """

    @property
    def epoch(self) -> str:
        """Changes with the history."""
        ...

    @property
    def sequence(self) -> int:
        """Grows with every change (milliseconds of the epoch)."""
        ...

    @property
    def feeds(self) -> dict[Feed, FeedLog]:
        """The records of each feed."""
        ...

    def refresh(self) -> None:
        """Checks the source for changes. Raises FolderUnreadable."""
        ...
