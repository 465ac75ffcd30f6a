"""Sessions of other users, listed and ended by administrators (D-9, ASVS-10)."""

from application.access.account_service import STAFF, USERS, acting_permission, end_sessions
from application.access.ports import AccessViews, StaffViews
from application.access.privilege_scope import load_manageable
from application.actor import Actor
from application.authorization import permits
from application.ports import Clock, UnitOfWork
from contracts.access.sign_in import SessionPage
from contracts.shared import Count, Empty
from domain.access.sessions import Session
from domain.shared.errors import DomainError, NotFound


@permits(USERS, STAFF, do="update")
async def list_sessions(user_id: int, *, actor: Actor, access: AccessViews, staff: StaffViews) -> SessionPage:
    """Returns the active sessions of an account in the caller's scope, newest first."""
    card = await staff.card(user_id, actor)
    if not card.editable:
        raise DomainError("access.account_beyond_own")
    rows = await access.sessions(user_id, actor.session_id)
    return SessionPage(sessions=rows, total=len(rows))


@permits(USERS, STAFF, do="update")
async def end_session(user_id: int, session_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> Empty:
    """Ends one session of an account that the caller may edit.

    Its next request is rejected.
    """
    async with uow:
        user, _ = await load_manageable(user_id, actor=actor, uow=uow)
        session = await uow.load(Session, session_id, lock=True)
        if session.user_id != user_id:
            raise NotFound("Session", session_id)
        session.end("ended_by_administrator", clock.now())
        right = acting_permission(actor)
        uow.audit("access.session_ended_of", "user", user_id, actor=actor, permission=right, login=user.login)
        await uow.commit()
    return Empty()


@permits(USERS, STAFF, do="update")
async def end_all_sessions(user_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> Count:
    """Ends every session of an account that the caller may edit; returns their number.

    For the caller's own account the current session stays.
    """
    async with uow:
        user, _ = await load_manageable(user_id, actor=actor, uow=uow)
        ended = await end_sessions(user, "ended_by_administrator", clock.now(), uow, but=actor.session_id)
        if ended:
            uow.audit(
                "access.sessions_ended_of",
                "user",
                user_id,
                actor=actor,
                permission=acting_permission(actor),
                login=user.login,
                total=ended,
            )
            await uow.commit()
    return Count(count=ended)
