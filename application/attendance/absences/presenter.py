"""Presents the message about an absence, as the sheet and *Today* show it (D-158)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from application.attendance.ports.absences import StoredSms
from application.messaging.ports import LOG
from contracts.attendance.absences import AbsenceSms
from contracts.messaging import Status
from contracts.texts import catalogue
from domain.messaging.message import SmsState
from domain.messaging.quiet_hours import quiet_until

STATUSES: dict[str, Status] = {
    "waiting": "waiting",
    "unknown": "unknown",
    "sent": "sent",
    "delivered": "delivered",
    "failed": "failed",
}


def absence_sms(stored: StoredSms | None, *, now: datetime, zone: ZoneInfo, language: str) -> AbsenceSms | None:
    """Builds the API representation; None without a message."""
    if stored is None:
        return None
    texts = catalogue(language)
    problem = texts.get(f"sms.problem.{stored.error}", texts["sms.problem.refused"]) if stored.error else None
    return AbsenceSms(
        status=STATUSES[stored.status],
        connected=stored.provider != LOG,
        problem=problem,
        waits_until=quiet_until(now, zone) if stored.status == SmsState.WAITING else None,
    )
