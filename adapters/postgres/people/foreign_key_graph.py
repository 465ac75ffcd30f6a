"""The rows that belong to a student, found by the database's foreign keys.

A row is the student's where it references the student, or references a row of the student: a new table needs no
declaration. Where a row references by kind and id, or holds several students in a list, the names of the columns
decide.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adapters.postgres.core.scopes import singular

PEOPLE = "students"
# $1 in every condition: the ids of the student and of students merged into it
STUDENT_IDS = "any ($1::bigint[])"
COLUMNS = """
select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
from pg_attribute a join pg_class c on c.oid = a.attrelid
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
    and not a.attisdropped
order by c.relname, a.attnum
"""
KEYS = """
select c.oid::bigint as key, r.relname as table, a.attname as column, t.relname as target, k.attname as named
from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) as p (here, there)
join pg_class r on r.oid = c.conrelid join pg_class t on t.oid = c.confrelid
join pg_attribute a on a.attrelid = c.conrelid and a.attnum = p.here
join pg_attribute k on k.attrelid = c.confrelid and k.attnum = p.there
where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
order by c.oid, a.attnum
"""
# columns that name a referenced row, where it has them
CALLED = ("name", "full_name", "date", "begin_time")
NAMING = 2


@dataclass(frozen=True)
class Key:
    """A foreign key: the rows of ``table`` reference those of ``target``.

    Columns are paired in order.
    """

    table: str
    target: str
    columns: tuple[tuple[str, str], ...]


@dataclass
class Graph:
    """The tables of a database with their columns (name → type), and foreign keys."""

    tables: Mapping[str, Mapping[str, str]]
    keys: Sequence[Key]
    _conditions: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def conditions(self, but: Iterable[str] = ()) -> dict[str, str]:
        """Table → the condition that its row ``x`` is the student's.

        ``but``: tables to leave out, with everything that is reached only through them.
        """
        if not self._conditions:
            self._find(frozenset(but))
        return {table: " or ".join(ways) for table, ways in self._conditions.items()}

    def _find(self, but: frozenset[str]) -> None:
        ways = self._conditions
        ways[PEOPLE] = [f"x.id = {STUDENT_IDS}"]
        for key in self.keys:
            if key.target == PEOPLE and key.table not in {PEOPLE, *but}:
                ways[key.table] += [f'x."{column}" = {STUDENT_IDS}' for column, _ in key.columns]
        newest = [table for table in ways if table != PEOPLE]
        while newest:
            newest = [named for parent in newest for named in self._named_by(parent, but)]
        own = [table for table in ways if "id" in self.tables[table]]
        for table, columns in self.tables.items():
            if table not in but and {"entity", "entity_id"} <= {*columns}:
                ways[table] += [self._by_kind(of) for of in own if of != table]
            # a row of many students belongs to none: its referrers are not followed
            if table not in but and columns.get("student_ids") == "bigint[]":
                ways[table].append("x.student_ids && $1::bigint[]")

    def _named_by(self, parent: str, but: frozenset[str]) -> list[str]:
        """The new tables whose rows reference rows of this one."""
        found = []
        for key in self.keys:
            if key.target == parent and key.table not in but and key.table not in self._conditions:
                same = " and ".join(f'x."{here}" = y."{there}"' for here, there in key.columns)
                self._conditions[key.table].append(self._among(parent, same))
                found.append(key.table)
        return found

    def _by_kind(self, of: str) -> str:
        condition = f"x.entity in ('{singular(of)}', '{of}')"
        if of == PEOPLE:
            return f"{condition} and x.entity_id = {STUDENT_IDS}"
        return f"{condition} and {self._among(of, 'x.entity_id = y.id')}"

    def _among(self, parent: str, same: str) -> str:
        """The condition that a row of the student in ``parent`` is referenced.

        Inside of it that row has the alias x again.
        """
        owned = " or ".join(self._conditions[parent])
        names = ", ".join(f'x."{name}"' for name in self.tables[parent])
        return f'exists (select from (select {names} from "{parent}" x where {owned}) y where {same})'  # noqa: S608

    def names_in(self, table: str, row: str = "x", deep: int = NAMING) -> dict[str, str]:
        """Name → SQL of the name of each referenced row: ``group`` for ``group_id``."""
        found: dict[str, str] = {}
        for key in self.keys:
            (here, there), *more = key.columns
            name = here.removesuffix("_id")
            called = [column for column in CALLED if column in self.tables[key.target]]
            if key.table != table or more or not called or name in self.tables[table] or key.target == PEOPLE:
                continue
            inner = f"{row}{deep}"
            fields = {column: f'{inner}."{column}"' for column in called}
            fields |= self.names_in(key.target, inner, deep - 1) if deep > 1 else {}
            pairs = ", ".join(f"'{word}', {sql}" for word, sql in fields.items())
            found[name] = (
                f"(select jsonb_build_object({pairs}) "  # noqa: S608
                f'from "{key.target}" {inner} where {inner}."{there}" = {row}."{here}")'
            )
        return found


async def graph_of(connection: Any) -> Graph:
    """The graph of the present database."""
    tables: dict[str, dict[str, str]] = defaultdict(dict)
    for row in await connection.fetch(COLUMNS):
        tables[row["table"]][row["name"]] = row["type"]
    keys: dict[int, list[Any]] = defaultdict(list)
    for row in await connection.fetch(KEYS):
        keys[row["key"]].append(row)
    found = [
        Key(rows[0]["table"], rows[0]["target"], tuple((row["column"], row["named"]) for row in rows))
        for rows in keys.values()
    ]
    return Graph(dict(tables), found)
