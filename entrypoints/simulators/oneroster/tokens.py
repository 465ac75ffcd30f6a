"""Access to the provider: OAuth 2 client credentials and scopes."""

import secrets
from base64 import b64decode
from binascii import Error
from dataclasses import dataclass, field
from hmac import compare_digest

SCOPE = "https://purl.imsglobal.org/spec/or/v1p2/scope/"
CORE, ROSTER, DEMOGRAPHICS = (
    f"{SCOPE}{word}" for word in ("roster-core.readonly", "roster.readonly", "roster-demographics.readonly")
)
KNOWN = (CORE, ROSTER, DEMOGRAPHICS)
LIFE_SECONDS = 3600
CALLS_OF_A_SHORT_ONE = 3


class Denied(Exception):
    """A rejected token request: its error code of RFC 6749 and the status."""

    def __init__(self, word: str, status: int) -> None:
        super().__init__(word)
        self.word = word
        self.status = status


@dataclass
class Tokens:
    """The client, and the tokens issued so far with their scopes and calls."""

    client_id: str
    client_secret: str
    given: dict[str, set[str]] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)

    def issue(self, authorization: str, form: dict[str, str], known: tuple[str, ...] = KNOWN) -> dict[str, object]:
        """Issues a token for the known ones of the requested scopes. Raises Denied."""
        if not self._is_client(authorization):
            raise Denied("invalid_client", 401)
        if form.get("grant_type") != "client_credentials":
            raise Denied("unsupported_grant_type", 400)
        scopes = set(form.get("scope", CORE).split()) & set(known)
        if not scopes:
            raise Denied("invalid_scope", 400)
        token = secrets.token_urlsafe(24)
        self.given[token], self.calls[token] = scopes, 0
        return {
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": LIFE_SECONDS,
            "scope": " ".join(sorted(scopes)),
        }

    def scopes(self, authorization: str, *, short: bool = False) -> set[str]:
        """Returns the scopes of the bearer; none for an unknown token.

        ``short``: it is valid for a few calls only.
        """
        token = authorization.removeprefix("Bearer ")
        if token not in self.given or not authorization.startswith("Bearer "):
            return set()
        self.calls[token] += 1
        return set() if short and self.calls[token] > CALLS_OF_A_SHORT_ONE else self.given[token]

    def _is_client(self, authorization: str) -> bool:
        try:
            given = b64decode(authorization.removeprefix("Basic ").encode(), validate=True)
        except (Error, ValueError):
            return False
        return compare_digest(given, f"{self.client_id}:{self.client_secret}".encode())
