"""Plans the revert of one recorded change, field by field.

A field is restored only where nothing followed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

TAKEN_BACK = "history.change_taken_back"
# kind of entity → verbs that change its fields; all other actions have their own reverse action
CHANGES: Mapping[str, frozenset[str]] = {
    "student": frozenset({"people.student_changed", "people.school_value_taken", TAKEN_BACK}),
    "user": frozenset({"access.user_changed", TAKEN_BACK}),
    "role": frozenset({"access.role_changed", TAKEN_BACK}),
    "office": frozenset({"branches.renamed", TAKEN_BACK}),
    "control_action": frozenset({"settings.status_changed", TAKEN_BACK}),
    "homework": frozenset({"homework.edited", "homework.deadline_moved", TAKEN_BACK}),
    "exam": frozenset({"exams.edited", "exams.deadline_moved", TAKEN_BACK}),
    "course": frozenset({"courses.edited", "courses.ended", TAKEN_BACK}),
    "topic": frozenset({"courses.topic_renamed", "courses.topic_moved", "courses.topic_ended", TAKEN_BACK}),
}
# irreversible actions
FINAL = frozenset(
    {
        "people.login_sent",
        "people.papers_read",
        "people.data_given",
        "people.history_erased",
        "people.let_go",
        "access.password_changed",
        "access.password_reset",
        "access.session_ended_of",
        "access.sessions_ended_of",
    }
)
# the log records that they changed and what files are called, not their contents
NOT_KEPT = frozenset({"papers", "photo", "attachments", "voice"})
ERASED = {"erased": True}


class NotRevertible(StrEnum):
    """The reason why a history entry can't be reverted by hand."""

    BY_RUN = "by_run"
    FINAL = "final"
    OWN_WAY = "own_way"
    GONE = "gone"


class SkipReason(StrEnum):
    """The reason why a field stays as it is."""

    CHANGED_SINCE = "changed_since"
    NOT_KEPT = "not_kept"
    ELSEWHERE = "elsewhere"
    ERASED = "erased"


@dataclass(frozen=True)
class RevertPlan:
    """``back``: fields to restore with their values; ``left``: the others and why."""

    back: Mapping[str, Any]
    left: Mapping[str, SkipReason]


def not_revertible(entity: str, verb: str, *, by_run: bool) -> NotRevertible | None:
    """Returns the reason why an entry can't be reverted by hand, or None."""
    if by_run:
        return NotRevertible.BY_RUN
    if verb in FINAL:
        return NotRevertible.FINAL
    return None if verb in CHANGES.get(entity, frozenset()) else NotRevertible.OWN_WAY


def plan_revert(
    before: Mapping[str, Any], after: Mapping[str, Any], present: Mapping[str, Any], prefix: str = ""
) -> RevertPlan:
    """Restores only fields that still have the value the change gave.

    ``prefix``: fields with it exist even if the entity currently has none of them (a role's rights).
    """
    back: dict[str, Any] = {}
    left: dict[str, SkipReason] = {}
    for name in dict.fromkeys([*before, *after]):
        was, gave = before.get(name), after.get(name)
        if ERASED in (was, gave):
            left[name] = SkipReason.ERASED
        elif was == gave:
            continue
        elif name in NOT_KEPT:
            left[name] = SkipReason.NOT_KEPT
        elif name not in present and not (prefix and name.startswith(prefix)):
            left[name] = SkipReason.ELSEWHERE
        elif present.get(name) != gave:
            left[name] = SkipReason.CHANGED_SINCE
        else:
            back[name] = was
    return RevertPlan(back, left)
