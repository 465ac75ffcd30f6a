"""Deviations of a provider from the specification (variants) and faults."""

from dataclasses import dataclass, field

from entrypoints.simulators.school.faults import KNOWN

VARIANTS = {
    "bare-links": "the Link header comes without angle brackets",
    "no-links": "neither Link nor X-Total-Count: only an empty page is the end",
    "inner-links": "links name an address inside of the provider's own network",
    "small-pages": "no page has more than 100 rows, whatever limit was asked",
    "local-time": "dateLastModified is five hours behind, and is compared like that",
    "strict-dates": "a filter's date in any form but 2026-11-20T00:00:00.000Z is answered 500",
    "broken-dates": "a filter by date is answered 500, whatever its form",
    "no-filter": "a filter is refused",
    "no-sort": "sorting is refused, and every second call lists the rows in another order",
    "no-fields": "a selection of fields is refused",
    "vanish": "what is deleted is simply not there any more",
    "inactive": "what is deleted is inactive instead of tobedeleted",
    "other-envelope": "collections come under other names than their own",
    "core-only": "any other scope than roster-core.readonly is refused",
    "v1p1": "people as in OneRoster 1.1: one role, and orgs beside it",
    "passwords": "people come with their passwords, guardians and preferred names",
    "text-seconds": "a token says in a text how many seconds it is good for",
}
FAULTS = {
    "down": "every call answers 503",
    "slow": "every page takes 2 s",
    "errors": "the third page of a collection answers 500 once, then succeeds",
    "busy": "the second page answers 429 server_busy once, with Retry-After",
    "expiry": "a token is good for three calls",
    "revoked": "every token is refused",
    "garbage": "a page that is no JSON",
    "half-body": "the second page breaks off in the middle once, then succeeds",
    "empty": "every collection is empty",
    **{name: KNOWN[name] for name in ("offices-empty", "offices-all", "tenfold")},
    "versions-back": "every dateLastModified is a month older, as after a restored backup",
}
SLOW_SECONDS = 2.0


@dataclass
class Behaviour:
    """The active variants and faults, and the one-time faults that have happened."""

    names: set[str] = field(default_factory=set)
    _spent: set[tuple[str, str]] = field(default_factory=set)

    def set(self, names: list[str]) -> None:
        """Puts exactly these in force. Raises ValueError for an unknown word."""
        for name in names:
            if name not in VARIANTS and name not in FAULTS:
                raise ValueError(f"unknown variant or fault {name!r}; known: {', '.join([*VARIANTS, *FAULTS])}")
        self.names = set(names)
        self._spent.clear()

    def on(self, name: str) -> bool:
        """True when it is active."""
        return name in self.names

    def once(self, name: str, collection: str) -> bool:
        """Like `on`, but only the first time for this collection."""
        if not self.on(name) or (name, collection) in self._spent:
            return False
        self._spent.add((name, collection))
        return True
