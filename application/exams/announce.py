"""Announces the results of an exam, once and for all participants (D-86)."""

from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.exams.earning import earn, preview
from application.exams.give import ENTITY, load_exam
from application.exams.ports import ExamStore, ExamViews
from application.exams.sight import EXAM, EXAMS, guard_of, sight_of
from application.files.spreadsheets import (
    FormattedSpreadsheet,
    FormattedValue,
    SpreadsheetColumn,
    SpreadsheetWriter,
)
from application.gamification.ports import Ledger
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.errors import wire_code
from contracts.events import ExamAnnounced
from contracts.exams.results import (
    AnnouncedStudent,
    AnnounceExam,
    AnnouncePreview,
    ExamAnnouncedAnswer,
    ExamWorkRow,
    GroupExamKpi,
    WorksQuery,
)
from contracts.shared import MAX_PER_PAGE
from contracts.texts import translate
from domain.exams.exam import Announcement, Exam, ExamResult, announcement, exam_percentage
from domain.homework.submission import Submission
from domain.shared.calendar import format_date
from domain.shared.errors import DomainError

# widths in characters
COLUMNS = {"fullName": 32, "hId": 12, "result": 22, "score": 8, "reason": 32, "checkedBy": 26}


@permits(*EXAMS, do="update")
async def preview_announcement(
    exam_id: int, *, actor: Actor, uow: UnitOfWork, exam_store: ExamStore, ledger: Ledger, clock: Clock
) -> AnnouncePreview:
    """Returns the effect of announcing by name, or what stands in the way.

    Raises NotFound.
    """
    now = clock.now()
    async with uow:
        await exam_store.check_visible(exam_id, work_scope(actor, EXAM, do="update"), uow)
        exam = await uow.load(Exam, exam_id)
        decided = announcement(await uow.find_all(Submission, exam_id=exam_id), now)
        students = await exam_store.students(exam_id, uow)
        before = await exam_store.passed_before(exam, uow)
    # an announced exam has posted its awards
    due = [] if exam.announced_at else await preview(decided.results, ledger=ledger, clock=clock)
    code = _obstacle(exam, decided)
    named = _named(decided, students)
    return AnnouncePreview(
        may=code is None,
        code=wire_code(code) if code else None,
        message=translate(f"error.{code}", actor.language, count=len(decided.unchecked)) if code else None,
        version=exam.version,
        deadline_over=now > exam.deadline,
        passed=named[ExamResult.PASSED],
        failed=named[ExamResult.FAILED],
        failed_exam=named[ExamResult.FAILED_EXAM],
        absent=named[ExamResult.ABSENT],
        unchecked=_in_order(students, (work for work in decided.unchecked)),
        notified=len(decided.results) + len(decided.unchecked),
        xp=sum(one.xp for one in due),
        silver=sum(one.silver for one in due),
        awarded=len({one.student_id for one in due if one.xp or one.silver}),
        group_kpi=_kpi(before, decided),
        announced_at=exam.announced_at,
        public_id=exam.public_id,
    )


