"""The centre's settings on the wire: student statuses."""

from typing import Annotated

from contracts.shared import Form, Limit, Wire

WORD_MAX = 60
Word = Annotated[str, Limit(min_length=1, max_length=WORD_MAX)]


class StatusWords(Wire):
    """The words of a status by language."""

    uz: str
    ru: str
    en: str


class ControlActionCard(Wire):
    """A student status as it is edited. ``name`` is its fixed name, ``displayName`` what people read."""

    id: int
    name: str
    display_name: StatusWords
    counts_in_statistics: bool
    version: int


class ControlActionAnswer(Wire):
    """A status under its name."""

    control_action: ControlActionCard


class GivenWords(Form):
    """The words of a status in each language."""

    uz: Word
    ru: Word
    en: Word


class ChangeControlAction(Form):
    """A status's words, and whether its students count in statistics; ``version`` is the one that was read."""

    display_name: GivenWords
    counts_in_statistics: bool
    version: int


class ControlAction(Wire):
    """A student status as the settings name it (D-62)."""

    id: int
    name: str
    display_name: str
    counts_in_statistics: bool
