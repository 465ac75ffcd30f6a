"""API types of branch offices."""

from typing import Annotated

from contracts.shared import Form, Limit, Wire

# D-33
MIN_NAME_LENGTH = 3
MAX_NAME_LENGTH = 100
BranchName = Annotated[str, Limit(min_length=MIN_NAME_LENGTH, max_length=MAX_NAME_LENGTH)]


class HeadOffice(Wire):
    """A branch of the school (R1-167). ``isRelated``: it has a branch here already."""

    id: int
    name: str
    is_related: bool


class HeadOffices(Wire):
    """The school's branches."""

    h_offices: list[HeadOffice]


class OfficeRow(Wire):
    """A branch (R1-166).

    ``hOffice``: the corresponding branch of the school; null: the centre's own.
    """

    id: int
    name: str
    h_office: HeadOffice | None
    version: int


class Offices(Wire):
    """Branches visible to the caller, by name."""

    offices: list[OfficeRow]


class AddOffice(Form):
    """A new branch (R1-168)."""

    name: BranchName
    h_office_id: int | None = None


class ChangeOffice(Form):
    """A branch's new name; ``version`` is the version that was read.

    The head office does not change (R1-235).
    """

    name: BranchName
    version: int
    h_office_id: int | None = None


class OfficeAnswer(Wire):
    """One branch."""

    office: OfficeRow
