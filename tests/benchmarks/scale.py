"""Fills an empty centre by COPY, from the tests' builders.

``python -m tests.benchmarks.scale --students 1000000``. Students of ten branches with groups of twenty, their schedules
and enrolments; rows that a class derives (``Class.links``) are written with it. With ``--lessons 20`` each group has a
marked lesson on each of the last twenty days. Names are those of the demo school. The database is that of
CONSOLE_DATABASE_URL, or of the console that runs on CONSOLE_HOME.
"""

import argparse
import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.listing.counting import RECOUNT
from entrypoints.cli.support.home import console_settings
from entrypoints.simulators.school.generator.names import full_name
from tests.support.builders import (
    Branch,
    Course,
    Entity,
    Student,
    Teacher,
    a_branch,
    a_category,
    a_class_of,
    a_course,
    a_student,
    a_teacher,
)
from tests.support.storing import store

BRANCHES, COURSES, CLASS = 10, 30, 20
STUDENTS_PER_TEACHER = 100
MAX_TEACHERS = 400
AT_ONCE = 20_000
PARTS = 2
# shares of all, in hundredths, as in a centre some years old
STATUSES = (1,) * 74 + (2,) * 3 + (3,) * 3 + (4,) * 4 + (5,) * 12 + (6,) * 4
IN_TWO_BRANCHES, WITH_PHOTO, WITH_PAPERS, BLOCKED, WITHOUT_GROUP = 8, 30, 60, 2, 3
MANY_ROWS = ("students", "student_offices", "enrolments")
# costly per row and cheap in bulk: the statements that drop it, and those that create it again
COSTLY = """
select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as again
from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[])
union all
select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid) from pg_index i
where indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
"""

# $1: the number of days before today
LESSONS = """
insert into lessons (group_id, teacher_id, date, begin_time, end_time)
select group_id, min(teacher_id), day::date, '09:00', '10:30'
from schedules, generate_series(current_date - $1::int, current_date - 1, '1 day') day
where teacher_id is not null group by group_id, day
"""
# of every lesson before today
MARKS = """
insert into attendances (lesson_id, student_id, status, reason, marked_at)
select l.id, e.student_id, case when (l.id + e.student_id) % 9 = 0 then 2 else 1 end,
    case when (l.id + e.student_id) % 9 = 0 then 3 end, now()
from lessons l join enrolments e on e.group_id = l.group_id
where l.date < current_date
"""
TALLIES = """
insert into group_marks (group_id, attended, late, absent)
select l.group_id, count(*) filter (where a.status = 1), 0, count(*) filter (where a.status = 2)
from attendances a join lessons l on l.id = a.lesson_id group by l.group_id
"""


