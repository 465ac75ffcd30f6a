"""The ledger of XP and silver: added entries, and the rules of one account.

A balance is the sum of a student's entries (D-30). A cause has at most one award in force; a correction reverses
exactly what was made and adds the new award. A purchase never takes silver below zero; a correction may, and later
awards pay what is owed first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from domain.gamification.actions import Achievement, Action, ActionKind, EarningRules
from domain.gamification.levels import Level, Levels
from domain.shared.errors import DomainError


class CauseKind(StrEnum):
    """The origin of entries; with its source the cause of an entry."""

    LESSON = "lesson"
    HOMEWORK = "homework"
    EXAM_PARTICIPATION = "exam_participation"
    EXAM_PASS = "exam_pass"  # noqa: S105  no password
    BY_HAND = "by_hand"
    EVENT = "event"
    SCHOOL = "school"
    ORDER = "order"


CAUSES: Mapping[ActionKind, CauseKind] = {
    ActionKind.PARTICIPATE_LESSON: CauseKind.LESSON,
    ActionKind.DO_HOMEWORK: CauseKind.HOMEWORK,
    ActionKind.PARTICIPATE_EXAM: CauseKind.EXAM_PARTICIPATION,
    ActionKind.PASS_EXAM: CauseKind.EXAM_PASS,
    ActionKind.GIVEN_BY_ADMIN: CauseKind.BY_HAND,
}


class EntryKind(StrEnum):
    """The kind of an entry."""

    AWARD = "award"
    REVERSAL = "reversal"
    PURCHASE = "purchase"
    REFUND = "refund"


@dataclass(frozen=True, order=True)
class Cause:
    """The origin of an entry: this lesson, this submission, this exam."""

    kind: CauseKind
    source: str


@dataclass(frozen=True)
class Entry:
    """One entry of the ledger, never changed and never deleted.

    ``level`` and ``xp_proportion``: those it was made with. ``reverses_id``: the award that a reversal takes back;
    ``replaces_id``: the award in whose place a correction has put this one. ``details``: what the row shows of its
    cause (``contracts.gamification.EntryDetails``). ``made_by``: the member of staff; None for the system, the school
    and the student.
    """

    student_id: int
    kind: EntryKind
    cause: Cause
    at: datetime
    xp: int = 0
    silver: int = 0
    level: int = 0
    xp_proportion: int = 0
    achievement: Achievement | None = None
    action_id: int | None = None
    group_id: int | None = None
    category_id: int | None = None
    reverses_id: int | None = None
    replaces_id: int | None = None
    reason: str = ""
    details: Mapping[str, object] = field(default_factory=dict)
    made_by: int | None = None
    id: int | None = None


@dataclass(frozen=True)
class Deed:
    """A deed that may earn: the achievement, its place and time.

    ``achievement``: None where nothing is earned: an absence, 0 points. ``at``: the moment of the deed, by which
    connections and periods of actions are compared.
    """

    student_id: int
    kind: ActionKind
    source: str
    achievement: Achievement | None
    group_id: int
    at: datetime
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def cause(self) -> Cause:
        """The cause of its award."""
        return Cause(CAUSES[self.kind], self.source)


@dataclass(frozen=True)
class Balance:
    """XP and silver; silver below zero is owed."""

    xp: int = 0
    silver: int = 0

    @property
    def shown_silver(self) -> int:
        """The silver that can be spent."""
        return max(0, self.silver)

    @property
    def owes(self) -> int:
        """The silver that later awards and refunds pay first."""
        return max(0, -self.silver)


@dataclass
class Account:
    """A locked account: balance, awards in force by cause, entries being added."""

    student_id: int
    balance: Balance = Balance()
    in_force: dict[Cause, Entry] = field(default_factory=dict)
    added: list[Entry] = field(default_factory=list)

    def settle(
        self,
        cause: Cause,
        award: Entry | None,
        *,
        now: datetime,
        by: int | None,
        reason: str = "",
        corrected: Mapping[str, object] | None = None,
    ) -> None:
        """Puts the award in force for the cause in place of the one there is, if any.

        ``corrected``: details of the deed as it is now, shown beside those that are reversed.
        """
        current = self.in_force.pop(cause, None)
        if current is not None:
            self._reverse(current, now, by, reason, corrected)
        if award is not None:
            made = replace(award, replaces_id=current.id if current else None)
            self.in_force[cause] = made
            self._add(made)

    def purchase(self, cause: Cause, price: int, *, now: datetime, details: Mapping[str, object]) -> None:
        """Takes silver. Raises DomainError where the account holds less than the price."""
        if price <= 0:
            raise ValueError("a price is above zero")
        if self.balance.silver < price:
            raise DomainError("gamification.not_enough_silver", silver=self.balance.shown_silver, price=price)
        self._add(Entry(self.student_id, EntryKind.PURCHASE, cause, now, silver=-price, details=details))

    def refund(
        self, cause: Cause, silver: int, *, now: datetime, by: int | None, details: Mapping[str, object]
    ) -> None:
        """Gives silver of a purchase back; it is no earning (D-127)."""
        if silver <= 0:
            raise ValueError("a refund is above zero")
        self._add(Entry(self.student_id, EntryKind.REFUND, cause, now, silver=silver, details=details, made_by=by))

    def _reverse(
        self, made: Entry, now: datetime, by: int | None, reason: str, corrected: Mapping[str, object] | None
    ) -> None:
        if made.id is None:
            raise ValueError("the award is not in the ledger yet")
        details = {**made.details, "corrected": dict(corrected)} if corrected else made.details
        self._add(
            replace(
                made,
                kind=EntryKind.REVERSAL,
                at=now,
                xp=-made.xp,
                silver=-made.silver,
                reverses_id=made.id,
                replaces_id=None,
                reason=reason,
                details=details,
                made_by=by,
                id=None,
            )
        )

    def _add(self, entry: Entry) -> None:
        self.added.append(entry)
        self.balance = Balance(self.balance.xp + entry.xp, self.balance.silver + entry.silver)


@dataclass(frozen=True)
class Earned:
    """The result of a deed: the award in force after it, and the levels around it.

    ``xp`` and ``silver`` are those of the award, not of its difference to an earlier one; ``changed`` is False where
    the award in force stays.
    """

    student_id: int
    cause: Cause
    achievement: Achievement | None
    xp: int
    silver: int
    level_before: int
    level: int
    changed: bool


def earn(
    account: Account,
    deed: Deed,
    rules: EarningRules,
    *,
    now: datetime,
    by: int | None = None,
    retroactively: bool = False,
) -> Earned:
    """Awards a deed to its student: once, or in place of the award that its cause has.

    The same achievement as before changes nothing, however often it is repeated (G1). A correction is made by the
    action that made the award, at the level that the student has without it. ``retroactively``: a deed before the
    start of its action earns too, as staff ask for it deliberately (D-93).
    """
    before = rules.levels.of(account.balance.xp).number
    current = account.in_force.get(deed.cause)
    if current is not None and current.achievement == deed.achievement:
        return Earned(deed.student_id, deed.cause, deed.achievement, current.xp, current.silver, before, before, False)
    if current is not None:
        action = rules.action(current.action_id)
    else:
        action = rules.action_of(deed.kind, deed.group_id, deed.at, retroactively=retroactively)
    level = rules.levels.of(account.balance.xp - (current.xp if current else 0))
    award = award_of(deed, action, rules, level, now=now, by=by)
    changed = award is not None or current is not None
    account.settle(deed.cause, award, now=now, by=by, corrected=deed.details)
    return Earned(
        deed.student_id,
        deed.cause,
        deed.achievement,
        award.xp if award else 0,
        award.silver if award else 0,
        before,
        rules.levels.of(account.balance.xp).number,
        changed,
    )


def settle_given(
    account: Account,
    cause: Cause,
    given: tuple[int, int] | None,
    levels: Levels,
    *,
    now: datetime,
    category_id: int | None,
    reason: str,
    details: Mapping[str, object],
) -> bool:
    """Puts XP and silver that the school decided in force for a cause (D-92).

    None takes them back. Nothing is converted: who gives XP gives silver of its own. Returns False where the award in
    force stays.
    """
    current = account.in_force.get(cause)
    standing = (current.xp, current.silver, current.category_id, current.reason) if current else None
    if standing == ((*given, category_id, reason) if given else None):
        return False
    award = None
    if given is not None:
        level = levels.of(account.balance.xp - (current.xp if current else 0))
        award = Entry(
            account.student_id, EntryKind.AWARD, cause, now, *given, level.number, level.xp_proportion,
            category_id=category_id, reason=reason, details=details,
        )  # fmt: skip
    account.settle(cause, award, now=now, by=None, reason=reason)
    return True


def award_of(
    deed: Deed, action: Action | None, rules: EarningRules, level: Level, *, now: datetime, by: int | None
) -> Entry | None:
    """The award of a deed to a student of this level; None where it earns nothing."""
    if action is None or deed.achievement is None:
        return None
    amount = action.amount(deed.achievement, level)
    if amount is None:
        return None
    return Entry(
        deed.student_id,
        EntryKind.AWARD,
        deed.cause,
        now,
        amount.xp,
        amount.silver_at(level),
        level.number,
        level.xp_proportion,
        deed.achievement,
        action.id,
        deed.group_id,
        rules.categories.get(deed.group_id),
        details=deed.details,
        made_by=by,
    )
