"""The live stream: who is told what, at once, and what a browser missed (D-162)."""

import asyncio

import pytest

from application.actor import system
from application.live import hub as hub_module
from application.live import stream as stream_module
from contracts.events import JobChanged
from domain.access.permissions import everything
from domain.jobs.job import Job
from tests.http.attendance.scenario import ATTENDED, OFFICE, TEACHES, AttendanceScenario
from tests.http.live.served_console import Listener, ServedConsole
from tests.support.builders import Account, a_branch, a_superadmin, a_user_with

QUIET_SECONDS = 0.8
TODAY = "today"


@pytest.fixture(scope="module")
async def stage(served: ServedConsole) -> AttendanceScenario:
    """A class with a lesson in progress."""
    return await AttendanceScenario.of(served.console)


async def _lesson_saved(stage: AttendanceScenario) -> dict[str, object]:
    """Saves the class; returns what those who may see it are told."""
    stage.at("14:00", minutes=5)
    teacher = await stage.teacher()
    student = stage.students[0]
    marked = (await teacher.row(student))["status"]
    saved = await teacher.save({student: ATTENDED if marked != ATTENDED else (2, 3)})
    version = saved["changed"]["version"]
    return {"topic": TODAY, "entity": "lesson", "id": await stage.lesson_id(), "version": version}


async def test_a_save_is_told_to_another_browser_within_a_second(
    served: ServedConsole, stage: AttendanceScenario
) -> None:
    """A change is named without its content: the screen reads it again."""
    office = await served.listen(await served.console.sign_in(a_user_with(OFFICE).of(stage.branch)))
    change = await _lesson_saved(stage)
    assert await office.until(lambda one: one.about(TODAY), 1.0) < 1
    assert office.changes == [change]


async def test_nobody_is_told_of_what_they_may_not_see(served: ServedConsole, stage: AttendanceScenario) -> None:
    """D-12, D-13, D-54, ASVS-22: foreign branches and groups, and missing rights."""
    console, other = served.console, a_branch()
    strangers = {
        "of another branch": a_user_with(everything()).of(other),
        "of no branch": a_user_with(everything()),
        "who teaches another group": a_user_with(TEACHES).of(stage.branch),
        "without the right to attendance": a_user_with({"users:students": ["read"]}).of(stage.branch),
    }
    insiders = {
        "the teacher": stage.account,
        "the office": a_user_with(OFFICE).of(other, stage.branch),
        "of all branches": a_superadmin(),
    }
    listeners = {name: await served.listen(await console.sign_in(one)) for name, one in (strangers | insiders).items()}
    change = await _lesson_saved(stage)
    for name in insiders:
        await listeners[name].until(lambda one: one.about(TODAY))
        assert listeners[name].about(TODAY) == [change], name
    await asyncio.sleep(QUIET_SECONDS)
    for name in strangers:
        assert listeners[name].changes == [], name


async def test_a_job_is_told_to_its_owner_and_to_those_who_may_read_jobs(served: ServedConsole) -> None:
    """Own jobs need no right; the jobs of all need that of the jobs screen."""
    console = served.console
    owner, other = a_user_with({}), a_user_with({})
    keeper = a_user_with({"settings:integrations": ["read"]})
    mine, foreign, all_jobs = [await served.listen(await console.sign_in(one)) for one in (owner, other, keeper)]
    actor = await console.container.actor_lookup().acting(owner.id or 0)
    assert actor
    async with console.container.uow() as uow:
        job_id = await uow.enqueue("export", {}, actor=actor)
        await uow.commit()
    async with console.container.uow() as uow:
        (await uow.load(Job, job_id)).begin(console.clock.now())
        await uow.commit()
    change = {"topic": "jobs", "entity": "job", "id": job_id, "version": None}
    for listener in (mine, all_jobs):
        await listener.until(lambda one: one.about("jobs"))
        assert listener.about("jobs") == [change]
    await console.container.own_jobs().progress(job_id, 40)
    await console.container.own_jobs().progress(job_id, 40)
    await mine.until(lambda one: len(one.about("jobs")) == 2)
    async with console.container.uow() as uow:
        (await uow.load(Job, job_id)).finish(console.clock.now())
        await uow.commit()
    await mine.until(lambda one: len(one.about("jobs")) == 3)
    assert foreign.changes == []


