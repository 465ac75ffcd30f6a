"""Awards and reversals inside the commit of a check, announcement or deletion.

Every function takes the caller's open unit of work and commits nothing itself. An award is kept once for each cause:
calling again with the same result changes nothing, with another result corrects (D-30).

    earned = await award_homework(CheckedHomework(…), actor=actor, uow=uow, ledger=ledger, now=now)
    previewed = await preview_homework(CheckedHomework(…), ledger=ledger, clock=clock)
    await award_exam(exam_id, results, actor=actor, uow=uow, ledger=ledger, now=now)
    await reverse(homework_causes(submission_ids), "…", actor=actor, uow=uow, ledger=ledger, now=now)

``now`` is the instant of the check, announcement or deletion: the student's side tells by it which entries came with a
check (D-69).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from application.actor import Actor
from application.gamification.ports import Ledger
from application.ports import Clock, UnitOfWork
from contracts.events import AwardGiven, StudentAward
from contracts.gamification import EntryDetails
from domain.gamification.actions import Achievement, ActionKind, exam_achievement, homework_achievement
from domain.gamification.ledger import Account, Cause, CauseKind, Deed, Earned, EntryKind, earn
from domain.gamification.levels import Levels

# students of one event, which stays far below the broker's limit of a message
AWARDS_PER_EVENT = 500


@dataclass(frozen=True)
class CheckedHomework:
    """A checked homework; ``details`` are what the student's earnings show of it.

    ``late``: by the attempt that is accepted (D-80). A rejected one of 1–59 earns too (D-82).
    """

    submission_id: int
    student_id: int
    group_id: int
    score: int
    late: bool
    details: EntryDetails


@dataclass(frozen=True)
class ExamResult:
    """The result of one participant at the announcement.

    ``score``: None without one, and for Absent and FailedExam, which earn nothing (D-82). ``participated``: something
    was handed in, or there is a score.
    """

    student_id: int
    group_id: int
    score: int | None
    participated: bool
    details: EntryDetails


def homework_causes(submission_ids: Iterable[int]) -> list[Cause]:
    """The causes of the awards of these submissions."""
    return [Cause(CauseKind.HOMEWORK, str(id)) for id in submission_ids]


def exam_causes(exam_id: int) -> list[Cause]:
    """The causes of the awards of an exam: for participating and for passing."""
    return [Cause(CauseKind.EXAM_PARTICIPATION, str(exam_id)), Cause(CauseKind.EXAM_PASS, str(exam_id))]


async def award_homework(
    work: CheckedHomework,
    *,
    actor: Actor,
    uow: UnitOfWork,
    ledger: Ledger,
    now: datetime,
    after: timedelta = timedelta(0),
    undoing: bool = False,
) -> Earned:
    """Awards a checked homework, or corrects its award.

    ``after``: the delay of the event, within which the check can be withdrawn (D-69); ``undoing``: as in ``post``.
    """
    deeds = [homework_deed(work, now)]
    (earned,) = await award(deeds, actor=actor, uow=uow, ledger=ledger, now=now, after=after, undoing=undoing)
    return earned


async def preview_homework(work: CheckedHomework, *, ledger: Ledger, clock: Clock) -> Earned:
    """Returns what the homework would earn with this score."""
    (earned,) = await preview([homework_deed(work, clock.now())], ledger=ledger, now=clock.now())
    return earned


async def award_exam(
    exam_id: int, results: Sequence[ExamResult], *, actor: Actor, uow: UnitOfWork, ledger: Ledger, now: datetime
) -> list[Earned]:
    """Awards all participants of an announced exam at once, or corrects their awards.

    Returns two for each result: for participating, for passing.
    """
    deeds = [deed for result in results for deed in exam_deeds(exam_id, result, now)]
    return await award(deeds, actor=actor, uow=uow, ledger=ledger, now=now)


async def preview_exams(exam_id: int, results: Sequence[ExamResult], *, ledger: Ledger, clock: Clock) -> list[Earned]:
    """Returns what results of an exam would earn, two for each.

    For participating, for passing.
    """
    now = clock.now()
    deeds = [deed for result in results for deed in exam_deeds(exam_id, result, now)]
    return await preview(deeds, ledger=ledger, now=now)


async def award(
    deeds: Sequence[Deed],
    *,
    actor: Actor,
    uow: UnitOfWork,
    ledger: Ledger,
    now: datetime,
    after: timedelta = timedelta(0),
    undoing: bool = False,
) -> list[Earned]:
    """Settles these deeds in the ledger, in three round trips however many they are."""
    if not deeds:
        return []
    rules = await ledger.rules({deed.group_id for deed in deeds}, uow)
    accounts = await ledger.lock({deed.student_id for deed in deeds}, {deed.cause for deed in deeds}, uow)
    earned = [earn(accounts[deed.student_id], deed, rules, now=now, by=actor.id) for deed in deeds]
    await post(accounts.values(), rules.levels, actor=actor, uow=uow, ledger=ledger, after=after, undoing=undoing)
    return earned


async def preview(deeds: Sequence[Deed], *, ledger: Ledger, now: datetime) -> list[Earned]:
    """Returns what these deeds would earn; nothing is written."""
    rules = await ledger.rules({deed.group_id for deed in deeds})
    accounts = await ledger.read({deed.student_id for deed in deeds}, {deed.cause for deed in deeds})
    return [earn(accounts[deed.student_id], deed, rules, now=now) for deed in deeds]


async def reverse(
    causes: Collection[Cause],
    reason: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    ledger: Ledger,
    now: datetime,
    undoing: bool = False,
) -> int:
    """Reverses every student's awards in force of these causes.

    Returns their number. Deleting a homework or an exam calls it in its commit. ``undoing``: as in ``post``.
    """
    students = await ledger.awarded(causes, uow)
    if not students:
        return 0
    rules = await ledger.rules((), uow)
    accounts = await ledger.lock(students, causes, uow)
    for account in accounts.values():
        for cause in sorted(account.in_force):
            account.settle(cause, None, now=now, by=actor.id, reason=reason)
    reversed_awards = sum(len(account.added) for account in accounts.values())
    await post(accounts.values(), rules.levels, actor=actor, uow=uow, ledger=ledger, undoing=undoing)
    return reversed_awards


async def post(
    accounts: Collection[Account],
    levels: Levels,
    *,
    actor: Actor,
    uow: UnitOfWork,
    ledger: Ledger,
    after: timedelta = timedelta(0),
    undoing: bool = False,
) -> None:
    """Posts the added entries of locked accounts, and their events.

    ``undoing``: the event of what is taken back is withdrawn instead while it is unpublished, so that the student hears
    of neither (D-69).
    """
    changed = [account for account in accounts if account.added]
    if not changed:
        return
    await ledger.post(changed, uow)
    for cause, source, awards in _changes(changed, levels):
        for start in range(0, len(awards), AWARDS_PER_EVENT):
            event = AwardGiven(cause=cause, source=source, awards=awards[start : start + AWARDS_PER_EVENT])
            if undoing and await _withdraw_opposite(event, uow):
                continue
            uow.emit(event, request_id=actor.request_id, after=after)


async def _withdraw_opposite(event: AwardGiven, uow: UnitOfWork) -> bool:
    """Withdraws the unpublished event that this one takes back; False without one."""
    gave = [{"studentId": one.student_id, "xp": -one.xp, "silver": -one.silver} for one in event.awards]
    return await uow.withdraw_event(AwardGiven, cause=event.cause, source=event.source, awards=gave) > 0


def _changes(accounts: Iterable[Account], levels: Levels) -> Iterable[tuple[str, str, list[StudentAward]]]:
    """The net changes of earned XP and silver, by kind of cause."""
    awards: dict[str, list[StudentAward]] = defaultdict(list)
    sources: dict[str, set[str]] = defaultdict(set)
    for account in accounts:
        earned = [entry for entry in account.added if entry.kind in (EntryKind.AWARD, EntryKind.REVERSAL)]
        xp = account.balance.xp - sum(entry.xp for entry in earned)
        for cause_kind in dict.fromkeys(entry.cause.kind for entry in earned):
            entries = [entry for entry in earned if entry.cause.kind == cause_kind]
            gained = sum(entry.xp for entry in entries)
            awards[cause_kind].append(
                StudentAward(
                    student_id=account.student_id,
                    xp=gained,
                    silver=sum(entry.silver for entry in entries),
                    level_before=levels.of(xp).number,
                    level=levels.of(xp + gained).number,
                )
            )
            xp += gained
            sources[cause_kind] |= {entry.cause.source for entry in entries}
    for kind, some in awards.items():
        yield str(kind), next(iter(sources[kind])) if len(sources[kind]) == 1 else "", some


def homework_deed(work: CheckedHomework, now: datetime) -> Deed:
    """The deed of a homework checked at an instant."""
    achievement = homework_achievement(work.score, late=work.late)
    details = work.details.stored()
    source = str(work.submission_id)
    return Deed(work.student_id, ActionKind.DO_HOMEWORK, source, achievement, work.group_id, now, details)


def exam_deeds(exam_id: int, result: ExamResult, now: datetime) -> list[Deed]:
    """The deeds of an exam's participant, by its announcement: participating, passing."""
    achieved: dict[ActionKind, Achievement | None] = {
        ActionKind.PARTICIPATE_EXAM: Achievement.PARTICIPATED if result.participated else None,
        ActionKind.PASS_EXAM: exam_achievement(result.score),
    }
    details = result.details.stored()
    return [
        Deed(result.student_id, kind, str(exam_id), achievement, result.group_id, now, details)
        for kind, achievement in achieved.items()
    ]