@permits(*EXAMS, do="update")
async def announce_exam(
    exam_id: int,
    form: AnnounceExam,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    ledger: Ledger,
    clock: Clock,
) -> ExamAnnouncedAnswer:
    """Announces all results at once (R2-009, R2-376).

    Results, awards, audit record and event are one commit, so it can be repeated after any failure (H9); of several
    concurrent ones one counts, and each student is told once (H7).

    Raises NotFound; DomainError: exams.announced_already, shared.stale, exams.unchecked.
    """
    now = clock.now()
    async with uow:
        exam = await load_exam(exam_id, None, work_scope(actor, EXAM, do="update"), uow, exam_store)
        exam.check_unannounced()
        if exam.version != form.version:
            raise DomainError("shared.stale")
        await exam_store.lock_works(exam_id, uow)
        works = await uow.find_all(Submission, exam_id=exam_id)
        decided = announcement(works, now)
        if decided.unchecked:
            raise DomainError("exams.unchecked", count=len(decided.unchecked))
        exam.announced_at, exam.announced_by = now, actor.id
        await exam_store.write_results(decided.results, uow)
        if works:
            context = await exam_store.context(int(works[0].id or 0), uow)
            title, group = context.title, context.group_name
            await earn(exam, decided.results, group, title, actor=actor, uow=uow, ledger=ledger, clock=clock)
        counts = {result: sum(one is result for _, one in decided.results) for result in ExamResult}
        uow.audit(
            "exams.announced", ENTITY, exam_id, actor=actor, permission=guard_of(actor), count=len(works),
            after={"passed": counts[ExamResult.PASSED], "announced_at": now.isoformat()},
        )  # fmt: skip
        participants = sorted(work.student_id for work in works)
        uow.emit(
            ExamAnnounced(exam_id=exam_id, group_id=exam.group_id, student_ids=participants),
            request_id=actor.request_id,
        )
        await uow.commit()
        return ExamAnnouncedAnswer(
            version=exam.version,
            announced_at=now,
            passed=counts[ExamResult.PASSED],
            failed=counts[ExamResult.FAILED],
            failed_exam=counts[ExamResult.FAILED_EXAM],
            absent=counts[ExamResult.ABSENT],
            public_id=exam.public_id,
        )


@permits(*EXAMS)
async def export_results(
    exam_id: int,
    *,
    actor: Actor,
    exam_views: ExamViews,
    spreadsheet_writer: SpreadsheetWriter,
    clock: Clock,
    zone: ZoneInfo,
) -> tuple[str, bytes]:
    """Exports the results as the list shows them to the caller (H6).

    The file name and the content.

    Raises NotFound.
    """
    now, sight, language = clock.now(), sight_of(actor), actor.language
    exam = await exam_views.one(exam_id, sight, now)
    rows: list[ExamWorkRow] = []
    query = WorksQuery(per_page=MAX_PER_PAGE)
    while True:
        page = await exam_views.works(exam_id, "participants", query, sight, now)
        rows += page.works
        if len(rows) >= page.total or not page.works:
            break
        query.page += 1
    day = format_date(exam.begins_at.astimezone(zone).date())
    months = ", ".join(month.name for month in exam.study_months)
    spreadsheet = FormattedSpreadsheet(
        name=exam.group.name,
        titles=(exam.group.name, f"{months} · {day}"),
        columns=[
            SpreadsheetColumn(translate(f"export.exam.{name}", language), width) for name, width in COLUMNS.items()
        ],
        rows=[_values(row, language) for row in rows],
    )
    return f"exam-{exam_id}.xlsx", await spreadsheet_writer.render(spreadsheet)


def _values(row: ExamWorkRow, language: str) -> list[FormattedValue]:
    result = translate(f"exam.result.{row.result}", language) if row.result else None
    reason = translate(f"exam.failing_reason.{row.failing_reason_id}", language) if row.failing_reason_id else None
    words = " — ".join(word for word in (reason, row.failing_text) if word)
    return [row.full_name, row.h_id, result, row.score, words or None, row.checked_by]


def _obstacle(exam: Exam, decided: Announcement) -> str | None:
    if exam.announced_at is not None:
        return "exams.announced_already"
    return "exams.unchecked" if decided.unchecked else None


def _named(
    decided: Announcement, students: Mapping[int, AnnouncedStudent]
) -> Mapping[ExamResult, list[AnnouncedStudent]]:
    return {
        wanted: _in_order(students, (work for work, result in decided.results if result is wanted))
        for wanted in ExamResult
    }


def _in_order(students: Mapping[int, AnnouncedStudent], works: Iterable[Submission]) -> list[AnnouncedStudent]:
    wanted = {work.id for work in works}
    return [student for id, student in students.items() if id in wanted]


def _kpi(before: tuple[int, int], decided: Announcement) -> GroupExamKpi:
    passed = before[0] + sum(result is ExamResult.PASSED for _, result in decided.results)
    participants = before[1] + len(decided.results)
    return GroupExamKpi(passed, participants, exam_percentage(passed, participants))
