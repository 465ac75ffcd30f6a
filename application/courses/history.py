"""The history of study courses and topics on their pages (D-149)."""

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import permits
from application.courses.courses import ENTITY as COURSE
from application.courses.ports import READERS
from application.courses.topics import ENTITY as TOPIC
from contracts.audit import HistoryPage, HistoryQuery


@permits(*READERS)
async def course_history(course_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """Lists changes of a study course and its months, newest first.

    Includes those by synchronisations. Raises NotFound.
    """
    return await audits.history(COURSE, course_id, query, actor)


@permits(*READERS)
async def topic_history(topic_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews) -> HistoryPage:
    """Lists changes of a topic by staff, newest first. Raises NotFound."""
    return await audits.history(TOPIC, topic_id, query, actor)