async def test_a_class_push_is_told_only_when_it_fails(served: ServedConsole) -> None:
    """Pushes come by the hundred; the sheet shows each in its place (D-26)."""
    console = served.console
    keeper = await served.listen(await console.sign_in(a_superadmin()))
    async with console.container.uow() as uow:
        job_id = await uow.enqueue("attendance.push", {}, actor=system())
        await uow.commit()
    await asyncio.sleep(QUIET_SECONDS)
    assert keeper.changes == []
    async with console.container.uow() as uow:
        (await uow.load(Job, job_id)).fail("Broken", console.clock.now(), final=True)
        await uow.commit()
    await keeper.until(lambda one: one.about("jobs"))


async def test_a_late_sheet_is_told_to_the_office(served: ServedConsole) -> None:
    """D-70: it waits on their first page."""
    late = await AttendanceScenario.of(served.console)
    office = await served.listen(await served.console.sign_in(a_user_with(OFFICE).of(late.branch)))
    late.at("14:00", days=1)
    saved = await (await late.teacher()).save(dict.fromkeys(late.students, ATTENDED))
    assert saved["lateSheetId"]
    await office.until(lambda one: one.about(TODAY))
    assert office.about(TODAY) == [{"topic": TODAY, "entity": "lesson", "id": await late.lesson_id(), "version": None}]
    decider = await served.console.sign_in(a_user_with(OFFICE).of(late.branch))
    form = {"ids": [saved["lateSheetId"]], "confirm": False}
    assert (await decider.post("/attendance/late/decide", form)).is_success
    await office.until(lambda one: len(one.about(TODAY)) == 2)


async def test_a_synchronisation_is_told_to_everybody(served: ServedConsole) -> None:
    """Its state is open to all who are signed in (access.csv)."""
    plain = await served.listen(await served.console.sign_in(a_user_with({})))
    starter = await served.console.sign_in(a_superadmin())
    started = await starter.put("/synchronization/all")
    assert started.status_code == 202, started.text
    await plain.until(lambda one: one.about("sync"))
    assert plain.about("sync")[0]["id"] == started.json()["data"]["run"]["id"]


@pytest.mark.parametrize("way", ["blocked", "signed out", "ended by an administrator"])
async def test_a_stream_ends_at_once_with_its_session(served: ServedConsole, way: str) -> None:
    """D-67, ASVS-25: not only at the next request."""
    console, account = served.console, a_user_with({"users:students": ["read"]})
    visitor = await console.sign_in(account)
    listener, admin = await served.listen(visitor), await console.sign_in(a_superadmin())
    if way == "signed out":
        ended = await visitor.post("/auth/logout")
    elif way == "blocked":
        ended = await admin.put(f"/users/staff/{account.id}/update-status", {"isActive": False, "reason": "ketdi"})
    else:
        ended = await admin.delete(f"/users/{account.id}/sessions")
    assert ended.is_success, ended.text
    assert await listener.until(lambda one: one.ended) < 2
    assert (await served.request(visitor)).status == 401


async def test_changed_rights_are_told_and_apply_to_the_stream(
    served: ServedConsole, stage: AttendanceScenario
) -> None:
    """Issue 16: at once over the live stream.

    The client reads its rights again (ASVS-25).
    """
    console = served.console
    account, other = a_user_with(OFFICE).of(stage.branch), a_superadmin()
    account.role.name = "Bir kunlik"
    listener, bystander = [await served.listen(await console.sign_in(one)) for one in (account, other)]
    await _change_rights(served, account, {"users:students": ["read"]})
    await listener.until(lambda one: one.about("rights"))
    change = await _lesson_saved(stage)
    await bystander.until(lambda one: one.about(TODAY))
    await asyncio.sleep(QUIET_SECONDS)
    assert listener.about(TODAY) == []
    await _change_rights(served, account, OFFICE)
    await listener.until(lambda one: len(one.about("rights")) == 2)
    assert bystander.about(TODAY) == [change]
    await _lesson_saved(stage)
    await listener.until(lambda one: one.about(TODAY))


async def _change_rights(served: ServedConsole, account: Account, rights: dict[str, list[str]]) -> None:
    admin = await served.console.sign_in(a_superadmin())
    role = (await admin.data(f"/roles/{account.role.id}"))["role"]
    form = {"name": role["name"], "type": role["type"], "number": role["number"], "permissions": rights}
    changed = await admin.put(f"/roles/{account.role.id}", form | {"version": role["version"]})
    assert changed.is_success, changed.text


