"""The actor: the caller with rights and branches, as read once per request."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from application.idempotency import IdempotencyKey
from domain.access.permissions import Action, granted


@dataclass(frozen=True)
class Actor:
    """A signed-in member of staff, a student, or the system itself.

    ``id`` is None for jobs without a person and the command line. ``grants``: "module:option" → actions.
    ``office_ids``: the caller's own branches; ``all_offices`` sees every one (D-12). ``language``: uz, ru or en, for
    texts of responses. ``student_id``: the student who calls through the students' application, with no right but own
    rows; ``id`` is None then.
    """

    id: int | None
    name: str
    role_name: str = ""
    grants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    office_ids: tuple[int, ...] = ()
    all_offices: bool = False
    superadmin: bool = False
    session_id: int | None = None
    student_id: int | None = None
    must_change_password: bool = False
    address: str = ""
    language: str = "uz"
    request_id: str = ""
    # set if the request carries an Idempotency-Key
    idempotency_key: IdempotencyKey | None = None

    def may(self, permission: str, action: Action | str) -> bool:
        """Checks if the actor holds the action; the superadmin holds every one (D-11)."""
        return self.superadmin or granted(self.grants, permission, Action(action))


def system(request_id: str = "", name: str = "system") -> Actor:
    """Returns the actor of schedules, the first start and the command line."""
    return Actor(id=None, name=name, all_offices=True, superadmin=True, request_id=request_id)
