"""The tables of each feed: compared columns, derived columns and child rows."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy import Table

from adapters.postgres.core import tables as t
from adapters.postgres.sync.school_curricula import DOCUMENT, LOCK_STAGED, follow_curricula, restore_curricula
from application.sync import rows
from contracts.sync.school_records import (
    CourseRecord,
    Feed,
    GamificationConnectionRecord,
    GamificationStudentRecord,
    GroupRecord,
    GroupStudentRecord,
    OfficeRecord,
    Record,
    StudentRecord,
    TeacherRecord,
    stored_fields,
)
from domain.groups.enrolments import LEFT, GroupStatus
from domain.sync.brakes import Effect

# the columns of staged rows that exist in no table
STAGED_ONLY = {
    "fresh": "boolean",
    "office_ids": "bigint[]",
    "category_h_id": "text",
    "category_name": "text",
    "months": "text",
    "schedules": "text",
}
_OF_EVERY_ROW = ("id", "fresh", "h_id", "school_version")


@dataclass(frozen=True)
class Spec:
    """One feed.

    A column of its rows is tracked unless it is declared as another kind. ``derived``: written with the tracked ones.
    ``fresh_only``: written once. ``expressions``: columns computed from the staged row ``s``. ``place``: the column of
    ``t`` that others refer to it by. ``children``: statements that synchronise the child rows of the staged rows;
    ``follow``: the same, of those that follow by a rule, and ``restore`` by documents of known rows, in a revert.
    ``document``: their JSON for the row ``s.id``, recorded under ``belongings``.
    ``following``: statements for known rows that follow their columns, run before these are written. ``stays``:
    whether the deferred change ``p`` of a living row ``t`` is its own; otherwise it is part of its parent's end.
    ``kept``: how a computed column retains its value. ``referred``: conditions that a living row refers to the row
    ``t``. ``changed_at_once``: the number of known rows written by one statement.
    """

    table: Table
    entity: str
    row: type[rows.Row]
    record: type[Record]
    derived: tuple[str, ...] = ()
    fresh_only: tuple[str, ...] = ()
    expressions: dict[str, str] = field(default_factory=dict)
    place: str = "t.id"
    before: tuple[str, ...] = ()
    children: tuple[str, ...] = ()
    follow: Callable[[Any], Awaitable[None]] | None = None
    restore: Callable[[Any, Mapping[int, Any]], Awaitable[None]] | None = None
    following: tuple[str, ...] = ()
    document: str | None = None
    belongings: str = ""
    stays: str = "true"
    kept: dict[str, str] = field(default_factory=dict)
    referred: tuple[str, ...] = ()
    changed_at_once: int = 5000

    def __post_init__(self) -> None:
        for name in self.columns:
            if not self.has(name) and name not in STAGED_ONLY:
                raise TypeError(f"{self.table.name} has no column {name}, which {self.record.__name__} stores")
            if self.columns.count(name) > 1:
                raise TypeError(f"{name} of {self.row.__name__} is stored already by {self.record.__name__}")

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns of a staged row; the record's stored fields come last."""
        return (*self.row._fields[:-1], *stored_fields(self.record))

    @cached_property
    def tracked(self) -> tuple[str, ...]:
        """The columns that are compared, and recorded when they change."""
        others = {*_OF_EVERY_ROW, *self.derived, *self.fresh_only}
        return (*(name for name in self.columns if self.has(name) and name not in others), *self.expressions)

    @property
    def plain(self) -> tuple[str, ...]:
        """The tracked columns that can be read, reverted and retained.

        That of papers records only that they differ.
        """
        return tuple(c for c in self.tracked if c != "papers_digest")

    @property
    def link(self) -> str:
        """The table of links to branches, ``student_offices`` for students."""
        return f"{self.entity}_offices"

    @property
    def stage(self) -> str:
        """The temporary table that a page is copied into."""
        return f"stage_{self.table.name}"

    def has(self, column: str) -> bool:
        """True if the table has the column."""
        return column in self.table.c


