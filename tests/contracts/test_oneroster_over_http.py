"""The OneRoster 1.2 adapter with providers that deviate from the specification.

Each trap of protocols §6.1 by name (issue 4, Shown by 8; D-49).
"""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from aiohttp import web
from yarl import URL

from adapters.school import oneroster_service
from adapters.school.oneroster import OneRosterSchool
from adapters.school.oneroster_reader import OVERLAP, SOURCES
from adapters.school.oneroster_records import RecordContext, teacher
from adapters.school.oneroster_responses import content_of
from adapters.school.oneroster_rows import User
from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import (
    CourseRecord,
    Feed,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    ScheduleRecord,
    StudentRecord,
    TeacherRecord,
)
from entrypoints.simulators.oneroster import serve
from entrypoints.simulators.oneroster.roster import PASSWORD, PREFERRED
from entrypoints.simulators.oneroster.server import BASE
from entrypoints.simulators.oneroster.variants import FAULTS, VARIANTS
from tests.contracts.harnesses import CLIENT_ID, HASTY, TOKEN, OverOneRoster, over_oneroster
from tests.contracts.test_school_register import NEVER, ids, pages, rows, student

EVERYONE = [f"s{number}" for number in range(8)]


@asynccontextmanager
async def eight(*behaviour: str, largest: int = 3) -> AsyncIterator[OverOneRoster]:
    """A provider of eight students with these quirks or faults."""
    async with over_oneroster(*behaviour, largest=largest) as harness:
        harness.put(Feed.STUDENTS, *(student(number) for number in range(8)))
        yield harness


@pytest.mark.parametrize(
    "variant",
    ["bare-links", "no-links", "inner-links", "other-envelope", "no-sort", "no-fields", "no-filter", "v1p1"],
)
async def test_every_student_is_read_from_any_provider(variant: str) -> None:
    """Each student arrives once, whatever the provider leaves out (§6.1).

    Link without angle brackets (gg4l), no Link at all (Untis), links to an inner host, collections under other names
    (Ed-Fi), allow lists for sort, fields and filter.
    """
    async with eight(variant) as harness:
        read = await pages(harness.register, Feed.STUDENTS)
        assert sorted(set(ids(read))) == EVERYONE
        assert [page.last for page in read].count(True) == 1
        assert read[-1].last


async def test_a_provider_with_its_own_page_limit_is_read_completely() -> None:
    """ClassLink serves pages of 100 for any limit: a short page is no end (§6.1)."""
    async with over_oneroster("small-pages", "no-links", largest=5000) as harness:
        harness.put(Feed.STUDENTS, *(student(number) for number in range(250)))
        assert len(set(ids(await pages(harness.register, Feed.STUDENTS)))) == 250


async def test_a_link_to_another_host_gets_no_token() -> None:
    """Only the parameters of the next link are used (§6.1 paging)."""
    async with eight("inner-links") as harness:
        assert ids(await pages(harness.register, Feed.STUDENTS)) == EVERYONE
        queries = [
            parse_qs(urlsplit(path).query) for path in harness.served.paths if path.startswith(f"{BASE}/students")
        ]
        assert [query["offset"] for query in queries[:3]] == [["0"], ["3"], ["6"]]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b'{"users": [{"sourcedId": "1"}]}', b'[{"sourcedId": "1"}]'),
        (b'{"total": 1, "warnings": ["slow"], "users": [{"sourcedId": "1"}]}', b'[{"sourcedId": "1"}]'),
        (b'{"academicSessions": []}', b"[]"),
        (b'{"users": null}', b"[]"),
    ],
)
def test_an_envelope_of_any_name_is_opened(body: bytes, found: bytes) -> None:
    """Vendors name it differently; its own name is preferred, null is empty (§6.1)."""
    assert bytes(content_of(body, "students", b"[")) == found


