"""Message templates with placeholders: ``{name}, login: {login}``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

# the known placeholders; {login} and {password} have values only if an account is sent
NAME, CENTRE, LOGIN, PASSWORD = "name", "centre", "login", "password"
PLACEHOLDERS = (NAME, CENTRE, LOGIN, PASSWORD)
# of a message about an absence: the lesson's group, day and hour
GROUP, DAY, HOUR = "group", "day", "hour"
ABSENCE_PLACEHOLDERS = (NAME, CENTRE, GROUP, DAY, HOUR)
ACCOUNT_PLACEHOLDERS = (LOGIN, PASSWORD)
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
# purpose of the template that carries a login
LOGIN_PURPOSE = "login"
# purpose of the template for students absent without a reason (D-158)
ABSENCE_PURPOSE = "absence"
# placeholders that a template must have, by its purpose
REQUIRED_PLACEHOLDERS = {LOGIN_PURPOSE: ACCOUNT_PLACEHOLDERS, ABSENCE_PURPOSE: (DAY, HOUR)}
MASK = "••••••"


@dataclass
class SmsTemplate:
    """A message template.

    ``purpose``: the console's own use of it; such a template can be edited, not deleted.
    """

    name: str
    text: str
    purpose: str | None = None
    id: int | None = None
    version: int = 1


def placeholders(text: str) -> list[str]:
    """Returns the placeholders of the text, in their order."""
    return _PLACEHOLDER.findall(text)


def unknown_placeholders(text: str, known: tuple[str, ...] = PLACEHOLDERS) -> list[str]:
    """Returns the placeholders that have no value."""
    return [name for name in placeholders(text) if name not in known]


def known_placeholders(purpose: str | None) -> tuple[str, ...]:
    """Returns the placeholders that have a value in a template of this purpose."""
    if purpose == ABSENCE_PURPOSE:
        return ABSENCE_PLACEHOLDERS
    return PLACEHOLDERS if purpose == LOGIN_PURPOSE else (NAME, CENTRE)


def missing_placeholders(text: str, purpose: str | None) -> list[str]:
    """Returns the placeholders that a text of this purpose lacks."""
    present = placeholders(text)
    return [name for name in REQUIRED_PLACEHOLDERS.get(purpose or "", ()) if name not in present]


def fill(text: str, values: Mapping[str, str]) -> str:
    """Fills the placeholders of the text; unknown ones stay as written.

    Values are not parsed for placeholders.
    """
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)
