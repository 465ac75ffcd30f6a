"""The permissions of video lessons, and the groups that they open (D-36, D-59)."""

from application.actor import Actor
from application.authorization import Audience
from application.groups.views import GroupScope
from application.homework.scope import work_scope

OPTION = "video_upload"
ALL, OWN = f"all_groups:{OPTION}", f"my_groups:{OPTION}"
ENTITY = "video"
STAFF_VIEWER, STUDENT_VIEWER = "user", "student"


def video_scope(actor: Actor, *, do: str = "read", audience: Audience | None = None) -> GroupScope:
    """The groups whose videos the actor sees or changes."""
    return work_scope(actor, OPTION, do=do, audience=audience)


def permission_of(actor: Actor, audience: Audience | None = None) -> str:
    """The permission that admitted a change, as the audit log records it."""
    if audience is not None:
        return ALL if audience == "admin" else OWN
    return ALL if actor.may(ALL, "update") else OWN


def viewer_of(actor: Actor) -> str:
    """The viewer for whom an address is signed (D-95)."""
    if actor.student_id is None:
        return f"{STAFF_VIEWER}:{actor.id}"
    return f"{STUDENT_VIEWER}:{actor.student_id}"
