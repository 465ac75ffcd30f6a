"""Signed links to files, each valid for one file until it expires."""

import base64
import hashlib
import hmac
from datetime import datetime

from domain.files.file import link_until

PATH = "/api/files"


class SignedLinks:
    """See ``application.files.ports.FileLinks``."""

    def __init__(self, secret_key: str) -> None:
        self._key = hmac.digest(secret_key.encode(), b"links", hashlib.sha256)

    def link(self, public_id: str, now: datetime) -> str:
        until = int(link_until(now).timestamp())
        return f"{PATH}/{public_id}?until={until}&signature={self._signature(public_id, until)}"

    def is_valid(self, public_id: str, until: int, signature: str, now: datetime) -> bool:
        expected = self._signature(public_id, until)
        return hmac.compare_digest(expected.encode(), signature.encode()) and now.timestamp() < until

    def _signature(self, public_id: str, until: int) -> str:
        digest = hmac.digest(self._key, f"{public_id}\n{until}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
