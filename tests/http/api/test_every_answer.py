"""The common form of every answer: instants, charset, names of roles, 201.

Generated from the calls, over a centre with records of every kind (WISH-35, D-6).
"""

import re
from collections.abc import AsyncIterator, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_args

import asyncpg
import msgspec
import pytest

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.video_host.built_in.layout import VideoDirectory
from adapters.video_host.built_in.media import Media, MediaStream, write_media
from entrypoints.binding import returned_by
from entrypoints.http.app import STAFF, endpoints
from tests.http.api.support.every_caller import every_caller
from tests.http.api.support.leaks import TwoBranches
from tests.http.api.support.student_work import a_work_of
from tests.support.access import Call, table
from tests.support.builders import a_class_of, a_superadmin, a_teacher, a_user_with
from tests.support.console import Console, Visitor, a_console
from tests.support.lessons import a_lesson_of

# a date with a time, in whatever form, and the form of an instant
INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}")
UTC = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z")
# a stream of events has no end, and needs the broker
READ = [call for call in table() if call.method == "GET" and not call.path.endswith("/live")]
# one record each with all its instants
RECORDS = """
update sync_runs set status = 'failed', reason = 'empty_feed', started_at = now(), finished_at = now(),
    reverted_at = now(), reverted_by = $1;
insert into sync_runs (type, status, parts, started_at, finished_at) values ('all', 'done', '[]', now(), now());
insert into jobs (kind, payload, state, started_at, finished_at, last_error, created_by)
    values ('sync.run', '{}', 'failed', now(), now(), 'x', $1);
insert into jobs (kind, payload, state, started_at, created_by, tries)
    values ('sync.run', '{}', 'waiting', now(), $1, 2);
update sms_messages set sent_at = now(), delivered_at = now(), status = 'delivered';
insert into integrations (kind, adapter) values ('sms', 'log');
insert into homework_databases (course_id) select min(id) from courses on conflict do nothing;
insert into database_chapters (course_id, position, name, changed_in) select min(id), 77, '1-bob', 1 from courses;
insert into database_lessons (chapter_id, position, name, changed_in) select max(id), 1, 'Kasrlar', 1
    from database_chapters;
insert into database_homeworks (lesson_id, position, description, saved_at) select max(id), 0, 'Mashqlar', now()
    from database_lessons;
insert into database_editions (homework_id, number, description, published_at) select max(id), 1, 'Mashqlar', now()
    from database_homeworks;
insert into database_publications (lesson_id, number, name, published_at) select max(id), 1, 'Kasrlar', now()
    from database_lessons;
insert into published_homeworks (publication_id, edition_id, place)
    select max(p.id), max(e.id), 0 from database_publications p, database_editions e;
insert into bulk_acts (kind, created_by) values ('block', $1);
insert into outbox (topic, payload, available_at)
    select 'job', jsonb_build_object('jobId', id), now() + interval '1 hour' from jobs where state = 'waiting';
insert into imports (file_name, digest, created_by, committed_at, state, mapping)
    values ('a.xlsx', 'x', $1, now(), 'done', '{"heads": [], "columns": []}');
"""
# the work of a student, announced, with a message and an award
HANDED_IN = """
insert into attempts (submission_id, number, text, handed_in_at, is_late)
    select id, 100, 'x', now(), false from submissions;
update submissions set handed_in_at = now();
insert into submission_messages (submission_id, student_id, text, sent_at)
    select id, student_id, 'x', now() from submissions;
update exams set announced_at = now();
insert into ledger_entries (student_id, kind, cause_kind, cause_source, in_force, xp, silver, level, xp_proportion,
    reason, details, at, xp_after, silver_after)
    select distinct student_id, 'award', 'by_hand', '1', true, 1, 1, 1, 10, '', '{}'::jsonb, now(), 1, 1
    from submissions;
"""
# $1: a checker who holds and has checked work of homework before $2, and typed on; others were reminded
CHECKED = """
update submissions set status = 4, status_before = 1, claimed_by = $1, claimed_at = $2
    where homework_id is not null and (attempts > 0 or student_id = $3);
insert into checks (submission_id, score, status, previous_status, checked_by, checked_at)
    select id, 90, 3, 1, $1, $2 from submissions where status = 4;
insert into check_drafts (submission_id, user_id, score, saved_at) select id, $1, '8', $2 from submissions;
insert into homework_reminders (homework_id, student_id, day, reminded_by, reminded_at)
    select homework_id, student_id, current_date, $1, $2 from submissions where status = 5 and homework_id is not null;
"""
# POST calls that make no record, or none that the caller can name afterwards (docs/decisions/requests.md)
NOT_CREATING = re.compile(
    r"/export$|/bulk/|/decide$|/commit$|/retry$|/test$|/reveal$|/check$|/match$|/preview$|/revert$|/log$|/save-academic$"
    r"|/remind$|/announce$|/draft/publish$|/draft/discard$|/auth/|/devices/events$|/api/sms/|/api/video-host/"
)
ACCEPTED = (
    "/students/{student_id}/send-sms",
    "/sms/send-many",
    "/attendance/for-admin/absence-sms",
    "/attendance/for-academic/absence-sms",
    "/student-awards/recompute/preview",
    "/student-awards/recompute/{recomputation_id}/commit",
    "/students/bulk/{act_id}/send-logins",
)