def _offices_of(person: str) -> dict[str, object]:
    """Links to branches.

    A link to a branch that the school did not create is not removed by the school.
    """
    link, key, stage = f"{person}_offices", f"{person}_id", f"stage_{person}s"
    return {
        "children": (
            f"""delete from {link} l using {stage} s, offices o
                where l.{key} = s.id and not s.fresh and o.id = l.office_id and o.head_office_id is not null
                  and l.office_id <> all (s.office_ids)""",  # noqa: S608
            f"""insert into {link} ({key}, office_id)
                select s.id, x from {stage} s, unnest(s.office_ids) x on conflict do nothing""",  # noqa: S608
        ),
        "document": f"""(select coalesce(jsonb_agg(l.office_id order by l.office_id), '[]')
                         from {link} l where l.{key} = s.id)""",  # noqa: S608
        "belongings": "office_ids",
    }


_BRANCH = "(select id from offices where head_office_id = t.id) b"
_DERIVED = ("full_name", "search", "sort_key")
# the columns derived from the school's papers, written when those differ from the last ones sent
OF_PAPERS = ("papers", "paper_keys", "has_personal_data")
_SCHEDULES = """jsonb_to_recordset(s.schedules::jsonb) as c (h_id text, teacher_id bigint, days smallint[],
    begin_time time, end_time time, start_date date, end_date date, classroom text)"""
_SCHEDULE_COLUMNS = ("group_id", "teacher_id", "days_of_week", "begin_time", "end_time", "start_date", "end_date")
_SCHEDULE = ", ".join((*_SCHEDULE_COLUMNS, "classroom_name"))

