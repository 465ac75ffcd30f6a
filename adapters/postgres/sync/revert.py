"""Reverts a run on PostgreSQL, by feed, in one transaction.

The rules are in docs/decisions/revert.md.
"""

from collections import defaultdict
from typing import Any

import msgspec

from adapters.postgres.sync import child_rows as belongings
from adapters.postgres.sync.feed_specs import HANDED_BACK, LEDGER, SET_ASIDE, SPECS, TRANSFERRED, Spec
from adapters.postgres.sync.merge_sql import statements
from adapters.postgres.sync.merged_balances import lock_balances, sum_balances
from adapters.postgres.sync.untouched_work import set_aside_again, store
from application.sync.mapping import NAME_FIELDS, derived
from application.sync.ports import RevertTally
from application.sync.rows import Note
from contracts.sync.school_records import Feed
from domain.sync.revert import RowChange, RowRevert, Step, fold_steps, plan_row_revert
from domain.sync.run import MAX_ERRORS
from domain.sync.sticky import EXISTENCE

_json = msgspec.json.Encoder().encode
_decode = msgspec.json.decode
CHUNK = 2000

IDS = """
select distinct entity_id from sync_changes where run_id = $1 and entity = $2 and entity_id > $3
order by entity_id limit $4
"""
STEPS = """
select entity_id, verb, before::text, after::text from sync_changes
where run_id = $1 and entity = $2 and entity_id = any ($3::bigint[]) order by id
"""
# A later run's change, a person's change, or a mark: of a row that the run created, each means that it is in use.
FOLLOWED = """
select entity_id from sync_changes where entity = $2 and entity_id = any ($3::bigint[])
    and id > (select max(id) from sync_changes where run_id = $1)
union select entity_id from audits where entity = $2 and entity_id = any ($3::bigint[])
union select entity_id from sticky_fields where entity = $2 and entity_id = any ($3::bigint[])
"""
RECORD = """
insert into sync_changes (run_id, entity, entity_id, verb, before, after)
select $1, $2, r.id, 'reverted', r.was::jsonb, r.becomes::jsonb
from unnest($3::bigint[], $4::text[], $5::text[]) r (id, was, becomes)
"""
# A second revert of the same field restores the school's value, or leaves the first one's mark.
MARK = """
with reverted as (
    select * from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) r (id, field, school, ours)
), gone as (
    delete from sticky_fields k using reverted r
    where k.entity = $2 and k.entity_id = r.id and k.field = r.field and k.run_id is not null
      and (k.school_value = r.ours::jsonb or r.field = $7) returning k.entity_id, k.field
)
insert into sticky_fields (entity, entity_id, field, school_value, run_id)
select $2, r.id, r.field, r.school::jsonb, $1 from reverted r
where not exists (select from gone g where g.entity_id = r.id and g.field = r.field)
on conflict do nothing
"""
NOTE = """
update sync_runs r set reverted_by = case when r.id = $1 then $2::bigint end,
    reverted_at = case when r.id = $1 then now() end
where r.id = $1 or r.id = (select reverts_id from sync_runs where id = $1)
"""


