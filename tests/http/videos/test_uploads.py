"""Uploads of videos over HTTP: begun, renewed, listed, discarded (D-94)."""

import asyncio
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from dependency_injector import providers

from adapters.memory.video_host import MemoryVideoHost
from application.videos.ports import HostReport, HostUpload
from domain.videos.video import Video, VideoStatus
from tests.http.videos.scenario import (
    DAY,
    DONE,
    ERROR,
    MEGABYTE,
    NOW,
    OFFICE,
    PAUSE,
    PROCESSING,
    TEACHES,
    UPLOADING,
    WAITING,
    VideoScenario,
)
from tests.support.builders import a_branch, a_class_of, a_teacher
from tests.support.console import data
from tests.support.lessons import a_lesson_of

GIB = 1024**3


async def test_an_upload_has_a_link_and_is_in_the_list_of_the_group(stage: VideoScenario) -> None:
    """R2-177, R2-178, R2-175, R2-273, R2-280, R2-342, R2-357."""
    teacher = await stage.teacher()
    link = await stage.upload(teacher)
    assert set(link) == {"id", "videoId", "uploadUrl", "offset", "expiresAt"}
    assert link["uploadUrl"].startswith("/api/uploads/")
    page = await teacher.data(f"/groups/for-academic/{stage.group.id}/videos")
    (row,) = page["videos"]
    assert (row["id"], row["videoId"]) == (link["id"], link["videoId"])
    assert (row["name"], row["origName"]) == ("Kasrlar", "Kasrlar.mp4")
    assert (row["status"], row["currentStatus"], row["percentage"], row["size"]) == (UPLOADING, UPLOADING, 0, MEGABYTE)
    assert (row["isUploading"], row["mine"], row["lesson"]["id"]) == (True, True, stage.lesson.id)
    assert await stage.history(link["id"]) == [(UPLOADING, "")]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "a" * 500}, "name"),
        ({"origName": ""}, "origName"),
        ({"origName": "a" * 497 + ".mp4"}, "origName"),
        ({"size": 0}, "size"),
    ],
)
async def test_a_file_has_a_name_and_a_size(stage: VideoScenario, more: dict[str, object], field: str) -> None:
    """R2-054, R2-176, R2-304, R2-305, D-75."""
    teacher = await stage.teacher()
    refused = await teacher.post("/video/upload-links", stage.form(**more))
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    assert await stage.console.sql.fetchval("select count(*) from videos") == 0


async def test_names_of_the_greatest_length_are_taken(stage: VideoScenario) -> None:
    """R2-176, R2-305, D-75: 499 characters of a name, 500 of a file's."""
    teacher = await stage.teacher()
    link = await stage.upload(teacher, name="a" * 499, origName="a" * 496 + ".mp4")
    video = await stage.one(teacher, link["id"])
    assert (len(video["name"]), len(video["origName"])) == (499, 500)
    unnamed = await stage.upload(teacher, origName="b" * 496 + ".mp4")
    assert (await stage.one(teacher, unnamed["id"]))["name"] == "b" * 496


@pytest.mark.parametrize("name", ["a.txt", "a.mp3", "mp4", "a.mp4.exe", "a."])
async def test_other_files_are_rejected_by_their_name(stage: VideoScenario, name: str) -> None:
    """R2-306, R2-307, R2-448."""
    refused = await (await stage.teacher()).post("/video/upload-links", stage.form(origName=name))
    assert (refused.status_code, refused.json()["code"]) == (415, "VIDEOS_NOT_A_VIDEO")
    assert name in refused.json()["message"]


async def test_a_lesson_may_be_seven_days_ahead(stage: VideoScenario) -> None:
    """D-94: and a lesson may have several videos."""
    teacher, ahead = await stage.teacher(), a_lesson_of(stage.group, DAY + timedelta(days=7))
    await stage.console.store(ahead)
    stage.console.clock.stand_at(NOW - timedelta(hours=3))
    for _ in range(2):
        await stage.upload(teacher, lessonId=ahead.id)
    # the lesson begins at 14:00 in Tashkent, nine in UTC
    stage.console.clock.stand_at(NOW - timedelta(hours=3, seconds=1))
    refused = await teacher.post("/video/upload-links", stage.form(lessonId=ahead.id))
    assert (refused.status_code, refused.json()["code"]) == (409, "VIDEOS_LESSON_TOO_FAR")


