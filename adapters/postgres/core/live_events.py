"""Events of the live stream that follow from changed aggregates (D-162).

The unit of work sends them for every use case, so that none can forget to.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstanceState

from contracts.events import AccessChanged, Event, JobChanged, SyncRunChanged, VideoChanged
from contracts.job_kinds import ATTENDANCE_PUSH
from domain.access.roles import Role
from domain.access.sessions import Session
from domain.access.users import User
from domain.branches.office import Workplace
from domain.jobs.job import Job, JobState
from domain.sync.run import SyncRun
from domain.videos.video import Video

# fields by which the rights of signed-in accounts change, or their sessions end
ACCESS_FIELDS: dict[type, tuple[str, ...]] = {
    User: ("status", "role_id", "superadmin", "all_offices", "must_change_password"),
    Session: ("ended_at",),
    Role: ("permissions",),
    Workplace: ("user_id", "office_id"),
}


def changed_things(session: AsyncSession) -> list[Any]:
    """The pending changes that live streams are told of; read before they are flushed."""
    changed = [thing for thing in [*session.new, *session.dirty] if _is_live(thing)]
    return [*changed, *(thing for thing in session.deleted if isinstance(thing, Workplace | Video))]


def live_events(things: Iterable[Any]) -> Iterator[Event]:
    """The events of these changes, after their ids are known."""
    users: set[int] = set()
    everyone = False
    for thing in things:
        match thing:
            case Job():
                yield JobChanged(job_id=int(thing.id or 0), user_id=thing.created_by)
            case SyncRun():
                yield SyncRunChanged(run_id=int(thing.id or 0))
            case Video():
                yield VideoChanged(video_id=int(thing.id or 0), group_id=thing.group_id)
            case Role():
                everyone = True
            case User():
                users.add(int(thing.id or 0))
            case _:
                users.add(thing.user_id)
    if users or everyone:
        yield AccessChanged(users=[] if everyone else sorted(users))


def _is_live(thing: object) -> bool:
    if isinstance(thing, SyncRun | Video):
        return True
    state: InstanceState[Any] = inspect(thing)
    if isinstance(thing, Job):
        # the person who requests a job knows of it, and a worker begins it at once. A class's push has its own place
        # on the sheet, and comes by the hundred
        of_person = thing.created_by is not None and thing.kind != ATTENDANCE_PUSH
        return state.persistent and (of_person or thing.state == JobState.FAILED)
    fields = ACCESS_FIELDS.get(type(thing))
    if fields is None:
        return False
    # nobody is signed in to a new account, by a new role or in a new session
    if not state.persistent and not isinstance(thing, Workplace):
        return False
    return any(state.attrs[name].history.has_changes() for name in fields)
