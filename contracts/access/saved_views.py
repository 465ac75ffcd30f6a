"""API types of saved views: filters, search, order, page size, columns by name."""

from typing import Annotated

import msgspec

from contracts.shared import Form, Limit, Wire

MAX_NAME_LENGTH = 60
# limits of an address: number of parameters, characters of each
MAX_PARAMETERS = 40
MAX_PARAMETER_LENGTH = 2000
MAX_COLUMNS = 100
MAX_WORD_LENGTH = 100


class ViewValue(Wire):
    """The state of a list.

    ``address``: its parameters as in the address bar; ``columns``: null for the default ones.
    """

    address: dict[str, str]
    columns: list[str] | None


class ViewForm(Form):
    """The state to save."""

    address: dict[str, str] = msgspec.field(default_factory=dict)
    columns: list[str] | None = None


class SavedViewRow(Wire):
    """A view of the caller."""

    id: int
    list: str
    name: str
    value: ViewValue
    version: int


class SavedViews(Wire):
    """The views of one list."""

    views: list[SavedViewRow]


class SaveView(Form):
    """Saves a view of a list; its name must be unique there."""

    list: Annotated[str, Limit(min_length=1, max_length=MAX_WORD_LENGTH)]
    name: Annotated[str, Limit(min_length=1, max_length=MAX_NAME_LENGTH)]
    value: ViewForm


class ChangeView(Form):
    """Renames a view or replaces its state; omitted fields stay."""

    version: int
    name: Annotated[str, Limit(min_length=1, max_length=MAX_NAME_LENGTH)] | None = None
    value: ViewForm | None = None


class SavedViewAnswer(Wire):
    """A view."""

    view: SavedViewRow
