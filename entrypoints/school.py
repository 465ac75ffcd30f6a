"""The school system that the settings name, in the form that it speaks."""

from collections.abc import Callable

from adapters.http_client import Patience
from adapters.school.hh import HhSchool
from adapters.school.hh_attendance import HhAttendance
from adapters.school.oneroster import OneRosterSchool
from application.attendance.ports.pushes import AttendanceRegister
from application.sync.ports import SchoolRegister
from entrypoints.setting_values import ONEROSTER
from entrypoints.settings import Settings


def school_of(
    settings: Settings, *, patience: Patience | None = None, request_id: Callable[[], str] | None = None
) -> SchoolRegister:
    """A register that is to be closed; it connects when it is first asked."""
    if settings.school_form == ONEROSTER:
        return OneRosterSchool(
            settings.school_url,
            settings.school_client_id,
            settings.school_client_secret or settings.school_token,
            settings.school_token_url,
            patience,
            request_id,
        )
    return HhSchool(settings.school_url, settings.school_token, patience, request_id)


def takes_attendance(settings: Settings) -> bool:
    """Whether such a school can be given attendance: hh v1 has a call for it, OneRoster has none (protocols §6.6)."""
    return bool(settings.school_url) and settings.school_form != ONEROSTER


def attendance_of(
    settings: Settings, *, patience: Patience | None = None, request_id: Callable[[], str] | None = None
) -> AttendanceRegister | None:
    """The register that attendance is given to, to be closed; None where the school takes none."""
    if not takes_attendance(settings):
        return None
    return HhAttendance(settings.school_url, settings.school_token, patience, request_id)
