"""The last error of a job in the reader's words.

Stored errors name classes for the log and the command line; a screen shows these texts instead.
"""

import re

from contracts.texts import catalogue, translate
from domain.jobs.job import CRASHED, DROPPED

# a failed synchronisation names its run, its state and its reason
_RUN = re.compile(r"synchronisation run (\d+) \w+: (\w+)")
# errors of an outside system: the text around their reason, if any, and the texts of their reasons
_OUTSIDE = {
    "SmsUnavailable": ("job.failure.sms", "integration.reason."),
    "SchoolUnavailable": (None, "sync.reason."),
}
_DATABASE = {
    "CannotConnectNowError",
    "ConnectionDoesNotExistError",
    "DBAPIError",
    "InterfaceError",
    "OperationalError",
    "SyncStoreUnavailable",
    "TooManyConnectionsError",
}


def failure_text(last_error: str | None, language: str) -> str | None:
    """Returns a stored error in words; None for none."""
    if not last_error:
        return None
    if last_error == DROPPED:
        return translate("job.failure.dropped", language)
    if last_error == CRASHED:
        return translate("job.failure.crashed", language)
    if run := _RUN.match(last_error):
        reason = _reason("sync.reason.", run[2], language) or translate("job.failure.stopped", language)
        return translate("job.failure.run", language, run=run[1], reason=reason)
    name, _, rest = last_error.partition(": ")
    if name in _OUTSIDE:
        around, reasons = _OUTSIDE[name]
        if cause := _reason(reasons, rest.partition(":")[0].strip(), language):
            return translate(around, language, reason=cause) if around else cause
    return translate("job.failure.database" if name in _DATABASE else "job.failure.unexpected", language)


def _reason(prefix: str, code: str, language: str) -> str | None:
    """The text of a reason; None for one that is unknown or needs numbers."""
    text = catalogue(language).get(prefix + code)
    return None if text is None or "{" in text else text
