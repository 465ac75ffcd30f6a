"""Deeds and awards of a period on PostgreSQL, and planned differences (D-93)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.gamification.ledger import COLUMNS, entry_of
from adapters.postgres.gamification.lesson_marks import MARK_COLUMNS, MARK_SOURCES, lesson_mark
from application.actor import Actor
from application.gamification.attendance import deed_of
from application.ports import Transaction
from contracts.gamification import EntryDetails, RecomputationRow, RecomputationRows, RecomputationRowsQuery
from domain.exams.exam import ExamResult
from domain.gamification.actions import Achievement, ActionKind, exam_achievement, homework_achievement
from domain.gamification.ledger import Balance, Deed, Entry
from domain.gamification.recomputation import Recomputation, StudentDifference

GROUPS = """
select id from groups where (cardinality($1::bigint[]) = 0 or id = any ($1)) and school_deleted_at is null
    and ($2::bigint[] is null or office_id = any ($2)) order by id
"""
CATEGORY = "select exists (select from categories where id = $1)"
# $1 time zone, $2 groups, $3 and $4 the days
LESSONS = f"""
select {MARK_COLUMNS} {MARK_SOURCES}
where l.group_id = any ($2::bigint[]) and l.date between $3 and $4 order by l.date, a.lesson_id, a.student_id
"""
HOMEWORK = """
select s.id, s.student_id, s.group_id, s.score, s.checked_at as at, coalesce(a.is_late, false) as is_late,
    g.name as group_name, t.name as topic
from submissions s join homeworks h on h.id = s.homework_id join groups g on g.id = s.group_id
left join topics t on t.id = h.topic_id left join checks c on c.id = s.check_id
left join attempts a on a.id = c.attempt_id
where s.group_id = any ($2::bigint[]) and s.score is not null and s.check_id is not null and not s.is_carried_over
    and (s.checked_at at time zone $1)::date between $3 and $4
"""
EXAMS = """
select s.exam_id, s.student_id, s.group_id, s.score, s.result, s.attempts, e.announced_at as at, g.name as group_name
from submissions s join exams e on e.id = s.exam_id join groups g on g.id = s.group_id
where s.group_id = any ($2::bigint[]) and not s.is_carried_over
    and (e.announced_at at time zone $1)::date between $3 and $4
"""
AWARDS = f"select {COLUMNS} from ledger_entries e where e.student_id = any ($1::bigint[]) and e.in_force"  # noqa: S608
STORE = """
insert into recomputation_rows (recomputation_id, student_id, xp, silver, xp_before, silver_before, causes)
select $1, s, x, v, b, d, c::jsonb
from unnest($2::bigint[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::text[]) r (s, x, v, b, d, c)
"""
ROWS = """
select r.student_id, s.full_name as name, s.h_id, r.xp_before, r.xp, r.silver_before, r.silver, r.causes::text as causes
from recomputation_rows r join students s on s.id = r.student_id where r.recomputation_id = $1
order by abs(r.xp) desc, abs(r.silver) desc, r.student_id limit $2 offset $3
"""
TOTAL = "select count(*) from recomputation_rows where recomputation_id = $1"
# these earn nothing, for participating neither (D-82)
EARNS_NOTHING = (ExamResult.ABSENT, ExamResult.FAILED_EXAM)


class PostgresRecomputations:
    """See ``application.gamification.ports.RecomputationStore``."""

    def __init__(self, pool: ReadPool, zone: ZoneInfo) -> None:
        self._pool = pool
        self._zone = zone

    async def groups(self, wanted: Collection[int], actor: Actor, transaction: Transaction) -> list[int]:
        connection = await sql_of(transaction).connection()
        offices = None if actor.all_offices else list(actor.office_ids)
        return [row["id"] for row in await connection.fetch(GROUPS, list(wanted), offices)]

    async def has_category(self, category_id: int, transaction: Transaction) -> bool:
        connection = await sql_of(transaction).connection()
        return bool(await connection.fetchval(CATEGORY, category_id))

    async def deeds(self, one: Recomputation, transaction: Transaction) -> list[Deed]:
        connection = await sql_of(transaction).connection()
        period = (self._zone.key, one.group_ids, one.from_date, one.to_date)
        found = [deed_of(lesson_mark(row)) for row in await connection.fetch(LESSONS, *period)]
        found += [_homework(row) for row in await connection.fetch(HOMEWORK, *period)]
        found += [deed for row in await connection.fetch(EXAMS, *period) for deed in _exam(row)]
        return found

    async def awards(self, student_ids: Collection[int], transaction: Transaction) -> list[Entry]:
        connection = await sql_of(transaction).connection()
        return [entry_of(row) for row in await connection.fetch(AWARDS, sorted(student_ids))]

    async def store_rows(
        self,
        recomputation_id: int,
        rows: Collection[StudentDifference],
        balances: Mapping[int, Balance],
        transaction: Transaction,
    ) -> None:
        connection = await sql_of(transaction).connection()
        columns = list(zip(*_columns(rows, balances), strict=True)) or [()] * 6
        await connection.execute(STORE, recomputation_id, *columns)

    async def rows(self, recomputation_id: int, query: RecomputationRowsQuery) -> RecomputationRows:
        page = (query.per_page, (query.page - 1) * query.per_page)
        rows = await self._pool.fetch(ROWS, recomputation_id, *page)
        total = await self._pool.fetchval(TOTAL, recomputation_id)
        found = [RecomputationRow(**(dict(row) | {"causes": msgspec.json.decode(row["causes"])})) for row in rows]
        return RecomputationRows(rows=found, total=total)


def _columns(rows: Collection[StudentDifference], balances: Mapping[int, Balance]) -> Iterator[tuple[object, ...]]:
    for row in rows:
        before = balances[row.student_id]
        causes = msgspec.json.encode(row.causes).decode()
        yield row.student_id, row.xp, row.silver, before.xp, before.silver, causes


def _homework(row: Any) -> Deed:
    achievement = homework_achievement(row["score"], late=row["is_late"])
    details = EntryDetails(group=row["group_name"], title=row["topic"], score=row["score"], late=row["is_late"])
    kind, source = ActionKind.DO_HOMEWORK, str(row["id"])
    return Deed(row["student_id"], kind, source, achievement, row["group_id"], row["at"], details.stored())


def _exam(row: Any) -> Iterator[Deed]:
    earns = row["result"] not in EARNS_NOTHING
    participated = earns and (row["attempts"] > 0 or row["score"] is not None)
    achieved: dict[ActionKind, Achievement | None] = {
        ActionKind.PARTICIPATE_EXAM: Achievement.PARTICIPATED if participated else None,
        ActionKind.PASS_EXAM: exam_achievement(row["score"]) if earns else None,
    }
    details = EntryDetails(group=row["group_name"], score=row["score"]).stored()
    for kind, achievement in achieved.items():
        yield Deed(row["student_id"], kind, str(row["exam_id"]), achievement, row["group_id"], row["at"], details)