async def test_a_stream_resumes_after_the_last_event_it_told(served: ServedConsole, stage: AttendanceScenario) -> None:
    """``Last-Event-ID``: what came meanwhile is told, once, and within the scope."""
    console = served.console
    office = await console.sign_in(a_user_with(OFFICE).of(stage.branch))
    stranger = await console.sign_in(a_user_with(everything()).of(a_branch()))
    first, other = await served.listen(office), await served.listen(stranger)
    await first.stop()
    await other.stop()
    change = await _lesson_saved(stage)
    await (await served.listen(await console.sign_in(a_superadmin()))).until(lambda one: True)
    await asyncio.sleep(QUIET_SECONDS)
    resumed, foreign = await served.listen(office, first.place), await served.listen(stranger, other.place)
    await resumed.until(lambda one: one.changes)
    assert resumed.changes == [change]
    assert resumed.place > first.place
    again = await served.listen(office, resumed.place)
    await asyncio.sleep(QUIET_SECONDS)
    assert (again.changes, foreign.changes) == ([], [])


@pytest.mark.parametrize("place", ["0-1", "abc-99", "garbage", "1" * 4000])
async def test_a_place_that_is_not_known_is_answered_with_reload(served: ServedConsole, place: str) -> None:
    """D-162: of another broker, too old, or made up."""
    listener = await served.listen(await served.console.sign_in(a_user_with({})), place)
    await listener.until(lambda one: len(one.messages) == 2)
    assert listener.messages[1] == ("reload", {})


async def test_a_quiet_stream_is_kept_alive_and_moves_on(
    served: ServedConsole, stage: AttendanceScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D-162: a heartbeat, whose place holds where nothing was told for long."""
    monkeypatch.setattr(stream_module, "HEARTBEAT_SECONDS", 0.2)
    listener = await served.listen(await served.console.sign_in(a_user_with({})))
    before = listener.place
    await _lesson_saved(stage)
    await listener.until(lambda one: one.heartbeats > 3 and one.place != before)
    assert listener.changes == []


async def test_a_stream_ends_after_some_minutes(served: ServedConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no proxy has to cut it, and its own groups are read again."""
    monkeypatch.setattr(stream_module, "LIFE_SECONDS", 0.4)
    listener = await served.listen(await served.console.sign_in(a_user_with({})))
    await listener.until(lambda one: one.ended, 2)


async def test_a_session_has_few_streams(served: ServedConsole) -> None:
    """A browser needs one; the oldest ends."""
    visitor = await served.console.sign_in(a_user_with({}))
    listeners = [await served.listen(visitor) for _ in range(hub_module.MAX_STREAMS_OF_SESSION + 1)]
    await listeners[0].until(lambda one: one.ended)
    assert [one.ended for one in listeners[1:]] == [False] * hub_module.MAX_STREAMS_OF_SESSION


async def test_an_account_has_an_end_of_streams(served: ServedConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its further browsers are refused in words; other accounts are not touched."""
    monkeypatch.setattr(hub_module, "MAX_STREAMS_OF_ACCOUNT", 2)
    account = a_user_with({})
    first, second, third = [await served.console.sign_in(account) for _ in range(3)]
    open_ones = [await served.listen(one) for one in (first, second)]
    refused = await third.get("/live")
    assert (refused.status_code, refused.json()["code"]) == (429, "LIVE_TOO_MANY_STREAMS")
    again = await served.listen(first)
    other = await served.listen(await served.console.sign_in(a_user_with({})))
    assert [one.ended for one in (*open_ones, again, other)] == [False] * 4


async def test_many_changes_at_once_are_told_by_their_topic(served: ServedConsole) -> None:
    """The memory of a stream is bounded, however slow its browser is."""
    keeper = await served.listen(await served.console.sign_in(a_superadmin()))
    async with served.console.container.uow() as uow:
        for number in range(1, 1001):
            uow.emit(JobChanged(job_id=number, user_id=None))
        await uow.commit()
    many = {"topic": "jobs", "entity": None, "id": None, "version": None}
    await keeper.until(lambda one: many in one.changes)
    await asyncio.sleep(QUIET_SECONDS)
    assert len(keeper.changes) < 200


async def test_a_hundred_streams_are_told_at_once(served: ServedConsole, stage: AttendanceScenario) -> None:
    """Each of its own session; all of them within a second."""
    console = served.console
    visitors = [await console.sign_in(stage.account) for _ in range(100)]
    listeners: list[Listener] = await asyncio.gather(*map(served.listen, visitors))
    await _lesson_saved(stage)
    await asyncio.gather(*(listener.until(lambda one: one.about(TODAY), 2) for listener in listeners))
    assert {len(listener.changes) for listener in listeners} == {1}
    await asyncio.gather(*(listener.stop() for listener in listeners))
    for _ in range(50):
        if console.container.live_hub().total < 100:
            return
        await asyncio.sleep(0.1)
    pytest.fail("streams whose browsers are gone are kept")
