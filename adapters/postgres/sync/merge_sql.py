"""Generates the SQL of a merge per feed: stage, insert new rows, update changed."""

import functools
from dataclasses import dataclass

from sqlalchemy.dialects.postgresql import dialect

from adapters.postgres.sync.feed_specs import OF_PAPERS, SPECS, STAGED_ONLY, Spec
from contracts.sync.school_records import Feed
from domain.sync.brakes import STANDINGS, Standing

_dialect = dialect()  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Statements:
    """The statements of one feed's merge, in order.

    ``guarded`` returns the known rows that differ in what the brakes compare, with both sides as JSON. ``lock`` holds
    the known rows that differ until the end: a concurrent edit is either committed before, with its sticky field
    visible, or waits; it takes the ids of the rows whose older version is followed. ``marks`` of these rows are read
    then; ``update`` takes the run's id and the first and last of the ``locked`` rows that it is to write, and returns
    how many rows changed.
    """

    stage: str
    before: tuple[str, ...]
    insert: str
    record_created: str
    documents: str | None
    guarded: str | None
    children: tuple[str, ...]
    following: tuple[str, ...]
    lock: str
    marks: str
    locked: str
    update: str


@functools.cache
def statements(feed: Feed) -> Statements:
    """The statements of a feed."""
    spec = SPECS[feed]
    return Statements(
        stage=_stage(spec),
        before=spec.before,
        insert=_insert(spec),
        record_created=_record_created(spec),
        documents=_documents(spec),
        guarded=_guarded(spec, STANDINGS[feed]) if feed in STANDINGS else None,
        children=spec.children,
        following=spec.following,
        lock=_lock(spec),
        marks=_marks(spec),
        locked=f"select id from {spec.stage}_locked order by id",  # noqa: S608
        update=_update(spec),
    )


def _stage(spec: Spec) -> str:
    columns = ", ".join(f"{name} {_staged_type(spec, name)}" for name in spec.columns)
    documents = f"create temp table if not exists {spec.stage}_documents (id bigint, was jsonb) on commit delete rows"
    locked = f"create temp table if not exists {spec.stage}_locked (id bigint, was jsonb, becomes jsonb)"
    return f"""create temp table if not exists {spec.stage} ({columns}) on commit delete rows; {documents};
        {locked} on commit delete rows"""


def _staged_type(spec: Spec, name: str) -> str:
    if name in STAGED_ONLY:
        return STAGED_ONLY[name]
    type_ = spec.table.c[name].type.compile(dialect=_dialect)
    return "text" if type_ == "TSVECTOR" else str(type_)


def _value(spec: Spec, column: str) -> str:
    if column in spec.expressions:
        return spec.expressions[column]
    return f"s.{column}::tsvector" if column == "search" else f"s.{column}"


def _insert(spec: Spec) -> str:
    columns = ("id", "h_id", "school_version", *spec.tracked, *spec.derived, *spec.fresh_only)
    values = ", ".join(_value(spec, column) for column in columns)
    return f"insert into {spec.table.name} ({', '.join(columns)}) select {values} from {spec.stage} s where s.fresh"  # noqa: S608


def _documents(spec: Spec) -> str | None:
    if spec.document is None:
        return None
    return f"insert into {spec.stage}_documents select s.id, {spec.document} from {spec.stage} s where not s.fresh"  # noqa: S608


def _guarded(spec: Spec, standing: Standing) -> str:
    """Selects the live known rows that differ, without a lock.

    An edit that commits later is decided with the row.

    A branch that the school did not create is not the school's to change.
    """
    columns = [c for c in standing.columns if spec.has(c)]
    differs = [f"t.{c} is distinct from s.{c}" for c in columns]
    was, becomes = ([f"'{c}', {side}.{c}" for c in columns] for side in ("t", "s"))
    join = ""
    if spec.belongings == standing.branches:
        join = f"join {spec.stage}_documents d on d.id = s.id"
        differs.append("d.was is distinct from to_jsonb(s.office_ids)")
        linked = f"{spec.link} l join offices o on o.id = l.office_id where l.{spec.entity}_id = t.id"
        was.append(f"'office_ids', array(select o.id from {linked} and o.head_office_id is not null)")  # noqa: S608
        sent = "offices o where o.id = any (s.office_ids) and o.head_office_id is not null"
        becomes.append(f"'office_ids', array(select o.id from {sent})")  # noqa: S608
    return f"""select t.id, jsonb_build_object({", ".join(was)})::text, jsonb_build_object({", ".join(becomes)})::text
        from {spec.stage} s join {spec.table.name} t on t.id = s.id {join}
        where not s.fresh and t.school_deleted_at is null and ({" or ".join(differs)})"""  # noqa: S608


