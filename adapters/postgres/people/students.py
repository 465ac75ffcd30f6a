"""Reads about students: the list, the card, and the options of filters."""

from typing import Any

import msgspec
from sqlalchemy import Boolean, Date, Text, and_, bindparam, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by

from adapters.postgres.core import tables as t
from adapters.postgres.core.engine import TODAY
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import within
from adapters.postgres.listing.card import CardQuery, visible_offices
from adapters.postgres.listing.listing import Listing, among, is_, page_of
from adapters.postgres.listing.name_words import NameWords
from adapters.postgres.listing.search import PeopleSearch
from adapters.postgres.people.student_totals import STUDENT_TOTALS
from application.actor import Actor
from application.files.ports import FileLinks
from application.ports import Cipher, Clock
from contracts.people.students import (
    MaskedIdentityDocuments,
    StickyDifference,
    StudentCard,
    StudentGroup,
    StudentPage,
    StudentRow,
    StudentsQuery,
)
from contracts.sync.school_records import Documents
from domain.access.roles import RoleNumber
from domain.people.identity_documents import mask_birth_certificate, mask_passport, mask_personal_id
from domain.people.student import SCHOOL_OWNED

LANGUAGE = "language"


def _json(sql: str) -> Any:
    return literal_column(f"({sql})", JSONB)


def _in_language(display_name: Any, name: Any) -> Any:
    return func.coalesce(display_name.op("->>")(bindparam(LANGUAGE, type_=Text)), name)


_OFFICES = visible_offices(t.student_offices, t.student_offices.c.student_id)
_CATEGORIES = _json("""
select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'hName', c.name) order by c.name, c.id), '[]')
from categories c where c.id in (
    select k.category_id from enrolments e join groups g on g.id = e.group_id join courses k on k.id = g.course_id
    where e.student_id = students.id and e.school_deleted_at is null)""")
_ACTION = t.control_actions.c
_STATUS = (
    select(func.jsonb_build_object("id", _ACTION.id, "name", _in_language(_ACTION.display_name, _ACTION.name)))
    .where(_ACTION.id == t.students.c.status_id)
    .correlate(t.students)
    .scalar_subquery()
)


def _enrolled(condition: Any) -> Any:
    links = t.enrolments.join(t.groups).join(t.courses)
    enrolled = and_(t.enrolments.c.student_id == t.students.c.id, t.enrolments.c.school_deleted_at.is_(None), condition)
    return exists(select(1).select_from(links).where(enrolled).correlate(t.students))


def _assisted() -> Any:
    """The clause that an assistant teaches a group of the student.

    Only groups of the caller's branches count (D-17, D-57).
    """
    e, g, s, p = t.enrolments, t.groups, t.schedules, t.teachers
    going_on = or_(e.c.ended_date.is_(None), e.c.ended_date >= literal_column(TODAY, Date))
    enrolled = and_(e.c.student_id == t.students.c.id, e.c.school_deleted_at.is_(None), going_on, within(g.c.office_id))
    who = and_(is_(p.c.id, "assistant_id"), p.c.role_number == RoleNumber.ASSISTANT.value)
    return exists(select(1).select_from(e.join(g).join(s).join(p)).where(enrolled, who).correlate(t.students))


def _current_groups() -> Any:
    """The student's groups of today, in the caller's branches, by name (D-12)."""
    e, g = t.enrolments, t.groups
    going_on = or_(e.c.ended_date.is_(None), e.c.ended_date >= literal_column(TODAY, Date))
    enrolled = and_(e.c.student_id == t.students.c.id, e.c.school_deleted_at.is_(None), going_on)
    own = select(e.c.group_id).where(enrolled).correlate(t.students)
    named = aggregate_order_by(func.jsonb_build_object("id", g.c.id, "name", g.c.name), g.c.name, g.c.id)
    return (
        select(func.coalesce(func.jsonb_agg(named), literal_column("'[]'::jsonb")))
        .where(g.c.id.in_(own), within(g.c.office_id))
        .correlate(t.students)
        .scalar_subquery()
    )


def _of_offices() -> Any:
    linked = and_(t.student_offices.c.student_id == t.students.c.id, among(t.student_offices.c.office_id, "office_ids"))
    return exists(select(1).where(linked).correlate(t.students))


def _of_pick() -> Any:
    picks = t.student_picks.c
    return t.students.c.id.in_(select(func.unnest(picks.student_ids)).where(is_(picks.key, "picked")))


def _of_import() -> Any:
    """The clause that a committed import created or changed the student."""
    rows, of = t.import_rows.c, t.imports.c
    wrote = or_(rows.verb == "add", rows.verb == "change")
    written = and_(is_(rows.import_id, "import_id"), wrote, of.committed_at.is_not(None))
    return t.students.c.id.in_(select(rows.student_id).select_from(t.import_rows.join(t.imports)).where(written))


