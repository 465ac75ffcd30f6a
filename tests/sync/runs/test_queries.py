"""Staff see the progress and the outcome of synchronisation (D-64, R1-213)."""

from dataclasses import replace

import pytest

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.sync.runs import PostgresSyncViews
from contracts.shared import ListQuery, Order
from contracts.sync.runs import QueueState
from contracts.sync.school_records import Feed
from contracts.texts import LANGUAGES, catalogue
from domain.shared.errors import NotFound
from domain.sync.run import Reason
from domain.sync.types import RunType
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import FailingRegister, a_school, enrolment, student


@pytest.fixture
async def views(database_url: str):  # type: ignore[no-untyped-def]
    reads = ReadPool(database_url, size=2)
    yield PostgresSyncViews(reads)
    await reads.close()


async def test_the_state_of_a_type_from_before_the_first_run_to_its_end(
    centre: Centre, views: PostgresSyncViews, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting is 1 with real progress, done is 2 with the end time (R1-197, R1-213)."""
    monkeypatch.setattr("application.sync.feeds.BATCH", 1)
    state = await views.state(RunType.STUDENTS, ACTOR)
    assert (state.state, state.running, state.run, state.last_synced_at) == (QueueState.DONE, False, None, None)

    seen: list[int] = []

    class Watched(FailingRegister):
        async def read(self, feed, cursor):  # type: ignore[no-untyped-def]
            async for page in super().read(feed, cursor):
                seen.append((await views.state(RunType.ALL, ACTOR)).percent)
                yield page

    run_id = await centre.start()
    waiting = await views.state(RunType.STUDENTS, ACTOR)
    assert (waiting.state, waiting.running, waiting.percent) == (QueueState.WAITING, True, 0)
    assert await views.message_count() == 1
    await centre.perform(run_id, Watched(a_school(), Feed.OFFICES, after=99))
    assert seen == sorted(seen), "progress never goes back"
    assert len(set(seen)) > 5
    done = await views.state(RunType.STUDENTS, ACTOR)
    assert (done.state, done.percent, done.running) == (QueueState.DONE, 100, False)
    assert done.run is not None
    assert done.last_synced_at == done.run.finished_at


async def test_the_last_time_is_of_a_successful_run_of_the_type(centre: Centre, views: PostgresSyncViews) -> None:
    school = a_school()
    await centre.synchronise(school)
    first = (await views.state(RunType.TEACHERS, ACTOR)).last_synced_at
    await centre.synchronise(school, RunType.STUDENTS)
    await centre.synchronise(FailingRegister(school, Feed.TEACHERS, after=0), RunType.TEACHERS)
    assert (await views.state(RunType.TEACHERS, ACTOR)).last_synced_at == first
    later = (await views.state(RunType.STUDENTS, ACTOR)).last_synced_at
    assert first is not None
    assert later is not None
    assert later > first


async def test_a_run_in_full_describes_its_errors_in_words(centre: Centre, views: PostgresSyncViews) -> None:
    school = a_school()
    school.put(Feed.STUDENTS, student("s1", phone="1"))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-x", "nobody"))
    run = await centre.synchronise(school)
    card = await views.run(run["id"], replace(ACTOR, language="en"))
    parts = {part.feed: part for part in card.parts}
    assert (card.status, card.created, card.parked, card.started_by) == ("done_with_messages", 22, 1, None)
    assert parts["students"].errors[0].message == "Not a phone number: left out"
    assert parts["group-students"].errors[0].field == "studentId"
    for number in range(2, 9):
        school.remove(Feed.STUDENTS, f"s{number}")
    stopped = await views.run((await centre.synchronise(school))["id"], replace(ACTOR, language="ru"))
    assert (
        stopped.message
        == "Студенты: у 7 из 8 записей изменилось бы, кто их видит или кого впускают, поэтому остановлено"
    )
    with pytest.raises(NotFound):
        await views.run(99, ACTOR)


async def test_runs_are_listed_newest_first_in_pages(centre: Centre, views: PostgresSyncViews) -> None:
    school = a_school()
    ids = [(await centre.synchronise(school))["id"] for _ in range(3)]
    page = await views.runs(ListQuery(page=1, per_page=2, order_by=Order.DESC), ACTOR)
    assert ([row.id for row in page.runs], page.total) == (ids[:0:-1], 3)
    last = await views.runs(ListQuery(page=2, per_page=2, order_by=Order.DESC), ACTOR)
    assert [row.id for row in last.runs] == ids[:1]


async def test_a_run_writes_one_audit_record_and_one_event(centre: Centre) -> None:
    """The audit record holds the counts (architecture)."""
    run = await centre.synchronise(a_school())
    audits = await centre.rows(
        "select verb, params->>'created' from audits where entity_id = $1 order by id", run["id"]
    )
    assert audits == [("sync.started", None), ("sync.finished", "22")]
    event = await centre.rows("select version, payload from outbox where topic = 'SchoolSynchronised'")
    assert [(version, payload["runId"], payload["created"]) for version, payload in event] == [(2, run["id"], 22)]


def test_every_reason_and_row_error_has_a_text() -> None:
    """Nobody reads a bare code, in any language (D-74)."""
    unavailable = ("unreachable", "slow", "failing", "busy", "resting", "unauthorised", "refused", "garbage")
    unavailable += ("cut", "too_large", "not_allowed")
    row = (
        *("unknown_ref", "bad_id", "bad_version", "unknown_word", "phone_format", "birth_date_year"),
        *("birth_date_future", "ended_before_begun", "bad_number", "bad_days"),
    )
    keys = {
        *(f"sync.reason.{word}" for word in (*unavailable, *Reason)),
        *(f"sync.row.{code}" for code in row),
        *(f"sync.feed.{feed}" for feed in Feed),
    }
    for language in LANGUAGES:
        assert keys <= catalogue(language).keys()
