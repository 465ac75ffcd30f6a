"""Uploads of videos over HTTP: begun, renewed, listed, discarded (D-94)."""

import pytest

from tests.http.videos.scenario import MEGABYTE, UPLOADING, VideoScenario
from tests.support.console import Console


@pytest.fixture
async def stage(fresh_console: Console) -> VideoScenario:
    """A class with a lesson."""
    return await VideoScenario.of(fresh_console)


async def test_an_upload_has_a_link_and_is_in_the_list_of_the_group(stage: VideoScenario) -> None:
    """R2-177, R2-178, R2-175, R2-273, R2-342, R2-357."""
    teacher = await stage.teacher()
    link = await stage.upload(teacher)
    assert set(link) == {"id", "videoId", "uploadUrl", "offset", "expiresAt"}
    assert link["uploadUrl"].startswith("/api/uploads/")
    page = await teacher.data(f"/groups/for-academic/{stage.group.id}/videos")
    (row,) = page["videos"]
    assert (row["id"], row["name"], row["origName"]) == (link["id"], "Kasrlar", "Kasrlar.mp4")
    assert (row["status"], row["currentStatus"], row["percentage"], row["size"]) == (UPLOADING, UPLOADING, 0, MEGABYTE)
    assert (row["isUploading"], row["mine"], row["lesson"]["id"]) == (True, True, stage.lesson.id)
    video = await stage.one(teacher, link["id"])
    assert [entry["status"] for entry in video["statusHistories"]] == [UPLOADING]
