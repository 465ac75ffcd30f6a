"""The changes of the last ten minutes, by which a stream resumes."""

import re
from collections import deque
from collections.abc import Iterable, Sequence

from application.live.topics import Change

MAX_CHANGES = 10_000
PLACE = re.compile(r"([0-9a-z]{1,16})-(\d{1,18})")


class History:
    """Numbered changes of one epoch, the oldest dropped first.

    Their age is bounded by the feed, their number here. ``head``: the number of the last event.
    """

    def __init__(self, epoch: str, head: int, backlog: Iterable[tuple[int, Sequence[Change]]]) -> None:
        self._epoch = epoch
        self._changes: deque[tuple[int, Change]] = deque()
        self._floor, self.head = head, head
        for place, (number, changes) in enumerate(backlog):
            if place == 0:
                self._floor = number - 1
            self.add(number, changes)

    def add(self, number: int, changes: Sequence[Change]) -> None:
        """Appends the changes of the next event."""
        self.head = number
        for change in changes:
            self._changes.append((number, change))
        while len(self._changes) > MAX_CHANGES:
            self._floor = self._changes.popleft()[0]

    @property
    def changes(self) -> list[Change]:
        """All of them, the oldest first."""
        return [change for _, change in self._changes]

    @property
    def place(self) -> str:
        """The place after the last event, as a stream's ``Last-Event-ID``."""
        return f"{self._epoch}-{self.head}"

    def since(self, place: str) -> list[Change] | None:
        """The changes after a place; None where some of them are forgotten.

        A place ahead of this process, which another one has told, has missed nothing.
        """
        known = PLACE.fullmatch(place)
        if known is None or known[1] != self._epoch or (number := int(known[2])) < self._floor:
            return None
        return [change for at, change in self._changes if at > number]
