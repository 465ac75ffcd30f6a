"""Reports of hosts: by webhook, and asked for after silence (D-95)."""

from typing import Any

import pytest

from adapters.memory.video_host import MemoryVideoHost
from application.videos.ports import HostReport, HostUnavailable
from domain.videos.video import VideoStatus
from entrypoints.http.rate_limiter import RateLimiter
from entrypoints.http.routes import videos as routes
from tests.http.videos.hosts.webhooks import send_reports, take_all
from tests.http.videos.scenario import (
    DONE,
    ERROR,
    PROCESSING,
    UPLOADING,
    WAITING,
    ConnectedHosts,
    VideoScenario,
)


async def _uploaded(stage: VideoScenario) -> tuple[dict[str, Any], MemoryVideoHost, ConnectedHosts]:
    teacher, (connected, hosts) = await stage.teacher(), stage.connect()
    return await stage.upload(teacher), connected, hosts


def _report(connected: MemoryVideoHost, host_id: str, status: int, **more: Any) -> None:
    connected.videos[host_id] = HostReport(host_id, VideoStatus(status), **more)


async def test_a_report_is_stored_answered_and_then_processed(stage: VideoScenario) -> None:
    """D-95: a hint; the host itself is asked before anything is believed."""
    link, connected, hosts = await _uploaded(stage)
    calls = len(connected.calls)
    answer = await send_reports(stage, hosts, {"id": link["videoId"], "status": DONE})
    assert answer.status_code == 200
    assert len(connected.calls) == calls
    assert await stage.status(link["id"]) == UPLOADING
    assert len(await stage.jobs("videos.webhook")) == 1
    _report(connected, link["videoId"], PROCESSING, percent=30)
    assert await take_all(stage) == ["applied"]
    video = await stage.one(await stage.teacher(), link["id"])
    assert (video["status"], video["percentage"]) == (PROCESSING, 30)


async def test_doubled_and_late_reports_change_nothing(stage: VideoScenario) -> None:
    """D-95: each is processed once, and a done video stays done in any order."""
    link, connected, hosts = await _uploaded(stage)
    _report(connected, link["videoId"], DONE, duration=61.5)
    for status in (DONE, DONE, PROCESSING, WAITING, UPLOADING, ERROR):
        assert (await send_reports(stage, hosts, {"id": link["videoId"], "status": status})).status_code == 200
    assert await take_all(stage) == ["applied", *["unchanged"] * 5]
    # the jobs may run twice
    calls = len(connected.calls)
    await take_all(stage)
    assert len(connected.calls) == calls
    for status in (PROCESSING, ERROR):
        _report(connected, link["videoId"], status)
        await send_reports(stage, hosts, {"id": link["videoId"], "status": status})
    await take_all(stage)
    assert [status for status, _ in await stage.history(link["id"])] == [UPLOADING, DONE]
    assert (await stage.one(await stage.teacher(), link["id"]))["duration"] == 61.5


async def test_a_report_of_an_unknown_video_is_answered_and_ends_there(stage: VideoScenario) -> None:
    """D-95: hosts send reports of videos of others, too."""
    _, connected, hosts = await _uploaded(stage)
    assert (await send_reports(stage, hosts, {"id": "nobody's", "status": DONE})).status_code == 200
    calls = len(connected.calls)
    assert await take_all(stage) == ["unknown"]
    assert len(connected.calls) == calls


async def test_several_videos_may_be_in_one_report(stage: VideoScenario) -> None:
    """Each is processed on its own."""
    link, connected, hosts = await _uploaded(stage)
    _report(connected, link["videoId"], DONE)
    await send_reports(stage, hosts, {"id": "nobody's", "status": DONE}, {"id": link["videoId"], "status": DONE})
    assert await take_all(stage) == ["unknown", "applied"]


