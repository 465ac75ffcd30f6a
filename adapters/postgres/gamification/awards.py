"""Earnings of a student on PostgreSQL."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.core.pool import Connection, ReadPool
from adapters.postgres.gamification.rules import LEVELS
from application.actor import Actor
from contracts.gamification import (
    AwardBalance,
    AwardEntry,
    CategoryXp,
    CauseXp,
    EntryDetails,
    EntryPart,
    LevelBound,
    SilverTotals,
    StudentAwards,
    StudentAwardsQuery,
)
from contracts.shared import Named
from contracts.texts import translate
from domain.gamification.ledger import Balance
from domain.gamification.levels import Level, Levels, ranked
from domain.shared.undoing import UNDO_PERIOD

_UNDONE = f"interval '{UNDO_PERIOD.seconds} s'"
_OF_CHECK = """(e.cause_kind = 'homework' and exists (
    select from checks k where k.submission_id = case e.cause_kind when 'homework' then e.cause_source::bigint end
        and e.at >= k.checked_at and {condition}
))"""
# an entry of a check that its student is not told of yet
_HIDDEN_ENTRY = _OF_CHECK.format(condition="k.withdrawn_at is null and k.checked_at > {until}")
# an entry of a check that was undone before it was told, or of its undoing: together they change nothing
_WITHDRAWN_ENTRY = _OF_CHECK.format(condition=f"e.at <= k.withdrawn_at and k.withdrawn_at - k.checked_at < {_UNDONE}")
BALANCE = "select xp, silver from balances where student_id = $1"
# places are dense: students with equal XP share one (D-125)
CATEGORIES = """
select c.id, c.name, b.xp,
    (select count(distinct o.xp) + 1 from category_balances o where o.category_id = b.category_id and o.xp > b.xp)
        as place
from category_balances b join categories c on c.id = b.category_id where b.student_id = $1 and b.xp > 0
order by b.xp desc, c.id
"""
ORIGINS = """
select cause_kind, sum(xp) as xp, coalesce(sum(silver) filter (where kind in ('award', 'reversal')), 0) as earned,
    coalesce(-sum(silver) filter (where kind = 'purchase'), 0) as spent,
    coalesce(sum(silver) filter (where kind = 'refund'), 0) as refunded
from ledger_entries where student_id = $1 group by cause_kind order by sum(xp) desc, cause_kind
"""
# $2: the reader's branches, null for all of them
COURSES = """
select c.id, c.name from courses c where c.id in (
    select g.course_id from groups g where g.id in (select group_id from ledger_entries where student_id = $1)
        and ($2::bigint[] is null or g.office_id = any ($2))
) order by c.name, c.id
"""
# A correction is the row of its reversal; the new award is a part of it. $1 student, $2 kind, $3 cause, $4 course,
# $5 and $6 the instants between which it lies. $7: the instant up to which checks are told to the student who reads,
# null for staff; a check that was undone before it was told is never shown.
_ROWS = f"""
from ledger_entries e
left join ledger_entries o on o.id = e.reverses_id
left join ledger_entries n on n.replaces_id = e.reverses_id
left join users u on u.id = e.made_by
where e.student_id = $1 and e.replaces_id is null
    and case $2 when 'xp' then e.xp + coalesce(n.xp, 0) <> 0 when 'silver' then e.silver + coalesce(n.silver, 0) <> 0
        when 'corrections' then e.kind = 'reversal' else true end
    and ($3::text is null or e.cause_kind = $3)
    and ($4::bigint is null or exists (select from groups g where g.id = e.group_id and g.course_id = $4))
    and ($5::timestamptz is null or e.at >= $5)
    and ($6::timestamptz is null or e.at < $6)
    and ($7::timestamptz is null or not {_HIDDEN_ENTRY.format(until="$7")} and not {_WITHDRAWN_ENTRY}
        and not (e.kind = 'reversal' and n.id is null and e.at - o.at < {_UNDONE})
        and not exists (select from ledger_entries r where r.reverses_id = e.id and r.at - e.at < {_UNDONE}
            and not exists (select from ledger_entries i where i.replaces_id = e.id)))
