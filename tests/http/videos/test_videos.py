"""Videos of a group over HTTP: listed, shown, edited, played, deleted."""

from datetime import timedelta

import pytest

from application.actor import system
from application.videos.deletion import requeue_deletions
from application.videos.ports import HostUnavailable
from tests.http.videos.scenario import (
    DAY,
    DONE,
    ERROR,
    MEGABYTE,
    NOW,
    OFFICE,
    PAUSE,
    PROCESSING,
    READS,
    TEACHES,
    UPLOADING,
    WAITING,
    VideoScenario,
)
from tests.support.builders import a_branch
from tests.support.console import data
from tests.support.lessons import a_lesson_of


@pytest.mark.parametrize("audience", ["admin", "academic"])
async def test_the_videos_of_a_group_are_listed_newest_lesson_first(stage: VideoScenario, audience: str) -> None:
    """R1-006, R1-378, R2-014, R2-051, R2-342."""
    earlier = a_lesson_of(stage.group, DAY - timedelta(days=2))
    await stage.console.store(earlier)
    teacher = await stage.teacher()
    second = (await stage.upload(teacher, name="Ikkinchi"))["id"]
    first = (await stage.upload(teacher, name="Birinchi", lessonId=earlier.id))["id"]
    visitor = await stage.visitor(OFFICE) if audience == "admin" else teacher
    path = f"/groups/for-{audience}/{stage.group.id}/videos"
    page = await visitor.data(path)
    assert ([row["id"] for row in page["videos"]], page["total"]) == ([second, first], 2)
    assert [row["id"] for row in (await visitor.data(path, orderBy="ASC"))["videos"]] == [first, second]
    row = page["videos"][0]
    assert (row["lesson"]["name"], row["lesson"]["number"], row["lesson"]["date"]) == ("2", 2, DAY.isoformat())
    assert row["lesson"]["createdAt"].startswith(f"{DAY}T")
    assert (row["createdAt"], row["uploadedBy"]["id"]) == (NOW.isoformat().replace("+00:00", "Z"), stage.account.id)
    assert row["mine"] is (audience == "academic")
    (found,) = (await visitor.data(path, value="ikki"))["videos"]
    assert found["id"] == second
    assert (await visitor.data(path, value="%"))["total"] == 0
    assert (await visitor.data(path, perPage=1, page=2))["videos"][0]["id"] == first
    assert (await visitor.data(path, page=9)) == {"videos": [], "total": 2}


@pytest.mark.parametrize("audience", ["admin", "academic"])
async def test_videos_are_filtered_by_the_study_month_of_their_lesson(stage: VideoScenario, audience: str) -> None:
    """R2-352: as in every view of a group, with search and status beside it."""
    later, sql = a_lesson_of(stage.group, DAY + timedelta(days=2)), stage.console.sql
    await stage.console.store(later)
    months = []
    for number in (1, 2):
        added = "insert into study_months (course_id, number, name) select course_id, $2, '' from groups where id = $1"
        months.append(await sql.fetchval(f"{added} returning id", stage.group.id, number))
        topic = "insert into topics (study_month_id, position, name) values ($1, 1, 'Kasrlar')"
        await sql.execute(topic, months[-1])
    teacher = await stage.teacher()
    first, second = [(await stage.upload(teacher, lessonId=one.id))["id"] for one in (stage.lesson, later)]
    visitor = await stage.visitor(OFFICE) if audience == "admin" else teacher
    path = f"/groups/for-{audience}/{stage.group.id}/videos"
    for month, id in zip(months, (first, second), strict=True):
        page = await visitor.data(path, studyMonthId=month)
        assert ([row["id"] for row in page["videos"]], page["total"]) == ([id], 1)
    assert (await visitor.data(path, studyMonthId=months[0], status=PAUSE))["total"] == 0
    assert (await visitor.data(path, studyMonthId=max(months) + 1))["total"] == 0


async def test_an_upload_without_a_byte_for_a_minute_is_shown_as_paused(stage: VideoScenario) -> None:
    """D-94: the stored status stays; the filter is by what is shown (R2-269)."""
    teacher = await stage.teacher()
    id, path = (await stage.upload(teacher))["id"], f"/groups/for-academic/{stage.group.id}/videos"
    await stage.set(id, received=500_000)
    stage.console.clock.pass_by(seconds=59)
    assert (await stage.one(teacher, id))["currentStatus"] == UPLOADING
    stage.console.clock.pass_by(seconds=1)
    video = await stage.one(teacher, id)
    assert (video["status"], video["currentStatus"], video["percentage"]) == (UPLOADING, PAUSE, 50)
    assert (await teacher.data(path, status=PAUSE))["total"] == 1
    assert (await teacher.data(path, status=UPLOADING))["total"] == 0


