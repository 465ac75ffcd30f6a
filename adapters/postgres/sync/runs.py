"""Reads about synchronisation: runs, one run, the state of a type, open jobs."""

from datetime import datetime
from typing import Any, TypeVar

import msgspec

from adapters.postgres.access.colleagues import visible_names
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.sync.changes import changes_of
from adapters.postgres.sync.removals import removals_of, totals_of
from application.actor import Actor
from contracts.shared import ListQuery, Named, Order
from contracts.sync.runs import (
    QueueState,
    SyncChangePage,
    SyncChangesQuery,
    SyncError,
    SyncPart,
    SyncRemovals,
    SyncRunCard,
    SyncRunPage,
    SyncRunRow,
    SyncState,
    SyncStop,
    SyncStopCount,
)
from contracts.texts import translate
from domain.shared.errors import NotFound
from domain.sync.brakes import GROWTH, limit, read_stop
from domain.sync.run import ACTIVE, COUNTS, SUCCESSFUL, Reason, RunStatus, percent, revert_obstacle, totals
from domain.sync.types import RunType, covers

RUN = """
select r.id, r.type, r.status, r.reason, r.detail, r.parts, coalesce(r.started_at, r.created_at) as started_at,
    r.finished_at, r.started_by, u.full_name, u.login, r."full", r.approves_id, r.reverts_id, r.reverted_at, r.comment,
    r.allowed_by, a.full_name as allower, a.login as allower_login,
    r.reverted_by, b.full_name as reverter, b.login as reverter_login,
    (select max(x.id) from sync_runs x where x.approves_id = r.id) as approved_in,
    (select max(x.id) from sync_runs x where x.reverts_id = r.id) as reverted_in
from sync_runs r left join users u on u.id = r.started_by left join users a on a.id = r.allowed_by
left join users b on b.id = r.reverted_by
"""
RUNS = {order: f"{RUN} order by r.id {order} limit $1 offset $2" for order in Order}
ONE = f"{RUN} where r.id = $1"
NEWEST = f"{RUN} where r.type = any ($1::text[]) order by r.id desc limit 1"
LAST_SUCCESS = """
select max(finished_at) from sync_runs
where type = any ($1::text[]) and status = any ($2::text[]) and reverts_id is null
"""
SETTLED = """
select exists (select 1 from sync_runs where type = 'all' and reverts_id is null and created_at >= $1
and status in ('done', 'done_with_messages', 'aborted'))
"""
LAST_FULL = """
select max(finished_at) from sync_runs where type = 'all' and "full" and status = any ($1::text[])
"""
SUPERSEDED = """
select max(n.id) from sync_runs n, sync_runs r where r.id = $1 and n.id > r.id and n.reverts_id is null
    and (n.status = 'aborted' or (n.status = any ($2::text[]) and n.type = any ($3::text[])))
"""
OPEN_JOBS = "select count(*) from jobs where state in ('waiting', 'running')"
R = TypeVar("R", bound=SyncRunRow)
WENT_THROUGH = [str(status) for status in SUCCESSFUL]
PEOPLE = ("started_by", "allowed_by", "reverted_by")
IN_ROWS = ("created", "updated", "deleted", "parked")


