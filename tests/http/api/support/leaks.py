"""A centre with a hidden branch, and every request that could reveal it.

ASVS-22, ASVS-26.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, get_args

import msgspec
from litestar import Litestar

from contracts.shared import ListQuery
from tests.support.access import Call
from tests.support.builders import (
    Account,
    Branch,
    Class,
    Entity,
    Student,
    Teacher,
    a_branch,
    a_category,
    a_class_of,
    a_course,
    a_student,
    a_teacher,
    a_user_with,
    an_assistant,
)
from tests.support.console import Console, Visitor
from tests.support.groups import ZONE
from tests.support.homework import a_homework_of
from tests.support.lessons import Lesson, a_lesson_of, a_video_of

# part of the name of every record that a caller of another branch must not see, and of no other
FOREIGN = "Qzforeign"
PHONE, LOGIN, H_ID = "+998887770001", "qzforeign-login", "QZFOREIGN-1"
# an entry of a student of both branches, made by foreign staff in a foreign group
EARNED = """
insert into ledger_entries (student_id, kind, cause_kind, cause_source, group_id, made_by, details, xp, silver, level,
    xp_proportion, at, xp_after, silver_after)
values ($1, 'award', 'homework', '1', $2, $3, $4::text::jsonb, 1, 1, 1, 10, now(), 1, 1)
"""
# id of the foreign marks that the school rejected
PUSH = 77_001
VERBS = {"student": "people.student_changed", "user": "access.user_changed", "office": "branches.renamed"}


@dataclass
class TwoBranches:
    """Records of two branches.

    Own: visible to the caller. Foreign: not visible. Shared, colleague: a student and an account of both branches.
    """

    here: Branch
    there: Branch
    own: list[Student]
    foreign: list[Student]
    shared: Student
    group: Class
    foreign_group: Class
    ids: dict[str, list[int]]
    run_id: int
    colleague: Account
    record: int
    # audit records of visible things that mention the foreign branch
    records: dict[str, int]
    # groups of the foreign branch: of a teacher and of an assistant of both
    lessons: list[Class]
    # of the own branch, at the same hour as a foreign one of the same teacher
    clashing: Class
    # of that group
    homework: int
    # a visible submission
    submission: int
    # of the same group, with the work of a participant
    exam: int
    exam_work: int
    # of that group
    video: int
    # of a course with groups of both branches that have had it
    topic: int

    @classmethod
    async def of(cls, console: Console) -> "TwoBranches":
        """Stores the records."""
        here, there = a_branch("Chilonzor"), a_branch(f"{FOREIGN} filiali")
        shared = a_student().named("Ikkala", "Filialda").in_branch(here, a_branch(f"{FOREIGN} ikkinchi filiali"))
        foreign = [a_student().named(f"{FOREIGN}a", f"{FOREIGN}ova").in_branch(there) for _ in range(3)]
        foreign[0].with_phone(PHONE).having(login=LOGIN, h_id=H_ID)
        homeless = a_student().named(f"{FOREIGN}i", "Filialsiz")
        group = a_class_of(4).called("Guruh-1").in_branch(here).with_students(shared).taught_by(a_teacher())
        group.learning_type = "offline"
        course = a_course(f"{FOREIGN} kursi").of_category(a_category(f"{FOREIGN} yo'nalishi"))
        theirs = a_class_of(0).called(f"{FOREIGN}-2").in_branch(there).of_course(course).with_students(*foreign)
        theirs.taught_by(a_teacher().named(f"{FOREIGN}bek", "Ustoz")).learning_type = f"{FOREIGN} usulida"
        # of the shared student's other branch: that group is foreign too, its course is known here
        colleague = a_user_with({}).named("Ikkala", "Filialdan").of(here, there)
        strangers = [a_user_with({}).named(f"{FOREIGN}a", f"{FOREIGN}ova").of(there).having(phone=PHONE)]
        strangers[0].having(author=True)
        strangers.append(a_user_with({}).named(f"{FOREIGN}i", "Filialsiz"))
        colleague.having(author=True)
        await console.store(colleague, *strangers)
        # a teacher and an assistant of both branches
        tutor, helper = a_teacher().in_branch(here, there), an_assistant().in_branch(here, there)
        alone = [a_teacher(), an_assistant()]
        await console.store(*(person.named(f"{FOREIGN}bek", "Ustoz").in_branch(there) for person in alone))
        lessons = [a_class_of(0).called(f"{FOREIGN}-4").in_branch(there).taught_by(one) for one in (tutor, helper)]
        # at the same hour as the tutor's group of the foreign branch
        clashing = a_class_of(0).called("Guruh-5").in_branch(here).with_students(group.students[0]).taught_by(tutor)
        await console.store(*lessons, clashing)
        third = a_class_of(0).called(f"{FOREIGN}-3").in_branch(shared.branches[1]).with_students(shared)
        await console.store(group, theirs, homeless)
        await console.store(third.of_course(group.course or a_course()))
        held = a_lesson_of(theirs, date(2026, 11, 16)).marked(1, *foreign)
        seen_lesson = a_lesson_of(clashing, date(2026, 11, 16))
        await console.store(held, seen_lesson)
        await _add_day_of(console, theirs, foreign, strangers[0])
        hidden, visible = (
            await _add_work_of(console, held, foreign),
            await _add_work_of(console, seen_lesson, [group.students[0]]),
        )
        seen: list[Entity] = [there, theirs, third, course, held]
        ids = {
            "students": [thing.id or 0 for thing in (*foreign, homeless)],
            "users": [thing.id or 0 for thing in strangers],
            "any": sorted({thing.id or 0 for thing in (*seen, *foreign, homeless)}),
        }
        topic = await _add_topic(console, [group, third], theirs)
        ids["offices"], ids["groups"] = [there.id or 0], [theirs.id or 0, third.id or 0]
        ids["teachers"] = [person.id or 0 for person in alone]
        ids["attendance"] = [PUSH]
        ids["homeworks"] = [await _add_homework(console, theirs, held.id or 0, strangers[0])]
        ids["any"] = sorted({*ids["any"], *ids["homeworks"]})
        other = a_lesson_of(clashing, date(2026, 11, 17))
        await console.store(other)
        shown = await _add_homework(console, clashing, other.id or 0, colleague)
        ids["exams"], foreign_work = await _add_exam(console, theirs, f"{FOREIGN} oyi")
        ids["submissions"] = [*hidden, *foreign_work]
        (exam,), (exam_work, *_) = await _add_exam(console, clashing, "1-oy")
        hidden_video, video = (
            a_video_of(held, f"{FOREIGN} darsi", strangers[0]),
            a_video_of(seen_lesson, "Dars", colleague),
        )
        await console.store(hidden_video, video)
        ids["videos"] = [hidden_video.id or 0]
        ids["audits"], record, records = await _add_audits(console, here, there, shared, foreign[0], colleague, tutor)
        written = "insert into sms_messages (student_id, phone, text, parts, initiator_id) values ($1, '', '', 1, $2)"
        await console.sql.execute(written, shared.id, strangers[0].id)
        await console.sql.execute(EARNED, shared.id, theirs.id, strangers[0].id, json.dumps({"group": FOREIGN}))
        ids["holidays"] = await _add_holidays(console, here, there)
        await console.store(a_lesson_of(lessons[0], date(2026, 11, 16)).marked(1, *foreign))
        await console.count_homework()
        run_id = await _add_run(console, foreign, theirs, group)
        own = [student for student in group.students if student is not shared]
        return cls(
            here, there, own, [*foreign, homeless], shared, group, theirs, ids, run_id, colleague, record, records,
            lessons, clashing, shown, visible[0], exam, exam_work, video.id or 0, topic,
        )  # fmt: skip

    def foreign_queries(self, call: Call, app: Litestar) -> Iterator[dict[str, Any]]:
        """Every query that could reveal the foreign branch.

        Each parameter with a foreign value.
        """
        yield {}
        query = queries(app).get((call.method, call.path))
        if query is None:
            return
        yield {"perPage": 100, "orderBy": "DESC"}
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(query)}
        for value in (FOREIGN, FOREIGN.lower(), FOREIGN[:2], H_ID, PHONE, PHONE[4:], LOGIN, *map(str, self.ids["any"])):
            yield {"value": value, "perPage": 100}
            # a file is searched by the keys of its list
            for key in () if call.exports else keys_of(fields):
                yield {"value": value, "keys": key, "perPage": 100}
        for name, kind in fields.items():
            if name in ("page", "perPage", "orderBy", "value", "keys", "sortBy"):
                continue
            for value in (*self.ids["any"], "true", "false", "1", "2"):
                if _accepts(kind, value):
                    yield {name: value} | ({"perPage": 100} if "perPage" in fields else {})

    def path_of(self, call: Call) -> str:
        """The path to a record that is visible in both branches."""
        shared = {"students": self.shared.id, "users": self.colleague.id, "synchronization": self.run_id}
        shared |= {"offices": self.here.id, "audits": self.record, "groups": self.clashing.id}
        shared |= {"attendance": PUSH, "homeworks": self.homework, "submissions": self.submission, "exams": self.exam}
        shared["videos"] = self.video
        shared |= {"courses": self.group.course and self.group.course.id, "curriculum": self.topic}
        if "/exams/results/" in call.path:
            shared["submissions"] = self.exam_work
        lesson = self.lessons["/assistant/" in call.path]
        shared["teachers"] = lesson.teacher and lesson.teacher.id
        id = self.clashing.id if "/student-groups/group/" in call.path else shared.get(call.subject)
        path = call.path.replace("{id}", str(id)).replace("{role}", str(self.colleague.role.id))
        path = path.replace("{chat_id}", str(self.exam_work)).replace("{homework_id}", str(self.homework))
        return path.replace("{group_id}", str(lesson.id)).replace("{audit_id}", str(self.records.get(call.subject)))

    async def leaks(self, call: Call, visitor: Visitor, app: Litestar) -> list[str]:
        """The responses that reveal the foreign branch, by the query sent."""
        found, path = [], self.path_of(call)
        for query in self.foreign_queries(call, app):
            answer = await visitor.request(call.method, path, params=query, json={} if call.exports else None)
            content = _text_of(answer.content)
            if FOREIGN.casefold() in content.casefold() or PHONE in content:
                found.append(f"{call} {query} shows the foreign branch")
        return found


def _text_of(content: bytes) -> str:
    """The text of a response; of a spreadsheet, the text of its parts."""
    if not content.startswith(b"PK"):
        return content.decode(errors="replace")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "".join(archive.read(name).decode(errors="replace") for name in archive.namelist())


async def _add_day_of(console: Console, group: Class, students: list[Student], sender: Account) -> None:
    """Adds a group's records shown by today.

    An unmarked lesson, absent students, a rejected push and a late submission.
    """
    today = datetime.now(ZONE).date()
    missed, held = a_lesson_of(group, today - timedelta(days=1)), a_lesson_of(group, today).marked(2, *students)
    # with today's the third absence in a row
    earlier = [a_lesson_of(group, today - timedelta(days=days)).marked(2, *students) for days in (2, 3)]
    await console.store(missed, held, *earlier)
    refused = """insert into attendance_pushes (lesson_id, student_id, version, push_id, state)
        values ($1, $2, 1, $3, 'failed')"""
    await console.sql.execute(refused, held.id, students[0].id, PUSH)
    late = "insert into late_sheets (lesson_id, sent_by, entries, marked_at) values ($1, $2, '[]', now())"
    await console.sql.execute(late, missed.id, sender.id)


async def _add_topic(console: Console, groups: list[Class], theirs: Class) -> int:
    """A topic of the groups' course that each has had in a lesson."""
    added = """with month as (
            insert into study_months (course_id, number, name) values ($1, 8, '8-oy') returning id
        ) insert into topics (study_month_id, position, name) select id, 1, 'Kasrlar' from month returning id"""
    assert groups[0].course
    topic_id: int = await console.sql.fetchval(added, groups[0].course.id)
    taught = """insert into lessons (group_id, teacher_id, date, begin_time, end_time, topic_kept, topic_id)
        values ($1, $2, '2026-09-07', '14:00', '16:00', true, $3)"""
    for group in groups:
        teacher = group.teacher or theirs.teacher
        assert teacher
        await console.sql.execute(taught, group.id, teacher.id, topic_id)
    return topic_id


