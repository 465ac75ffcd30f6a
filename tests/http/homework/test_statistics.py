"""Homework statistics of groups and students, and reminders."""

import json
from datetime import timedelta
from typing import Any

import pytest

from tests.http.attendance.lessons import LessonWriter
from tests.http.exports.spreadsheet import rows_of
from tests.http.homework.giving_scenario import DAY, HomeworkScenario
from tests.support.builders import a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

DAYS = {"fromDate": "2026-11-01", "toDate": "2026-11-30"}
WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED, NOT_GIVEN = range(1, 7)
WRITES = {"my_groups:all_homeworks": ["create", "read", "update", "delete"]}


@pytest.fixture
async def stage(console: Console) -> HomeworkScenario:
    """Two homeworks of four students; the first is checked in part."""
    stage = await HomeworkScenario.of(console)
    teacher = await stage.teacher()
    first = await teacher.given(topicId=stage.topics[0])
    await teacher.given(topicId=stage.topics[1])
    for student, status, score in zip(
        stage.students, (ACCEPTED, ACCEPTED, REJECTED, UNCOMPLETED), (90, 71, 30, None), strict=True
    ):
        if score is not None:
            await stage.hand_in(first["id"], student, status=status, score=score)
    return stage


def _path(stage: HomeworkScenario, *more: object) -> str:
    return "/".join(map(str, ("/homework-statistics/groups", stage.group.id, *more)))


async def _reader(stage: HomeworkScenario, rights: dict[str, list[str]] | None = None) -> Visitor:
    rights = rights or {"all_groups:homework_statistics": ["read"]}
    return await stage.console.sign_in(a_user_with(rights).of(stage.branch))


async def test_a_group_has_totals_of_its_days(stage: HomeworkScenario) -> None:
    """R2-007, R2-041, D-79: nothing is due yet, so the share is of what was handed in."""
    reader = await _reader(stage)
    head = await reader.data(_path(stage), **DAYS)
    assert (head["homework"], head["lessons"], head["figures"]["averageScore"]) == (2, 1, 63.7)
    assert head["figures"]["counts"] == {
        "given": 8, "waiting": 0, "rejected": 1, "accepted": 2, "uncompleted": 0, "notDue": 5, "notGiven": 0,
    }  # fmt: skip
    assert head["figures"]["percentage"] == 66.7
    listed = await reader.data("/homework-statistics/groups", **DAYS)
    assert [(row["id"], row["homework"]) for row in listed["groups"]] == [(stage.group.id, 2)]
    options = await reader.data("/homework-statistics/filter-objects")
    assert [office["id"] for office in options["offices"]] == [stage.branch.id]


async def test_work_is_uncompleted_from_its_deadline_on(stage: HomeworkScenario) -> None:
    """D-79: a deadline that passes changes count and share, in every list.

    R2-007, R2-057, R2-058, R2-059, R2-195.
    """

    async def figures() -> list[tuple[int, int, float | None]]:
        reader, student = await _reader(stage), stage.students[3].id
        (group,) = (await reader.data("/homework-statistics/groups", **DAYS))["groups"]
        students = (await reader.data(_path(stage, "students"), **DAYS))["students"]
        shown = [
            (await reader.data(_path(stage), **DAYS))["figures"],
            group["figures"],
            next(one["figures"] for one in students if one["studentId"] == student),
            (await reader.data(_path(stage, "students", student), **DAYS))["figures"],
        ]
        counts = [one["counts"] for one in shown]
        assert all(
            one["given"] == sum(one[name] for name in ("waiting", "rejected", "accepted", "uncompleted", "notDue"))
            for one in counts
        )
        return [(one["counts"]["uncompleted"], one["counts"]["notDue"], one["percentage"]) for one in shown]

    await stage.console.count_homework()
    assert await figures() == [(0, 5, 66.7), (0, 5, 66.7), (0, 2, None), (0, 2, None)]
    # the last second of the deadline is included (D-80)
    stage.at("17:00", DAY + timedelta(days=1))
    assert await figures() == [(0, 5, 66.7), (0, 5, 66.7), (0, 2, None), (0, 2, None)]
    stage.at("17:00:01", DAY + timedelta(days=1))
    assert await figures() == [(5, 0, 25.0), (5, 0, 25.0), (2, 0, 0.0), (2, 0, 0.0)]


