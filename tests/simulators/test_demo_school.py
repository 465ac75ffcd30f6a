"""The demo school is plausible, reproducible from size and seed, and changes.

Issue: The school.
"""

import unicodedata
from collections import Counter, defaultdict
from datetime import date, time, timedelta
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from contracts.sync.school_records import (
    RECORDS,
    STUDENT_STATUSES,
    CourseRecord,
    Feed,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    StudentRecord,
    TeacherRecord,
)
from entrypoints.simulators.school import Change, GeneratedSchool, remembered
from entrypoints.simulators.school.feeds import CursorLost
from entrypoints.simulators.school.generator.clubs import HOST
from entrypoints.simulators.school.generator.names import cyrillic

TODAY = date(2026, 11, 20)
R = TypeVar("R", bound=Record)


def all_of(school: GeneratedSchool, kind: type[R]) -> list[R]:
    feed = next(feed for feed, record in RECORDS.items() if record is kind)
    log = school.feeds[feed]
    return [msgspec.json.decode(log.rows[id], type=kind) for id in log.living()]


@pytest.fixture(scope="module")
def school() -> GeneratedSchool:
    return GeneratedSchool(2000, seed=1, today=TODAY)


def test_the_same_number_and_seed_give_the_same_school(school: GeneratedSchool) -> None:
    twin, other = GeneratedSchool(2000, 1, TODAY), GeneratedSchool(2000, 2, TODAY)
    assert all(twin.feeds[feed].rows == school.feeds[feed].rows for feed in Feed)
    assert other.feeds[Feed.STUDENTS].rows != school.feeds[Feed.STUDENTS].rows


@pytest.mark.parametrize("students", [1, 20, 499, 2000])
def test_it_has_the_requested_size(students: int) -> None:
    school = GeneratedSchool(students, seed=3, today=TODAY)
    assert len(all_of(school, StudentRecord)) == students
    offices = all_of(school, OfficeRecord)
    assert len(offices) == max(3, round(students / 500))
    assert len({office.name for office in offices}) == len(offices)
    assert len(all_of(school, TeacherRecord)) >= students / 25


def test_about_eighteen_students_are_in_a_group(school: GeneratedSchool) -> None:
    sizes = Counter(period.group_id for period in all_of(school, GroupStudentRecord) if period.end_date is None)
    active = [group.id for group in all_of(school, GroupRecord) if group.status == "active"]
    assert 14 <= sum(sizes[id] for id in active) / len(active) <= 22


@pytest.mark.parametrize("students", [5, 2000])
def test_there_are_lessons_every_day(students: int) -> None:
    """Each day of the coming four weeks has a lesson."""
    groups = all_of(GeneratedSchool(students, 1, TODAY), GroupRecord)
    for ahead in range(28):
        day = TODAY + timedelta(days=ahead)
        assert any(_taught(group, day) for group in groups if group.status == "active"), day


