"""Limits of video uploads (D-75, D-94)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.shared.errors import DomainError, FieldError, ValidationError

FILES_PER_DIALOG = 10
# 1 to 499 characters
MAX_NAME_LENGTH = 499
# of the file as it was on the uploader's disk
MAX_ORIGINAL_NAME_LENGTH = 500
# a lesson must not be further ahead
LESSON_AHEAD = timedelta(days=7)
GIB = 1024**3


@dataclass(frozen=True)
class UploadLimits:
    """Limits of one person: open uploads, their bytes, bytes of a file (D-94).

    CONSOLE_VIDEO_OPEN_UPLOADS, CONSOLE_VIDEO_OPEN_GIB and CONSOLE_VIDEO_FILE_GIB override them.
    """

    open_uploads: int = 30
    open_bytes: int = 50 * GIB
    file_bytes: int = 10 * GIB

    @classmethod
    def of(cls, open_uploads: int, open_gib: int, file_gib: int) -> "UploadLimits":
        """The limits of these settings."""
        return cls(open_uploads, open_gib * GIB, file_gib * GIB)

    def check(self, size: int, open_uploads: int, open_bytes: int) -> None:
        """Rejects a file of ``size`` bytes beside the person's open uploads."""
        if size > self.file_bytes:
            raise DomainError("videos.too_large", gigabytes=self.file_bytes // GIB)
        if open_uploads >= self.open_uploads:
            raise DomainError("videos.too_many_open", max=self.open_uploads)
        if open_bytes + size > self.open_bytes:
            raise DomainError("videos.person_full", gigabytes=self.open_bytes // GIB)


def tidy_name(name: str) -> str:
    """The name without blanks around it, 1 to 499 characters (R2-304, R2-305)."""
    tidy = name.strip()
    if not tidy:
        raise ValidationError({"name": [FieldError("limit.required")]})
    if len(tidy) > MAX_NAME_LENGTH:
        raise ValidationError({"name": [FieldError("limit.max_length", {"limit": MAX_NAME_LENGTH})]})
    return tidy


def check_lesson(starts_at: datetime, now: datetime) -> None:
    """Rejects a lesson that is more than seven days ahead (D-94)."""
    if starts_at > now + LESSON_AHEAD:
        raise DomainError("videos.lesson_too_far", days=LESSON_AHEAD.days)
