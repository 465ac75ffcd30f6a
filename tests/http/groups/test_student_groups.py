"""A student's own groups and lessons in the student gateway (D-96, D-98)."""

from datetime import date, timedelta

from tests.support.builders import Class, a_branch, a_class_of, a_course, a_student, a_teacher
from tests.support.console import Console
from tests.support.lessons import ABSENT, ATTENDED, LATE, a_lesson_of

MONDAY = date(2026, 3, 2)


def _group(name: str, *days: int) -> Class:
    group = a_class_of(2).called(name).in_branch(a_branch()).taught_by(a_teacher().named("Gulnora", "Saidova"))
    return group.on(*(days or (1, 3)), at="14:00")


async def test_own_periods_show_course_teacher_and_schedule(console: Console) -> None:
    """D-96: of the teacher nothing but name and photo.

    Of prices and other students nothing.
    """
    group, other = _group("Frontend-7").of_course(a_course("Frontend")), _group("Begona")
    await console.store(group, other)
    visitor = await console.sign_in_student(group.students[0])
    (period,) = (await visitor.data("/groups"))["groups"]
    assert (period["group"], period["course"]["name"]) == ({"id": group.id, "name": "Frontend-7"}, "Frontend")
    assert (period["startedDate"], period["endedDate"], period["status"]) == ("2026-01-05", None, 1)
    (line,) = period["schedules"]
    assert {*line["teacher"]} == {"name", "photo"}
    assert {"Gulnora", "Saidova"} <= {*line["teacher"]["name"].split()}
    assert (line["daysOfWeek"], line["beginTime"], line["endTime"]) == ([1, 3], "14:00", "16:00")


async def test_periods_stay_after_the_student_has_left_present_ones_first(console: Console) -> None:
    """D-98."""
    student = a_student()
    left, present = _group("Eski"), _group("Yangi")
    left.started, left.ended, left.action = date(2025, 1, 6), date(2025, 6, 30), 2
    await console.store(left.with_students(student), present.with_students(student))
    visitor = await console.sign_in_student(student)
    found = (await visitor.data("/groups"))["groups"]
    assert [(one["group"]["name"], one["status"]) for one in found] == [("Yangi", 1), ("Eski", 2)]
    lesson = a_lesson_of(left, date(2025, 2, 3)).marked(ATTENDED, student)
    await console.store(lesson)
    page = await visitor.data(f"/groups/{left.id}/lessons")
    assert [one["mark"] for one in page["lessons"]] == [ATTENDED]


async def test_lessons_show_the_own_mark_and_the_topic(console: Console) -> None:
    """D-24, D-71: newest first; the mark of a classmate is not shown."""
    group = _group("Python-2")
    own, classmate = group.students
    days = [MONDAY + timedelta(days=7 * week) for week in range(4)]
    lessons = [
        a_lesson_of(group, days[0]).marked(LATE, own, reason=1).marked(ABSENT, classmate),
        a_lesson_of(group, days[1]).marked(ABSENT, classmate),
        a_lesson_of(group, days[2]).having(no_class_reason="bayram"),
        a_lesson_of(group, days[3]).marked(ATTENDED, own),
    ]
    await console.store(*lessons)
    month = await console.sql.fetchval(
        "insert into study_months (course_id, number, name) values ($1, 1, '1-oy') returning id",
        group.course and group.course.id,
    )
    for position, name in enumerate(("O'zgaruvchilar", "Sikllar", "Funksiyalar")):
        await console.sql.execute(
            "insert into topics (study_month_id, position, name) values ($1, $2, $3)", month, position, name
        )
    visitor = await console.sign_in_student(own)
    page = await visitor.data(f"/groups/{group.id}/lessons", orderBy="ASC")
    shown = [(one["date"], one["mark"], one["reason"], one["topic"], one["status"]) for one in page["lessons"]]
    assert page["total"] == 4
    assert shown == [
        ("2026-03-02", LATE, 1, "O'zgaruvchilar", 3),
        ("2026-03-09", None, None, "Sikllar", 3),
        ("2026-03-16", 3, None, None, 3),
        ("2026-03-23", ATTENDED, None, "Funksiyalar", 3),
    ]
    newest = await visitor.data(f"/groups/{group.id}/lessons", perPage=1)
    assert newest["lessons"][0]["date"] == "2026-03-23"


async def test_lessons_outside_the_own_period_are_not_shown(console: Console) -> None:
    """D-98: neither before the student came nor after.

    Both days of the period belong to it.
    """
    student, group = a_student(), _group("Dizayn-1")
    await console.store(group, student)
    add = (
        "insert into enrolments (student_id, group_id, action_id, started_date, ended_date) values ($1, $2, 2, $3, $4)"
    )
    first, last = MONDAY, MONDAY + timedelta(days=14)
    await console.sql.execute(add, student.id, group.id, first, last)
    days = [MONDAY + timedelta(days=shift) for shift in (-1, 0, 7, 14, 15)]
    await console.store(*(a_lesson_of(group, day) for day in days))
    visitor = await console.sign_in_student(student)
    page = await visitor.data(f"/groups/{group.id}/lessons", orderBy="ASC")
    assert [one["date"] for one in page["lessons"]] == [str(day) for day in days[1:4]]
    assert page["total"] == 3


async def test_the_lessons_of_a_foreign_group_are_not_found(console: Console) -> None:
    """As those of an unknown one."""
    group, other = _group("O'zimniki"), _group("Begona-2")
    await console.store(group, other, a_lesson_of(other, MONDAY))
    visitor = await console.sign_in_student(group.students[0])
    answers = [(await visitor.get(f"/groups/{id}/lessons")).json() for id in (other.id, 10**9)]
    assert answers[0]["code"] == "SHARED_NOT_FOUND"
    assert {**answers[0], "requestId": ""} == {**answers[1], "requestId": ""}