async def test_groups_are_sorted_by_what_is_uncompleted(stage: HomeworkScenario) -> None:
    """R2-057, R2-195, D-79: five overdue works before eight that have time."""
    other = a_class_of(8).in_branch(stage.branch).taught_by(a_teacher())
    await stage.console.store(other)
    lesson = await LessonWriter(stage.console, other).lesson(DAY)
    stage.at("10:00", DAY + timedelta(days=1))
    office = (await stage.office()).visitor
    given = {"lessonId": lesson, "description": "12-mashq", "deadline": 36}
    data(await office.post("/homework/for-admin", given))
    await stage.console.count_homework()
    stage.at("10:00", DAY + timedelta(days=2))
    reader = await _reader(stage)
    for order, expected in (("DESC", [5, 0]), ("ASC", [0, 5])):
        page = await reader.data("/homework-statistics/groups", sortBy="uncompleted", orderBy=order, **DAYS)
        assert [row["figures"]["counts"]["uncompleted"] for row in page["groups"]] == expected
        assert {row["figures"]["counts"]["notDue"] for row in page["groups"]} == {0, 8}


@pytest.mark.parametrize(
    ("sort_by", "order", "first"),
    [
        ("averageScore", "DESC", 0),
        ("averageScore", "ASC", 2),
        ("rejected", "DESC", 2),
        ("uncompleted", "DESC", 3),
        ("accepted", "ASC", 2),
    ],
)
async def test_students_are_sorted_by_their_counts(
    stage: HomeworkScenario, sort_by: str, order: str, first: int
) -> None:
    """R2-195: a student without a score is last by score in both directions."""
    stage.at("12:00", DAY + timedelta(days=2))
    page = await (await _reader(stage)).data(_path(stage, "students"), sortBy=sort_by, orderBy=order, **DAYS)
    found = [row["studentId"] for row in page["students"]]
    expected = stage.students[first].id
    assert found[0] == expected or (sort_by == "accepted" and expected in found[:2])
    if sort_by == "averageScore":
        assert found[-1] == stage.students[3].id


async def test_one_student_has_every_homework_of_the_days(stage: HomeworkScenario) -> None:
    """R2-042, D-89: newest first, with the status as it is shown (D-23)."""
    reader = await _reader(stage)
    found = await reader.data(_path(stage, "students", stage.students[2].id), **DAYS)
    assert {(work["topic"], work["shownStatus"], work["score"]) for work in found["works"]} == {
        ("Ro'yxatlar", 2, 30),
        ("Satrlar", 4, None),
    }
    assert (found["figures"]["averageScore"], found["figures"]["percentage"]) == (30.0, 0.0)
    empty = await reader.data(
        _path(stage, "students", stage.students[2].id), fromDate="2026-01-01", toDate="2026-01-31"
    )
    assert (empty["works"], empty["figures"]["percentage"]) == ([], None)
    assert (await reader.get(_path(stage, "students", 10**9), **DAYS)).status_code == 404