@asynccontextmanager
async def endless(following: Callable[[web.Request], URL], row: Callable[[int], str]) -> AsyncIterator[OneRosterSchool]:
    """A provider that always has one more page; its rows are named by offset."""

    async def token(_: web.Request) -> web.Response:
        return web.json_response({"access_token": "x"})

    async def page(request: web.Request) -> web.Response:
        id = row(int(request.query["offset"]))
        content = {"sourcedId": id, "status": "active", "dateLastModified": "2026-01-01T00:00:00Z"}
        return web.json_response({"rows": [content]}, headers={"Link": f'<{following(request)}>; rel="next"'})

    app = web.Application()
    app.router.add_post("/token", token)
    app.router.add_get(f"{BASE}/{{collection}}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    register = OneRosterSchool(f"http://127.0.0.1:{runner.addresses[0][1]}", "id", "secret", retry_policy=HASTY)
    try:
        yield register
    finally:
        await register.close()
        await runner.cleanup()


def next_offset(request: web.Request) -> URL:
    return request.url.update_query(offset=int(request.query["offset"]) + 1)


@pytest.mark.parametrize(
    ("following", "row", "detail"),
    [
        (next_offset, lambda _: "s1", "same page"),
        (lambda request: request.url, lambda _: "s1", "the next page is the same one"),
        (next_offset, lambda offset: f"s{offset}", "more than 5 pages"),
    ],
)
async def test_the_number_of_pages_is_bounded(
    following: Callable[[web.Request], URL], row: Callable[[int], str], detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endless listing ends the read instead of going on for ever (§6.1).

    The same page under other addresses, a link to itself, rows without an end.
    """
    monkeypatch.setattr(oneroster_service, "MAX_PAGES", 5)
    async with endless(following, row) as register:
        with pytest.raises(SchoolUnavailable, match=detail) as refusal:
            await pages(register, Feed.COURSES)
        assert refusal.value.reason == "garbage"


@pytest.mark.parametrize("base", ["/ims/rostering/v1p2", "/ims/oneroster/v1p1", "/api/school-7/rostering"])
async def test_the_base_path_of_the_service_may_be_any(base: str) -> None:
    """Ed-Fi and OneRoster 1.1 have other paths; a bare host gets the standard one.

    §6.1.
    """
    async with eight() as harness, serve(harness.served, base=base) as url:
        register = OneRosterSchool(f"{url}{base}", CLIENT_ID, TOKEN, retry_policy=HASTY)
        assert ids(await pages(register, Feed.STUDENTS)) == EVERYONE
        await register.close()


async def test_the_token_may_come_from_another_server() -> None:
    """Ed-Fi's provider does not issue the token itself (§6.1)."""
    async with eight() as harness, serve(harness.served, base="/nowhere") as issuer:
        harness.served.tokens.client_secret = "only-there"
        register = OneRosterSchool(harness.url, CLIENT_ID, "only-there", f"{issuer}/token", HASTY)
        assert ids(await pages(register, Feed.STUDENTS)) == EVERYONE
        await register.close()


async def test_a_token_with_its_lifetime_as_text_is_accepted() -> None:
    """The issuer may be another program than the provider, with its own quirks.

    §6.1.
    """
    async with eight("text-seconds") as harness:
        assert ids(await pages(harness.register, Feed.STUDENTS)) == EVERYONE
        assert len(harness.served.tokens.given) == 1, "it is kept as long as it says"


@pytest.mark.parametrize(
    ("feed", "record"),
    [(Feed.STUDENTS, student(1)), (Feed.TEACHERS, TeacherRecord(id="t1", version=0, changed_at=NEVER))],
)
async def test_a_password_is_never_read(feed: Feed, record: Record, caplog: pytest.LogCaptureFixture) -> None:
    """Passwords, guardians and other names of a user go no further (§6.1)."""
    async with over_oneroster("passwords") as harness:
        harness.put(feed, record)
        assert PASSWORD in str(harness.served.roster.rows(feed.value))
        with caplog.at_level(logging.DEBUG):
            (got,) = rows(await pages(harness.register, feed))
        texts = [str(got), *(str(vars(line)) for line in caplog.records)]
        assert not any(word in text for text in texts for word in (PASSWORD, PREFERRED))


@pytest.mark.parametrize(("variant", "born"), [("", date(2012, 3, 4)), ("core-only", None)])
async def test_demographics_are_read_if_permitted(variant: str, born: date | None) -> None:
    """Some providers do not know its scope: then the fields stay empty (§6.1)."""
    async with over_oneroster(*filter(None, [variant])) as harness:
        record = student(1)
        record.birth_date, record.gender = date(2012, 3, 4), "female"
        harness.put(Feed.STUDENTS, record)
        read = await pages(harness.register, Feed.STUDENTS)
        (got,) = rows(read)
        assert isinstance(got, StudentRecord)
        assert (got.birth_date, got.gender) == (born, "female" if born else "")
        record.last_name = "Aliyeva"
        harness.put(Feed.STUDENTS, record)
        (later,) = rows(await pages(harness.register, Feed.STUDENTS, read[-1].cursor))
        assert isinstance(later, StudentRecord)
        assert (later.last_name, later.birth_date) == ("Aliyeva", born)


async def test_only_flat_collections_are_read() -> None:
    """Nested calls (classes/{id}/students) are optional in practice (§6.1)."""
    async with eight() as harness:
        for feed in SOURCES:
            await pages(harness.register, feed)
        assert {urlsplit(path).path.count("/") for path in harness.served.paths} == {BASE.count("/") + 1}


async def test_changes_are_requested_in_utc_with_a_day_of_overlap() -> None:
    """The date form that every server reads, conditions joined by AND (§6.1)."""
    async with over_oneroster("strict-dates") as harness:
        harness.put(Feed.GROUP_STUDENTS, period("m1"))
        read = await pages(harness.register, Feed.GROUP_STUDENTS)
        since = harness.school.clock() - OVERLAP
        harness.put(Feed.GROUP_STUDENTS, period("m2"))
        assert ids(await pages(harness.register, Feed.GROUP_STUDENTS, read[-1].cursor)) == ["m2"]
        (criteria,) = parse_qs(urlsplit(harness.served.paths[-1]).query)["filter"]
        assert criteria == f"role='student' AND dateLastModified>'{since:%Y-%m-%dT%H:%M:%S}.000Z'"


async def test_a_provider_that_compares_local_times_loses_no_change() -> None:
    """Vendors compare local time with UTC; a change an hour later still arrives.

    §6.1.
    """
    async with eight("local-time") as harness:
        cursor = (await pages(harness.register, Feed.STUDENTS))[-1].cursor
        harness.school.sequence += timedelta(hours=37) // timedelta(milliseconds=1)
        harness.school.DAY = 0
        harness.put(Feed.STUDENTS, student(5, "Aliyeva"))
        assert "s5" in ids(await pages(harness.register, Feed.STUDENTS, cursor))


@pytest.mark.parametrize("variant", ["no-filter", "broken-dates"])
async def test_a_provider_without_change_filters_is_read_completely(variant: str) -> None:
    """A rejected filter or a 500 on a date leads to a full read (§6.1)."""
    async with eight(variant) as harness:
        read = await pages(harness.register, Feed.STUDENTS)
        assert ids(read) == EVERYONE
        with pytest.raises(ResyncRequired):
            await pages(harness.register, Feed.STUDENTS, read[-1].cursor)


async def test_a_row_that_vanishes_while_paging_hides_no_other() -> None:
    """A deletion shifts later rows by one; absence counts after two reads.

    §6.1, §6.6.
    """
    async with eight("vanish") as harness:
        reading = harness.register.read(Feed.STUDENTS, None)
        read = [await anext(reading)]
        harness.remove(Feed.STUDENTS, "s0")
        read += [page async for page in reading]
        assert sorted(ids(read)) == EVERYONE
        assert ids(await pages(harness.register, Feed.STUDENTS)) == EVERYONE[1:]


async def test_a_resumed_read_restarts_after_the_listing_moved() -> None:
    """A cursor is an offset; if the row before it changed, rows could be missed.

    D-49.
    """
    async with eight("vanish") as harness:
        first = await anext(harness.register.read(Feed.STUDENTS, None))
        harness.remove(Feed.STUDENTS, "s1")
        rest = await pages(harness.register, Feed.STUDENTS, first.cursor)
        assert ids(rest) == ["s0", *EVERYONE[2:]]


async def test_inactive_is_neither_deleted_nor_active() -> None:
    """Some providers (Timeback) send inactive beside the specified statuses.

    §6.1.
    """
    async with over_oneroster("inactive") as harness:
        harness.put(Feed.STUDENTS, student(1))
        harness.put(Feed.TEACHERS, TeacherRecord(id="t1", version=0, changed_at=NEVER, office_ids=["o1"]))
        for feed, id in ((Feed.STUDENTS, "s1"), (Feed.TEACHERS, "t1")):
            await pages(harness.register, feed)
            harness.remove(feed, id)
        (learner,) = rows(await pages(harness.register, Feed.STUDENTS))
        (teacher,) = rows(await pages(harness.register, Feed.TEACHERS))
        assert isinstance(learner, StudentRecord)
        assert isinstance(teacher, TeacherRecord)
        assert (learner.deleted, learner.status) == (False, "left")
        assert (teacher.deleted, teacher.working) == (False, False)


@pytest.mark.parametrize("fault", ["errors", "busy", "half-body", "expiry"])
async def test_a_transient_fault_is_retried(fault: str) -> None:
    """500 on page 3, 429 with Retry-After, a truncated body, an expired token.

    §6.1: 429 is server_busy.
    """
    async with eight(fault) as harness:
        assert ids(await pages(harness.register, Feed.STUDENTS)) == EVERYONE


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("down", "failing"), ("slow", "slow"), ("garbage", "garbage"), ("revoked", "unauthorised")],
)
async def test_a_permanent_fault_is_named(fault: str, reason: str) -> None:
    """In the provider's own words if it has some; never with a secret."""
    async with eight(fault) as harness:
        with pytest.raises(SchoolUnavailable) as refusal:
            await pages(harness.register, Feed.STUDENTS)
        assert refusal.value.reason == reason
        assert refusal.value.detail
        assert TOKEN not in str(refusal.value)


