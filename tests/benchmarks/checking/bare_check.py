"""The baseline for a check: a handler of the same framework with the same writes.

It locks the submission, writes the check, its message, the award, a record and three events in one commit. It
authenticates nobody, checks no rule, and knows the award.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar import Litestar, post
from litestar.params import JSONBody

from adapters.postgres.core.audit.writer import COLUMNS, CONTENT, JSON_COLUMNS
from adapters.postgres.gamification.ledger import IN_FORCE, LOCK, OPEN, POST, WRITTEN
from contracts.homework.checking import CheckSubmission

SUBMISSION = """
select id, version, student_id, group_id, homework_id, status, score, due_at from submissions where id = $1
for no key update
"""
CHECK = """
insert into checks (submission_id, attempt_id, score, status, checked_by, checked_at, previous_status, previous_due_at,
    message)
values ($1, (select max(id) from attempts where submission_id = $1), $2, 3, 1, $3, $4, $5, $6) returning id
"""
CHECKED = """
update submissions set status = 3, score = $2, checked_by = 1, checked_at = $3, check_id = $4, claimed_by = null,
    claimed_at = null, status_before = null, version = version + 1 where id = $1
"""
MESSAGE = (
    "insert into submission_messages (submission_id, author_id, text, check_id, sent_at) values ($1, 1, $2, $3, $4)"
)
NO_DRAFT = "delete from check_drafts where submission_id = $1 and user_id = 1"
_VALUES = (f"${n}::text::jsonb" if name in JSON_COLUMNS else f"${n}" for n, name in enumerate(COLUMNS, 1))
RECORD = f"""
with recorded as (insert into audits ({", ".join(COLUMNS)}) values ({", ".join(_VALUES)}) returning id)
insert into audit_pending (audit_id) select id from recorded
"""
EVENT = """
insert into outbox (topic, payload, version, request_id, available_at)
values ($1, $2, 1, '', now() + $3 * '1 s'::interval)
"""
TOPICS = (("AwardGiven", 10), ("HomeworkChecked", 10), ("SubmissionChanged", 0))
_json = msgspec.json.Encoder().encode


def award(student_id: int, submission_id: int, group_id: int, now: datetime, xp: int, silver: int) -> list[Any]:
    """The columns of an entry of 255 XP and 25 silver."""
    row: dict[str, Any] = {
        "student_id": student_id, "kind": "award", "cause_kind": "homework", "cause_source": str(submission_id),
        "in_force": True, "achievement": "high", "group_id": group_id, "xp": 255, "silver": 25, "level": 1,
        "xp_proportion": 10, "reason": "", "details": "{}", "at": now, "xp_after": xp + 255,
        "silver_after": silver + 25,
    }  # fmt: skip
    return [[row.get(name)] for name in WRITTEN]


def record(form: CheckSubmission, now: datetime) -> list[Any]:
    """The columns of its record."""
    row: dict[str, Any] = {"at": now, "actor_id": None, "entity": "submission", "entity_id": form.submission_id}
    row |= {"verb": "homework.checked", "params": "{}", "before": None}
    row["after"] = _json({"score": form.score}).decode()
    return [*(row.get(name, "") for name in CONTENT), "digest"]


def bare_check(pool: Any) -> Litestar:
    """The handler over this connection pool."""

    @post("/check")
    async def check(data: JSONBody[CheckSubmission]) -> dict[str, int]:
        """Checks the work unasked."""
        now, id = datetime.now(UTC), data.submission_id
        async with pool.acquire() as connection, connection.transaction():
            work = await connection.fetchrow(SUBMISSION, id)
            values = (id, data.score, now, work["status"], work["due_at"], data.message)
            check_id = await connection.fetchval(CHECK, *values)
            await connection.execute(CHECKED, id, data.score, now, check_id)
            await connection.execute(MESSAGE, id, data.message, check_id, now)
            await connection.execute(NO_DRAFT, id)
            await connection.execute(OPEN, [work["student_id"]])
            (balance,) = await connection.fetch(LOCK, [work["student_id"]])
            await connection.fetch(IN_FORCE, [work["student_id"]], ["homework"], [str(id)])
            entry = award(work["student_id"], id, work["group_id"], now, balance["xp"], balance["silver"])
            await connection.fetch(POST, *entry)
            await connection.execute(RECORD, *record(data, now))
            for topic, seconds in TOPICS:
                await connection.execute(EVENT, topic, {"submissionId": id}, seconds)
            await connection.execute("notify outbox")
        return {"checkId": check_id}

    return Litestar([check], openapi_config=None)