@pytest.fixture
async def console(database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    """A console whose database keeps the time of Tashkent by default."""
    arguments = asyncpg_arguments(database_url)
    connection = await asyncpg.connect(**arguments)
    await connection.execute(f"alter database {arguments['database']} set timezone to 'Asia/Tashkent'")
    await connection.close()
    async with a_console(database_url, tmp_path) as console:
        yield console


class Answers:
    """Every GET of the staff API and of the gateway, over a populated centre."""

    def __init__(self, centre: TwoBranches, visitor: Visitor, ids: dict[str, int]) -> None:
        self._centre, self._visitor, self._ids = centre, visitor, ids

    @classmethod
    async def of(cls, console: Console) -> "Answers":
        """Stores the records, in the evening: a message about an absence waits (D-158)."""
        console.clock.stand_at(datetime.fromisoformat("2026-11-16T17:00:00+00:00"))
        centre = await TwoBranches.of(console)
        chief = a_superadmin()
        teacher = a_teacher().with_account(a_user_with({}).of(centre.here))
        group = a_class_of(2).in_branch(centre.here).taught_by(teacher)
        lesson = a_lesson_of(group, date(2026, 11, 16)).marked(1, *group.students)
        await console.store(teacher.account, group, lesson)
        visitor = await every_caller(console, group.students[0], chief)
        for statement in RECORDS.split(";\n"):
            if statement.strip():
                await console.sql.execute(statement, *([chief.id] if "$1" in statement else []))
        sql = console.sql
        await sql.execute("update lessons set marked_at = now(), marked_by = $1", chief.id)
        await sql.execute("update courses set ended_at = now()")
        await sql.execute(
            "insert into staff_attendances (lesson_id, teacher_id, status, at) values ($1, $2, 1, now())",
            lesson.id, teacher.id,
        )  # fmt: skip
        begins = await sql.fetchval(
            "select (date + begin_time) at time zone 'Asia/Tashkent' from lessons where id = $1", lesson.id
        )
        await sql.execute(
            "insert into door_events (device, serial, student_id, at) values ('eshik', 1, $1, $2)",
            group.students[0].id, begins,
        )  # fmt: skip
        await sql.execute(
            "insert into late_sheets (lesson_id, sent_by, entries, marked_at) values ($1, $2, '[]', now())",
            lesson.id, chief.id,
        )  # fmt: skip
        await sql.execute(
            "insert into sms_messages (student_id, lesson_id, phone, text, parts) values ($1, $2, '', '', 1)",
            group.students[0].id, lesson.id,
        )  # fmt: skip
        ids = {
            "homework": await a_work_of(group, "homework_id", console),
            "exam": await a_work_of(group, "exam_id", console),
            "student": group.students[0].id or 0,
            "teacher": teacher.id or 0,
            "import": await sql.fetchval("select max(id) from imports"),
            "lesson": lesson.id or 0,
            "group": group.id or 0,
            "act": await sql.fetchval("select max(id) from bulk_acts"),
            "job": await sql.fetchval("select max(id) from jobs"),
            "role": await sql.fetchval("select max(id) from roles"),
        }
        await sql.execute(HANDED_IN)
        checker = chief.id, console.clock.now(), group.students[1].id
        for statement in CHECKED.split(";\n")[:-1]:
            await sql.execute(statement, *checker[: 3 if "$3" in statement else 2])
        return cls(centre, visitor, ids)

    def _path_of(self, call: Call) -> str:
        ids = self._ids
        special = {
            "/student/homework/{": call.path.replace("{id}", str(ids["homework"])),
            "/student/exams/{": call.path.replace("{id}", str(ids["exam"])),
            "/sheet": f"{call.path}?lessonId={ids['lesson']}",
            "/bulk/": call.path.replace("{id}", str(ids["act"])),
            "/jobs/{": call.path.replace("{id}", str(ids["job"])),
            "/roles/{": call.path.replace("{id}", str(ids["role"])),
            "/journal/": f"{call.path}?groupId={ids['group']}",
            "-homework-students/": call.path.replace("{id}", str(ids["homework"])),
            "/{student_id}": call.path.replace("{id}", str(ids["group"])).replace("{student_id}", str(ids["student"])),
            "/groups/": call.path.replace("{id}", str(ids["group"])),
            "/control-actions/": call.path.replace("{id}", "1"),
            "/academic/{": call.path.replace("{id}", str(ids["teacher"])),
            "/imports/{": call.path.replace("{id}", str(ids["import"])),
            "/synchronization/{": call.path.replace("{type}", "all"),
        }
        found = next((path for part, path in special.items() if part in call.path), call.path)
        return found if "{" not in found else self._centre.path_of(call)

    async def __aiter__(self) -> AsyncIterator[tuple[Call, Any]]:
        """Each call with its response."""
        for call in READ:
            yield call, await self._visitor.request("GET", self._path_of(call))


def _texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, path)
    elif isinstance(value, str):
        yield path, value


