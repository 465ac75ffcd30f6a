"""The contract of the school register (R1-009, D-49).

Runs against the in-memory implementation, hh v1 and OneRoster 1.2 over HTTP. The promises of hh v1 alone (snapshots,
every field, merges) are tested with the in-memory one and hh v1.
"""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time

import msgspec
import pytest

from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired, SchoolRegister
from contracts.sync.school_records import (
    CourseRecord,
    Documents,
    Feed,
    GamificationConnectionRecord,
    GamificationStudentRecord,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Page,
    Record,
    ScheduleRecord,
    StudentRecord,
    StudyMonth,
    TeacherRecord,
)
from domain.sync.types import OPTIONAL
from tests.contracts.harnesses import Harness, InMemory, over_http, over_oneroster

NEVER = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture(params=["memory", "http", "oneroster"])
async def harness(request: pytest.FixtureRequest) -> AsyncIterator[Harness]:
    async for harness in a_harness(request.param):
        yield harness


@pytest.fixture(params=["memory", "http"])
async def hh_harness(request: pytest.FixtureRequest) -> AsyncIterator[Harness]:
    async for harness in a_harness(request.param):
        yield harness


async def a_harness(name: str) -> AsyncIterator[Harness]:
    if name == "memory":
        yield InMemory()
        return
    async with over_http() if name == "http" else over_oneroster() as harness:
        yield harness


def student(number: int, last_name: str = "Karimova") -> StudentRecord:
    return StudentRecord(id=f"s{number}", version=0, changed_at=NEVER, first_name="Shahzoda", last_name=last_name)


async def pages(register: SchoolRegister, feed: Feed, cursor: str | None = None) -> list[Page]:
    return [page async for page in register.read(feed, cursor)]


def rows(read: list[Page]) -> list[Record]:
    return [record for page in read for record in page.items]


def ids(read: list[Page]) -> list[str]:
    return [record.id for record in rows(read)]


async def test_the_first_read_returns_everything_in_pages(harness: Harness) -> None:
    """Each page has the number of rows of the whole read (D-43)."""
    harness.put(Feed.STUDENTS, *(student(number) for number in range(8)))
    read = await pages(harness.register, Feed.STUDENTS)
    assert ids(read) == [f"s{number}" for number in range(8)]
    assert [page.announced for page in read] == [8, 8, 8]
    assert [page.last for page in read] == [False, False, True]
    assert all(page.full and page.cursor for page in read)


async def test_every_field_of_every_record_arrives(hh_harness: Harness) -> None:
    harness = hh_harness
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
            gender="male",
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
            middle_name="Zafar qizi",
            gender="female",
            birth_date=date(1990, 1, 2),
            phone="+998331234567",
            status="a word of the school's own",
            office_ids=["o1"],
            documents=Documents(
                passport_series="AA",
                passport_number="1234567",
                personal_id="40201902050010",
                birth_certificate="I-TAS 1234567",
            ),
            created_at=datetime(2025, 9, 1, 5, tzinfo=UTC),
        ),
        Feed.COURSES: CourseRecord(
            id="c1",
            version=0,
            changed_at=NEVER,
            name="Ingliz tili",
            category_id="k1",
            category_name="Tillar",
            months=[StudyMonth(number=1, name="1-oy", topics=["Tanishuv", "Oila"])],
        ),
        Feed.GROUPS: GroupRecord(
            id="g1",
            version=0,
            changed_at=NEVER,
            name="Beginner 1",
            office_id="o1",
            course_id="c1",
            status="not_started",
            learning_type="online",
            start_date=date(2026, 12, 1),
            end_date=date(2027, 3, 1),
            schedules=[
                ScheduleRecord(
                    id="d1",
                    teacher_id="t1",
                    days_of_week=[1, 3, 5],
                    begin_time=time(14),
                    end_time=time(15, 30),
                    start_date=date(2026, 12, 1),
                    end_date=date(2027, 3, 1),
                    classroom="204",
                )
            ],
        ),
        Feed.GROUP_STUDENTS: GroupStudentRecord(
            id="m1",
            version=0,
            changed_at=NEVER,
            group_id="g1",
            student_id="s1",
            start_date=date(2026, 11, 1),
            end_date=date(2026, 11, 9),
            status="left",
        ),
        Feed.GAMIFICATION_STUDENTS: GamificationStudentRecord(
            id="a1",
            version=0,
            changed_at=NEVER,
            student_id="s1",
            kind="silver",
            amount=-20,
            category_id="k1",
            reason="Olimpiada",
            at=datetime(2026, 11, 1, 9, tzinfo=UTC),
        ),
        Feed.GAMIFICATION_CONNECTIONS: GamificationConnectionRecord(
            id="x1", version=0, changed_at=NEVER, group_id="g1", action="do_homework", enabled=False
        ),
    }
    offered = (await harness.register.capabilities()).types
    sent = {feed: record for feed, record in sent.items() if feed in offered}
    for feed, record in sent.items():
        harness.put(feed, record)
    for feed, record in sent.items():
        (got,) = rows(await pages(harness.register, feed))
        assert got.version > 0
        assert got.changed_at.tzinfo is not None
        assert msgspec.structs.replace(got, version=0, changed_at=NEVER) == record


