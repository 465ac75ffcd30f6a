"""Every table says who sees it, and keeps what its rules read."""

import dataclasses

from adapters.postgres.core.mapping import LISTS, MAPPED
from adapters.postgres.core.scopes import CENTRE, INSIDE, OWN, SCOPES
from adapters.postgres.core.tables import metadata


def test_every_table_says_who_sees_its_rows() -> None:
    """D-12: a table without a declaration would be seen by everybody of every branch."""
    assert set(SCOPES) == set(metadata.tables)


def test_a_table_that_branches_do_not_divide_says_why() -> None:
    """One of three reasons."""
    for name, scope in SCOPES.items():
        assert (scope.branches is None) == (scope.why in (CENTRE, OWN, INSIDE)), name


def test_what_has_a_branch_is_divided_by_branches() -> None:
    """A table with a reference to a branch, person or group has a branch scope."""
    for name, table in metadata.tables.items():
        targets = {key.column.table.name for key in table.foreign_keys}
        if targets & {"offices", "students", "groups", "teachers"}:
            assert SCOPES[name].why != CENTRE, name


def test_every_field_of_a_rule_is_a_column() -> None:
    """Mapped by name: a field without its column would be lost at the first reading."""
    for kind, table in MAPPED.items():
        missing = (
            {field.name for field in dataclasses.fields(kind)} - set(table.columns.keys()) - set(LISTS.get(kind, {}))
        )
        assert missing == set(), kind.__name__


def test_ids_are_wide_and_never_ours_to_choose() -> None:
    """D-73: bigint, given by the database."""
    for name, table in metadata.tables.items():
        for column in table.primary_key:
            if str(column.type) not in ("TEXT",):
                assert str(column.type) == "BIGINT", f"{name}.{column.name}"
