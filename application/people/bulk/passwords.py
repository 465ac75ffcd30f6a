"""Passwords issued for opened accounts, on demand and in small portions (D-156).

None is stored readably: who loses a printed page has new ones issued, as long as nobody has used the account.
"""

import asyncio
from typing import Any

from application.access.account_service import issued_password
from application.actor import Actor
from application.authorization import permits
from application.people.academics.academics import ACADEMIC
from application.people.bulk.opened_accounts import load_opening, opened_rows, set_password
from application.people.bulk.service import GUARD
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.people.accounts import IssuedLogin, IssuedLogins, IssuePasswords
from contracts.texts import translate
from domain.people.bulk_operation import MAX_PASSWORDS, BulkOperation
from domain.people.names import full_name
from domain.shared.errors import DomainError, FieldError, ValidationError


@permits(GUARD, ACADEMIC, do="update", secret=True)
async def issue_passwords(
    act_id: int, form: IssuePasswords, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher, clock: Clock
) -> IssuedLogins:
    """Issues new passwords for accounts that the caller's operation opened.

    They must be changed at the first sign-in. An account that somebody signed in with keeps its password. Raises
    ValidationError, NotFound, Forbidden.
    """
    ids = list(dict.fromkeys(form.ids))
    if not 1 <= len(ids) <= MAX_PASSWORDS:
        raise ValidationError({"ids": [FieldError("limit.too_many", {"limit": MAX_PASSWORDS})]})
    async with uow:
        act = await load_opening(act_id, actor, uow)
        rows = await opened_rows(act, uow)
    if set(ids) - rows.keys():
        raise ValidationError({"ids": [FieldError("limit.unknown_choice")]})
    issued = [issued_password() for _ in ids]
    hashes = dict(zip(ids, await asyncio.gather(*map(passwords.hash, issued)), strict=True))
    logins = {}
    async with uow:
        # locked in one order: two requests for the same people cannot deadlock
        for person_id in sorted(ids):
            logins[person_id] = await _issue(act, rows[person_id], hashes[person_id], actor, uow, clock)
        await uow.commit()
    for person_id, password in zip(ids, issued, strict=True):
        if logins[person_id].message is None:
            logins[person_id].password = password
    return IssuedLogins(logins=[logins[person_id] for person_id in ids])


async def _issue(
    act: BulkOperation, row: dict[str, Any], hashed: str, actor: Actor, uow: UnitOfWork, clock: Clock
) -> IssuedLogin:
    found = IssuedLogin(id=row["id"], name="", login=None, password=None, message=None)
    try:
        person, found.login = await set_password(act, row, hashed, actor, uow, clock)
        found.name = full_name(person.last_name, person.first_name, person.middle_name)
    except DomainError as refusal:
        found.message = translate(f"error.{refusal.code}", actor.language)
    return found
