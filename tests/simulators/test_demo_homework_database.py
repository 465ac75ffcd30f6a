"""The demo's homework database, filled through the use cases (D-104)."""

from datetime import timedelta
from pathlib import Path

from application.actor import Actor
from entrypoints.simulators.day.fixed_clock import FixedClock
from entrypoints.simulators.day.homework import OF_DATABASE, give_past_homework
from entrypoints.simulators.day.homework_database import fill_homework_database
from tests.http.homework.giving_scenario import DAY
from tests.http.homework_database.database_scenario import DatabaseScenario
from tests.support.builders import a_user_with
from tests.support.console import a_console


async def test_a_demo_has_published_homework_and_drafts(database_url: str, tmp_path: Path) -> None:
    """One draft that differs, one that can't be published; a second fill adds nothing."""
    async with a_console(database_url, tmp_path) as console:
        stage = await DatabaseScenario.of(console)
        assert (await stage.visitor.delete(f"/homework-db/chapters/{stage.chapter_id}")).is_success
        user = a_user_with({})
        await console.store(user)
        office = Actor(id=user.id, name="office", all_offices=True, superadmin=True)
        since = console.clock.now() - timedelta(days=9)
        for _ in range(2):
            await fill_homework_database(console.container, [stage.course_id], office, since)
        drafts = await stage.drafts()
        (chapter,) = drafts["chapters"]
        assert [(one["change"], [it["code"] for it in one["blocked"]]) for one in chapter["lessons"]] == [
            ("changed", []), ("new", ["text_empty"]),
        ]  # fmt: skip
        assert (await stage.tree(isDraft=False))["homework"] == 8
        modes = set()
        for week in range(1, 2 * OF_DATABASE + 1):
            lesson = await stage.lessons_of.lessons.lesson(DAY + timedelta(weeks=week))
            await console.sql.execute("update lessons set date = $2 where id = $1", lesson, DAY - timedelta(days=week))
            clock = FixedClock(console.clock.now())
            if id := await give_past_homework(console.container, lesson, office, "admin", clock):
                modes.add(await console.sql.fetchval("select mode from homeworks where id = $1", id))
        assert modes - {None}
