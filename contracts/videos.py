"""Video lessons: their uploads, statuses and playback (part 2 §3, D-94, D-95)."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.shared import Form, Limit, ListQuery, Named, Order, Query, Wire
from domain.videos.limits import MAX_NAME_LENGTH, MAX_ORIGINAL_NAME_LENGTH

Name = Annotated[str, Limit(min_length=1, max_length=MAX_NAME_LENGTH)]
OriginalName = Annotated[str, Limit(min_length=1, max_length=MAX_ORIGINAL_NAME_LENGTH)]
# Processing 1, Done 2, Error 3, Pause 4, Uploading 5, Waiting 6 (R2-266)
Status = Literal[1, 2, 3, 4, 5, 6]
# the statuses that a browser reports: Error 3, Pause 4, Uploading 5, Waiting 6; the others come from the host
ReportedStatus = Literal[3, 4, 5, 6]
MAX_MESSAGE_LENGTH = 500


class NewUpload(Form):
    """A file to upload for a lesson; ``size`` in bytes (R2-177)."""

    group_id: int
    lesson_id: int
    orig_name: OriginalName
    size: Annotated[int, Limit(ge=1)]
    name: Name | None = None


class CreateVideo(Form):
    """A video of a lesson: uploaded next, or at the host already (D-94).

    With ``videoId``, its id there, nothing is uploaded, and ``size`` may be left out.
    """

    group_id: int
    lesson_id: int
    name: Name
    size: Annotated[int, Limit(ge=1)] | None = None
    orig_name: OriginalName | None = None
    video_id: Annotated[str, Limit(min_length=1, max_length=200)] | None = None


class UploadLink(Wire):
    """The address to which the bytes of a video go (R2-178).

    ``id``: ours; ``videoId``: the public id, by which it is played. ``uploadUrl`` takes tus 1.0.0, by POST (creation)
    as well as by HEAD and PATCH at once; null where nothing is to be uploaded. ``offset``: bytes stored already.
    ``expiresAt``: afterwards the link must be renewed.
    """

    id: int
    video_id: str
    upload_url: str | None
    offset: int
    expires_at: datetime | None


class EditVideo(Form):
    """Name and lesson of a video; the lesson is of the same group."""

    version: int
    name: Name
    lesson_id: int


class ReportStatus(Form):
    """A change that the browser reports of its upload.

    R2-275, R2-276, R2-278, R2-279.
    """

    status: ReportedStatus
    message: Annotated[str, Limit(max_length=MAX_MESSAGE_LENGTH)] = ""


class ChangedVideo(Wire):
    """A video after a change; the next edit names its version."""

    id: int
    status: Status
    version: int


class VideosQuery(ListQuery, kw_only=True):
    """Videos of a group, newest lesson first.

    ``studyMonthId``: of the lessons of a study month of its course (R2-352).
    """

    order_by: Order = Order.DESC
    status: Status | None = None
    study_month_id: int | None = None


class VideoLesson(Wire):
    """The lesson of a video: ``name`` is its topic, or its number where it has none."""

    id: int
    name: str
    number: int
    date: date
    created_at: datetime


class StatusHistory(Wire):
    """An entry of a video's history (R2-181, R2-280)."""

    id: int
    status: Status
    message: str
    created_at: datetime


class VideoRow(Wire):
    """A video of a group (R2-051, R2-175).

    ``status`` is stored, ``currentStatus`` is to be shown (D-94). ``percentage``: of the bytes while uploading, of the
    host's work while processing, 0…100. ``size`` in bytes, ``duration`` in seconds. ``message``: the reason of an
    error. ``mine``: uploaded by the caller.
    """

    id: int
    video_id: str
    name: str
    orig_name: str
    lesson: VideoLesson
    status: Status
    current_status: Status
    percentage: int
    size: int
    duration: float | None
    created_at: datetime
    uploaded_by: Named | None
    is_uploading: bool
    can_process_again: bool
    is_deleting: bool
    mine: bool
    message: str
    version: int


class VideoPage(Wire):
    """A page of a group's videos."""

    videos: list[VideoRow]
    total: int


class VideoDetails(VideoRow):
    """A video with its history, oldest first."""

    status_histories: list[StatusHistory] = msgspec.field(default_factory=list)


class VideoAnswer(Wire):
    """One video."""

    video: VideoDetails


class Rendition(Wire):
    """One stream of a video; ``height`` in pixels, ``size`` in bytes."""

    address: str
    height: int
    size: int


class Playback(Wire):
    """The addresses that play a video for this viewer until ``expiresAt`` (D-95).

    ``type`` file: a player of ours plays ``renditions`` (best first) beginning with ``address``; embed: ``address`` is
    the page of the host's player. ``duration`` in seconds.
    """

    address: str
    type: Literal["file", "embed"]
    poster: str | None
    duration: float | None
    expires_at: datetime
    renditions: list[Rendition]


class UploadingQuery(Query, kw_only=True):
    """The uploads of these ``ids``, finished or not; without any, the unfinished."""

    ids: list[int] = msgspec.field(default_factory=list)


class UploadingRow(Wire):
    """An upload of the caller, for the header's list and the check every 5 s.

    R2-292, R1-444.

    ``chapterId``: the study month of the lesson, by which the list is grouped (R2-182). ``page``: where it was begun
    (R2-180). ``offset``, ``size`` in bytes.
    """

    id: int
    video_id: str
    name: str
    orig_name: str
    lesson: VideoLesson
    group: Named
    chapter_id: int | None
    chapter_name: str
    status: Status
    current_status: Status
    percentage: int
    offset: int
    size: int
    message: str
    status_histories: list[StatusHistory]


class Uploading(Wire):
    """Uploads of the caller."""

    videos: list[UploadingRow]


class DeletedUploads(Wire):
    """The number of unfinished uploads that were deleted."""

    count: int


class StudentVideo(Wire):
    """A done video of one of the student's own lessons; ``duration`` in seconds."""

    id: int
    video_id: str
    name: str
    group: Named
    lesson: VideoLesson
    duration: float | None
    created_at: datetime


class StudentVideosQuery(ListQuery, kw_only=True):
    """The student's videos, newest lesson first."""

    order_by: Order = Order.DESC
    group_id: int | None = None


class StudentVideoPage(Wire):
    """A page of the student's videos."""

    videos: list[StudentVideo]
    total: int
