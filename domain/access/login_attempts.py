"""Rate limit of sign-in: delays that grow with wrong passwords (D-10, D-160).

A backoff instead of a lockout: nobody can lock the account of somebody else.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network

FREE_ATTEMPTS = 5
FREE_ATTEMPTS_PER_ADDRESS = 30
FREE_ATTEMPTS_ANYWHERE = 100
MAX_WAIT = timedelta(minutes=15)
# guessing from many addresses slows down to one password a minute, and the owner in a new browser waits no longer
MAX_WAIT_ANYWHERE = timedelta(minutes=1)
ATTEMPT_WINDOW = timedelta(hours=1)
ADDRESS_SUBJECT = "address:"
ANYWHERE_SUBJECT = "anywhere:"
STUDENT_SUBJECT = "student/"
# one customer of a provider gets so many addresses of IPv6
IPV6_PREFIX = 64


@dataclass
class LoginAttempts:
    """Wrong passwords of one subject.

    The subject is a login from one address, an address with any login, a login from any address, or a login in a
    browser that it has signed in to before.
    """

    subject: str
    failures: int
    blocked_until: datetime
    last_at: datetime

    def wait(self, now: datetime) -> timedelta:
        """The time until the next attempt is accepted; zero if it is now."""
        return max(self.blocked_until - now, timedelta(0))

    def record_failure(self, now: datetime) -> None:
        """Counts a failure; after the free ones each doubles the delay (1 s to 15 min)."""
        if now - self.last_at > ATTEMPT_WINDOW:
            self.failures = 0
        self.failures, self.last_at = self.failures + 1, now
        free, longest = _allowance(self.subject)
        if self.failures >= free:
            self.blocked_until = now + min(timedelta(seconds=2 ** min(self.failures - free, 16)), longest)


def _allowance(subject: str) -> tuple[int, timedelta]:
    """The free attempts of a subject, and its longest delay."""
    if subject.startswith(ADDRESS_SUBJECT):
        return FREE_ATTEMPTS_PER_ADDRESS, MAX_WAIT
    if subject.startswith(ANYWHERE_SUBJECT):
        return FREE_ATTEMPTS_ANYWHERE, MAX_WAIT_ANYWHERE
    return FREE_ATTEMPTS, MAX_WAIT


def subjects_of_unknown(login: str, address: str) -> tuple[str, str, str]:
    """The subjects of an attempt in an unknown browser.

    They are the login from the address, the address, and the login from anywhere.
    """
    origin, name = _origin(address), login.lower()
    return f"login:{name}|{origin}", f"{ADDRESS_SUBJECT}{origin}", f"{ANYWHERE_SUBJECT}{name}"


def subjects_of_student(login: str, address: str) -> tuple[str, str, str]:
    """The subjects of a student's attempt, counted apart from those of staff.

    A class behind one address does not delay the office behind it. No login and no address contains a slash.
    """
    return subjects_of_unknown(f"{STUDENT_SUBJECT}{login}", f"{STUDENT_SUBJECT}{_origin(address)}")


def _origin(address: str) -> str:
    """The address; for IPv6 its network, because one client can use all of it."""
    try:
        if ip_address(address).version == 6:
            return str(ip_network((address, IPV6_PREFIX), strict=False))
    except ValueError:
        pass
    return address
