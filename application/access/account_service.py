"""Steps shared by screens and the command line: create, reset password, block."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from application.access.privilege_scope import assign_branches
from application.actor import Actor
from application.ports import UnitOfWork
from domain.access.sessions import Session
from domain.access.users import User

# 20 letters and digits carry more than 100 bits
ISSUED_LENGTH = 20
ISSUED_LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
# one of the two permissions is enough (D-59)
USERS, STAFF = "staff_control:users", "users:staff"


def issued_password() -> str:
    """Returns a random password to hand over once, without similar-looking letters."""
    return "".join(secrets.choice(ISSUED_LETTERS) for _ in range(ISSUED_LENGTH))


def acting_permission(actor: Actor, do: str = "update") -> str:
    """Returns the permission that the caller acts by, for the audit log."""
    return USERS if actor.may(USERS, do) else STAFF


@dataclass(frozen=True)
class AuditTarget:
    """The permission and entity under which the audit log records an account.

    An academic's account is recorded under the academic.
    """

    right: str
    entity: str
    id: int | None = None

    def of(self, id: int | None) -> "AuditTarget":
        """Returns the same with this id, if none is set."""
        return self if self.id is not None else replace(self, id=id)

    def record(
        self,
        verb: str,
        user: User,
        *,
        actor: Actor,
        uow: UnitOfWork,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        personal: bool = False,
    ) -> None:
        """Adds the audit record to the pending commit."""
        uow.audit(
            verb,
            self.entity,
            self.id,
            actor=actor,
            permission=self.right,
            before=before,
            after=after,
            personal=personal,
            login=user.login,
        )


def _audit_target(user: User, actor: Actor, do: str = "update") -> AuditTarget:
    return AuditTarget(acting_permission(actor, do), "user", user.id)


async def open_account(
    user: User, offices: set[int], *, actor: Actor, uow: UnitOfWork, audit_target: AuditTarget | None = None
) -> int:
    """Adds the account with its branches and returns its id.

    Raises DomainError("access.login_taken").
    """
    user.must_change_password, user.created_by = True, actor.id
    uow.add(user)
    await uow.flush()
    await assign_branches(user, offices, [], uow)
    (audit_target or _audit_target(user, actor, "create")).of(user.id).record(
        "access.user_created", user, actor=actor, uow=uow
    )
    return user.id or 0


async def set_issued_password(
    user: User,
    password_hash: str,
    now: datetime,
    *,
    actor: Actor,
    uow: UnitOfWork,
    audit_target: AuditTarget | None = None,
) -> None:
    """Sets a password issued by an administrator; every session ends (D-9, D-61).

    The user must change it at the next sign-in.
    """
    user.set_password(password_hash, now, by_another=True)
    await end_sessions(user, "password_reset", now, uow)
    (audit_target or _audit_target(user, actor)).record("access.password_reset", user, actor=actor, uow=uow)


async def block_account(
    user: User, reason: str, now: datetime, *, actor: Actor, uow: UnitOfWork, audit_target: AuditTarget | None = None
) -> None:
    """Blocks the account for a reason; every session ends at once (D-9, D-61)."""
    user.block(reason)
    await end_sessions(user, "blocked", now, uow)
    why = {"reason": reason}
    (audit_target or _audit_target(user, actor)).record("access.user_blocked", user, actor=actor, uow=uow, after=why)


async def end_sessions(user: User, reason: str, now: datetime, uow: UnitOfWork, *, but: int | None = None) -> int:
    """Ends every session of an account except ``but``, and returns their number.

    Browsers that signed out before are no longer known either (D-160).
    """
    others = [one for one in await uow.find_all(Session, user_id=user.id) if one.id != but]
    active = sum(one.ended_at is None for one in others)
    for session in others:
        session.revoke(reason, now)
    return active
