"""The homework database of a demo, filled through its use cases (D-104)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from application.actor import Actor
from application.homework_database import chapters, homework, lessons, publishing, topics
from contracts.homework_database.homework import AddDatabaseHomework, EditDatabaseHomework
from contracts.homework_database.publishing import ChooseDrafts
from contracts.homework_database.topics import SetLessons
from contracts.homework_database.tree import AddChapter, AddLesson
from entrypoints.simulators.day.fixed_clock import FixedClock
from entrypoints.wiring import Container

MONTHS, TOPICS = 2, 6
VARIANTS = (
    "«{topic}»: 1–3-mashqlarni bajaring. Har bir javobni bir jumla bilan tushuntiring.",
    "«{topic}»: 4–6-mashqlarni bajaring. Javoblarni jadval qilib yozing.",
    "«{topic}»: 7–9-mashqlarni bajaring va ishingizning suratini yuboring.",
)
MAIN = (
    "«{topic}» mavzusi bo'yicha darsdagi misollarni takrorlang, keyin darslikdagi mashqlarni bajaring.\n"
    "Javobingizni matn yoki fayl qilib yuboring."
)
CHANGED = "\nOxirida nimani tushunmaganingizni ham yozing."
# topics of the course's first months, by month
PLAN = """
select m.id as month_id, coalesce(nullif(m.name, ''), m.number || '-oy') as month, p.id, p.name
from study_months m join lateral (
    select id, name, position from topics where study_month_id = m.id order by position limit $3
) p on true
where m.course_id = $1 and m.number <= $2 order by m.number, p.position
"""
EMPTY = "select not exists (select from database_chapters where course_id = $1)"


async def fill_homework_database(
    container: Container, course_ids: Sequence[int], actor: Actor, since: datetime
) -> None:
    """Publishes homework for the first topics of these courses at ``since``.

    A chapter for each study month, a lesson with a main homework and variants for each topic. Of each course one lesson
    has a draft that differs, and another one a draft that can't be published yet.
    """
    for course_id in course_ids:
        plan = await container.read_pool().fetch(PLAN, course_id, MONTHS, TOPICS)
        if plan and await container.read_pool().fetchval(EMPTY, course_id):
            await _Filling(container, actor, FixedClock(since)).course(course_id, plan)


class _Filling:
    """Calls of the use cases as one person at one moment."""

    def __init__(self, container: Container, actor: Actor, clock: FixedClock) -> None:
        self._container = container
        self._actor = actor
        self._clock = clock

    def _ports(self) -> dict[str, Any]:
        return {
            "actor": self._actor,
            "uow": self._container.uow(),
            "database_store": self._container.database_store(),
        }

    async def course(self, course_id: int, plan: Sequence[Any]) -> None:
        by_month: dict[str, list[Any]] = {}
        for row in plan:
            by_month.setdefault(row["month"], []).append(row)
        chapter_id, main_id = 0, 0
        for month, found in by_month.items():
            chapter_id = await self._chapter(course_id, month)
            for topic in found:
                lesson_id, main_id = await self._lesson(chapter_id, topic["name"])
                await self._attach(topic["id"], lesson_id)
        await self._publish(course_id)
        await self._leave_drafts(chapter_id, main_id, plan[-1]["name"])

    async def _chapter(self, course_id: int, name: str) -> int:
        added = await chapters.add_chapter(AddChapter(course_id=course_id, name=name), **self._ports())
        return added.chapter.id

    async def _lesson(self, chapter_id: int, name: str) -> tuple[int, int]:
        """Adds a lesson; its id, and that of its main homework."""
        added = await lessons.add_lesson(AddLesson(chapter_id=chapter_id, name=name), **self._ports())
        texts = [text.format(topic=name) for text in (MAIN, *VARIANTS)]
        ids = [await self._homework(added.lesson.id, text) for text in texts]
        return added.lesson.id, ids[0]

    async def _homework(self, lesson_id: int, text: str) -> int:
        form = AddDatabaseHomework(lesson_id=lesson_id, description=text)
        added = await homework.add_database_homework(form, **self._ports(), clock=self._clock)
        return added.homework.id

    async def _attach(self, topic_id: int, lesson_id: int) -> None:
        form = SetLessons(topic_id=topic_id, lesson_ids=[lesson_id], version=0)
        await topics.set_lessons(form, **self._ports(), topic_store=self._container.topic_store())

    async def _publish(self, course_id: int) -> None:
        views = self._container.database_views()
        drafts = await views.drafts(course_id, self._actor.language)
        form = ChooseDrafts(
            course_id=course_id, version=drafts.version, chapter_ids=[one.id for one in drafts.chapters]
        )
        store = self._container.draft_store()
        await publishing.publish_drafts(
            form, **self._ports(), draft_store=store, database_views=views, clock=self._clock
        )

    async def _leave_drafts(self, chapter_id: int, main_id: int, topic: str) -> None:
        """Leaves a changed text, and a new lesson with an empty variant."""
        views = self._container.database_views()
        main = await views.homework(main_id)
        form = EditDatabaseHomework(version=main.version, description=main.description + CHANGED)
        await homework.edit_database_homework(main_id, form, **self._ports(), database_views=views, clock=self._clock)
        added = await lessons.add_lesson(
            AddLesson(chapter_id=chapter_id, name="Takrorlash va amaliyot"), **self._ports()
        )
        await self._homework(added.lesson.id, MAIN.format(topic=topic))
        await self._homework(added.lesson.id, "")
