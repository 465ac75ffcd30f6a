"""A clock set wrong under load: no sign-outs, no stolen or stuck leases.

Every program of the console has a clock that the test sets (libfaketime is not used); PostgreSQL keeps its own.
"""

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.faults.support.centre import PASSWORD, STAFF, Centre
from tests.faults.support.clients import Load
from tests.faults.support.figures import report
from tests.faults.support.seed import SEED, chance
from tests.faults.support.verdict import check_jobs, check_whole, wait_for_rest
from tests.support.builders import a_branch, a_class_of, a_teacher
from tests.support.lessons import Lesson, a_lesson_of
from tests.support.storing import store
from tests.videos.samples import sample

TEN_MINUTES = 600.0
BEYOND_A_TOKEN = 1000.0
BEYOND_A_LINK = 25 * 3600.0
DONE_WITHIN_SECONDS = 60
PROCESSING, DONE, UPLOADING, WAITING = 1, 2, 5, 6


@pytest.fixture
def clock(calm: Centre) -> Iterator[Centre]:
    """The console, whose clock is right again afterwards."""
    yield calm
    calm.set_clock_ahead(0)


async def signed_in(http: httpx.AsyncClient) -> dict[str, Any]:
    answer = await http.post(f"{STAFF}/auth/sign-in", json={"login": "superadmin", "password": PASSWORD})
    return dict(answer.raise_for_status().json()["data"])


async def reads(http: httpx.AsyncClient, pair: dict[str, Any]) -> int:
    """The status of a list with this access token."""
    headers = {"Authorization": f"Bearer {pair['accessToken']}"}
    return (await http.get(f"{STAFF}/students/all", headers=headers)).status_code


