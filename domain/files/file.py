"""A stored file: what is known of bytes that lie elsewhere under their digest, and how long a link lives (D-72)."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

NAME_MAX = 500
# a link is good for at least so long, and twice that at most: equal links within a quarter of an hour can be cached
LINK_LIVES = timedelta(minutes=15)
# bytes that nothing names, and an upload that nothing has taken up, are swept after a day
UNCLAIMED_LIVES = timedelta(days=1)
EXPORT_LIVES = timedelta(days=1)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class FileKind(StrEnum):
    """What a file is for."""

    STUDENT_PHOTO = "student-photo"
    STAFF_PHOTO = "staff-photo"
    # somebody who teaches, at his lesson
    STAFF_CHECK = "staff-check"
    EXPORT = "export"
    IMPORT = "import"
    PAPERS = "papers"


@dataclass
class StoredFile:
    """``public_id``: 128 random bits, what a link names. ``size`` in bytes. ``entity``, ``entity_id``: whose it is;
    none while nothing has taken it up. ``expires_at``: when it is swept."""

    public_id: str
    kind: str
    digest: str
    media_type: str
    size: int
    name: str = ""
    entity: str | None = None
    entity_id: int | None = None
    created_by: int | None = None
    expires_at: datetime | None = None
    id: int | None = None

    def take_up(self, entity: str, entity_id: int) -> None:
        """From now on it belongs to this, and stays."""
        self.entity, self.entity_id, self.expires_at = entity, entity_id, None


def tidy_file_name(name: str, fallback: str) -> str:
    """The last part of what the browser called it, without what no file system or header can bear (ASVS-34, D-75)."""
    last = name.replace("\\", "/").rpartition("/")[2]
    kept = "".join(sign for sign in last if unicodedata.category(sign)[0] != "C").strip(" .")
    return kept[:NAME_MAX] or fallback


def link_until(now: datetime) -> datetime:
    """When a link given now ends: at the end of the next quarter of an hour."""
    lives = int(LINK_LIVES.total_seconds())
    return datetime.fromtimestamp((int(now.timestamp()) // lives + 2) * lives, now.tzinfo)
