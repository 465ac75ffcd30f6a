"""Default levels, actions and amounts of an empty installation (D-32)."""

from application.gamification.ports import RuleStore
from application.ports import Clock, UnitOfWork


async def seed_rules(*, uow: UnitOfWork, rules: RuleStore, clock: Clock) -> bool:
    """Inserts the defaults unless there are rules; returns True if it did.

    Nothing is earned for earlier deeds (D-93): the built-in actions start now.
    """
    async with uow:
        seeded = await rules.seed(clock.now(), uow)
        await uow.commit()
    return seeded