class RunRevert:
    """Reverts the changes of run ``run_id`` in one feed.

    The run ``by_run`` carries it out and records its own changes. ``sticky``: what is restored stays against the
    school's value.
    """

    def __init__(self, connection: Any, feed: Feed, run_id: int, by_run: int, *, sticky: bool) -> None:
        self._connection = connection
        self._feed = feed
        self._spec: Spec = SPECS[feed]
        self._run_id = run_id
        self._by_run = by_run
        self._sticky = sticky
        self._school_offices: set[int] | None = None

    async def revert_feed(self) -> RevertTally:
        """Reverts all rows, in batches."""
        found, last = RevertTally(), 0
        while rows := await self._connection.fetch(IDS, self._run_id, self._spec.entity, last, CHUNK):
            ids = [row[0] for row in rows]
            last = ids[-1]
            await self._portion(ids, found)
        return found

    async def _portion(self, ids: list[int], found: RevertTally) -> None:
        present = await self._present(ids)
        changes = await self._changes(ids)
        made = [id for id in ids if changes[id].created]
        followed, referred = await self._followed(made), await self._referred(made)
        todo: dict[int, RowRevert] = {}
        for id in ids:
            step = plan_row_revert(changes[id], present[id], followed=id in followed, referred=id in referred)
            todo[id] = step
            if step.reason:
                found.left += 1
                if len(found.notes) < MAX_ERRORS:
                    found.notes.append(Note(str(present[id]["h_id"] or id), step.field, step.reason))
        ends = [id for id in ids if todo[id].end]
        backs = {id: dict(todo[id].restored) for id in ids if todo[id].restored}
        found.seen += len(ids)
        found.ended += await self._end(ends)
        found.restored += len(backs)
        await self._restore_rows(backs, changes, present)

    async def _present(self, ids: list[int]) -> dict[int, dict[str, Any]]:
        """The present rows, locked: a concurrent edit is either seen here or waits."""
        spec = self._spec
        names = [*spec.plain, *(c for c in ("merged_into_id",) if spec.has(c)), EXISTENCE, "h_id"]
        pairs = ", ".join(f"'{name}', t.{name}" for name in names)
        await self._connection.execute(
            f"select from {spec.table.name} where id = any ($1::bigint[]) order by id for no key update",
            ids,
        )
        rows = await self._connection.fetch(
            f"""select t.id, jsonb_build_object({pairs})::text, ({spec.document or "null"})::text
            from {spec.table.name} t join (select unnest($1::bigint[]) as id) s on s.id = t.id""",  # noqa: S608
            ids,
        )
        more = spec.belongings
        return {id: _decode(text) | ({more: _decode(document)} if more else {}) for id, text, document in rows}

    async def _changes(self, ids: list[int]) -> dict[int, RowChange]:
        steps: dict[int, list[Step]] = defaultdict(list)
        for id, verb, before, after in await self._connection.fetch(STEPS, self._run_id, self._spec.entity, ids):
            steps[id].append((verb, _decode(before) if before else None, _decode(after) if after else None))
        return {id: fold_steps(steps[id]) for id in ids}

    async def _followed(self, ids: list[int]) -> set[int]:
        if not ids:
            return set()
        return {row[0] for row in await self._connection.fetch(FOLLOWED, self._run_id, self._spec.entity, ids)}

    async def _referred(self, ids: list[int]) -> set[int]:
        spec = self._spec
        if not ids or not spec.referred:
            return set()
        rows = await self._connection.fetch(
            f"select t.id from {spec.table.name} t where t.id = any ($1::bigint[]) and ({' or '.join(spec.referred)})",  # noqa: S608
            ids,
        )
        return {row[0] for row in rows}

    async def _end(self, ids: list[int]) -> int:
        if not ids:
            return 0
        spec = self._spec
        version = ", version = version + 1" if spec.has("version") else ""
        await self._connection.execute(
            f"update {spec.table.name} set school_deleted_at = now(){version} where id = any ($1::bigint[])",  # noqa: S608
            ids,
        )
        await self._record({id: {EXISTENCE: None} for id in ids}, {id: {EXISTENCE: True} for id in ids})
        await self._mark([(id, EXISTENCE, None, None) for id in ids])
        return len(ids)

    async def _restore_rows(
        self, backs: dict[int, dict[str, Any]], changes: dict[int, RowChange], present: dict[int, dict[str, Any]]
    ) -> None:
        if not backs:
            return
        is_ = {id: {name: present[id][name] for name in fields} for id, fields in backs.items()}
        await self._belongings(backs)
        columns = {id: self._columns(fields, present[id]) for id, fields in backs.items()}
        await self._write(columns)
        await self._record(is_, backs)
        marks = [
            (id, name, await self._of_school(name, value), await self._of_school(name, backs[id][name]))
            for id, fields in is_.items()
            for name, value in fields.items()
            # the successor is reset together with the end of the row
            if name != "merged_into_id"
        ]
        await self._mark(marks)
        if self._feed == Feed.STUDENTS:
            for id in backs:
                if changes[id].handed_on:
                    await self._hand_back(id, int(present[id]["merged_into_id"]), changes[id].handed_on)

    async def _of_school(self, name: str, value: Any) -> Any:
        """The school's part of a value: what was created here is not the school's."""
        if name == "months":
            return belongings.school_part(self._feed, value)
        if name != "office_ids":
            return value
        if self._school_offices is None:
            rows = await self._connection.fetch("select id from offices where head_office_id is not null")
            self._school_offices = {row[0] for row in rows}
        return [id for id in value if id in self._school_offices]

    def _columns(self, fields: dict[str, Any], present: dict[str, Any]) -> dict[str, Any]:
        """The columns to write: the fields, and those derived from names."""
        columns = {name: value for name, value in fields.items() if name != self._spec.belongings}
        if EXISTENCE in columns and columns[EXISTENCE] is True:
            columns[EXISTENCE] = "now"
        if any(name in NAME_FIELDS for name in columns):
            columns |= derived(self._feed, present | columns)
        return columns

    async def _write(self, columns: dict[int, dict[str, Any]]) -> None:
        spec = self._spec
        names = [*spec.plain, *spec.derived, EXISTENCE, *(c for c in ("merged_into_id",) if spec.has(c))]
        sets = [f"{name} = p.{name}" for name in names if name != "papers"]
        sets += ["version = t.version + 1"] if spec.has("version") else []
        await self._connection.execute(
            f"""update {spec.table.name} t set {", ".join(sets)} from (
                select (jsonb_populate_record(b, r.fields::jsonb)).* from {spec.table.name} b
                join unnest($1::bigint[], $2::text[]) r (id, fields) on r.id = b.id
            ) p where p.id = t.id""",  # noqa: S608
            list(columns),
            [_json(fields).decode() for fields in columns.values()],
        )

    async def _belongings(self, backs: dict[int, dict[str, Any]]) -> None:
        """Reverts child rows through the statements of a merge.

        These also rename the branch that follows its head office's name.
        """
        name = "name" if self._feed == Feed.OFFICES else self._spec.belongings
        rows = [(id, fields[name]) for id, fields in backs.items() if name in fields]
        if not rows:
            return
        if self._spec.restore:
            await self._spec.restore(self._connection, dict(rows))
            return
        sql, column = statements(self._feed), belongings.STAGED.get(self._feed, name)
        await self._connection.execute(sql.stage)
        await self._connection.execute(f"delete from {self._spec.stage}")  # noqa: S608
        await self._connection.copy_records_to_table(
            self._spec.stage,
            records=[(id, False, belongings.staged(self._feed, value)) for id, value in rows],
            columns=("id", "fresh", column),
        )
        for statement in (*sql.children, *sql.following):
            await self._connection.execute(statement)

    async def _hand_back(self, own: int, successor: int, moved: dict[str, list[Any]]) -> None:
        """Returns transferred rows that the successor still has to the merged student."""
        untouched = await set_aside_again(self._connection, own, moved.get(SET_ASIDE, []))
        for table, (column, key) in TRANSFERRED.items():
            if table == LEDGER:
                await lock_balances(self._connection, own, successor)
            kind = "text" if key == "h_id" else "bigint"
            of_run = HANDED_BACK.get(table, f"{key} = any ($1::{kind}[])")
            rows = await self._connection.fetch(
                f"""update {table} x set {column} = $2 where {column} = $3 and {of_run}
                returning {key}""",  # noqa: S608
                moved.get(table, []),
                own,
                successor,
            )
            if table == "enrolments" and rows:
                ids = [row[0] for row in rows]
                other = RunRevert(
                    self._connection, Feed.GROUP_STUDENTS, self._run_id, self._by_run, sticky=self._sticky
                )
                await other._record({id: {column: successor} for id in ids}, {id: {column: own} for id in ids})
                await other._mark([(id, column, successor, own) for id in ids])
        await store(self._connection, successor, untouched.values())
        await sum_balances(self._connection, own, successor)

    async def _record(self, was: dict[int, dict[str, Any]], becomes: dict[int, dict[str, Any]]) -> None:
        befores, afters = ([_json(side[id]).decode() for id in was] for side in (was, becomes))
        await self._connection.execute(RECORD, self._by_run, self._spec.entity, list(was), befores, afters)

    async def _mark(self, marks: list[tuple[int, str, Any, Any]]) -> None:
        """Marks fields as sticky against the school's value.

        Each mark is (id, field, the school's value, the console's).
        """
        if marks and self._sticky:
            ids, names = [mark[0] for mark in marks], [mark[1] for mark in marks]
            school, ours = ([_json(mark[place]).decode() for mark in marks] for place in (2, 3))
            await self._connection.execute(MARK, self._by_run, self._spec.entity, ids, names, school, ours, EXISTENCE)
