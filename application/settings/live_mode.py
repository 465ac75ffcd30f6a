"""The live installation: a copy sends nothing outside until it goes live (D-159)."""

from datetime import timedelta

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.ports import Clock, UnitOfWork
from application.settings.ports import LiveMode
from contracts.settings.live_mode import GoLive, LiveModeState, WentLive

GUARD = "settings:integrations"
OLD = timedelta(days=1)
# the one row of the table
INSTALLATION = 1


@permits(GUARD, scope=CENTRE)
async def show_live_mode(*, actor: Actor, live_mode: LiveMode, clock: Clock) -> LiveModeState:
    """Returns the state of this installation and the jobs that wait for it, by kind."""
    return LiveModeState(live=await live_mode.is_open(), jobs=await live_mode.held(clock.now() - OLD))


@permits(GUARD, do="update", scope=CENTRE)
async def go_live(form: GoLive, *, actor: Actor, uow: UnitOfWork, live_mode: LiveMode, clock: Clock) -> WentLive:
    """Makes this installation send to the outside: its waiting jobs run.

    ``dropOld`` drops those older than a day. Repeatable: on a live installation it changes nothing.
    """
    now = clock.now()
    async with uow:
        went = await live_mode.go_live(now, now - OLD if form.drop_old else None, uow)
        if went is None:
            return WentLive(resumed=0, dropped=0)
        uow.audit(
            "settings.gone_live",
            "installation",
            INSTALLATION,
            actor=actor,
            permission=GUARD,
            resumed=went.resumed,
            dropped=went.dropped,
        )
        await uow.commit()
    return went