async def test_the_next_read_returns_only_changes(harness: Harness) -> None:
    harness.put(Feed.STUDENTS, *(student(number) for number in range(5)))
    before = await pages(harness.register, Feed.STUDENTS)
    harness.put(Feed.STUDENTS, student(3, "Aliyeva"), student(9))
    delta = await pages(harness.register, Feed.STUDENTS, before[-1].cursor)
    assert ids(delta) == ["s3", "s9"]
    assert [(page.full, page.announced) for page in delta] == [(False, 2)]
    assert rows(delta)[0].version > rows(before)[3].version
    again = await pages(harness.register, Feed.STUDENTS, delta[-1].cursor)
    assert [(page.items, page.last, page.full, page.announced) for page in again] == [([], True, False, 0)]
    assert again[-1].cursor


async def test_a_record_changed_twice_arrives_in_its_last_state(harness: Harness) -> None:
    harness.put(Feed.STUDENTS, student(1))
    cursor = (await pages(harness.register, Feed.STUDENTS))[-1].cursor
    harness.put(Feed.STUDENTS, student(1, "Aliyeva"))
    harness.put(Feed.STUDENTS, student(1, "Valiyeva"))
    (got,) = rows(await pages(harness.register, Feed.STUDENTS, cursor))
    assert isinstance(got, StudentRecord)
    assert got.last_name == "Valiyeva"


async def test_nothing_is_lost_between_two_reads(harness: Harness) -> None:
    """A change during a read may be in it or not: the next read has it."""
    harness.put(Feed.STUDENTS, *(student(number) for number in range(7)))
    reading = harness.register.read(Feed.STUDENTS, None)
    read = [await anext(reading)]
    harness.put(Feed.STUDENTS, student(6, "Aliyeva"), student(7))
    harness.remove(Feed.STUDENTS, "s5")
    read += [page async for page in reading]
    assert set(ids(read)) >= {f"s{number}" for number in range(7)}
    here = {record.id: record for record in rows(read)}
    here |= {record.id: record for record in rows(await pages(harness.register, Feed.STUDENTS, read[-1].cursor))}
    living = {id: record for id, record in here.items() if not record.deleted}
    assert sorted(living) == ["s0", "s1", "s2", "s3", "s4", "s6", "s7"]
    assert isinstance(living["s6"], StudentRecord)
    assert living["s6"].last_name == "Aliyeva"


async def test_a_read_is_a_snapshot(hh_harness: Harness) -> None:
    """Changes during a read are only in the next one."""
    harness = hh_harness
    harness.put(Feed.STUDENTS, *(student(number) for number in range(7)))
    reading = harness.register.read(Feed.STUDENTS, None)
    read = [await anext(reading)]
    harness.put(Feed.STUDENTS, student(6, "Aliyeva"), student(7))
    harness.remove(Feed.STUDENTS, "s5")
    read += [page async for page in reading]
    assert ids(read) == [f"s{number}" for number in range(7)]
    assert {record.deleted for record in rows(read)} == {False}
    delta = await pages(harness.register, Feed.STUDENTS, read[-1].cursor)
    assert sorted(ids(delta)) == ["s5", "s6", "s7"]


