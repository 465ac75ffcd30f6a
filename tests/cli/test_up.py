"""`markaz up` starts all programs and prints one line with the sign-in.

Issue 2, D-11.
"""

import json
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.embedded.console import Console, console

MARKAZ = (sys.executable, "-m", "entrypoints.cli", "up")
SMALL = {"CONSOLE_DEMO": "20"}


def sign_in(it: Console, password: str) -> int:
    """The response status of a sign-in as superadmin with this password."""
    body = json.dumps({"login": "superadmin", "password": password}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{it.port}/api/staff/auth/sign-in", body, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_the_generated_password_is_shown_at_the_first_start_only(tmp_path: Path) -> None:
    """The password in the line works; the next start names its file instead."""
    with console(tmp_path / "home", command=MARKAZ, **SMALL) as first:
        line = first.wait_for("Markaz is ready", 120)
        assert f"http://127.0.0.1:{first.port} — sign in as superadmin with " in line
        password = line.split()[-1]
        assert sign_in(first, password) in {200, 201}
        assert sign_in(first, f"{password}x") == 401
        assert first.end() == 0
        assert first.lines == [line, "Stopping …\n"]
    with console(tmp_path / "home", command=MARKAZ, **SMALL) as second:
        line = second.wait_for("Markaz is ready", 120)
        assert password not in line
        assert f"{tmp_path}/home/secrets/superadmin_password" in line
        doctor = Console(tmp_path / "home", port=second.port, command=(*MARKAZ[:3], "doctor"), **SMALL)
        assert doctor.started.wait(30) == 0, doctor.lines
        assert second.end() == 0


def test_up_and_simulate_answer_in_json(tmp_path: Path) -> None:
    """One line with the address; the school's token is in no command line.

    Issue 3: --json everywhere.
    """
    with console(tmp_path / "home", command=(*MARKAZ, "--json"), **SMALL) as it:
        printed = json.loads(it.wait_for("{", 120))
        assert (printed["address"], printed["login"]) == (f"http://127.0.0.1:{it.port}", "superadmin")
        assert sign_in(it, printed["signIn"].split()[-1]) in {200, 201}
        token = (tmp_path / "home" / "secrets" / "school_token").read_text().strip()
        running = it.processes().values()
        assert any("simulators.school" in words for words in running)
        assert not any(token in words for words in running)
    simulate = (*MARKAZ[:3], "simulate", "school", "--students", "20", "--json")
    with console(tmp_path / "other", command=simulate) as school:
        assert json.loads(school.wait_for("{", 60))["address"].startswith("http://127.0.0.1:")


def test_a_given_password_is_never_printed(tmp_path: Path) -> None:
    """CONSOLE_SUPERADMIN_PASSWORD signs in; the line names the variable."""
    with console(tmp_path / "home", command=MARKAZ, CONSOLE_SUPERADMIN_PASSWORD="a-secret-of-ours", **SMALL) as it:
        assert "CONSOLE_SUPERADMIN_PASSWORD" in it.wait_for("Markaz is ready", 120)
        assert sign_in(it, "a-secret-of-ours") in {200, 201}
        assert "a-secret-of-ours" not in "".join(it.lines)


def test_a_start_that_fails_reports_the_reason(tmp_path: Path) -> None:
    """An unreachable database: one line with reason and log, no process remains."""
    named = {"CONSOLE_DATABASE_URL": "postgresql://me:hidden@127.0.0.1:1/x"}
    with console(tmp_path / "home", command=MARKAZ, **named, **SMALL) as it:
        assert it.started.wait(60) == 1
        line = it.wait_for("`markaz migrate` failed")
        assert "migrate.log" in line
        assert "hidden" not in line
        assert not it.processes()


@pytest.mark.parametrize("name", ["Dilfuza's school", "maktab"])
def test_a_folder_of_csv_files_is_served_as_the_school(tmp_path: Path, name: str) -> None:
    """A centre without a school system names a folder; an unreadable one is reported."""
    (tmp_path / name).mkdir()
    with console(tmp_path / "home", command=MARKAZ, CONSOLE_SCHOOL_URL=str(tmp_path / name)) as it:
        assert it.started.wait(60) == 1
        assert "school keeps ending" in it.wait_for("markaz:")
