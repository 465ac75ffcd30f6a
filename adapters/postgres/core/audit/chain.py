"""The audit log's chain of seals (D-15).

Each seal covers a batch of records and the seal before it. The writer inserts a pending row with each record
(``writer``). The sealer covers all pending records in any order of ids, so a transaction that commits late is sealed
late and never skipped; no writer waits for the sealer.
"""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from adapters.postgres.core.audit.writer import CONTENT, digest

SEALER_LOCK = 7_226_002
BATCH = 1000
PENDING = "select a.id, a.digest from audit_pending p join audits a on a.id = p.audit_id order by a.id limit $1"
RECORDS = f"select id, digest, {', '.join(CONTENT)} from audits where id = any($1::bigint[])"  # noqa: S608
A_HEAD = r"[1-9]\d{0,18}:[0-9a-f]{64}"
HEAD = "select id || ':' || digest from audit_seals order by id desc limit 1"
UNSEALED = """
select id from audits a where not exists (select 1 from audit_pending p where p.audit_id = a.id)
and id <> all($1::bigint[]) order by id limit 100
"""


def chained(previous: str, records: list[tuple[int, str]]) -> str:
    """The digest of a seal over the previous seal and the records in order.

    Each record counts with its id and digest.
    """
    whole = hashlib.sha256(previous.encode())
    for number, content in records:
        whole.update(f"|{number}:{content}".encode())
    return whole.hexdigest()


async def seal_pending(connection: Any) -> int:
    """Seals a batch of pending records; returns their number.

    Seals nothing while another sealer runs.
    """
    async with connection.transaction():
        if not await connection.fetchval("select pg_try_advisory_xact_lock($1)", SEALER_LOCK):
            return 0
        records = [(row["id"], row["digest"]) for row in await connection.fetch(PENDING, BATCH)]
        if not records:
            return 0
        ids = [number for number, _ in records]
        previous = await connection.fetchval("select digest from audit_seals order by id desc limit 1") or ""
        await connection.execute(
            "insert into audit_seals (at, audit_ids, digest) values (now(), $1, $2)", ids, chained(previous, records)
        )
        await connection.execute("delete from audit_pending where audit_id = any($1::bigint[])", ids)
    return len(records)


@dataclass
class Verdict:
    """The result of ``markaz audit verify``.

    Records are ids; ``broken_seals`` do not chain. ``head`` is the newest seal as ``ID:DIGEST``, "" before the first;
    ``cut``: an earlier head that is missing.
    """

    sealed: int = 0
    pending: int = 0
    changed: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    never_sealed: list[int] = field(default_factory=list)
    broken_seals: list[int] = field(default_factory=list)
    cut: str | None = None
    head: str = ""

    @property
    def sound(self) -> bool:
        """True where nothing was changed, removed, inserted or reordered."""
        return not (self.changed or self.removed or self.never_sealed or self.broken_seals or self.cut)


async def head_of(connection: Any) -> str:
    """The newest seal as ``ID:DIGEST``; "" before the first.

    A copy stored elsewhere reveals a log whose newest records were removed.
    """
    return str(await connection.fetchval(HEAD) or "")


async def verify(connection: Any, holds: str = "") -> Verdict:
    """Walks the chain from its beginning and recomputes every digest.

    ``holds`` is a head of an earlier day: that seal must exist with that digest. Without one, a log whose newest seals
    and records were removed cannot be told from one that never had them.
    """
    verdict, previous, covered = Verdict(cut=holds or None), "", []
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        async for seal in _seals(connection):
            found = {row["id"]: row for row in await connection.fetch(RECORDS, seal["audit_ids"])}
            verdict.removed += [number for number in seal["audit_ids"] if number not in found]
            verdict.changed += [number for number, row in found.items() if digest(row) != row["digest"]]
            records = [(number, found[number]["digest"]) for number in seal["audit_ids"] if number in found]
            complete = len(records) == len(seal["audit_ids"])
            if complete and chained(previous, records) != seal["digest"]:
                verdict.broken_seals.append(seal["id"])
            previous = seal["digest"]
            verdict.head = f"{seal['id']}:{seal['digest']}"
            if verdict.head == holds:
                verdict.cut = None
            covered += seal["audit_ids"]
        verdict.sealed = len(covered)
        verdict.pending = await connection.fetchval("select count(*) from audit_pending")
        verdict.never_sealed = [row["id"] for row in await connection.fetch(UNSEALED, covered)]
    return verdict


async def _seals(connection: Any) -> AsyncIterator[Any]:
    async for seal in connection.cursor("select id, audit_ids, digest from audit_seals order by id"):
        yield seal
