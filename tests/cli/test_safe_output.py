"""No stored name directs a terminal, forges a line or hides (ASVS-66)."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from click import Command
from click.testing import CliRunner

from adapters.postgres.core.engine import asyncpg_arguments
from entrypoints.cli.audit import audit
from entrypoints.cli.jobs import jobs
from entrypoints.cli.program import main
from entrypoints.cli.synchronise import sync
from entrypoints.logs import JsonLines
from entrypoints.safe_output import safe_json, safe_line
from tests.cli.test_security_checks import GOOD

HOSTILE = "Ali\x1b[2J\rmarkaz: all is well\x9b1m\u202eilaV\u2066\u200b\x7f👨‍👩‍👧"
ESCAPED = r"Ali\x1b[2J\rmarkaz: all is well\x9b1m\u202eilaV\u2066\u200b\x7f👨‍👩‍👧"
DIRECTING = {*map(chr, (*range(10), *range(11, 32), *range(0x7F, 0xA0))), *"\u202e\u2066\u200b"}
ROWS = (
    "insert into students (id, first_name, last_name, h_id) values (7, $1, 'Valiyev', 's7')",
    "insert into roles (name, type, permissions) values ($1, 1, '{}')",
    "insert into offices (id, name) values (6, $1)",
    "insert into courses (id, name) values (5, $1)",
    "insert into groups (id, name, h_id, office_id, course_id, status) values (8, $1, 'g8', 6, 5, 1)",
    "insert into users (login, password_hash, role_id, first_name) select 'ali', '', id, $1 from roles limit 1",
    "insert into jobs (kind, payload, state, tries, last_error) values ('import', '{}', 'failed', 5, $1)",
    "insert into sync_runs (id, type, parts, status, reason, detail, created_at, finished_at)"
    " values (9, 'all', '[]', 'failed', 'garbage', $1, now(), now())",
    "insert into sync_changes (run_id, entity, entity_id, verb, before, after) values"
    " (9, 'student', 7, 'update', jsonb_build_object('first_name', $1::text), '{\"first_name\": \"Vali\"}'),"
    " (9, 'group', 8, 'update', jsonb_build_object('name', $1::text), '{\"name\": \"A\"}')",
    "insert into audits (at, actor_name, verb, entity, entity_id, digest, params, before, after) values"
    " (now(), $1, 'access.role_deleted', 'role', 7, '', jsonb_build_object('name', $1::text),"
    " jsonb_build_object('name', $1::text), null)",
)
COMMANDS: list[tuple[Command, list[str]]] = [
    (audit, ["tail"]),
    (jobs, ["list"]),
    (jobs, ["show", "1"]),
    (sync, ["show", "9"]),
    (sync, ["status"]),
    (sync, ["changes", "9"]),
]


@pytest.fixture
async def home(database_url: str, tmp_path: Path) -> AsyncIterator[dict[str, str]]:
    """The settings of a console whose database holds hostile names."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    for statement in ROWS:
        await connection.execute(statement, HOSTILE)
    yield {"CONSOLE_HOME": str(tmp_path), "CONSOLE_DATABASE_URL": database_url, **GOOD}
    await connection.close()


async def test_every_command_that_prints_names_escapes_them(home: dict[str, str]) -> None:
    """Of a person, a role, a group, an error, put into the database directly."""
    for command, words in COMMANDS:
        done = await asyncio.to_thread(CliRunner().invoke, command, words, env=home)
        assert done.exit_code == 0, (words, done.output)
        assert not DIRECTING & set(done.output), (words, done.output)
        if words[0] != "status":
            assert ESCAPED in done.output, (words, done.output)
        written = await asyncio.to_thread(CliRunner().invoke, command, [*words, "--json"], env=home)
        assert not DIRECTING & set(written.output), words
        if words[0] != "status":
            assert HOSTILE in str(_texts(json.loads(written.output))), words


def _texts(document: object) -> str:
    """All texts of a JSON document, each on a line."""
    if isinstance(document, dict):
        return "\n".join(map(_texts, document.values()))
    if isinstance(document, list):
        return "\n".join(map(_texts, document))
    return str(document)


@pytest.mark.parametrize("as_json", [False, True])
async def test_an_error_that_lists_roles_escapes_their_names(
    home: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    words = ["user", "create", "vali", "--role", "none\x1b[2J", *(["--json"] if as_json else [])]
    for name, value in home.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", ["markaz", *words])
    with pytest.raises(SystemExit):
        await asyncio.to_thread(main, words)
    output = capsys.readouterr().err
    assert not DIRECTING & set(output)
    assert HOSTILE in json.loads(output)["errors"][0] if as_json else ESCAPED in output


async def test_a_given_name_of_marks_alone_opens_no_account(
    home: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be left out on the command line; what is given must be a name."""
    for name, value in home.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        await asyncio.to_thread(main, ["user", "create", "vali", "--first-name", "\u202e\u200b"])
    assert "first_name: This is required" in capsys.readouterr().err


def test_a_log_line_holds_no_mark_and_reads_as_the_same_text() -> None:
    """ASVS-57."""
    record = logging.LogRecord("markaz", logging.INFO, "", 0, "saved %s", (HOSTILE + "\n",), None)
    line = JsonLines("web").format(record)
    assert not (DIRECTING | {"\n"}) & set(line)
    assert json.loads(line)["message"] == f"saved {HOSTILE}\n"


def test_escaping_changes_neither_json_nor_a_plain_line() -> None:
    """Joined emoji and letters of every script are printed as they are."""
    plain = "Oʻktam Ғани 👩🏽‍🦰 🏴‍☠️ عربي 中文"
    assert safe_line(plain) == safe_json(plain) == plain
    document = {"a\u202e": [HOSTILE, "\U000e0041\ud800", plain]}
    assert json.loads(safe_json(json.dumps(document, ensure_ascii=False, indent=2))) == document
