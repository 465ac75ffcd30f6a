"""Suggested logins for the people of a selection, or why there is none."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from application.people.bulk.ports import LoginRegistry
from application.ports import UnitOfWork
from domain.access.login_pattern import candidates, suggested_login, unique_logins
from domain.access.users import login_faults
from domain.people.student import Student
from domain.people.teacher import Teacher
from domain.shared.errors import DomainError

TAKEN, UNNAMED, INVALID = "access.login_taken", "people.no_latin_name", "people.login_invalid"
# another login helps against these
CHANGEABLE = (TAKEN, UNNAMED, INVALID)
# numbers looked up at once beyond the people of one name, and the most that are tried
SPARE, MAX_REACH = 10, 20_000


@dataclass(frozen=True)
class Suggestion:
    """A login for one person.

    ``refusal``: code of the reason without one. ``numbered``: it differs from the pattern by a number; ``known``: the
    student had it already.
    """

    login: str | None = None
    refusal: str = ""
    numbered: bool = False
    known: bool = False


async def suggest_logins(
    people: Sequence[Teacher | Student],
    entity: str,
    pattern: str,
    typed: Mapping[int, str],
    logins: LoginRegistry,
    uow: UnitOfWork,
) -> dict[int, Suggestion]:
    """Returns a suggestion for each person by id.

    No two get the same login, and none gets one that the table has; letter case makes no difference. Typed logins come
    before suggested ones.
    """
    found: dict[int, Suggestion] = {}
    bases: dict[int, str] = {}
    for person in people:
        person_id = int(person.id or 0)
        refusal = _refusal(person)
        if refusal:
            found[person_id] = Suggestion(refusal=refusal)
        elif isinstance(person, Student) and person.login:
            found[person_id] = Suggestion(person.login, known=True)
        elif person_id not in typed:
            base = suggested_login(pattern, first=person.first_name, last=person.last_name, number=person_id)
            bases[person_id] = base
            if not base:
                found[person_id] = Suggestion(refusal=UNNAMED)
    wanted = {id: login.strip() for id, login in typed.items() if id not in found}
    found |= await _typed(wanted, {int(person.id or 0) for person in people}, entity, logins, uow)
    reserved = {one.login.lower() for one in found.values() if one.login and not one.known}
    numbering = {id: base for id, base in bases.items() if base}
    given = await _number(list(numbering.values()), reserved, entity, logins, uow)
    for (id, base), login in zip(numbering.items(), given, strict=True):
        found[id] = Suggestion(login, numbered=login != base) if login else Suggestion(refusal=TAKEN)
    return found


def _refusal(person: Teacher | Student) -> str:
    try:
        person.may_sign_up() if isinstance(person, Teacher) else person.may_open_account()
    except DomainError as refusal:
        return refusal.code
    return ""


async def _typed(
    wanted: Mapping[int, str], people: set[int], entity: str, logins: LoginRegistry, uow: UnitOfWork
) -> dict[int, Suggestion]:
    counted = Counter(login.lower() for login in wanted.values())
    taken = await logins.taken(entity, set(counted), uow) if counted else set()
    checked = {}
    for id, login in wanted.items():
        if id in people:
            clash = login.lower() in taken or counted[login.lower()] > 1
            refusal = INVALID if login_faults(login) else TAKEN if clash else ""
            checked[id] = Suggestion(refusal=refusal) if refusal else Suggestion(login)
    return checked


async def _number(
    bases: Sequence[str], reserved: set[str], entity: str, logins: LoginRegistry, uow: UnitOfWork
) -> list[str | None]:
    if not bases:
        return []
    reach = max(Counter(bases).values()) + SPARE
    while True:
        taken = reserved | await logins.taken(entity, candidates(set(bases), reach), uow)
        given = unique_logins(bases, taken, reach)
        if None not in given or reach >= MAX_REACH:
            return given
        reach *= 4
