"""API types of roles, rights and access explanations."""

from typing import Annotated, Literal

from contracts.access.sign_in import PermissionObject, RoleRef
from contracts.shared import Form, Limit, ListQuery, Named, Wire
from domain.access.permissions import Action
from domain.access.roles import MAX_ROLE_NAME_LENGTH

Grants = dict[str, list[Action]]
RoleName = Annotated[str, Limit(min_length=1, max_length=MAX_ROLE_NAME_LENGTH)]


class RolesQuery(ListQuery):
    """Query of roles by name, for filters, selects and the list of roles."""

    keys: list[Literal["name"]] | None = None


class RoleRow(Wire):
    """A role in a list.

    ``type``: staff 1, academic 2, student 3. ``number``: Admin 1, Teacher 2, Assistant 3, Student 4, or none.
    ``fixed``: cannot be changed. ``permissions`` ("module:option" → actions) and ``userCount``, of all branches, are
    present only for callers who may see roles (D-59).
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
    """One role; a change of it sends back ``version``."""

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
    """One role with its tree of rights and its number of users in all branches.

    ``beyond``: the role's rights that the caller lacks, as "module:option action"; any of them makes it read-only for
    the caller.
    """

    permission_objects: list[PermissionObject]
    user_count: int
    beyond: list[str]


class RoleDetailAnswer(Wire):
    """A role in full."""

    role: RoleDetail


class CreateRole(Form):
    """A new role.

    ``type``: staff 1, academic 2; ``number``: Admin 1 of the staff, Teacher 2 and Assistant 3 of the academics, or none
    (D-57).
    """

    name: RoleName
    type: Literal[1, 2]
    permissions: Grants
    number: Literal[1, 2, 3, 4] | None = None


class ChangeRole(Form):
    """A role as the form shows it; ``version`` is the version that was read."""

    name: RoleName
    type: Literal[1, 2]
    permissions: Grants
    version: int
    number: Literal[1, 2, 3, 4] | None = None


class RoleUsersQuery(ListQuery):
    """The users of a role, searched by name."""

    keys: list[Literal["firstName", "lastName"]] | None = None


class RoleUser(Wire):
    """An account with the role. ``status``: active 1, blocked 2, new 3."""

    id: int
    login: str
    full_name: str
    photo: str | None
    status: int
    offices: list[Named]
    all_offices: bool
    superadmin: bool


class RoleUserPage(Wire):
    """A page of the accounts with a role."""

    role: RoleRef
    users: list[RoleUser]
    total: int


class Question(ListQuery):
    """The subject of an access explanation.

    A ``permission`` with its ``action``, or a ``screen`` by its path or its address; by default the home screen.
    """

    screen: Annotated[str, Limit(max_length=200)] = "/"
    permission: Annotated[str, Limit(max_length=100)] | None = None
    action: Literal["create", "read", "update", "delete"] = "read"


class WhoQuery(Question):
    """Query of people with their access.

    All people by name, or by ``allowed`` only those with or without access.
    """

    keys: list[Literal["firstName", "lastName"]] | None = None
    allowed: bool | None = None


class AccessExplanationQuery(Question):
    """Query of one person's access; ``officeId``: to the records of a branch."""

    office_id: int | None = None


class Grant(Wire):
    """A right: "module:option" and an action."""

    permission: str
    action: str


class AccessQuestion(Wire):
    """The subject of the explanation.

    ``grants``: any one of them gives access; ``openTo``: the audience, where no right is required.
    """

    screen: str | None
    grants: list[Grant]
    open_to: Literal["everybody", "staff", "grants"]


class AccessExplanation(RoleUser, kw_only=True):
    """One person's access decision with its reasons.

    ``grants``: the rights of the person's role that give access; ``missing``: any one of these would. ``because`` and
    ``against``: other reasons for and against; ``no_office`` prevents nothing, but without a branch the lists are
    empty.
    """

    role: RoleRef
    allowed: bool
    grants: list[Grant]
    missing: list[Grant]
    because: list[Literal["superadmin", "open", "grant"]]
    against: list[Literal["blocked", "grant", "office", "no_office"]]


class AccessExplanationPage(Wire):
    """Access decisions for people of the caller's branches."""

    question: AccessQuestion
    users: list[AccessExplanation]
    total: int


class AccessExplanationAnswer(Wire):
    """The access decision for one person."""

    question: AccessQuestion
    user: AccessExplanation
