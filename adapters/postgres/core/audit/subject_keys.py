"""One key per person for personal values in the audit log (D-15).

Erasing the person destroys the key and leaves the chain of seals intact.
"""

import base64
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core.tables import subject_keys, sync_changes
from adapters.security.cipher import AesCipher
from application.ports import Cipher

KEY = ("entity", "entity_id")
MARK = "sealed"
ERASED = "erased"
_k = subject_keys.c


async def key_of(session: AsyncSession, entity: str, entity_id: int, master: Cipher) -> AesCipher | None:
    """The person's cipher; its key is created at first need.

    None after an erasure: then nothing is recorded about the person.
    """
    made = master.encrypt(secrets.token_hex(32).encode())
    row = {"entity": entity, "entity_id": entity_id, "sealed_key": made}
    await session.execute(insert(subject_keys).values(row).on_conflict_do_nothing())
    found = select(_k.sealed_key).where(_k.entity == entity, _k.entity_id == entity_id)
    sealed_key = (await session.execute(found)).scalar_one()
    return cipher_of(sealed_key, master) if sealed_key else None


async def crypto_shred(session: AsyncSession, entity: str, entity_id: int, now: datetime) -> None:
    """Destroys the person's key and the clear values that synchronisations recorded."""
    gone = {"sealed_key": None, "destroyed_at": now}
    row = {"entity": entity, "entity_id": entity_id} | gone
    await session.execute(insert(subject_keys).values(row).on_conflict_do_update(index_elements=KEY, set_=gone))
    blank = update(sync_changes).where(sync_changes.c.entity.in_((entity, f"{entity}s")))
    await session.execute(blank.where(sync_changes.c.entity_id == entity_id).values(before=None, after=None))


def cipher_of(sealed_key: bytes, master: Cipher) -> AesCipher:
    """The cipher of a stored key."""
    return AesCipher(master.decrypt(sealed_key).decode(), "audit")


def encrypt(values: Mapping[str, Any] | None, cipher: Cipher | None) -> dict[str, Any] | None:
    """Field → its encrypted value, or no value where the key is destroyed.

    The names of the fields stay readable.
    """
    if values is None or cipher is None:
        return None if values is None else {name: {ERASED: True} for name in values}
    texts = {name: cipher.encrypt(msgspec.json.encode(value)) for name, value in values.items()}
    return {name: {MARK: base64.b64encode(text).decode()} for name, text in texts.items()}


def decrypt(values: Mapping[str, Any] | None, cipher: Cipher | None) -> dict[str, Any] | None:
    """Field → its decrypted value; ``{"erased": true}`` where the key is destroyed.

    Values that were never encrypted stay as they are.
    """
    if values is None:
        return None
    return {name: _decrypt_value(value, cipher) for name, value in values.items()}


def _decrypt_value(value: Any, cipher: Cipher | None) -> Any:
    if not (isinstance(value, dict) and set(value) == {MARK}):
        return value
    if cipher is None:
        return {ERASED: True}
    return msgspec.json.decode(cipher.decrypt(base64.b64decode(value[MARK])))