_s = t.students.c
STUDENTS = Listing(
    table=t.students,
    row=StudentRow,
    columns={
        "offices": _OFFICES,
        "categories": _CATEGORIES,
        "status": _STATUS,
        "mobile": _s.phone,
        "phone_number": _s.phone,
        "current_groups": _current_groups(),
    },
    on_demand=("current_groups",),
    order=(_s.sort_key,),
    filters={
        "category_id": lambda: _enrolled(is_(t.courses.c.category_id, "category_id")),
        "status_id": lambda: is_(_s.status_id, "status_id"),
        "system_status": lambda: is_(_s.system_status, "system_status"),
        # a group of another branch is treated as missing (D-12)
        "student_group": lambda: _enrolled(
            and_(is_(t.enrolments.c.group_id, "student_group"), within(t.groups.c.office_id))
        ),
        "office_ids": _of_offices,
        "has_photo": lambda: _s.photo.is_not(None).op("=")(bindparam("has_photo", type_=Boolean)),
        "has_private_info": lambda: is_(_s.has_personal_data, "has_private_info"),
        "assistant_id": _assisted,
        "staff_id": lambda: is_(_s.created_by, "staff_id"),
        "ids": lambda: among(_s.id, "ids"),
        "picked": _of_pick,
        "import_id": _of_import,
        "author_id": lambda: _enrolled(and_(is_(t.courses.c.author_id, "author_id"), within(t.groups.c.office_id))),
    },
    # a student who was merged into another, or removed from the school's register, is no longer listed
    always=(_s.school_deleted_at.is_(None), _s.merged_into_id.is_(None)),
    search=PeopleSearch(t.students, school_id=_s.h_id, phone=_s.phone, words=NameWords(t.student_words, "student_id")),
    counted=STUDENT_TOTALS,
)


_CARD = CardQuery(
    t.students,
    StudentCard,
    {**STUDENTS.columns, "school_deleted": _s.school_deleted_at.is_not(None)},
    elsewhere=("groups", "sticky"),
    entity="Student",
)
GROUPS_OF_STUDENT = """
select e.id as student_group_id, g.id as group_id, g.name as group_name, k.name as course_name, o.name as office_name,
       e.action_id, coalesce(a.display_name ->> $2, a.name) as action_name,
       e.started_date, e.ended_date, g.status as group_status
from enrolments e join groups g on g.id = e.group_id join courses k on k.id = g.course_id
join offices o on o.id = g.office_id join control_actions a on a.id = e.action_id
where e.student_id = $1 and e.school_deleted_at is null and ($3::bigint[] is null or g.office_id = any($3))
order by e.ended_date desc nulls first, e.started_date desc nulls last, e.id desc
"""


# a revert may mark more fields than a card shows
STICKY = """
select field, school_value from sticky_fields
where entity = 'student' and entity_id = $1 and field = any ($2::text[]) order by field
"""
WIRE_NAMES = {column: name for name, column in SCHOOL_OWNED.items()}


def _comparable(value: object) -> str:
    """A value as text for comparison: a day in ISO form, None as ""."""
    return "" if value is None else str(value)


class PostgresStudentViews:
    """See ``application.people.ports.StudentViews``."""

    def __init__(self, pool: ReadPool, cipher: Cipher, links: FileLinks, clock: Clock) -> None:
        self._pool = pool
        self._links = links
        self._clock = clock
        self._cipher = cipher

    async def page(self, query: StudentsQuery, actor: Actor) -> StudentPage:
        rows, total = await page_of(STUDENTS, query, self._pool, actor=actor, parameters={LANGUAGE: actor.language})
        for row in rows:
            self._link_photo(row)
        return StudentPage(students=rows, total=total)

    async def card(self, student_id: int, actor: Actor) -> StudentCard:
        row = await _CARD.record(student_id, actor, self._pool, **{LANGUAGE: actor.language})
        branches = None if actor.all_offices else list(actor.office_ids)
        groups = await self._pool.fetch(GROUPS_OF_STUDENT, student_id, actor.language, branches)
        documents = self._masked(row["papers"])
        sticky = [
            StickyDifference(field=WIRE_NAMES[mark["field"]], school_value=_comparable(mark["school_value"]) or None)
            for mark in await self._pool.fetch(STICKY, student_id, list(WIRE_NAMES))
            if _comparable(mark["school_value"]) != _comparable(row[WIRE_NAMES[mark["field"]]])
        ]
        found = {**dict(row), "papers": documents, "sticky": sticky}
        found["groups"] = [StudentGroup(**dict(group)) for group in groups]
        shown = msgspec.convert(found, StudentCard)
        self._link_photo(shown)
        return shown

    def _link_photo(self, row: StudentRow) -> None:
        """Replaces the stored photo id by a link."""
        if row.photo is not None:
            row.photo = self._links.link(row.photo, self._clock.now())

    def _masked(self, sealed: bytes | None) -> MaskedIdentityDocuments:
        if sealed is None:
            return MaskedIdentityDocuments()
        documents = msgspec.json.decode(self._cipher.decrypt(sealed), type=Documents)
        return MaskedIdentityDocuments(
            passport=mask_passport(documents.passport_series, documents.passport_number) or None,
            personal_id=mask_personal_id(documents.personal_id) or None,
            birth_certificate=mask_birth_certificate(documents.birth_certificate) or None,
        )
