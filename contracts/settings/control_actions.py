"""API types of student statuses in the settings."""

from typing import Annotated

from contracts.shared import Form, Limit, Wire

MAX_WORD_LENGTH = 60
Word = Annotated[str, Limit(min_length=1, max_length=MAX_WORD_LENGTH)]


class StatusTexts(Wire):
    """The texts of a status by language."""

    uz: str
    ru: str
    en: str


class ControlActionCard(Wire):
    """A student status in its form.

    ``name`` is its fixed name, ``displayName`` the displayed text.
    """

    id: int
    name: str
    display_name: StatusTexts
    counts_in_statistics: bool
    version: int


class ControlActionAnswer(Wire):
    """One status."""

    control_action: ControlActionCard


class ChangedStatusTexts(Form):
    """The texts of a status in each language, as typed."""

    uz: Word
    ru: Word
    en: Word


class ChangeControlAction(Form):
    """A status's texts, and if its students count in statistics.

    ``version`` is the version that was read.
    """

    display_name: ChangedStatusTexts
    counts_in_statistics: bool
    version: int


class ControlAction(Wire):
    """A student status as named in the settings (D-62)."""

    id: int
    name: str
    display_name: str
    counts_in_statistics: bool
