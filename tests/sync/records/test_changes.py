"""Changes at the school are applied to exactly the rows they concern."""

from datetime import date
from typing import Any

from adapters.memory.school import SchoolInMemory
from contracts.sync.school_records import Documents, Feed, StudyMonth
from domain.sync.types import RunType
from tests.sync.centre import Centre
from tests.sync.school_records import a_school, course, enrolment, group, office, schedule, student, teacher

TABLES = (
    *("head_offices", "offices", "teachers", "teacher_offices", "students", "student_offices", "categories"),
    *("courses", "study_months", "topics", "groups", "schedules", "enrolments"),
    *("sync_parked", "sync_seen", "sync_aliases"),
)


async def rows_as_written(centre: Centre) -> dict[str, set[Any]]:
    """The transaction that wrote each row; equal only if nothing was written."""
    return {table: set(await centre.rows(f"select xmin::text, ctid::text from {table}")) for table in TABLES}


async def written(centre: Centre, before: dict[str, set[Any]]) -> dict[str, int]:
    """Number of rows written per table since the snapshot."""
    after = await rows_as_written(centre)
    return {table: len(rows - before[table]) for table, rows in after.items() if rows - before[table]}


async def test_a_second_run_writes_nothing(centre: Centre) -> None:
    """A delta without changes writes no row, and neither does a full read.

    D-49, issue 4.
    """
    school = a_school()
    await centre.synchronise(school)
    before = await rows_as_written(centre)
    again = await centre.synchronise(school)
    await centre.sql.execute("update sync_cursors set cursor = null")
    everything = await centre.synchronise(school)
    assert again["status"] == everything["status"] == "done"
    assert await written(centre, before) == {}
    assert again["parts"]["students"]["read"] == 0
    assert everything["parts"]["students"]["unchanged"] == 8
    assert everything["parts"]["groups"]["unchanged"] == 2
    assert everything["parts"]["courses"]["unchanged"] == 1


async def test_a_rename_writes_one_row_and_reports_the_change(centre: Centre) -> None:
    """A delta writes exactly the changed rows (issue 4).

    D-50, D-63: search and order follow the new name.
    """
    school = a_school()
    await centre.synchronise(school)
    before = await rows_as_written(centre)
    school.put(Feed.STUDENTS, student("s2", last_name="  Oʻktamova   Aliyeva "))
    run = await centre.synchronise(school)
    assert await written(centre, before) == {"students": 1}
    assert run["parts"]["students"]["updated"] == run["parts"]["students"]["read"] == 1
    found = await centre.rows("select full_name, version from students where search @@ 'oktamova:*'")
    assert found == [("Oʻktamova Aliyeva Shahzoda", 2)]
    changes = await centre.rows("select entity, verb, before, after from sync_changes where run_id = $1", run["id"])
    expected = ({"last_name": "Karimova s2"}, {"last_name": "Oʻktamova Aliyeva"})
    assert changes == [("student", "updated", *expected)]
    last = await centre.value("select h_id from students order by sort_key desc limit 1")
    assert last == "s2", "Oʻ follows Z"


async def test_many_changes_of_a_page_are_each_written_once(centre: Centre) -> None:
    """Several statements still write exactly the changed rows (issue 4)."""
    school = a_school(students=250, page_size=250)
    await centre.synchronise(school)
    before = await rows_as_written(centre)
    renamed = [f"s{number}" for number in range(1, 251) if number % 25]
    school.put(Feed.STUDENTS, *(student(id, last_name=f"Qodirova {id}") for id in renamed))
    run = await centre.synchronise(school)
    assert await written(centre, before) == {"students": 240}
    assert (run["parts"]["students"]["updated"], run["parts"]["students"]["unchanged"]) == (240, 0)
    found = await centre.rows("select h_id from students where search @@ 'qodirova:*' and version = 2")
    assert sorted(row[0] for row in found) == sorted(renamed)
    by_words = "select count(*), count(distinct student_id) from student_words where word = 'qodirova'"
    assert await centre.rows(by_words) == [(240, 240)]
    recorded = "select count(*), count(distinct entity_id) from sync_changes where run_id = $1"
    assert await centre.rows(recorded, run["id"]) == [(240, 240)]


