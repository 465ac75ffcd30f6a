"""Ports of gamification: the ledger of XP and silver, and its rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.ports import Transaction
from contracts.gamification import (
    AwardEntry,
    EntryDetails,
    RecomputationRows,
    RecomputationRowsQuery,
    StudentAwards,
    StudentAwardsQuery,
)
from domain.gamification.actions import EarningRules
from domain.gamification.ledger import Account, Balance, Cause, Deed, Entry
from domain.gamification.recomputation import Recomputation, StudentDifference


@runtime_checkable
class Ledger(Protocol):
    """The ledger of XP and silver (D-30).

    A change is made in the caller's transaction: ``lock`` the accounts, decide with ``domain.gamification.ledger``,
    ``post`` what the accounts have added. Use cases of other contexts call ``application.gamification.earning``, which
    does the three.
    """

    async def rules(self, group_ids: Collection[int], transaction: Transaction | None = None) -> EarningRules:
        """Returns levels, actions and amounts, and what these groups have of them."""
        ...

    async def lock(
        self, student_ids: Collection[int], causes: Collection[Cause], transaction: Transaction
    ) -> dict[int, Account]:
        """Locks the accounts of these students in the order of their ids.

        Each comes with its awards in force of these causes. Concurrent changes of an account wait until the
        transaction ends. Raises NotFound for an unknown student.
        """
        ...

    async def read(self, student_ids: Collection[int], causes: Collection[Cause]) -> dict[int, Account]:
        """Returns the same without a lock, for previews."""
        ...

    async def awarded(self, causes: Collection[Cause], transaction: Transaction) -> Sequence[int]:
        """Returns the students with an award in force of one of these causes."""
        ...

    async def post(self, accounts: Collection[Account], transaction: Transaction) -> Mapping[int, Balance]:
        """Adds the entries of locked accounts and returns the new balances.

        Raises DomainError("shared.conflict") if a cause would have two awards in force, or two purchases.
        """
        ...


@dataclass(frozen=True)
class LessonMark:
    """The present mark of a student in a lesson.

    ``took_place``: False for a lesson without class. ``ends_at``: the end of the lesson.
    """

    lesson_id: int
    student_id: int
    group_id: int
    status: int
    took_place: bool
    ends_at: datetime
    marked_by: int | None
    details: EntryDetails


@runtime_checkable
class LessonMarks(Protocol):
    """Marks of attendance as the ledger reads them."""

    async def students(self, lesson_ids: Collection[int], transaction: Transaction) -> Sequence[int]:
        """Returns the students with a mark in one of these lessons."""
        ...

    async def marks(self, lesson_ids: Collection[int], transaction: Transaction) -> Sequence[LessonMark]:
        """Returns the marks of these lessons as they are committed now."""
        ...


@dataclass(frozen=True)
class UnsettledSchoolAward:
    """XP or silver of the school's own that the ledger has not followed yet.

    ``is_given``: False once the school has removed it.
    """

    id: int
    h_id: str
    student_id: int
    kind: str
    amount: int
    reason: str
    given_at: datetime | None
    category_id: int | None
    is_given: bool


@runtime_checkable
class SchoolRecords(Protocol):
    """XP, silver and connections as the school gave them (D-92)."""

    async def unsettled(self, limit: int, transaction: Transaction) -> Sequence[UnsettledSchoolAward]:
        """Locks and returns awards that differ from what was settled last."""
        ...

    async def mark_settled(self, ids: Collection[int], transaction: Transaction) -> None:
        """Records that the ledger has these awards as they are now."""
        ...

    async def connect(self, now: datetime, transaction: Transaction) -> None:
        """Connects and disconnects groups as the school says.

        What a person has decided about a connection stays (D-123)."""
        ...


@runtime_checkable
class RuleStore(Protocol):
    """The rules as they are edited."""

    async def seed(self, now: datetime, transaction: Transaction) -> bool:
        """Inserts the default levels, actions and amounts (D-32); actions start ``now``.

        Returns False where there is any action.
        """
        ...


@runtime_checkable
class AwardViews(Protocol):
    """Reads of what a student has earned."""

    async def of_student(
        self, student_id: int, query: StudentAwardsQuery, actor: Actor, visible_until: datetime | None = None
    ) -> StudentAwards:
        """Returns balance, origins and a page of entries.

        ``visible_until``: for the student, without what later checks have earned, in balance and entries.
        The caller has checked that the actor may see the student; groups and staff of other branches are not named."""
        ...

    async def entries(self, student_id: int, query: StudentAwardsQuery, actor: Actor) -> Sequence[AwardEntry]:
        """Returns all entries that the filters select, whatever the page, for staff."""
        ...


@runtime_checkable
class RecomputationStore(Protocol):
    """Deeds and awards of a period, and the planned differences."""

    async def groups(self, wanted: Collection[int], actor: Actor, transaction: Transaction) -> list[int]:
        """Returns these groups, or all, as far as they are of the caller's branches."""
        ...

    async def has_category(self, category_id: int, transaction: Transaction) -> bool:
        """Returns True if there is this category of courses."""
        ...

    async def deeds(self, one: Recomputation, transaction: Transaction) -> list[Deed]:
        """Returns the deeds of the period: marks, checked homework, announced exams."""
        ...

    async def awards(self, student_ids: Collection[int], transaction: Transaction) -> list[Entry]:
        """Returns every award in force of these students."""
        ...

    async def store_rows(
        self,
        recomputation_id: int,
        rows: Collection[StudentDifference],
        balances: Mapping[int, Balance],
        transaction: Transaction,
    ) -> None:
        """Stores the planned differences beside the present balances."""
        ...

    async def rows(self, recomputation_id: int, query: RecomputationRowsQuery) -> RecomputationRows:
        """Returns a page of the planned differences."""
        ...
