"""One transaction of a run on PostgreSQL.

It copies into a staging table, merges the differences, stores the cursor and checks the lease.
"""

from collections.abc import Collection, Iterable
from typing import Any

import asyncpg
import msgspec

from adapters.postgres.listing.counting import FOLD
from adapters.postgres.sync.feed_specs import LEDGER, ONLY_WHERE, SET_ASIDE, SIDE_TABLES, SPECS, TRANSFERRED
from adapters.postgres.sync.merge_sql import statements
from adapters.postgres.sync.merged_balances import lock_balances, sum_balances
from adapters.postgres.sync.revert import NOTE, RunRevert
from adapters.postgres.sync.sticky_fields import guarded_effects, keep_belongings, keep_columns
from adapters.postgres.sync.untouched_work import set_aside, store
from application.ports import Cipher
from application.sync.decisions import Decision, Deferred
from application.sync.ports import Lease, LeaseLost, Removal, RevertTally, Tally
from application.sync.rows import Row
from application.sync.upsert import REMOVAL, UNKNOWN_REFERENT
from contracts.events import SyncRunChanged
from contracts.sync.school_records import Feed
from domain.sync.brakes import ENDING, Effect
from domain.sync.run import Part
from domain.sync.sticky import EXISTENCE

_json = msgspec.json.Encoder().encode

ASIDE = """
insert into sync_parked as p (feed, h_id, version, reason, field, referent, record)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (feed, h_id) do update set version = excluded.version, reason = excluded.reason, field = excluded.field,
    referent = excluded.referent, record = excluded.record, parked_at = now(), shown_in = null
where (p.version, p.reason, p.field, p.referent)
    is distinct from (excluded.version, excluded.reason, excluded.field, excluded.referent)
"""
# Rarely true, and sending thousands of ids costs more than this check.
ANY_ASIDE = "select exists (select from sync_parked where feed = $1)"
OBSOLETE = """
delete from sync_parked p using unnest($2::text[], $3::bigint[]) as r (id, version)
where p.feed = $1 and p.h_id = r.id and p.version <= r.version and not p.h_id = any ($4::text[])
"""
DISCARD = "delete from sync_parked where feed = $1 and reason = $2 and shown_in = $3"
ANEW = 'update sync_cursors set cursor = null, "full" = true, compare = true where feed = $1'
# the number of common values sampled per column, from three hundred times as many rows (the server's default: 100)
QUICK_LOOK = 20
SUCCESSOR = """
select coalesce(t.merged_into_id, t.id) from students t where t.h_id = $1
union all select student_id from sync_aliases where h_id = $1
"""


def _fresh(rows: list[Row]) -> int:
    return sum(row.fresh for row in rows)


def _missing(feed: Feed) -> str:
    """Defers, as missing at the school, the living rows that no revert has restored."""
    spec = SPECS[feed]
    return f"""insert into sync_parked as p (feed, h_id, version, reason, field)
        select $1, t.h_id, t.school_version, $2, $3 from {spec.table.name} t
        where t.h_id is not null and t.school_deleted_at is null
          and not exists (select from sticky_fields k
              where k.entity = '{spec.entity}' and k.entity_id = t.id and k.field = '{EXISTENCE}')"""  # noqa: S608


# what waited for another reason, in an earlier reading, is gone from the school by now
IS_MISSING = f"""
on conflict (feed, h_id) do update set version = excluded.version, reason = excluded.reason, field = excluded.field,
    referent = '', record = null, parked_at = now(), shown_in = null
where p.reason <> excluded.reason or p.field <> all (array[{", ".join(f"'{effect}'" for effect in ENDING)}])
"""