async def test_the_lessons_of_a_period_lead_to_their_homework(stage: HomeworkScenario) -> None:
    """R2-060, D-90: a row for each homework, by the key of statistics alone."""
    later = await stage.lessons.lesson(DAY + timedelta(days=7))
    stage.at("17:00", DAY + timedelta(days=7))
    await (await stage.teacher()).given(lessonId=later)
    study = await _reader(stage, {"study:homework_statistics": ["read"]})
    page = await study.data(_path(stage, "lessons"), **DAYS)
    shown = [
        (one["lesson"]["id"], one["topic"], one["figures"]["counts"]["uncompleted"], one["figures"]["counts"]["notDue"])
        for one in page["lessons"]
    ]
    earlier = stage.lesson_id
    assert shown == [(later, None, 0, 4), (earlier, "Satrlar", 4, 0), (earlier, "Ro'yxatlar", 1, 0)]
    assert page["total"] == 3
    assert [one["figures"]["percentage"] for one in page["lessons"]] == [None, 0.0, 50.0]
    for one in page["lessons"]:
        path = _path(stage, "lessons", one["lesson"]["id"], "homework", one["homeworkId"])
        assert (await study.data(path))["homework"]["figures"] == one["figures"]
    assert "12-mashq" not in str(page)

    async def listed(**query: object) -> list[int]:
        lessons = (await study.data(_path(stage, "lessons"), **DAYS | query))["lessons"]
        return [one["figures"]["counts"]["uncompleted"] for one in lessons]

    assert await listed(sortBy="uncompleted") == [4, 1, 0]
    assert await listed(sortBy="uncompleted", orderBy="ASC") == [0, 1, 4]
    assert await listed(value="satr") == [4]
    assert await listed(value="RO‘YXAT") == [1]
    assert await listed(page=2, perPage=2) == [1]
    assert await listed(toDate=str(DAY)) == [4, 1]
    stranger = await stage.console.sign_in(a_user_with({"study:homework_statistics": ["read"]}).of(a_branch()))
    assert (await stranger.get(_path(stage, "lessons"), **DAYS)).status_code == 404


async def test_a_result_says_whether_it_is_due_and_is_found_by_it(stage: HomeworkScenario) -> None:
    """R2-059, R2-060, D-79: in a lesson's results and in a student's."""
    study = {"study:homework_statistics": ["read"]}
    homework = await stage.console.sql.fetchval("select min(id) from homeworks where group_id = $1", stage.group.id)
    path = _path(stage, "lessons", stage.lesson_id, "homework", homework)
    late = stage.students[3].id

    async def found(status: int) -> list[int]:
        page = await (await _reader(stage, study)).data(path, status=status)
        return [work["studentId"] for work in page["submissions"]]

    async def not_due() -> set[bool]:
        reader = await _reader(stage, study)
        works = (await reader.data(path))["submissions"]
        works += (await reader.data(_path(stage, "students", late), **DAYS))["works"]
        return {work["notDue"] for work in works if work["status"] == UNCOMPLETED}

    assert (await not_due(), await found(4), await found(6)) == ({True}, [], [late])
    stage.at("17:01", DAY + timedelta(days=1))
    assert (await not_due(), await found(4), await found(6)) == ({False}, [late], [])


@pytest.mark.parametrize(
    ("days", "status"),
    [
        ({"fromDate": "2026-01-01", "toDate": "2027-01-02"}, 200),
        ({"fromDate": "2026-01-01", "toDate": "2027-01-03"}, 422),
        ({"fromDate": "2026-01-02", "toDate": "2026-01-01"}, 422),
        ({"fromDate": "01.01.2026"}, 400),
        ({"fromDate": "9999-12-31"}, 200),
        ({"toDate": "0001-01-01"}, 200),
    ],
)
async def test_the_days_are_at_most_a_year_apart(stage: HomeworkScenario, days: dict[str, str], status: int) -> None:
    """D-89: 366 days, both ends included."""
    assert (await (await _reader(stage)).get(_path(stage), **days)).status_code == status


async def test_the_study_department_reads_without_keys_of_groups(console: Console, stage: HomeworkScenario) -> None:
    """D-90, D-54: of its branches; others see a foreign group as not found."""
    study = await _reader(stage, {"study:homework_statistics": ["read"]})
    assert (await study.data(_path(stage), **DAYS))["homework"] == 2
    assert (await study.get(_path(stage, "remind-options"))).status_code == 403
    of_student = _path(stage, "students", stage.students[2].id)
    assert {work["description"] for work in (await study.data(of_student, **DAYS))["works"]} == {""}
    assert "" not in {work["description"] for work in (await (await _reader(stage)).data(of_student, **DAYS))["works"]}
    stranger = await console.sign_in(
        a_user_with({"study:homework_statistics": ["read"], "my_groups:homework_statistics": ["read"]}).of(a_branch())
    )
    for end in ((), ("students",), ("students", stage.students[0].id)):
        assert (await stranger.get(_path(stage, *end), **DAYS)).status_code == 404
    assert (await stranger.data("/homework-statistics/groups", **DAYS))["total"] == 0


