"""Messages for marks that the school rejected."""

from contracts.texts import catalogue, translate


def push_message(state: str, code: str, message: str, language: str) -> str:
    """Translates the school's code, or passes the school's own message.

    Empty for a mark that is queued or saved (D-26).
    """
    if state not in ("failed", "unknown"):
        return ""
    key = f"push.{state}.{code}" if code else f"push.{state}"
    return translate(key, language) if key in catalogue(language) else message or translate(f"push.{state}", language)
