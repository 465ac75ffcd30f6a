"""What signing in and the own profile read."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from application.actor import Actor
from contracts.access.roles import RoleCard, RolePage, RolesQuery, RoleUserPage, RoleUsersQuery, WhoQuery, Why
from contracts.access.sign_in import Preferences, Profile, SessionRow
from contracts.access.users import StaffCard, StaffPage, StaffQuery
from domain.access.access_explanation import Gate
from domain.access.login_attempts import Tries
from domain.access.roles import Role
from domain.access.sessions import Session
from domain.access.users import User


@dataclass(frozen=True)
class SignInCandidate:
    """The account a login may belong to, and the failed attempts that count against the next one."""

    user_id: int | None
    password_hash: str | None
    tries: tuple[Tries, ...]


@runtime_checkable
class SignInTransaction(Protocol):
    """A locked account with its role, and the id of its new session."""

    user: User
    role: Role
    session_id: int

    def audit(self, verb: str, entity: str, entity_id: int | None, *, actor: Actor) -> None:
        """See ``application.ports.UnitOfWork``."""
        ...

    async def commit(self, session: Session, *, forget: str) -> None:
        """Writes session, user status and audit record, and deletes the failed attempts of this subject."""
        ...


@runtime_checkable
class SignInStore(Protocol):
    """Accounts and sessions for signing in, in as few round trips as possible."""

    async def find_account(self, login: str, subjects: tuple[str, ...]) -> SignInCandidate:
        """The candidate before its password is verified; the login in any case of letters."""
        ...

    def begin_sign_in(self, user_id: int) -> AbstractAsyncContextManager[SignInTransaction]:
        """One transaction; leaving it without ``commit`` rolls back. Raises NotFound."""
        ...


@runtime_checkable
class AccessViews(Protocol):
    """Reads about accounts, sessions and roles."""

    async def actor(self, user_id: int, session_id: int) -> Actor | None:
        """The caller with his rights and branches if both his session and his account are alive, else None."""
        ...

    async def profile(self, user_id: int) -> Profile:
        """The own profile."""
        ...

    async def sessions(self, user_id: int, current: int | None) -> list[SessionRow]:
        """The living sessions of a user, the newest first."""
        ...

    async def preferences(self, user_id: int) -> Preferences:
        """What a user has chosen for himself."""
        ...


@runtime_checkable
class RoleViews(Protocol):
    """Reads about roles, who holds them, and what they open."""

    async def page(self, asked: RolesQuery) -> RolePage:
        """A page of roles with their rights and the numbers of their users."""
        ...

    async def card(self, role_id: int) -> RoleCard:
        """One role. Raises NotFound."""
        ...

    async def user_count(self, role_id: int) -> int:
        """How many accounts of any branch hold it."""
        ...

    async def users(self, role_id: int, asked: RoleUsersQuery, actor: Actor) -> RoleUserPage:
        """The accounts of the actor's branches that hold it. Raises NotFound for no role."""
        ...

    async def who(self, gate: Gate, asked: WhoQuery, actor: Actor) -> tuple[list[Why], int]:
        """The people of the actor's branches, whether they pass the gate and why, and how many there are."""
        ...

    async def why(self, gate: Gate, user_id: int, office_id: int | None, actor: Actor) -> Why:
        """One person, whether he passes the gate and why. Raises NotFound also for another branch's person."""
        ...


@runtime_checkable
class PreferenceStore(Protocol):
    """Keeps preferences; they are nobody's audit matter."""

    async def merge(self, user_id: int, changes: dict[str, Any]) -> None:
        """Writes the changes over what is there, per table where they are per table."""
        ...


@runtime_checkable
class ActorLookup(Protocol):
    """For whom a job works."""

    async def acting(self, user_id: int) -> Actor | None:
        """The account's present rights and branches; None where it is blocked or gone."""
        ...


@runtime_checkable
class StaffViews(Protocol):
    """Reads about accounts of the actor's branches (D-12)."""

    async def page(self, asked: StaffQuery, actor: Actor) -> StaffPage:
        """A page of staff."""
        ...

    async def card(self, user_id: int, actor: Actor) -> StaffCard:
        """One account of whatever type. Raises NotFound, also for one that shares no branch with the actor."""
        ...
