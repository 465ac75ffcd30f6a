"""Notifications through browsers' push services (protocols §4.2).

They need no account, only the console's key pair.
"""

from datetime import UTC, datetime, timedelta

import jwt

from adapters.push.vapid import private_key, public_key
from application.settings.connection_test import ConnectionResult

ALGORITHM = "ES256"
# push services refuse more than a day
LIFETIME = timedelta(hours=12)
# a token is for the origin in a subscription; this origin does not exist
_NOBODY = "https://push.invalid"


class WebPush:
    """See ``application.settings.connection_test.Connection``."""

    def __init__(self, contact: str, public: str, private: str) -> None:
        self._contact = contact
        self._public = public
        self._private = private

    async def reach(self) -> ConnectionResult:
        """Signs a token and verifies it as a push service would.

        There is no service to call: each browser has its own, named in its subscription.
        """
        try:
            token = self.token(_NOBODY, datetime.now(UTC))
            jwt.decode(token, public_key(self._public), [ALGORITHM], audience=_NOBODY)
        except (ValueError, jwt.PyJWTError):
            return ConnectionResult(ok=False, code="integration.push.keys_lost")
        return ConnectionResult(ok=True, code="integration.push.web_ok")

    def token(self, origin: str, now: datetime) -> str:
        """The VAPID token for a push service. Raises ValueError for invalid keys."""
        claims = {"aud": origin, "exp": now + LIFETIME, "sub": f"mailto:{self._contact}"}
        return jwt.encode(claims, private_key(self._private), ALGORITHM)

    async def close(self) -> None:
        pass
