"""Loads scored work of another system.

Every homework or exam is loaded whole, in a commit of its own. A load that was killed is continued by the same command:
what is there already is passed over, and nothing is ever half loaded. Nobody is told: no event leaves, unlike when work
is checked or an exam announced.
"""

import secrets
from collections.abc import Sequence
from datetime import date, datetime
from itertools import count
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.gamification.ports import Ledger
from application.imports.load.earnings import announce, deed_of_homework, deeds_of_exam
from application.imports.load.ports import LoadStore
from application.imports.load.report import LoadReport
from application.imports.load.rows import (
    EXAMS,
    HAND_INS,
    SCORES,
    ExamRow,
    Files,
    HomeworkRow,
    Rejected,
    Work,
    all_rejected,
    identifiers,
    read_works,
)
from application.ports import Clock, UnitOfWork
from contracts.gamification import EntryDetails
from domain.exams.exam import Exam
from domain.gamification.ledger import Account, Deed, earn
from domain.homework.homework import Homework
from domain.homework.submission import Submission, SubmissionStatus
from domain.imports.scored_work import Fault, HandIn, Played, play

PUBLIC_ID_BYTES = 16
# the offered times to do homework, the nearest of which a loaded one shows; its deadline is the file's
SHORT, LONG = 24, 36


@permits(SUPERADMIN)
async def load_scored_work(
    files: Files,
    *,
    dry_run: bool,
    retroactively: bool,
    actor: Actor,
    uow: UnitOfWork,
    load_store: LoadStore,
    ledger: Ledger,
    clock: Clock,
    zone: ZoneInfo,
) -> LoadReport:
    """Loads the works of the files, with the caller as their checker.

    ``dry_run`` counts them only. What earns by its day earns; with ``retroactively`` deeds before the start of their
    actions earn too, as a recomputation would give it (D-93).
    """
    known = await load_store.known(*identifiers(files))
    works, rejected = read_works(files, known, zone)
    report = LoadReport(dry_run, rejected_rows=rejected)
    load = _Load(report, retroactively, actor, uow, load_store, ledger, clock, zone)
    for work in works:
        await load.take(work)
    load.report.rejected_rows.sort()
    return load.report