async def _add_homework(console: Console, group: Class, lesson_id: int, author: Account) -> int:
    """Homework of a lesson for a topic of the course, not handed in by the class."""
    month = "insert into study_months (course_id, number, name) values ($1, 9, '') returning id"
    topic = "insert into topics (study_month_id, position, name) values ($1, 1, $2) returning id"
    assert group.course
    topic_id = await console.sql.fetchval(topic, await console.sql.fetchval(month, group.course.id), group.name)
    given = """insert into homeworks (group_id, lesson_id, topic_id, description, source, hours, given_at, deadline,
        created_by) values ($1, $2, $3, $4, 2, 24, now(), now() + interval '1 day', $5) returning id"""
    values = (group.id, lesson_id, topic_id, f"{group.name} vazifasi", author.id)
    homework_id: int = await console.sql.fetchval(given, *values)
    works = """insert into submissions (homework_id, group_id, student_id, status, due_at)
        select $1, $2, student_id, 5, now() from enrolments where group_id = $2"""
    await console.sql.execute(works, homework_id, group.id)
    return homework_id


async def _add_work_of(console: Console, lesson: Lesson, students: list[Student]) -> list[int]:
    """Adds homework with the work of these students; the ids of their submissions."""
    homework = a_homework_of(lesson, "Vazifa")
    work = [homework.work_of(student).handed_in("Ish") for student in students]
    await console.store(*work)
    return [one.id or 0 for one in work]