async def test_a_wrong_word_an_unknown_host_and_nonsense_are_rejected(stage: VideoScenario) -> None:
    """D-95: nothing is stored."""
    link, _, hosts = await _uploaded(stage)
    wrong = await send_reports(stage, hosts, {"id": link["videoId"], "status": DONE}, word="guessed")
    assert wrong.status_code == 404
    word = hosts.webhook_word("kinescope")
    nobody = stage.console.nobody()
    # the word of one host is not that of another
    assert (await nobody.request("POST", f"/api/video-host/bunny/{word}", content=b"[]")).status_code == 404
    other = hosts.webhook_word("bunny")
    assert (await nobody.request("POST", f"/api/video-host/bunny/{other}", content=b"[]")).status_code == 404
    nonsense = await nobody.request("POST", f"/api/video-host/kinescope/{word}", content=b"<xml/>")
    assert (nonsense.status_code, nonsense.json()["code"]) == (400, "SHARED_MALFORMED")
    large = await nobody.request("POST", f"/api/video-host/kinescope/{word}", content=b"[" + b" " * 70_000 + b"]")
    assert large.status_code == 413
    assert await stage.console.sql.fetchval("select count(*) from video_webhooks") == 0


async def test_forged_reports_do_not_use_up_the_rate_of_the_host(
    stage: VideoScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D-95: nobody silences the host by guessing its word."""
    monkeypatch.setattr(routes, "PACE", RateLimiter(per_second=0.001, burst=1))
    link, _, hosts = await _uploaded(stage)
    report = {"id": link["videoId"], "status": DONE}
    for _ in range(3):
        assert (await send_reports(stage, hosts, report, word="guessed")).status_code == 404
    assert (await send_reports(stage, hosts, report)).status_code == 200
    assert (await send_reports(stage, hosts, report)).status_code == 429


async def test_a_host_that_is_silent_when_asked_leaves_the_report_for_later(stage: VideoScenario) -> None:
    """D-95: the job is tried again."""
    link, connected, hosts = await _uploaded(stage)
    await send_reports(stage, hosts, {"id": link["videoId"], "status": DONE})
    connected.available = False
    with pytest.raises(HostUnavailable):
        await take_all(stage)
    connected.available = True
    _report(connected, link["videoId"], DONE)
    assert await take_all(stage) == ["applied"]


async def test_a_video_that_is_being_deleted_stays_so(stage: VideoScenario) -> None:
    """D-95: a late report does not bring it back."""
    link, connected, hosts = await _uploaded(stage)
    teacher = await stage.teacher()
    await teacher.delete(f"/video/delete-for-academic/{link['id']}")
    _report(connected, link["videoId"], DONE)
    await send_reports(stage, hosts, {"id": link["videoId"], "status": DONE})
    assert await take_all(stage) == ["unchanged"]
    assert await stage.status(link["id"]) == UPLOADING


@pytest.mark.parametrize("status", [WAITING, PROCESSING])
async def test_a_host_is_asked_after_ten_minutes_of_silence(stage: VideoScenario, status: int) -> None:
    """D-95, V3: not before, and not at once again."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, status)
    stage.reported(await stage.public_id(id), DONE, duration=5.0)
    stage.console.clock.pass_by(seconds=599)
    assert await stage.ask_hosts() == 0
    stage.console.clock.pass_by(seconds=1)
    assert await stage.ask_hosts() == 1
    assert await stage.status(id) == DONE
    assert await stage.ask_hosts() == 0


@pytest.mark.parametrize("status", [UPLOADING, DONE, ERROR])
async def test_a_host_is_not_asked_for_what_it_does_not_convert(stage: VideoScenario, status: int) -> None:
    """V2: a closed browser may come back."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    await stage.set(id, status=status)
    stage.console.clock.pass_by(days=1)
    assert await stage.ask_hosts() == 0


async def test_an_upload_that_its_host_has_whole_goes_on_without_its_browser(stage: VideoScenario) -> None:
    """D-95: it was closed at the last byte, and the host's report was lost."""
    link, connected, _ = await _uploaded(stage)
    stage.console.clock.pass_by(minutes=10)
    assert await stage.ask_hosts() == 1
    assert await stage.status(link["id"]) == UPLOADING
    _report(connected, link["videoId"], PROCESSING, percent=30)
    stage.console.clock.pass_by(minutes=10)
    await stage.ask_hosts()
    assert [status for status, _ in await stage.history(link["id"])] == [UPLOADING, PROCESSING]


@pytest.mark.parametrize("answered", [True, False])
async def test_an_upload_that_nobody_continues_at_its_host_is_deleted_after_seven_days(
    stage: VideoScenario, answered: bool
) -> None:
    """ASVS-37: also where the process died before it stored the host's answer."""
    link, connected, _ = await _uploaded(stage)
    if not answered:
        await stage.set(link["id"], host_id="")
    stage.console.clock.pass_by(days=6, hours=23, minutes=59)
    assert await stage.ask_hosts() == 1
    stage.console.clock.pass_by(minutes=10)
    connected.available = False
    await stage.ask_hosts()
    assert await stage.jobs("videos.delete") == [], "the host may have it whole"
    connected.available = True
    stage.console.clock.pass_by(minutes=10)
    await stage.ask_hosts()
    assert len(await stage.jobs("videos.delete")) == 1
    await stage.run("videos.delete", videoId=link["id"])
    assert (await stage.status(link["id"]), connected.videos) == (None, {})
    stage.console.clock.pass_by(minutes=10)
    assert await stage.ask_hosts() == 0


async def test_a_host_silent_for_six_hours_is_given_up(stage: VideoScenario) -> None:
    """D-95, V3: with the reason in words, and processing again is offered."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, PROCESSING)
    stage.host.available = False
    for _ in range(35):
        stage.console.clock.pass_by(minutes=10)
        assert await stage.ask_hosts() == 1
    assert await stage.status(id) == PROCESSING
    stage.console.clock.pass_by(minutes=10)
    await stage.ask_hosts()
    teacher = await stage.teacher()
    video = await stage.one(teacher, id)
    assert (video["status"], video["canProcessAgain"]) == (ERROR, True)
    assert video["message"] == "The video host gave no answer for six hours"


async def test_progress_keeps_a_processing_alive_and_a_queue_a_waiting_video(stage: VideoScenario) -> None:
    """V3: what stands still ends, what moves does not."""
    teacher = await stage.teacher()
    moving, stuck, queued = [await stage.stored(teacher, status) for status in (PROCESSING, PROCESSING, WAITING)]
    for hour in range(1, 8):
        stage.reported(await stage.public_id(moving), PROCESSING, percent=hour)
        stage.console.clock.pass_by(hours=1)
        await stage.ask_hosts()
    assert [await stage.status(id) for id in (moving, stuck, queued)] == [PROCESSING, ERROR, WAITING]


async def test_a_lost_conversion_is_queued_again(stage: VideoScenario) -> None:
    """V3: whose job has failed or never was."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, WAITING)
    stage.console.clock.pass_by(minutes=10)
    await stage.ask_hosts()
    assert len(await stage.jobs("videos.process")) == 1
    stage.console.clock.pass_by(minutes=10)
    await stage.ask_hosts()
    assert len(await stage.jobs("videos.process")) == 1
    await stage.console.sql.execute("update jobs set state = 'failed' where kind = 'videos.process'")
    stage.console.clock.pass_by(minutes=10)
    await stage.ask_hosts()
    assert len(await stage.jobs("videos.process")) == 2
    assert await stage.status(id) == WAITING


async def test_a_video_that_its_host_does_not_know_any_more_ends_in_an_error(stage: VideoScenario) -> None:
    """V3: deleted at the host by somebody else."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, PROCESSING)
    stage.host.videos.clear()
    stage.console.clock.pass_by(minutes=10)
    await stage.ask_hosts()
    assert (await stage.one(teacher, id))["message"] == "The video host does not have this video any more"
