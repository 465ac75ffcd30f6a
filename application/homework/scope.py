"""The groups whose work a caller reaches (D-13, D-54)."""

from application.actor import Actor
from application.authorization import Audience
from application.groups.views import ALL_GROUPS, MY_GROUPS, GroupScope
from domain.access.permissions import Action


def work_scope(actor: Actor, *options: str, do: str = "read", audience: Audience | None = None) -> GroupScope:
    """The groups in which the actor holds one of these options.

    Those of the branches by a key of ``all_groups``, the own ones by a key of ``my_groups``; without an audience both
    count.
    """
    action = Action(do)
    everywhere = audience != "academic" and any(actor.may(f"{ALL_GROUPS}:{option}", action) for option in options)
    own = audience != "admin" and any(actor.may(f"{MY_GROUPS}:{option}", action) for option in options)
    offices = None if actor.all_offices else list(actor.office_ids)
    return GroupScope(offices if everywhere else [], actor.id if own else None)