async def _exported(reader: Visitor, path: str, columns: list[str], **query: object) -> list[list[Any]]:
    answer = await reader.request("POST", f"{path}/export", params=query, json={"columns": columns})
    assert answer.status_code == 200, answer.text
    return rows_of(answer.content)


async def test_the_students_are_exported_as_listed(stage: HomeworkScenario) -> None:
    """R2-058, R2-368, D-66: in the order of the list, and recorded."""
    reader = await _reader(stage)
    query = DAYS | {"sortBy": "averageScore", "perPage": 1}
    columns = ["student", "accepted", "notDue", "averageScore"]
    headers, *rows = await _exported(reader, _path(stage, "students"), columns, **query)
    assert headers == ["Student", "Accepted", "Not due yet", "Mean score"]
    assert [row[1:] for row in rows] == [[0, 1, 30], [1, 1, 71], [1, 1, 90], [0, 2, ""]]
    after = await stage.console.sql.fetchval(
        "select after::text from audits where verb = 'exports.made' order by id desc limit 1"
    )
    assert json.loads(after) == {"list": "homework-students", "rows": 4, "columns": columns}


async def test_the_lessons_are_exported_as_listed(stage: HomeworkScenario) -> None:
    """R2-058, D-66: as searched and sorted."""
    reader = await _reader(stage)
    columns = ["topic", "date", "accepted", "rejected", "notDue", "percentage"]
    rows = await _exported(reader, _path(stage, "lessons"), columns, sortBy="accepted", **DAYS)
    assert rows == [
        ["Topic", "Lesson date", "Accepted", "Rejected", "Not due yet", "Accepted, %"],
        ["Ro'yxatlar", DAY, 2, 1, 1, 66.7],
        ["Satrlar", DAY, 0, 0, 4, ""],
    ]
    assert len(await _exported(reader, _path(stage, "lessons"), columns, value="satr", **DAYS)) == 2


async def test_the_results_of_a_lesson_are_exported_as_filtered(stage: HomeworkScenario) -> None:
    """R2-060, D-90, D-66: by the key of the study department alone."""
    homework = await stage.console.sql.fetchval("select min(id) from homeworks where group_id = $1", stage.group.id)
    path = _path(stage, "lessons", stage.lesson_id, "homework", homework)
    study = await _reader(stage, {"study:homework_statistics": ["read"]})
    columns = ["hId", "status", "score", "attempts", "handedInAt", "dueAt"]
    headers, *rows = await _exported(study, path, columns)
    assert headers == ["School ID", "Status", "Score", "Attempts", "Handed in", "Deadline"]
    due = f"{DAY + timedelta(days=1):%d.%m.%Y} 17:00"
    handed_in = f"{DAY:%d.%m.%Y} 17:00"
    assert sorted(row[1:] for row in rows) == [
        ["Accepted", 71, 1, handed_in, due],
        ["Accepted", 90, 1, handed_in, due],
        ["Not due yet", "", 0, "", due],
        ["Rejected", 30, 1, handed_in, due],
    ]
    assert [row[2] for row in (await _exported(study, path, columns, status=2))[1:]] == [30]
    assert (await _export(await _reader(stage), path)).status_code == 403
    foreign = a_user_with({"study:homework_statistics": ["read"]}).of(a_branch())
    assert (await _export(await stage.console.sign_in(foreign), path)).status_code == 404


async def test_the_homework_of_a_student_is_exported(stage: HomeworkScenario) -> None:
    """R2-042, R2-059, D-66, D-90: of the days, for the key alone without a text."""
    path = _path(stage, "students", stage.students[2].id)
    study = await _reader(stage, {"study:homework_statistics": ["read"]})
    columns = ["number", "date", "topic", "status", "late", "score"]
    rows = await _exported(study, path, columns, **DAYS)
    assert rows == [
        ["Lesson No.", "Lesson date", "Topic", "Status", "Late", "Score"],
        [1, DAY, "Satrlar", "Not due yet", "", ""],
        [1, DAY, "Ro'yxatlar", "Rejected", "No", 30],
    ]
    assert len(await _exported(study, path, columns, fromDate="2026-01-01", toDate="2026-01-31")) == 1
    assert (await _export(study, _path(stage, "students", 10**9))).status_code == 404
    foreign = a_user_with({"study:homework_statistics": ["read"]}).of(a_branch())
    assert (await _export(await stage.console.sign_in(foreign), path)).status_code == 404


