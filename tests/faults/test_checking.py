"""A check, its award and its event exist once whatever is killed.

Issue 17, proof 4: SIGKILL before every step of a check and of its undoing, and of the relay, the worker and the broker
while they send; an undone check is never told (D-8, D-30, D-69).
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import nats
import pytest

from domain.shared.undoing import UNDO_PERIOD
from entrypoints.embedded.servers import nats as embedded_nats
from entrypoints.worker.broker import EVENT_STREAM
from tests.faults.support.centre import STAFF, Centre, a_centre, attempt
from tests.faults.support.seed import chance
from tests.faults.support.steps import DIES_AT
from tests.faults.support.verdict import wait_for_rest
from tests.support.builders import a_branch, a_class_of, a_teacher
from tests.support.homework import Homework, Work, a_homework_of
from tests.support.lessons import a_lesson_of
from tests.support.storing import store

CHECK = f"{STAFF}/homework-chat/check-student-homework-for-admin"
WORKS, MAX_STEPS = 120, 60
# of the check and of its undoing at least: submission, context, check, ledger twice, audit, two events, key, commit
MIN_STEPS = 8
ANSWERS_WITHIN_SECONDS = 60
OF_WORK = """
select (select count(*) from checks where submission_id = $1) as checks,
    (select count(*) from checks where submission_id = $1 and withdrawn_at is null) as in_force,
    (select count(*) from ledger_entries where cause_kind = 'homework' and cause_source = $1::text) as entries,
    (select count(*) from ledger_entries where cause_kind = 'homework' and cause_source = $1::text and in_force)
        as awards,
    (select count(*) from audits where entity = 'submission' and entity_id = $1) as audits,
    (select count(*) from outbox where topic = 'HomeworkChecked' and (payload ->> 'submissionId')::bigint = $1)
        as checked,
    (select count(*) from outbox where topic = 'SubmissionChanged' and (payload ->> 'submissionId')::bigint = $1)
        as changed
"""
CHECKED = {"checks": 1, "in_force": 1, "entries": 1, "awards": 1, "audits": 1, "checked": 1, "changed": 1}
UNDONE = {"checks": 1, "in_force": 0, "entries": 2, "awards": 0, "audits": 2, "checked": 0, "changed": 2}
WRONG_BALANCES = """
select student_id from balances b
where (b.xp, b.silver) <> (select sum(e.xp), sum(e.silver) from ledger_entries e where e.student_id = b.student_id)
"""
PUBLISHED_IN_TIME = f"""
select c.submission_id from checks c where c.withdrawn_at > c.checked_at + interval '{UNDO_PERIOD.seconds} seconds'
"""
SENT = "select id, topic, payload ->> 'checkId' from outbox where topic in ('HomeworkChecked', 'AwardGiven')"


@dataclass
class Checking:
    """A centre with handed in works that nobody has checked."""

    centre: Centre
    works: list[Work]

    async def send(self, path: str, body: dict[str, object], **headers: str) -> httpx.Response | None:
        """The answer; None if the API died."""
        with suppress(httpx.TransportError):
            async with self.centre.browser() as http:
                return await http.post(path, json=body, headers=headers)
        return None

    async def repeated(self, path: str, body: dict[str, object], key: str) -> dict[str, Any]:
        """The answer to the client's repeats under the same key."""
        deadline = time.monotonic() + ANSWERS_WITHIN_SECONDS
        while (answer := await self.send(path, body, **{"Idempotency-Key": key})) is None:
            assert time.monotonic() < deadline, "the API does not come back"
            await asyncio.sleep(0.05)
        assert answer.status_code in (200, 201), answer.text
        return dict(answer.json()["data"])

    async def dies(self, path: str, body: dict[str, object], key: str, step: int) -> bool:
        """True if the request has that step: the API was killed before it."""
        return await self.send(path, body, **{"Idempotency-Key": key, DIES_AT: str(step)}) is None

    async def check(self, work: Work) -> dict[str, Any]:
        return await self.repeated(CHECK, a_check_of(work), str(uuid4()))

    async def facts(self, work: Work) -> dict[str, int]:
        async with self.centre.sql() as sql:
            return dict(await sql.fetchrow(OF_WORK, work.id))


def a_check_of(work: Work) -> dict[str, object]:
    return {"submissionId": work.id, "version": 1, "score": 88, "message": "Yaxshi"}


def an_undoing(work: Work, checked: dict[str, Any]) -> tuple[str, dict[str, object]]:
    return f"{STAFF}/homework-chat/{work.id}/undo", {"checkId": checked["checkId"], "version": checked["version"]}


