"""Finds possible duplicates by papers, phone, or name and birth date.

All branches are searched.
"""

from typing import Any

import msgspec

from adapters.postgres.core.pool import ReadPool
from application.actor import Actor
from application.people.ports import DuplicateQuery
from contracts.people.student_forms import PossibleDuplicate
from contracts.shared import Named
from domain.people.folding import query_words

# each way uses its own index
FIND = """
with found as (
    select id from students where paper_keys && $1::text[]
    union select id from students where phone = $2
    union select id from students where $3 <> '' and search @@ $3::tsquery and birth_date = $4
)
select s.id, s.full_name, s.birth_date, s.paper_keys, s.phone = $2 as same_phone,
    ($3 <> '' and s.search @@ $3::tsquery and s.birth_date = $4) as same_name,
    coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name, o.id)
        from student_offices l join offices o on o.id = l.office_id
        where l.student_id = s.id and ($6::bigint[] is null or o.id = any ($6))), '[]') as offices
from students s join found f on f.id = s.id
where s.school_deleted_at is null and s.merged_into_id is null and s.id is distinct from $5
order by s.id limit 10
"""


class PostgresDuplicateFinder:
    """See ``application.people.ports.DuplicateFinder``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def find(self, query: DuplicateQuery, actor: Actor) -> list[PossibleDuplicate]:
        words = query_words(query.name) if query.birth_date else []
        rows = await self._pool.fetch(
            FIND,
            list(query.document_digests.values()),
            query.phone,
            " & ".join(f"'{word}'" for word in words),
            query.birth_date,
            query.exclude_id,
            None if actor.all_offices else list(actor.office_ids),
        )
        return [_possible_duplicate(row, query, actor) for row in rows]


def _possible_duplicate(row: Any, query: DuplicateQuery, actor: Actor) -> PossibleDuplicate:
    by = [name for name, key in query.document_digests.items() if key in (row["paper_keys"] or [])]
    by += ["phoneNumber"] if row["same_phone"] else []
    by += ["name"] if row["same_name"] else []
    offices = msgspec.convert(row["offices"], list[Named])
    if not offices and not actor.all_offices:
        return PossibleDuplicate(by=by, student=None, birth_date=None, offices=[])
    born = row["birth_date"].isoformat() if row["birth_date"] else None
    return PossibleDuplicate(
        by=by, student=Named(id=row["id"], name=row["full_name"]), birth_date=born, offices=offices
    )