def _pair(column: str, side: str) -> str:
    """The JSON of one column; of papers only whether there are any."""
    if column == "papers_digest":
        return f"'papers', {side}.papers_digest is not null"
    return f"'{column}', {side}.{column}"


def _record_created(spec: Spec) -> str:
    pairs = ", ".join(_pair(column, "t") for column in spec.tracked)
    return f"""insert into sync_changes (run_id, entity, entity_id, verb, after)
        select $1, '{spec.entity}', t.id, 'created', jsonb_build_object({pairs})
        from {spec.table.name} t join {spec.stage} s on s.id = t.id where s.fresh"""  # noqa: S608


def _difference(spec: Spec, side: str) -> str:
    tracked = [c for c in (*spec.tracked, "school_deleted_at", "merged_into_id") if spec.has(c)]
    parts = [
        f"case when old.{c} is distinct from new.{c} then jsonb_build_object({_pair(c, side)}) else '{{}}' end"
        for c in tracked
    ]
    if spec.document:
        document = "s.was" if side == "old" else "s.becomes"
        pair = f"jsonb_build_object('{spec.belongings}', {document})"
        parts.append(f"case when s.was is distinct from s.becomes then {pair} else '{{}}' end")
    return " || ".join(f"({part})" for part in parts)


def _differs(spec: Spec, document: str) -> str:
    return " or ".join(
        [
            "s.school_version <> t.school_version",
            "t.school_deleted_at is not null",
            *([document] if spec.document else []),
            *(f"t.{c} is distinct from s.v_{c}" for c in spec.tracked),
        ]
    )


def _values(spec: Spec, columns: tuple[str, ...]) -> str:
    return ", ".join(f"{_value(spec, c)} as v_{c}" for c in columns)


def _lock(spec: Spec) -> str:
    document = (
        f", d.was, {spec.document} as becomes" if spec.document else ", null::jsonb as was, null::jsonb as becomes"
    )
    join = f"left join {spec.stage}_documents d on d.id = s.id" if spec.document else ""
    return f"""insert into {spec.stage}_locked select id, was, becomes from (
            select t.id, s.was, s.becomes from {spec.table.name} t join (
                select s.id, s.school_version, {_values(spec, spec.tracked)}{document} from {spec.stage} s {join}
                where not s.fresh
            ) s on t.id = s.id
            where (s.school_version >= t.school_version or t.id = any ($1::bigint[]))
              and ({_differs(spec, "s.was is distinct from s.becomes")})
            order by t.id for no key update of t
        ) x"""  # noqa: S608


def _marks(spec: Spec) -> str:
    """Sticky fields of the locked rows, each with both values as JSON."""
    return f"""select k.entity_id, k.field, k.school_value::text, k.run_id is not null,
            (to_jsonb(s) -> ('v_' || k.field))::text, (to_jsonb(t) -> k.field)::text
        from sticky_fields k join {spec.stage}_locked l on l.id = k.entity_id
        join (select s.id, {_values(spec, spec.plain)} from {spec.stage} s) s on s.id = k.entity_id
        join {spec.table.name} t on t.id = k.entity_id
        where k.entity = '{spec.entity}' and k.field = any ($1::text[])"""  # noqa: S608


def _update(spec: Spec) -> str:
    set_to = {c: f"s.v_{c}" for c in (*spec.tracked, *spec.derived)} | {
        "school_version": "s.school_version",
        "school_deleted_at": "null",
    }
    # while the school sends no new papers, those entered here stay, and equal ones keep their ciphertext
    for column in OF_PAPERS:
        if column in set_to:
            new = "t.papers_digest is distinct from s.v_papers_digest"
            set_to[column] = f"case when {new} then s.v_{column} else t.{column} end"
    if spec.has("merged_into_id"):
        set_to["merged_into_id"] = "null"
    if spec.has("version"):
        set_to["version"] = "t.version + 1"
    sets = ", ".join(f"{column} = {value}" for column, value in set_to.items())
    values = _values(spec, (*spec.tracked, *spec.derived))
    return f"""with changed as (
            update {spec.table.name} t set {sets}
            from (select s.id, s.school_version, l.was, l.becomes, {values}
                  from {spec.stage}_locked l join {spec.stage} s on s.id = l.id) s
            where t.id = s.id and s.id between $2 and $3
              and ({_differs(spec, "s.was is distinct from s.becomes")})
            returning new.id as id, old.school_deleted_at is not null as returned,
                {_difference(spec, "old")} as before, {_difference(spec, "new")} as after
        ), recorded as (
            insert into sync_changes (run_id, entity, entity_id, verb, before, after)
            select $1, '{spec.entity}', id, case when returned then 'returned' else 'updated' end, before, after
            from changed where before <> '{{}}'
            returning 1
        ) select count(*) from recorded"""  # noqa: S608
