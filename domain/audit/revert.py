"""How one recorded change of one thing is taken back: field by field, where nothing followed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

TAKEN_BACK = "history.change_taken_back"
# kind of thing → the changes of its fields; all else that is done to it has a way back of its own
CHANGES: Mapping[str, frozenset[str]] = {
    "student": frozenset({"people.student_changed", "people.school_value_taken", TAKEN_BACK}),
    "user": frozenset({"access.user_changed", TAKEN_BACK}),
    "role": frozenset({"access.role_changed", TAKEN_BACK}),
    "office": frozenset({"branches.renamed", TAKEN_BACK}),
    "control_action": frozenset({"settings.status_changed", TAKEN_BACK}),
}
# what is done once and for all
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
# the log says that there were some, and not what they were
NOT_KEPT = frozenset({"papers", "photo"})
ERASED = {"erased": True}


class Untaken(StrEnum):
    """Why an entry of a history is not taken back by hand."""

    BY_RUN = "by_run"
    FINAL = "final"
    OWN_WAY = "own_way"


class Left(StrEnum):
    """Why a field stays as it is."""

    CHANGED_SINCE = "changed_since"
    NOT_KEPT = "not_kept"
    ELSEWHERE = "elsewhere"
    ERASED = "erased"


@dataclass(frozen=True)
class Plan:
    """``back``: the fields that get their former value, and that value; ``left``: those that stay, and why."""

    back: Mapping[str, Any]
    left: Mapping[str, Left]


def untaken(entity: str, verb: str, *, by_run: bool) -> Untaken | None:
    """Why this entry can't be taken back by hand; None where it can."""
    if by_run:
        return Untaken.BY_RUN
    if verb in FINAL:
        return Untaken.FINAL
    return None if verb in CHANGES.get(entity, frozenset()) else Untaken.OWN_WAY


def plan(before: Mapping[str, Any], after: Mapping[str, Any], present: Mapping[str, Any], prefix: str = "") -> Plan:
    """Only what still has the value that the change gave goes back.

    ``prefix``: fields that begin so are there although the thing presently has none of them (a role's rights).
    """
    back: dict[str, Any] = {}
    left: dict[str, Left] = {}
    for name in dict.fromkeys([*before, *after]):
        was, gave = before.get(name), after.get(name)
        if ERASED in (was, gave):
            left[name] = Left.ERASED
        elif name in NOT_KEPT:
            left[name] = Left.NOT_KEPT
        elif name not in present and not (prefix and name.startswith(prefix)):
            left[name] = Left.ELSEWHERE
        elif present.get(name) != gave:
            left[name] = Left.CHANGED_SINCE
        elif was != gave:
            back[name] = was
    return Plan(back, left)
