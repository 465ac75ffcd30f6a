"""A class with one lesson, its teacher and the office, for attendance tests."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from application.actor import system
from application.attendance.lesson_generation import make_lessons
from tests.support.builders import Account, Branch, Class, Student, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data
from tests.support.groups import ZONE

TEACHES = {"my_groups:attendance": ["read", "update"]}
OFFICE = {"all_groups:attendance": ["read", "update"]}
ATTENDED, ABSENT, COME, LATE = 1, 2, 3, 4
ON_THE_ROAD, REASONABLE, WITHOUT_REASON = 1, 2, 3
# without reason, as nobody chose one
USUAL = "usual"
# a Monday
DAY = date(2026, 11, 16)


@dataclass
class AttendanceScenario:
    """A class that meets on Mondays at ``begins``; the test sets the clock."""

    console: Console
    branch: Branch
    account: Account
    group: Class
    begins: str
    cached_lesson_id: int = 0

    @classmethod
    async def of(cls, console: Console, size: int = 5, begins: str = "14:00") -> "AttendanceScenario":
        """Stores the class and generates its lessons as of noon of the day."""
        branch = a_branch()
        account = a_user_with(TEACHES).of(branch)
        group = a_class_of(size).in_branch(branch).taught_by(a_teacher().with_account(account)).on(1, at=begins)
        stage = cls(console, branch, account, group, begins)
        await console.store(group)
        await stage.generate_lessons()
        stage.at(begins, minutes=5)
        return stage

    async def generate_lessons(self, at: str = "00:00") -> int:
        """Runs the lesson generation job at that time of the day."""
        self.at(at)
        container = self.console.container
        return await make_lessons(
            actor=system(), lesson_store=container.lesson_store(), clock=self.console.clock, zone=ZONE
        )

    def at(self, clock: str, **later: float) -> None:
        """Sets the clock to that time of the day at the centre, plus ``later``."""
        here = datetime.fromisoformat(f"{DAY}T{clock}").replace(tzinfo=ZONE)
        self.console.clock.stand_at(here.astimezone(UTC) + timedelta(**later))

    @property
    def students(self) -> list[Student]:
        """In the order in which the class was created."""
        return self.group.students

    async def teacher(self) -> "AttendanceClient":
        """The teacher's browser, newly signed in."""
        return AttendanceClient(self, await self.console.sign_in(self.account), "academic")

    async def office(self) -> "AttendanceClient":
        """The office's browser, newly signed in."""
        return AttendanceClient(self, await self.console.sign_in(a_user_with(OFFICE).of(self.branch)), "admin")

    async def lesson_id(self) -> int:
        """The lesson of the day."""
        if not self.cached_lesson_id:
            sql = "select id from lessons where group_id = $1 and date = $2"
            self.cached_lesson_id = int(await self.console.sql.fetchval(sql, self.group.id, DAY))
        return self.cached_lesson_id

    async def stored_marks(self) -> dict[int, tuple[int, int | None]]:
        """The stored status and reason of each student."""
        sql = "select student_id, status, reason from attendances where lesson_id = $1"
        rows = await self.console.sql.fetch(sql, await self.lesson_id())
        return {row["student_id"]: (row["status"], row["reason"]) for row in rows}

    async def tally(self) -> tuple[int, int, int]:
        """Attended, late and absent as stored for the group; equal to its marks."""
        sql = "select attended, late, absent from group_marks where group_id = $1"
        row = await self.console.sql.fetchrow(sql, self.group.id)
        counted = await self.console.sql.fetchrow(
            """select count(*) filter (where status = 1), count(*) filter (where status = 4),
            count(*) filter (where status = 2) from attendances a join lessons l on l.id = a.lesson_id
            where l.group_id = $1 and a.counted and l.no_class_reason is null""",
            self.group.id,
        )
        tally = tuple(row) if row else (0, 0, 0)
        assert tally == tuple(counted)
        return tally


@dataclass
class AttendanceClient:
    """A user who marks attendance through the endpoints of their audience."""

    stage: AttendanceScenario
    visitor: Visitor
    audience: str

    async def sheet(self, **query: Any) -> dict[str, Any]:
        """The sheet of the day's lesson."""
        wanted = query or {"lessonId": await self.stage.lesson_id()}
        return dict((await self.visitor.data(f"/attendance/for-{self.audience}/sheet", **wanted))["sheet"])

    async def row(self, student: Student) -> dict[str, Any]:
        """The student's row of the sheet."""
        rows = {row["studentId"]: row for row in (await self.sheet())["students"]}
        return dict(rows[student.id])

    async def send(self, marks: dict[Student, Any], *, key: str = "", version: int = 0, **more: Any) -> Any:
        """The response to a save of these marks.

        A mark stands alone or with its reason; ``version`` is that of the sheet, by default the present one.
        """
        lesson_id = await self.stage.lesson_id()
        version = version or (await self.sheet())["lesson"]["version"]
        body = {"lessonId": lesson_id, "version": version, "entries": [_entry(*one) for one in marks.items()]} | more
        headers = {"Idempotency-Key": key} if key else None
        return await self.visitor.request("PUT", f"/attendance/save-for-{self.audience}", json=body, headers=headers)

    async def save(self, marks: dict[Student, Any], **more: Any) -> dict[str, Any]:
        """The response data of a successful save."""
        return dict(data(await self.send(marks, **more)))


def apply_changes(sheet: dict[str, Any], saved: dict[str, Any], audience: str) -> dict[str, Any]:
    """The displayed sheet with the changes of a save applied.

    As the browser does (``sheet-state.ts``).
    """
    changed, marks = saved["changed"], {one["studentId"]: one for one in saved["changed"]["marks"]}
    assert (saved["sheet"], changed["version"]) == (None, sheet["lesson"]["version"] + 1)
    by = {name: changed[name] for name in ("markedBy", "markedAt")}
    students = []
    for row in sheet["students"]:
        if mark := marks.get(row["studentId"]):
            was = {"status": row["status"], "reason": row["reason"], "by": row["markedBy"], "at": row["markedAt"]}
            corrected = row["status"] and any(row[name] != mark[name] for name in ("status", "reason"))
            first = row["first"] or (was if corrected else None)
            students.append(row | mark | by | {"byOffice": audience == "admin", "own": True, "first": first})
        else:
            students.append(row)
    return {"lesson": sheet["lesson"] | by | {"version": changed["version"]}, "students": students}


def _entry(student: Student, value: Any) -> dict[str, Any]:
    mark, reason = value if isinstance(value, tuple) else (value, None if value in (ATTENDED, COME) else WITHOUT_REASON)
    if reason == USUAL:
        return {"studentId": student.id, "mark": mark, "reason": WITHOUT_REASON, "reasonIsDefault": True}
    return {"studentId": student.id, "mark": mark, "reason": reason}