async def _add_exam(console: Console, group: Class, month: str) -> tuple[list[int], list[int]]:
    """Adds an exam of the class that everybody handed in.

    The ids of the exam and of the work.
    """
    given = """insert into exams (public_id, group_id, description, begins_at, deadline)
        values ($1, $2, 'Imtihon', '2026-11-16 09:00Z', '2026-11-16 12:00Z') returning id"""
    exam_id = await console.sql.fetchval(given, f"public-{group.id}", group.id)
    months = "insert into study_months (course_id, number, name) select course_id, 1, $2 from groups where id = $1"
    await console.sql.execute(months, group.id, month)
    works = """insert into submissions (exam_id, group_id, student_id, status, due_at, attempts)
        select $1, $2, student_id, 1, '2026-11-16 12:00Z', 1 from enrolments where group_id = $2 returning id"""
    return [exam_id], [row["id"] for row in await console.sql.fetch(works, exam_id, group.id)]


async def _add_holidays(console: Console, here: Branch, there: Branch) -> list[int]:
    """A holiday of the foreign branch, and a visible one of both branches."""
    added = "insert into holidays (date, name, whole_centre) values ($1, $2, false) returning id"
    placed = "insert into holiday_offices (holiday_id, office_id, date) values ($1, $2, $3)"
    hidden, both = date(2027, 3, 9), date(2027, 3, 10)
    id = await console.sql.fetchval(added, hidden, f"{FOREIGN} bayrami")
    await console.sql.execute(placed, id, there.id, hidden)
    shared = await console.sql.fetchval(added, both, "Umumiy bayram")
    for branch in (here, there):
        await console.sql.execute(placed, shared, branch.id, both)
    return [id]