async def test_the_lesson_is_one_of_the_group_and_the_group_one_of_the_caller(stage: VideoScenario) -> None:
    """D-12, D-54: others are not found."""
    other = a_lesson_of(a_class_of(0).in_branch(a_branch()).taught_by(a_teacher()), DAY)
    await stage.console.store(other)
    teacher = await stage.teacher()
    for more in ({"lessonId": other.id}, {"groupId": other.group.id}, {"lessonId": 10**9}):
        assert (await teacher.post("/video/upload-links", stage.form(**more))).status_code == 404
    stranger = await stage.visitor(TEACHES)
    assert (await stranger.post("/video/upload-links", stage.form())).status_code == 404
    elsewhere = await stage.visitor(OFFICE, a_branch())
    assert (await elsewhere.post("/video/upload-links", stage.form())).status_code == 404


async def test_the_limits_of_a_person_are_named(stage: VideoScenario) -> None:
    """D-94: 10 GiB a file, 50 GiB and 30 uploads a person; 413 with the figure."""
    teacher = await stage.teacher()
    await stage.upload(teacher, size=10 * GIB)
    refused = await teacher.post("/video/upload-links", stage.form(size=10 * GIB + 1))
    assert (refused.status_code, refused.json()["code"]) == (413, "VIDEOS_TOO_LARGE")
    assert "10" in refused.json()["message"]
    for _ in range(4):
        await stage.upload(teacher, size=10 * GIB)
    refused = await teacher.post("/video/upload-links", stage.form(size=1))
    assert (refused.status_code, refused.json()["code"]) == (413, "VIDEOS_PERSON_FULL")
    await stage.console.sql.execute("update videos set size = 1")
    for _ in range(25):
        await stage.upload(teacher, size=1)
    refused = await teacher.post("/video/upload-links", stage.form(size=1))
    assert (refused.status_code, refused.json()["code"]) == (413, "VIDEOS_TOO_MANY_OPEN")
    assert "30" in refused.json()["message"]
    # a failed upload counts, a failed processing does not
    await stage.console.sql.execute("update videos set status = 3 where id = (select min(id) from videos)")
    assert (await teacher.post("/video/upload-links", stage.form(size=1))).status_code == 413
    await stage.console.sql.execute(
        "update videos set status = 6, received = 1 where id = (select min(id) from videos)"
    )
    await stage.upload(teacher, size=1)


async def test_a_host_that_does_not_answer_leaves_no_video(stage: VideoScenario) -> None:
    """R2-449, R2-450: could not get an upload link, with the name of the file."""
    teacher = await stage.teacher()
    stage.host.available = False
    refused = await teacher.post("/video/upload-links", stage.form())
    assert (refused.status_code, refused.json()["code"]) == (503, "VIDEOS_NO_LINK")
    assert "Kasrlar.mp4" in refused.json()["message"]
    assert await stage.console.sql.fetchval("select count(*) from videos") == 0


async def test_a_host_without_room_leaves_no_video(stage: VideoScenario) -> None:
    """R2-449: nothing stays behind of what the host rejects."""
    teacher = await stage.teacher()
    stage.host.full = True
    refused = await teacher.post("/video/upload-links", stage.form())
    assert (refused.status_code, refused.json()["code"]) == (507, "VIDEOS_NO_ROOM")
    assert await stage.console.sql.fetchval("select count(*) from videos") == 0


async def test_a_repeated_request_adds_one_video(stage: VideoScenario) -> None:
    """D-8: the same answer under the same key."""
    teacher = await stage.teacher()
    key = {"Idempotency-Key": "7b1d2f53-4a07-4a5d-9a4e-0d8e0b1c2f10"}
    first = await teacher.request("POST", "/video/upload-links", json=stage.form(), headers=key)
    again = await teacher.request("POST", "/video/upload-links", json=stage.form(), headers=key)
    assert data(first) == data(again)
    assert await stage.console.sql.fetchval("select count(*) from videos") == 1


async def test_a_double_click_begins_one_upload(stage: VideoScenario) -> None:
    """D-8: a request that is not answered yet begins no second video."""
    teacher, key = await stage.teacher(), {"Idempotency-Key": str(uuid4())}

    async def click() -> int:
        answer = await teacher.request("POST", "/video/upload-links", json=stage.form(), headers=key)
        return int(data(answer)["id"])

    begun = set(await asyncio.gather(*(click() for _ in range(5))))
    assert len(begun) == 1
    assert {row["id"] for row in await stage.console.sql.fetch("select id from videos")} == begun
    assert await stage.history(begun.pop()) == [(UPLOADING, "")]