async def test_an_interrupted_read_resumes_at_its_page(harness: Harness) -> None:
    """A killed worker does not start again (D-49)."""
    harness.put(Feed.STUDENTS, *(student(number) for number in range(7)))
    first = await anext(harness.register.read(Feed.STUDENTS, None))
    harness.put(Feed.STUDENTS, student(1, "Aliyeva"))
    rest = await pages(harness.register, Feed.STUDENTS, first.cursor)
    assert ids([first, *rest]) == [f"s{number}" for number in range(7)]
    assert all(page.full for page in rest)
    assert ids(await pages(harness.register, Feed.STUDENTS, rest[-1].cursor)) == ["s1"]


async def test_a_removed_record_leaves_a_tombstone(harness: Harness) -> None:
    harness.put(Feed.STUDENTS, student(1), student(2))
    before = await pages(harness.register, Feed.STUDENTS)
    harness.remove(Feed.STUDENTS, "s1")
    (stone,) = rows(await pages(harness.register, Feed.STUDENTS, before[-1].cursor))
    assert (stone.id, stone.deleted, stone.merged_into) == ("s1", True, None)
    assert stone.version > rows(before)[0].version


async def test_merged_students_name_their_successor(hh_harness: Harness) -> None:
    """The history is re-pointed; a reader with a lost cursor learns of it too."""
    harness = hh_harness
    harness.put(Feed.STUDENTS, student(1), student(2))
    cursor = (await pages(harness.register, Feed.STUDENTS))[-1].cursor
    harness.remove(Feed.STUDENTS, "s2", merged_into="s1")
    for read in (await pages(harness.register, Feed.STUDENTS, cursor), await pages(harness.register, Feed.STUDENTS)):
        assert [(record.id, record.merged_into) for record in rows(read) if record.deleted] == [("s2", "s1")]


async def test_each_feed_has_its_own_cursor(harness: Harness) -> None:
    harness.put(Feed.STUDENTS, student(1))
    harness.put(Feed.OFFICES, OfficeRecord(id="o1", version=0, changed_at=NEVER, name="Chilonzor"))
    cursor = (await pages(harness.register, Feed.STUDENTS))[-1].cursor
    harness.put(Feed.OFFICES, OfficeRecord(id="o2", version=0, changed_at=NEVER, name="Sergeli"))
    assert ids(await pages(harness.register, Feed.STUDENTS, cursor)) == []


async def test_an_expired_cursor_demands_a_full_read(harness: Harness) -> None:
    harness.put(Feed.STUDENTS, student(1), student(2))
    cursor = (await pages(harness.register, Feed.STUDENTS))[-1].cursor
    harness.remove(Feed.STUDENTS, "s2")
    harness.forget()
    with pytest.raises(ResyncRequired):
        await pages(harness.register, Feed.STUDENTS, cursor)
    assert ids(await pages(harness.register, Feed.STUDENTS)) == ["s1"]


@pytest.mark.parametrize("cursor", ["nonsense", "00", "9.9.9", "-1"])
async def test_a_cursor_of_another_school_demands_a_full_read(harness: Harness, cursor: str) -> None:
    with pytest.raises(ResyncRequired):
        await pages(harness.register, Feed.STUDENTS, cursor)


async def test_an_empty_feed_is_one_empty_page(harness: Harness) -> None:
    read = await pages(harness.register, Feed.TEACHERS)
    assert [(page.items, page.last, page.full, page.announced) for page in read] == [([], True, True, 0)]
    harness.put(Feed.TEACHERS, TeacherRecord(id="t1", version=0, changed_at=NEVER))
    later = await pages(harness.register, Feed.TEACHERS, read[-1].cursor)
    assert [(page.full, page.announced) for page in later] == [(False, 1)]


async def test_an_unavailable_school_is_reported(harness: Harness) -> None:
    harness.put(Feed.STUDENTS, student(1))
    harness.close_down()
    for request in (harness.register.capabilities, lambda: pages(harness.register, Feed.STUDENTS)):
        with pytest.raises(SchoolUnavailable) as refusal:
            await request()
        assert refusal.value.reason == "failing"


async def test_it_offers_every_feed_with_deltas(harness: Harness) -> None:
    offers = await harness.register.capabilities()
    # a roster knows no gamification (D-92)
    assert {*offers.types, *OPTIONAL} == set(Feed)
    assert set(offers.types) >= OPTIONAL or OPTIONAL.isdisjoint(offers.types)
    assert offers.delta
    assert offers.retention_days >= 30


async def test_all_implementations_are_registers(harness: Harness) -> None:
    assert isinstance(harness.register, SchoolRegister)
