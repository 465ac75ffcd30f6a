"""A database error is logged without the values of the row."""

import io
import json
import logging

import pytest

from entrypoints.logs import JsonLines
from tests.support.builders import a_branch, a_student, a_user_with
from tests.support.console import Console

CANARY, PHONE = "Kanareyka", "998907654321"
# raised during a save, with the values that PostgreSQL adds to a violated constraint
FAULTY = """
create function faulty() returns trigger language plpgsql as $$ begin
    raise exception 'a fault of the test' using
        detail = 'Failing row contains (' || new.first_name || e',\\n' || new.phone || ').', hint = 'none';
end $$
"""
ON_SAVE = "create trigger faulty before update on students for each row execute function faulty()"


@pytest.fixture
def log_output() -> io.StringIO:
    """The log of the API."""
    return io.StringIO()


async def test_an_error_during_a_save_is_logged_without_values(fresh_console: Console, log_output: io.StringIO) -> None:
    """ASVS-42, ASVS-58: statement and reason under the request id, no student."""
    branch = a_branch("Chilonzor")
    student = a_student().in_branch(branch)
    await fresh_console.store(branch, student)
    visitor = await fresh_console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    for statement in (FAULTY, ON_SAVE):
        await fresh_console.sql.execute(statement)
    logger, lines = logging.getLogger("markaz.http"), logging.StreamHandler(log_output)
    lines.setFormatter(JsonLines("api"))
    logger.addHandler(lines)
    try:
        form = {"version": 1, "firstName": CANARY, "lastName": CANARY, "phoneNumber": PHONE}
        answer = await visitor.put(f"/students/{student.id}/update-profile", form)
    finally:
        logger.removeHandler(lines)
        # the next test uses the same database
        await fresh_console.sql.execute("drop trigger faulty on students; drop function faulty()")
    assert (answer.status_code, answer.json()["code"]) == (500, "SHARED_UNEXPECTED")
    line = json.loads(log_output.getvalue())
    assert line["requestId"] == answer.json()["requestId"]
    assert "a fault of the test" in line["error"]
    assert "UPDATE students" in line["error"]
    for secret in (CANARY, CANARY.lower(), PHONE):
        assert secret not in log_output.getvalue()
