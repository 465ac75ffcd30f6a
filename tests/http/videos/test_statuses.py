"""Statuses that a browser reports, and processing again (part 2 §4, D-95)."""

import pytest

from tests.http.videos.scenario import (
    DONE,
    ERROR,
    MEGABYTE,
    OFFICE,
    PAUSE,
    PROCESSING,
    UPLOADING,
    WAITING,
    VideoScenario,
)
from tests.support.console import data


async def test_an_upload_is_paused_and_resumed_with_its_history(stage: VideoScenario) -> None:
    """R2-015, R2-278, R2-279, R2-280, R2-285, R2-286, R2-356."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    for status in (PAUSE, UPLOADING, PAUSE, UPLOADING):
        assert data(await stage.report(teacher, id, status))["status"] == status
    assert [status for status, _ in await stage.history(id)] == [UPLOADING, PAUSE, UPLOADING, PAUSE, UPLOADING]


async def test_a_failed_upload_has_its_reason_and_is_resumed(stage: VideoScenario) -> None:
    """R2-276, R2-286, R2-452."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    await stage.report(teacher, id, ERROR, "cannot PATCH /api/uploads 503")
    video = await stage.one(teacher, id)
    assert (video["status"], video["message"]) == (ERROR, "cannot PATCH /api/uploads 503")
    assert video["canProcessAgain"] is False
    assert data(await stage.report(teacher, id, UPLOADING))["status"] == UPLOADING
    assert (await stage.one(teacher, id))["message"] == ""


async def test_nobody_else_fails_a_running_upload_and_deletes_it_then(stage: VideoScenario) -> None:
    """D-59: what has failed may be deleted by others, so the report is the uploader's."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    id = (await stage.upload(teacher))["id"]
    refused = await office.put(f"/video/update-status-for-admin/{id}", {"status": ERROR, "message": "mine now"})
    assert (refused.status_code, refused.json()["code"]) == (409, "VIDEOS_STILL_UPLOADING")
    assert (await office.delete(f"/video/delete-for-admin/{id}")).status_code == 409
    assert await stage.history(id) == [(UPLOADING, "")]
    await stage.report(teacher, id, ERROR, "cannot PATCH /api/uploads 503")
    assert (await office.delete(f"/video/delete-for-admin/{id}")).status_code == 200


async def test_a_repeated_report_changes_nothing(stage: VideoScenario) -> None:
    """R2-280: no entry without a change; a running upload shows that it is alive."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    stage.console.clock.pass_by(minutes=5)
    assert (await stage.report(teacher, id, UPLOADING)).status_code == 200
    assert (await stage.one(teacher, id))["currentStatus"] == UPLOADING
    await stage.report(teacher, id, PAUSE)
    await stage.report(teacher, id, PAUSE)
    assert [status for status, _ in await stage.history(id)] == [UPLOADING, PAUSE]


async def test_all_bytes_are_believed_only_if_the_host_has_them(stage: VideoScenario) -> None:
    """R2-274, R2-275, R2-451: file not fully uploaded."""
    teacher = await stage.teacher()
    link = await stage.upload(teacher)
    stage.reported(link["videoId"], UPLOADING, received=MEGABYTE - 1)
    refused = await stage.report(teacher, link["id"], WAITING)
    assert (refused.status_code, refused.json()["code"]) == (409, "VIDEOS_NOT_UPLOADED")
    stage.reported(link["videoId"], UPLOADING, received=MEGABYTE)
    assert data(await stage.report(teacher, link["id"], WAITING))["status"] == WAITING
    # queued once, in the commit of the last byte
    (job,) = await stage.jobs("videos.process")
    assert link["videoId"] in job
    assert data(await stage.report(teacher, link["id"], WAITING))["status"] == WAITING
    assert len(await stage.jobs("videos.process")) == 1
    assert [status for status, _ in await stage.history(link["id"])] == [UPLOADING, WAITING]


