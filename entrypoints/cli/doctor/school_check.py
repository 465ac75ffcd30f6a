"""`markaz doctor` on the school system: it answers in the configured protocol."""

from adapters.http_client import RetryPolicy
from application.ports import SchoolUnavailable
from entrypoints.cli.doctor.diagnostics import Finding
from entrypoints.school import school_of
from entrypoints.setting_values import ONEROSTER, masked
from entrypoints.settings import Settings

_SINGLE_TRY = RetryPolicy(connect=5.0, answer=10.0, tries=1)
_TODO = {
    "unreachable": "check CONSOLE_SCHOOL_URL",
    "not_allowed": "name its network in CONSOLE_OWN_NETWORKS or CONSOLE_PROVIDER_NETWORKS",
    "refused": "check CONSOLE_SCHOOL_URL and CONSOLE_SCHOOL_FORM",
    "garbage": "check CONSOLE_SCHOOL_URL and CONSOLE_SCHOOL_FORM",
}


async def check_school(settings: Settings) -> Finding:
    """One request to the school system; the result names no secret."""
    where = f"{masked(settings.school_url)} ({settings.school_form})"
    school = school_of(settings, retry_policy=_SINGLE_TRY)
    try:
        offers = await school.capabilities()
    except SchoolUnavailable as refusal:
        todo = _keys(settings) if refusal.reason == "unauthorised" else _TODO.get(refusal.reason, "ask its operator")
        return Finding("school", "fail", f"{where}: {refusal}", todo)
    finally:
        await school.close()
    return Finding("school", "ok", f"{where}: {', '.join(offers.types)}")


def _keys(settings: Settings) -> str:
    if settings.school_form == ONEROSTER:
        return "check CONSOLE_SCHOOL_CLIENT_ID, CONSOLE_SCHOOL_CLIENT_SECRET and CONSOLE_SCHOOL_TOKEN_URL"
    return "check CONSOLE_SCHOOL_TOKEN"
