"""Whose work has ended at the school can't sign in any more: his account closes with the run that brought it (P7)."""

from collections.abc import Sequence

from application.access.account_service import Told, end_sessions
from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from domain.access.users import User
from domain.people.teacher import Teacher


@permits(SUPERADMIN)
async def close_accounts_of_left(user_ids: Sequence[int], *, actor: Actor, uow: UnitOfWork, clock: Clock) -> int:
    """Closes these accounts, their sessions at once, and gives how many. An account that is closed stays as it is.

    Only a person opens one again, once the school says that its owner works here (docs/decisions/academics.md).
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
            Told("", "teacher", teacher.id).record("access.work_ended", user, actor=actor, uow=uow)
            closed += 1
        await uow.commit()
    return closed