async def test_a_wrong_secret_is_rejected_at_once() -> None:
    async with eight() as harness:
        stranger = OneRosterSchool(harness.url, CLIENT_ID, "guessed", retry_policy=HASTY)
        with pytest.raises(SchoolUnavailable) as refusal:
            await stranger.capabilities()
        assert refusal.value.reason == "unauthorised"
        await stranger.close()


async def test_a_wrong_path_is_reported_as_rejected() -> None:
    """The administrator sees the provider's own message."""
    async with eight() as harness:
        lost = OneRosterSchool(f"{harness.url}/ims/oneroster/v9", CLIENT_ID, TOKEN, retry_policy=HASTY)
        with pytest.raises(SchoolUnavailable) as refusal:
            await lost.capabilities()
        assert refusal.value.reason == "refused"
        await lost.close()


async def test_the_log_has_no_secrets_and_no_personal_data(caplog: pytest.LogCaptureFixture) -> None:
    """Neither secret, token, filter nor name; the call and its outcome are (D-39)."""
    async with eight("errors") as harness:
        with caplog.at_level(logging.DEBUG, "markaz.outside"):
            await pages(harness.register, Feed.STUDENTS)
        log = " ".join(str(vars(record)) for record in caplog.records if record.name == "markaz.outside")
        assert "students" in log
        assert "failing" in log
        assert not any(secret in log for secret in (TOKEN, "Karimova", *harness.served.tokens.given))


