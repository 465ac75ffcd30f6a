"""Recomputation of a period: what its deeds earn by the present rules (D-93, G4)."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from domain.gamification.actions import EarningRules
from domain.gamification.ledger import Cause, Deed, Entry, award_of
from domain.shared.state_machine import move


class RecomputationState(StrEnum):
    """The state of a recomputation."""

    PLANNING = "planning"
    PLANNED = "planned"
    COMMITTING = "committing"
    DONE = "done"
    REFUSED = "refused"


MOVES = {
    RecomputationState.PLANNING: {RecomputationState.PLANNED},
    RecomputationState.PLANNED: {RecomputationState.COMMITTING},
    # refused: rules or marks have changed since the plan was shown
    RecomputationState.COMMITTING: {RecomputationState.DONE, RecomputationState.REFUSED},
}


@dataclass
class Recomputation:
    """A recomputation of the deeds of some days, both included.

    ``group_ids``: the groups whose deeds count; ``category_id``: of these only the ones of a category. ``digest``: of
    rules, deeds and differences as they were planned.
    """

    from_date: date
    to_date: date
    group_ids: list[int]
    created_by: int | None
    created_at: datetime
    category_id: int | None = None
    state: RecomputationState = RecomputationState.PLANNING
    digest: str = ""
    totals: dict[str, Any] = field(default_factory=dict)
    id: int | None = None
    version: int = 1

    def plan(self, digest: str, totals: dict[str, Any]) -> None:
        """Records the planned differences."""
        self.state = move(MOVES, self.state, RecomputationState.PLANNED)
        self.digest, self.totals = digest, totals

    def start_commit(self) -> None:
        """Starts the commit of the plan that was shown."""
        self.state = move(MOVES, self.state, RecomputationState.COMMITTING)

    def end(self, digest: str) -> bool:
        """Ends the commit; False where the plan is another one by now: it is refused."""
        same = digest == self.digest
        self.state = move(MOVES, self.state, RecomputationState.DONE if same else RecomputationState.REFUSED)
        return same


@dataclass(frozen=True)
class Difference:
    """The award in force of a cause, and the one that its deed earns; None: none."""

    student_id: int
    cause: Cause
    was: Entry | None
    will: Entry | None

    @property
    def xp(self) -> int:
        """The difference in XP."""
        return (self.will.xp if self.will else 0) - (self.was.xp if self.was else 0)

    @property
    def silver(self) -> int:
        """The difference in silver."""
        return (self.will.silver if self.will else 0) - (self.was.silver if self.was else 0)


def recompute(
    awards: Iterable[Entry], deeds: Iterable[Deed], rules: EarningRules, *, now: datetime
) -> list[Difference]:
    """The differences between the awards in force and what the deeds earn.

    ``awards``: all in force of the students, by which their levels grow while the deeds are replayed in the order of
    their awards. A deed before the start of its action earns too: a recomputation gives it deliberately (D-93).
    """
    in_force: dict[int, dict[Cause, Entry]] = defaultdict(dict)
    for award in awards:
        in_force[award.student_id][award.cause] = award
    wanted: dict[int, dict[Cause, Deed]] = defaultdict(dict)
    for deed in deeds:
        wanted[deed.student_id][deed.cause] = deed
    return [
        difference
        for student_id in sorted(wanted)
        for difference in _of_student(in_force.get(student_id, {}), wanted[student_id], rules, now)
    ]


def _of_student(
    awards: Mapping[Cause, Entry], deeds: Mapping[Cause, Deed], rules: EarningRules, now: datetime
) -> list[Difference]:
    xp, found = 0, []
    for cause in sorted({*awards, *deeds}, key=lambda one: (awards.get(one) or deeds[one]).at):
        was, deed = awards.get(cause), deeds.get(cause)
        if deed is None:
            xp += was.xp if was else 0
            continue
        will = _earned(deed, was, rules, xp, now)
        if not _same(was, will):
            found.append(Difference(deed.student_id, cause, was, will))
        xp += will.xp if will else 0
    return found


def _earned(deed: Deed, was: Entry | None, rules: EarningRules, xp: int, now: datetime) -> Entry | None:
    action = rules.action_of(deed.kind, deed.group_id, deed.at, retroactively=True)
    return award_of(deed, action, rules, rules.levels.of(xp), now=now, by=was.made_by if was else None)


def _same(was: Entry | None, will: Entry | None) -> bool:
    if was is None or will is None:
        return was is will
    return (was.xp, was.silver, was.achievement) == (will.xp, will.silver, will.achievement)


def digest_of(rules: EarningRules, deeds: Sequence[Deed], differences: Sequence[Difference]) -> str:
    """The digest by which a changed rule, mark or award is noticed before a commit."""
    digest = hashlib.sha256(repr((rules.levels, rules.actions, sorted(rules.connections.items()))).encode())
    for deed in sorted(deeds, key=lambda deed: (deed.student_id, deed.cause)):
        digest.update(repr((deed.student_id, deed.cause, deed.achievement, deed.group_id, deed.at)).encode())
    for one in differences:
        will = one.will and (one.will.xp, one.will.silver, one.will.level)
        digest.update(repr((one.student_id, one.cause, one.was and one.was.id, will)).encode())
    return digest.hexdigest()


@dataclass(frozen=True)
class StudentDifference:
    """The sums of a student's differences, and what they stem from."""

    student_id: int
    xp: int
    silver: int
    # kind of cause → number of awards that change
    causes: Mapping[str, int]


def by_student(differences: Iterable[Difference]) -> list[StudentDifference]:
    """The differences of each student."""
    grouped: dict[int, list[Difference]] = defaultdict(list)
    for one in differences:
        grouped[one.student_id].append(one)
    found = []
    for student_id, some in grouped.items():
        causes: dict[str, int] = defaultdict(int)
        for one in some:
            causes[str(one.cause.kind)] += 1
        xp, silver = sum(one.xp for one in some), sum(one.silver for one in some)
        found.append(StudentDifference(student_id, xp, silver, dict(causes)))
    return found
