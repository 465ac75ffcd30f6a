"""OneRoster 1.2 over HTTP: what the adapter makes of providers that differ from the specification or fail, each trap
of protocols §6.1 by name (issue 4, Shown by 8; D-49)."""

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
from adapters.school.oneroster_reader import OVERLAP
from adapters.school.oneroster_records import Around, teacher
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
from tests.contracts.stages import CLIENT_ID, HASTY, TOKEN, OverOneRoster, over_oneroster
from tests.contracts.test_school_register import NEVER, ids, pages, rows, student

EVERYONE = [f"s{number}" for number in range(8)]


@asynccontextmanager
async def eight(*behaviour: str, largest: int = 3) -> AsyncIterator[OverOneRoster]:
    """A provider of eight students, with these ways or faults."""
    async with over_oneroster(*behaviour, largest=largest) as stage:
        stage.put(Feed.STUDENTS, *(student(number) for number in range(8)))
        yield stage


@pytest.mark.parametrize(
    "variant",
    ["bare-links", "no-links", "inner-links", "other-envelope", "no-sort", "no-fields", "no-filter", "v1p1"],
)
async def test_everybody_is_read_whatever_the_provider_leaves_out(variant: str) -> None:
    """§6.1: Link without angle brackets (gg4l), no Link at all (Untis), links to an inner host, collections under other
    names (Ed-Fi), allow lists for sort, fields and filter; each student once in the end."""
    async with eight(variant) as stage:
        read = await pages(stage.register, Feed.STUDENTS)
        assert sorted(set(ids(read))) == EVERYONE
        assert [page.last for page in read].count(True) == 1
        assert read[-1].last


async def test_a_provider_with_a_limit_of_its_own_is_read_to_its_end() -> None:
    """§6.1: ClassLink gives pages of 100, whatever was asked: a short page is no end."""
    async with over_oneroster("small-pages", "no-links", largest=5000) as stage:
        stage.put(Feed.STUDENTS, *(student(number) for number in range(250)))
        assert len(set(ids(await pages(stage.register, Feed.STUDENTS)))) == 250


async def test_a_link_to_another_host_takes_no_token_there() -> None:
    """§6.1 paging: of the next link only its parameters are used."""
    async with eight("inner-links") as stage:
        assert ids(await pages(stage.register, Feed.STUDENTS)) == EVERYONE
        asked = [parse_qs(urlsplit(path).query) for path in stage.served.paths if path.startswith(f"{BASE}/students")]
        assert [query["offset"] for query in asked[:3]] == [["0"], ["3"], ["6"]]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b'{"users": [{"sourcedId": "1"}]}', b'[{"sourcedId": "1"}]'),
        (b'{"total": 1, "warnings": ["slow"], "users": [{"sourcedId": "1"}]}', b'[{"sourcedId": "1"}]'),
        (b'{"academicSessions": []}', b"[]"),
        (b'{"users": null}', b"[]"),
    ],
)
def test_an_envelope_is_opened_whatever_it_is_called(body: bytes, found: bytes) -> None:
    """§6.1: names differ between vendors; its own name comes first, and null is an empty list."""
    assert bytes(content_of(body, "students", b"[")) == found


@asynccontextmanager
async def endless(following: Callable[[web.Request], URL], row: Callable[[int], str]) -> AsyncIterator[OneRosterSchool]:
    """A provider that has always one more page; its rows are named by their offset."""

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
    register = OneRosterSchool(f"http://127.0.0.1:{runner.addresses[0][1]}", "id", "secret", patience=HASTY)
    try:
        yield register
    finally:
        await register.close()
        await runner.cleanup()


def next_offset(request: web.Request) -> URL:
    return request.url.update_query(offset=int(request.query["offset"]) + 1)