"""  # noqa: S608  names of ours
# A group and a member of staff are named to readers of their branches (D-12): $10 the reader's branches, $11 the
# reader.
ENTRIES = f"""
select exists (select from groups g where g.id = e.group_id and $10::bigint[] is not null
        and g.office_id <> all ($10)) as foreign_group,
    u.id is not null and $10 is not null and u.id <> $11 and not u.all_offices and not u.superadmin
        and not exists (select from user_offices l where l.user_id = u.id and l.office_id = any ($10)) as foreign_maker,
    e.id, e.at, e.kind, e.cause_kind, e.cause_source, e.achievement, e.details::text as details, e.reason,
    u.full_name as made_by, e.xp, e.silver, e.in_force, coalesce(n.silver_after, e.silver_after) as silver_after,
    coalesce(n.xp_after, e.xp_after) as xp_after, o.at as old_at, n.id as new_id, n.xp as new_xp,
    n.silver as new_silver, n.achievement as new_achievement, n.details::text as new_details
{_ROWS} order by e.id desc limit $8 offset $9
"""  # noqa: S608  names of ours
TOTALS = f"""
select count(*) as total, coalesce(sum(e.xp + coalesce(n.xp, 0)), 0) as xp,
    coalesce(sum(e.silver + coalesce(n.silver, 0)), 0) as silver
{_ROWS}
"""
HIDDEN = f"""
select coalesce(sum(e.xp), 0)::bigint as xp, coalesce(sum(e.silver), 0)::bigint as silver from ledger_entries e
where e.student_id = $1 and {_HIDDEN_ENTRY.format(until="$2::timestamptz")}
"""  # noqa: S608
CORRECTIONS = "select count(*) from ledger_entries where student_id = $1 and kind = 'reversal'"


class PostgresAwardViews:
    """See ``application.gamification.ports.AwardViews``."""

    def __init__(self, pool: ReadPool, zone: ZoneInfo) -> None:
        self._pool = pool
        self._zone = zone

    async def of_student(
        self, student_id: int, query: StudentAwardsQuery, actor: Actor, visible_until: datetime | None = None
    ) -> StudentAwards:
        return await self._pool.run(lambda connection: self._read(connection, student_id, query, actor, visible_until))

    async def _read(
        self,
        connection: Connection,
        student_id: int,
        query: StudentAwardsQuery,
        actor: Actor,
        visible_until: datetime | None,
    ) -> StudentAwards:
        branches, levels = _branches_of(actor), await _levels(connection)
        row = await connection.fetchrow(BALANCE, student_id)
        stored = Balance(row["xp"], row["silver"]) if row else Balance()
        if visible_until is not None:
            hidden: Any = await connection.fetchrow(HIDDEN, student_id, visible_until)
            stored = Balance(stored.xp - hidden["xp"], stored.silver - hidden["silver"])
        origins = await connection.fetch(ORIGINS, student_id)
        filters = (*self._filters(student_id, query), visible_until)
        page = (query.per_page, (query.page - 1) * query.per_page)
        totals: Any = await connection.fetchrow(TOTALS, *filters)
        return StudentAwards(
            balance=balance_of(stored, levels),
            categories=[CategoryXp(**row) for row in await connection.fetch(CATEGORIES, student_id)],
            silver=SilverTotals(*(sum(int(row[name]) for row in origins) for name in ("earned", "spent", "refunded"))),
            causes=[CauseXp(row["cause_kind"], row["xp"]) for row in origins if row["xp"]],
            courses=[Named(**row) for row in await connection.fetch(COURSES, student_id, branches)],
            corrections=await connection.fetchval(CORRECTIONS, student_id),
            xp_in_period=totals["xp"],
            silver_in_period=totals["silver"],
            entries=[
                _entry(row, levels, actor.language)
                for row in await connection.fetch(ENTRIES, *filters, *page, branches, actor.id)
            ],
            total=totals["total"],
        )

    async def entries(self, student_id: int, query: StudentAwardsQuery, actor: Actor) -> Sequence[AwardEntry]:
        # one statement, hence one snapshot; without a limit it is not a page
        values = (*self._filters(student_id, query), None, None, 0, _branches_of(actor), actor.id)

        async def read(connection: Connection) -> Sequence[AwardEntry]:
            levels = await _levels(connection)
            return [_entry(row, levels, actor.language) for row in await connection.fetch(ENTRIES, *values)]

        return await self._pool.run(read)

    def _filters(self, student_id: int, query: StudentAwardsQuery) -> tuple[object, ...]:
        kind = None if query.kind == "all" else query.kind
        # nothing is before the first or after the last day of the calendar, whose instants have no date in UTC
        since = None if query.from_date in (None, date.min) else self._begin_of(query.from_date)
        until = None if query.to_date in (None, date.max) else self._begin_of(query.to_date + timedelta(days=1))
        return student_id, kind, query.cause, query.course_id, since, until

    def _begin_of(self, day: date) -> datetime:
        return datetime.combine(day, time(), self._zone)


def _branches_of(actor: Actor) -> list[int] | None:
    return None if actor.all_offices else list(actor.office_ids)


async def _levels(connection: Connection) -> Levels:
    return ranked((row["required_xp"], row["xp_proportion"]) for row in await connection.fetch(LEVELS))


def balance_of(balance: Balance, levels: Levels) -> AwardBalance:
    """The balance as it is shown."""
    following = levels.after(balance.xp)
    return AwardBalance(
        xp=balance.xp,
        silver=balance.shown_silver,
        owes=balance.owes,
        level=_bound(levels.of(balance.xp)),
        next=_bound(following) if following else None,
    )


def _bound(level: Level) -> LevelBound:
    return LevelBound(level.number, level.required_xp)


def _entry(row: Any, levels: Levels, language: str) -> AwardEntry:
    correction = row["kind"] == "reversal"
    xp, silver = row["xp"] + (row["new_xp"] or 0), row["silver"] + (row["new_silver"] or 0)
    reached = levels.of(row["xp_after"]).number
    return AwardEntry(
        id=row["id"],
        at=row["at"],
        kind="correction" if correction else row["kind"],
        cause=row["cause_kind"],
        source=row["cause_source"],
        achievement=row["achievement"],
        details=_details(row["details"], row),
        reason=row["reason"],
        made_by=translate("access.somebody_else", language) if row["foreign_maker"] else row["made_by"],
        xp=xp,
        silver=silver,
        silver_after=row["silver_after"],
        corrected=row["kind"] == "award" and not row["in_force"],
        reached=reached if reached > levels.of(row["xp_after"] - xp).number else None,
        parts=_parts(row) if correction else [],
    )


def _parts(row: Any) -> list[EntryPart]:
    """The reversal of the earlier award, and the new award where there is one."""
    details = _details(row["details"], row)
    parts = [EntryPart("reversal", row["old_at"], row["xp"], row["silver"], row["achievement"], details)]
    if row["new_id"] is not None:
        made = (row["new_xp"], row["new_silver"], row["new_achievement"])
        parts.append(EntryPart("award", row["at"], *made, _details(row["new_details"], row)))
    return parts


def _details(stored: str, row: Any) -> EntryDetails:
    details = msgspec.json.decode(stored, type=EntryDetails)
    if row["foreign_group"]:
        for one in (details, details.corrected):
            if one is not None:
                one.group = None
    return details
