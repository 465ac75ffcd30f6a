"""A class plays through the student gateway over HTTP (issue 17)."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import uvicorn

from entrypoints.simulators.students.command import apps_of
from entrypoints.simulators.students.play import play_class
from tests.http.api.support.student_work import a_work_of
from tests.support.builders import a_class_of
from tests.support.console import Console, a_console


@asynccontextmanager
async def _served(console: Console) -> AsyncIterator[str]:
    """The address of the console, served on a port of its own."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(console.app, log_config=None, lifespan="off"))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110  the flag belongs to uvicorn
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


async def test_a_class_hands_in_on_time_late_wrongly_and_again(database_url: str, tmp_path: Path) -> None:
    """D-79, D-80, D-81, D-97: ten students with their habits.

    Tokens are renewed on the way.
    """
    async with a_console(database_url, tmp_path) as console, _served(console) as address:
        group = a_class_of(10)
        await console.store(group)
        homework_id = await a_work_of(group, "homework_id", console)
        async with aiohttp.ClientSession() as http:
            apps = await apps_of(console.container, http, address, group.id or 0, 20)
            for app in apps:
                await app.open()
            first = await play_class(apps, console.clock.now())
            assert first == {"handed in on time": 6, "handed in wrongly": 1}
            assert await play_class(apps, console.clock.now()) == {}, "nobody hands in twice"
            console.clock.pass_by(hours=24, seconds=2)
            assert await play_class(apps, console.clock.now()) == {"handed in late": 2}
            await console.sql.execute(
                "update submissions set status = 2, score = 30 where attempts = 1 and id = ("
                "select submission_id from attempts where text = 'bilmadim')"
            )
            assert await play_class(apps, console.clock.now()) == {"handed in again": 1}
        rows = await console.sql.fetch(
            "select a.is_late, count(*) as n from attempts a join submissions s on s.id = a.submission_id"
            " where s.homework_id = $1 group by 1 order by 1",
            homework_id,
        )
        assert [(row["is_late"], row["n"]) for row in rows] == [(False, 7), (True, 3)]
        names = await console.sql.fetch("select name, media_type from files where name like '%rasm%'")
        assert [tuple(row) for row in names] == [("rasm.png", "text/plain; charset=utf-8")]


async def test_a_class_takes_an_exam_and_some_speak(database_url: str, tmp_path: Path) -> None:
    """D-86, D-81: nine of ten hand in a running exam, once; every third speaks."""
    async with a_console(database_url, tmp_path) as console, _served(console) as address:
        group = a_class_of(10)
        await console.store(group)
        exam_id = await a_work_of(group, "exam_id", console)
        async with aiohttp.ClientSession() as http:
            apps = await apps_of(console.container, http, address, group.id or 0, 20)
            for app in apps:
                await app.open()
            assert await play_class(apps, console.clock.now()) == {"handed in an exam": 9}
            assert await play_class(apps, console.clock.now()) == {}, "nobody hands in twice"
        spoken = await console.sql.fetchval(
            "select count(*) from attempts a join submissions s on s.id = a.submission_id"
            " where s.exam_id = $1 and a.voice_seconds = 4",
            exam_id,
        )
        assert spoken == 3