async def test_a_student_who_moves_leaves_the_old_branch_but_not_one_set_in_the_console(centre: Centre) -> None:
    school = a_school()
    await centre.synchronise(school)
    ours = await centre.value("insert into offices (name) values ('Of our own') returning id")
    await centre.sql.execute("insert into student_offices select id, $1 from students where h_id = 's1'", ours)
    school.put(Feed.STUDENTS, student("s1", office_ids=["o2"]))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", status="left", end_date=date(2026, 3, 1)))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1-2", group_id="g2", start_date=date(2026, 3, 2)))
    run = await centre.synchronise(school)
    names = """select o.name from student_offices l join offices o on o.id = l.office_id
        join students s on s.id = l.student_id where s.h_id = 's1' order by 1"""
    assert await centre.rows(names) == [("Of our own",), ("Office o2",)]
    assert run["parts"]["students"]["updated"] == 1
    after = await centre.value("select after from sync_changes where entity = 'student' and run_id = $1", run["id"])
    assert list(after) == ["office_ids"]
    periods = "select h_id, action_id, started_date, ended_date from enrolments where h_id like 'e-s1%' order by h_id"
    assert await centre.rows(periods) == [
        ("e-s1", 5, date(2026, 1, 10), date(2026, 3, 1)),
        ("e-s1-2", 1, date(2026, 3, 2), None),
    ]


async def test_a_student_who_returns_has_a_second_period(centre: Centre) -> None:
    """Leaving and returning make two rows, with the status of each (D-48, D-62)."""
    school = a_school()
    school.put(Feed.STUDENTS, student("s1", status="left"))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", status="left", end_date=date(2026, 2, 1)))
    await centre.synchronise(school)
    assert await centre.value("select status_id from students where h_id = 's1'") == 5
    school.put(Feed.STUDENTS, student("s1"))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1-again", start_date=date(2026, 4, 1)))
    await centre.synchronise(school)
    assert await centre.value("select status_id from students where h_id = 's1'") == 1
    count = "select count(*) from enrolments e join students s on s.id = e.student_id where s.h_id = 's1'"
    assert await centre.value(count) == 2


async def test_a_student_removed_at_the_school_is_not_deleted_here(centre: Centre) -> None:
    """A tombstone ends a student without deleting them (protocols §6.6).

    A newer record restores the student.
    """
    school = a_school()
    await centre.synchronise(school)
    id = await centre.value("select id from students where h_id = 's3'")
    school.remove(Feed.STUDENTS, "s3")
    school.remove(Feed.GROUP_STUDENTS, "e-s3")
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert run["parts"]["students"]["deleted"] == run["parts"]["group-students"]["deleted"] == 1
    assert await centre.value("select school_deleted_at is not null from students where id = $1", id)
    assert await centre.value("select count(*) from sync_parked") == 0
    school.put(Feed.STUDENTS, student("s3"))
    back = await centre.synchronise(school)
    assert await centre.value("select school_deleted_at is null from students where id = $1", id)
    assert await centre.value("select verb from sync_changes where run_id = $1", back["id"]) == "returned"


async def test_a_merged_student_passes_the_history_to_the_successor(centre: Centre) -> None:
    """merged_into re-points the history along the whole chain (protocols §6.6)."""
    school = a_school()
    await centre.synchronise(school)
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    school.remove(Feed.STUDENTS, "s2", merged_into="s3")
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    merged = await centre.rows("""select s.h_id, w.h_id, s.school_deleted_at is not null
        from students s join students w on w.id = s.merged_into_id order by s.h_id""")
    assert merged == [("s1", "s3", True), ("s2", "s3", True)]
    enrolments = "select e.h_id from enrolments e join students s on s.id = e.student_id where s.h_id = 's3' order by 1"
    assert await centre.rows(enrolments) == [("e-s1",), ("e-s2",), ("e-s3",)]
    school.put(Feed.GROUP_STUDENTS, enrolment("e-new", "s1"))
    await centre.synchronise(school)
    assert ("e-new",) in await centre.rows(enrolments), "a later record under the old id goes to the successor too"