@pytest.mark.parametrize("how", ["repeated", "renewed"])
async def test_an_upload_of_a_process_that_died_before_the_host_answered_is_mended(
    stage: VideoScenario, how: str
) -> None:
    """V1, D-8: it is listed as paused, and begins as the same video."""
    teacher, (connected, _) = await stage.teacher(), stage.connect()
    key, sql = {"Idempotency-Key": str(uuid4())}, stage.console.sql
    link = data(await teacher.request("POST", "/video/upload-links", json=stage.form(), headers=key))
    # as the killed process leaves it
    await sql.execute("delete from idempotency_keys")
    await stage.set(link["id"], host_id="")
    stage.console.clock.pass_by(minutes=1)
    (row,) = (await teacher.data("/video/uploading"))["videos"]
    assert (row["id"], row["currentStatus"], row["offset"]) == (link["id"], PAUSE, 0)
    if how == "repeated":
        again = data(await teacher.request("POST", "/video/upload-links", json=stage.form(), headers=key))
    else:
        again = data(await teacher.post(f"/video/upload-links/{link['id']}/renew"))
    assert (again["id"], again["uploadUrl"]) == (link["id"], link["uploadUrl"])
    assert await sql.fetchval("select host_id from videos") == link["videoId"]
    assert list(connected.videos) == [link["videoId"]]


async def test_the_built_in_host_knows_an_upload_before_it_answers(stage: VideoScenario) -> None:
    """V1: so the job of its conversion finds it, whatever died in between."""

    class Watched(MemoryVideoHost):
        async def create_upload(self, video: Video, content_type: str, now: datetime) -> HostUpload:
            stored = await stage.console.sql.fetchval("select host_id from videos where id = $1", video.id)
            assert (video.host_id, stored) == (video.public_id, video.public_id)
            return await super().create_upload(video, content_type, now)

    host = Watched()
    stage.console.container.built_in_host.override(providers.Object(host))
    link = await stage.upload(await stage.teacher())
    assert list(host.videos) == [link["videoId"]]


@pytest.mark.parametrize("audience", ["admin", "academic"])
async def test_a_video_is_created_with_group_lesson_name_and_size(stage: VideoScenario, audience: str) -> None:
    """R2-353: one use case with upload-links (D-94)."""
    visitor = await stage.visitor(OFFICE) if audience == "admin" else await stage.teacher()
    form = {"groupId": stage.group.id, "lessonId": stage.lesson.id, "name": " Kasrlar ", "size": MEGABYTE}
    made = await visitor.post(f"/video/create-for-{audience}", form)
    assert made.status_code == 201
    video = (await visitor.data(f"/video/for-{audience}/{data(made)['id']}"))["video"]
    assert (video["name"], video["status"], video["size"]) == ("Kasrlar", UPLOADING, MEGABYTE)
    refused = await visitor.post(f"/video/create-for-{audience}", {**form, "size": None})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["size"])


async def test_a_video_that_is_at_the_host_is_added_without_an_upload(stage: VideoScenario) -> None:
    """D-94: by its id there, in the state that the host reports."""
    teacher, (connected, _) = await stage.teacher(), stage.connect()
    form = {"groupId": stage.group.id, "lessonId": stage.lesson.id, "name": "Kasrlar", "videoId": "k-1"}
    unknown = await teacher.post("/video/create-for-academic", form)
    assert (unknown.status_code, list(unknown.json()["fields"])) == (422, ["videoId"])
    connected.videos["k-1"] = HostReport("k-1", VideoStatus.DONE, duration=61.5, size=5_000)
    made = data(await teacher.post("/video/create-for-academic", form))
    assert (made["uploadUrl"], made["expiresAt"]) == (None, None)
    video = await stage.one(teacher, made["id"])
    assert (video["status"], video["size"], video["duration"], video["percentage"]) == (DONE, 5_000, 61.5, 100)
    assert [entry["status"] for entry in video["statusHistories"]] == [WAITING, DONE]
    taken = await teacher.post("/video/create-for-academic", form)
    assert (taken.status_code, taken.json()["code"]) == (409, "VIDEOS_HOST_ID_TAKEN")


@pytest.mark.parametrize("status", [UPLOADING, PAUSE, ERROR])
async def test_a_link_is_renewed_for_the_same_upload(stage: VideoScenario, status: int) -> None:
    """V1, R2-286: the same item with its bytes and an entry in its history."""
    teacher = await stage.teacher()
    link = await stage.upload(teacher)
    await stage.set(link["id"], status=status, received=300)
    stage.reported(link["videoId"], UPLOADING, received=400)
    again = data(await teacher.post(f"/video/upload-links/{link['id']}/renew"))
    assert (again["id"], again["videoId"], again["offset"]) == (link["id"], link["videoId"], 400)
    assert again["uploadUrl"]
    video = await stage.one(teacher, link["id"])
    assert video["status"] == UPLOADING
    assert video["statusHistories"][-1]["message"] == "The upload continues through a new link"


async def test_an_upload_that_is_gone_at_the_host_begins_anew(stage: VideoScenario) -> None:
    """V1: from the first byte, still the same item."""
    teacher = await stage.teacher()
    link = await stage.upload(teacher)
    await stage.set(link["id"], received=300)
    stage.host.videos.clear()
    assert data(await teacher.post(f"/video/upload-links/{link['id']}/renew"))["offset"] == 0
    assert (await stage.one(teacher, link["id"]))["percentage"] == 0


