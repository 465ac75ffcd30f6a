"""The demo's classes at work, through the use cases (issue 17)."""

from datetime import timedelta
from pathlib import Path
from random import Random

from application.actor import Actor
from entrypoints.simulators.day.class_plan import Content
from entrypoints.simulators.day.class_work import hand_in_content, play_class_work, student_actor
from entrypoints.simulators.day.history import earn_since
from tests.http.api.support.student_work import a_work_of
from tests.http.gamification.earning import seed
from tests.support.builders import a_class_of, a_user_with
from tests.support.console import Console, a_console


async def _checker(console: Console) -> Actor:
    user = a_user_with({})
    await console.store(user)
    return Actor(id=user.id, name="checker", all_offices=True, superadmin=True)


async def test_a_class_works_and_is_checked(database_url: str, tmp_path: Path) -> None:
    """D-79, D-80: homework of ten days ago is handed in, checked and earns."""
    async with a_console(database_url, tmp_path) as console:
        await seed(console)
        await earn_since(console.container, console.clock.now() - timedelta(days=11))
        group = a_class_of(20)
        await console.store(group)
        homework_id = await a_work_of(group, "homework_id", console)
        await console.sql.execute(
            "update homeworks set given_at = given_at - interval '10 days' where id = $1", homework_id
        )
        await console.sql.execute(
            "update submissions set due_at = due_at - interval '10 days' where homework_id = $1", homework_id
        )
        await console.sql.execute("update enrolments set started_date = null")
        played = await play_class_work(console.container, [homework_id], await _checker(console), "admin")
        assert played > 20
        statuses = await console.sql.fetch(
            "select status, count(*) as n from submissions where homework_id = $1 group by 1", homework_id
        )
        assert {row["status"]: row["n"] for row in statuses}.get(3, 0) > 5
        earned = await console.sql.fetchval("select count(*) from ledger_entries where in_force and xp > 0")
        assert earned > 5


async def test_every_kind_of_content_is_taken(database_url: str, tmp_path: Path) -> None:
    """D-81: text, program, recording and picture are uploads of the student."""
    async with a_console(database_url, tmp_path) as console:
        group = a_class_of(1)
        await console.store(group)
        student = student_actor(group.students[0].id or 0)
        for content in Content:
            made = await hand_in_content(console.container, content, student, console.clock, Random(1))
            assert made.text or made.file_ids or made.voice
        types = await console.sql.fetch("select media_type from files order by 1")
        assert [row["media_type"] for row in types] == ["audio/webm", "image/png", "text/plain; charset=utf-8"]
