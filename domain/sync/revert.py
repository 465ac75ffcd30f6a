"""Reverts a row to its state before a run (docs/decisions/revert.md).

Only where nothing followed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.sync.sticky import EXISTENCE

# changes record only the presence of identity documents, not their content: it can't be restored
PAPERS = ("papers", "has_personal_data")
HANDED_ON = "handed_on"
CHANGED_SINCE, REFERRED_TO, PAPERS_LOST = "changed_since", "referred_to", "papers_lost"


@dataclass
class RowChange:
    """The combined effect of a run on one row: fields before and after.

    The removal of a row is the field ``EXISTENCE``, empty while it is alive. ``handed_on``: ids moved to the successor,
    by table.
    """

    created: bool = False
    papers: bool = False
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    handed_on: dict[str, list[Any]] = field(default_factory=dict)


Step = tuple[str, Mapping[str, Any] | None, Mapping[str, Any] | None]


def fold_steps(steps: Iterable[Step]) -> RowChange:
    """Combines the steps of a run on one row, each a verb with before and after."""
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
class RowRevert:
    """The revert of a row: removal, restored fields, or none with a reason.

    ``reason`` at ``field`` explains an unchanged row.
    """

    end: bool = False
    restored: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None
    field: str = ""


def plan_row_revert(change: RowChange, present: Mapping[str, Any], *, followed: bool, referred: bool) -> RowRevert:
    """Plans the revert of a row by its ``present`` state.

    A row that the run created is removed if it was not changed since and nothing refers to it. In another row all
    fields that the run changed are restored, if all are still as the run left them; identity documents are not.
    """
    if change.created:
        if present[EXISTENCE]:
            return RowRevert()
        if followed:
            return RowRevert(reason=CHANGED_SINCE)
        return RowRevert(reason=REFERRED_TO) if referred else RowRevert(end=True)
    for name, value in change.after.items():
        same = bool(present[name]) == bool(value) if name == EXISTENCE else present[name] == value
        if not same:
            return RowRevert(reason=CHANGED_SINCE, field=name)
    restored = {name: value for name, value in change.before.items() if value != change.after[name]}
    if change.papers:
        return RowRevert(restored=restored, reason=PAPERS_LOST, field="papers")
    return RowRevert(restored=restored)
