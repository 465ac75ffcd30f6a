"""A video of a lesson: its upload, processing and history (part 2 §3, §4)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum

from domain.shared.errors import DomainError
from domain.shared.state_machine import move

# an upload without a byte for so long is shown as paused (D-94)
SHOWN_PAUSED_AFTER = timedelta(seconds=60)
# a host that is silent for so long is asked, and given up after so long (D-95)
POLLED_AFTER = timedelta(minutes=10)
GIVEN_UP_AFTER = timedelta(hours=6)
# an upload without a byte for so long is deleted (ASVS-37)
ABANDONED_AFTER = timedelta(days=7)
# keys of texts in the history
GIVEN_UP, LINK_RENEWED = "videos.host_silent", "videos.link_renewed"
# the host of the console itself, whose bytes and processing are its own
BUILT_IN = "built_in"


class VideoStatus(IntEnum):
    """The status of a video (R2-266)."""

    PROCESSING = 1
    DONE = 2
    ERROR = 3
    PAUSE = 4
    UPLOADING = 5
    WAITING = 6


_S = VideoStatus
MOVES: Mapping[VideoStatus, frozenset[VideoStatus]] = {
    # its link renewed, paused, all bytes stored, failed; a host may skip states, and its reports may be out of order
    _S.UPLOADING: frozenset({_S.UPLOADING, _S.PAUSE, _S.WAITING, _S.PROCESSING, _S.DONE, _S.ERROR}),
    # resumed, or its last bytes arrived after all
    _S.PAUSE: frozenset({_S.UPLOADING, _S.WAITING, _S.PROCESSING, _S.DONE, _S.ERROR}),
    _S.WAITING: frozenset({_S.PROCESSING, _S.DONE, _S.ERROR}),
    _S.PROCESSING: frozenset({_S.DONE, _S.ERROR}),
    # uploaded again, processed again, done after the host was given up
    _S.ERROR: frozenset({_S.UPLOADING, _S.WAITING, _S.DONE}),
    _S.DONE: frozenset(),
}
IN_TRANSFER = frozenset({_S.UPLOADING, _S.PAUSE})
AT_HOST = frozenset({_S.WAITING, _S.PROCESSING})
# a host that reports one of these has every byte
HAS_ALL_BYTES = AT_HOST | {_S.DONE}
# a report of the host counts only if it leads further: late and repeated ones change nothing (D-95)
_RANK = {_S.UPLOADING: 0, _S.PAUSE: 0, _S.WAITING: 1, _S.PROCESSING: 2, _S.ERROR: 3, _S.DONE: 4}


@dataclass
class StatusEntry:
    """An entry of the history: every change of status appends one (R2-280)."""

    status: VideoStatus
    at: datetime
    message: str = ""
    id: int | None = None


@dataclass
class Video:
    """A video of a lesson of a group.

    ``public_id``: by which it is played. ``size`` and ``received`` in bytes, ``duration`` in seconds, ``percent`` of
    the processing. ``moved_at``: the last byte, change or progress; ``polled_at``: when its host was polled since then.
    ``attempt``: the number of its processing, which the host's reports name. ``deleted_at``: since then its deletion at
    the host is under way.
    """

    public_id: str
    group_id: int
    lesson_id: int
    name: str
    orig_name: str
    size: int
    created_by: int
    created_at: datetime
    moved_at: datetime
    host: str
    host_id: str = ""
    status: VideoStatus = VideoStatus.UPLOADING
    received: int = 0
    percent: int = 0
    attempt: int = 1
    duration: float | None = None
    polled_at: datetime | None = None
    deleted_at: datetime | None = None
    version: int = 1
    history: list[StatusEntry] = field(default_factory=list)
    id: int | None = None

    @property
    def complete(self) -> bool:
        """True when every byte is stored."""
        return self.received == self.size

    @property
    def percentage(self) -> int:
        """Percent of the bytes until they are stored, then of the processing (R2-175)."""
        if self.unfinished:
            return self.received * 100 // self.size
        return 100 if self.status == VideoStatus.DONE else self.percent

    @property
    def unfinished(self) -> bool:
        """True while its transfer runs, is paused or has failed."""
        return self.status in IN_TRANSFER or (self.status == VideoStatus.ERROR and not self.complete)

    def is_abandoned(self, now: datetime) -> bool:
        """True for an upload of which no byte came for seven days (ASVS-37)."""
        return self.unfinished and now - self.moved_at >= ABANDONED_AFTER

    @property
    def can_process_again(self) -> bool:
        """True when its processing failed, not its upload (D-95)."""
        return self.status == VideoStatus.ERROR and self.complete

    def receive(self, offset: int, now: datetime) -> None:
        """Records the bytes really stored; the last one makes the video wait (R2-274)."""
        if self.status not in IN_TRANSFER or not self.received <= offset <= self.size:
            raise self._illegal("receive")
        self.received, self.moved_at = offset, now
        if self.complete:
            self.status = self._moved(VideoStatus.WAITING, now)
        elif self.status == VideoStatus.PAUSE:
            self.status = self._moved(VideoStatus.UPLOADING, now)

    def check_may_renew(self) -> None:
        """Only an upload that is not finished has a link (V1)."""
        if not self.unfinished:
            raise self._illegal("renew")

    def renew_link(self, host_id: str, offset: int, now: datetime) -> None:
        """Continues the upload through a new link, from the bytes stored (V1)."""
        self.check_may_renew()
        self.status = self._moved(VideoStatus.UPLOADING, now, LINK_RENEWED)
        self.host_id, self.received = host_id, offset

    def edit(self, name: str, lesson_id: int) -> None:
        """Names the video and moves it to another lesson of its group (R2-290)."""
        self.name, self.lesson_id = name, lesson_id

    def pause(self, now: datetime) -> None:
        """Pauses a running upload (R2-278, R2-285)."""
        self._only("pause", {VideoStatus.UPLOADING})
        self.status = self._moved(VideoStatus.PAUSE, now)

    def resume(self, now: datetime) -> None:
        """Resumes a paused or failed upload (R2-279, R2-286)."""
        self._only("resume", {VideoStatus.PAUSE} if self.complete else {VideoStatus.PAUSE, VideoStatus.ERROR})
        self.status = self._moved(VideoStatus.UPLOADING, now)

    def fail(self, message: str, now: datetime) -> None:
        """Ends upload or processing in an error with its reason (R2-276)."""
        self.status = self._moved(VideoStatus.ERROR, now, message)

    def fail_upload(self, message: str, now: datetime) -> None:
        """Ends a transfer in an error, not what is at the host already (R2-276)."""
        self._only("fail", {VideoStatus.UPLOADING, VideoStatus.PAUSE})
        self.fail(message, now)

    def convert_again(self, now: datetime) -> None:
        """Queues a failed processing again, not a failed upload (D-95)."""
        self._only("convert_again", {VideoStatus.ERROR} if self.complete else set())
        self.attempt += 1
        self.percent = 0
        self.status = self._moved(VideoStatus.WAITING, now)

    def take_report(self, status: VideoStatus, attempt: int, message: str, now: datetime) -> bool:
        """Takes a report of the host; False if late, repeated or outdated (D-95)."""
        if attempt != self.attempt or _RANK[status] <= _RANK[self.status]:
            return False
        self.status = self._moved(status, now, message)
        if status in HAS_ALL_BYTES:
            self.received = self.size
        return True

    def take_progress(self, percent: int, attempt: int, now: datetime) -> bool:
        """Takes the progress of the processing; False if it is not further (D-95)."""
        if attempt != self.attempt or self.status != VideoStatus.PROCESSING or percent <= self.percent:
            return False
        self.percent, self.moved_at = min(percent, 100), now
        return True

    def give_up_if_silent(self, now: datetime) -> bool:
        """Ends in an error after six hours of a silent host (D-95, V3).

        They begin now where a wrong clock wrote a time that is still to come.
        """
        if self.moved_at - now > POLLED_AFTER:
            self.moved_at = now
        if self.status not in AT_HOST or now - self.moved_at < GIVEN_UP_AFTER:
            return False
        self.fail(GIVEN_UP, now)
        return True

    def shown_status(self, now: datetime) -> VideoStatus:
        """The status to show: an upload without a byte for 60 s is paused (D-94)."""
        silent = self.status == VideoStatus.UPLOADING and now - self.moved_at >= SHOWN_PAUSED_AFTER
        return VideoStatus.PAUSE if silent else VideoStatus(self.status)

    def check_may_play(self) -> None:
        """Only a done video can be played (R2-288)."""
        if self.status != VideoStatus.DONE:
            raise DomainError("videos.not_done")

    def check_may_delete(self, user_id: int) -> None:
        """Nobody but its uploader deletes a video while it uploads (R2-291, D-59)."""
        if self.status in IN_TRANSFER and user_id != self.created_by:
            raise DomainError("videos.still_uploading")

    def _only(self, action: str, allowed: set[VideoStatus]) -> None:
        if self.status not in allowed:
            raise self._illegal(action)

    def _illegal(self, action: str) -> DomainError:
        return DomainError("shared.illegal_move", status=VideoStatus(self.status).name.lower(), action=action)

    def _moved(self, status: VideoStatus, now: datetime, message: str = "") -> VideoStatus:
        target = move(MOVES, self.status, status)
        self.moved_at, self.polled_at = now, None
        self.history.append(StatusEntry(status, now, message))
        return target