def _instants_of(kind: Any, seen: set[type]) -> Iterator[str]:
    """The fields of a type that hold an instant, at any depth."""
    for part in get_args(kind):
        yield from _instants_of(part, seen)
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)) or kind in seen:
        return
    seen.add(kind)
    for field in msgspec.structs.fields(kind):
        if (isinstance(field.type, type) and field.type is datetime) or datetime in get_args(field.type):
            yield field.encode_name
        yield from _instants_of(field.type, seen)


async def _convert_videos(console: Console) -> None:
    """Puts the results of the done videos in place, so that they are played."""
    directory = VideoDirectory(console.container.settings().videos)
    for row in await console.sql.fetch("select public_id from videos"):
        directory.of(row["public_id"]).mkdir(parents=True)
        write_media(directory, row["public_id"], Media(60, (MediaStream("video.mp4", 360, 1),)))


async def test_every_answer_is_in_the_common_form(console: Console) -> None:
    """UTC with Z, one charset, no empty name of a role."""
    wrong, shown = [], set()
    answers = await Answers.of(console)
    await _convert_videos(console)
    async for call, answer in answers:
        assert answer.status_code < 500, call
        kind = answer.headers["content-type"]
        if kind.startswith(("text/", "application/json")):
            assert kind.endswith("; charset=utf-8"), (call, kind)
        if not kind.startswith("application/json"):
            continue
        for place, text in _texts(answer.json()):
            if INSTANT.match(text):
                shown.add(place.rpartition(".")[2])
                wrong += [] if UTC.fullmatch(text) else [f"{call} {place}: {text}"]
            if place.endswith("oleName") and not text:
                wrong.append(f"{call} {place} is empty")
    assert wrong == []
    seen: set[type] = set()
    returned = (returned_by(one.use_case) for _, one in endpoints() if one.method == "GET")
    assert {name for kind in returned for name in _instants_of(kind, seen)} - shown == set(), "add a record that has it"


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/api/staff/profile", 401, "application/json"),
        ("/api/nowhere", 404, "application/json"),
        ("/api/health", 200, "application/json"),
        ("/api/schema", 200, "text/html"),
        ("/api/schema/openapi.json", 200, "application/json"),
        ("http://centre.test/no-such-page", None, "text/"),
    ],
)
async def test_texts_outside_of_the_calls_have_the_same_charset(
    console: Console, path: str, status: int | None, kind: str
) -> None:
    """Errors, the description of the API and the pages of the console."""
    visitor = await console.sign_in(a_superadmin())
    if status == 401:
        visitor = console.nobody()
    answer = await visitor.request("GET", path)
    found = answer.headers["content-type"]
    assert status in (None, answer.status_code)
    assert found.startswith(kind)
    assert found.endswith("; charset=utf-8")
    assert found.count("charset") == 1


def test_every_call_that_creates_answers_201() -> None:
    """The others are listed with their reason in docs/decisions/requests.md."""
    for _, declared in endpoints():
        if declared.method == "POST":
            path = declared.template
            usual = 202 if path.removeprefix(STAFF) in ACCEPTED else 200 if NOT_CREATING.search(path) else 201
            assert declared.status == usual, path