@pytest.mark.parametrize(
    ("following", "row", "said"),
    [
        (next_offset, lambda _: "s1", "same page"),
        (lambda request: request.url, lambda _: "s1", "the next page is the same one"),
        (next_offset, lambda offset: f"s{offset}", "more than 5 pages"),
    ],
)
async def test_pages_that_never_end_are_bounded(
    following: Callable[[web.Request], URL], row: Callable[[int], str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """§6.1: pages are bounded. The same one under other addresses, a link to itself, rows without an end: none of
    these is a reason to read for ever."""
    monkeypatch.setattr(oneroster_service, "MOST_PAGES", 5)
    async with endless(following, row) as register:
        with pytest.raises(SchoolUnavailable, match=said) as refusal:
            await pages(register, Feed.COURSES)
        assert refusal.value.reason == "garbage"


@pytest.mark.parametrize("base", ["/ims/rostering/v1p2", "/ims/oneroster/v1p1", "/api/school-7/rostering"])
async def test_the_base_of_the_service_may_be_any(base: str) -> None:
    """§6.1: Ed-Fi's own notes and OneRoster 1.1 have other paths; only a bare host gets the specification's."""
    async with eight() as stage, serve(stage.served, base=base) as url:
        register = OneRosterSchool(f"{url}{base}", CLIENT_ID, TOKEN, patience=HASTY)
        assert ids(await pages(register, Feed.STUDENTS)) == EVERYONE
        await register.close()


async def test_the_token_may_come_from_another_server() -> None:
    """§6.1: Ed-Fi's provider does not issue the token itself."""
    async with eight() as stage, serve(stage.served, base="/nowhere") as issuer:
        stage.served.tokens.client_secret = "only-there"
        register = OneRosterSchool(stage.url, CLIENT_ID, "only-there", f"{issuer}/token", HASTY)
        assert ids(await pages(register, Feed.STUDENTS)) == EVERYONE
        await register.close()


async def test_a_token_whose_seconds_are_a_text_is_one() -> None:
    """§6.1: the issuer may be another program than the provider, with ways of its own."""
    async with eight("text-seconds") as stage:
        assert ids(await pages(stage.register, Feed.STUDENTS)) == EVERYONE
        assert len(stage.served.tokens.given) == 1, "it is kept as long as it says"


@pytest.mark.parametrize(
    ("feed", "record"),
    [(Feed.STUDENTS, student(1)), (Feed.TEACHERS, TeacherRecord(id="t1", version=0, changed_at=NEVER))],
)
async def test_a_password_is_never_taken(feed: Feed, record: Record, caplog: pytest.LogCaptureFixture) -> None:
    """§6.1: a user may come with his password, with guardians and other names; nothing of these goes any further."""
    async with over_oneroster("passwords") as stage:
        stage.put(feed, record)
        assert PASSWORD in str(stage.served.roster.rows(feed.value))
        with caplog.at_level(logging.DEBUG):
            (got,) = rows(await pages(stage.register, feed))
        told = [str(got), *(str(vars(line)) for line in caplog.records)]
        assert not any(word in text for text in told for word in (PASSWORD, PREFERRED))


@pytest.mark.parametrize(("variant", "born"), [("", date(2012, 3, 4)), ("core-only", None)])
async def test_demographics_are_read_where_we_may(variant: str, born: date | None) -> None:
    """§6.1: demographics have a scope of their own, which some providers don't know: then they stay empty."""
    async with over_oneroster(*filter(None, [variant])) as stage:
        record = student(1)
        record.birth_date, record.gender = date(2012, 3, 4), "female"
        stage.put(Feed.STUDENTS, record)
        read = await pages(stage.register, Feed.STUDENTS)
        (got,) = rows(read)
        assert isinstance(got, StudentRecord)
        assert (got.birth_date, got.gender) == (born, "female" if born else "")
        record.last_name = "Aliyeva"
        stage.put(Feed.STUDENTS, record)
        (later,) = rows(await pages(stage.register, Feed.STUDENTS, read[-1].cursor))
        assert isinstance(later, StudentRecord)
        assert (later.last_name, later.birth_date) == ("Aliyeva", born)


async def test_only_flat_collections_are_read() -> None:
    """§6.1: nested calls (classes/{id}/students) are optional in practice."""
    async with eight() as stage:
        for feed in Feed:
            await pages(stage.register, feed)
        assert {urlsplit(path).path.count("/") for path in stage.served.paths} == {BASE.count("/") + 1}


async def test_a_change_is_asked_for_in_utc_with_a_day_before() -> None:
    """§6.1: the one form of date that every server reads, conditions joined by AND; a day of overlap."""
    async with over_oneroster("strict-dates") as stage:
        stage.put(Feed.GROUP_STUDENTS, period("m1"))
        read = await pages(stage.register, Feed.GROUP_STUDENTS)
        since = stage.school.clock() - OVERLAP
        stage.put(Feed.GROUP_STUDENTS, period("m2"))
        assert ids(await pages(stage.register, Feed.GROUP_STUDENTS, read[-1].cursor)) == ["m2"]
        (asked,) = parse_qs(urlsplit(stage.served.paths[-1]).query)["filter"]
        assert asked == f"role='student' AND dateLastModified>'{since:%Y-%m-%dT%H:%M:%S}.000Z'"


async def test_a_provider_that_compares_local_times_loses_no_change() -> None:
    """§6.1: vendors compare local time instead of UTC; a change an hour after the reading comes all the same."""
    async with eight("local-time") as stage:
        cursor = (await pages(stage.register, Feed.STUDENTS))[-1].cursor
        stage.school.sequence += timedelta(hours=37) // timedelta(milliseconds=1)
        stage.school.DAY = 0
        stage.put(Feed.STUDENTS, student(5, "Aliyeva"))
        assert "s5" in ids(await pages(stage.register, Feed.STUDENTS, cursor))


@pytest.mark.parametrize("variant", ["no-filter", "broken-dates"])
async def test_a_provider_that_cannot_say_what_changed_is_read_anew(variant: str) -> None:
    """§6.1: a filter may be refused, or a date answered with 500: everything is read instead."""
    async with eight(variant) as stage:
        read = await pages(stage.register, Feed.STUDENTS)
        assert ids(read) == EVERYONE
        with pytest.raises(ResyncRequired):
            await pages(stage.register, Feed.STUDENTS, read[-1].cursor)


async def test_what_vanishes_while_pages_are_read_hides_nobody_else() -> None:
    """§6.1, §6.6: a row that goes shifts those behind it by one; absence counts only after two looks in a row."""
    async with eight("vanish") as stage:
        reading = stage.register.read(Feed.STUDENTS, None)
        read = [await anext(reading)]
        stage.remove(Feed.STUDENTS, "s0")
        read += [page async for page in reading]
        assert sorted(ids(read)) == EVERYONE
        assert ids(await pages(stage.register, Feed.STUDENTS)) == EVERYONE[1:]


async def test_a_reading_taken_up_after_the_listing_moved_begins_again() -> None:
    """D-49: a cursor is a place in a listing; when the row before it is another one, nobody may be left out."""
    async with eight("vanish") as stage:
        first = await anext(stage.register.read(Feed.STUDENTS, None))
        stage.remove(Feed.STUDENTS, "s1")
        rest = await pages(stage.register, Feed.STUDENTS, first.cursor)
        assert ids(rest) == ["s0", *EVERYONE[2:]]


async def test_inactive_is_neither_deleted_nor_at_work() -> None:
    """§6.1: some providers (Timeback) send inactive beside the two words of the specification."""
    async with over_oneroster("inactive") as stage:
        stage.put(Feed.STUDENTS, student(1))
        stage.put(Feed.TEACHERS, TeacherRecord(id="t1", version=0, changed_at=NEVER, office_ids=["o1"]))
        for feed, id in ((Feed.STUDENTS, "s1"), (Feed.TEACHERS, "t1")):
            await pages(stage.register, feed)
            stage.remove(feed, id)
        (learner,) = rows(await pages(stage.register, Feed.STUDENTS))
        (teacher,) = rows(await pages(stage.register, Feed.TEACHERS))
        assert isinstance(learner, StudentRecord)
        assert isinstance(teacher, TeacherRecord)
        assert (learner.deleted, learner.status) == (False, "left")
        assert (teacher.deleted, teacher.working) == (False, False)


@pytest.mark.parametrize("fault", ["errors", "busy", "half-body", "expiry"])
async def test_a_passing_trouble_goes_unnoticed(fault: str) -> None:
    """§6.1: 500 on page 3, 429 server_busy with Retry-After, a body that breaks off, a token that ends on the way."""
    async with eight(fault) as stage:
        assert ids(await pages(stage.register, Feed.STUDENTS)) == EVERYONE


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("down", "failing"), ("slow", "slow"), ("garbage", "garbage"), ("revoked", "unauthorised")],
)
async def test_a_lasting_trouble_is_named(fault: str, reason: str) -> None:
    """In the provider's own words where it has some; never with a secret."""
    async with eight(fault) as stage:
        with pytest.raises(SchoolUnavailable) as refusal:
            await pages(stage.register, Feed.STUDENTS)
        assert refusal.value.reason == reason
        assert refusal.value.detail
        assert TOKEN not in str(refusal.value)


