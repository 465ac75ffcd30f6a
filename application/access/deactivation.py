"""Deactivates accounts of staff whose work at the school has ended (P7).

The account is blocked in the synchronisation run that brings the change.
"""

from collections.abc import Sequence

from application.access.account_service import AuditTarget, end_sessions
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from domain.access.users import User
from domain.people.teacher import Teacher


@permits(SUPERADMIN)
async def deactivate_departed_staff(user_ids: Sequence[int], *, actor: Actor, uow: UnitOfWork, clock: Clock) -> int:
    """Blocks these accounts, ends their sessions and returns how many were blocked.

    An account that is blocked already stays as it is. Only staff unblock an account, once the school reports that its
    owner works here (docs/decisions/academics.md).
    """
    closed = 0
    if not user_ids:
        return closed
    async with uow:
        for user in await uow.load_many(User, user_ids):
            teacher = await uow.find(Teacher, user_id=user.id)
            if user.superadmin or user.blocked or teacher is None or teacher.works:
                continue
            user.stop_working()
            await end_sessions(user, "work_ended", clock.now(), uow)
            AuditTarget("", "teacher", teacher.id).record("access.work_ended", user, actor=actor, uow=uow)
            closed += 1
        await uow.commit()
    return closed
