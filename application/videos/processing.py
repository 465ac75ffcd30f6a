"""Processing of uploaded videos at the built-in host (D-95)."""

from collections.abc import Awaitable, Callable
from typing import Protocol, runtime_checkable

# a failed processing names its reason by a code with a text in three languages
REASONS = (
    "unreadable",
    "no_picture",
    "cut_short",
    "too_long",
    "too_large",
    "too_slow",
    "too_heavy",
    "no_room",
    "no_converter",
    "no_source",
)


class ProcessingFailed(Exception):
    """The video can't be converted; a retry would not help. ``code``: of the reason's text."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.code = f"videos.failed.{reason}"


# takes the percent of the work done
Progress = Callable[[int], Awaitable[None]]


@runtime_checkable
class VideoProcessor(Protocol):
    """Makes the streams that any browser plays, and a poster."""

    async def process(self, public_id: str, progress: Progress) -> float:
        """Returns the duration in seconds once every file is complete and on the disk.

        Work that is done already is not repeated. Raises ProcessingFailed; whatever ``progress`` raises ends the work.
        """
        ...

    async def discard_source(self, public_id: str) -> None:
        """Deletes the uploaded bytes of a processed video; repeatable."""
        ...
