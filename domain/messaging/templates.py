"""Texts with gaps: ``{name}, login: {login}``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

# what can stand in the gaps; {login} and {password} are known only where an account is sent
NAME, CENTRE, LOGIN, PASSWORD = "name", "centre", "login", "password"
GAPS = (NAME, CENTRE, LOGIN, PASSWORD)
OF_AN_ACCOUNT = (LOGIN, PASSWORD)
_GAP = re.compile(r"\{([^{}]*)\}")
# the template of the message that carries a login
LOGIN_PURPOSE = "login"
DOTS = "••••••"


@dataclass
class SmsTemplate:
    """``purpose``: what the console itself sends with it; such a one can be edited, not deleted."""

    name: str
    text: str
    purpose: str | None = None
    id: int | None = None
    version: int = 1


def gaps(text: str) -> list[str]:
    """The names in the text's gaps, in their order."""
    return _GAP.findall(text)


def unknown_gaps(text: str, known: tuple[str, ...] = GAPS) -> list[str]:
    """Names that nothing can fill."""
    return [name for name in gaps(text) if name not in known]


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its gaps filled; what nobody knows stays as it is written. Values are not read as gaps."""
    return _GAP.sub(lambda gap: values.get(gap[1], gap[0]), text)