async def test_a_wrong_secret_is_refused_at_once() -> None:
    async with eight() as stage:
        stranger = OneRosterSchool(stage.url, CLIENT_ID, "guessed", patience=HASTY)
        with pytest.raises(SchoolUnavailable) as refusal:
            await stranger.capabilities()
        assert refusal.value.reason == "unauthorised"
        await stranger.close()


async def test_a_service_elsewhere_is_said_to_be_refused() -> None:
    """A wrong path: the administrator reads what the provider says."""
    async with eight() as stage:
        lost = OneRosterSchool(f"{stage.url}/ims/oneroster/v9", CLIENT_ID, TOKEN, patience=HASTY)
        with pytest.raises(SchoolUnavailable) as refusal:
            await lost.capabilities()
        assert refusal.value.reason == "refused"
        await lost.close()


async def test_the_log_keeps_secrets_and_people_out(caplog: pytest.LogCaptureFixture) -> None:
    """D-39: neither secret, token, filter nor name; the call and its outcome are there."""
    async with eight("errors") as stage:
        with caplog.at_level(logging.DEBUG, "markaz.outside"):
            await pages(stage.register, Feed.STUDENTS)
        told = " ".join(str(vars(record)) for record in caplog.records if record.name == "markaz.outside")
        assert "students" in told
        assert "failing" in told
        assert not any(secret in told for secret in (TOKEN, "Karimova", *stage.served.tokens.given))


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


