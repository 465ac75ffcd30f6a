"""Uploads that are no videos, too many, without room.

Or left behind (trust 29 to 37, disk-full).
"""

import itertools
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from application.actor import system
from application.videos.built_in.settling import delete_orphans
from domain.shared.errors import DomainError
from domain.videos.container import EXTENSIONS
from tests.http.videos.scenario import ERROR, UPLOADING, WAITING
from tests.http.videos.tus_client import TusStage, a_film, code
from tests.support.console import Console, data

SIZE = 9_000
TEN_TERABYTES = 10 * 1024**4


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson to upload for."""
    return await TusStage.of(fresh_console)


@pytest.mark.parametrize(
    "start",
    [
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"<svg xmlns='http://www.w3.org/2000/svg'>",
        b"<html><script>alert(1)</script>",
        b"MZ\x90\0",
        b"#!/bin/sh\n",
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"RIFF\0\0\0\0WAVE",
        b"ID3\x04",
        b"\0\0\0\x18ftypM4A ",
        b"\0" * 16,
    ],
)
async def test_bytes_that_are_no_video_are_refused_under_every_name(stage: TusStage, start: bytes) -> None:
    """ASVS-30, R2-307: the first bytes decide.

    The upload ends in an error and keeps none of them.
    """
    for number, extension in enumerate(sorted(EXTENSIONS)):
        begun = await stage.begin(SIZE, origName=f"dars.{extension}")
        content = (start + bytes(SIZE))[:SIZE]
        # in one piece, and in pieces that are too small to tell at first
        cuts = (0, SIZE) if number % 2 else (0, 100, 4000, SIZE)
        for first, last in itertools.pairwise(cuts):
            answer = await stage.patch(begun["uploadUrl"], first, content[first:last])
        assert (answer.status_code, code(answer)) == (415, "VIDEOS_NOT_A_VIDEO")
        assert stage.source(begun).read_bytes() == b""
        assert await stage.status(begun["id"]) == [UPLOADING, ERROR]
    assert await stage.queued() == 0


async def test_a_file_that_is_too_large_is_refused_before_a_byte(stage: TusStage) -> None:
    """ASVS-29, ASVS-37.

    10 TB is 413, by the form and by the protocol, with the figure (D-94).
    """
    refused = await stage.teacher.post("/video/upload-links", stage.scenario.form(size=TEN_TERABYTES))
    assert (refused.status_code, code(refused)) == (413, "VIDEOS_TOO_LARGE")
    assert "10 GB" in refused.json()["message"]
    answer = await stage.send("POST", await stage.link(SIZE), {"Upload-Length": str(TEN_TERABYTES)})
    assert (answer.status_code, code(answer)) == (413, "VIDEOS_TOO_LARGE")


async def test_open_uploads_of_a_person_are_limited(stage: TusStage) -> None:
    """ASVS-37, D-94: 30 uploads; a finished one and a terminated one make room."""
    begun = [await stage.begin(SIZE) for _ in range(30)]
    refused = await stage.teacher.post("/video/upload-links", stage.scenario.form())
    assert (refused.status_code, code(refused)) == (413, "VIDEOS_TOO_MANY_OPEN")
    assert (await stage.patch(begun[0]["uploadUrl"], 0, a_film(SIZE))).status_code == 204
    assert (await stage.send("DELETE", begun[1]["uploadUrl"])).status_code == 204
    for _ in range(2):
        await stage.begin(SIZE)
    refused = await stage.teacher.post("/video/upload-links", stage.scenario.form())
    assert code(refused) == "VIDEOS_TOO_MANY_OPEN"


async def test_an_upload_without_room_is_told_so_and_goes_on_with_room(
    stage: TusStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is 507 with its name, and nothing has to be started again (disk-full).

    What was stored stays, and reads work.
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link, stored = begun["uploadUrl"], stage.console.container.upload_bytes()
    await stage.patch(link, 0, film[:5000])

    def full(size: int) -> None:
        raise DomainError("videos.no_room")

    with monkeypatch.context() as without_room:
        without_room.setattr(stored, "_check_room", full)
        answer = await stage.patch(link, 5000, film[5000:])
        assert (answer.status_code, code(answer)) == (507, "VIDEOS_NO_ROOM")
        assert await stage.offset(link) == 5000
        refused = await stage.teacher.post("/video/upload-links", stage.scenario.form())
        assert (refused.status_code, code(refused)) == (507, "VIDEOS_NO_ROOM")
    assert (await stage.patch(link, 5000, film[5000:])).status_code == 204
    assert stage.source(begun).read_bytes() == film


async def test_an_abandoned_upload_expires(stage: TusStage) -> None:
    """ASVS-37: after seven days without a byte the video.

    Its bytes and its place among the limits are gone.
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    await stage.patch(begun["uploadUrl"], 0, film[:5000])
    stage.console.clock.pass_by(days=6, hours=23)
    assert await stage.settle() == 0
    stage.console.clock.pass_by(hours=1)
    assert await stage.settle() == 1
    assert await stage.settle() == 0
    assert not stage.source(begun).exists()
    assert await stage.console.sql.fetchval("select deleted_at is not null from videos where id = $1", begun["id"])
    verb = await stage.console.sql.fetchval("select verb from audits order by id desc limit 1")
    assert verb == "videos.deleted"


