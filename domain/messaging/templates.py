"""Message templates with placeholders: ``{name}, login: {login}``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

# the known placeholders; {login} and {password} have values only if an account is sent
NAME, CENTRE, LOGIN, PASSWORD = "name", "centre", "login", "password"
PLACEHOLDERS = (NAME, CENTRE, LOGIN, PASSWORD)
ACCOUNT_PLACEHOLDERS = (LOGIN, PASSWORD)
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
# purpose of the template that carries a login
LOGIN_PURPOSE = "login"
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


def fill(text: str, values: Mapping[str, str]) -> str:
    """Fills the placeholders of the text; unknown ones stay as written.

    Values are not parsed for placeholders.
    """
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)
