"""Browsers that have signed in before, counted apart (D-160)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

# the row of a session, which vouches for its browser, is deleted after the same time
BROWSER_LIFETIME = timedelta(days=90)
# a shared computer; the logins that were used longest ago are forgotten
MAX_LOGINS = 8
BROWSER_SUBJECT = "browser:"


@dataclass(frozen=True)
class BrowserSignIn:
    """The last sign-in of one account in a browser."""

    user_id: int
    session_id: int
    at: datetime


@dataclass(frozen=True)
class KnownBrowser:
    """A browser and the accounts that signed in there, newest first."""

    id: str
    sign_ins: tuple[BrowserSignIn, ...] = ()

    def sessions(self, now: datetime) -> tuple[int, ...]:
        """The sessions that may still vouch for the browser."""
        return tuple(one.session_id for one in self.sign_ins if now < one.at + BROWSER_LIFETIME)

    def remember(self, user_id: int, session_id: int, now: datetime) -> "KnownBrowser":
        """The same browser after a sign-in; an account is named once."""
        others = (one for one in self.sign_ins if one.user_id != user_id and now < one.at + BROWSER_LIFETIME)
        return KnownBrowser(self.id, (BrowserSignIn(user_id, session_id, now), *others)[:MAX_LOGINS])

    def subject(self, login: str) -> str:
        """The subject under which its wrong passwords for a login are counted."""
        return f"{BROWSER_SUBJECT}{self.id}|{login.lower()}"