SPECS: dict[Feed, Spec] = {
    Feed.OFFICES: Spec(
        t.head_offices,
        "head_office",
        rows.OfficeRow,
        OfficeRecord,
        referred=(
            f"exists (select from {_BRANCH} join groups g on g.office_id = b.id where g.school_deleted_at is null)",
            f"""exists (select from {_BRANCH} join student_offices l on l.office_id = b.id
                join students x on x.id = l.student_id where x.school_deleted_at is null)""",
            f"""exists (select from {_BRANCH} join teacher_offices l on l.office_id = b.id
                join teachers x on x.id = l.teacher_id where x.school_deleted_at is null)""",
            f"exists (select from {_BRANCH} join user_offices l on l.office_id = b.id)",
        ),
        place="coalesce((select b.id from offices b where b.head_office_id = t.id), 0)",
        # every head office has a branch; it follows the school's name until it is renamed here
        following=(
            """update offices b set name = s.name, version = b.version + 1
               from stage_head_offices s, head_offices h where h.id = s.id and b.head_office_id = h.id
               and not s.fresh and b.name = h.name and s.name <> h.name""",
        ),
        children=(
            """insert into offices (name, head_office_id) select s.name, s.id from stage_head_offices s
               where not exists (select from offices b where b.head_office_id = s.id)""",
        ),
    ),
    Feed.TEACHERS: Spec(
        t.teachers,
        "teacher",
        rows.TeacherRow,
        TeacherRecord,
        _DERIVED,
        referred=(
            """exists (select from schedules x join groups g on g.id = x.group_id
                where x.teacher_id = t.id and g.school_deleted_at is null)""",
            "t.user_id is not null",
        ),
        **_offices_of("teacher"),  # type: ignore[arg-type]
    ),
    Feed.STUDENTS: Spec(
        t.students,
        "student",
        rows.StudentRow,
        StudentRecord,
        (*_DERIVED, *OF_PAPERS),
        ("created_at",),
        place="coalesce(t.merged_into_id, t.id)",
        referred=(
            "exists (select from enrolments x where x.student_id = t.id and x.school_deleted_at is null)",
            "exists (select from students x where x.merged_into_id = t.id)",
        ),
        # the trigger that maintains the words of names (migration 0008) looks up each changed row among all rows of
        # its statement
        changed_at_once=100,
        # a student who returns after a merge that preceded the first synchronisation is separate again
        before=("delete from sync_aliases a using stage_students s where s.fresh and a.h_id = s.h_id",),
        **_offices_of("student"),  # type: ignore[arg-type]
    ),
    Feed.COURSES: Spec(
        t.courses,
        "course",
        rows.CourseRow,
        CourseRecord,
        referred=("exists (select from groups x where x.course_id = t.id and x.school_deleted_at is null)",),
        kept={"category_id": "category_h_id = (select c.h_id from categories c where c.id = t.category_id)"},
        expressions={"category_id": "(select c.id from categories c where c.h_id = s.category_h_id)"},
        before=(
            LOCK_STAGED,
            """insert into categories (h_id, name)
               select distinct on (category_h_id) category_h_id, category_name from stage_courses
               where category_h_id is not null order by category_h_id, school_version desc
               on conflict (h_id) do update set name = excluded.name where categories.name <> excluded.name""",
        ),
        follow=follow_curricula,
        restore=restore_curricula,
        document=DOCUMENT,
        belongings="months",
    ),
    Feed.GROUPS: Spec(
        t.groups,
        "group",
        rows.GroupRow,
        GroupRecord,
        ("sort_key",),
        referred=("exists (select from enrolments x where x.group_id = t.id and x.school_deleted_at is null)",),
        children=(
            f"""delete from schedules d using stage_groups s where d.group_id = s.id and not s.fresh
                and not exists (select from stage_groups s, {_SCHEDULES} where c.h_id = d.h_id)""",  # noqa: S608
            f"""insert into schedules as d (h_id, {_SCHEDULE})
                select distinct on (c.h_id) c.h_id, s.id, c.teacher_id, c.days, c.begin_time, c.end_time,
                    c.start_date, c.end_date, c.classroom from stage_groups s, {_SCHEDULES}
                order by c.h_id, s.school_version desc
                on conflict (h_id) do update set {", ".join(f"{c} = excluded.{c}" for c in _SCHEDULE.split(", "))}
                where ({", ".join(f"d.{c}" for c in _SCHEDULE.split(", "))})
                    is distinct from ({", ".join(f"excluded.{c}" for c in _SCHEDULE.split(", "))})""",  # noqa: S608
        ),
        document=f"""(select coalesce(jsonb_agg(to_jsonb(x) order by x.h_id), '[]') from (
                        select d.h_id, {", ".join(f"d.{c}" for c in _SCHEDULE.split(", ")[1:])}
                        from schedules d where d.group_id = s.id) x)""",  # noqa: S608
        belongings="schedules",
    ),
    Feed.GROUP_STUDENTS: Spec(
        t.enrolments,
        "enrolment",
        rows.EnrolmentRow,
        GroupStudentRecord,
        stays=f"""exists (select from students x where x.id = t.student_id and x.school_deleted_at is null
                and not (p.field = '{Effect.STATUS_TURNED}' and x.status_id = {LEFT}))
            and exists (select from groups x where x.id = t.group_id and x.school_deleted_at is null
                and not (p.field = '{Effect.STATUS_TURNED}' and x.status = {GroupStatus.ENDED}))""",  # noqa: S608
    ),
    Feed.GAMIFICATION_STUDENTS: Spec(
        t.school_awards,
        "school_award",
        rows.SchoolAwardRow,
        GamificationStudentRecord,
        stays="exists (select from students x where x.id = t.student_id and x.school_deleted_at is null)",
    ),
    Feed.GAMIFICATION_CONNECTIONS: Spec(
        t.school_connections,
        "school_connection",
        rows.SchoolConnectionRow,
        GamificationConnectionRecord,
        stays="exists (select from groups x where x.id = t.group_id and x.school_deleted_at is null)",
    ),
}

