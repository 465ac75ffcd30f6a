"""A field changed here stays against the school until both agree (D-49, M4)."""

import asyncio
from typing import Any

import pytest

from adapters.memory.school import SchoolInMemory
from application.people.students.edit import change_student
from contracts.people.students import ChangeStudent
from contracts.sync.school_records import Feed
from domain.people.student import StickyField, Student
from domain.sync.sticky import EXISTENCE, Mark, Outcome, outcome
from tests.sync.centre import ACTOR, Centre, a_centre
from tests.sync.records.test_changes import rows_as_written, written
from tests.sync.school_records import a_school, student

ROW = "select first_name, full_name, search::text, sort_key, phone from students where h_id = $1"
MARKS = "select field, school_value from sticky_fields order by field"


async def edit_student(centre: Centre, h_id: str, **fields: str) -> None:
    """A member of staff edits a student on the student's page."""
    row = await centre.sql.fetchrow(
        "select id, version, first_name, last_name, phone from students where h_id = $1", h_id
    )
    form = {"first_name": row["first_name"], "last_name": row["last_name"], "phone_number": row["phone"]} | fields
    await change_student(
        row["id"],
        ChangeStudent(version=row["version"], **form),
        actor=ACTOR,
        uow=centre.uow,
        students=None,  # type: ignore[arg-type]
    )


@pytest.fixture
async def school(centre: Centre) -> SchoolInMemory:
    """A school whose student s1 has another first name and phone here."""
    school = a_school()
    await centre.synchronise(school)
    await edit_student(centre, "s1", first_name="Nigora", phone_number="+998977777777")
    return school


@pytest.mark.parametrize(
    ("mark", "school", "ours", "expected"),
    [
        (Mark(1, "first_name", "A", by_revert=False), "A", "B", Outcome.KEPT),
        (Mark(1, "first_name", "A", by_revert=False), "C", "B", Outcome.RENEWED),
        (Mark(1, "first_name", "A", by_revert=False), "B", "B", Outcome.DROPPED),
        (Mark(1, "phone", None, by_revert=False), None, "+998", Outcome.KEPT),
        (Mark(1, "phone", "A", by_revert=True), "A", "B", Outcome.KEPT),
        (Mark(1, "phone", "A", by_revert=True), "C", "B", Outcome.DROPPED),
        (Mark(1, "phone", "A", by_revert=True), "B", "B", Outcome.DROPPED),
        (Mark(1, EXISTENCE, None, by_revert=True), None, None, Outcome.DROPPED),
    ],
)
def test_the_outcome_of_a_sticky_mark(mark: Mark, school: Any, ours: Any, expected: Outcome) -> None:
    """A person's edit holds against any value, a revert's only against its own.

    revert.md.
    """
    assert outcome(mark, school, ours) == expected


async def test_an_edited_name_stays_and_other_fields_follow(centre: Centre, school: SchoolInMemory) -> None:
    """The sticky fields stay with what derives from them (D-49, M4).

    Other fields of the record are updated.
    """
    before = await centre.rows(ROW, "s1")
    school.put(Feed.STUDENTS, student("s1", first_name="Boshqa", last_name="Yangi", phone="+998900000000"))
    run = await centre.synchronise(school)
    ((first, full, search, sort_key, phone),) = await centre.rows(ROW, "s1")
    assert (first, full, phone) == ("Nigora", "Yangi Nigora", "+998977777777")
    assert "nigora" in search
    assert "boshqa" not in search
    assert "yangi" in sort_key
    assert (first, phone) == (before[0][0], before[0][4])
    assert await centre.rows(MARKS) == [("first_name", "Boshqa"), ("phone", "+998900000000")]
    part = run["parts"]["students"]
    assert (part["updated"], part["unchanged"], part["differing"]) == (1, 0, 2)
    changes = await centre.rows("select before, after from sync_changes where run_id = $1", run["id"])
    assert changes == [({"last_name": "Karimova s1"}, {"last_name": "Yangi"})]


async def test_a_row_in_which_only_sticky_fields_differ_is_unchanged(centre: Centre, school: SchoolInMemory) -> None:
    """The run reports how many fields differ and changes nothing visible."""
    school.put(Feed.STUDENTS, student("s1", first_name="Boshqa"))
    run = await centre.synchronise(school)
    part = run["parts"]["students"]
    assert (part["updated"], part["unchanged"], part["differing"]) == (0, 1, 2)
    assert await centre.value("select count(*) from sync_changes where run_id = $1", run["id"]) == 0
    assert await centre.rows(MARKS) == [("first_name", "Boshqa"), ("phone", "+998901234567")]


async def test_the_sticky_mark_is_cleared_when_the_school_agrees(centre: Centre, school: SchoolInMemory) -> None:
    """Corrected there as here, the field follows the school again (D-49)."""
    school.put(Feed.STUDENTS, student("s1", first_name="Nigora"))
    await centre.synchronise(school)
    assert await centre.rows(MARKS) == [("phone", "+998901234567")]
    school.put(Feed.STUDENTS, student("s1", first_name="Zulfiya"))
    await centre.synchronise(school)
    assert (await centre.rows(ROW, "s1"))[0][:2] == ("Zulfiya", "Karimova s1 Zulfiya")


async def test_a_full_read_leaves_edited_fields(centre: Centre, school: SchoolInMemory) -> None:
    """A full read compares every row; the edited one differs and is not written."""
    before = await rows_as_written(centre)
    run = await centre.synchronise(school, full=True)
    assert await written(centre, before) == {}
    assert run["parts"]["students"]["differing"] == 2
    assert (await centre.rows(ROW, "s1"))[0][0] == "Nigora"


async def test_an_edit_during_a_merge_is_not_lost(centre: Centre, database_url: str) -> None:
    """The edit locks the row first; the merge waits and then sees its sticky mark."""
    school = a_school()
    await centre.synchronise(school)
    school.put(Feed.STUDENTS, student("s1", first_name="Maktabniki"))
    row_id = await centre.value("select id from students where h_id = 's1'")
    async with a_centre(database_url) as other, other.uow:
        person = await other.uow.load(Student, row_id, lock=True)
        person.change(first_name="Bizniki")
        other.uow.add(StickyField("student", row_id, "first_name", "Shahzoda"))
        await other.uow.flush()
        merging = asyncio.create_task(centre.synchronise(school))
        waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and application_name = $1"
        async with asyncio.timeout(10):
            while not await other.value(waiting, "markaz-sync"):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await other.uow.commit()
    run = await merging
    assert run["parts"]["students"]["differing"] == 1
    assert (await centre.rows(ROW, "s1"))[0][:2] == ("Bizniki", "Karimova s1 Bizniki")
    assert await centre.rows(MARKS) == [("first_name", "Maktabniki")]
