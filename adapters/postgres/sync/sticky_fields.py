"""Sticky fields in a merge: values changed here or restored by a revert (D-49)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from adapters.postgres.sync import child_rows as belongings
from adapters.postgres.sync.feed_specs import SPECS, Spec
from adapters.postgres.sync.merge_sql import statements
from application.sync.mapping import NAME_FIELDS, derived
from application.sync.rows import Row
from contracts.sync.school_records import Feed
from domain.sync.brakes import STANDINGS, Effect, effect_of
from domain.sync.sticky import EXISTENCE, Mark, Outcome, outcome

_json = msgspec.json.Encoder().encode
_decode = msgspec.json.decode

RENEW = """
update sticky_fields k set school_value = r.value::jsonb
from unnest($2::bigint[], $3::text[], $4::text[]) r (id, field, value)
where k.entity = $1 and k.entity_id = r.id and k.field = r.field
"""
DROP = """
delete from sticky_fields k using unnest($2::bigint[], $3::text[]) r (id, field)
where k.entity = $1 and k.entity_id = r.id and k.field = r.field
"""
MARKS = """
select entity_id, field, school_value::text, run_id is not null from sticky_fields
where entity = $1 and entity_id = any ($2::bigint[]) and field = any ($3::text[])
"""


async def keep_belongings(connection: Any, feed: Feed, rows: list[Row]) -> tuple[list[Row], int]:
    """Retains child rows that a revert restored, before rows are staged.

    Returns the rows and the number of retained ones. Only a revert marks child rows, and none runs concurrently: no
    lock is needed.
    """
    spec = SPECS[feed]
    known = [row.id for row in rows if not row.fresh]
    if spec.document is None or not known:
        return rows, 0
    found = await connection.fetch(
        f"""select s.id, s.school_value::text, ({spec.document})::text from (
            select entity_id as id, school_value from sticky_fields
            where entity = '{spec.entity}' and field = '{spec.belongings}' and entity_id = any ($1::bigint[])) s""",  # noqa: S608
        known,
    )
    if not found:
        return rows, 0
    column = belongings.STAGED[feed]
    by_id: dict[int, Any] = {row.id: row for row in rows}
    kept, dropped = 0, []
    for id, school_value, document in found:
        row, present = by_id[id], _decode(document)
        mark = Mark(id, spec.belongings, _decode(school_value), by_revert=True)
        ours = belongings.school_part(feed, present)
        if outcome(mark, belongings.document(feed, getattr(row, column)), ours) == Outcome.DROPPED:
            dropped.append(mark)
        else:
            by_id[id], kept = row._replace(**{column: belongings.staged(feed, present)}), kept + 1
    await _drop(connection, spec, dropped)
    return [by_id[row.id] for row in rows], kept


async def keep_columns(connection: Any, feed: Feed) -> int:
    """Writes sticky values into the staged rows, whose targets are locked.

    Returns the number of sticky fields.
    """
    spec = SPECS[feed]
    found = await connection.fetch(statements(feed).marks, [*spec.plain, EXISTENCE])
    if not found:
        return 0
    decided: dict[Outcome, list[tuple[Mark, Any]]] = defaultdict(list)
    for id, name, school_value, by_revert, school, ours in found:
        mark = Mark(id, name, _opened(school_value), by_revert)
        decided[outcome(mark, _opened(school), _opened(ours))].append((mark, _opened(school)))
    await _drop(connection, spec, [mark for mark, _ in decided[Outcome.DROPPED]])
    await _renew(connection, spec, decided[Outcome.RENEWED])
    kept = [mark for mark, _ in (*decided[Outcome.KEPT], *decided[Outcome.RENEWED])]
    await _stage_local_values(connection, feed, spec, kept)
    return len(kept)


async def guarded_effects(connection: Any, feed: Feed) -> dict[int, Effect]:
    """Returns the effects of the staged changes that the brakes count, by row.

    A sticky column that stays does not change. Child rows are staged as they will be.
    """
    sql, standing = statements(feed).guarded, STANDINGS.get(feed)
    if sql is None or standing is None:
        return {}
    found = {id: (_decode(was), _decode(becomes)) for id, was, becomes in await connection.fetch(sql)}
    if not found:
        return {}
    columns = [column for column in standing.columns if column != SPECS[feed].belongings]
    for id, name, school_value, by_revert in await connection.fetch(MARKS, SPECS[feed].entity, list(found), columns):
        was, becomes = found[id]
        mark = Mark(id, name, _opened(school_value), by_revert)
        if outcome(mark, becomes[name], was[name]) != Outcome.DROPPED:
            becomes[name] = was[name]
    effects = {id: effect_of(standing, was, becomes) for id, (was, becomes) in found.items()}
    return {id: effect for id, effect in effects.items() if effect is not None}


async def _stage_local_values(connection: Any, feed: Feed, spec: Spec, marks: list[Mark]) -> None:
    by_field: dict[str, list[int]] = defaultdict(list)
    for mark in marks:
        by_field[mark.field].append(mark.entity_id)
    for name, ids in by_field.items():
        stays = spec.kept.get(name, f"{name} = t.{name}")
        await connection.execute(
            f"update {spec.stage} s set {stays} from {spec.table.name} t where t.id = s.id and s.id = any ($1)",  # noqa: S608
            ids,
        )
    if renamed := {mark.entity_id for mark in marks if mark.field in NAME_FIELDS}:
        await _derive(connection, feed, spec, renamed)


async def _derive(connection: Any, feed: Feed, spec: Spec, ids: Iterable[int]) -> None:
    names = [name for name in NAME_FIELDS if name in spec.columns]
    rows = await connection.fetch(f"select id, {', '.join(names)} from {spec.stage} where id = any ($1)", list(ids))  # noqa: S608
    for row in rows:
        following = derived(feed, row)
        if following:
            sets = ", ".join(f"{column} = ${place}" for place, column in enumerate(following, 2))
            await connection.execute(f"update {spec.stage} set {sets} where id = $1", row["id"], *following.values())  # noqa: S608


async def _drop(connection: Any, spec: Spec, marks: list[Mark]) -> None:
    if marks:
        ids, names = [mark.entity_id for mark in marks], [mark.field for mark in marks]
        await connection.execute(DROP, spec.entity, ids, names)


async def _renew(connection: Any, spec: Spec, marks: list[tuple[Mark, Any]]) -> None:
    if marks:
        ids, names = [mark.entity_id for mark, _ in marks], [mark.field for mark, _ in marks]
        values = [_json(value).decode() for _, value in marks]
        await connection.execute(RENEW, spec.entity, ids, names, values)


def _opened(text: str | None) -> Any:
    return None if text is None else _decode(text)
