"""Saved views of lists on the wire: a name for filters, search, order, page size and columns."""

from typing import Annotated

import msgspec

from contracts.shared import Form, Limit, Wire

NAME_MAX = 60
# of an address: how many parameters, and how many signs each
PARAMETERS_MAX = 40
PARAMETER_MAX = 2000
COLUMNS_MAX = 100
WORD_MAX = 100


class ViewValue(Wire):
    """How a list stands. ``address``: its parameters as the address bar has them; ``columns``: none: the usual ones."""

    address: dict[str, str]
    columns: list[str] | None


class ViewForm(Form):
    """What a view is saved as."""

    address: dict[str, str] = msgspec.field(default_factory=dict)
    columns: list[str] | None = None


class SavedViewRow(Wire):
    """A view of one's own."""

    id: int
    list: str
    name: str
    value: ViewValue
    version: int


class SavedViews(Wire):
    """The views of one list."""

    views: list[SavedViewRow]


class SaveView(Form):
    """Saves a view of the list of this name; its own name is new there."""

    list: Annotated[str, Limit(min_length=1, max_length=WORD_MAX)]
    name: Annotated[str, Limit(min_length=1, max_length=NAME_MAX)]
    value: ViewForm


class ChangeView(Form):
    """Renames a view, or saves something else under its name; what is not given stays."""

    version: int
    name: Annotated[str, Limit(min_length=1, max_length=NAME_MAX)] | None = None
    value: ViewForm | None = None


class SavedViewAnswer(Wire):
    """A view under its name."""

    view: SavedViewRow