class School:
    """Generates branches, courses, teachers, then students by class, from a seed."""

    def __init__(self, students: int, seed: int = 1) -> None:
        self.students = students
        self._random = Random(seed)
        self._part = 0
        self.branches: list[Branch] = [a_branch(f"Filial {number + 1}") for number in range(BRANCHES)]
        categories = [a_category() for _ in range(5)]
        self.courses: list[Course] = [a_course().of_category(categories[n % 5]) for n in range(COURSES)]
        teachers = min(MAX_TEACHERS, max(BRANCHES, students // STUDENTS_PER_TEACHER))
        self.teachers: list[Teacher] = [self._teacher(n) for n in range(teachers)]

    def all_students(self, part: int = 0) -> Iterator[list[Entity]]:
        """All students of a part, class by class; few of each class are in no group."""
        self._random.seed(part)
        self._part = part
        for begun in range(0, self.students, CLASS):
            members = [self._student() for _ in range(min(CLASS, self.students - begun))]
            group = a_class_of(0).in_branch(self._random.choice(self.branches))
            group.of_course(self._random.choice(self.courses)).taught_by(self._random.choice(self.teachers))
            for student in members:
                student.in_branch(*[group.branch] if group.branch else [])
                if self._one_in_hundred(IN_TWO_BRANCHES):
                    student.in_branch(self._random.choice(self.branches))
                if not self._one_in_hundred(WITHOUT_GROUP):
                    group.with_students(student)
            yield [group, *members]

    def _student(self) -> Student:
        random = self._random
        name = full_name(random.random, random.random() < 0.5)
        student = a_student().named(name.first, name.last, name.middle).with_status(random.choice(STATUSES))
        return student.having(
            h_id=f"S{self._part}{student.number:07}",
            phone=f"+9989{random.randrange(10**8):08}",
            photo="photo.webp" if self._one_in_hundred(WITH_PHOTO) else None,
            has_personal_data=self._one_in_hundred(WITH_PAPERS),
            system_status=2 if self._one_in_hundred(BLOCKED) else 1,
        )

    def _teacher(self, number: int) -> Teacher:
        name = full_name(self._random.random, number % 2 == 0)
        return a_teacher().named(name.first, name.last, name.middle).in_branch(self.branches[number % BRANCHES])

    def _one_in_hundred(self, share: int) -> bool:
        return self._random.random() * 100 < share


async def fill(database_url: str, students: int) -> None:
    """Writes that many students with all their rows, and runs ANALYZE."""
    sql = await asyncpg.connect(**asyncpg_arguments(database_url))
    try:
        costly = await sql.fetch(COSTLY, list(MANY_ROWS)) if students > AT_ONCE else []
        for one in costly:
            await sql.execute(one["away"])
        for table in MANY_ROWS[:2]:
            await sql.execute(f"alter table {table} disable trigger user")
        await _write(sql, database_url, students)
        for table in MANY_ROWS[:2]:
            await sql.execute(f"alter table {table} enable trigger user")
        await sql.execute("set maintenance_work_mem = '256MB'")
        for one in reversed(costly):
            await sql.execute(one["again"])
        await sql.execute(RECOUNT)
        await sql.execute("vacuum analyze")
    finally:
        await sql.close()


def _write_part(database_url: str, school: School, part: int) -> None:
    """In a process of its own: generating people is half of the work."""

    async def write() -> None:
        sql = await asyncpg.connect(**asyncpg_arguments(database_url))
        all_students = school.all_students(part)
        while classes := list(islice(all_students, AT_ONCE // CLASS)):
            await store(sql, *(thing for one in classes for thing in one))
        await sql.close()

    asyncio.run(write())


async def _write(sql: Any, database_url: str, students: int) -> None:
    school = School(students // PARTS if students > AT_ONCE else students)
    await store(sql, *school.branches, *school.courses, *school.teachers)
    forked = multiprocessing.get_context("fork")
    parts = [
        forked.Process(target=_write_part, args=(database_url, school, part))
        for part in range(PARTS if students > AT_ONCE else 1)
    ]
    for part in parts:
        part.start()
    for part in parts:
        await asyncio.to_thread(part.join)
        if part.exitcode:
            raise RuntimeError("a part of the students could not be written")


async def teach(sql: Any, days: int) -> None:
    """Gives every group a marked lesson on each past day, in a filled centre."""
    await sql.execute(LESSONS, days)
    await mark_all(sql)


async def mark_all(sql: Any) -> None:
    """Marks every past lesson as attended, or one time in nine as not."""
    await sql.execute(MARKS)
    await sql.execute(TALLIES)
    await sql.execute("vacuum analyze")


async def _fill(url: str, students: int, lessons: int) -> None:
    await fill(url, students)
    if lessons:
        sql = await asyncpg.connect(**asyncpg_arguments(url))
        await teach(sql, lessons)
        await sql.close()


def main() -> None:
    """Fills the database of the settings."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.scale", description=__doc__)
    parser.add_argument("--students", type=int, required=True)
    parser.add_argument("--lessons", type=int, default=0, help="marked lessons of each group, one a day")
    parser.add_argument("--database", help="another database, as CONSOLE_DATABASE_URL names it")
    options = parser.parse_args()
    began = time.perf_counter()
    asyncio.run(_fill(options.database or console_settings().database_url, options.students, options.lessons))
    print(
        f"{options.students} students, {options.lessons} lessons of each group in {time.perf_counter() - began:.1f} s"
    )


if __name__ == "__main__":
    main()
