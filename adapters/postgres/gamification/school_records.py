"""Awards and connections of the school that are not settled yet (D-92).

``settled`` holds what was settled last; a row whose present state differs waits. A tombstone settles as nothing, and a
category that is not known yet as none.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from adapters.postgres.core.transaction import sql_of
from application.gamification.ports import UnsettledSchoolAward
from application.ports import Transaction

_AWARD = """case when a.school_deleted_at is null
    then concat_ws(':', a.student_id, a.kind, a.amount, coalesce(c.id, 0), a.reason) end"""
UNSETTLED = f"""
select a.id, a.h_id, a.student_id, a.kind, a.amount, a.reason, a.given_at, c.id as category_id,
    a.school_deleted_at is null as is_given
from school_awards a left join categories c on c.h_id = a.category_h_id
where a.settled is distinct from {_AWARD} order by a.id limit $1 for no key update of a
"""  # noqa: S608  names of ours
SETTLED = f"""
update school_awards a set settled = {_AWARD} from school_awards x left join categories c on c.h_id = x.category_h_id
where x.id = a.id and a.id = any ($1::bigint[])
"""  # noqa: S608
# a tombstone is the opposite of what it had said
_WANTED = "(c.enabled <> (c.school_deleted_at is not null))"
# A connection that a person has made or ended stays as it is, as a sticky field does (D-123).
CONNECT = f"""
with due as (
    select distinct on (c.group_id, c.action) c.group_id, a.id as action_id, a.by_default, {_WANTED} as wanted,
        x.id is not null as known, coalesce(x.is_open, false) as is_open
    from school_connections c join actions a on a.built_in and a.kind = c.action
    left join lateral (
        select x.id, x.changed_by, x.until is null as is_open from group_actions x
        where x.group_id = c.group_id and x.action_id = a.id order by x.id desc limit 1
    ) x on true
    where c.settled is distinct from {_WANTED}::text and x.changed_by is null
    order by c.group_id, c.action, c.id desc
), ended as (
    update group_actions x set until = $1 from due d
    where not d.wanted and x.group_id = d.group_id and x.action_id = d.action_id and x.until is null
), added as (
    insert into group_actions (group_id, action_id, since, until)
    select group_id, action_id, case when wanted then $1::timestamptz end, case when not wanted then $1::timestamptz end
    from due where case when wanted then not is_open and (known or not by_default) else not known and by_default end
    order by group_id, action_id
)
update school_connections c set settled = {_WANTED}::text from actions a
where a.built_in and a.kind = c.action and c.settled is distinct from {_WANTED}::text
"""  # noqa: S608


class PostgresSchoolRecords:
    """See ``application.gamification.ports.SchoolRecords``."""

    async def unsettled(self, limit: int, transaction: Transaction) -> Sequence[UnsettledSchoolAward]:
        connection = await sql_of(transaction).connection()
        return [UnsettledSchoolAward(**dict(row)) for row in await connection.fetch(UNSETTLED, limit)]

    async def mark_settled(self, ids: Collection[int], transaction: Transaction) -> None:
        connection = await sql_of(transaction).connection()
        await connection.execute(SETTLED, list(ids))

    async def connect(self, now: datetime, transaction: Transaction) -> None:
        connection = await sql_of(transaction).connection()
        await connection.execute(CONNECT, now)
