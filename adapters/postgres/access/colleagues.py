"""The members of staff whose names the caller may see (D-12).

These are the caller, colleagues of the caller's branches, and staff who work for all branches.
"""

from collections.abc import Callable, Iterable

from adapters.postgres.core.pool import ReadPool
from application.actor import Actor
from contracts.shared import Named
from contracts.texts import translate

_KNOWN = """
select u.id from users u where u.id = any ($1::bigint[]) and (
    u.id = $2 or u.all_offices or u.superadmin
    or exists (select 1 from user_offices o where o.user_id = u.id and o.office_id = any ($3::bigint[])))
"""
# the id of a person whose name is hidden is hidden as well
NOBODY = 0
NameFilter = Callable[[Named | None], Named | None]


async def visible_names(actor: Actor, people: Iterable[Named | None], pool: ReadPool) -> NameFilter:
    """Returns a function that shows a person's name, or a placeholder where hidden."""
    ids = {person.id for person in people if person is not None}
    if actor.all_offices or not ids:
        return lambda person: person
    rows = await pool.fetch(_KNOWN, list(ids), actor.id, list(actor.office_ids))
    known = {row["id"] for row in rows}
    somebody = Named(id=NOBODY, name=translate("access.somebody_else", actor.language))
    return lambda person: person if person is None or person.id in known else somebody
