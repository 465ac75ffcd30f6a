"""Roles and rights on the wire, and the answer to *who can see this, and why*."""

from typing import Annotated, Literal

from contracts.access.sign_in import PermissionObject, RoleRef
from contracts.shared import Form, Limit, ListQuery, Named, Wire
from domain.access.permissions import Action
from domain.access.roles import ROLE_NAME_MAX

Grants = dict[str, list[Action]]
RoleName = Annotated[str, Limit(min_length=1, max_length=ROLE_NAME_MAX)]


class RolesQuery(ListQuery):
    """Roles by name, for filters, choosers and the list of roles."""

    keys: list[Literal["name"]] | None = None


class RoleRow(Wire):
    """A role in a list. ``type``: staff 1, academic 2, student 3. ``number``: Admin 1, Teacher 2, Assistant 3,
    Student 4, or none. ``fixed``: can't be changed.

    ``permissions`` ("module:option" → actions) and ``userCount``, of all branches, only for who may see roles (D-59).
    """

    id: int
    name: str
    type: int
    number: int | None
    fixed: bool = False
    permissions: Grants | None = None
    user_count: int | None = None


class RolePage(Wire):
    """A page of roles."""

    roles: list[RoleRow]
    total: int


class RoleCard(Wire):
    """One role; ``version`` goes back with a change of it."""

    id: int
    name: str
    type: int
    number: int | None
    fixed: bool
    version: int
    permissions: Grants


class RoleAnswer(Wire):
    """A role."""

    role: RoleCard


class RoleDetail(RoleCard, kw_only=True):
    """One role with its tree of rights and the number of its users in all branches.

    ``beyond``: the rights of it that the caller lacks, as "module:option action"; with any of them he can't change it.
    """

    permission_objects: list[PermissionObject]
    user_count: int
    beyond: list[str]


class RoleDetailAnswer(Wire):
    """A role in full."""

    role: RoleDetail


class CreateRole(Form):
    """A new role. ``type``: staff 1, academic 2; ``number``: Admin 1 of the staff, Teacher 2 and Assistant 3 of the
    academics, or none (D-57)."""

    name: RoleName
    type: Literal[1, 2]
    permissions: Grants
    number: Literal[1, 2, 3, 4] | None = None


class ChangeRole(Form):
    """A role as the form shows it; ``version`` is the one that was read."""

    name: RoleName
    type: Literal[1, 2]
    permissions: Grants
    version: int
    number: Literal[1, 2, 3, 4] | None = None


class RoleUsersQuery(ListQuery):
    """The users of a role, searched by name."""

    keys: list[Literal["firstName", "lastName"]] | None = None


class RoleUser(Wire):
    """An account that holds a role. ``status``: active 1, blocked 2, new 3."""

    id: int
    login: str
    full_name: str
    photo: str | None
    status: int
    offices: list[Named]
    all_offices: bool
    superadmin: bool


class RoleUserPage(Wire):
    """A page of the accounts that hold a role."""

    role: RoleRef
    users: list[RoleUser]
    total: int


class Question(ListQuery):
    """A ``permission`` with its ``action``, or a ``screen`` by its path or its address; at first the home screen."""

    screen: Annotated[str, Limit(max_length=200)] = "/"
    permission: Annotated[str, Limit(max_length=100)] | None = None
    action: Literal["create", "read", "update", "delete"] = "read"


class WhoQuery(Question):
    """Who may: all people by name, or with ``allowed`` only those who may, or only those who may not."""

    keys: list[Literal["firstName", "lastName"]] | None = None
    allowed: bool | None = None


class WhyQuery(Question):
    """Why one person may or may not; ``officeId``: things of which branch."""

    office_id: int | None = None


class Grant(Wire):
    """A right: "module:option" and what may be done."""

    permission: str
    action: str


class Asked(Wire):
    """What was asked about. ``grants``: any one of them opens it; ``openTo`` says where none is needed."""

    screen: str | None
    grants: list[Grant]
    open_to: Literal["everybody", "staff", "grants"]


class Why(RoleUser, kw_only=True):
    """One person, whether he may, and why.

    ``grants``: the rights of his role that let him; ``missing``: any one of these would. ``because`` and ``against``:
    what else lets him in or keeps him out; ``no_office`` keeps nobody out, but of no branch one sees no people.
    """

    role: RoleRef
    allowed: bool
    grants: list[Grant]
    missing: list[Grant]
    because: list[Literal["superadmin", "open", "grant"]]
    against: list[Literal["blocked", "grant", "office", "no_office"]]


class WhoPage(Wire):
    """Who may, and why: people of the caller's branches."""

    asked: Asked
    users: list[Why]
    total: int


class WhyAnswer(Wire):
    """One person's reasons."""

    asked: Asked
    user: Why
