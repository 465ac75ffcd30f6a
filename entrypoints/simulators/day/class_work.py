"""Past hand-ins and checks of a demo's classes, through the use cases."""

from collections.abc import AsyncIterator, Awaitable, Sequence
from random import Random
from typing import Any

from application.actor import Actor
from application.authorization import Audience
from application.homework.checking import check_homework
from application.homework.student.uploads import upload_hand_in, upload_student_voice
from application.homework.student.work import hand_in_homework
from application.ports import Clock
from contracts.homework.checking import CheckSubmission
from contracts.homework.files import Voice
from contracts.homework.student_work import HandIn
from domain.shared.errors import DomainError
from entrypoints.simulators.day import contents
from entrypoints.simulators.day.class_plan import Act, Content, GivenWork, acts_of
from entrypoints.simulators.day.fixed_clock import FixedClock
from entrypoints.wiring import Container

# the content that each text of ``homework.TEXTS`` asks for
WANTED = (Content.TEXT, Content.TEXT, Content.CODE, Content.VOICE, Content.PICTURE)
# $1: the homework
WORKS = """
select s.homework_id, s.student_id, h.given_at, s.due_at, h.lesson_id, s.group_id from submissions s
join homeworks h on h.id = s.homework_id where s.homework_id = any ($1) and s.status = 5 and s.attempts = 0
order by h.given_at, s.id
"""
SUBMISSION = "select id, version from submissions where homework_id = $1 and student_id = $2"


async def play_class_work(container: Container, homework_ids: Sequence[int], checker: Actor, audience: Audience) -> int:
    """Plays hand-ins and checks in their order; returns the number of acts."""
    now = container.clock().now()
    acts: list[Act] = []
    for row in await container.read_pool().fetch(WORKS, list(homework_ids)):
        content = WANTED[row["lesson_id"] % len(WANTED)]
        work = GivenWork(row["homework_id"], row["student_id"], row["given_at"], row["due_at"], content)
        acts.extend(acts_of(work, now))
    left: set[GivenWork] = set()
    for act in sorted(acts, key=lambda act: act.at):
        if act.work in left:
            continue
        if act.score is not None:
            await _check(container, act, checker, audience)
        elif not await _hand_in(container, act):
            left.add(act.work)
    return sum(act.work not in left for act in acts)


async def _hand_in(container: Container, act: Act) -> bool:
    """False if the student has left the group since."""
    student, clock = student_actor(act.work.student_id), FixedClock(act.at)
    chance = Random(f"content/{act.work.homework_id}/{student.student_id}/{act.again}")  # noqa: S311
    content = await hand_in_content(container, act.work.content, student, clock, chance, again=act.again)
    handing_in = hand_in_homework(
        act.work.homework_id,
        content,
        actor=student,
        uow=container.uow(),
        links=container.links(),
        attempts=container.attempt_store(),
        limits=container.hand_in_limits(),
        clock=clock,
        zone=container.zone(),
    )
    return await taken(handing_in)


async def _check(container: Container, act: Act, checker: Actor, audience: Audience) -> None:
    found: Any = await container.read_pool().fetchrow(SUBMISSION, act.work.homework_id, act.work.student_id)
    await check_homework(
        CheckSubmission(submission_id=found["id"], version=found["version"], score=act.score or 0, message=act.message),
        audience=audience,
        actor=checker,
        uow=container.uow(),
        submissions=container.submissions(),
        submission_views=container.submission_views(),
        ledger=container.ledger(),
        clock=FixedClock(act.at),
    )


def student_actor(student_id: int) -> Actor:
    """The student, as the gateway of students calls."""
    return Actor(id=None, name="demo", student_id=student_id)


async def hand_in_content(
    container: Container, content: Content, student: Actor, clock: Clock, chance: Random, *, again: bool = False
) -> HandIn:
    """Uploads what a hand-in contains, and returns it."""
    text = contents.ANSWER_AGAIN if again else ""
    made: dict[str, Any] = {
        "actor": student,
        "uow": container.uow(),
        "files": container.files(),
        "links": container.links(),
        "attempts": container.attempt_store(),
        "limits": container.hand_in_limits(),
        "clock": clock,
    }
    match content:
        case Content.CODE:
            file = (await upload_hand_in(_stream(contents.program(chance)), "uyga_vazifa.py", **made)).file
            return HandIn(text=text, file_ids=[file.file_id])
        case Content.PICTURE:
            file = (await upload_hand_in(_stream(contents.notebook_page(chance)), "daftar.png", **made)).file
            return HandIn(text=text, file_ids=[file.file_id])
        case Content.VOICE:
            recording, seconds = contents.RECORDING.read_bytes(), contents.RECORDED_SECONDS
            voice = (await upload_student_voice(_stream(recording), "ovoz.webm", seconds, **made)).voice
            return HandIn(text=text, voice=Voice(voice.file_id, seconds))
        case _:
            return HandIn(text=text or chance.choice(contents.ANSWERS))


async def taken(handing_in: Awaitable[object]) -> bool:
    """False for a hand-in that is refused since its student has left the group."""
    try:
        await handing_in
    except DomainError as refused:
        if refused.code != "homework.left_group":
            raise
        return False
    return True


async def _stream(content: bytes) -> AsyncIterator[bytes]:
    yield content
