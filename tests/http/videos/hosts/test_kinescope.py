"""Videos at Kinescope, from the settings to the player (D-95; protocols §1)."""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from application.actor import system
from entrypoints.simulators.videos import Library, serve
from entrypoints.worker.handlers import job_handlers
from tests.http.videos.scenario import DONE, ERROR, PROCESSING, UPLOADING, WAITING, VideoScenario
from tests.support.builders import a_superadmin
from tests.support.console import Console, Visitor, data

CONTENT = b"\x00\x00\x00\x18ftypmp42" + bytes(50_000)
OCTETS = {"Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}


class AtKinescope:
    """A teacher's console that is connected to the simulator."""

    def __init__(self, stage: VideoScenario, library: Library, teacher: Visitor) -> None:
        self.stage, self.library, self.teacher = stage, library, teacher
        self.console = stage.console

    async def upload(self) -> dict[str, Any]:
        """The teacher's browser sends a whole file to the host."""
        begun = await self.stage.upload(self.teacher, size=len(CONTENT))
        async with (
            aiohttp.ClientSession() as browser,
            browser.patch(begun["uploadUrl"], data=CONTENT, headers=OCTETS) as answer,
        ):
            assert answer.status == 204
        report = {"status": WAITING, "message": ""}
        data(await self.teacher.put(f"/video/update-status-for-academic/{begun['id']}", report))
        return begun

    async def hear(self, state: str, secret: str | None = None, **more: Any) -> int:
        """The host tells a state of its only video; the status of the answer."""
        (host_id,) = self.library.videos
        report = {"event": "media.update.status", "data": {"id": host_id, "status": state} | more}
        address = (
            f"/api/video-host/kinescope/{secret or self.console.container.video_hosts().webhook_word('kinescope')}"
        )
        return int((await self.teacher.http.post(address, content=json.dumps(report))).status_code)

    async def work(self) -> None:
        """The worker runs what waits, the newest first."""
        handlers = job_handlers(self.console.container)
        waiting = "select id, kind, payload from jobs where state = 'waiting' and kind like 'videos.%' order by id desc"
        for job in await self.console.sql.fetch(waiting):
            await handlers[job["kind"]](json.loads(job["payload"]), system())
            await self.console.sql.execute("update jobs set state = 'done' where id = $1", job["id"])

    async def history(self, video_id: int) -> list[int]:
        return [it["status"] for it in (await self.stage.one(self.teacher, video_id))["statusHistories"]]


@pytest.fixture
async def at_host(fresh_console: Console) -> AsyncIterator[AtKinescope]:
    stage = await VideoScenario.of(fresh_console)
    library = Library(delay=3600.0)
    async with serve(library) as url:
        chief = await fresh_console.sign_in(a_superadmin())
        values = {"token": library.token, "project": library.project, "url": url, "uploadUrl": url}
        form = {"kind": "videoHost", "adapter": "kinescope", "values": values, "version": 0}
        data(await chief.put("/integrations", form))
        yield AtKinescope(stage, library, await stage.teacher())


async def test_the_browser_uploads_to_the_connected_host(at_host: AtKinescope) -> None:
    begun = await at_host.upload()
    (stored,) = at_host.library.videos.values()
    assert stored.stored == len(CONTENT)
    assert begun["uploadUrl"].endswith(stored.id)
    assert at_host.library.token not in json.dumps(begun)
    assert await at_host.history(begun["id"]) == [UPLOADING, WAITING, PROCESSING], "the host was asked at once"


async def test_doubled_and_reordered_reports_move_a_video_once(at_host: AtKinescope) -> None:
    """Each is a hint: the host is asked, and a status never goes back."""
    begun = await at_host.upload()
    assert await at_host.hear("processing") == 200
    await at_host.work()
    at_host.library.delay = 0.0
    for word in ("done", "done", "processing", "pre-processing"):
        assert await at_host.hear(word) == 200
    await at_host.work()
    assert await at_host.history(begun["id"]) == [UPLOADING, WAITING, PROCESSING, DONE]
    video = await at_host.stage.one(at_host.teacher, begun["id"])
    assert video["duration"] == 61.5


async def test_a_forged_report_changes_nothing(at_host: AtKinescope) -> None:
    begun = await at_host.upload()
    assert await at_host.hear("done", secret="guessed") == 404
    assert await at_host.hear("done") == 200
    await at_host.work()
    assert DONE not in await at_host.history(begun["id"]), "the host was asked and is at work"


async def test_a_failure_at_the_host_has_words_of_ours(at_host: AtKinescope) -> None:
    begun = await at_host.upload()
    at_host.library.delay = 0.0
    at_host.library.suffer("broken")
    await at_host.hear("error", message="import error: code=610100")
    await at_host.work()
    video = await at_host.stage.one(at_host.teacher, begun["id"])
    assert (video["status"], video["message"]) == (ERROR, "The video host could not process the video")


async def test_a_done_video_plays_in_the_host_s_player_and_is_deleted_there(at_host: AtKinescope) -> None:
    begun = await at_host.upload()
    at_host.library.delay = 0.0
    await at_host.hear("done")
    await at_host.work()
    played = await at_host.teacher.data(f"/video/for-academic/{begun['id']}/play")
    assert played["type"] == "embed"
    assert "/embed/" in played["address"]
    data(await at_host.teacher.delete(f"/video/delete-for-academic/{begun['id']}"))
    assert at_host.library.videos, "it is deleted by a job"
    await at_host.work()
    assert not at_host.library.videos
    page = await at_host.teacher.data(f"/groups/for-academic/{at_host.stage.group.id}/videos")
    assert page["videos"] == []


async def test_an_earlier_video_stays_with_its_host(at_host: AtKinescope) -> None:
    """Disconnected: new videos come to the console, the old ones wait for their host."""
    begun = await at_host.upload()
    await at_host.console.sql.execute("update integrations set adapter = 'off', version = version + 1")
    link = await at_host.stage.upload(at_host.teacher)
    assert link["uploadUrl"].startswith("/api/uploads/")
    assert await at_host.hear("done") == 404
    assert DONE not in await at_host.history(begun["id"])


async def test_a_copy_touches_nothing_at_the_host(at_host: AtKinescope, monkeypatch: pytest.MonkeyPatch) -> None:
    """D-159: a restored copy must not delete the centre's videos."""
    begun = await at_host.upload()

    async def closed() -> bool:
        return False

    monkeypatch.setattr(at_host.console.container.live(), "is_open", closed)
    link = await at_host.stage.upload(at_host.teacher)
    assert link["uploadUrl"].startswith("/api/uploads/")
    data(await at_host.teacher.delete(f"/video/delete-for-academic/{begun['id']}"))
    with pytest.raises(Exception, match="kinescope is not connected"):
        await at_host.work()
    assert len(at_host.library.videos) == 1
