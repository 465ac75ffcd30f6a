"""Taking part in a group, and for a while after leaving it (D-98)."""

from datetime import date, timedelta

from domain.groups.enrolments import GOING_ON, PRIVILEGE, Period

# days after the end of a period with the action *finished, 30-day privilege*
PRIVILEGE_LASTS = timedelta(days=30)


def takes_part(action: int, period: Period, today: date) -> bool:
    """True if the student may hand in and write in the group of this period.

    That is in an active period, and in the thirty days of the privilege after it, the last one included.
    """
    if action in GOING_ON:
        return period.covers(today)
    return action == PRIVILEGE and period.ended is not None and today <= period.ended + PRIVILEGE_LASTS
