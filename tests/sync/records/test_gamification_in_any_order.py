"""Ledger and school's awards after any order of changes (D-30, D-92)."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from itertools import count
from typing import Any, cast

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from adapters.memory.school import SchoolInMemory
from adapters.postgres.gamification.ledger import PostgresLedger
from adapters.postgres.gamification.rules import PostgresRuleStore
from contracts.sync.school_records import Feed
from domain.gamification.ledger import Cause, CauseKind, settle_given
from domain.gamification.levels import default_levels
from domain.sync.types import RunType
from tests.postgres.gamification.ledger_centre import FAULTS
from tests.sync.centre import Centre, a_centre
from tests.sync.records.school_awards import award, settle
from tests.sync.school_records import a_school

EXAMPLES, STEPS = 12, 10
STUDENTS = ("s1", "s2")
# an example has awards of its own and leaves no trace of them
number = st.integers(0, 2)
student = st.sampled_from(STUDENTS)
amount = st.integers(-60, 60)
kind = st.sampled_from(["xp", "silver"])


def test_balances_are_the_schools_awards_and_our_own(database_url: str) -> None:
    """In any order of corrections, removals, runs and own awards."""
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        centre, school = runner.run(stack.enter_async_context(a_centre(database_url))), a_school(page_size=50)
        numbers = count()
        try:
            runner.run(_begin(centre, school))
            run_state_machine_as_test(
                # a factory serves as the class
                cast("type[Awards]", lambda: Awards(centre, school, runner.run, next(numbers))),
                settings=settings(
                    max_examples=EXAMPLES,
                    stateful_step_count=STEPS,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(stack.aclose())


async def _begin(centre: Centre, school: SchoolInMemory) -> None:
    async with centre.uow:
        await PostgresRuleStore().seed(centre.clock.now(), centre.uow)
        await centre.uow.commit()
    await centre.synchronise(school)
    await settle(centre)


class Awards(RuleBasedStateMachine):
    """Three awards of the school and an own one for each of two students."""

    def __init__(
        self,
        centre: Centre,
        school: SchoolInMemory,
        run: Callable[[Coroutine[Any, Any, Any]], Any],
        example: int,
    ) -> None:
        super().__init__()
        self.centre, self.school, self.run, self.example = centre, school, run, example
        self.given: dict[str, tuple[str, str, int]] = {}
        self.own = dict.fromkeys(STUDENTS, 0)

    @rule(number=number, student=student, kind=kind, amount=amount)
    def give(self, number: int, student: str, kind: str, amount: int) -> None:
        """The school gives an award, or corrects it: amount, kind or student."""
        id = f"a{self.example}-{number}"
        self.school.put(Feed.GAMIFICATION_STUDENTS, award(id, amount, student, kind))
        self.given[id] = (student, kind, amount)

    @rule(number=number)
    def remove(self, number: int) -> None:
        """The school removes an award."""
        if self.given.pop(id := f"a{self.example}-{number}", None):
            self.school.remove(Feed.GAMIFICATION_STUDENTS, id)

    @rule(full=st.booleans())
    def synchronise(self, *, full: bool) -> None:
        """A run whose job comes after a later one."""
        run = self.run(self.centre.synchronise(self.school, RunType.GAMIFICATION_STUDENTS, full=full))
        assert run["status"] == "done"

    @rule()
    def settle(self) -> None:
        """A job, late or again."""
        self.run(settle(self.centre))

    @rule(student=student, xp=st.integers(0, 60))
    def earn(self, student: str, xp: int) -> None:
        """An award of our own replaces the one before it."""
        self.own[student] = xp
        self.run(self._earn(student, xp))

    async def _earn(self, student: str, xp: int) -> None:
        centre, ledger = self.centre, PostgresLedger(self.centre.pool)
        id = await centre.value("select id from students where h_id = $1", student)
        cause = Cause(CauseKind.BY_HAND, "1")
        async with centre.uow:
            account = (await ledger.lock([id], [cause], centre.uow))[id]
            settle_given(
                account,
                cause,
                (xp, 0),
                default_levels(),
                now=centre.clock.now(),
                category_id=None,
                reason="",
                details={},
            )
            await ledger.post([account], centre.uow)
            await centre.uow.commit()

    @invariant()
    def books_are_kept(self) -> None:
        """The balance is the sum of the entries; a cause has one award in force."""
        assert self.run(self.centre.rows(FAULTS)) == []

    def teardown(self) -> None:
        """After a last run all agrees; then the school removes the example's awards."""
        self._agree()
        for id in self.given:
            self.school.remove(Feed.GAMIFICATION_STUDENTS, id)
        self.given.clear()
        for student in STUDENTS:
            self.earn(student, 0)
        self._agree()

    def _agree(self) -> None:
        self.synchronise(full=False)
        self.run(settle(self.centre))
        assert self.run(self.centre.rows(FAULTS)) == []
        for student in STUDENTS:
            xp = sum(amount for whose, kind, amount in self.given.values() if (whose, kind) == (student, "xp"))
            silver = sum(amount for whose, kind, amount in self.given.values() if (whose, kind) == (student, "silver"))
            balances = (
                "select coalesce(sum(xp), 0), coalesce(sum(silver), 0) from balances b join students s on s.id = "
            )
            found = self.run(self.centre.rows(f"{balances}b.student_id where s.h_id = $1", student))
            assert found == [(xp + self.own[student], silver)]
