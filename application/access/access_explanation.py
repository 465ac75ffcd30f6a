"""Access explanation: who can see something and why, for administrators.

See D-12, D-53.
"""

from application.access.ports import RoleViews
from application.actor import Actor
from application.authorization import permits
from contracts.access.roles import (
    AccessExplanationAnswer,
    AccessExplanationPage,
    AccessExplanationQuery,
    AccessQuestion,
    Grant,
    Question,
    WhoQuery,
)
from contracts.screens import screen_at
from domain.access.access_explanation import Gate
from domain.access.permissions import MODULES, PERMISSIONS, Action
from domain.shared.errors import FieldError, NotFound, ValidationError

GUARD = "staff_control:roles"


@permits(GUARD)
async def list_access(query: WhoQuery, *, actor: Actor, roles: RoleViews) -> AccessExplanationPage:
    """Lists the people of the caller's branches with their access and its reason.

    Raises ValidationError for an unknown screen or permission.
    """
    screen, gate = _gate(query)
    users, total = await roles.list_access(gate, query, actor)
    return AccessExplanationPage(question=_subject(screen, gate), users=users, total=total)


@permits(GUARD)
async def explain_access(
    user_id: int, query: AccessExplanationQuery, *, actor: Actor, roles: RoleViews
) -> AccessExplanationAnswer:
    """Explains the access of one person, with a branch also to that branch's records.

    A person of another branch is not found.
    """
    screen, gate = _gate(query)
    office_id = query.office_id
    if office_id is not None and not actor.all_offices and office_id not in actor.office_ids:
        raise NotFound("Office", office_id)
    user = await roles.explain_access(gate, user_id, office_id, actor)
    return AccessExplanationAnswer(question=_subject(screen, gate), user=user)


def _gate(question: Question) -> tuple[str | None, Gate]:
    if question.permission:
        if question.permission not in PERMISSIONS and question.permission not in MODULES:
            raise ValidationError(
                {"permission": [FieldError("limit.unknown_permission", {"permission": question.permission})]}
            )
        return None, Gate.of(question.permission, Action(question.action))
    if screen := screen_at(question.screen):
        return screen.path, Gate.of(screen.permission, Action(screen.action))
    raise ValidationError({"screen": [FieldError("limit.unknown_screen")]})


def _subject(screen: str | None, gate: Gate) -> AccessQuestion:
    grants = [Grant(permission=key, action=str(action)) for key, action in gate.rights]
    return AccessQuestion(screen=screen, grants=grants, open_to=gate.open_to.value)
