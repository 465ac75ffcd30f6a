"""A day of the centre, played in seconds; its reports are true.

Issue 4: demo-day.
"""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import time
from pathlib import Path
from typing import Any

import pytest

from entrypoints.simulators.day.script import PARTS, the_day
from tests.embedded.console import PROJECT, Console, console

PROGRAM = (sys.executable, "-m", "entrypoints.cli")
PASSWORD = "a-secret-of-ours"
SUPERADMIN = {"login": "superadmin", "password": PASSWORD}
SCHOOL = {"CONSOLE_DEMO": "60", "CONSOLE_SUPERADMIN_PASSWORD": PASSWORD}


def test_the_day_is_in_chronological_order() -> None:
    """With the moments of every part."""
    day = the_day()
    assert len(day) == sum(map(len, PARTS))
    assert [moment.at for moment in day] == sorted(moment.at for moment in day)
    assert time(8) <= day[0].at < day[-1].at <= time(20)


@pytest.fixture
def centre(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    """A whole console with a small demo school, in which no day was played."""
    with console(tmp_path_factory.mktemp("day") / "home", command=(*PROGRAM, "up"), **SCHOOL) as it:
        it.wait_for("Markaz is ready", 150)
        yield it


def _played(it: Console, *options: str) -> subprocess.Popen[str]:
    variables = {"PATH": "/usr/bin:/bin", "CONSOLE_HOME": str(it.home), "CONSOLE_PORT": str(it.port)} | SCHOOL
    return subprocess.Popen(
        (*PROGRAM, "demo-day", *options),
        cwd=PROJECT,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _request(it: Console, method: str, path: str, token: str = "", body: Any = None) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    sent = json.dumps(body).encode() if body else None
    url = f"http://127.0.0.1:{it.port}/api/staff{path}"
    with urllib.request.urlopen(urllib.request.Request(url, sent, headers, method=method), timeout=30) as answer:
        return json.load(answer)["data"]


def _runs_and_failed_jobs(it: Console, token: str) -> tuple[dict[int, str], dict[int, str]]:
    """The statuses of all runs and the kinds of the failed jobs, by id."""
    runs = _request(it, "GET", "/synchronization/runs?perPage=100", token)["runs"]
    failed = _request(it, "GET", "/jobs/all?state=failed", token)["jobs"]
    return {run["id"]: run["status"] for run in runs}, {job["id"]: job["kind"] for job in failed}


def test_a_played_day_changes_the_console_as_reported(centre: Console) -> None:
    """Six runs with one failure, a retried job, a rejected wrong password.

    One run failed because the school was down; no sign-in succeeded with a wrong password.
    """
    token = _request(centre, "POST", "/auth/sign-in", body=SUPERADMIN)["accessToken"]
    runs_before, failed_before = _runs_and_failed_jobs(centre, token)
    day = _played(centre, "--once", "--speed", "1000000")
    output, _ = day.communicate(timeout=240)
    assert day.returncode == 0, output
    lines = output.splitlines()
    assert len(lines) == len(the_day()), output
    assert re.search(r"08:05 +a stranger +tries .*401", output)
    assert re.search(r"10:40 +Dilnoza Karimova .*403", output)
    assert re.search(r"14:10 +Sardor Tursunov .*is failed", output)
    assert "it is done" in output
    runs, failed = _runs_and_failed_jobs(centre, token)
    statuses = [status for id, status in runs.items() if id not in runs_before]
    assert len(statuses) == sum("synchronises" in line for line in lines) == 6
    assert statuses.count("failed") == 1
    assert {status for status in statuses if status != "failed"} <= {"done", "done_with_messages"}
    assert [kind for id, kind in failed.items() if id not in failed_before and kind != "sms.send"] == ["sync.run"]
    assert list(failed.values()).count("sms.send") == 1, "each demo has one"
    assert re.search(r"08:50 +the doors +tell who has come: \d+ taken", output)
    assert re.search(r"09:35 +Barno Toʻlqinova +marks Suhbat klubi .*the school refuses", output), output
    today = _request(centre, "GET", "/today", token)["today"]
    assert today["running"]["total"] >= 1
    assert today["refused"]["total"] >= 1
    assert _request(centre, "GET", "/students/all", token)["total"] > 0
    newest, *_ = (line for line in lines if line.startswith("18:00"))
    created = int(re.search(r"(\d+) created", newest)[1])  # type: ignore[index]
    assert created >= 2


def test_ctrl_c_ends_the_day_and_clears_the_schools_faults(centre: Console) -> None:
    """Without a traceback; a second day uses the same accounts."""
    day = _played(centre, "--speed", "1000000")
    assert day.stdout
    lines = []
    for line in day.stdout:
        lines.append(line)
        if "is down" in line:
            break
    day.send_signal(signal.SIGINT)
    rest = day.stdout.read()
    assert day.wait(30) == 130, rest
    assert "Traceback" not in rest
    assert "signs in" in "".join(lines)
    port = (centre.home / "school" / "port").read_text().strip()
    secret = (centre.home / "secrets" / "school_token").read_text().strip()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/simulator", headers={"Authorization": f"Bearer {secret}"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert json.load(answer)["faults"] == []


def test_a_missing_console_is_reported(tmp_path: Path) -> None:
    """One line, no traceback."""
    variables = {"PATH": "/usr/bin:/bin", "CONSOLE_HOME": str(tmp_path), "CONSOLE_PORT": "9"}
    done = subprocess.run(
        (*PROGRAM, "demo-day", "--once"), cwd=PROJECT, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "is the console running?" in done.stderr
