"""`markaz simulate oneroster` serves a school; `markaz doctor` checks settings.

The doctor names the wrong setting (issue 4).
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
MARKAZ = [sys.executable, "-m", "entrypoints.cli"]


@contextmanager
def provider(*options: str) -> Iterator[str]:
    """A small school as a OneRoster provider; yields its address."""
    command = [*MARKAZ, "simulate", "oneroster", "--students", "60", "--client-secret", "right", *options]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        try:
            yield program.stdout.readline().removeprefix("School at ").strip()
        finally:
            program.terminate()


def doctor_on_the_school(home: Path, **variables: str) -> dict[str, str]:
    """The doctor's finding on the school system."""
    environment = os.environ | {"CONSOLE_HOME": str(home)} | variables
    command = [*MARKAZ, "doctor", "--json"]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert "right" not in done.stdout
    (found,) = [finding for finding in json.loads(done.stdout) if finding["about"] == "school"]
    return dict(found)


@pytest.mark.parametrize(
    ("changed", "state", "todo"),
    [
        ({}, "ok", ""),
        ({"CONSOLE_SCHOOL_CLIENT_SECRET": "wrong"}, "fail", "CONSOLE_SCHOOL_CLIENT_SECRET"),
        ({"CONSOLE_SCHOOL_FORM": "hh"}, "fail", "CONSOLE_SCHOOL_FORM"),
    ],
)
def test_the_doctor_names_the_wrong_setting(tmp_path: Path, changed: dict[str, str], state: str, todo: str) -> None:
    """One request to the school system: its answer, or the setting to check."""
    with provider("--variant", "bare-links") as url:
        right = {
            "CONSOLE_SCHOOL_FORM": "oneroster",
            "CONSOLE_SCHOOL_URL": url,
            "CONSOLE_SCHOOL_CLIENT_SECRET": "right",
        }
        found = doctor_on_the_school(tmp_path, **right | changed)
    assert found["state"] == state
    assert todo in found["todo"]
    assert url in found["message"]


def test_an_unknown_variant_is_rejected_with_the_known_ones() -> None:
    """The error lists the options that exist."""
    command = [*MARKAZ, "simulate", "oneroster", "--variant", "bare-link"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "bare-links" in done.stderr