async def test_a_merge_from_before_the_first_read_is_resolved(centre: Centre) -> None:
    """Records under the id of a student merged earlier belong to the successor."""
    school = a_school()
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert await centre.value("select count(*) from students") == 7
    enrolments = "select e.h_id from enrolments e join students s on s.id = e.student_id where s.h_id = 's2' order by 1"
    assert await centre.rows(enrolments) == [("e-s1",), ("e-s2",)]


async def test_a_student_merged_into_themselves_or_in_a_circle_does_no_harm(centre: Centre) -> None:
    school = a_school()
    await centre.synchronise(school)
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    school.remove(Feed.STUDENTS, "s2", merged_into="s1")
    school.remove(Feed.STUDENTS, "s3", merged_into="s3")
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert await centre.value("select count(*) from students where merged_into_id = id") == 0
    assert await centre.value("select count(*) from students where school_deleted_at is not null") == 3


async def test_a_branch_follows_the_school_until_it_is_renamed_here(centre: Centre) -> None:
    school = a_school()
    await centre.synchronise(school)
    school.put(Feed.OFFICES, office("o1", "Chilonzor"), office("o2", "Yunusobod"))
    await centre.synchronise(school)
    await centre.sql.execute("update offices set name = 'Ours' where name = 'Yunusobod'")
    school.put(Feed.OFFICES, office("o1", "Chilonzor 2"), office("o2", "Yunusobod 2"))
    await centre.synchronise(school)
    assert await centre.rows("select name from offices order by 1") == [("Chilonzor 2",), ("Ours",)]


async def test_a_curriculum_and_a_timetable_change_in_place(centre: Centre) -> None:
    school = a_school()
    await centre.synchronise(school)
    before = await rows_as_written(centre)
    months = [StudyMonth(number=1, name="One", topics=["a", "B"]), StudyMonth(number=3, name="Three", topics=[])]
    school.put(Feed.COURSES, course("c1", months=months, category_name="Languages"))
    moved = [schedule("g1-s1", days_of_week=[2, 4]), schedule("g1-s2", classroom="9")]
    school.put(Feed.GROUPS, group("g1", schedules=moved))
    run = await centre.synchronise(school)
    assert await written(centre, before) == {
        "categories": 1,
        "courses": 1,
        "groups": 1,
        "schedules": 2,
        "study_months": 1,
        "topics": 1,
    }
    topics = "select m.number, t.name from study_months m left join topics t on t.study_month_id = m.id order by 1, 2"
    assert await centre.rows(topics) == [(1, "B"), (1, "a"), (3, None)]
    changed = dict(await centre.rows("select entity, before from sync_changes where run_id = $1", run["id"]))
    assert list(changed["course"]) == ["months"]
    # what follows restores the rows
    assert [month[:3] for month in changed["course"]["months"]] == [[1, "One", ["a", "b"]], [2, "Two", ["c"]]]
    assert [schedule["h_id"] for schedule in changed["group"]["schedules"]] == ["g1-s1"]


async def test_documents_are_encrypted_and_an_unchanged_document_is_not_rewritten(centre: Centre) -> None:
    """Documents are stored encrypted; reports never show them (D-19, D-39)."""
    school, number = a_school(), "31210632040244"
    papers = Documents(passport_series="aa", passport_number="1234567", personal_id=number)
    school.put(Feed.STUDENTS, student("s1", documents=papers))
    await centre.synchronise(school)
    sealed = await centre.value("select papers from students where h_id = 's1'")
    assert number.encode() not in sealed
    assert number in centre.cipher.decrypt(sealed).decode()
    assert await centre.rows("select h_id from students where has_personal_data") == [("s1",)]
    school.put(Feed.STUDENTS, student("s1", documents=papers, phone="+998907654321"))
    await centre.synchronise(school)
    assert await centre.value("select papers from students where h_id = 's1'") == sealed
    school.put(Feed.STUDENTS, student("s1", documents=None, phone="+998907654321"))
    run = await centre.synchronise(school)
    assert await centre.value("select papers from students where h_id = 's1'") is None
    changes = await centre.rows("select before, after from sync_changes where run_id = $1", run["id"])
    assert changes == [({"papers": True}, {"papers": False})]
    assert await centre.rows("select h_id from students where has_personal_data") == []