class PostgresSyncViews:
    """See ``application.sync.ports.SyncViews``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def runs(self, query: ListQuery, actor: Actor) -> SyncRunPage:
        total = await self._pool.fetchval("select count(*) from sync_runs")
        offset = (query.page - 1) * query.per_page
        rows = await self._pool.fetch(RUNS[query.order_by], query.per_page, offset)
        return SyncRunPage(runs=await self._shown([SyncRunRow(**_row(row)) for row in rows], actor), total=total)

    async def run(self, run_id: int, actor: Actor) -> SyncRunCard:
        row = await self._pool.fetchrow(ONE, run_id)
        if row is None:
            raise NotFound("SyncRun", run_id)
        if row["status"] != RunStatus.ABORTED:
            return (await self._shown([_card(row, actor.language)], actor))[0]
        removals = await removals_of(run_id, self._pool, actor)
        approved = await self._approved(row["approved_in"])
        may = not approved and row["reverted_at"] is None and await self.superseded(run_id) is None
        return (await self._shown([_card(row, actor.language, removals, may_approve=may)], actor))[0]

    async def _shown(self, runs: list[R], actor: Actor) -> list[R]:
        """The runs, naming only people whom the actor may see."""
        people = [{name: getattr(run, name) for name in PEOPLE if hasattr(run, name)} for run in runs]
        shown = await visible_names(actor, [person for named in people for person in named.values()], self._pool)
        return [
            msgspec.structs.replace(run, **{name: shown(person) for name, person in named.items()})
            for run, named in zip(runs, people, strict=True)
        ]

    async def _approved(self, run_id: int | None) -> bool:
        """True if a run that carries out a stopped one succeeded, or still may."""
        status = await self._pool.fetchval("select status from sync_runs where id = $1", run_id) if run_id else None
        return status not in (None, RunStatus.FAILED)

    async def changes(self, run_id: int, query: SyncChangesQuery, actor: Actor) -> SyncChangePage:
        if await self._pool.fetchval("select 1 from sync_runs where id = $1", run_id) is None:
            raise NotFound("SyncRun", run_id)
        return await changes_of(run_id, query, self._pool, actor)

    async def removals(self, run_id: int) -> dict[str, int]:
        return await totals_of(run_id, self._pool)

    async def superseded(self, run_id: int) -> int | None:
        kind = await self._pool.fetchval("select type from sync_runs where id = $1", run_id)
        covering = [str(other) for other in RunType if kind and covers(other, RunType(kind))]
        newer: int | None = await self._pool.fetchval(SUPERSEDED, run_id, WENT_THROUGH, covering)
        return newer

    async def has_ended_since(self, moment: datetime) -> bool:
        return bool(await self._pool.fetchval(SETTLED, moment))

    async def last_full(self) -> datetime | None:
        at: datetime | None = await self._pool.fetchval(LAST_FULL, WENT_THROUGH)
        return at

    async def state(self, kind: RunType, actor: Actor) -> SyncState:
        bringing = [str(other) for other in RunType if covers(other, kind)]
        row = await self._pool.fetchrow(NEWEST, bringing)
        card = (await self._shown([_card(row, actor.language)], actor))[0] if row is not None else None
        running = card is not None and card.status in ACTIVE
        return SyncState(
            type=kind.value,
            state=QueueState.WAITING if running else QueueState.DONE,
            percent=card.percent if card else 0,
            last_synced_at=await self._pool.fetchval(LAST_SUCCESS, bringing, WENT_THROUGH),
            running=running,
            run=card,
        )

    async def message_count(self) -> int:
        count: int = await self._pool.fetchval(OPEN_JOBS)
        return count


def _row(row: Any) -> dict[str, Any]:
    found = totals(row["parts"])
    return {
        "id": row["id"],
        "type": row["type"],
        "status": row["status"],
        "percent": percent(row["status"], row["parts"]),
        "started_at": row["started_at"],
        "finished_at": row["finished_at"],
        "started_by": _named(row["started_by"], row["full_name"], row["login"]),
        **{name: found[name] for name in IN_ROWS},
        "full": row["full"],
        "approves": row["approves_id"],
        "reverts": row["reverts_id"],
        "reverted_at": row["reverted_at"],
    }


def _named(id: int | None, name: str | None, login: str | None) -> Named | None:
    return Named(id=id, name=name or login or "") if id else None


def _card(
    row: Any, language: str, removals: list[SyncRemovals] | None = None, *, may_approve: bool = False
) -> SyncRunCard:
    over = row["status"] not in ACTIVE
    refusal = revert_obstacle(row["parts"], reverted=row["reverted_at"] is not None) if over else None
    return SyncRunCard(
        **_row(row),
        reason=row["reason"],
        message=_message(row["reason"], row["detail"], language) if row["reason"] else None,
        parts=[_part(part, language) for part in row["parts"]],
        allowed_by=_named(row["allowed_by"], row["allower"], row["allower_login"]),
        comment=row["comment"],
        stop=_stop(row),
        removals=removals or [],
        may_approve=may_approve,
        approved_in=row["approved_in"],
        may_revert=over and refusal is None,
        revert_hint=translate(f"error.{refusal}", language) if refusal else None,
        reverted_by=_named(row["reverted_by"], row["reverter"], row["reverter_login"]),
        reverted_in=row["reverted_in"],
    )


def _stop(row: Any) -> SyncStop | None:
    stop = read_stop(row["reason"], row["detail"])
    if stop is None:
        return None
    return SyncStop(
        feed=stop.feed,
        present=stop.present,
        changing=stop.changing,
        limit=GROWTH * stop.present if stop.reason == Reason.TENFOLD else limit(stop.present),
        effects=[SyncStopCount(what=what, count=count) for what, count in stop.effects.items()],
        accounts=stop.accounts,
    )


def _part(part: dict[str, Any], language: str) -> SyncPart:
    errors = [SyncError(**error, message=translate(f"sync.row.{error['code']}", language)) for error in part["errors"]]
    counts = {name: part.get(name, 0) for name in COUNTS}
    return SyncPart(feed=part["feed"], state=part["state"], errors=errors, **counts)


# of a run that was stopped without its numbers: its state stays readable
UNKNOWN_FACTS = dict.fromkeys(("feed", "present", "changing"), "—")


def _message(reason: str, detail: str | None, language: str) -> str:
    """The reason in words; that of a stop has its feed and numbers.

    The school system's own error message follows unchanged: the line of the file to correct. The detail of an
    unexpected error is for the log.
    """
    if stop := read_stop(reason, detail):
        feed = translate(f"sync.feed.{stop.feed}", language)
        numbers = {"present": stop.present, "changing": stop.changing}
        return translate(f"sync.reason.{reason}", language, feed=feed, **numbers)
    text = translate(f"sync.reason.{reason}", language, **UNKNOWN_FACTS)
    return f"{text}: {detail}" if detail and reason != Reason.UNEXPECTED else text
