"""Names of the subjects of audit records, all kinds in one statement."""

import functools
from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from sqlalchemy import Text, bindparam, cast, func, literal_column, select, true, union_all

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER, seen
from adapters.postgres.listing.listing import Compiled, among, compiled
from application.actor import Actor
from application.audit.names import SHORT, ReferentNames
from contracts.texts import catalogue

LANGUAGE = "language"
_action, _lesson, _holiday, _homework = t.control_actions.c, t.lessons.c, t.holidays.c, t.homeworks.c
_exam, _month = t.exams.c, t.study_months.c


def _of(column: Any, id: Any) -> Any:
    """The value of a column in the row that ``id`` refers to."""
    return select(column).where(column.table.c.id == id).scalar_subquery()


def _day(column: Any) -> Any:
    return func.to_char(column, "DD.MM.YYYY")


# kind → its table and the name of a row
NAMED: dict[str, tuple[Any, Any]] = {
    "student": (t.students, t.students.c.full_name),
    "teacher": (t.teachers, t.teachers.c.full_name),
    "user": (t.users, t.users.c.full_name),
    "role": (t.roles, t.roles.c.name),
    "office": (t.offices, t.offices.c.name),
    "head_office": (t.head_offices, t.head_offices.c.name),
    "group": (t.groups, t.groups.c.name),
    "course": (t.courses, t.courses.c.name),
    "category": (t.categories, t.categories.c.name),
    "control_action": (
        t.control_actions,
        func.coalesce(_action.display_name.op("->>")(bindparam(LANGUAGE, type_=Text)), _action.name),
    ),
    "session": (t.sessions, _of(t.users.c.full_name, t.sessions.c.user_id)),
    "student_session": (t.student_sessions, _of(t.students.c.full_name, t.student_sessions.c.student_id)),
    "submission": (t.submissions, _of(t.students.c.full_name, t.submissions.c.student_id)),
    "sms_template": (t.sms_templates, t.sms_templates.c.name),
    "sms_batch": (t.sms_batches, func.left(t.sms_batches.c.text, SHORT)),
    "import": (t.imports, t.imports.c.file_name),
    "integration": (t.integrations, t.integrations.c.kind),
    "job": (t.jobs, t.jobs.c.kind),
    "holiday": (t.holidays, func.concat(_day(_holiday.date), ", ", _holiday.name)),
    "topic": (t.topics, t.topics.c.name),
    "study_month": (t.study_months, func.coalesce(func.nullif(_month.name, ""), cast(_month.number, Text))),
    "homework": (
        t.homeworks,
        func.concat(
            _of(t.groups.c.name, _homework.group_id),
            ", ",
            func.coalesce(_of(t.topics.c.name, _homework.topic_id), func.left(_homework.description, SHORT)),
        ),
    ),
    "database_chapter": (t.database_chapters, t.database_chapters.c.name),
    "database_lesson": (t.database_lessons, t.database_lessons.c.name),
    "database_homework": (
        t.database_homeworks,
        func.concat(
            _of(t.database_lessons.c.name, t.database_homeworks.c.lesson_id),
            ", ",
            func.left(t.database_homeworks.c.description, SHORT),
        ),
    ),
    "exam": (
        t.exams,
        func.concat(_of(t.groups.c.name, _exam.group_id), ", ", func.left(_exam.description, SHORT)),
    ),
    "video": (t.videos, t.videos.c.name),
    "lesson": (t.lessons, func.concat(_of(t.groups.c.name, _lesson.group_id), ", ", _day(_lesson.date))),
}
# kinds of which the name is a code that has a text
CODED = ("integration", "job")


async def names_of(wanted: Mapping[str, set[int]], pool: ReadPool, actor: Actor, zone: tzinfo) -> ReferentNames:
    """Names by kind and id; those outside of the actor's scope are absent (D-12)."""
    kinds = {kind: ids for kind, ids in wanted.items() if kind in NAMED and ids}
    if not kinds:
        return ReferentNames(language=actor.language, zone=zone)
    statement = _statement(tuple(sorted(kinds)), scoped=not actor.all_offices)
    values: dict[str, Any] = {kind: list(ids) for kind, ids in kinds.items()}
    values |= {LANGUAGE: actor.language, SCOPE_PARAMETER: list(actor.office_ids)}
    found: dict[str, dict[int, str]] = {}
    for row in await pool.fetch(statement.sql, *statement.arguments(values)):
        found.setdefault(row["kind"], {})[row["id"]] = _title(row["kind"], row["name"], actor.language)
    return ReferentNames(found, actor.language, zone)


def _title(kind: str, name: str, language: str) -> str:
    return catalogue(language).get(f"audit.value.{kind}.kind.{name}", name) if kind in CODED else name


@functools.lru_cache(maxsize=256)
def _statement(kinds: tuple[str, ...], *, scoped: bool) -> Compiled:
    parts = []
    for kind in kinds:
        table, name = NAMED[kind]
        scope = seen(table) if scoped else None
        visible = true() if scope is None else scope
        part = select(literal_column(f"'{kind}'", Text).label("kind"), table.c.id, name.label("name"))
        parts.append(part.where(among(table.c.id, kind), visible))
    return compiled(union_all(*parts))
