"""The list engine: page, total, order, filters, search and scope (D-4, D-12).

A list is declared; the SQL of each shape of a query is composed and compiled once and then sent directly through
asyncpg. Totals are exact and orders total. Pages beyond the middle are read from the end. A list may be sorted by
computed values too.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Table,
    Text,
    and_,
    asc,
    bindparam,
    desc,
    false,
    func,
    null,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql.asyncpg import dialect
from sqlalchemy.sql import ClauseElement

from adapters.postgres.core.pool import Connection, ReadPool
from adapters.postgres.core.scopes import SCOPE_PARAMETER, seen
from adapters.postgres.listing.counting import StoredTotals
from adapters.postgres.listing.name_words import DEPTH, SHALLOW
from adapters.postgres.listing.row_columns import columns_of, labelled
from adapters.postgres.listing.search import PeopleSearch, SearchTerms, escaped
from application.actor import Actor
from contracts.shared import ListQuery, Order

Row = TypeVar("Row", bound=msgspec.Struct)
Filter = Callable[[], ColumnElement[bool]]

# the filter by branches, in every list that has one; another branch than the caller's is treated as missing (D-12)
BRANCH_FILTER = "office_ids"

_dialect = dialect()  # type: ignore[no-untyped-call]


@dataclass(frozen=True, eq=False)
class ComputedSort:
    """A computed value by which a list can be sorted.

    Rows without a value come last, rows of equal value in the list's natural order, in both directions.

    ``value``: an expression over the table and ``beside``: subqueries that are computed once for all rows, whose
    column ``id`` is the row's.
    """

    value: ColumnElement[Any]
    beside: tuple[FromClause, ...] = ()


@dataclass(frozen=True, eq=False)
class Listing:
    """A declared list.

    ``columns``: row field → expression over ``table``; a field that is not declared is the column of its name.
    ``on_demand``: fields that are null unless the query's ``columns`` name them, for they cost a read for each row.
    ``elsewhere``: fields that the view fills in. ``order``: the columns of its natural order; ties are broken
    by id. ``sorts``: value of the query's ``sort_by`` → its order; other values mean the natural one. ``filters``:
    query field → clause with a bind parameter of that name. ``always``: conditions of every row. ``search``: the search
    of people; ``contains``: the few columns in which a small list is searched for any substring. ``counted``: the
    stored totals.
    """

    table: Table
    row: type[msgspec.Struct]
    order: tuple[Column[Any], ...]
    columns: Mapping[str, Any] = field(default_factory=dict)
    on_demand: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    sorts: Mapping[str, ComputedSort] = field(default_factory=dict)
    filters: Mapping[str, Filter] = field(default_factory=dict)
    always: tuple[ColumnElement[bool], ...] = ()
    search: PeopleSearch | None = None
    contains: tuple[ColumnElement[Any], ...] = ()
    counted: StoredTotals | None = None

    def __post_init__(self) -> None:
        found = columns_of(self.row, self.table, self.columns, self.elsewhere)
        object.__setattr__(self, "columns", found)

    def columns_with(self, chosen: tuple[str, ...]) -> Mapping[str, Any]:
        """The columns of a page; those on demand that are not chosen are null."""
        left_out = set(self.on_demand) - set(chosen)
        return {name: null() if name in left_out else column for name, column in self.columns.items()}


@dataclass(frozen=True)
class Shape:
    """The part of a query that changes the statement; the rest is parameters.

    ``sort_by``: None for the natural order. ``backwards``: the page is read from the end of a computed order; a natural
    order read so is merely ``descending`` the other way round.
    """

    filters: tuple[str, ...]
    sought: SearchTerms | None
    scoped: bool
    sort_by: str | None = None
    descending: bool = False
    backwards: bool = False
    shallow: bool = False
    on_demand: tuple[str, ...] = ()

    @property
    def one_word(self) -> bool:
        """True for a search by one prefix of a name in the whole list."""
        return self.sought is not None and self.sought.words == 1 and not self.scoped and not self.filters


@dataclass(frozen=True)
class Compiled:
    """SQL in the server's parameter style, with the parameters' names in order."""

    sql: str
    names: tuple[str, ...]
    constants: Mapping[str, Any]

    def arguments(self, values: Mapping[str, Any]) -> list[Any]:
        """The values in the order of the parameters."""
        return [values[name] if name in values else self.constants[name] for name in self.names]


def compiled(statement: ClauseElement) -> Compiled:
    """Compiles a statement for asyncpg."""
    done = statement.compile(dialect=_dialect, compile_kwargs={"render_postcompile": True})
    constants = {name: value for name, value in done.params.items() if value is not None}
    return Compiled(str(done), tuple(done.positiontup or ()), constants)  # type: ignore[attr-defined]


def among(column: Any, name: str) -> ColumnElement[bool]:
    """The clause that the column is one of the numbers bound by this name."""
    clause: ColumnElement[bool] = column == bindparam(name, type_=ARRAY(BigInteger)).any_()
    return clause


def is_(column: Any, name: str) -> ColumnElement[bool]:
    """The clause that the column equals the value bound by this name."""
    clause: ColumnElement[bool] = column == bindparam(name, type_=column.type)
    return clause


async def page_of(
    listing: Listing,
    query: ListQuery,
    pool: ReadPool,
    *,
    actor: Actor | None = None,
    parameters: Mapping[str, Any] | None = None,
    fixed: Mapping[str, Any] | None = None,
) -> tuple[list[Any], int]:
    """The rows of a page and the exact total, of what the actor may see.

    ``parameters``: values that the columns bind, such as the reader's language. ``fixed``: filters that a request
    cannot set.
    """
    values, shape = _read(listing, query, actor, fixed or {})
    values |= parameters or {}
    counting = _count(listing, shape)

    async def read(connection: Connection) -> tuple[list[Any], int]:
        total: int = await connection.fetchval(counting.sql, *counting.arguments(values))
        offset = (query.page - 1) * query.per_page
        if offset >= total:
            return [], total
        backwards = offset > total // 2
        limit = min(query.per_page, total - offset)
        place = {"limit": limit, "offset": total - offset - limit if backwards else offset}
        directed = _directed_as(shape, query, backwards=backwards)
        place[DEPTH] = place["offset"] + limit
        shallow, on_demand = place[DEPTH] <= SHALLOW, _chosen(listing, query)
        paging = _page(listing, replace(directed, shallow=shallow, on_demand=on_demand))
        records = await connection.fetch(paging.sql, *paging.arguments(values | place))
        rows = msgspec.convert([dict(record) for record in records], list[listing.row])  # type: ignore[name-defined]
        return rows[::-1] if backwards else rows, total

    return await pool.run(read)


def parameters_and_shape(
    listing: Listing, query: ListQuery, actor: Actor | None, fixed: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], Shape]:
    """The parameters and the shape of a query, to read the whole list.

    ``fixed``: as in ``page_of``.
    """
    values, shape = _read(listing, query, actor, fixed or {})
    return values, replace(shape, descending=query.order_by == Order.DESC)


@functools.lru_cache(maxsize=256)
def full_list_statements(listing: Listing, shape: Shape, fields: tuple[str, ...]) -> tuple[Compiled, Compiled]:
    """The statements of the total and of these fields of all rows in order."""
    columns = [listing.columns[name].label(f"c{number}") for number, name in enumerate(fields)]
    wanted = select(*columns).select_from(_source(listing, shape)).where(and_(True, *_conditions(listing, shape)))
    value = listing.sorts[shape.sort_by].value if shape.sort_by else None
    return _count(listing, shape), compiled(wanted.order_by(*_order(listing, shape, value)))


def _read(
    listing: Listing, query: ListQuery, actor: Actor | None, fixed: Mapping[str, Any]
) -> tuple[dict[str, Any], Shape]:
    given = {name: getattr(query, name, None) for name in listing.filters} | dict(fixed)
    values = {name: value for name, value in given.items() if value is not None}
    filters = tuple(sorted(values))
    sought = None
    if query.value and query.value.strip():
        sought, more = _sought(listing, query)
        values |= more
    own = None if actor is None or actor.all_offices else list(actor.office_ids)
    if own is not None and BRANCH_FILTER in values:
        values[BRANCH_FILTER] = [id for id in values[BRANCH_FILTER] if id in own]
    values[SCOPE_PARAMETER] = own
    sort_by = getattr(query, "sort_by", None)
    return values, Shape(filters, sought, own is not None, sort_by if sort_by in listing.sorts else None)


def _directed_as(shape: Shape, query: ListQuery, *, backwards: bool) -> Shape:
    descending = query.order_by == Order.DESC
    if shape.sort_by is None:
        return replace(shape, descending=descending != backwards)
    return replace(shape, descending=descending, backwards=backwards)


def _chosen(listing: Listing, query: ListQuery) -> tuple[str, ...]:
    """The fields on demand that the query names, in the order of their declaration."""
    named = set(getattr(query, "columns", None) or ())
    wire = {one.name: one.encode_name for one in msgspec.structs.fields(listing.row)} if named else {}
    return tuple(name for name in listing.on_demand if wire.get(name) in named)


def _sought(listing: Listing, query: ListQuery) -> tuple[SearchTerms, dict[str, Any]]:
    value, keys = (query.value or "").strip(), getattr(query, "keys", None)
    if listing.search:
        return listing.search.sought(value, keys)
    return SearchTerms(contains=True), {"sought_part": f"%{escaped(value.lower())}%"}


def _conditions(listing: Listing, shape: Shape) -> list[ColumnElement[bool]]:
    clauses = [*listing.always, *(listing.filters[name]() for name in shape.filters)]
    if shape.scoped and (scope := seen(listing.table)) is not None:
        clauses.append(scope)
    if shape.sought:
        clauses.append(_match(listing, shape.sought))
    return clauses


def _match(listing: Listing, sought: SearchTerms) -> ColumnElement[bool]:
    if sought.contains:
        part = bindparam("sought_part", type_=Text)
        return or_(false(), *(func.lower(column).like(part, escape="\\") for column in listing.contains))
    assert listing.search is not None  # noqa: S101  a list that isn't searched by people is searched by contains
    # materialised: otherwise a rare word makes the planner walk the whole order (stack.md §4)
    found = listing.search.matches(sought).cte("found").prefix_with("MATERIALIZED")
    return listing.table.c.id.in_(select(found.c.id))


@functools.lru_cache(maxsize=1024)
def _count(listing: Listing, shape: Shape) -> Compiled:
    if listing.counted and not shape.sought:
        kept = listing.counted.total(shape.filters, scoped=shape.scoped)
        if kept is not None:
            return compiled(kept)
    if shape.one_word and shape.sought and (search := listing.search) and search.words:
        total, rest = search.words.total(masked=shape.sought.masked), search.rest(shape.sought)
        if rest is not None:
            total += select(func.count()).select_from(listing.table).where(*listing.always, rest).scalar_subquery()
        return compiled(select(total))
    return compiled(select(func.count()).select_from(listing.table).where(and_(True, *_conditions(listing, shape))))


@functools.lru_cache(maxsize=1024)
def _page(listing: Listing, shape: Shape) -> Compiled:
    page = (
        _ordered_ids(listing, shape)
        .limit(bindparam("limit", type_=Integer))
        .offset(bindparam("offset", type_=Integer))
        .subquery("page")
    )
    wanted: Select[Any] = select(*labelled(listing.row, listing.columns_with(shape.on_demand)))
    joined = wanted.select_from(listing.table.join(page, page.c.id == listing.table.c.id))
    return compiled(joined.order_by(*_order(listing, shape, page.c.value if shape.sort_by else None)))


def _ordered_ids(listing: Listing, shape: Shape) -> Select[Any]:
    if shape.sort_by:
        value = listing.sorts[shape.sort_by].value.label("value")
        sorted_ids = select(listing.table.c.id.label("id"), value).select_from(_source(listing, shape))
        return sorted_ids.where(and_(True, *_conditions(listing, shape))).order_by(*_order(listing, shape, value))
    keys = [*listing.order, listing.table.c.id]
    if shape.shallow and shape.one_word and shape.sought and (search := listing.search) and search.words:
        directed = [desc if shape.descending else asc] * 2
        rest = search.rest(shape.sought)
        others = None
        if rest is not None:
            own = select(*keys).where(*listing.always, rest).order_by(*_directed(keys, descending=shape.descending))
            others = select(own.limit(bindparam(DEPTH, type_=Integer)).subquery("others"))
        places = search.words.places(directed, others, masked=shape.sought.masked).subquery("places")
        return select(places.c.id).order_by(*(direct(c) for direct, c in zip(directed, places.c, strict=True)))
    matching = select(listing.table.c.id.label("id")).where(and_(True, *_conditions(listing, shape)))
    return matching.order_by(*_directed(keys, descending=shape.descending))


def _source(listing: Listing, shape: Shape) -> FromClause:
    """The table, with what its rows are sorted by beside it."""
    source: FromClause = listing.table
    for beside in listing.sorts[shape.sort_by].beside if shape.sort_by else ():
        source = source.outerjoin(beside, beside.c.id == listing.table.c.id)
    return source


def _order(listing: Listing, shape: Shape, value: ColumnElement[Any] | None) -> list[Any]:
    """The keys of an order; ``value``: where the computed one is read from."""
    keys = [*listing.order, listing.table.c.id]
    if value is None:
        return _directed(keys, descending=shape.descending)
    by = value.desc() if shape.descending != shape.backwards else value.asc()
    last = by.nulls_first() if shape.backwards else by.nulls_last()
    return [last, *_directed(keys, descending=shape.backwards)]


def _directed(keys: list[Column[Any]], *, descending: bool) -> list[Any]:
    return [key.desc() if descending else key.asc() for key in keys]
