"""The faults of a school system, on demand.

Each fault is a word of ``--fault`` or of the control call.

A fault may be bound to a feed: ``garbage:students``. Of the faults, errors, down, slow, expiry, half-body and partial
can be bound to ``attendance``; a call is saved all the same where the answer is what fails.
"""

from dataclasses import dataclass, field

from contracts.sync.school_records import Feed

KNOWN = {
    "errors": "page 3 answers 500 once, then succeeds",
    "down": "every call answers 503",
    "slow": "every page takes 2 s",
    "empty": "a feed that had rows answers an empty first page",
    "garbage": "a page that is no JSON",
    "wrong-type": "a record whose version is a word",
    "duplicates": "the last row of a page comes again as the first of the next",
    "expiry": "the token is refused from page 3 on",
    "busy": "every third page answers 429 once, with Retry-After",
    "reordered": "page 2 comes in another order",
    "forgetful": "what changed since a cursor leaves deletions out",
    "half-body": "page 2 breaks off in the middle once, then succeeds",
    "partial": "partial:attendance refuses the first student of a class once, another try is taken",
}
# used in the place of a feed
ATTENDANCE = "attendance"
SLOW_SECONDS = 2.0


@dataclass
class Faults:
    """The active faults, and the one-time ones that have happened."""

    names: set[str] = field(default_factory=set)
    _spent: set[tuple[str, str, int | str]] = field(default_factory=set)

    def set(self, names: list[str]) -> None:
        """Sets exactly these faults. Raises ValueError for an unknown word."""
        for name in names:
            if name.split(":")[0] not in KNOWN:
                raise ValueError(f"unknown fault {name!r}; known: {', '.join(KNOWN)}")
        self.names = set(names)
        self._spent.clear()

    def on(self, name: str, feed: str | None = None) -> bool:
        """True when the fault is active, for this feed."""
        return name in self.names or (feed is not None and f"{name}:{feed}" in self.names)

    def at(self, name: str, place: str) -> bool:
        """True when the fault is bound to exactly this place."""
        return f"{name}:{place}" in self.names

    def first(self, name: str, place: str, subject: str) -> bool:
        """Like `at`, but only the first time for this subject."""
        if not self.at(name, place) or (name, place, subject) in self._spent:
            return False
        self._spent.add((name, place, subject))
        return True

    def once(self, name: str, feed: Feed, page: int) -> bool:
        """Like `on`, but only the first time for this page."""
        if not self.on(name, feed) or (name, feed, page) in self._spent:
            return False
        self._spent.add((name, feed, page))
        return True