class _Load:
    """One load: the report, and the accounts as a preview leaves them."""

    def __init__(
        self,
        report: LoadReport,
        retroactively: bool,
        actor: Actor,
        uow: UnitOfWork,
        load_store: LoadStore,
        ledger: Ledger,
        clock: Clock,
        zone: ZoneInfo,
    ) -> None:
        self.report = report
        self._retroactively, self._actor, self._uow = retroactively, actor, uow
        self._store, self._ledger, self._clock = load_store, ledger, clock
        self._zone = zone
        self._previewed: dict[int, Account] = {}
        # ids of what a preview does not write
        self._unwritten = count(-1, -1)

    async def take(self, work: Work) -> None:
        """Loads a work with all that belongs to it in one commit."""
        async with self._uow.independent() as uow:
            if not self.report.dry_run:
                await self._store.lock_group(work.row.group.id, uow)
            if isinstance(work.row, HomeworkRow):
                await self._homework(work, work.row, uow)
            else:
                await self._exam(work, work.row, uow)
            if not self.report.dry_run:
                await uow.commit()

    async def _homework(self, work: Work, row: HomeworkRow, uow: UnitOfWork) -> None:
        place = await self._store.place(row, uow)
        if place.taken:
            self.report.rejected_rows.extend(all_rejected(work, Fault.OTHER_HOMEWORK))
            return
        played = await self._play(work, row.day, row.deadline, uow, homework=True)
        if place.loaded:
            self.report.there_already += 1
            return
        self.report.homework += 1
        self.report.lessons += place.lesson_id is None
        self.report.count(played)
        lesson_id = place.lesson_id or 0
        if place.lesson_id is None and not self.report.dry_run:
            lesson_id = await self._store.add_lesson(row, uow)
        taken = (row.deadline - row.given_at).total_seconds() / 3600
        homework = Homework(
            group_id=row.group.id,
            lesson_id=lesson_id,
            topic_id=None,
            description=row.text,
            hours=SHORT if taken <= SHORT else LONG,
            given_at=row.given_at,
            deadline=row.deadline,
            created_by=self._actor.id,
        )
        await self._write(homework, played, uow)
        about = EntryDetails(group=row.group.name, lesson=place.lesson_number, lesson_date=row.day.isoformat())
        await self._earn([deed_of_homework(one, about) for one in played if one.earns], row.group.id, uow)
        self._audit("homework.loaded", "homework", homework.id, row, len(played), uow)

    async def _exam(self, work: Work, row: ExamRow, uow: UnitOfWork) -> None:
        played = await self._play(work, row.begins_at.astimezone(self._zone).date(), row.deadline, uow, homework=False)
        results = announce(row, played)
        if results is None:
            self.report.rejected_rows.append(Rejected(EXAMS, row.line, Fault.UNCHECKED))
        if await self._store.exam_is_there(row, uow):
            self.report.there_already += 1
            return
        announced_at = row.announced_at if results is not None else None
        self.report.exams += 1
        self.report.announced += announced_at is not None
        self.report.count(played)
        exam = Exam(
            public_id=secrets.token_urlsafe(PUBLIC_ID_BYTES),
            group_id=row.group.id,
            description=row.text,
            begins_at=row.begins_at,
            deadline=row.deadline,
            created_by=self._actor.id,
            announced_at=announced_at,
            announced_by=self._actor.id if announced_at else None,
        )
        await self._write(exam, played, uow)
        if announced_at is not None:
            earning = [one for one in results or () if not one[0].is_carried_over]
            deeds = [deed for one in earning for deed in deeds_of_exam(exam, row, *one, announced_at)]
            await self._earn(deeds, row.group.id, uow)
        self._audit("exams.loaded", "exam", exam.id, row, len(played), uow)

    async def _play(self, work: Work, day: date, due_at: datetime, uow: UnitOfWork, *, homework: bool) -> list[Played]:
        """The works of that day's class and of everyone with a row, as rows leave them."""
        ever = await self._store.ever_of(work.row.group.id, uow)
        students = {*await self._store.class_of(work.row.group.id, day, uow)}
        hand_ins = [one for one in work.hand_ins if self._is_of(one.student_id in ever, HAND_INS, one.line)]
        scores = [one for one in work.scores if self._is_of(one.student_id in ever, SCORES, one.line)]
        students |= {one.student_id for one in hand_ins} | {one.student_id for one in scores}
        # the ids are known once the work is written
        submissions = [
            Submission(
                group_id=work.row.group.id,
                student_id=id,
                status=SubmissionStatus.UNCOMPLETED,
                due_at=due_at,
                homework_id=0 if homework else None,
                exam_id=None if homework else 0,
            )
            for id in sorted(students)
        ]
        played, refused = play(submissions, hand_ins, scores, int(self._actor.id or 0))
        for row, fault in refused:
            self.report.rejected_rows.append(Rejected(HAND_INS if isinstance(row, HandIn) else SCORES, row.line, fault))
        return played

    def _is_of(self, of_the_group: bool, file: str, line: int) -> bool:
        if not of_the_group:
            self.report.rejected_rows.append(Rejected(file, line, Fault.OF_THE_GROUP))
        return of_the_group

    async def _write(self, work: Homework | Exam, played: Sequence[Played], uow: UnitOfWork) -> None:
        if self.report.dry_run:
            work.id = next(self._unwritten)
            for one in played:
                one.submission.id = next(self._unwritten)
            return
        uow.add(work)
        await uow.flush()
        await self._store.add_works(work, played, uow)

    async def _earn(self, deeds: Sequence[Deed], group_id: int, uow: UnitOfWork) -> None:
        if not deeds:
            return
        students, causes = {deed.student_id for deed in deeds}, {deed.cause for deed in deeds}
        if self.report.dry_run:
            rules, accounts = await self._ledger.rules({group_id}), self._previewed
            accounts |= await self._ledger.read(students - accounts.keys(), ())
        else:
            rules = await self._ledger.rules({group_id}, uow)
            accounts = await self._ledger.lock(students, causes, uow)
        for deed in deeds:
            now, by = self._clock.now(), self._actor.id
            earned = earn(accounts[deed.student_id], deed, rules, now=now, by=by, retroactively=self._retroactively)
            self.report.awards += earned.changed
            self.report.xp, self.report.silver = self.report.xp + earned.xp, self.report.silver + earned.silver
        if not self.report.dry_run:
            await self._ledger.post(list(accounts.values()), uow)

    def _audit(
        self, verb: str, entity: str, id: int | None, row: HomeworkRow | ExamRow, works: int, uow: UnitOfWork
    ) -> None:
        if not self.report.dry_run:
            uow.audit(verb, entity, id, actor=self._actor, permission=SUPERADMIN, group=row.group.name, count=works)
