"""The cookie by which a browser is known again at its next sign-in (D-160)."""

import base64
import binascii
from datetime import UTC, datetime

import msgspec

from adapters.security.cipher import AesCipher
from domain.access.known_browsers import BrowserSignIn, KnownBrowser

# the version of the content; the next one starts differently
VERSION = "1."
# eight accounts take a third of it; a longer cookie is not the console's
MAX_LENGTH = 2048
_Content = tuple[str, list[tuple[int, int, int]]]


class EncryptedBrowserCookies:
    """See ``application.access.ports.BrowserCookies``.

    Authenticated encryption: nobody without the secret key can make, change or read one.
    """

    def __init__(self, secret_key: str) -> None:
        self._cipher = AesCipher(secret_key, "browser-cookie")
        self._decoder = msgspec.json.Decoder(_Content)

    def write(self, browser: KnownBrowser) -> str:
        rows = [(one.user_id, one.session_id, int(one.at.timestamp())) for one in browser.sign_ins]
        sealed = self._cipher.encrypt(msgspec.json.encode((browser.id, rows)))
        return VERSION + base64.urlsafe_b64encode(sealed).rstrip(b"=").decode()

    def read(self, cookie: str) -> KnownBrowser | None:
        if not cookie.startswith(VERSION) or len(cookie) > MAX_LENGTH:
            return None
        text = cookie.removeprefix(VERSION)
        try:
            sealed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
            browser, rows = self._decoder.decode(self._cipher.decrypt(sealed))
        except (ValueError, binascii.Error):
            return None
        return KnownBrowser(browser, tuple(BrowserSignIn(u, s, datetime.fromtimestamp(at, UTC)) for u, s, at in rows))
