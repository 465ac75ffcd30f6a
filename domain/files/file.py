"""The row of a stored file, and the lifetimes of links and files (D-72)."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

MAX_NAME_LENGTH = 500
# a link is valid for at least so long and at most twice that; links within a quarter of an hour are equal: cacheable
LINK_LIVES = timedelta(minutes=15)
# unreferenced bytes and unclaimed uploads are deleted after a day
UNCLAIMED_LIVES = timedelta(days=1)
EXPORT_LIVES = timedelta(days=1)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class FileKind(StrEnum):
    """The purpose of a file."""

    STUDENT_PHOTO = "student-photo"
    STAFF_PHOTO = "staff-photo"
    # of a teacher at the lesson
    STAFF_CHECK = "staff-check"
    EXPORT = "export"
    IMPORT = "import"
    PAPERS = "papers"
    # of the text of homework or an exam
    HOMEWORK = "homework"
    EXAM = "exam"
    # of a check or a message of staff
    CHECK = "check"
    # of a student's hand-in or message
    HAND_IN = "hand-in"
    # a voice recording of any of them
    VOICE = "voice"


# what staff give to students: nothing that runs on opening
GIVEN_TO_STUDENTS = frozenset({FileKind.HOMEWORK, FileKind.EXAM, FileKind.CHECK})


@dataclass
class StoredFile:
    """The row of a stored file.

    ``public_id``: 128 random bits, part of its links. ``size`` in bytes. ``entity``, ``entity_id``: the owner, none
    while unclaimed. ``created_by``: the member of staff who uploaded it, ``created_by_student``: the student, if any.
    ``expires_at``: when it is deleted.
    """

    public_id: str
    kind: str
    digest: str
    media_type: str
    size: int
    name: str = ""
    entity: str | None = None
    entity_id: int | None = None
    created_by: int | None = None
    created_by_student: int | None = None
    expires_at: datetime | None = None
    id: int | None = None

    def assign_to(self, entity: str, entity_id: int) -> None:
        """Assigns the file to an owner; it no longer expires."""
        self.entity, self.entity_id, self.expires_at = entity, entity_id, None


def tidy_file_name(name: str, fallback: str) -> str:
    """Sanitises a file name (ASVS-34, D-75).

    The result is the last part, without control characters.
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    printable = "".join(sign for sign in last if unicodedata.category(sign)[0] != "C").strip(" .")
    return printable[:MAX_NAME_LENGTH] or fallback


def link_until(now: datetime) -> datetime:
    """Returns the expiry of a link issued now: the end of the next quarter of an hour."""
    lives = int(LINK_LIVES.total_seconds())
    return datetime.fromtimestamp((int(now.timestamp()) // lives + 2) * lives, now.tzinfo)
