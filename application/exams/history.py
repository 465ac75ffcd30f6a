"""The history of an exam on its page (D-15)."""

import msgspec

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import permits
from application.exams.give import ENTITY
from application.exams.ports import ExamViews
from application.exams.sight import EXAMS, sight_of
from application.ports import Clock
from contracts.audit import HistoryEntry, HistoryPage, HistoryQuery
from contracts.texts import translate


@permits(*EXAMS)
async def exam_history(
    exam_id: int, query: HistoryQuery, *, actor: Actor, exam_views: ExamViews, audits: AuditViews, clock: Clock
) -> HistoryPage:
    """Lists changes of an exam, newest first (R2-370).

    No result of a participant is among them (H6). After the announcement nothing can be reverted (D-86).

    Raises NotFound for an exam outside the caller's groups.
    """
    exam = await exam_views.one(exam_id, sight_of(actor), clock.now())
    page = await audits.history(ENTITY, exam_id, query, actor, visible=True)
    if exam.announced_at is None:
        return page
    return HistoryPage([_announced(entry, actor.language) for entry in page.history], page.total)


def _announced(entry: HistoryEntry, language: str) -> HistoryEntry:
    if not entry.takeable:
        return entry
    return msgspec.structs.replace(entry, takeable=False, why_not=translate("error.exams.announced_already", language))