async def test_bytes_that_arrived_after_a_reported_failure_count(stage: VideoScenario) -> None:
    """V1: the answer to the last request was lost, not the bytes."""
    teacher = await stage.teacher()
    link = await stage.upload(teacher)
    await stage.report(teacher, link["id"], ERROR, "no answer")
    stage.reported(link["videoId"], UPLOADING, received=MEGABYTE)
    assert data(await stage.report(teacher, link["id"], WAITING))["status"] == WAITING


async def test_a_host_of_its_own_reports_how_far_it_is(stage: VideoScenario) -> None:
    """D-95: it converts by itself, and may have begun."""
    teacher, (connected, _) = await stage.teacher(), stage.connect()
    link = await stage.upload(teacher)
    stage.reported(link["videoId"], PROCESSING, percent=10)
    connected.videos = stage.host.videos
    assert data(await stage.report(teacher, link["id"], WAITING))["status"] == PROCESSING
    assert (await stage.one(teacher, link["id"]))["percentage"] == 10
    assert await stage.jobs("videos.process") == []
    silent = await stage.upload(teacher)
    connected.available = False
    refused = await stage.report(teacher, silent["id"], WAITING)
    assert (refused.status_code, refused.json()["code"]) == (503, "VIDEOS_HOST_UNAVAILABLE")


@pytest.mark.parametrize("status", [WAITING, PROCESSING, DONE])
@pytest.mark.parametrize("reported", [ERROR, PAUSE, UPLOADING])
async def test_a_late_report_of_a_browser_never_overwrites_the_host(
    stage: VideoScenario, status: int, reported: int
) -> None:
    """D-95, R2-278: what is at the host is not the browser's any more."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, status)
    refused = await stage.report(teacher, id, reported, "late")
    assert (refused.status_code, refused.json()["code"]) == (409, "SHARED_ILLEGAL_MOVE")
    assert await stage.status(id) == status
    if status != DONE:
        assert data(await stage.report(teacher, id, WAITING))["status"] == status


@pytest.mark.parametrize("status", [PROCESSING, DONE, 0, 7])
async def test_a_browser_reports_neither_processing_nor_done(stage: VideoScenario, status: int) -> None:
    """D-95: only the host knows."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    assert (await stage.report(teacher, id, status)).status_code == 400
    long = await stage.report(teacher, id, ERROR, "a" * 501)
    assert (long.status_code, list(long.json()["fields"])) == (422, ["message"])


async def test_a_failed_processing_is_queued_again(stage: VideoScenario) -> None:
    """D-95, V3: as a new attempt, so that reports of the old one are ignored."""
    office = await stage.visitor(OFFICE)
    id = await stage.stored(office, ERROR, percent=40)
    again = data(await office.put(f"/video/process-again-for-admin/{id}"))
    assert again["status"] == WAITING
    assert stage.host.calls[-1] == "process 2"
    (job,) = await stage.jobs("videos.process")
    assert '"attempt": 2' in job
    assert (await office.data(f"/video/for-admin/{id}"))["video"]["percentage"] == 0
    refused = await office.put(f"/video/process-again-for-admin/{id}")
    assert (refused.status_code, refused.json()["code"]) == (409, "SHARED_ILLEGAL_MOVE")


async def test_a_failed_upload_is_not_processed(stage: VideoScenario) -> None:
    """D-95: nor is anything while the host is silent."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    await stage.set(id, status=ERROR, received=1)
    refused = await teacher.put(f"/video/process-again-for-academic/{id}")
    assert (refused.status_code, refused.json()["code"]) == (409, "SHARED_ILLEGAL_MOVE")
    await stage.set(id, received=MEGABYTE)
    stage.host.available = False
    refused = await teacher.put(f"/video/process-again-for-academic/{id}")
    assert (refused.status_code, refused.json()["code"]) == (503, "VIDEOS_HOST_UNAVAILABLE")
    assert await stage.status(id) == ERROR


async def test_every_change_is_told_to_the_live_stream(stage: VideoScenario) -> None:
    """D-162: with the group, by which the stream knows who may hear of it."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    await stage.report(teacher, id, PAUSE)
    sent = await stage.console.sql.fetch("select payload::text from outbox where topic = 'VideoChanged' order by id")
    assert len(sent) >= 2
    assert f'"groupId": {stage.group.id}' in sent[-1]["payload"]