async def test_what_oneroster_has_of_each_record_arrives() -> None:
    """§6.6: orgs, users by role, courses, classes with their terms and teachers, enrolments; ends are exclusive there
    and inclusive here. The rest is empty, not made up."""
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
    async with over_oneroster() as stage:
        for feed, record in sent.items():
            stage.put(feed, record)
        for feed, record in sent.items():
            (got,) = rows(await pages(stage.register, feed))
            got.version, got.changed_at = 0, NEVER
            assert got == record


async def test_a_district_is_no_branch() -> None:
    """§6.1 org types: what is above the branches is left out, and so is a role there; any other type is a branch."""
    async with over_oneroster() as stage:
        stage.put(Feed.TEACHERS, TeacherRecord(id="t1", version=0, changed_at=NEVER))
        assert ids(await pages(stage.register, Feed.OFFICES)) == []
        (teacher,) = rows(await pages(stage.register, Feed.TEACHERS))
        assert isinstance(teacher, TeacherRecord)
        assert teacher.office_ids == []


async def test_who_stays_to_the_end_has_finished() -> None:
    """§6.6: OneRoster has no word for it; the class's last day tells, and before it somebody has left."""
    async with over_oneroster() as stage:
        group = GroupRecord(id="g1", version=0, changed_at=NEVER, office_id="o1", course_id="c1")
        group.start_date, group.end_date = date(1970, 1, 1), date(1970, 1, 5)
        stage.put(Feed.GROUPS, group)
        ends = {"m1": date(1970, 1, 5), "m2": date(1970, 1, 3), "m3": None, "m4": date(1990, 1, 1)}
        stage.put(Feed.GROUP_STUDENTS, *(period(id, end) for id, end in ends.items()))
        read = rows(await pages(stage.register, Feed.GROUP_STUDENTS))
        found = {one.id: (one.status, one.end_date) for one in read if isinstance(one, GroupStudentRecord)}
        words = {"m1": "finished", "m2": "left", "m3": "active", "m4": "active"}
        assert found == {id: (words[id], end) for id, end in ends.items()}


async def test_a_group_follows_its_term_and_its_teachers() -> None:
    """A class does not say when it ends nor who teaches it: a delta brings it when one of these changed."""
    async with over_oneroster() as stage:
        group = GroupRecord(
            id="g1",
            version=0,
            changed_at=NEVER,
            office_id="o1",
            course_id="c1",
            start_date=date(1970, 1, 1),
            end_date=date(1970, 1, 8),
        )
        stage.put(Feed.GROUPS, group)
        read = await pages(stage.register, Feed.GROUPS)
        assert [one.status for one in rows(read) if isinstance(one, GroupRecord)] == ["active"]
        stage.put(Feed.STUDENTS, student(1))
        stage.put(Feed.STUDENTS, student(2))
        ended = rows(await pages(stage.register, Feed.GROUPS, read[-1].cursor))
        assert [one.status for one in ended if isinstance(one, GroupRecord)] == ["ended"]


def test_ids_and_flags_may_be_written_otherwise() -> None:
    """§6.1: of some vendors a number is an id, a word a flag, and what is not known null or not there."""
    said = (
        b'{"sourcedId": 7, "status": "ACTIVE", "enabledUser": "False", "givenName": null, "dateLastModified": null,'
        b' "roles": [{"role": "Aide", "roleType": "Primary", "org": {"sourcedId": 3}}, {}]}'
    )
    row = msgspec.json.decode(said, type=User)
    assert (row.id, row.gone, row.version) == ("7", False, 0)
    made = teacher(row, Around(date(2026, 11, 20)))
    assert isinstance(made, TeacherRecord)
    assert (made.role, made.working, made.office_ids) == ("assistant", False, ["3"])


def test_every_way_and_fault_is_tried() -> None:
    """A word that the simulator knows and no test uses would prove nothing."""
    said = Path(__file__).read_text(encoding="utf-8")
    in_tests_of_synchronisation = {"empty"}
    assert {word for word in [*VARIANTS, *FAULTS] if f'"{word}"' not in said} <= in_tests_of_synchronisation
