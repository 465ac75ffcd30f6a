"""The one writer of audit records (D-15).

Builds their content and digest, and the SQL that inserts each with a pending row.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from adapters.postgres.core.engine import encode_json
from application.actor import Actor

CONTENT = (
    "at",
    "actor_id",
    "actor_name",
    "address",
    "request_id",
    "permission",
    "verb",
    "entity",
    "entity_id",
    "params",
    "before",
    "after",
)
COLUMNS = (*CONTENT, "digest")
JSON_COLUMNS = ("params", "before", "after")


def audit_record(
    verb: str,
    entity: str,
    entity_id: int | None,
    *,
    actor: Actor,
    now: datetime,
    permission: str = "",
    params: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The content of a record: its author, time and origin, and the change."""
    return {
        "at": now,
        "actor_id": actor.id,
        "actor_name": actor.name,
        "address": actor.address,
        "request_id": actor.request_id,
        "permission": permission,
        "verb": verb,
        "entity": entity,
        "entity_id": entity_id,
        "params": dict(params or {}),
        "before": None if before is None else dict(before),
        "after": None if after is None else dict(after),
    }


def digest(record: Mapping[str, Any]) -> str:
    """The digest of a record's content."""
    plain = json.loads(encode_json({name: _exact(record[name]) for name in CONTENT}))
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _exact(value: Any) -> Any:
    return value.astimezone(UTC).isoformat(timespec="microseconds") if isinstance(value, datetime) else value


def column_values(record: Mapping[str, Any]) -> dict[str, Any]:
    """Column → parameter: JSON as text, and the digest."""
    texts = {name: encode_json(record[name]) for name in JSON_COLUMNS if record[name] is not None}
    return {name: record[name] for name in CONTENT} | texts | {"digest": digest(record)}


def insert_records(source: str) -> str:
    """Two CTEs that insert the rows of ``source``, each with its pending row.

    ``source`` yields the columns in the order of ``COLUMNS``.
    """
    return f"""recorded as (
    insert into audits ({", ".join(COLUMNS)}) {source} returning id
), pending as (
    insert into audit_pending (audit_id) select id from recorded
)"""  # noqa: S608  names of ours


def insert_values(parameters: Iterable[str]) -> str:
    """The same for one record given by parameters: ``$1, $2, …`` or ``:at, …``."""
    values = (
        f"cast({parameter} as text)::jsonb" if name in JSON_COLUMNS else parameter
        for name, parameter in zip(COLUMNS, parameters, strict=True)
    )
    return insert_records(f"values ({', '.join(values)})")


def numbered(first: int) -> list[str]:
    """The parameters of a record's columns, numbered from ``first``."""
    return [f"${number}" for number in range(first, first + len(COLUMNS))]


INSERT = f"with {insert_values(numbered(1))} select 1"
INSERT_NAMED = f"with {insert_values(f':{name}' for name in COLUMNS)} select 1"
