"""Any interleaving of moves and a synchronisation keeps a total order.

Five people move at once (D-103, M6).
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import replace
from itertools import count
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.memory.clock import MovableClock
from adapters.memory.school import SchoolInMemory
from adapters.postgres.core.engine import create_engine
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.courses.course_store import PostgresCourseStore
from adapters.postgres.courses.course_views import PostgresCourseViews
from application.actor import Actor
from application.courses.topics import move_topic
from contracts.courses.curriculum import Curriculum, MoveTopic
from contracts.sync.school_records import Feed, StudyMonth
from domain.shared.errors import Conflict, NotFound, ValidationError
from tests.support.groups import ZONE
from tests.sync.centre import Centre, a_centre
from tests.sync.school_records import a_school, course

PEOPLE, MONTHS, TOPICS = 5, 3, 4
EXAMPLES = 15
# a person moves a topic into a month behind another topic of it, or first; by the order they have seen last
move = st.tuples(
    st.integers(0, PEOPLE - 1), st.integers(0, 15), st.integers(0, MONTHS - 1), st.integers(-1, TOPICS + 1)
)
# the school's curriculum by then: its topics in order, new ones among them, others dropped
sent = st.lists(st.integers(0, MONTHS * TOPICS + 2), unique=True, min_size=MONTHS)
rounds = st.lists(st.tuples(st.lists(move, min_size=1, max_size=6), st.none() | sent), min_size=1, max_size=4)
DENSE = """
select m.id, array_agg(p.position order by p.position) from topics p join study_months m on m.id = p.study_month_id
where m.course_id = $1 group by m.id
"""


class Planners:
    """A course of the school and five people who order its topics at once."""

    def __init__(self, centre: Centre, school: SchoolInMemory, engine: Any, actor: Actor, number: int) -> None:
        self.centre, self.school, self.id = centre, school, f"course-{number}"
        self.store = PostgresCourseStore()
        self.views = PostgresCourseViews(centre.pool, MovableClock(), ZONE)
        self.people = [
            (replace(actor, name=f"person {place}"), PostgresUnitOfWork(engine, MovableClock()))
            for place in range(PEOPLE)
        ]
        self.seen: list[Curriculum] = []

    async def begin(self) -> None:
        """The school sends the course, and everybody opens its page."""
        await self.send(list(range(MONTHS * TOPICS)))
        self.course_id = await self.centre.value("select id from courses where h_id = $1", self.id)
        self.seen = [await self.present() for _ in range(PEOPLE)]

    async def send(self, topics: list[int]) -> None:
        """A synchronisation brings the topics in this order."""
        months = [
            StudyMonth(number=n + 1, name=f"{n}", topics=[f"t{topic}" for topic in topics[n::MONTHS]])
            for n in range(MONTHS)
        ]
        self.school.put(Feed.COURSES, course(self.id, months=months))
        assert (await self.centre.synchronise(self.school))["status"] == "done"

    async def present(self) -> Curriculum:
        """The curriculum as a reload shows it."""
        return await self.views.curriculum(self.course_id, None)

    async def move(self, person: int, topic: int, month: int, after: int) -> Curriculum | None:
        """Moves by what the person sees; the answer, None if nothing was moved."""
        seen = self.seen[person]
        topics = [one.id for of_month in seen.months for one in of_month.topics]
        into = seen.months[month % len(seen.months)]
        behind = into.topics[after].id if 0 <= after < len(into.topics) else None
        actor, uow = self.people[person]
        form = MoveTopic(topics[topic % len(topics)], into.id, behind, seen.version)
        try:
            self.seen[person] = await move_topic(form, actor=actor, uow=uow, course_store=self.store)
        except Conflict as stale:
            self.seen[person] = msgspec.convert(stale.current, Curriculum)
            return None
        except NotFound:
            # the school has dropped it
            self.seen[person] = await self.present()
            return None
        except ValidationError:
            # behind itself
            return None
        return self.seen[person]

    async def play(self, moves: list[tuple[int, int, int, int]], sent: list[int] | None) -> None:
        """Everything of a round at the same moment, each person one after the other."""

        async def of(person: int) -> list[Curriculum | None]:
            return [await self.move(*one) for one in moves if one[0] == person]

        synchronising = self.send(sent) if sent is not None else asyncio.sleep(0)
        moving = asyncio.gather(*(of(person) for person in range(PEOPLE)))
        answers, _ = await asyncio.gather(moving, synchronising)
        await self.check([one for answer in answers for one in answer if one is not None])

    async def check(self, answers: list[Curriculum]) -> None:
        """A dense total order in every month, and the last mover saw what a reload shows."""
        for _, positions in await self.centre.rows(DENSE, self.course_id):
            assert positions == list(range(1, len(positions) + 1))
        present = await self.present()
        ids = [topic.id for month in present.months for topic in month.topics]
        assert len(ids) == len(set(ids))
        assert [topic.number for month in present.months for topic in month.topics] == list(range(1, len(ids) + 1))
        last = max(answers, key=lambda answer: answer.version, default=None)
        assert last is None or last.version < present.version or last == present
        by_version: dict[int, Curriculum] = {}
        for answer in answers:
            assert by_version.setdefault(answer.version, answer) == answer


def test_any_interleaving_of_moves_and_a_run_keeps_a_total_order(database_url: str) -> None:
    """D-102, D-103, M6: on PostgreSQL, by the use cases."""
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        centre: Centre = runner.run(stack.enter_async_context(a_centre(database_url)))
        engine = create_engine(database_url, size=PEOPLE)
        stack.push_async_callback(engine.dispose)
        school, numbers = a_school(), count()
        actor = runner.run(centre.a_person())
        run: Callable[[Coroutine[Any, Any, Any]], Any] = runner.run

        @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
        @given(rounds=rounds)
        def play(rounds: list[tuple[list[tuple[int, int, int, int]], list[int] | None]]) -> None:
            planners = Planners(centre, school, engine, actor, next(numbers))
            run(planners.begin())
            for moves, sent in rounds:
                run(planners.play(moves, sent))

        try:
            play()
        finally:
            runner.run(stack.aclose())
