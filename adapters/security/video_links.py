"""Signed links of videos: to upload one, and to play it."""

import base64
import hashlib
import hmac
import re
from datetime import UTC, datetime
from urllib.parse import quote

from application.videos.built_in.links import POSTER, UPLOAD_LINK_LIVES, UploadLink
from domain.shared.errors import DomainError, NotFound

UPLOADS, VIDEOS = "/api/uploads", "/api/videos"
# public id, expiry in seconds since the epoch, signature: signs that stand in a path as they are (case 13)
UPLOAD_ID = re.compile(r"([A-Za-z0-9_-]{16,64})\.(\d{1,12})\.([A-Za-z0-9_-]{43})", re.ASCII)


class SignedUploadLinks:
    """See ``application.videos.built_in.links.UploadLinks``."""

    def __init__(self, secret_key: str) -> None:
        self._key = hmac.digest(secret_key.encode(), b"upload-links", hashlib.sha256)

    def link(self, public_id: str, now: datetime) -> UploadLink:
        until = int((now + UPLOAD_LINK_LIVES).timestamp())
        signature = _signature(self._key, public_id, str(until))
        return _link(public_id, until, f"{public_id}.{until}.{signature}")

    def read(self, upload_id: str, now: datetime) -> UploadLink:
        parts = UPLOAD_ID.fullmatch(upload_id)
        if parts is None or not hmac.compare_digest(_signature(self._key, parts[1], parts[2]), parts[3]):
            raise NotFound("upload", upload_id)
        if now.timestamp() >= int(parts[2]):
            raise DomainError("videos.link_expired")
        return _link(parts[1], int(parts[2]), upload_id)


def _link(public_id: str, until: int, upload_id: str) -> UploadLink:
    return UploadLink(public_id, f"{UPLOADS}/{upload_id}", datetime.fromtimestamp(until, UTC))


class SignedPlayLinks:
    """See ``application.videos.built_in.links.PlayLinks``."""

    def __init__(self, secret_key: str) -> None:
        self._key = hmac.digest(secret_key.encode(), b"play-links", hashlib.sha256)

    def stream(self, public_id: str, height: int, viewer: str, until: datetime) -> str:
        return f"{VIDEOS}/{public_id}?height={height}&{self._query(public_id, str(height), viewer, until)}"

    def poster(self, public_id: str, viewer: str, until: datetime) -> str:
        return f"{VIDEOS}/{public_id}/poster?{self._query(public_id, POSTER, viewer, until)}"

    def is_valid(self, public_id: str, file: str, viewer: str, until: int, signature: str, now: datetime) -> bool:
        expected = _signature(self._key, public_id, file, viewer, str(until))
        return hmac.compare_digest(expected.encode(), signature.encode()) and now.timestamp() < until

    def _query(self, public_id: str, file: str, viewer: str, until: datetime) -> str:
        seconds = int(until.timestamp())
        signature = _signature(self._key, public_id, file, viewer, str(seconds))
        return f"viewer={quote(viewer)}&until={seconds}&signature={signature}"


def _signature(key: bytes, *parts: str) -> str:
    digest = hmac.digest(key, "\n".join(parts).encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
