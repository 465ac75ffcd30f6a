"""API types of accounts opened in bulk: suggested logins, and issued passwords."""

from typing import Annotated

import msgspec

from contracts.people.bulk import Selection
from contracts.shared import Form, Limit, Named, Wire
from domain.access.login_pattern import DEFAULT_PATTERN
from domain.access.users import MAX_LOGIN_LENGTH


class ChosenLogin(Form):
    """A login typed in place of the suggested one."""

    id: int
    login: str


class OpenAccounts(Selection, kw_only=True):
    """Opens an account for every selected person.

    ``pattern``: of the logins, with {first}, {last}, {f}, {l} (their first letters) and {id}; a number makes them
    unique. ``logins``: those that were typed, at most 500.
    """

    pattern: Annotated[str, Limit(min_length=1, max_length=MAX_LOGIN_LENGTH)] = DEFAULT_PATTERN
    logins: list[ChosenLogin] = msgspec.field(default_factory=list)


class OpenAcademicAccounts(OpenAccounts, kw_only=True):
    """Opens an account for every selected academic.

    Without a role: that of teachers or of assistants, by the person.
    """

    teacher_role_id: int | None = None
    assistant_role_id: int | None = None


class SuggestedAccount(Wire):
    """An account before it is opened.

    ``login``: null for one that cannot be opened, for the reason in ``problem``. ``numbered``: the login is taken and
    got a number; ``fixed``: no other login may be typed, as the student has this one or the person gets none.
    """

    id: int
    name: str
    login: str | None
    problem: str | None
    numbered: bool
    fixed: bool


class AccountsPreview(Wire):
    """The accounts that an operation would open.

    ``unnamed``: people without a name to make a login of; ``refused``: all who get none. ``rows``: at most 200, those
    to look at first; ``teachers``, ``assistants``: the accounts of each kind, with the role of each.
    """

    total: int
    opens: int
    numbered: int
    unnamed: int
    refused: int
    rows: list[SuggestedAccount]
    teachers: int = 0
    assistants: int = 0
    teacher_role: Named | None = None
    assistant_role: Named | None = None


class IssuePasswords(Form):
    """New passwords for accounts of an operation, at most 20 in one request."""

    ids: list[int]


class IssuedLogin(Wire):
    """A login with its new password, shown once.

    ``password``: null if none was issued, for the reason in ``message``.
    """

    id: int
    name: str
    login: str | None
    password: str | None
    message: str | None


class IssuedLogins(Wire):
    """The issued passwords, in the order of the request."""

    logins: list[IssuedLogin]