# Tables that a feed writes beside its own table.
SIDE_TABLES: dict[Feed, tuple[str, ...]] = {
    Feed.OFFICES: ("offices",),
    Feed.TEACHERS: ("teacher_offices",),
    Feed.STUDENTS: ("student_offices",),
    Feed.COURSES: ("categories", "study_months", "topics"),
    Feed.GROUPS: ("schedules",),
}
# Rows that refer to a student: transferred to the successor when the school merges two students (protocols §6.6).
# Later tables of a student's history are added here. Table → the column that names the student, and the key of its
# rows.
LEDGER = "ledger_entries"
TRANSFERRED = {
    # rows have no number that is unique over all imports
    "import_rows": ("student_id", "import_id * 1000000 + number"),
    "enrolments": ("student_id", "id"),
    # the settling after the run follows with the ledger
    "school_awards": ("student_id", "id"),
    "sms_messages": ("student_id", "id"),
    "sync_aliases": ("student_id", "h_id"),
    "students": ("merged_into_id", "id"),
    "door_events": ("student_id", "id"),
    # a push belongs to a mark, and is transferred before it
    "attendance_pushes": ("student_id", "lesson_id"),
    "attendances": ("student_id", "lesson_id"),
    "homework_reminders": ("student_id", "id"),
    "files": ("created_by_student", "id"),
    # the chat follows its work, entries what they were earned with: each is transferred before or after it
    "submission_messages": ("student_id", "id"),
    "submissions": ("student_id", "id"),
    LEDGER: ("student_id", "id"),
}
# the key of submissions that changed places with work (see ``untouched_work``), beside those of the tables
SET_ASIDE = "untouched_submissions"
_BOTH_GIVEN = """not exists (
    select from submissions o where o.student_id = $2 and (o.homework_id = {of}.homework_id or o.exam_id = {of}.exam_id)
)"""
# the chat of work that is transferred
_OF_MOVED_WORK = f"""exists (
    select from submissions s where s.id = x.submission_id and {_BOTH_GIVEN.format(of="s")}
)"""
# What a revert returns of a table ($1: the transferred rows, $2: the merged student), where that is not just them.
# Entries follow their cause; work stays where the merged student has come to work on their own row since.
HANDED_BACK = {
    "submission_messages": f"x.id = any ($1::bigint[]) and {_OF_MOVED_WORK}",
    "submissions": f"x.id = any ($1::bigint[]) and {_BOTH_GIVEN.format(of='x')}",
    LEDGER: """(x.cause_kind, x.cause_source) in (
        select m.cause_kind, m.cause_source from ledger_entries m where m.id = any ($1::bigint[])
    )""",
}
# The rows that stay with the merged student where both have one: two students of one lesson keep a mark each, so that
# no past mark is lost (D-48). A condition on the row ``x``; $2 is the successor.
_BOTH_MARKED = "not exists (select from attendances y where y.lesson_id = x.lesson_id and y.student_id = $2)"
ONLY_WHERE = {
    "attendance_pushes": _BOTH_MARKED,
    "attendances": _BOTH_MARKED,
    "homework_reminders": """not exists (
        select from homework_reminders y where y.homework_id = x.homework_id and y.day = x.day and y.student_id = $2
    )""",
    # of the same homework or exam that both have worked on each keeps the own work, with its chat and what it earned
    "submission_messages": _OF_MOVED_WORK,
    "submissions": _BOTH_GIVEN.format(of="x"),
    # an award stays where its mark or work stays; of a cause that both have entries of, each keeps them
    LEDGER: """not exists (
        select from ledger_entries y
        where y.student_id = $2 and y.cause_kind = x.cause_kind and y.cause_source = x.cause_source
    ) and not case x.cause_kind
        when 'lesson' then exists (
            select from attendances a where a.student_id = $1 and a.lesson_id::text = x.cause_source)
        when 'homework' then exists (
            select from submissions s where s.student_id = $1 and s.id::text = x.cause_source)
        when 'exam_pass' then exists (
            select from submissions s where s.student_id = $1 and s.exam_id::text = x.cause_source)
        when 'exam_participation' then exists (
            select from submissions s where s.student_id = $1 and s.exam_id::text = x.cause_source)
        else false
    end""",
    # each was told of the same lesson
    "sms_messages": "not exists (select from sms_messages y where y.lesson_id = x.lesson_id and y.student_id = $2)",
}