async def _add_audits(
    console: Console, here: Branch, there: Branch, shared: Student, foreign: Student, colleague: Account, tutor: Teacher
) -> tuple[list[int], int, dict[str, int]]:
    """Audit records of hidden things, and one of a visible thing.

    The last one mentions the foreign branch.
    """
    branches = {"office_ids": [here.id]}, {"office_ids": [here.id, there.id]}
    name = {"name": f"{FOREIGN} filiali"}
    records = [
        ("student", foreign.id, {"phone": "+998900000000"}, {"phone": PHONE}),
        ("office", there.id, {"name": "A"}, name),
        # no visibility rule is declared for this entity
        ("something_new", here.id, {}, name),
        ("office", here.id, {"office_id": there.id}, {"office_id": here.id}),
        ("user", colleague.id, *branches),
        ("teacher", tutor.id, *branches),
        ("student", shared.id, *branches[::-1]),
    ]
    ids = [
        await console.sql.fetchval(
            "insert into audits (at, actor_name, verb, entity, entity_id, before, after, digest)"
            " values (now(), 'system', $5, $1, $2, $3::text::jsonb, $4::text::jsonb, '') returning id",
            *(entity, id, msgspec.json.encode(before).decode(), msgspec.json.encode(after).decode()),
            VERBS.get(entity, VERBS["student"]),
        )
        for entity, id, before, after in records
    ]
    return ids[:3], ids[-1], {"offices": ids[3], "users": ids[4], "students": ids[-1]}


async def _add_run(console: Console, foreign: list[Student], theirs: Class, ours: Class) -> int:
    """A finished run that changed names, a group and a student's group."""
    started = "insert into sync_runs (type, status, parts) values ('all', 'done', '[]') returning id"
    run_id: int = await console.sql.fetchval(started)
    period = await console.sql.fetchval("select id from enrolments where group_id = $1 limit 1", ours.id)
    changes = [("student", s.id, {"last_name": "A"}, {"last_name": s.last_name, "phone": PHONE}) for s in foreign]
    changes.append(("group", theirs.id, {"name": "A"}, {"name": theirs.name}))
    changes.append(("enrolment", period, {"group_id": theirs.id}, {"group_id": ours.id}))
    for entity, id, before, after in changes:
        await console.sql.execute(
            "insert into sync_changes (run_id, entity, entity_id, verb, before, after)"
            " values ($1, $2, $3, 'updated', $4::text::jsonb, $5::text::jsonb)",
            *(run_id, entity, id, msgspec.json.encode(before).decode(), msgspec.json.encode(after).decode()),
        )
    return run_id


def queries(app: Litestar) -> dict[tuple[str, str], type[ListQuery]]:
    """Method and path of each list with its query parameters."""
    return {
        (method, route.path_format): handler.opt["query"]
        for route in app.routes
        for handler in getattr(route, "route_handlers", [])
        for method in handler.http_methods
        if "query" in handler.opt
    }


def keys_of(fields: dict[str, Any]) -> tuple[str, ...]:
    """The fields in which a list is searched."""
    listed = next((part for part in get_args(fields.get("keys")) if get_args(part)), None)
    return get_args(get_args(listed)[0]) if listed else ()


def _accepts(kind: Any, value: object) -> bool:
    try:
        msgspec.convert([str(value)] if "list" in str(kind) else str(value), kind, strict=False)
    except msgspec.ValidationError:
        return False
    return True
