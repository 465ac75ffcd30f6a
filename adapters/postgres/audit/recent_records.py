"""The newest audit records, decrypted while the subject's key exists."""

from typing import Any

from adapters.postgres.core.audit.subject_keys import cipher_of, decrypt
from adapters.postgres.core.pool import ReadPool
from application.ports import Cipher

# $2 and $3 narrow it to one record; null for all
NEWEST = """
select a.id, a.at, a.actor_name, a.address, a.permission, a.verb, a.entity, a.entity_id, a.params, a.before, a.after,
       a.request_id, k.sealed_key
from audits a left join subject_keys k on k.entity = a.entity and k.entity_id = a.entity_id
where ($2::text is null or a.entity = $2) and ($3::bigint is null or a.entity_id = $3)
order by a.id desc limit $1
"""


class PostgresAudits:
    """Reads about the audit log."""

    def __init__(self, pool: ReadPool, master: Cipher) -> None:
        self._pool = pool
        self._master = master

    async def newest(self, count: int, entity: str | None = None, entity_id: int | None = None) -> list[dict[str, Any]]:
        """The newest records, latest first; limited to one record where it is named."""
        rows = await self._pool.fetch(NEWEST, count, entity, entity_id)
        return [self._readable(dict(row)) for row in rows]

    def _readable(self, record: dict[str, Any]) -> dict[str, Any]:
        sealed_key = record.pop("sealed_key")
        cipher = cipher_of(sealed_key, self._master) if sealed_key else None
        return record | {name: decrypt(record[name], cipher) for name in ("before", "after")}
