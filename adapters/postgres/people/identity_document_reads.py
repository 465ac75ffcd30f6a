"""Recent reads of students' identity documents."""

from datetime import datetime

from adapters.postgres.core.pool import ReadPool
from application.actor import Actor

LATELY = """
select exists (select 1 from audits where entity = 'student' and entity_id = $1 and verb = 'people.papers_read'
    and actor_id = $2 and at > $3)
"""


class PostgresRevealLog:
    """See ``application.people.privacy.identity_document_export.RevealLog``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def revealed_since(self, student_id: int, actor: Actor, since: datetime) -> bool:
        return bool(await self._pool.fetchval(LATELY, student_id, actor.id, since))