@pytest.mark.parametrize(
    ("status", "percent", "shown", "again"),
    [(WAITING, 0, 0, False), (PROCESSING, 40, 40, False), (DONE, 40, 100, False), (ERROR, 40, 40, True)],
)
async def test_the_percentage_is_that_of_the_processing_once_the_bytes_are_stored(
    stage: VideoScenario, status: int, percent: int, shown: int, again: bool
) -> None:
    """R2-175, R2-271: and only a failed processing can be started again (D-95)."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, status, percent=percent)
    video = await stage.one(teacher, id)
    assert (video["percentage"], video["isUploading"], video["canProcessAgain"]) == (shown, False, again)


async def test_videos_of_other_groups_and_branches_are_not_found(stage: VideoScenario) -> None:
    """D-12, D-54: by every call with an id."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    calls = [
        ("GET", "/video/for-{of}/{id}", None),
        ("GET", "/video/for-{of}/{id}/play", None),
        ("PUT", "/video/update-for-{of}/{id}", {"name": "a", "lessonId": stage.lesson.id, "version": 1}),
        ("PUT", "/video/update-status-for-{of}/{id}", {"status": PAUSE}),
        ("PUT", "/video/process-again-for-{of}/{id}", None),
        ("DELETE", "/video/delete-for-{of}/{id}", None),
        ("GET", f"/groups/for-{{of}}/{stage.group.id}/videos", None),
    ]
    strangers = [("academic", await stage.visitor(TEACHES)), ("admin", await stage.visitor(OFFICE, a_branch()))]
    for audience, stranger in strangers:
        for method, path, body in calls:
            answer = await stranger.request(method, path.format(of=audience, id=id), json=body)
            assert answer.status_code == 404, (method, path, answer.text)
    assert await stage.history(id) == [(UPLOADING, "")]


async def test_readers_see_and_change_nothing(stage: VideoScenario) -> None:
    """R2-326, R2-338, D-36: every action takes update."""
    teacher, reader = await stage.teacher(), await stage.visitor(READS)
    id = await stage.stored(teacher, DONE)
    assert (await reader.get(f"/video/for-admin/{id}")).status_code == 200
    assert (await reader.get(f"/video/for-admin/{id}/play")).status_code == 200
    edit = {"name": "a", "lessonId": stage.lesson.id, "version": 1}
    for method, path, body in (
        ("POST", "/video/upload-links", stage.form()),
        ("POST", "/video/create-for-admin", {"groupId": 1, "lessonId": 1, "name": "a", "size": 1}),
        ("POST", f"/video/upload-links/{id}/renew", None),
        ("PUT", f"/video/update-for-admin/{id}", edit),
        ("PUT", f"/video/update-status-for-admin/{id}", {"status": PAUSE}),
        ("PUT", f"/video/process-again-for-admin/{id}", None),
        ("DELETE", f"/video/delete-for-admin/{id}", None),
        ("DELETE", "/video/uploading", None),
    ):
        assert (await reader.request(method, path, json=body)).status_code == 403, path


async def test_a_video_is_renamed_and_moved_to_another_lesson(stage: VideoScenario) -> None:
    """R2-290, R2-354: of the same group, and as it was seen."""
    teacher, other = await stage.teacher(), a_lesson_of(stage.group, DAY - timedelta(days=2))
    await stage.console.store(other)
    id = await stage.stored(teacher, DONE)
    version = (await stage.one(teacher, id))["version"]
    form = {"name": " Yangi nom ", "lessonId": other.id, "version": version}
    changed = data(await teacher.put(f"/video/update-for-academic/{id}", form))
    assert (changed["id"], changed["status"], changed["version"]) == (id, DONE, version + 1)
    video = await stage.one(teacher, id)
    assert (video["name"], video["lesson"]["id"]) == ("Yangi nom", other.id)
    stale = await teacher.put(f"/video/update-for-academic/{id}", form)
    assert (stale.status_code, stale.json()["code"]) == (409, "SHARED_STALE")
    assert await stage.jobs("videos.rename") == []


