"""Homework of a current lesson, handed in by its class."""

from dataclasses import dataclass

from tests.e2e.attendance.current_lesson import CurrentLesson, a_current_lesson
from tests.e2e.centre import Centre

CODE = "numbers = [int(input()) for _ in range(10)]\nprint(*sorted(set(numbers)))"


@dataclass(frozen=True)
class HandedIn:
    """The works by deadline, as the queue of the teacher shows them."""

    lesson: CurrentLesson
    homework_id: int
    works: tuple[int, ...]

    async def stored(self) -> dict[int, tuple[int, int | None]]:
        """Status and score of each work."""
        async with self.lesson.centre.database() as database:
            rows = await database.fetch(
                "select id, status, score from submissions where homework_id = $1 order by due_at, id", self.homework_id
            )
        return {row["id"]: (row["status"], row["score"]) for row in rows}


async def handed_in_homework(centre: Centre, size: int = 20) -> HandedIn:
    """Gives homework to a class of its own, and hands in a work of each student."""
    lesson = await a_current_lesson(centre, size)
    async with centre.database() as database:
        homework: int = await database.fetchval(
            """insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)
            values ($1, $2, $3, 2, 24, now() - interval '1 hour', now() + interval '23 hours') returning id""",
            *(lesson.group_id, lesson.lesson_id, "Foydalanuvchidan 10 ta son olib, takrorlanmaganlarini chiqaring."),
        )
        works = []
        for place, student in enumerate(lesson.students):
            work = await database.fetchval(
                """insert into submissions
                (homework_id, group_id, student_id, status, due_at, attempts, handed_in_at)
                values ($1, $2, $3, 1, now() + interval '23 hours' + $4 * interval '1 minute', 1, now())
                returning id""",
                *(homework, lesson.group_id, student, place),
            )
            await database.execute(
                """insert into attempts (submission_id, number, text, handed_in_at, is_late)
                values ($1, 1, $2, now(), false)""",
                *(work, f"{place + 1}-ish\n{CODE}"),
            )
            works.append(work)
    return HandedIn(lesson, homework, tuple(works))
