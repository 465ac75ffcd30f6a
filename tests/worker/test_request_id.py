"""One request id: from the browser through the job to the school."""

from pathlib import Path

from aiohttp import web

from application.actor import system
from application.jobs.lifecycle import JobQueue
from application.jobs.run import run_job
from entrypoints.worker.handlers import job_handlers
from tests.support.builders import a_superadmin
from tests.support.console import a_console

GIVEN = "a-request-of-the-test-4711"


async def test_the_school_gets_the_id_of_the_request(database_url: str, tmp_path: Path) -> None:
    """Observability (architecture): header → job → worker → outgoing header."""
    request_ids: list[str] = []

    async def refuse(request: web.Request) -> web.Response:
        request_ids.append(request.headers["X-Request-Id"])
        return web.Response(status=401)

    school = web.Application()
    school.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(school)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        async with a_console(database_url, tmp_path, CONSOLE_SCHOOL_URL=f"http://127.0.0.1:{port}") as console:
            visitor = await console.sign_in(a_superadmin())
            answer = await visitor.request("PUT", "/synchronization/student", headers={"X-Request-Id": GIVEN})
            assert answer.headers["x-request-id"] == GIVEN
            job = await console.sql.fetchrow("select id, request_id from jobs")
            assert job["request_id"] == GIVEN
            container = console.container
            await run_job(
                job["id"],
                handlers=job_handlers(container),
                actor=system(),
                queue=JobQueue(container.uow, container.jobs().clock),
                store=container.jobs(),
            )
            card = (await visitor.data("/synchronization/runs/1"))["run"]
            assert (card["status"], card["reason"]) == ("failed", "unauthorised")
    finally:
        await runner.cleanup()
    assert request_ids
    assert set(request_ids) == {GIVEN}
