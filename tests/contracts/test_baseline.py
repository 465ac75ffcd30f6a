"""The public contract changes only on purpose: a change is accepted by a commit that says so."""

from tests.contracts.baseline import accepted, fingerprint, present, without_prose
from tests.support.database_schema import schema_rows

ACCEPT = "if the change is meant: .venv/bin/python -m tests.contracts.baseline"


def test_the_contract_is_the_accepted_one() -> None:
    """Calls, Structs, screens, rights, events and keys of texts are those that were accepted."""
    now = present()
    changed = [part for part, value in now.items() if accepted().get(part) != value]
    assert changed == [], ACCEPT


async def test_the_database_schema_is_the_accepted_one(database_url: str) -> None:
    """Every column, index, constraint, trigger and function is what was accepted with the last migration."""
    assert fingerprint(await schema_rows(database_url)) == accepted()["database schema"], ACCEPT


def test_a_renamed_field_changes_the_fingerprint() -> None:
    """Wording is left out of the fingerprint, structure is not."""
    before = {"properties": {"description": {"type": "string"}}, "description": "A student."}
    reworded = {"properties": {"description": {"type": "string"}}, "description": "One student."}
    renamed = {"properties": {"about": {"type": "string"}}, "description": "A student."}
    assert fingerprint(without_prose(before)) == fingerprint(without_prose(reworded))
    assert fingerprint(without_prose(before)) != fingerprint(without_prose(renamed))
