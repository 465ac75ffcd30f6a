"""The server's texts: one catalogue per language (D-74).

Keys are error codes, limits, audit verbs and vocabulary.
"""

import functools
import json
from pathlib import Path

LANGUAGES = ("uz", "ru", "en")
DEFAULT_LANGUAGE = "uz"


@functools.cache
def catalogue(language: str) -> dict[str, str]:
    """All words of one language."""
    words: dict[str, str] = json.loads((Path(__file__).parent / f"{language}.json").read_text(encoding="utf-8"))
    return words


def translate(key: str, language: str, **params: object) -> str:
    """Returns the text of a key; uz for an unknown language.

    Raises KeyError for an unknown key.
    """
    return catalogue(language if language in LANGUAGES else DEFAULT_LANGUAGE)[key].format(**params)


def language_of(accept_language: str) -> str:
    """Returns the first supported language of an ``Accept-Language`` header.

    Languages are in order of preference.
    """
    choices = []
    for position, part in enumerate(accept_language.split(",")):
        tag, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            weight = 0.0
        choices.append((-weight, position, tag.strip().split("-")[0].lower()))
    return next((tag for _, _, tag in sorted(choices) if tag in LANGUAGES), DEFAULT_LANGUAGE)