def period(id: str, ends: date | None = None) -> GroupStudentRecord:
    return GroupStudentRecord(
        id=id,
        version=0,
        changed_at=NEVER,
        group_id="g1",
        student_id="s1",
        start_date=date(1970, 1, 1),
        end_date=ends,
    )


async def test_the_fields_of_each_record_arrive() -> None:
    """Every field that OneRoster has is mapped; the rest stays empty (§6.6).

    Orgs, users by role, courses, classes with their terms and teachers, enrolments; end dates are exclusive there and
    inclusive here.
    """
    lessons = ScheduleRecord(id="d1", teacher_id="t1", classroom="204")
    sent: dict[Feed, Record] = {
        Feed.OFFICES: OfficeRecord(id="o1", version=0, changed_at=NEVER, name="Chilonzor"),
        Feed.TEACHERS: TeacherRecord(
            id="t1",
            version=0,
            changed_at=NEVER,
            first_name="Oʻktam",
            last_name="Ғуломов",
            middle_name="Botir oʻgʻli",
            phone="+998901234567",
            role="assistant",
            working=False,
            office_ids=["o1", "o2"],
        ),
        Feed.STUDENTS: StudentRecord(
            id="s1",
            version=0,
            changed_at=NEVER,
            first_name="Shahzoda",
            last_name="Qo'chqorova",
            gender="female",
            birth_date=date(1990, 1, 2),
            phone="+998331234567",
            office_ids=["o1", "o2"],
        ),
        Feed.COURSES: CourseRecord(
            id="c1", version=0, changed_at=NEVER, name="Ingliz tili", category_id="k1", category_name="Tillar"
        ),
        Feed.GROUPS: GroupRecord(
            id="g1",
            version=0,
            changed_at=NEVER,
            name="Beginner 1",
            office_id="o1",
            course_id="c1",
            status="ended",
            start_date=date(1970, 1, 1),
            end_date=date(1970, 1, 8),
            schedules=[lessons],
        ),
        Feed.GROUP_STUDENTS: period("m1"),
    }
    async with over_oneroster() as harness:
        for feed, record in sent.items():
            harness.put(feed, record)
        for feed, record in sent.items():
            (got,) = rows(await pages(harness.register, feed))
            got.version, got.changed_at = 0, NEVER
            assert got == record


