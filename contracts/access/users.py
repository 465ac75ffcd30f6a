"""API types of staff accounts: list, card, forms and responses."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from contracts.access.sign_in import RoleRef
from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire
from domain.access.users import MAX_LOGIN_LENGTH

MAX_REASON_LENGTH = 500
MAX_NAME_LENGTH = 100
PersonName = Annotated[str, Limit(min_length=1, max_length=MAX_NAME_LENGTH)]
Login = Annotated[str, Limit(min_length=1, max_length=MAX_LOGIN_LENGTH)]
Phone = Annotated[str, Limit(max_length=30)]


class StaffQuery(ListQuery):
    """Query of the staff list (R1-147).

    ``staffSystemStatus``: active 1, blocked 2, new 3.
    """

    order_by: Order = Order.DESC
    keys: list[Literal["firstName", "lastName"]] | None = None
    work_status: Literal[1, 2] | None = None
    is_active: bool | None = None
    role_id: int | None = None
    staff_system_status: Literal[1, 2, 3] | None = None
    office_ids: list[int] | None = None


class StaffRow(Wire):
    """An account in a list (R1-146).

    ``acStatus``: 1 open, 2 closed; ``systemStatus``: active 1, blocked 2, new 3; ``photoCheck``: waiting 1, failed 2,
    ready 3, no picture 4. ``editable``: the account is within the caller's rights and branches.
    """

    id: int
    login: str
    photo: str | None
    photo_check: int
    ac_status: int
    full_name: str
    role: RoleRef
    offices: list[Named]
    all_offices: bool
    work_status: int
    is_active: bool
    system_status: int
    superadmin: bool
    created_at: datetime
    editable: bool = False


class StaffPage(Wire):
    """A page of staff; the field of the rows is named by the specification (R1-148)."""

    academics: list[StaffRow]
    total: int


class StaffCard(StaffRow, kw_only=True):
    """One account in full. ``lastSeenAt``: time of the last request of its browsers."""

    first_name: str
    last_name: str
    middle_name: str | None
    gender: int | None
    phone_number: str | None
    author: bool
    block_reason: str | None
    must_change_password: bool
    last_seen_at: datetime | None
    created_by: Named | None
    version: int


class StaffAnswer(Wire):
    """A member of staff."""

    staff: StaffCard


class UserAnswer(Wire):
    """An account of any type."""

    user: StaffCard


class CreateUser(Form):
    """A new account.

    ``type``: staff 1, academic 2, as its role's. ``allOffices``: every branch, future ones included.
    """

    login: Login
    role_id: int
    first_name: PersonName
    last_name: PersonName
    type: Literal[1, 2] = 1
    middle_name: Annotated[str, Limit(max_length=MAX_NAME_LENGTH)] = ""
    phone_number: Phone | None = None
    gender: Literal[1, 2] | None = None
    office_ids: list[int] = msgspec.field(default_factory=list)
    all_offices: bool = False
    author: bool = False


class ChangeUser(Form):
    """An account as the form shows it; ``version`` is the version that was read."""

    version: int
    login: Login
    role_id: int
    first_name: PersonName
    last_name: PersonName
    middle_name: Annotated[str, Limit(max_length=MAX_NAME_LENGTH)] = ""
    phone_number: Phone | None = None
    gender: Literal[1, 2] | None = None
    office_ids: list[int] = msgspec.field(default_factory=list)
    all_offices: bool = False
    work_status: Literal[1, 2] = 1
    author: bool = False


class ChangeActive(Form):
    """Blocks or unblocks an account; blocking requires a reason (R1-207).

    ``id`` is that of the path, if given.
    """

    is_active: bool
    id: int | None = None
    reason: Annotated[str, Limit(max_length=MAX_REASON_LENGTH)] = ""


class OpenedAccount(Wire):
    """A new account and its first password, shown once."""

    id: int
    login: str
    password: str


class IssuedPassword(Wire):
    """A new password, shown once."""

    password: str


class NewPassword(Wire):
    """A new password, shown once, under this endpoint's field name."""

    new_password: str