@pytest.fixture(scope="module")
async def checking(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Checking]:
    home = tmp_path_factory.mktemp("checking") / "home"
    async with a_centre(home, students=60, FAULTS_PROMPT_API="1") as centre:
        group = a_class_of(WORKS).in_branch(a_branch("Tekshiruv")).taught_by(a_teacher())
        homework: Homework = a_homework_of(a_lesson_of(group, datetime.now(UTC).date()))
        works = [homework.work_of(student).handed_in("ish") for student in group.students]
        async with centre.sql() as sql:
            await store(sql, *works)
        yield Checking(centre, works)


async def test_a_check_killed_before_any_step_exists_once_after_its_repeat(checking: Checking) -> None:
    """D-8, D-30: one check, one award in force, one event, or none of them."""
    for number in range(1, MAX_STEPS):
        work, key = checking.works.pop(), str(uuid4())
        died = await checking.dies(CHECK, a_check_of(work), key, number)
        left = await checking.facts(work)
        assert left in (CHECKED, dict.fromkeys(CHECKED, 0)), f"half of a check after step {number}"
        await checking.repeated(CHECK, a_check_of(work), key)
        assert await checking.facts(work) == CHECKED, f"step {number}"
        if not died:
            break
    assert MIN_STEPS < number < MAX_STEPS - 1, "each step was the last one once"
    assert await checking.centre.rows(WRONG_BALANCES) == []


async def test_an_undoing_killed_before_any_step_undoes_once_and_nobody_is_notified(checking: Checking) -> None:
    """D-69: ten seconds after the check its event has not left, and never does."""
    undone = []
    for number in range(1, MAX_STEPS):
        work, key = checking.works.pop(), str(uuid4())
        path, body = an_undoing(work, await checking.check(work))
        died = await checking.dies(path, body, key, number)
        left = await checking.facts(work)
        assert left in (CHECKED, UNDONE), f"half of an undoing after step {number}"
        await checking.repeated(path, body, key)
        undone.append(work)
        if not died:
            break
    assert MIN_STEPS < number < MAX_STEPS - 1, "each step was the last one once"
    await _nobody_is_notified(checking, undone)


async def test_events_leave_once_while_relay_worker_and_broker_are_killed(checking: Checking) -> None:
    """D-69, D-30: HomeworkChecked and AwardGiven once by their outbox ids.

    Of an undone check nothing.
    """
    centre, luck, undone = checking.centre, chance("checking"), []

    async def kills() -> None:
        # beyond the ten seconds after which events leave
        until = time.monotonic() + UNDO_PERIOD.seconds + 8
        while time.monotonic() < until:
            attempt(lambda: centre.kill(luck.choice(("relay", "relay", "worker", "nats"))))
            await asyncio.sleep(luck.uniform(0.3, 2))

    killing = asyncio.create_task(kills())
    works = [checking.works.pop() for _ in range(16)]
    for number, work in enumerate(works):
        checked = await checking.check(work)
        if number % 2:
            path, body = an_undoing(work, checked)
            await checking.repeated(path, body, str(uuid4()))
            undone.append(work)
        await asyncio.sleep(luck.uniform(0, 0.5))
    await killing
    await _nobody_is_notified(checking, undone)
    for number, work in enumerate(works):
        assert await checking.facts(work) == (UNDONE if number % 2 else CHECKED)


async def _nobody_is_notified(checking: Checking, undone: Sequence[Work]) -> None:
    """Once all has left: each event once, and none about these works."""
    centre = checking.centre
    await wait_for_rest(centre)
    # a loaded machine may undo later than the message may wait
    late = {row[0] for row in await centre.rows(PUBLISHED_IN_TIME)}
    kept = {work.id for work in undone} - late
    assert len(kept) > len(undone) / 2, "the undoings come too late to prove anything"
    ids, named = await _published(centre)
    assert set(ids.values()) == {1}, "a message left twice"
    assert not kept & named, "the student was told of an undone check"
    published = {f"outbox-{row[0]}" for row in await centre.rows(SENT)}
    assert published <= set(ids), "an event was lost"


async def _published(centre: Centre) -> tuple[Counter[str], set[int]]:
    """The number of times each outbox row left, and the submissions named."""
    client = await nats.connect(embedded_nats.address(centre.home / "nats"))
    try:
        stream = client.jetstream()
        info = await stream.stream_info(EVENT_STREAM)
        ids: Counter[str] = Counter()
        published = set()
        for sequence in range(info.state.first_seq, info.state.last_seq + 1):
            message = await stream.get_msg(EVENT_STREAM, sequence)
            ids[(message.headers or {})["Nats-Msg-Id"]] += 1
            if (message.subject or "").endswith(".HomeworkChecked"):
                published.add(int(msgspec.json.decode(message.data or b"{}")["submissionId"]))
        return ids, published
    finally:
        await client.close()
