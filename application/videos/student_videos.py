"""The videos that a student may watch (D-98)."""

from application.actor import Actor
from application.authorization import STUDENT, permits
from application.ports import Clock
from application.videos.lessons import playback_of
from application.videos.ports import StudentVideos, VideoHosts
from contracts.shared import check as check_limits
from contracts.videos import Playback, StudentVideoPage, StudentVideosQuery


@permits(STUDENT)
async def list_own_videos(
    query: StudentVideosQuery, *, actor: Actor, student_videos: StudentVideos, clock: Clock
) -> StudentVideoPage:
    """Lists the done videos of the caller's own lessons, newest lesson first.

    While the caller is in the group, and in the thirty days of the privilege after that.
    """
    check_limits(query)
    return await student_videos.page(actor.student_id or 0, query, clock.now())


@permits(STUDENT)
async def play_own_video(
    video_id: int, *, actor: Actor, student_videos: StudentVideos, hosts: VideoHosts, clock: Clock
) -> Playback:
    """Returns the addresses that play one of these videos for two hours (D-95).

    Raises NotFound; DomainError("videos.host_unavailable").
    """
    now = clock.now()
    return await playback_of(await student_videos.one(actor.student_id or 0, video_id, now), actor, hosts, now)
