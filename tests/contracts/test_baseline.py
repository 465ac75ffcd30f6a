"""The public contract changes only by a commit that accepts the change."""

from tests.contracts.baseline import accepted, fingerprint, present, without_prose
from tests.support.database_schema import schema_rows

ACCEPT = "if the change is meant: .venv/bin/python -m tests.contracts.baseline"


def test_the_contract_is_the_accepted_one() -> None:
    """Calls, Structs, screens, rights, events and keys of texts are as accepted."""
    now = present()
    changed = [part for part, value in now.items() if accepted().get(part) != value]
    assert changed == [], ACCEPT


async def test_the_database_schema_is_the_accepted_one(database_url: str) -> None:
    """Columns, indexes, constraints, triggers and functions are as accepted."""
    assert fingerprint(await schema_rows(database_url)) == accepted()["database schema"], ACCEPT


def test_a_renamed_field_changes_the_fingerprint() -> None:
    """The fingerprint covers the structure, not the wording."""
    before = {"properties": {"description": {"type": "string"}}, "description": "A student."}
    reworded = {"properties": {"description": {"type": "string"}}, "description": "One student."}
    renamed = {"properties": {"about": {"type": "string"}}, "description": "A student."}
    assert fingerprint(without_prose(before)) == fingerprint(without_prose(reworded))
    assert fingerprint(without_prose(before)) != fingerprint(without_prose(renamed))
