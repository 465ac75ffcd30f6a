"""Brakes of a run: changes that wait for a named person's approval (D-49, D-154).

A run stops before it changes who sees whom, or who may come in, for too many rows of one feed at once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from domain.groups.enrolments import GOING_ON, LEFT, GroupStatus
from domain.sync.run import Reason
from domain.sync.vocabulary import NOT_WORKING, WORKING

# a run may change more than this many rows, or this share of a feed's live rows, only with an approval (D-49)
MIN_ROWS, PERCENT = 5, 10
# a feed may bring up to this many times what is known of it (D-154)
GROWTH = 5


class Effect(StrEnum):
    """Effects on a row that the brakes count; a row counts once, under the gravest.

    ``removed`` by the school, ``merged`` into another row, ``missing`` from a full reading. ``deactivated``: the person
    leaves, and an account closes. ``branches_…``: the school's branches of a row are emptied, replaced (some are lost)
    or added to. ``status_turned``: a period or a group ends or begins again, a student is no longer or again among
    those who study. ``moved``: an enrolment names another student or group.
    """

    REMOVED = "removed"
    MERGED = "merged"
    MISSING = "missing"
    DEACTIVATED = "deactivated"
    BRANCHES_EMPTIED = "branches_emptied"
    BRANCHES_REPLACED = "branches_replaced"
    MOVED = "moved"
    STATUS_TURNED = "status_turned"
    BRANCHES_ADDED = "branches_added"
    # of a whole feed, not of a row: it brings more than GROWTH times what is known
    TENFOLD = "tenfold"


# effects that end a row, and those after which a person's account is closed
ENDING = (Effect.REMOVED, Effect.MERGED, Effect.MISSING)
CLOSING = (*ENDING, Effect.DEACTIVATED)


# the reasons of runs that a brake stopped
STOPS = (Reason.EMPTY_FEED, Reason.CHANGE_THRESHOLD, Reason.TENFOLD)


@dataclass(frozen=True)
class Standing:
    """Columns of a feed that decide who sees a row and who may come in.

    ``inside``: the statuses of people or groups that are in; ``departed``: the one that closes an account.
    ``branches``: the column of one branch or of several. ``named``: references of an enrolment.
    """

    status: str
    inside: frozenset[int]
    departed: int | None = None
    branches: str | None = None
    named: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that the brakes compare."""
        return (self.status, *((self.branches,) if self.branches else ()), *self.named)


STANDINGS: Mapping[str, Standing] = {
    "teachers": Standing("work_status", frozenset({WORKING}), NOT_WORKING, "office_ids"),
    "students": Standing("status_id", frozenset(GOING_ON), LEFT, "office_ids"),
    "groups": Standing("status", frozenset({GroupStatus.NOT_STARTED, GroupStatus.ACTIVE}), None, "office_id"),
    "group-students": Standing("action_id", frozenset(GOING_ON), named=("student_id", "group_id")),
}


def effect_of(standing: Standing, before: Mapping[str, Any], after: Mapping[str, Any]) -> Effect | None:
    """Returns the gravest effect of a change of a live row; None if it has none."""
    was, becomes = before[standing.status], after[standing.status]
    if standing.departed is not None and becomes == standing.departed != was:
        return Effect.DEACTIVATED
    branches = _branches_effect(standing, before, after)
    if branches in (Effect.BRANCHES_EMPTIED, Effect.BRANCHES_REPLACED):
        return branches
    if any(before[name] != after[name] for name in standing.named):
        return Effect.MOVED
    if (was in standing.inside) != (becomes in standing.inside):
        return Effect.STATUS_TURNED
    return branches


def _branches_effect(standing: Standing, before: Mapping[str, Any], after: Mapping[str, Any]) -> Effect | None:
    if standing.branches is None:
        return None
    was, becomes = _ids(before[standing.branches]), _ids(after[standing.branches])
    if was == becomes:
        return None
    if not becomes:
        return Effect.BRANCHES_EMPTIED
    return Effect.BRANCHES_ADDED if was < becomes else Effect.BRANCHES_REPLACED


def _ids(value: Any) -> set[int]:
    return {value} if isinstance(value, int) else set(value or ())


def limit(present: int) -> int:
    """Returns how many of ``present`` live rows may change without an approval."""
    return max(MIN_ROWS, present * PERCENT // 100)


def exceeds_threshold(changing: int, present: int) -> bool:
    """Returns whether so many changing rows need an approval (D-49).

    ``present``: the live rows of the feed before the run.
    """
    return changing > limit(present)


def outgrows(brought: int, known: int) -> bool:
    """Returns whether a feed brings many times what is known (D-154).

    A handful of new rows never does, whatever was known.
    """
    return brought > GROWTH * known and brought - known > MIN_ROWS


@dataclass(frozen=True)
class Stop:
    """The stop of a run with its numbers.

    ``changing`` of the ``present`` rows of a feed would change, by effect; ``accounts`` of them would be closed. For a
    tenfold feed ``changing`` is the number of records that it brings.
    """

    reason: Reason
    feed: str
    present: int
    changing: int
    effects: Mapping[str, int] = field(default_factory=dict)
    accounts: int = 0

    @property
    def detail(self) -> str:
        """The numbers as JSON, the stored detail of the run."""
        facts = {"feed": self.feed, "present": self.present, "changing": self.changing}
        return json.dumps(facts | {"effects": dict(self.effects), "accounts": self.accounts})


def read_stop(reason: str | None, detail: str | None) -> Stop | None:
    """Parses the stop from a run's reason and detail; None for other ends.

    Runs of older versions stored fewer numbers.
    """
    if reason not in STOPS or not detail or not detail.startswith("{"):
        return None
    facts = json.loads(detail)
    changing = facts.get("changing", facts.get("ending", facts["present"]))
    effects = facts.get("effects", {})
    return Stop(Reason(reason), facts["feed"], facts["present"], changing, effects, facts.get("accounts", 0))
