"""The jobs of the teaching day: lessons made of schedules, marks given to the school."""

from collections.abc import Mapping
from typing import Any

from application.actor import Actor
from application.attendance.lesson_generation import JOB as MAKE_LESSONS
from application.attendance.lesson_generation import make_lessons
from application.attendance.pushes import JOB as ATTENDANCE_PUSH
from application.attendance.pushes import push_attendance
from application.jobs.run import Work
from entrypoints.wiring import Container


def teaching_works(container: Container) -> dict[str, Work]:
    """Which use case does the work of these kinds."""

    async def make(_: Mapping[str, Any], actor: Actor) -> None:
        book, clock, zone = container.lesson_book(), container.clock(), container.zone()
        await make_lessons(actor=actor, book=book, clock=clock, zone=zone)

    async def give_attendance(payload: Mapping[str, Any], actor: Actor) -> None:
        await push_attendance(
            payload["lessonId"],
            actor=actor,
            uow=container.uow(),
            pushes=container.pushes(),
            schools=container.outside(),
            clock=container.clock(),
        )

    return {MAKE_LESSONS: make, ATTENDANCE_PUSH: give_attendance}
