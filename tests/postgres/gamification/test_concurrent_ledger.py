"""Concurrent checks, deletions, purchases and refunds keep the books (D-30)."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from itertools import count
from typing import Any, cast

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from tests.postgres.gamification.ledger_centre import LedgerCentre, opened, prepare

STUDENTS = 400
SUBMISSIONS, ORDERS = 3, 2
PER_EXAMPLE = 2
EXAMPLES, STEPS = 25, 8

student = st.integers(0, PER_EXAMPLE - 1)
submission = st.integers(0, SUBMISSIONS - 1)
check = st.tuples(st.just("check"), student, submission, st.integers(0, 100), st.booleans())
delete = st.tuples(st.just("delete"), submission)
buy = st.tuples(st.just("buy"), student, st.integers(0, ORDERS - 1), st.integers(1, 40))
refund = st.tuples(st.just("refund"), student, st.integers(0, ORDERS - 1), st.integers(1, 20))
# several at the same moment
together = st.lists(st.one_of(check, check, delete, buy, refund), min_size=1, max_size=6)


def test_any_concurrent_sequence_keeps_the_books(database_url: str) -> None:
    """Balance = sum, one award in force, no purchase below zero, debts first."""
    with asyncio.Runner() as runner:
        group = runner.run(prepare(database_url, STUDENTS))
        stack = AsyncExitStack()
        centre = runner.run(stack.enter_async_context(opened(database_url, group)))
        numbers = count()
        try:
            run_state_machine_as_test(
                # a factory serves as the class
                cast("type[LedgerMachine]", lambda: LedgerMachine(centre, runner.run, next(numbers))),
                settings=settings(
                    max_examples=EXAMPLES,
                    stateful_step_count=STEPS,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(stack.aclose())


class LedgerMachine(RuleBasedStateMachine):
    """Two students with submissions of their own, numbered apart from other examples."""

    def __init__(self, centre: LedgerCentre, run: Callable[[Coroutine[Any, Any, Any]], Any], example: int) -> None:
        super().__init__()
        self.centre, self.run = centre, run
        first = example * PER_EXAMPLE % STUDENTS
        self.students = centre.students[first : first + PER_EXAMPLE]
        self.base = example * 1000
        self.checked = False
        # another check of the same submission would replace its award
        self.newest = count(self.base + 900)

    @rule(acts=together)
    def at_the_same_moment(self, acts: list[tuple[object, ...]]) -> None:
        """Runs these in transactions of their own, all at once."""
        self.checked = self.checked or any(act[0] == "check" for act in acts)
        self.run(self._all(acts))

    @precondition(lambda self: self.checked)
    @rule(act=delete)
    def delete_afterwards(self, act: tuple[str, int]) -> None:
        """Deletes one homework alone."""
        self.run(self._all([act]))

    @precondition(lambda self: self.checked)
    @rule(who=student, score=st.integers(60, 100))
    def debts_are_paid_first(self, who: int, score: int) -> None:
        """An award pays what is owed before it can be spent."""
        self.run(self._earns(self.students[who], score))

    @invariant()
    def the_books_are_kept(self) -> None:
        """See ``ledger_centre.FAULTS``."""
        assert self.run(self.centre.faults()) == []

    async def _all(self, acts: list[tuple[object, ...]]) -> None:
        await asyncio.gather(*(self._act(*act) for act in acts))

    async def _act(self, name: object, *values: object) -> None:
        numbers = [int(str(value)) for value in values if not isinstance(value, bool)]
        if name == "delete":
            await self.centre.delete(*(self._submission(one, numbers[0]) for one in range(PER_EXAMPLE)))
            return
        who, what, amount = numbers
        if name == "check":
            submission_id = self._submission(who, what)
            await self.centre.check(self.students[who], submission_id, amount, late=values[-1] is True)
        elif name == "buy":
            await self.centre.buy(self.students[who], self.base + what, amount)
        else:
            await self.centre.refund(self.students[who], self.base + what, amount)

    async def _earns(self, student_id: int, score: int) -> None:
        before = (await self.centre.ledger.read([student_id], ()))[student_id].balance
        await self.centre.check(student_id, next(self.newest), score)
        after = (await self.centre.ledger.read([student_id], ()))[student_id].balance
        gained = after.silver - before.silver
        assert after.owes == max(0, before.owes - gained)
        assert after.shown_silver == max(0, before.shown_silver + gained - before.owes)

    def _submission(self, who: int, what: int) -> int:
        return self.base + who * 10 + what