@pytest.mark.parametrize("status", [WAITING, PROCESSING, DONE])
async def test_what_is_at_the_host_has_no_link(stage: VideoScenario, status: int) -> None:
    """Its bytes are all there."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, status)
    refused = await teacher.post(f"/video/upload-links/{id}/renew")
    assert (refused.status_code, refused.json()["code"]) == (409, "SHARED_ILLEGAL_MOVE")


async def test_only_the_uploader_renews_a_link(stage: VideoScenario) -> None:
    """The bytes are on the uploader's disk; a silent host is named as such (R2-450)."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    link = await stage.upload(teacher)
    assert (await office.post(f"/video/upload-links/{link['id']}/renew")).status_code == 404
    stage.host.available = False
    refused = await teacher.post(f"/video/upload-links/{link['id']}/renew")
    assert (refused.status_code, refused.json()["code"]) == (503, "VIDEOS_HOST_UNAVAILABLE")


async def test_the_header_lists_the_own_unfinished_uploads(stage: VideoScenario) -> None:
    """R1-037, R1-444, R2-055, R2-181, R2-472: all, or the named in any state (R2-292)."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    running, failed = (await stage.upload(teacher))["id"], (await stage.upload(teacher))["id"]
    await stage.set(failed, status=ERROR, received=250_000)
    done = await stage.stored(teacher, DONE)
    await stage.upload(office)
    rows = (await teacher.data("/video/uploading"))["videos"]
    assert [row["id"] for row in rows] == [running, failed]
    assert (rows[1]["percentage"], rows[1]["offset"], rows[1]["size"]) == (25, 250_000, MEGABYTE)
    assert rows[0]["group"]["id"] == stage.group.id
    assert rows[0]["chapterId"] is None
    assert [entry["status"] for entry in rows[0]["statusHistories"]] == [UPLOADING]
    named = (await teacher.data("/video/uploading", ids=f"{running},{done}"))["videos"]
    assert [(row["id"], row["status"]) for row in named] == [(running, UPLOADING), (done, DONE)]
    assert (await office.data("/video/uploading", ids=str(running)))["videos"] == []


async def test_uploads_are_grouped_by_the_study_month_of_their_lesson(stage: VideoScenario) -> None:
    """R2-182, D-94."""
    sql = stage.console.sql
    month = await sql.fetchval(
        "insert into study_months (course_id, number, name) select course_id, 1, '1-oy' from groups where id = $1"
        " returning id",
        stage.group.id,
    )
    await sql.execute("insert into topics (study_month_id, position, name) values ($1, 1, 'Kasrlar')", month)
    teacher = await stage.teacher()
    await stage.upload(teacher)
    (row,) = (await teacher.data("/video/uploading"))["videos"]
    assert (row["chapterId"], row["chapterName"]) == (month, "1-oy")
    assert (row["lesson"]["name"], row["lesson"]["number"]) == ("Kasrlar", 1)


async def test_unfinished_uploads_are_deleted_together(stage: VideoScenario) -> None:
    """R1-218, R2-283, R2-284, R2-287: the caller's own, not what is at the host."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    mine = [(await stage.upload(teacher))["id"] for _ in range(3)]
    await stage.set(mine[1], status=PAUSE)
    await stage.set(mine[2], status=ERROR, received=10)
    waiting, other = await stage.stored(teacher), (await stage.upload(office))["id"]
    assert data(await teacher.delete("/video/uploading")) == {"count": 3}
    assert (await teacher.data("/video/uploading"))["videos"] == []
    deleted = await stage.console.sql.fetch("select id from videos where deleted_at is not null order by id")
    assert [row["id"] for row in deleted] == mine
    assert len(await stage.jobs("videos.delete")) == 3
    assert (await stage.status(waiting), await stage.status(other)) == (WAITING, UPLOADING)
    assert data(await teacher.delete("/video/uploading")) == {"count": 0}


async def test_signing_out_deletes_the_unfinished_uploads(stage: VideoScenario) -> None:
    """R1-216, R1-218, D-67: an expired session deletes none."""
    teacher = await stage.teacher()
    kept, dropped = await stage.stored(teacher), (await stage.upload(teacher))["id"]
    again = await stage.teacher()
    stage.console.clock.pass_by(hours=1)
    assert (await again.get("/video/uploading")).status_code == 401
    teacher = await stage.teacher()
    assert [row["id"] for row in (await teacher.data("/video/uploading"))["videos"]] == [dropped]
    assert (await teacher.post("/auth/logout")).status_code == 200
    deleted = await stage.console.sql.fetch("select id from videos where deleted_at is not null")
    assert [row["id"] for row in deleted] == [dropped]
    assert await stage.status(kept) == WAITING
