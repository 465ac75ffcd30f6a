"""Videos that a student may watch (D-98)."""

from datetime import timedelta

import pytest

from tests.http.videos.scenario import DAY, DONE, ERROR, NOW, PROCESSING, UPLOADING, WAITING, VideoScenario
from tests.support.console import Visitor
from tests.support.lessons import a_lesson_of, a_video_of

ACTIVE, FINISHED, PRIVILEGE, LEFT = 1, 2, 4, 5


async def _student(stage: VideoScenario) -> Visitor:
    return await stage.console.sign_in_student(stage.group.students[0])


async def _period(stage: VideoScenario, action: int, ended_days_ago: int | None) -> None:
    ended = None if ended_days_ago is None else NOW.date() - timedelta(days=ended_days_ago)
    await stage.console.sql.execute(
        "update enrolments set action_id = $2, ended_date = $3 where student_id = $1",
        *(stage.group.students[0].id, action, ended),
    )


async def test_a_student_watches_the_done_videos_of_the_own_lessons(stage: VideoScenario) -> None:
    """D-98: newest lesson first, by group and search."""
    earlier = a_lesson_of(stage.group, DAY - timedelta(days=2))
    first, second = a_video_of(earlier, "Sonlar"), a_video_of(stage.lesson, "Kasrlar")
    await stage.console.store(first, second)
    student = await _student(stage)
    page = await student.data("/videos")
    assert ([row["id"] for row in page["videos"]], page["total"]) == ([second.id, first.id], 2)
    row = page["videos"][0]
    assert (row["name"], row["duration"], row["lesson"]["date"]) == ("Kasrlar", 61.5, DAY.isoformat())
    assert (await student.data("/videos", value="son"))["total"] == 1
    assert (await student.data("/videos", groupId=10**9))["total"] == 0
    assert (await student.data("/videos", groupId=stage.group.id, perPage=1))["total"] == 2
    played = await student.data(f"/videos/{second.id}/play")
    assert f"student:{stage.group.students[0].id}" in played["address"]
    assert played["expiresAt"] == (NOW + timedelta(hours=2)).isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("status", [UPLOADING, WAITING, PROCESSING, ERROR, DONE])
async def test_only_done_videos_that_are_not_being_deleted_are_there(stage: VideoScenario, status: int) -> None:
    """R2-288, D-95."""
    video = a_video_of(stage.lesson).having(status=status, received=0)
    await stage.console.store(video)
    student = await _student(stage)
    if status == DONE:
        assert (await student.data("/videos"))["total"] == 1
        await stage.set(video.id or 0, deleted_at=NOW)
    assert (await student.data("/videos"))["total"] == 0
    assert (await student.get(f"/videos/{video.id}/play")).status_code == 404


@pytest.mark.parametrize(
    ("action", "ended", "seen"),
    [
        (ACTIVE, None, 1),
        (ACTIVE, 0, 1),
        (ACTIVE, 1, 0),
        (PRIVILEGE, 30, 1),
        (PRIVILEGE, 31, 0),
        (FINISHED, 1, 0),
        (LEFT, 1, 0),
    ],
)
async def test_videos_end_with_the_period_or_thirty_days_after_it(
    stage: VideoScenario, action: int, ended: int | None, seen: int
) -> None:
    """D-98: that is what the privilege is."""
    lesson = a_lesson_of(stage.group, DAY - timedelta(days=60))
    video = a_video_of(lesson)
    await stage.console.store(video)
    await _period(stage, action, ended)
    student = await _student(stage)
    assert (await student.data("/videos"))["total"] == seen
    assert (await student.get(f"/videos/{video.id}/play")).status_code == (200 if seen else 404)


async def test_lessons_before_and_after_the_own_periods_stay_closed(stage: VideoScenario) -> None:
    """D-98: a returned student sees both periods, not what was between them."""
    days = [DAY - timedelta(days=back) for back in (40, 30, 20, 10, 1)]
    lessons = [a_lesson_of(stage.group, day) for day in days]
    videos = [a_video_of(lesson, f"{number}-dars") for number, lesson in enumerate(lessons)]
    await stage.console.store(*videos)
    sql, student_id = stage.console.sql, stage.group.students[0].id
    await sql.execute(
        "update enrolments set started_date = $2, ended_date = $3, action_id = 5 where student_id = $1",
        *(student_id, days[1], days[1]),
    )
    await sql.execute(
        "insert into enrolments (student_id, group_id, action_id, started_date) values ($1, $2, 1, $3)",
        *(student_id, stage.group.id, days[3]),
    )
    student = await _student(stage)
    names = [row["name"] for row in (await student.data("/videos", orderBy="ASC"))["videos"]]
    assert names == ["1-dars", "3-dars", "4-dars"]
    assert (await student.get(f"/videos/{videos[2].id}/play")).status_code == 404