async def _export(reader: Visitor, path: str) -> Any:
    return await reader.request("POST", f"{path}/export", json={})


async def _remind(visitor: Visitor, stage: HomeworkScenario, **more: Any) -> Any:
    return await visitor.post("/homework-statistics/remind", {"groupId": stage.group.id, **more})


async def test_a_student_is_reminded_once_a_day_of_a_homework(stage: HomeworkScenario) -> None:
    """R2-310, D-89: by topic; again on the next day; who was reminded when is shown."""
    teacher = (await stage.teacher()).visitor
    first = data(await _remind(teacher, stage, topicIds=[stage.topics[0]]))
    assert (first["reminded"], first["leftOut"]) == (1, 0)
    both = data(await _remind(teacher, stage, topicIds=stage.topics))
    assert (both["reminded"], both["leftOut"]) == (4, 1)
    options = (await teacher.data(_path(stage, "remind-options")))["homework"]
    assert all(student["today"] and student["remindedAt"] for one in options for student in one["students"])
    events = await stage.console.sql.fetchval(
        "select count(*) from outbox where topic = 'HomeworkReminded' and (payload ->> 'groupId')::bigint = $1",
        stage.group.id,
    )
    assert events == 2
    stage.at("09:00", DAY + timedelta(days=1))
    teacher = (await stage.teacher()).visitor
    again = data(await _remind(teacher, stage, topicIds=[stage.topics[0]], studentIds=[stage.students[3].id]))
    assert (again["reminded"], again["leftOut"]) == (1, 0)


@pytest.mark.parametrize(("days", "status"), [(7, 200), (8, 422)])
async def test_topics_of_the_last_seven_days_can_be_named(stage: HomeworkScenario, days: int, status: int) -> None:
    """R2-310."""
    stage.at("10:00", DAY + timedelta(days=days))
    teacher = (await stage.teacher()).visitor
    answer = await _remind(teacher, stage, topicIds=[stage.topics[0]])
    assert answer.status_code == status


@pytest.mark.parametrize("form", [{}, {"topicIds": [10**9]}, {"homeworkIds": [10**9]}])
async def test_something_of_the_group_is_named(stage: HomeworkScenario, form: dict[str, Any]) -> None:
    """Nothing, or what is another group's, is refused."""
    assert (await _remind((await stage.teacher()).visitor, stage, **form)).status_code == 422


async def test_a_reader_of_statistics_reminds_nobody(stage: HomeworkScenario) -> None:
    """D-89: reminding is a write."""
    reader = await _reader(stage)
    assert (await _remind(reader, stage, topicIds=[stage.topics[0]])).status_code == 403


async def test_students_and_groups_are_found_by_words_of_the_name(stage: HomeworkScenario) -> None:
    """R2-057, R2-059, D-5: in any order and spelling, as in the other lists."""
    given = await (await stage.teacher()).given()
    reader, sql = await _reader(stage, {"study:homework_statistics": ["read"]}), stage.console.sql
    results = _path(stage, "lessons", stage.lesson_id, "homework", given["id"])
    student, group = stage.students[0].id, stage.group.id
    name = await sql.fetchval("select full_name from students where id = $1", student)
    turned = " ".join(reversed(name.split())).upper()
    for value, found in ((turned, [student]), ("…", []), ("   ", None)):
        listed = await reader.data(_path(stage, "students"), value=value, perPage=50, **DAYS)
        shown = await reader.data(results, value=value, perPage=50)
        for page in (listed["students"], shown["submissions"]):
            ids = [one["studentId"] for one in page]
            assert ids == found if found is not None else len(ids) > 1
    name = await sql.fetchval("select name from groups where id = $1", group)
    for value, times in ((" ".join(reversed(name.split())), 1), ("…", 0)):
        page = await reader.data("/homework-statistics/groups", value=value, **DAYS)
        assert [one["id"] for one in page["groups"]] == [group] * times
