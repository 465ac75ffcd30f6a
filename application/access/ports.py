"""Ports of signing in, the own profile and roles."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.access.roles import (
    AccessExplanation,
    RoleCard,
    RolePage,
    RolesQuery,
    RoleUserPage,
    RoleUsersQuery,
    WhoQuery,
)
from contracts.access.sign_in import Preferences, Profile, SessionRow
from contracts.access.users import StaffCard, StaffPage, StaffQuery
from domain.access.access_explanation import Gate
from domain.access.known_browsers import KnownBrowser
from domain.access.login_attempts import LoginAttempts
from domain.access.roles import Role
from domain.access.sessions import Session
from domain.access.users import User


@dataclass(frozen=True)
class SignInCandidate:
    """The account of a login, and the failed attempts that count against the next one."""

    user_id: int | None
    password_hash: str | None
    attempts: tuple[LoginAttempts, ...]


@runtime_checkable
class SignInTransaction(Protocol):
    """A transaction with the locked account, its role and the id of its new session."""

    user: User
    role: Role
    session_id: int

    def audit(self, verb: str, entity: str, entity_id: int | None, *, actor: Actor) -> None:
        """See ``application.ports.UnitOfWork``."""
        ...

    async def commit(self, session: Session, *, clear_attempts_of: str) -> None:
        """Inserts session, user status and audit record.

        Deletes the failed attempts of the subject ``clear_attempts_of``, and takes the push token from any session that
        had it before.
        """
        ...


@runtime_checkable
class SignInStore(Protocol):
    """Accounts and sessions for signing in, in as few round trips as possible."""

    async def find_account(self, login: str, subjects: tuple[str, ...]) -> SignInCandidate:
        """Returns the candidate before its password is verified.

        The login is compared without regard to case.
        """
        ...

    async def is_known_browser(self, login: str, sessions: tuple[int, ...]) -> bool:
        """Checks if a session of the login vouches for its browser (D-160)."""
        ...

    def begin_sign_in(self, user_id: int) -> AbstractAsyncContextManager[SignInTransaction]:
        """Begins a transaction; leaving it without ``commit`` rolls back. Raises NotFound."""
        ...


@runtime_checkable
class BrowserCookies(Protocol):
    """Encodes known browsers for a cookie that only the console makes or reads."""

    def write(self, browser: KnownBrowser) -> str:
        """Returns the value of the cookie."""
        ...

    def read(self, cookie: str) -> KnownBrowser | None:
        """Returns the browser; None for a forged, foreign or malformed cookie."""
        ...


@runtime_checkable
class AccessViews(Protocol):
    """Queries of accounts, sessions and roles."""

    async def actor(self, user_id: int, session_id: int) -> Actor | None:
        """Returns the caller with rights and branches, or None.

        None means that the session has ended or the account is blocked.
        """
        ...

    async def profile(self, user_id: int) -> Profile:
        """Returns the user's profile."""
        ...

    async def sessions(self, user_id: int, current: int | None) -> list[SessionRow]:
        """Returns the active sessions of a user, newest first."""
        ...

    async def preferences(self, user_id: int) -> Preferences:
        """Returns the user's preferences."""
        ...


@runtime_checkable
class RoleViews(Protocol):
    """Queries of roles, their users and the access they grant."""

    async def page(self, query: RolesQuery) -> RolePage:
        """Returns a page of roles with their rights and user counts."""
        ...

    async def card(self, role_id: int) -> RoleCard:
        """Returns one role. Raises NotFound."""
        ...

    async def user_count(self, role_id: int) -> int:
        """Returns the number of accounts with the role, in all branches."""
        ...

    async def users(self, role_id: int, query: RoleUsersQuery, actor: Actor) -> RoleUserPage:
        """Returns the accounts of the actor's branches with the role. Raises NotFound."""
        ...

    async def list_access(self, gate: Gate, query: WhoQuery, actor: Actor) -> tuple[list[AccessExplanation], int]:
        """Returns people of the actor's branches with access decisions, and the total."""
        ...

    async def explain_access(self, gate: Gate, user_id: int, office_id: int | None, actor: Actor) -> AccessExplanation:
        """Returns the access decision of one person.

        Raises NotFound, also for a person of another branch.
        """
        ...


@runtime_checkable
class PreferenceStore(Protocol):
    """Stores user preferences; they are not audited."""

    async def merge(self, user_id: int, changes: dict[str, Any]) -> None:
        """Merges the changes into the stored preferences, per table where applicable."""
        ...


@runtime_checkable
class ActorLookup(Protocol):
    """Loads the owner of a job as an actor."""

    async def acting(self, user_id: int) -> Actor | None:
        """Returns the account's present rights and branches; None if blocked or deleted."""
        ...


@runtime_checkable
class StaffViews(Protocol):
    """Queries of accounts of the actor's branches (D-12)."""

    async def page(self, query: StaffQuery, actor: Actor) -> StaffPage:
        """Returns a page of staff."""
        ...

    async def card(self, user_id: int, actor: Actor) -> StaffCard:
        """Returns one account of any type.

        Raises NotFound, also for one that shares no branch with the actor.
        """
        ...


@runtime_checkable
class UnfinishedUploads(Protocol):
    """The uploads of a person that end with signing out (D-67)."""

    async def discard(self, actor: Actor, uow: UnitOfWork) -> int:
        """Deletes the actor's unfinished uploads in this commit and returns their number."""
        ...