@pytest.mark.parametrize(
    ("more", "field"), [({"name": " "}, "name"), ({"name": "a" * 500}, "name"), ({"lessonId": 10**9}, "lessonId")]
)
async def test_an_edit_keeps_name_and_lesson_valid(stage: VideoScenario, more: dict[str, object], field: str) -> None:
    """R2-303, R2-304, R2-305: a lesson of another group is an unknown choice."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, DONE)
    form = {"name": "a", "lessonId": stage.lesson.id, "version": (await stage.one(teacher, id))["version"]} | more
    refused = await teacher.put(f"/video/update-for-academic/{id}", form)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])


async def test_a_host_of_its_own_is_told_the_new_name_by_a_job(stage: VideoScenario) -> None:
    """R2-354: a silent host delays the name there, never the edit."""
    teacher, (connected, _) = await stage.teacher(), stage.connect()
    link = await stage.upload(teacher)
    connected.available = False
    version = (await stage.one(teacher, link["id"]))["version"]
    form = {"name": "Yangi", "lessonId": stage.lesson.id, "version": version}
    assert (await teacher.put(f"/video/update-for-academic/{link['id']}", form)).status_code == 200
    assert len(await stage.jobs("videos.rename")) == 1
    connected.available = True
    await stage.run("videos.rename", videoId=link["id"])
    assert connected.names == {link["videoId"]: "Yangi"}


@pytest.mark.parametrize("status", [WAITING, PROCESSING, ERROR, UPLOADING, PAUSE])
async def test_only_a_done_video_is_played(stage: VideoScenario, status: int) -> None:
    """R2-288."""
    teacher = await stage.teacher()
    id = (await stage.upload(teacher))["id"]
    await stage.set(id, status=status)
    refused = await teacher.get(f"/video/for-academic/{id}/play")
    assert (refused.status_code, refused.json()["code"]) == (409, "VIDEOS_NOT_DONE")


async def test_a_done_video_plays_for_two_hours_for_this_viewer(stage: VideoScenario) -> None:
    """R2-184, D-95: file, poster and renditions."""
    teacher = await stage.teacher()
    id = await stage.stored(teacher, DONE, duration=61.5)
    played = await teacher.data(f"/video/for-academic/{id}/play")
    assert played["expiresAt"] == (NOW + timedelta(hours=2)).isoformat().replace("+00:00", "Z")
    assert (played["type"], played["duration"]) == ("file", 61.5)
    assert f"user:{stage.account.id}" in played["address"]
    assert played["poster"]
    assert [(one["height"], one["size"]) for one in played["renditions"]] == [(720, MEGABYTE)]
    stage.host.available = False
    refused = await teacher.get(f"/video/for-academic/{id}/play")
    assert (refused.status_code, refused.json()["code"]) == (503, "VIDEOS_HOST_UNAVAILABLE")


async def test_a_video_of_a_host_that_is_not_connected_any_more_is_not_played(stage: VideoScenario) -> None:
    """D-39: old videos stay with their host; new ones go to the present one."""
    teacher, (_, hosts) = await stage.teacher(), stage.connect()
    link = await stage.upload(teacher)
    await stage.set(link["id"], status=DONE)
    hosts.connected = None
    refused = await teacher.get(f"/video/for-academic/{link['id']}/play")
    assert (refused.status_code, refused.json()["code"]) == (503, "VIDEOS_HOST_UNAVAILABLE")
    await stage.upload(teacher)
    stored = await stage.console.sql.fetch("select host from videos order by id")
    assert [row["host"] for row in stored] == ["kinescope", "built_in"]


@pytest.mark.parametrize("status", [UPLOADING, PAUSE])
async def test_nobody_but_its_uploader_deletes_an_uploading_video(stage: VideoScenario, status: int) -> None:
    """R2-291, R2-355, D-36, D-59."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    id = (await stage.upload(teacher))["id"]
    await stage.set(id, status=status)
    refused = await office.delete(f"/video/delete-for-admin/{id}")
    assert (refused.status_code, refused.json()["code"]) == (409, "VIDEOS_STILL_UPLOADING")
    assert (await teacher.delete(f"/video/delete-for-academic/{id}")).status_code == 200


@pytest.mark.parametrize("status", [WAITING, PROCESSING, DONE, ERROR])
async def test_a_deletion_is_shown_until_the_host_has_verified_it(stage: VideoScenario, status: int) -> None:
    """R2-290, R2-355, D-95: hidden from players at once; its audit records stay."""
    teacher, office = await stage.teacher(), await stage.visitor(OFFICE)
    id, path = await stage.stored(teacher, status), f"/groups/for-admin/{stage.group.id}/videos"
    assert (await office.delete(f"/video/delete-for-admin/{id}")).status_code == 200
    (row,) = (await office.data(path))["videos"]
    assert (row["isDeleting"], row["canProcessAgain"]) == (True, False)
    assert (await office.get(f"/video/for-admin/{id}/play")).status_code == 404
    assert (await office.delete(f"/video/delete-for-admin/{id}")).status_code == 404
    stage.host.available = False
    with pytest.raises(HostUnavailable):
        await stage.run("videos.delete", videoId=id)
    assert (await office.data(path))["total"] == 1
    stage.host.available = True
    await stage.run("videos.delete", videoId=id)
    assert (await office.data(path))["total"] == 0
    assert stage.host.videos == {}
    assert await stage.history(id) == []
    verbs = await stage.console.sql.fetch("select verb from audits where entity = 'video' order by id")
    assert [row["verb"] for row in verbs] == ["videos.added", "videos.deleted", "videos.removed"]
    # the job may run twice
    await stage.run("videos.delete", videoId=id)


async def test_a_deletion_whose_job_failed_is_queued_again(stage: VideoScenario) -> None:
    """D-95: nothing is being deleted for ever."""
    teacher, of = await stage.teacher(), stage.console.container
    id = await stage.stored(teacher, DONE)
    await teacher.delete(f"/video/delete-for-academic/{id}")

    async def queued() -> int:
        return await requeue_deletions(actor=system(), uow=of.uow(), videos=of.video_store(), clock=of.clock())

    stage.console.clock.pass_by(hours=1)
    assert await queued() == 0
    await stage.console.sql.execute("update jobs set state = 'failed' where kind = 'videos.delete'")
    assert await queued() == 1
    assert await queued() == 0
    assert len(await stage.jobs("videos.delete")) == 2