async def test_a_district_is_not_a_branch() -> None:
    """Orgs above branches and roles there are left out; other types are branches.

    §6.1 org types.
    """
    async with over_oneroster() as harness:
        harness.put(Feed.TEACHERS, TeacherRecord(id="t1", version=0, changed_at=NEVER))
        assert ids(await pages(harness.register, Feed.OFFICES)) == []
        (teacher,) = rows(await pages(harness.register, Feed.TEACHERS))
        assert isinstance(teacher, TeacherRecord)
        assert teacher.office_ids == []


async def test_a_student_enrolled_to_the_end_has_finished() -> None:
    """The class's last day decides, since OneRoster has no status for it (§6.6).

    A student whose enrolment ends before it has left.
    """
    async with over_oneroster() as harness:
        group = GroupRecord(id="g1", version=0, changed_at=NEVER, office_id="o1", course_id="c1")
        group.start_date, group.end_date = date(1970, 1, 1), date(1970, 1, 5)
        harness.put(Feed.GROUPS, group)
        ends = {"m1": date(1970, 1, 5), "m2": date(1970, 1, 3), "m3": None, "m4": date(1990, 1, 1)}
        harness.put(Feed.GROUP_STUDENTS, *(period(id, end) for id, end in ends.items()))
        read = rows(await pages(harness.register, Feed.GROUP_STUDENTS))
        found = {one.id: (one.status, one.end_date) for one in read if isinstance(one, GroupStudentRecord)}
        words = {"m1": "finished", "m2": "left", "m3": "active", "m4": "active"}
        assert found == {id: (words[id], end) for id, end in ends.items()}


async def test_a_group_follows_its_term_and_teachers() -> None:
    """A class has neither end nor teachers: a delta brings it when these change."""
    async with over_oneroster() as harness:
        group = GroupRecord(
            id="g1",
            version=0,
            changed_at=NEVER,
            office_id="o1",
            course_id="c1",
            start_date=date(1970, 1, 1),
            end_date=date(1970, 1, 8),
        )
        harness.put(Feed.GROUPS, group)
        read = await pages(harness.register, Feed.GROUPS)
        assert [one.status for one in rows(read) if isinstance(one, GroupRecord)] == ["active"]
        harness.put(Feed.STUDENTS, student(1))
        harness.put(Feed.STUDENTS, student(2))
        ended = rows(await pages(harness.register, Feed.GROUPS, read[-1].cursor))
        assert [one.status for one in ended if isinstance(one, GroupRecord)] == ["ended"]


def test_ids_and_flags_in_other_notations_are_accepted() -> None:
    """Some vendors send ids as numbers, flags as words, unknown as null or absent.

    §6.1.
    """
    body = (
        b'{"sourcedId": 7, "status": "ACTIVE", "enabledUser": "False", "givenName": null, "dateLastModified": null,'
        b' "roles": [{"role": "Aide", "roleType": "Primary", "org": {"sourcedId": 3}}, {}]}'
    )
    row = msgspec.json.decode(body, type=User)
    assert (row.id, row.gone, row.version) == ("7", False, 0)
    made = teacher(row, RecordContext(date(2026, 11, 20)))
    assert isinstance(made, TeacherRecord)
    assert (made.role, made.working, made.office_ids) == ("assistant", False, ["3"])


def test_every_quirk_and_fault_is_tested() -> None:
    """A quirk of the simulator that no test uses would prove nothing."""
    synchronisation = Path(__file__).parents[1] / "sync"
    files = [Path(__file__), synchronisation / "schools/test_oneroster.py", synchronisation / "runs/test_brakes.py"]
    tests = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [name for name in [*VARIANTS, *FAULTS] if f'"{name}"' not in tests] == []