@pytest.mark.parametrize("students", [20, 2000])
@pytest.mark.parametrize("days", [0, 28])
def test_there_is_a_lesson_at_any_hour(students: int, days: int) -> None:
    """Each quarter of an hour: always the same teacher, at least one student."""
    school = GeneratedSchool(students, 1, TODAY)
    day = TODAY + timedelta(days=days)
    clubs = [group for group in all_of(school, GroupRecord) if group.schedules[0].teacher_id == HOST]
    assert all(_taught(group, day) for group in clubs)
    held = [(one.begin_time, one.end_time) for group in clubs for one in group.schedules]
    for quarter in range(96):
        now = time(quarter // 4, quarter % 4 * 15)
        assert sum(begin <= now and (now < end or end == time(0)) for begin, end in held if begin and end) == 1, now
    members = Counter(period.group_id for period in all_of(school, GroupStudentRecord))
    assert all(members[group.id] for group in clubs)


def _taught(group: GroupRecord, day: date) -> bool:
    assert group.start_date
    assert group.end_date
    days = {number for schedule in group.schedules for number in schedule.days_of_week}
    return group.start_date <= day <= group.end_date and day.isoweekday() in days


def test_no_teacher_and_no_room_is_booked_twice_at_once(school: GeneratedSchool) -> None:
    busy: dict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
    for group in all_of(school, GroupRecord):
        for schedule in group.schedules:
            hours = (str(schedule.begin_time), str(schedule.end_time))
            for day in schedule.days_of_week:
                busy[schedule.teacher_id, day].append(hours)
                busy[f"{group.office_id} {schedule.classroom}", day].append(hours)
    for taken in busy.values():
        assert all(ends <= begins for (_, ends), (begins, _) in pairwise(sorted(taken)))


def test_every_reference_is_to_an_existing_record(school: GeneratedSchool) -> None:
    known = {feed: set(school.feeds[feed].rows) for feed in Feed}
    for group in all_of(school, GroupRecord):
        assert group.office_id in known[Feed.OFFICES]
        assert group.course_id in known[Feed.COURSES]
        assert {schedule.teacher_id for schedule in group.schedules} <= known[Feed.TEACHERS]
    for period in all_of(school, GroupStudentRecord):
        assert period.group_id in known[Feed.GROUPS]
        assert period.student_id in known[Feed.STUDENTS]
    people: list[StudentRecord | TeacherRecord] = [*all_of(school, StudentRecord), *all_of(school, TeacherRecord)]
    for person in people:
        assert person.office_ids
        assert set(person.office_ids) <= known[Feed.OFFICES]


def test_courses_have_months_and_topics(school: GeneratedSchool) -> None:
    for course in all_of(school, CourseRecord):
        assert [month.number for month in course.months] == list(range(1, len(course.months) + 1))
        assert all(month.topics for month in course.months)
        assert course.category_name


def test_periods_agree_with_the_students_status(school: GeneratedSchool) -> None:
    """Active students study, departed ones do not (D-48).

    Some returned, some are in two groups or two branches.
    """
    periods = defaultdict(list)
    for period in all_of(school, GroupStudentRecord):
        assert period.start_date
        assert period.end_date is None or period.start_date <= period.end_date
        periods[period.student_id].append(period)
    students = all_of(school, StudentRecord)
    assert {student.status for student in students} == set(STUDENT_STATUSES)
    assert 0.6 < sum(student.status == "active" for student in students) / len(students) < 0.85
    for student in students:
        open_ones = [period for period in periods[student.id] if period.end_date is None]
        assert bool(open_ones) == (student.status in ("active", "not_counted"))
        assert student.created_at
        assert all(student.created_at.date() <= p.start_date for p in periods[student.id] if p.start_date)
    came_back = [of for of in periods.values() if len({p.group_id for p in of}) < len(of)]
    assert came_back
    assert any(len(student.office_ids) > 1 for student in students)


def test_identity_numbers_agree_with_birth_and_sex_and_are_unique(school: GeneratedSchool) -> None:
    """The personal number: century and sex, birth date, check digit (weights 7, 3, 1)."""
    seen: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for student in all_of(school, StudentRecord):
        papers = student.documents
        if papers is None:
            continue
        kinds["passport" if papers.passport_number else "certificate"] += 1
        seen[papers.passport_series + papers.passport_number + papers.birth_certificate] += 1
        number = papers.personal_id
        if number and student.birth_date:
            seen[number] += 1
            born = student.birth_date
            assert len(number) == 14
            assert number[1:7] == born.strftime("%d%m%y")
            assert number[0] == str(
                {(19, "male"): 3, (19, "female"): 4, (20, "male"): 5, (20, "female"): 6}[
                    born.year // 100, student.gender
                ]
            )
            assert int(number[13]) == sum(int(d) * (7, 3, 1)[i % 3] for i, d in enumerate(number[:13])) % 10
    assert max(seen.values()) == 1
    assert kinds["passport"] > 100
    assert kinds["certificate"] > 100


def test_names_are_written_as_people_write_them(school: GeneratedSchool) -> None:
    """Every apostrophe, both scripts, patronymics of both kinds, long names."""
    people = all_of(school, StudentRecord)
    names = [f"{one.last_name} {one.first_name} {one.middle_name}" for one in people]
    for sign in ("ʻ", "'", "‘", "`"):
        assert any(sign in name for name in names), sign
    scripts = Counter("CYRILLIC" in unicodedata.name(one.first_name[0]) for one in people)
    assert 0.05 < scripts[True] / len(people) < 0.3
    assert any(name.endswith(("oʻgʻli", "o'g'li")) for name in names)
    assert any(name.endswith("qizi") for name in names)
    assert any(one.middle_name.endswith("ovich") for one in people)
    assert max(len(name) for name in names) > 60
    assert all(one.last_name[0].isupper() and one.first_name[0].isupper() for one in people)


@pytest.mark.parametrize(
    ("latin", "written"),
    [
        ("Shahzoda", "Шаҳзода"),
        ("Gʻulom", "Ғулом"),
        ("Yoʻldosh", "Йўлдош"),
        ("Ziyoyev", "Зиёев"),
        ("Isʼhoq", "Исҳоқ"),
        ("Eʼzoza", "Эъзоза"),
        ("Oʻktam oʻgʻli", "Ўктам ўғли"),
    ],
)
def test_names_in_cyrillic_follow_the_alphabet(latin: str, written: str) -> None:
    assert cyrillic(latin) == written


def test_every_kind_of_change_arrives_with_the_next_delta() -> None:
    """New, moved, left, returned, renamed, merged, removed, rescheduled: no others."""
    school = GeneratedSchool(300, 5, TODAY)
    before = school.sequence
    happened = school.change(Change(new=2, moved=2, left=3, returned=1, renamed=2, merged=1, removed=1, rescheduled=1))
    assert {kind: len(ids) for kind, ids in happened.items()} == {
        "new": 2, "moved": 2, "left": 3, "returned": 1, "renamed": 2, "merged": 1, "removed": 1, "rescheduled": 1,
    }  # fmt: skip
    changed = [msgspec.json.decode(row, type=StudentRecord) for row in _delta(school, Feed.STUDENTS, before)]
    touched = {id for kind, ids in happened.items() if kind != "rescheduled" for id in ids}
    assert {student.id for student in changed} == touched
    by_id = {student.id: student for student in changed}
    assert by_id[happened["merged"][0]].merged_into
    assert by_id[happened["removed"][0]].deleted
    groups = [msgspec.json.decode(row, type=GroupRecord).id for row in _delta(school, Feed.GROUPS, before)]
    assert groups == happened["rescheduled"]
    periods = [msgspec.json.decode(row, type=GroupStudentRecord) for row in _delta(school, Feed.GROUP_STUDENTS, before)]
    assert {period.student_id for period in periods if not period.deleted} >= set(happened["new"])
    assert not _delta(school, Feed.OFFICES, before)


def test_a_restarted_school_continues_from_its_state(tmp_path: Path) -> None:
    """Restarted on a later day, the school is the same; cursors stay valid."""
    kept = tmp_path / "school.json"
    school = remembered(kept, 80, 1, TODAY)
    cursor = school.sequence
    school.change(Change(new=2, left=1))
    again = remembered(kept, 80, 1, TODAY + timedelta(days=9))
    assert again.epoch == school.epoch
    assert all(again.feeds[feed].rows == school.feeds[feed].rows for feed in Feed)
    assert _delta(again, Feed.STUDENTS, cursor) == _delta(school, Feed.STUDENTS, cursor)
    school.forget()
    with pytest.raises(CursorLost):
        _delta(remembered(kept, 80, 1), Feed.STUDENTS, cursor)
    assert remembered(kept, 81, 1, TODAY).epoch != school.epoch


def _delta(school: GeneratedSchool, feed: Feed, since: int) -> list[bytes]:
    return school.feeds[feed].reading(since, school.sequence, school.sequence).rows


@pytest.mark.long
def test_a_hundred_thousand_students_are_generated_in_seconds() -> None:
    from time import monotonic

    began = monotonic()
    school = GeneratedSchool(100_000, 1, TODAY)
    assert monotonic() - began < 15
    assert len(school.feeds[Feed.STUDENTS].rows) == 100_000
