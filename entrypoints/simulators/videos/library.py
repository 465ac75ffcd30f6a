"""The host's state: its videos, webhooks and active faults."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

FAULTS = {
    "down": "every call answers 503",
    "slow": "every call takes 2 s",
    "busy": "every second call is answered 429 with Retry-After",
    "garbage": "answers are no JSON",
    "torn": "an upload is prepared, and answered 500",
    "cut": "an upload is prepared, and the connection breaks before the answer",
    "no-endpoint": "an upload is prepared, and answered without its link",
    "conflict": "of every second PATCH half is stored, and it is answered 409",
    "dropped": "of every second PATCH half is stored, and the connection breaks",
    "gone": "links of uploads are answered 404",
    "strict": "bytes are taken with the token only",
    "silent": "processing never ends",
    "broken": "processing ends in an error",
    "unheard": "the states have names that nobody knows",
    "untold": "nobody is told of a state; who asks learns of it",
    "late": "a state is told five times as late",
    "twice": "each state is told twice",
    "disorder": "the last state is told first",
    "undying": "a deleted video is still there",
}
SLOW_SECONDS = 2.0
STATES = ("pre-processing", "processing", "done")


@dataclass
class Upload:
    """A video.

    ``digest``: of the bytes that came; ``complete_at``: the time of the last one.
    """

    id: str
    title: str
    filename: str
    description: str
    size: int
    created_at: float
    stored: int = 0
    complete_at: float | None = None
    digest: Any = field(default_factory=hashlib.sha256, repr=False)

    def take(self, piece: bytes, now: float) -> None:
        """Stores further bytes, none beyond the end."""
        piece = piece[: self.size - self.stored]
        self.digest.update(piece)
        self.stored += len(piece)
        if self.stored == self.size and self.complete_at is None:
            self.complete_at = now


@dataclass
class Library:
    """One workspace with one project.

    ``delay``: seconds from the last byte until a video is done. ``reports``: those that were sent.
    """

    token: str = "0b7c1f3a-5a5e-4d43-9d67-1f3e8b6f2a11"  # noqa: S105 - of the simulator
    project: str = "lessons"
    delay: float = 1.0
    clock: Callable[[], float] = time.time
    videos: dict[str, Upload] = field(default_factory=dict)
    webhooks: list[dict[str, Any]] = field(default_factory=list)
    faults: set[str] = field(default_factory=set)
    reports: list[tuple[str, str]] = field(default_factory=list)
    calls: int = 0
    patches: int = 0

    def suffer(self, *faults: str) -> None:
        """Sets exactly these faults. Raises ValueError for an unknown one."""
        for fault in faults:
            if fault not in FAULTS:
                raise ValueError(f"unknown fault {fault!r}; known: {', '.join(FAULTS)}")
        self.faults = set(faults)

    def begin(self, form: dict[str, Any]) -> Upload:
        """Prepares an upload."""
        title, filename, description = (str(form.get(it) or "") for it in ("title", "filename", "description"))
        upload = Upload(str(uuid4()), title, filename, description, int(form["filesize"]), self.clock())
        self.videos[upload.id] = upload
        return upload

    def state(self, upload: Upload) -> str:
        """The present state of a video, in the host's words."""
        if "unheard" in self.faults:
            return "transmogrifying"
        if upload.complete_at is None:
            return "uploading" if upload.stored else "pending"
        share = (self.clock() - upload.complete_at) / self.delay if self.delay else 1.0
        if share < 1 or "silent" in self.faults:
            return "pre-processing" if share < 0.3 else "processing"
        return "error" if "broken" in self.faults else "done"

    def progress(self, upload: Upload) -> int:
        """The percent of the processing."""
        if upload.complete_at is None:
            return 0
        share = (self.clock() - upload.complete_at) / self.delay if self.delay else 1.0
        return max(0, min(99 if "silent" in self.faults else 100, int(share * 100)))

    def rejects(self, form: dict[str, Any]) -> str:
        """The reason for not preparing an upload, in the host's words; empty for none."""
        if form.get("parent_id") != self.project:
            return "parent not found"
        if form.get("type") != "video" or not form.get("title") or not form.get("filename"):
            return "type, title and filename are required"
        size = form.get("filesize")
        return "" if isinstance(size, int) and size > 0 else "filesize is required"