async def refreshed(http: httpx.AsyncClient, pair: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {pair['refreshToken']}"}
    answer = await http.get(f"{STAFF}/auth/refresh-token", headers=headers)
    return dict(answer.raise_for_status().json()["data"])


async def test_nobody_is_signed_out_by_a_clock_jump(clock: Centre) -> None:
    """A token lives its 15 minutes by the current clock; a refresh works (D-9)."""
    async with clock.browser() as http:
        pair = await signed_in(http)
        for ahead in (TEN_MINUTES, -TEN_MINUTES):
            clock.set_clock_ahead(ahead)
            assert await reads(http, pair) == 200, ahead
            pair = await refreshed(http, pair)
            assert await reads(http, pair) == 200, ahead
        clock.set_clock_ahead(BEYOND_A_TOKEN)
        assert await reads(http, pair) == 401
        pair = await refreshed(http, pair)
        assert await reads(http, pair) == 200
        clock.set_clock_ahead(-TEN_MINUTES)
        assert await reads(http, await refreshed(http, pair)) == 200, "back again, with a token of the future"


@pytest.mark.parametrize(
    ("ahead", "kills"),
    [(TEN_MINUTES, False), *(pytest.param(way * TEN_MINUTES, True, marks=pytest.mark.long) for way in (1, -1))],
)
async def test_jobs_and_runs_use_the_databases_clock(clock: Centre, ahead: float, kills: bool) -> None:
    """A jump in the middle, and a death: each effect once.

    The run does not end as lost, and nothing waits ten minutes.
    """
    form = "long" if kills else "quick"
    load = Load(clock, f"clock{ahead:+.0f}-{form}", chance(f"clock {ahead}"))
    clock.school_line.delay = 0.05
    async with clock.sql() as sql:
        await sql.execute("update sync_cursors set cursor = 'lost' where feed <> 'offices'")
    run = await clock.synchronise()
    await load.enqueue(40)
    clock.set_clock_ahead(ahead)
    promising = asyncio.create_task(load.enqueue(80))
    await asyncio.sleep(1)
    if kills:
        clock.kill("worker")
        await clock.expire_lease()
    await promising
    clock.school_line.delay = 0.0
    rest = await wait_for_rest(clock, 60)
    ended = await clock.wait_for_run(run)
    assert ended["status"] == "done", ended
    figures = await check_jobs(clock, load)
    await check_whole(clock)
    report(f"clock-skew{ahead:+.0f}s", form, SEED, figures | {"rest_s": round(rest, 1)})


async def a_lesson(clock: Centre) -> Lesson:
    """A lesson of today to upload for."""
    group = a_class_of(1).in_branch(a_branch()).taught_by(a_teacher())
    lesson = a_lesson_of(group, datetime.now(UTC).date())
    async with clock.sql() as sql:
        await store(sql, lesson)
    return lesson


class Uploader:
    """The superadmin's browser: a video of a lesson."""

    def __init__(self, clock: Centre, http: httpx.AsyncClient, lesson: Lesson, film: bytes) -> None:
        self._clock, self._http, self._lesson, self._film = clock, http, lesson, film

    async def call(self, verb: str, path: str, body: object = None) -> dict[str, Any]:
        """A call with a session of the present clock."""
        await self._clock.sign_in()
        headers = {"Authorization": f"Bearer {self._clock.token}"}
        answer = await self._http.request(verb, f"{STAFF}{path}", json=body, headers=headers)
        return dict(answer.raise_for_status().json()["data"])

    async def begin(self) -> dict[str, Any]:
        """A new upload."""
        form = {"groupId": self._lesson.group.id, "lessonId": self._lesson.id, "origName": "dars.mp4"}
        return await self.call("POST", "/video/upload-links", form | {"size": len(self._film)})

    async def send(self, link: str, start: int, end: int) -> int:
        """Sends a part of the film by the link alone; the status."""
        headers = {"Tus-Resumable": "1.0.0", "Upload-Offset": str(start)}
        headers["Content-Type"] = "application/offset+octet-stream"
        async with httpx.AsyncClient(base_url=self._http.base_url) as link_alone:
            return (await link_alone.patch(link, content=self._film[start:end], headers=headers)).status_code

    async def played(self, address: str) -> int:
        """The status of the first bytes of a stream, without a session."""
        async with httpx.AsyncClient(base_url=self._http.base_url) as player:
            return (await player.get(address, headers={"Range": "bytes=0-99"})).status_code

    async def done(self, video_id: int) -> list[dict[str, Any]]:
        """Waits until the video is done; its history."""
        deadline = time.monotonic() + DONE_WITHIN_SECONDS
        while (video := (await self.call("GET", f"/video/for-admin/{video_id}"))["video"])["status"] != DONE:
            assert time.monotonic() < deadline, video
            await asyncio.sleep(0.3)
        return list(video["statusHistories"])


async def test_an_upload_its_conversion_and_its_player_outlive_clock_jumps(clock: Centre) -> None:
    """Issue 18: links and addresses hold, and rows stand in our sequence.

    A link that the clock calls expired is renewed with the bytes stored.
    """
    film, lesson = sample("mp4"), await a_lesson(clock)
    third = len(film) // 3
    async with clock.browser() as http:
        uploader = Uploader(clock, http, lesson, film)
        begun = await uploader.begin()
        assert await uploader.send(begun["uploadUrl"], 0, third) == 204
        clock.set_clock_ahead(TEN_MINUTES)
        assert await uploader.send(begun["uploadUrl"], third, 2 * third) == 204
        clock.set_clock_ahead(BEYOND_A_LINK)
        assert await uploader.send(begun["uploadUrl"], 2 * third, len(film)) == 410
        renewed = await uploader.call("POST", f"/video/upload-links/{begun['id']}/renew")
        assert (renewed["videoId"], renewed["offset"]) == (begun["videoId"], 2 * third)
        clock.set_clock_ahead(-TEN_MINUTES)
        assert await uploader.send(renewed["uploadUrl"], 2 * third, len(film)) == 204
        history = await uploader.done(begun["id"])
        assert [entry["status"] for entry in history] == [UPLOADING, UPLOADING, WAITING, PROCESSING, DONE]
        times = [entry["createdAt"] for entry in history]
        assert times != sorted(times)
        clock.set_clock_ahead(TEN_MINUTES)
        play = await uploader.call("GET", f"/video/for-admin/{begun['id']}/play")
        for ahead in (TEN_MINUTES, 0.0, -TEN_MINUTES):
            clock.set_clock_ahead(ahead)
            assert await uploader.played(play["address"]) == 206, ahead
        later = await uploader.begin()
        page = await uploader.call("GET", f"/groups/for-admin/{lesson.group.id}/videos?orderBy=ASC")
        assert [row["id"] for row in page["videos"]] == [begun["id"], later["id"]]
        await uploader.call("DELETE", f"/video/delete-for-admin/{begun['id']}")
        assert await uploader.played(play["address"]) == 404
