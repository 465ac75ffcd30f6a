"""The adapter of the configured school system."""

from collections.abc import Callable

from adapters.http_client import RetryPolicy
from adapters.network_policy import NetworkPolicy
from adapters.school.hh import HhSchool
from adapters.school.hh_attendance import HhAttendance
from adapters.school.oneroster import OneRosterSchool
from application.attendance.ports.pushes import AttendanceRegister
from application.sync.ports import SchoolRegister
from entrypoints.embedded.servers.ports import LOOPBACK_NETWORKS
from entrypoints.setting_values import ONEROSTER
from entrypoints.settings import STORED, Settings


def school_of(
    settings: Settings, *, retry_policy: RetryPolicy | None = None, request_id: Callable[[], str] | None = None
) -> SchoolRegister:
    """The school's register; the caller closes it. It connects at its first use."""
    if settings.school_form == ONEROSTER:
        return OneRosterSchool(
            settings.school_url,
            settings.school_client_id,
            settings.school_client_secret or settings.school_token,
            settings.school_token_url,
            retry_policy,
            request_id,
            school_networks(settings),
        )
    return HhSchool(settings.school_url, settings.school_token, retry_policy, request_id, school_networks(settings))


def school_networks(settings: Settings) -> NetworkPolicy:
    """The allowed addresses of the school.

    The server's environment may also name one on this machine; the screen may not.
    """
    loopback = "" if settings.sources.get("school_url") == STORED else LOOPBACK_NETWORKS
    return NetworkPolicy.of(settings.own_networks, settings.provider_networks, loopback, internet=True)


def takes_attendance(settings: Settings) -> bool:
    """True if the school accepts attendance (protocols §6.6).

    hh v1 has a call for it, OneRoster has none.
    """
    return bool(settings.school_url) and settings.school_form != ONEROSTER


def attendance_of(
    settings: Settings, *, retry_policy: RetryPolicy | None = None, request_id: Callable[[], str] | None = None
) -> AttendanceRegister | None:
    """The attendance register, to be closed; None where the school accepts none."""
    if not takes_attendance(settings):
        return None
    return HhAttendance(settings.school_url, settings.school_token, retry_policy, request_id, school_networks(settings))
