"""Signed access tokens of one algorithm, and opaque secrets.

Secrets are stored only as digests or encrypted.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from functools import lru_cache

import jwt
from jwt.types import Options

from adapters.security.cipher import AesCipher
from application.ports import AccessClaims
from domain.access.sessions import ACCESS_LIFETIME

ALGORITHM = "HS256"
STAFF_AUDIENCE, STUDENT_AUDIENCE = "markaz-staff", "markaz-student"
# clocks of several servers may differ by this much
LEEWAY = timedelta(seconds=5)
# valid tokens that need no second verification; an invalid one is never among them
REMEMBERED = 4096


class SignedTokens:
    """See ``application.ports.Tokens``.

    Only one algorithm and the console's key are accepted, whatever a token's header names.
    """

    audience = STAFF_AUDIENCE
    # of the keys, which are derived from the console's
    purposes = ("access-token", "refresh-token")

    def __init__(self, secret_key: str) -> None:
        access, refresh = self.purposes
        self._key = hashlib.sha256(f"{access}:{secret_key}".encode()).digest()
        self._cipher = AesCipher(secret_key, refresh)
        # A valid signature stays valid: only the expiry changes. The database decides whether the session is active.
        self._verified = lru_cache(maxsize=REMEMBERED)(self._verify)

    def access(self, claims: AccessClaims, now: datetime) -> str:
        body = {
            "sub": str(claims.user_id),
            "sid": claims.session_id,
            "aud": self.audience,
            "iat": now,
            "exp": now + ACCESS_LIFETIME,
        }
        return jwt.encode(body, self._key, ALGORITHM)

    def read_access(self, token: str, now: datetime) -> AccessClaims | None:
        try:
            claims, expires = self._verified(token)
        except (jwt.PyJWTError, ValueError, TypeError):
            return None
        return claims if now.timestamp() < expires + LEEWAY.total_seconds() else None

    def _verify(self, token: str) -> tuple[AccessClaims, float]:
        required: Options = {"require": ["exp", "sub", "sid", "aud"], "verify_exp": False, "verify_iat": False}
        body = jwt.decode(token, self._key, [ALGORITHM], audience=self.audience, options=required)
        return AccessClaims(int(body["sub"]), int(body["sid"])), float(body["exp"])

    def new_secret(self) -> str:
        return secrets.token_urlsafe(32)

    def digest(self, secret: str) -> str:
        return hashlib.sha256(secret.encode()).hexdigest()

    def encrypt(self, secret: str) -> bytes:
        return self._cipher.encrypt(secret.encode())

    def decrypt(self, sealed: bytes) -> str:
        return self._cipher.decrypt(sealed).decode()


class SignedStudentTokens(SignedTokens):
    """See ``application.ports.StudentTokens``."""

    audience = STUDENT_AUDIENCE
    purposes = ("student-access-token", "student-refresh-token")