async def test_documents_entered_here_stay_until_the_school_sends_new_ones(centre: Centre) -> None:
    """The school's documents are stored as soon as it has some (D-49)."""
    school = a_school()
    school.put(Feed.STUDENTS, student("s1"))
    await centre.synchronise(school)
    await centre.sql.execute(
        "update students set papers = 'ours', paper_keys = '{ours}', has_personal_data = true where h_id = 's1'"
    )
    school.put(Feed.STUDENTS, student("s1", phone="+998907654321"))
    await centre.synchronise(school)
    stored = "select phone, papers, paper_keys, has_personal_data from students where h_id = 's1'"
    assert await centre.rows(stored) == [("+998907654321", b"ours", ["ours"], True)]
    school.put(Feed.STUDENTS, student("s1", documents=Documents(personal_id="31210632040244")))
    await centre.synchronise(school)
    ((_, papers, keys, has_personal_data),) = await centre.rows(stored)
    assert (b"31210632040244" in centre.cipher.decrypt(papers), len(keys), has_personal_data) == (True, 1, True)


async def test_an_edit_of_a_row_changed_by_the_school_is_a_conflict(centre: Centre) -> None:
    """The version grows, so an edit of the older version is rejected (D-8)."""
    school = a_school()
    await centre.synchronise(school)
    school.put(Feed.TEACHERS, teacher("t1", working=False, role="assistant"))
    await centre.synchronise(school)
    assert await centre.rows("select work_status, role_number, version from teachers") == [(2, 3, 2)]


async def test_an_older_version_is_ignored(centre: Centre) -> None:
    """Versions only grow; a page that arrives late changes nothing (protocols §6.6)."""
    school = a_school()
    await centre.synchronise(school)
    await centre.sql.execute("update students set school_version = 1000, first_name = 'Newer' where h_id = 's1'")
    school.put(Feed.STUDENTS, student("s1", first_name="Older"))
    run = await centre.synchronise(school)
    assert await centre.value("select first_name from students where h_id = 's1'") == "Newer"
    assert run["parts"]["students"]["unchanged"] == 1


async def test_a_run_of_one_type_fetches_what_it_refers_to_first(database_url: str, centre: Centre) -> None:
    """On an empty installation students bring branches, groups everything (D-64)."""
    school = a_school()
    run = await centre.synchronise(school, RunType.STUDENTS)
    assert list(run["parts"]) == ["offices", "students"]
    assert run["status"] == "done"
    assert await centre.value("select count(*) from students") == 8
    run = await centre.synchronise(school, RunType.GROUP_STUDENTS)
    assert run["status"] == "done"
    assert await centre.value("select count(*) from enrolments") == 8
    assert run["parts"]["students"]["read"] == 0, "what is here already is only a delta"


async def test_the_first_run_records_no_single_creations(centre: Centre, school: SchoolInMemory) -> None:
    """A first run reports totals only; later creations are recorded singly.

    D-78 and speed.
    """
    school.put(Feed.OFFICES, office("o1"))
    school.put(Feed.STUDENTS, student("s1"))
    await centre.synchronise(school)
    assert await centre.value("select count(*) from sync_changes") == 0
    school.put(Feed.STUDENTS, student("s2"))
    await centre.synchronise(school)
    ((verb, after),) = await centre.rows("select verb, after from sync_changes")
    assert verb == "created"
    assert after["last_name"] == "Karimova s2"
    assert after["papers"] is False
