"""Names, sizes and containers of uploaded videos (D-75, D-94, R2-306)."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from domain.shared.errors import DomainError, ValidationError
from domain.videos.container import EXTENSIONS, check_name, check_start
from domain.videos.limits import FILES_PER_DIALOG, GIB, UploadLimits, check_lesson, tidy_name

SPECIFIED = set(
    re.findall(r"\w+", "mp4 webm quicktime wmv matroska mkv mpeg avi m4v ogm mpg mov asx mxf"),
)
STARTS = {
    "mp4": b"\0\0\0\x18ftypisom",
    "mov": b"\0\0\0\x08wide\0\0\0\0mdat",
    "webm": b"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm",
    "wmv": bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c"),
    "avi": b"RIFF\0\0\0\0AVI LIST",
    "ogm": b"OggS\0\x02",
    "mpg": b"\0\0\x01\xba\x44",
    "mpeg": (b"\x47" + b"\0" * 187) * 3,
    "mxf": bytes.fromhex("060e2b34020501010d010201010204"),
}


def test_a_dialog_takes_ten_files() -> None:
    """R2-053."""
    assert FILES_PER_DIALOG == 10


@pytest.mark.parametrize("extension", [*sorted(EXTENSIONS), "MP4"])
def test_the_containers_of_the_specification_are_accepted_by_name(extension: str) -> None:
    """R2-306: in either case."""
    assert EXTENSIONS == SPECIFIED
    assert check_name(f"1-dars. Kasrlar.{extension}") == extension.lower()


@pytest.mark.parametrize("name", ["lesson.mp3", "lesson.mp4.exe", "mp4", "lesson.", ""])
def test_other_names_are_rejected(name: str) -> None:
    """R2-307."""
    with pytest.raises(DomainError, match="not_a_video"):
        check_name(name)


@pytest.mark.parametrize("extension", STARTS)
def test_the_first_bytes_show_the_container(extension: str) -> None:
    """R2-306: a misnamed container is accepted, the bytes decide."""
    check_start(f"lesson.{extension}", STARTS[extension])
    check_start("lesson.mp4", STARTS[extension])


@pytest.mark.parametrize(
    "start",
    [b"", b"<html>", b"MZ\x90\0", b"RIFF\0\0\0\0WAVE", b"\0\0\0\x18ftypM4A ", b"\x47" * 100, b"%PDF-1.7",
     b"\0\0\0\x1cftypavif", b"\0\0\0\x18ftypheic", b"\0\0\0\x18ftypmif1"],
)  # fmt: skip
def test_what_only_bears_the_name_of_a_video_is_rejected(start: bytes) -> None:
    """R2-307."""
    with pytest.raises(DomainError, match="not_a_video"):
        check_start("lesson.mp4", start)


def test_a_name_has_1_to_499_characters() -> None:
    """R2-304, R2-305, D-75."""
    assert tidy_name(f" {'n' * 499} ") == "n" * 499
    for name in ("", "  ", "n" * 500):
        with pytest.raises(ValidationError):
            tidy_name(name)


def test_a_lesson_is_at_most_seven_days_ahead() -> None:
    """D-94."""
    now = datetime(2026, 11, 25, 9, tzinfo=UTC)
    check_lesson(now + timedelta(days=7), now)
    with pytest.raises(DomainError, match="lesson_too_far"):
        check_lesson(now + timedelta(days=7, seconds=1), now)


def test_a_file_and_a_person_have_limits() -> None:
    """D-94: 10 GiB a file, 30 open uploads and 50 GiB a person."""
    limits = UploadLimits()
    limits.check(10 * GIB, open_uploads=29, open_bytes=40 * GIB)
    with pytest.raises(DomainError, match="too_large"):
        limits.check(10 * GIB + 1, open_uploads=0, open_bytes=0)
    with pytest.raises(DomainError, match="too_many_open"):
        limits.check(1, open_uploads=30, open_bytes=0)
    with pytest.raises(DomainError, match="person_full"):
        limits.check(1, open_uploads=0, open_bytes=50 * GIB)
