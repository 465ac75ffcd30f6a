"""Exports lists as spreadsheets: small ones in the request, others by job (D-66)."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from application.access.ports import ActorLookup
from application.actor import Actor
from application.authorization import SIGNED_IN, SUPERADMIN, permits
from application.courses.ports import READERS as COURSE_READERS
from application.exports.ports import ExportedLists
from application.files.ports import FileLinks, FileStore
from application.files.spreadsheets import CellValue, RowStream, SpreadsheetWriter
from application.files.uploads import PUBLIC_ID_BYTES
from application.groups.views import ALL_GROUPS, MY_GROUPS
from application.homework.statistics.scope import KEYS as HOMEWORK_STATISTICS
from application.homework_database.changing import GUARD as HOMEWORK_DATABASE
from application.jobs.ports import OwnJobs
from application.people.academics import academics
from application.ports import Clock, UnitOfWork
from contracts import exports as wire
from contracts.exports import (
    ACADEMICS,
    ASSISTANTS,
    AUTHORS,
    COURSES,
    DATABASE_HOMEWORK,
    GROUP_LESSONS,
    GROUP_STATISTICS,
    GROUP_STUDENTS,
    GROUPS,
    LESSON_RESULTS,
    OWN_GROUPS,
    STAFF,
    STUDENT_WORKS,
    STUDENTS,
    TEACHER_STATISTICS,
    TEACHERS,
    ExportedFile,
    ExportList,
    ExportMade,
    column_header,
)
from contracts.homework.statistics import (
    LessonHomeworkQuery,
    LessonsOfGroup,
    LessonStatisticsQuery,
    PeriodQuery,
    ResultsOfLesson,
    StatisticsQuery,
    StudentsOfGroup,
    WorksOfStudent,
)
from contracts.job_kinds import EXPORT
from contracts.shared import ListQuery, check
from domain.access.permissions import Action
from domain.files.file import EXPORT_LIVES, XLSX, FileKind, StoredFile
from domain.jobs.job import Job, JobState, WorkFailed
from domain.shared.errors import FieldError, NotFound, ValidationError

# rows that are exported within the request (D-66)
MAX_INLINE_ROWS = 2000
# the permission to read a list is the permission to export it
GUARDS: dict[str, tuple[str, ...]] = {
    STUDENTS: ("users:students",),
    STAFF: ("users:staff",),
    AUTHORS: (academics.ACADEMIC,),
    ACADEMICS: (academics.ACADEMIC,),
    TEACHERS: (academics.ACADEMIC, academics.TEACHERS, academics.STATISTICS),
    ASSISTANTS: (academics.ACADEMIC, academics.ASSISTANTS),
    GROUPS: (ALL_GROUPS,),
    OWN_GROUPS: (MY_GROUPS,),
    GROUP_STATISTICS: (academics.STATISTICS,),
    TEACHER_STATISTICS: (academics.STATISTICS,),
    COURSES: COURSE_READERS,
    DATABASE_HOMEWORK: (HOMEWORK_DATABASE,),
    GROUP_STUDENTS: HOMEWORK_STATISTICS,
    GROUP_LESSONS: HOMEWORK_STATISTICS,
    STUDENT_WORKS: HOMEWORK_STATISTICS,
    LESSON_RESULTS: (academics.STATISTICS,),
}


@dataclass(frozen=True)
class ExportPorts:
    """The ports of every export."""

    uow: UnitOfWork
    lists: ExportedLists
    spreadsheet_writer: SpreadsheetWriter
    files: FileStore
    clock: Clock


class Export(Protocol):
    """Exports a list as filtered, with the chosen columns (L1, P5)."""

    def __call__(
        self,
        query: ListQuery,
        form: ExportList,
        *,
        actor: Actor,
        ports: ExportPorts,
    ) -> Awaitable[ExportMade]:
        """Returns the file, or the job that makes it."""
        ...


def _of(name: str) -> Export:
    @permits(*GUARDS[name])
    async def export(
        query: ListQuery,
        form: ExportList,
        *,
        actor: Actor,
        ports: ExportPorts,
    ) -> ExportMade:
        """The filtered list as an .xlsx; of more than 2 000 rows, the job that makes it."""
        return await _export(name, query, form, actor, ports)

    return export


export_students, export_staff, export_authors = _of(STUDENTS), _of(STAFF), _of(AUTHORS)
export_academics, export_teachers, export_assistants = _of(ACADEMICS), _of(TEACHERS), _of(ASSISTANTS)
export_groups, export_own_groups = _of(GROUPS), _of(OWN_GROUPS)
export_group_statistics, export_teacher_statistics = _of(GROUP_STATISTICS), _of(TEACHER_STATISTICS)
export_courses, export_database_homework = _of(COURSES), _of(DATABASE_HOMEWORK)


@permits(*GUARDS[GROUP_STUDENTS])
async def export_group_students(
    group_id: int,
    query: StatisticsQuery,
    form: ExportList,
    *,
    actor: Actor,
    ports: ExportPorts,
) -> ExportMade:
    """The students of a group with their counts as an .xlsx, in the order of the list.

    Raises NotFound, ValidationError.
    """
    whole = StudentsOfGroup(**msgspec.structs.asdict(query), group_id=group_id)
    of = str(group_id)
    return await _export(GROUP_STUDENTS, whole, form, actor, ports, of)


@permits(*GUARDS[GROUP_LESSONS])
async def export_group_lessons(
    group_id: int,
    query: LessonStatisticsQuery,
    form: ExportList,
    *,
    actor: Actor,
    ports: ExportPorts,
) -> ExportMade:
    """The homework of a group's lessons as an .xlsx, in the order of the list.

    Raises NotFound, ValidationError.
    """
    whole = LessonsOfGroup(**msgspec.structs.asdict(query), group_id=group_id)
    of = str(group_id)
    return await _export(GROUP_LESSONS, whole, form, actor, ports, of)


@permits(*GUARDS[LESSON_RESULTS])
async def export_lesson_results(
    group_id: int,
    lesson_id: int,
    homework_id: int,
    query: LessonHomeworkQuery,
    form: ExportList,
    *,
    actor: Actor,
    ports: ExportPorts,
) -> ExportMade:
    """The results of a lesson's homework as an .xlsx, without texts and files (D-90).

    Raises NotFound, ValidationError.
    """
    whole = ResultsOfLesson(
        **msgspec.structs.asdict(query), group_id=group_id, lesson_id=lesson_id, homework_id=homework_id
    )
    of = f"{group_id}-{homework_id}"
    return await _export(LESSON_RESULTS, whole, form, actor, ports, of)


@permits(*GUARDS[STUDENT_WORKS])
async def export_student_works(
    group_id: int,
    student_id: int,
    query: PeriodQuery,
    form: ExportList,
    *,
    actor: Actor,
    ports: ExportPorts,
) -> ExportMade:
    """One student's homework in a period as an .xlsx, newest first.

    Raises NotFound, ValidationError.
    """
    whole = WorksOfStudent(**msgspec.structs.asdict(query), group_id=group_id, student_id=student_id)
    of = f"{group_id}-{student_id}"
    return await _export(STUDENT_WORKS, whole, form, actor, ports, of)


async def _export(
    name: str,
    query: ListQuery,
    form: ExportList,
    actor: Actor,
    ports: ExportPorts,
    of: str = "",
) -> ExportMade:
    """Exports a list.

    ``of``: the ids of its record, by which the files of two are told apart.
    """
    check(form)
    uow, lists, clock = ports.uow, ports.lists, ports.clock
    columns = _columns(form.columns, lists.columns(name))
    file = StoredFile(
        secrets.token_urlsafe(PUBLIC_ID_BYTES), FileKind.EXPORT, "", XLSX, 0,
        "-".join(filter(None, (name, of, f"{clock.now():%Y-%m-%d}.xlsx"))), created_by=actor.id,
        expires_at=clock.now() + EXPORT_LIVES,
    )  # fmt: skip
    async with lists.whole(name, query, columns, actor) as whole:
        total = whole.total
        if total <= MAX_INLINE_ROWS:
            written = await ports.files.put(
                ports.spreadsheet_writer.write(_headers(name, columns, actor.language), whole.batches())
            )
            file.digest, file.size = written.digest, written.size
    async with uow:
        if total <= MAX_INLINE_ROWS:
            uow.add(file)
            _record(name, columns, total, actor, uow)
            await uow.commit()
            return ExportMade(rows=total, file_name=file.name, digest=file.digest, size=file.size)
        payload = {
            "list": name,
            "asked": msgspec.to_builtins(query),
            "columns": list(columns),
            "language": actor.language,
            "rows": total,
            "fileId": file.public_id,
            "fileName": file.name,
        }
        job_id = await uow.enqueue(EXPORT, payload, actor=actor)
        job = await uow.load(Job, job_id)
        job.payload = payload | {"jobId": job_id}
        await uow.commit()
    return ExportMade(rows=total, job_id=job_id)


@permits(SUPERADMIN)
async def run_export(
    job_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    people: ActorLookup,
    jobs: OwnJobs,
    lists: ExportedLists,
    spreadsheet_writer: SpreadsheetWriter,
    files: FileStore,
    clock: Clock,
) -> None:
    """Creates a large export with its owner's present rights; idempotent.

    Raises WorkFailed if the owner may no longer read the list.
    """
    async with uow:
        job = await uow.load(Job, job_id)
        done = await uow.find(StoredFile, public_id=job.payload["fileId"])
    if done is not None:
        return
    payload, name = job.payload, job.payload["list"]
    owner = await people.acting(job.created_by or 0)
    if owner is None or _read_permission(name, owner) is None:
        raise WorkFailed(f"its owner may no longer read {name}")
    query, columns = msgspec.convert(payload["asked"], lists.query(name)), payload["columns"]
    async with lists.whole(name, query, columns, owner) as whole:
        batches = _with_progress(whole, job_id, jobs)
        written = await files.put(spreadsheet_writer.write(_headers(name, columns, payload["language"]), batches))
    async with uow:
        file = StoredFile(
            payload["fileId"], FileKind.EXPORT, written.digest, XLSX, written.size, payload["fileName"],
            created_by=owner.id, expires_at=clock.now() + EXPORT_LIVES,
        )  # fmt: skip
        uow.add(file)
        _record(name, columns, whole.total, owner, uow)
        await uow.commit()


async def _with_progress(whole: RowStream, job_id: int, jobs: OwnJobs) -> AsyncIterator[Sequence[Sequence[CellValue]]]:
    """Yields the batches and reports the progress in steps of five percent."""
    read, reported = 0, 0
    async for batch in whole.batches():
        yield batch
        read += len(batch)
        percent = min(99, read * 100 // max(whole.total, 1))
        if percent >= reported + 5:
            reported = percent
            await jobs.progress(job_id, percent)


@permits(SIGNED_IN)
async def show_export(job_id: int, *, actor: Actor, uow: UnitOfWork, links: FileLinks, clock: Clock) -> ExportedFile:
    """Returns an export of the caller with a link valid for a quarter of an hour.

    The file expires after a day. Raises NotFound.
    """
    async with uow:
        job = await uow.load(Job, job_id)
        payload: dict[str, Any] = job.payload
        if job.kind != EXPORT or job.created_by != actor.id or _read_permission(payload["list"], actor) is None:
            raise NotFound("Job", job_id)
        file = await uow.find(StoredFile, public_id=payload["fileId"])
    available = file is not None and file.expires_at is not None and file.expires_at > clock.now()
    url = links.link(payload["fileId"], clock.now()) if available else None
    return ExportedFile(
        id=job_id, state=JobState(job.state).value, progress=job.progress,
        rows=payload["rows"], file_name=payload["fileName"], url=url,
    )  # fmt: skip


@permits(SIGNED_IN)
async def list_own_jobs(*, actor: Actor, own_jobs: OwnJobs) -> wire.OwnJobs:
    """Lists the caller's exports and imports of the last day with their progress."""
    return wire.OwnJobs(jobs=await own_jobs.mine(actor))


def _columns(wanted: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Validates the chosen columns and removes repeated ones. Raises ValidationError."""
    if any(column not in known for column in wanted):
        raise ValidationError({"columns": [FieldError("limit.unknown_choice")]})
    return tuple(dict.fromkeys(wanted)) or tuple(known)


def _headers(name: str, columns: Sequence[str], language: str) -> list[str]:
    return [column_header(name, column, language) for column in columns]


def _read_permission(name: str, actor: Actor) -> str | None:
    """Returns the permission by which the actor reads the list."""
    return next((right for right in GUARDS[name] if actor.may(right, Action.READ)), None)


def _record(name: str, columns: Sequence[str], total: int, actor: Actor, uow: UnitOfWork) -> None:
    """Audits who exported which list, with how many rows and which columns."""
    uow.audit(
        "exports.made", "export", None, actor=actor, permission=_read_permission(name, actor) or "",
        after={"list": name, "rows": total, "columns": list(columns)}, total=total,
    )  # fmt: skip
