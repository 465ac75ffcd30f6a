"""An exam of a current lesson's class, handed in by some of it."""

from dataclasses import dataclass

from tests.e2e.attendance.current_lesson import CurrentLesson, a_current_lesson
from tests.e2e.centre import Centre

TASK = "Guruhda ishlatiladigan kichik dastur yozing va himoya qiling."


@dataclass(frozen=True)
class ExamWorks:
    """The works by student, in the order of the class."""

    lesson: CurrentLesson
    exam_id: int
    works: tuple[int, ...]

    @property
    def group_path(self) -> str:
        """The page of the group, as its teacher sees it."""
        lesson = self.lesson
        return f"/my-groups/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"

    @property
    def path(self) -> str:
        """The page of the exam."""
        return f"{self.group_path}/exam/{self.exam_id}"

    async def stored(self) -> dict[int, tuple[int | None, int | None, int | None]]:
        """Score, result and failing reason of each work."""
        async with self.lesson.centre.database() as database:
            rows = await database.fetch(
                "select id, score, result, failing_reason from submissions where exam_id = $1", self.exam_id
            )
        return {row["id"]: (row["score"], row["result"], row["failing_reason"]) for row in rows}


async def an_exam(centre: Centre, size: int = 4, handed_in: int = 3) -> ExamWorks:
    """Gives an exam, whose deadline is over, to a class of its own.

    ``handed_in``: that many of the students have handed in.
    """
    lesson = await a_current_lesson(centre, size)
    async with centre.database() as database:
        exam: int = await database.fetchval(
            """insert into exams (public_id, group_id, description, begins_at, deadline)
            values ('e2e-exam-' || $1::bigint, $1::bigint, $2, now() - interval '2 days',
                now() - interval '1 hour') returning id""",
            *(lesson.group_id, TASK),
        )
        await database.execute(
            """insert into exam_study_months (exam_id, study_month_id)
            select $1, m.id from study_months m join groups g on g.course_id = m.course_id
            where g.id = $2 order by m.number limit 2""",
            *(exam, lesson.group_id),
        )
        works = []
        for place, student in enumerate(lesson.students):
            has_work = place < handed_in
            work = await database.fetchval(
                """insert into submissions (exam_id, group_id, student_id, status, due_at, attempts, handed_in_at)
                values ($1, $2, $3, $4, now() - interval '1 hour', $5,
                    case when $5 > 0 then now() - interval '3 hours' end) returning id""",
                *(exam, lesson.group_id, student, 1 if has_work else 5, int(has_work)),
            )
            if has_work:
                await database.execute(
                    """insert into attempts (submission_id, number, text, handed_in_at, is_late)
                    values ($1, 1, $2, now() - interval '3 hours', false)""",
                    *(work, f"{place + 1}-ish: print('salom')"),
                )
            works.append(work)
    return ExamWorks(lesson, exam, tuple(works))
