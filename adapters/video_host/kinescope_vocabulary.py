"""Kinescope's words in the console's (protocols §1.2, §1.5)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from yarl import URL

from adapters.http_responses import truncated_text
from application.videos.ports import HostReport
from domain.videos.video import Video, VideoStatus

STATUS_CHANGED = "media.update.status"
# ``pending`` and ``suspended`` are read with what is known of the upload; an unknown word means not ready
STATUSES = {
    "uploading": VideoStatus.UPLOADING,
    "pre-processing": VideoStatus.PROCESSING,
    "processing": VideoStatus.PROCESSING,
    "done": VideoStatus.DONE,
    "error": VideoStatus.ERROR,
    "aborted": VideoStatus.ERROR,
}


def report_of(video: Video, found: Mapping[str, Any]) -> HostReport:
    """The state of a video by its object at the host.

    The host doesn't tell how many bytes it has: what is being processed has all of them.
    """
    status = STATUSES.get(str(found.get("status")), _not_ready(video))
    done = status == VideoStatus.DONE
    percent = found.get("progress")
    seconds, size = found.get("duration"), _size(found.get("assets"))
    return HostReport(
        host_id=video.host_id,
        status=status,
        percent=int(percent) if isinstance(percent, int | float) and status == VideoStatus.PROCESSING else 0,
        message="videos.failed.at_host" if status == VideoStatus.ERROR else "",
        duration=float(seconds) if done and isinstance(seconds, int | float) and seconds > 0 else None,
        size=size if done else None,
    )


def _not_ready(video: Video) -> VideoStatus:
    """No byte came yet, or all came and wait."""
    return VideoStatus.UPLOADING if video.unfinished and not video.complete else VideoStatus.WAITING


def _size(assets: object) -> int | None:
    """The bytes of the original, or of its largest copy."""
    files = [it for it in assets if isinstance(it, dict)] if isinstance(assets, list) else []
    sizes = [it["file_size"] for it in files if isinstance(it.get("file_size"), int)]
    return max(sizes, default=None)


def reports_of(body: bytes) -> Sequence[HostReport]:
    """Reads a webhook: a hint, after which the host is asked.

    Raises ValueError for another's.
    """
    try:
        found = msgspec.json.decode(body, type=dict[str, Any])
    except msgspec.MsgspecError as other:
        raise ValueError("no report") from other
    event, data = found.get("event"), found.get("data")
    if not isinstance(event, str) or not isinstance(data, dict):
        raise ValueError("no report")
    if event != STATUS_CHANGED:
        return []
    host_id = data.get("id")
    if not isinstance(host_id, str) or not is_segment(host_id):
        raise ValueError("no video")
    status = STATUSES.get(str(data.get("status")), VideoStatus.WAITING)
    return [HostReport(host_id, status, message=truncated_text(data.get("message")))]


MAX_ID_LENGTH = 200


def is_segment(host_id: str) -> bool:
    """True for an id that is one part of a path, and nothing that no column can hold."""
    return 0 < len(host_id) <= MAX_ID_LENGTH and all(it.isalnum() or it in "-_" for it in host_id)


def web_address(value: object, base: URL) -> str | None:
    """An address that a browser may be given; None for others.

    It is https, or at the host itself.
    """
    try:
        url = URL(str(value or ""))
    except ValueError:
        return None
    here = url.scheme in ("http", "https") and url.host == base.host
    return str(url) if url.host and (url.scheme == "https" or here) else None
