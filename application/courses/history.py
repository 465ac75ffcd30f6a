"""The history of study courses and topics on their pages (D-149)."""

from collections.abc import Callable
from typing import Any

from application.actor import Actor
from application.audit.fields import instant_value
from application.audit.ports import AuditViews, RevertibleNow
from application.authorization import permits
from application.courses.courses import ENTITY as COURSE
from application.courses.ports import READERS, CourseViews
from application.courses.revert import months_faults
from application.courses.topics import ENTITY as TOPIC
from contracts.audit import HistoryPage, HistoryQuery
from contracts.courses.courses import CourseCard
from contracts.courses.curriculum import Curriculum


@permits(*READERS)
async def course_history(
    course_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews, course_views: CourseViews
) -> HistoryPage:
    """Lists changes of a study course, its months and its topics, newest first.

    Includes those by synchronisations, and topics that have been deleted. Raises NotFound.
    """
    card = await course_views.card(course_id)
    now = _now(await course_views.curriculum(course_id, None), card)
    return await audits.history(COURSE, course_id, query, actor, now=now)


@permits(*READERS)
async def topic_history(
    topic_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews, course_views: CourseViews
) -> HistoryPage:
    """Lists changes of a topic by staff, newest first. Raises NotFound."""
    topic = await course_views.topic(topic_id, actor)
    now = _now(await course_views.curriculum(topic.course.id, None))
    return await audits.history(TOPIC, topic_id, query, actor, now=now)


def _now(curriculum: Curriculum, card: CourseCard | None = None) -> Callable[[str, int], RevertibleNow]:
    """The course and its topics as they are now, in the form of the log."""
    present: dict[tuple[str, int], dict[str, Any]] = {
        (TOPIC, topic.id): {
            "name": topic.name,
            "study_month_id": month.id,
            "position": topic.position,
            "ended": topic.ended_at is not None,
        }
        for month in curriculum.months
        for topic in month.topics
    }
    if card:
        present[COURSE, card.id] = {
            "name": card.name,
            "category_id": card.category.id if card.category else None,
            "ended_at": instant_value(card.ended_at) if card.ended_at else None,
        }
    faults = {TOPIC: months_faults({month.id for month in curriculum.months})}
    return lambda entity, id: RevertibleNow(present.get((entity, id)), faults.get(entity))
