"""What is said of a mark that the school did not take."""

from contracts.texts import catalogue, translate


def push_words(state: str, code: str, message: str, language: str) -> str:
    """Our words for the school's code, else its own; nothing of a mark that waits or is there (D-26)."""
    if state not in ("failed", "unknown"):
        return ""
    key = f"push.{state}.{code}" if code else f"push.{state}"
    return translate(key, language) if key in catalogue(language) else message or translate(f"push.{state}", language)
