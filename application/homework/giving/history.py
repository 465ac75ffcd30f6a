"""The history of a homework on its page (D-15)."""

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import Audience, permits
from application.homework.giving.give import ENTITY
from application.homework.giving.ports import HomeworkViews
from application.homework.giving.queries import ALL, ALL_CHECKS, CHECK, GIVE, OWN, OWN_CHECKS
from application.homework.scope import work_scope
from contracts.audit import HistoryPage, HistoryQuery


@permits(admin=(ALL, ALL_CHECKS), academic=(OWN, OWN_CHECKS))
async def homework_history(
    homework_id: int,
    query: HistoryQuery,
    *,
    audience: Audience,
    actor: Actor,
    homework_views: HomeworkViews,
    audits: AuditViews,
) -> HistoryPage:
    """Lists changes of a homework, newest first.

    Raises NotFound for homework outside the caller's groups.
    """
    await homework_views.one(homework_id, work_scope(actor, GIVE, CHECK, audience=audience))
    return await audits.history(ENTITY, homework_id, query, actor, visible=True)
