"""Branch offices on the wire."""

from typing import Annotated

from contracts.shared import Form, Limit, Wire

# D-33
NAME_MIN = 3
NAME_MAX = 100
BranchName = Annotated[str, Limit(min_length=NAME_MIN, max_length=NAME_MAX)]


class HeadOffice(Wire):
    """A branch as the school has it (R1-167). ``isRelated``: a branch here stands for it already."""

    id: int
    name: str
    is_related: bool


class HeadOffices(Wire):
    """The school's branches."""

    h_offices: list[HeadOffice]


class OfficeRow(Wire):
    """A branch (R1-166). ``hOffice``: the school's branch that it stands for; none: it is the centre's own."""

    id: int
    name: str
    h_office: HeadOffice | None
    version: int


class Offices(Wire):
    """Branches by name, those that the caller may see."""

    offices: list[OfficeRow]


class AddOffice(Form):
    """A new branch (R1-168)."""

    name: BranchName
    h_office_id: int | None = None


class ChangeOffice(Form):
    """A branch's new name; ``version`` is the one that was read. The head office stays what it is (R1-235)."""

    name: BranchName
    version: int
    h_office_id: int | None = None


class OfficeAnswer(Wire):
    """A branch under its name."""

    office: OfficeRow