async def test_an_upload_that_nobody_asks_for_is_completed(stage: TusStage) -> None:
    """Case 17: the process died before its commit and the client never came back.

    Once, within a minute or two.
    """
    begun = await stage.begin(SIZE)
    stage.source(begun).write_bytes(a_film(SIZE))
    assert await stage.settle() == 0, "the request may still be at work"
    stage.console.clock.pass_by(minutes=1)
    assert await stage.settle() == 1
    assert await stage.settle() == 0
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]
    assert await stage.queued() == 1


async def test_an_upload_whose_bytes_are_gone_begins_anew_by_its_next_link(stage: TusStage) -> None:
    """V1: a restored backup has no videos; the renewed link begins at 0."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    await stage.patch(begun["uploadUrl"], 0, film[:5000])
    await stage.console.container.upload_bytes().delete(begun["videoId"])
    assert (await stage.head(begun["uploadUrl"])).status_code == 404
    assert (await stage.patch(begun["uploadUrl"], 5000, film[5000:])).status_code == 404
    renewed = data(await stage.teacher.post(f"/video/upload-links/{begun['id']}/renew"))
    assert (renewed["videoId"], renewed["offset"]) == (begun["videoId"], 0)
    assert (await stage.patch(renewed["uploadUrl"], 0, film)).status_code == 204
    assert stage.source(begun).read_bytes() == film


async def test_files_without_a_row_are_deleted_after_a_day(stage: TusStage) -> None:
    """upload-chaos: no orphan remains; what has a row, or is young, stays."""
    begun, videos = await stage.begin(SIZE), stage.console.container.settings().videos
    for name in ("orphan-of-a-crash-000000", "young-orphan-of-a-crash0"):
        (videos / name).mkdir()
        (videos / name / "source").write_bytes(b"x")
    _age(videos / "orphan-of-a-crash-000000", stage)
    _age(videos / begun["videoId"], stage)
    _age(videos / "young-orphan-of-a-crash0", stage, timedelta(hours=1))
    container: Any = stage.console.container
    deleted = await delete_orphans(
        actor=system(), transfers=container.transfers(), stored=container.upload_bytes(), clock=container.clock()
    )
    assert deleted == 1
    assert {path.name for path in videos.iterdir()} == {begun["videoId"], "young-orphan-of-a-crash0"}


def _age(path: Path, stage: TusStage, since: timedelta = timedelta(days=2)) -> None:
    at = (stage.console.clock.now() - since).timestamp()
    for one in (*path.iterdir(), path):
        os.utime(one, (at, at))


async def test_a_name_of_a_file_is_a_text_and_nothing_else(stage: TusStage) -> None:
    """ASVS-34, R2-176.

    Names from the list of naughty strings are stored as they are, and no file is named so.
    """
    for name in (
        "../../../etc/passwd.mp4",
        "..\\..\\dars.mp4",
        "/etc/dars.mp4",
        "CON.mp4",
        "'; drop table videos;--.mp4",
    ):
        begun = await stage.begin(SIZE, origName=name)
        assert (await stage.scenario.one(stage.teacher, begun["id"]))["origName"] == name
    home = stage.console.container.settings().home
    assert [path for path in home.rglob("*") if path.suffix == ".mp4" or "passwd" in path.name] == []
