"""API types of signing in, sessions, the own profile, roles and rights."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from contracts.access.saved_views import SavedViewRow
from contracts.shared import Form, Limit, Named, Wire
from domain.access.users import MAX_LOGIN_LENGTH, MAX_PASSWORD_LENGTH


class SignIn(Form):
    """Login and password; ``fcmToken`` is the browser's push token, if it has one."""

    login: Annotated[str, Limit(min_length=1, max_length=MAX_LOGIN_LENGTH)]
    password: Annotated[str, Limit(min_length=1, max_length=MAX_PASSWORD_LENGTH)]
    fcm_token: Annotated[str, Limit(max_length=4096)] | None = None


class TokenPair(Wire):
    """The access token (15 minutes) and the refresh token (30 days, used once)."""

    access_token: str
    refresh_token: str


class StaffInfo(Wire):
    """The signed-in user. ``roleType``: 1 staff, 2 academic."""

    id: int
    login: str
    full_name: str
    role_name: str
    role_type: int
    photo: str | None
    must_change_password: bool


class SignedIn(TokenPair):
    """The tokens of a new session and its user."""

    staff_info: StaffInfo


class RoleRef(Wire):
    """A reference to a role."""

    id: int
    name: str
    type: int


class Profile(Wire):
    """The caller's own account.

    ``allOffices`` grants every branch, whatever ``offices`` lists. ``copy``: this console is a copy and sends nothing
    to the outside.
    """

    id: int
    login: str
    full_name: str
    photo: str | None
    role: RoleRef
    offices: list[Named]
    all_offices: bool
    superadmin: bool
    must_change_password: bool
    time_zone: str
    copy: bool = False


class ChangePassword(Form):
    """A new password of the caller, confirmed by the present one."""

    current_password: Annotated[str, Limit(min_length=1, max_length=MAX_PASSWORD_LENGTH)]
    new_password: Annotated[str, Limit(min_length=1)]


class SessionRow(Wire):
    """A signed-in browser of the caller; ``current``: the one of this request."""

    id: int
    created_at: datetime
    last_seen_at: datetime
    address: str
    user_agent: str
    current: bool


class SessionPage(Wire):
    """The caller's active sessions, newest first."""

    sessions: list[SessionRow]
    total: int


class PermissionObject(Wire):
    """A module or an option of it, and the granted actions."""

    name: str
    permissions: list[str]
    children: list["PermissionObject"] = msgspec.field(default_factory=list)


class PermissionObjects(Wire):
    """The tree of rights."""

    permission_objects: list[PermissionObject]


class AllPermissionObjects(PermissionObjects):
    """The tree of all rights that exist.

    ``built``: the permissions that open something in this console; the others belong to parts that come later.
    """

    built: list[str]


class Created(Wire):
    """The number of created records."""

    created: int


class Preferences(Wire):
    """The user's rows per page and columns by table, language, theme.

    ``views``: the saved views of all lists, oldest first; they are written through calls of their own.
    """

    page_sizes: dict[str, int] = msgspec.field(default_factory=dict)
    columns: dict[str, list[str]] = msgspec.field(default_factory=dict)
    language: Literal["uz", "ru", "en"] | None = None
    theme: Literal["system", "light", "dark"] | None = None
    views: list[SavedViewRow] = msgspec.field(default_factory=list)


class ChangePreferences(Form):
    """Replaces the given preferences; other tables keep theirs."""

    page_sizes: dict[str, Literal[10, 20, 50, 100]] = msgspec.field(default_factory=dict)
    columns: dict[str, list[str]] = msgspec.field(default_factory=dict)
    language: Literal["uz", "ru", "en"] | None = None
    theme: Literal["system", "light", "dark"] | None = None


class ClientLog(Form):
    """A report of the browser about itself (D-76)."""

    log_type: Literal["error", "upload", "info"]
    text: Annotated[str, Limit(min_length=1, max_length=4000)]
