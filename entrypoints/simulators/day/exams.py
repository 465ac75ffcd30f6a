"""Exams of a demo: one announced, one handed in and partly checked."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from application.actor import Actor
from application.exams.announce import announce_exam
from application.exams.checking import check_exam
from application.exams.give import add_exam_of
from application.exams.student_exams import hand_in_own_exam
from contracts.exams.exams import AddExam
from contracts.exams.results import AnnounceExam, CheckExam
from entrypoints.simulators.day.class_plan import Content, diligence_of
from entrypoints.simulators.day.class_work import hand_in_content, student_actor, taken
from entrypoints.simulators.day.fixed_clock import FixedClock
from entrypoints.wiring import Container

TEXT = "Birinchi qism: 10 ta savolga yozma javob.\nIkkinchi qism: mavzu bo'yicha dastur yoki 2 daqiqalik hikoya."
BEGINS = timedelta(hours=4)
LASTS = timedelta(days=2)
# days since the begin of the announced exam, and of the one in progress
ANNOUNCED, IN_PROGRESS = 6, 1
CHECKED_AFTER = timedelta(days=1, hours=3)
ANNOUNCED_AFTER = timedelta(days=2, hours=6)
ABSENT = 0.1
CONTENTS = (Content.TEXT, Content.CODE, Content.VOICE)
# $1: the group
STUDY_MONTHS = """
select m.id from study_months m join groups g on g.course_id = m.course_id where g.id = $1 order by m.number limit 2
"""
WORK = "select id, version from submissions where exam_id = $1 and student_id = $2"
STUDENTS = "select student_id from submissions where exam_id = $1 order by id"


async def play_exams(container: Container, group_id: int, teacher: Actor) -> int:
    """Gives two exams to a group; returns their number, zero without study months."""
    months = [row["id"] for row in await container.read_pool().fetch(STUDY_MONTHS, group_id)]
    if not months:
        return 0
    now = container.clock().now()
    announced = await _exam(container, group_id, months[:1], teacher, now - timedelta(days=ANNOUNCED) - BEGINS)
    await _hand_in(container, announced, now - timedelta(days=ANNOUNCED) - BEGINS, 1)
    await _check(container, announced, now - timedelta(days=ANNOUNCED), teacher, 1)
    await _announce(container, announced, now - timedelta(days=ANNOUNCED) + ANNOUNCED_AFTER, teacher)
    begun_at = now - timedelta(days=IN_PROGRESS) - BEGINS
    open_exam = await _exam(container, group_id, months[-1:], teacher, begun_at)
    await _hand_in(container, open_exam, begun_at, 2 / 3)
    await _check(container, open_exam, now - CHECKED_AFTER + timedelta(hours=1), teacher, 1 / 3)
    return 2


async def _exam(container: Container, group_id: int, months: list[int], teacher: Actor, begins_at: datetime) -> int:
    form = AddExam(
        group_id=group_id,
        study_month_ids=months,
        description=TEXT,
        begins_at=begins_at,
        deadline=begins_at + LASTS,
    )
    added = await add_exam_of(
        form,
        audience="academic",
        actor=teacher,
        uow=container.uow(),
        exam_store=container.exam_store(),
        clock=FixedClock(begins_at - timedelta(days=1)),
        zone=container.zone(),
    )
    return added.id


async def _hand_in(container: Container, exam_id: int, begun_at: datetime, share: float) -> None:
    """This share of the class hands in within hours; a few never do."""
    students = [row["student_id"] for row in await container.read_pool().fetch(STUDENTS, exam_id)]
    for place, student_id in enumerate(students[: round(len(students) * share)]):
        chance = Random(f"exam/{exam_id}/{student_id}")  # noqa: S311 (made-up work, no secrets)
        if chance.random() < ABSENT:
            continue
        student, clock = student_actor(student_id), FixedClock(begun_at + BEGINS * chance.uniform(0.2, 0.95))
        content = await hand_in_content(container, CONTENTS[place % len(CONTENTS)], student, clock, chance)
        handing_in = hand_in_own_exam(
            exam_id,
            content,
            actor=student,
            uow=container.uow(),
            links=container.links(),
            clock=clock,
            zone=container.zone(),
        )
        await taken(handing_in)


async def _check(container: Container, exam_id: int, at: datetime, teacher: Actor, share: float) -> None:
    works = await container.read_pool().fetch(STUDENTS, exam_id)
    for row in works[: round(len(works) * share)]:
        found: Any = await container.read_pool().fetchrow(f"{WORK} and attempts > 0", exam_id, row["student_id"])
        if found is None:
            continue
        score = min(100, 45 + round(52 * diligence_of(row["student_id"])))
        await check_exam(
            exam_id,
            CheckExam(result_id=found["id"], version=found["version"], score=score),
            actor=teacher,
            uow=container.uow(),
            exam_store=container.exam_store(),
            exam_views=container.exam_views(),
            submissions=container.submissions(),
            ledger=container.ledger(),
            clock=FixedClock(at),
        )


async def _announce(container: Container, exam_id: int, at: datetime, teacher: Actor) -> None:
    version = await container.read_pool().fetchval("select version from exams where id = $1", exam_id)
    await announce_exam(
        exam_id,
        AnnounceExam(version),
        actor=teacher,
        uow=container.uow(),
        exam_store=container.exam_store(),
        ledger=container.ledger(),
        clock=FixedClock(at),
    )
