"""How a row is taken back to what it was before a run: only where nothing followed (docs/decisions/revert.md)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.sync.sticky import EXISTENCE

# What a change says of papers is only whether there were any: what they said is not kept, so it can't be put back.
PAPERS = ("papers", "has_personal_data")
HANDED_ON = "handed_on"
CHANGED_SINCE, REFERRED_TO, PAPERS_LOST = "changed_since", "referred_to", "papers_lost"


@dataclass
class RowChange:
    """What one run did to one row, all its steps together: fields before the first and after the last.

    The end of a row is the field ``EXISTENCE``: something of no value while it lives. ``handed_on``: what went to the
    successor, by table.
    """

    created: bool = False
    papers: bool = False
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    handed_on: dict[str, list[Any]] = field(default_factory=dict)


Step = tuple[str, Mapping[str, Any] | None, Mapping[str, Any] | None]


def folded(steps: Iterable[Step]) -> RowChange:
    """The steps of a run on one row, each a verb with before and after, in their order."""
    change = RowChange()
    for verb, before, after in steps:
        was, is_ = dict(before or {}), dict(after or {})
        change.created = change.created or verb == "created"
        if verb == "removed":
            was[EXISTENCE], is_[EXISTENCE] = None, True
        change.handed_on |= was.pop(HANDED_ON, {})
        is_.pop(HANDED_ON, None)
        change.papers = change.papers or any(name in is_ for name in PAPERS)
        for name in is_.keys() - set(PAPERS):
            change.before.setdefault(name, was.get(name))
            change.after[name] = is_[name]
    return change


@dataclass(frozen=True)
class Taking:
    """What is done to a row: ended, or fields put back; or left, because of ``reason`` at ``field``."""

    end: bool = False
    put_back: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None
    field: str = ""


def taking(change: RowChange, present: Mapping[str, Any], *, followed: bool, referred: bool) -> Taking:
    """What is done to a row that is ``present``ly so.

    A row that the run made is ended if nobody has touched it since and nothing refers to it. Of another one all that
    the run changed is put back, if all of it is still as the run left it; papers are not.
    """
    if change.created:
        if present[EXISTENCE]:
            return Taking()
        if followed:
            return Taking(reason=CHANGED_SINCE)
        return Taking(reason=REFERRED_TO) if referred else Taking(end=True)
    for name, value in change.after.items():
        same = bool(present[name]) == bool(value) if name == EXISTENCE else present[name] == value
        if not same:
            return Taking(reason=CHANGED_SINCE, field=name)
    put_back = {name: value for name, value in change.before.items() if value != change.after[name]}
    if change.papers:
        return Taking(put_back=put_back, reason=PAPERS_LOST, field="papers")
    return Taking(put_back=put_back)