class PostgresSyncTransaction:
    """See ``application.sync.ports.SyncTransaction``."""

    def __init__(self, connection: "asyncpg.Connection[Any]", lease: Lease, cipher: Cipher) -> None:
        self._connection = connection
        self._lease = lease
        self._cipher = cipher

    async def merge(self, feed: Feed, decision: Decision, *, recorded: bool, guarded: bool) -> Tally:
        if not decision.rows:
            await self._store_deferred(feed, decision)
            return Tally()
        rows, differing = await keep_belongings(self._connection, feed, decision.rows)
        await self._stage(feed, rows)
        waiting = await self._guard(feed, decision) if guarded and len(rows) > _fresh(rows) else []
        await self._store_deferred(feed, decision, waiting)
        fresh, staged = _fresh(rows), len(rows) - len(waiting)
        updated, more = await self._merge(feed, staged, fresh, decision.retaken, recorded=recorded)
        return Tally(
            created=fresh,
            updated=updated,
            unchanged=staged - fresh - updated,
            differing=differing + more,
            guarded=frozenset(deferred.record.id for deferred in waiting),
        )

    async def _stage(self, feed: Feed, rows: list[Row]) -> None:
        spec, sql = SPECS[feed], statements(feed)
        await self._connection.execute(sql.stage)
        staged = [(*row[:-1], *row.stored) for row in rows]
        await self._connection.copy_records_to_table(spec.stage, records=staged, columns=spec.columns)
        for statement in sql.before:
            await self._connection.execute(statement)
        if sql.documents and len(rows) > _fresh(rows):
            await self._connection.execute(sql.documents)

    async def _guard(self, feed: Feed, decision: Decision) -> list[Deferred]:
        """Takes the rows that the brakes count out of the stage."""
        effects = await guarded_effects(self._connection, feed)
        if effects:
            spec = SPECS[feed]
            for table in (spec.stage, f"{spec.stage}_documents"):
                await self._connection.execute(f"delete from {table} where id = any ($1::bigint[])", list(effects))  # noqa: S608
        return [Deferred(decision.records[id], effect) for id, effect in effects.items()]

    async def _merge(
        self, feed: Feed, staged: int, fresh: int, retaken: list[int], *, recorded: bool
    ) -> tuple[int, int]:
        """The number of changed rows, and of sticky fields."""
        sql, execute = statements(feed), self._connection.execute
        if fresh:
            await execute(sql.insert)
        for statement in sql.children:
            await execute(statement)
        if follow := SPECS[feed].follow:
            await follow(self._connection)
        if fresh and recorded:
            await execute(sql.record_created, self._lease.run_id)
        if staged == fresh:
            return 0, 0
        await execute(sql.lock, retaken)
        differing = await keep_columns(self._connection, feed)
        for statement in sql.following:
            await execute(statement)
        return await self._update(feed), differing

    async def _update(self, feed: Feed) -> int:
        """Writes the locked rows in order; returns how many changed."""
        sql, at_once = statements(feed), SPECS[feed].changed_at_once
        ids = [row[0] for row in await self._connection.fetch(sql.locked)]
        changed = 0
        for start in range(0, len(ids), at_once):
            these = ids[start : start + at_once]
            changed += await self._connection.fetchval(sql.update, self._lease.run_id, these[0], these[-1])
        return changed

    async def _store_deferred(self, feed: Feed, decision: Decision, guarded: Iterable[Deferred] = ()) -> None:
        waiting = [(deferred, UNKNOWN_REFERENT) for deferred in decision.unresolved]
        waiting += [(deferred, REMOVAL) for deferred in (*decision.removals, *guarded)]
        if decision.ids and await self._connection.fetchval(ANY_ASIDE, feed):
            ids, versions = zip(*decision.ids, strict=True)
            waiting_ids = [deferred.record.id for deferred, _ in waiting]
            await self._connection.execute(OBSOLETE, feed, ids, versions, waiting_ids)
        if waiting:
            await self._connection.executemany(ASIDE, [self._sealed(feed, *deferred) for deferred in waiting])

    def _sealed(self, feed: Feed, deferred: Deferred, reason: str) -> tuple[Any, ...]:
        record = deferred.record
        sealed = self._cipher.encrypt(_json(record))
        return (feed, record.id, record.version, reason, deferred.field, deferred.referent, sealed)

    async def save_cursor(self, feed: Feed, cursor: str | None, ids: Collection[str]) -> None:
        await self._connection.execute(
            "update sync_cursors set cursor = $2, read_at = now() where feed = $1 and cursor is distinct from $2",
            feed,
            cursor,
        )
        if ids:
            await self._connection.execute(
                "insert into sync_seen (feed, h_id) select $1, unnest($2::text[]) on conflict do nothing",
                feed,
                list(ids),
            )

    async def finish_reading(self, feed: Feed, *, compare: bool) -> None:
        if compare:
            await self._connection.execute(
                f"""{_missing(feed)} and not exists (select from sync_seen s where s.feed = $1 and s.h_id = t.h_id)
                {IS_MISSING}""",
                feed,
                REMOVAL,
                Effect.MISSING,
            )
        await self._connection.execute("delete from sync_seen where feed = $1", feed)
        await self._connection.execute('update sync_cursors set "full" = false, compare = false where feed = $1', feed)
        if feed == Feed.STUDENTS:
            await self._connection.execute(FOLD)
        # Without it the planner assumes empty tables until the server analyses them a minute later, and a search
        # among ten thousand rows costs a hundred times more. A small sample suffices until then.
        await self._connection.execute(f"set local default_statistics_target = {QUICK_LOOK}")
        await self._connection.execute(f"analyze {', '.join((SPECS[feed].table.name, *SIDE_TABLES.get(feed, ())))}")

    async def remove(self, feed: Feed, removals: Iterable[Removal]) -> tuple[int, list[Removal]]:
        plain: list[Removal] = []
        merged: list[Removal] = []
        for removal in removals:
            (merged if removal.merged_into and feed == Feed.STUDENTS else plain).append(removal)
        ended, waiting = await self._merge_students(merged)
        return ended + await self._end(feed, plain), waiting

    async def _merge_students(self, removals: list[Removal]) -> tuple[int, list[Removal]]:
        """Merges students, each after its successor, in any order of the removals.

        A removal is ignored where neither the student nor the successor is known.
        """
        ended, waiting = 0, removals
        while waiting:
            outcomes = [(removal, await self._merge_student(removal)) for removal in waiting]
            ended += sum(outcome or 0 for _, outcome in outcomes)
            left = [removal for removal, outcome in outcomes if outcome is None]
            if len(left) == len(waiting):
                break
            waiting = left
        stored = await self._connection.fetch(
            "select h_id from students where h_id = any ($1::text[])", [removal.id for removal in waiting]
        )
        return ended, [removal for removal in waiting if removal.id in {row[0] for row in stored}]

    async def _end(self, feed: Feed, removals: list[Removal]) -> int:
        if not removals:
            return 0
        spec = SPECS[feed]
        version = ", version = t.version + 1" if spec.has("version") else ""
        ended: int = await self._connection.fetchval(
            f"""with ended as (
                update {spec.table.name} t set school_deleted_at = now(){version},
                    school_version = coalesce(r.version, t.school_version)
                from unnest($2::text[], $3::bigint[]) as r (id, version)
                where t.h_id = r.id and t.school_deleted_at is null returning new.id as id
            ), recorded as (
                insert into sync_changes (run_id, entity, entity_id, verb)
                select $1, '{spec.entity}', id, 'removed' from ended returning 1
            ), followed as (
                delete from sticky_fields k using ended e
                where k.entity = '{spec.entity}' and k.entity_id = e.id and k.field = '{EXISTENCE}'
            ) select count(*) from recorded""",  # noqa: S608
            self._lease.run_id,
            [removal.id for removal in removals],
            [removal.version for removal in removals],
        )
        return ended

    async def _merge_student(self, removal: Removal) -> int | None:
        """Transfers the history to the successor; None while the successor is unknown."""
        successor = await self._connection.fetchval(SUCCESSOR, removal.merged_into)
        if successor is None:
            return None
        own = await self._connection.fetchval("select id from students where h_id = $1", removal.id)
        if own is None:
            await self._connection.execute(
                """insert into sync_aliases (h_id, student_id) values ($1, $2)
                on conflict (h_id) do update set student_id = excluded.student_id""",
                removal.id,
                successor,
            )
            return 0
        ended = await self._end(Feed.STUDENTS, [removal])
        if own != successor:
            await self._hand_on(own, successor)
        return ended

    async def _hand_on(self, own: int, successor: int) -> None:
        moved: dict[str, list[Any]] = {}
        untouched = await set_aside(self._connection, own, successor)
        for table, (column, key) in TRANSFERRED.items():
            if table == LEDGER:
                await lock_balances(self._connection, own, successor)
            rows = await self._connection.fetch(
                f"""update {table} x set {column} = $2 where {column} = $1 and {ONLY_WHERE.get(table, "true")}
                returning {key}""",  # noqa: S608
                own,
                successor,
            )
            moved[table] = [row[0] for row in rows]
        await store(self._connection, own, untouched.values())
        moved[SET_ASIDE] = list(untouched)
        await sum_balances(self._connection, own, successor)
        await self._connection.execute("update students set merged_into_id = $2 where id = $1", own, successor)
        await self._connection.execute(
            """insert into sync_changes (run_id, entity, entity_id, verb, before, after)
            values ($1, 'student', $2, 'merged', $4::text::jsonb, jsonb_build_object('merged_into_id', $3::bigint))""",
            self._lease.run_id,
            own,
            successor,
            # the transferred rows, so that a revert can return them
            _json({"merged_into_id": None, "handed_on": moved}).decode(),
        )

    async def delete_deferred(self, feed: Feed, ids: Collection[str]) -> None:
        await self._connection.execute(
            "delete from sync_parked where feed = $1 and h_id = any ($2::text[])", feed, list(ids)
        )

    async def record_guarded(self, feed: Feed) -> None:
        await self._connection.execute(
            "update sync_parked set shown_in = $3 where feed = $1 and reason = $2", feed, REMOVAL, self._lease.run_id
        )

    async def record_all_as_pending(self, feed: Feed) -> None:
        await self._connection.execute(f"{_missing(feed)} {IS_MISSING}", feed, REMOVAL, Effect.MISSING)
        await self.record_guarded(feed)

    async def revert_feed(self, feed: Feed, run_id: int, *, stopped: bool) -> RevertTally:
        reverting = RunRevert(self._connection, feed, run_id, self._lease.run_id, sticky=not stopped)
        tally = await reverting.revert_feed()
        if stopped:
            waited = await self._connection.execute(DISCARD, feed, REMOVAL, run_id)
            if tally.seen or waited != "DELETE 0":
                await self._connection.execute(ANEW, feed)
                await self._connection.execute("delete from sync_seen where feed = $1", feed)
        return tally

    async def mark_reverted(self, run_id: int, by: int | None) -> None:
        await self._connection.execute(NOTE, run_id, by)

    async def progress(self, parts: list[Part]) -> None:
        event = SyncRunChanged(run_id=self._lease.run_id)
        done = await self._connection.execute(
            """with run as (update sync_runs set parts = $3::text::jsonb
                where id = $1 and lease_owner = $2 and status = 'running' returning id)
            insert into outbox (topic, version, payload) select $4, $5, $6::text::jsonb from run""",
            self._lease.run_id,
            self._lease.owner,
            _json(parts).decode(),
            event.topic,
            event.version,
            _json(event).decode(),
        )
        if done != "INSERT 0 1":
            raise LeaseLost
