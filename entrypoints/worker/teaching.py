"""The jobs of the teaching day: lessons made of schedules, marks given to the school."""

from collections.abc import Mapping
from typing import Any

from application.actor import Actor
from application.attendance.lesson_generation import make_lessons
from application.attendance.pushes import push_attendance
from application.jobs.run import Work
from contracts.job_kinds import ATTENDANCE_PUSH, LESSONS_MAKE
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

    return {LESSONS_MAKE: make, ATTENDANCE_PUSH: give_attendance}
