"""Status of a video: uploaded, processed, reported late, deleted (part 2 §4)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.shared.errors import DomainError
from domain.videos.video import MOVES, Video, VideoStatus

NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)
S = VideoStatus
SECOND = timedelta(seconds=1)


def video(status: VideoStatus = S.UPLOADING, received: int = 0) -> Video:
    """A video of 100 bytes uploaded by person 7."""
    return Video("p", 1, 2, "Fractions", "f.mp4", 100, 7, NOW, NOW, "built_in", status=status, received=received)


def test_the_numbers_are_those_of_the_specification() -> None:
    """R2-266."""
    assert {status.name: status.value for status in S} == {
        "PROCESSING": 1,
        "DONE": 2,
        "ERROR": 3,
        "PAUSE": 4,
        "UPLOADING": 5,
        "WAITING": 6,
    }
    assert set(MOVES) == set(S)


def test_an_upload_is_paused_resumed_and_waits_when_complete() -> None:
    """R2-274, R2-278, R2-279, R2-280: every change is in the history."""
    one = video()
    one.receive(40, NOW)
    one.pause(NOW)
    one.resume(NOW)
    one.receive(99, NOW)
    assert one.status is S.UPLOADING
    one.receive(100, NOW)
    assert [entry.status for entry in one.history] == [S.PAUSE, S.UPLOADING, S.WAITING]


@pytest.mark.parametrize(
    ("status", "received", "abandoned"),
    [(S.UPLOADING, 40, True), (S.PAUSE, 0, True), (S.ERROR, 99, True), (S.ERROR, 100, False), (S.WAITING, 100, False)],
)
def test_an_upload_without_a_byte_for_seven_days_is_abandoned(
    status: VideoStatus, received: int, abandoned: bool
) -> None:
    """ASVS-37: not what its host has whole."""
    one, week = video(status, received), timedelta(days=7)
    assert not one.is_abandoned(NOW + week - SECOND)
    assert one.is_abandoned(NOW + week) is abandoned


def test_bytes_that_arrive_resume_a_paused_upload() -> None:
    """R2-279."""
    one = video(S.PAUSE, 40)
    one.receive(41, NOW)
    assert one.status is S.UPLOADING


@pytest.mark.parametrize("offset", [39, 101])
def test_an_offset_never_goes_back_or_beyond_the_size(offset: int) -> None:
    """V4: exact size."""
    with pytest.raises(DomainError, match="illegal_move"):
        video(received=40).receive(offset, NOW)


def test_a_failed_upload_is_resumed_and_a_failed_processing_is_processed_again() -> None:
    """R2-286, D-95, V1: never in error for good."""
    upload = video(received=40)
    upload.fail("no answer", NOW)
    with pytest.raises(DomainError):
        upload.convert_again(NOW)
    upload.resume(NOW)
    assert upload.status is S.UPLOADING
    processed = video(S.ERROR, 100)
    with pytest.raises(DomainError):
        processed.resume(NOW)
    processed.convert_again(NOW)
    assert (processed.status, processed.attempt) == (S.WAITING, 2)


def test_late_and_repeated_reports_change_nothing() -> None:
    """D-95: statuses only move along the table."""
    one = video(S.WAITING, 100)
    assert one.take_report(S.DONE, 1, "", NOW)
    for late in S:
        assert not one.take_report(late, 1, "", NOW)
    assert [entry.status for entry in one.history] == [S.DONE]


@pytest.mark.parametrize("before", S)
@pytest.mark.parametrize("reported", S)
def test_no_report_breaks_the_table(before: VideoStatus, reported: VideoStatus) -> None:
    """D-95: a report is taken along the table or ignored, and never rejected."""
    one = video(before)
    taken = one.take_report(reported, 1, "", NOW)
    assert one.status is (reported if taken else before)
    assert not taken or reported in MOVES[before]


def test_a_report_of_an_earlier_processing_is_ignored() -> None:
    """D-95: its failure must not end the new one."""
    one = video(S.ERROR, 100)
    one.convert_again(NOW)
    assert not one.take_report(S.ERROR, 1, "bad stream", NOW)
    assert one.take_report(S.PROCESSING, 2, "", NOW)


@pytest.mark.parametrize("status", [S.WAITING, S.PROCESSING])
def test_a_host_silent_for_six_hours_is_given_up_with_a_reason(status: VideoStatus) -> None:
    """D-95, V3: nothing stays in processing; what is done later counts after all."""
    one = video(status, 100)
    assert not one.give_up_if_silent(NOW + timedelta(hours=6) - SECOND)
    assert one.give_up_if_silent(NOW + timedelta(hours=6))
    assert (one.status, one.history[-1].message) == (S.ERROR, "videos.host_silent")
    assert one.take_report(S.DONE, 1, "", NOW)


def test_the_silence_of_a_host_begins_now_where_a_wrong_clock_wrote_a_later_time() -> None:
    """A clock ahead for a moment would leave it in processing for a year."""
    ten_minutes, year = timedelta(minutes=10), timedelta(days=365)
    for ahead, counted_from in ((ten_minutes, NOW + ten_minutes), (ten_minutes + SECOND, NOW), (year, NOW)):
        one = video(S.PROCESSING, 100)
        one.moved_at = NOW + ahead
        assert not one.give_up_if_silent(NOW)
        assert one.moved_at == counted_from
        assert not one.give_up_if_silent(counted_from + timedelta(hours=6) - SECOND)
        assert one.give_up_if_silent(counted_from + timedelta(hours=6))


def test_an_upload_is_never_given_up_for_silence() -> None:
    """V2: a closed browser may come back."""
    assert not video().give_up_if_silent(NOW + timedelta(days=1))


def test_an_upload_without_a_byte_for_sixty_seconds_is_shown_as_paused() -> None:
    """D-94: the stored status stays."""
    one = video()
    assert one.shown_status(NOW + 59 * SECOND) is S.UPLOADING
    assert one.shown_status(NOW + 60 * SECOND) is S.PAUSE
    assert one.status is S.UPLOADING


@pytest.mark.parametrize("status", S)
def test_only_a_done_video_is_played(status: VideoStatus) -> None:
    """R2-288."""
    if status is S.DONE:
        video(status).check_may_play()
    else:
        with pytest.raises(DomainError, match="not_done"):
            video(status).check_may_play()


@pytest.mark.parametrize("status", S)
def test_nobody_but_its_uploader_deletes_an_uploading_video(status: VideoStatus) -> None:
    """R2-291, D-59."""
    video(status).check_may_delete(7)
    if status in (S.UPLOADING, S.PAUSE):
        with pytest.raises(DomainError, match="still_uploading"):
            video(status).check_may_delete(8)
    else:
        video(status).check_may_delete(8)


@pytest.mark.parametrize("status", [S.UPLOADING, S.PAUSE, S.ERROR])
def test_a_renewed_link_continues_from_the_bytes_that_the_host_has(status: VideoStatus) -> None:
    """V1: an upload that was lost there begins anew, as the same video."""
    one = video(status, 40)
    one.renew_link("other", 0, NOW)
    assert (one.status, one.host_id, one.received) == (S.UPLOADING, "other", 0)
    assert one.history[-1].message == "videos.link_renewed"


@pytest.mark.parametrize("status", [S.WAITING, S.PROCESSING, S.DONE, S.ERROR])
def test_a_finished_upload_has_no_link_and_does_not_fail_as_an_upload(status: VideoStatus) -> None:
    """D-95: what is at the host is not the browser's any more."""
    for act in (lambda one: one.renew_link("p", 0, NOW), lambda one: one.fail_upload("late", NOW)):
        with pytest.raises(DomainError, match="illegal_move"):
            act(video(status, 100))


def test_progress_only_grows_and_is_of_the_present_processing() -> None:
    """D-95, R2-175."""
    one = video(S.PROCESSING, 100)
    assert one.take_progress(40, 1, NOW)
    assert not one.take_progress(40, 1, NOW)
    assert not one.take_progress(90, 2, NOW)
    assert one.take_progress(130, 1, NOW)
    assert (one.percent, one.percentage) == (100, 100)
    assert not video(S.WAITING, 100).take_progress(1, 1, NOW)


@pytest.mark.parametrize(
    ("status", "received", "percentage"),
    [(S.UPLOADING, 0, 0), (S.PAUSE, 99, 99), (S.ERROR, 50, 50), (S.WAITING, 100, 0), (S.DONE, 100, 100)],
)
def test_the_percentage_is_of_the_bytes_then_of_the_processing(
    status: VideoStatus, received: int, percentage: int
) -> None:
    """R2-175."""
    assert video(status, received).percentage == percentage
