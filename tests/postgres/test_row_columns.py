"""A listed field is read from its own column or a declared expression."""

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, Text

from adapters.postgres.listing.row_columns import columns_of
from contracts.shared import Wire

THINGS = Table(
    "things",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("note", Text, nullable=False),
    Column("maker", Text),
)


class Thing(Wire):
    """A row of the things."""

    id: int
    note: str | None
    maker: str | None


class Weighed(Thing, kw_only=True):
    """A row with a field that is in no table."""

    weight: int = 0


def test_an_empty_text_is_null_where_the_field_may_be_none() -> None:
    """A nullable column says so itself, and an id is never empty."""
    found = {name: str(column) for name, column in columns_of(Thing, THINGS, {}).items()}
    assert found == {"id": "things.id", "note": "nullif(things.note, :nullif_1)", "maker": "things.maker"}


def test_a_declared_expression_replaces_the_column() -> None:
    assert columns_of(Thing, THINGS, {"note": THINGS.c.note})["note"] is THINGS.c.note


def test_a_field_without_a_source_is_an_error_at_import() -> None:
    """Also an optional one: it would be empty without a word."""
    with pytest.raises(TypeError, match=r"Weighed\.weight: things has no such column"):
        columns_of(Weighed, THINGS, {})
    assert "weight" not in columns_of(Weighed, THINGS, {}, elsewhere=("weight",))


def test_a_declared_name_that_is_no_field_is_an_error_at_import() -> None:
    with pytest.raises(TypeError, match="Thing has no field nota"):
        columns_of(Thing, THINGS, {"nota": THINGS.c.note})
