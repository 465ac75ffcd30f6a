"""Shapes of the calls of gamification."""

import msgspec

from contracts.shared import Wire


class EntryDetails(Wire, omit_defaults=True):
    """The cause of a ledger entry, as it was when the entry was made.

    ``lesson``: its number in the group; ``title``: the topic, the order's item or the event; ``score``: 0…100;
    ``mark``, ``mark_reason``: the attendance status and why; ``version``: that of the mark. ``corrected``: the same of
    the deed as a correction found it.
    """

    group: str | None = None
    lesson: int | None = None
    lesson_date: str | None = None
    title: str | None = None
    score: int | None = None
    late: bool | None = None
    mark: int | None = None
    mark_reason: int | None = None
    version: int | None = None
    corrected: "EntryDetails | None" = None

    def stored(self) -> dict[str, object]:
        """The details as the ledger keeps them: without what is not set."""
        fields: dict[str, object] = msgspec.to_builtins(self)
        return fields
