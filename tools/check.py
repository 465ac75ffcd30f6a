"""`make check`: checks that take at most a minute.

Format, lint, types, imports, architecture rules, and the tests of changed files.
"""

# ruff: noqa: S603, S607 - our own commands, found where the developer's shell finds them

import subprocess
import sys
import time
from pathlib import Path

from steps import PROJECT, PYTHON, Step, run, run_all

_TESTS = PROJECT / "tests"
_ALWAYS = ("tests/domain", "tests/architecture")
_BIN = Path(PYTHON).parent
_NOTHING_COLLECTED, _INTERRUPTED = 5, 2
_FINE = frozenset({0, _NOTHING_COLLECTED})
_MINUTE = 45.0  # seconds for tests: the minute less the preparation


def changed() -> list[str]:
    """Paths that differ from the last commit, and those of unpushed commits."""
    found: set[str] = set()
    for arguments in (
        ("diff", "--name-only", "HEAD"),
        ("ls-files", "--others", "--exclude-standard"),
        ("diff", "--name-only", "@{upstream}...HEAD"),
    ):
        done = subprocess.run(["git", *arguments], cwd=PROJECT, check=False, capture_output=True, text=True)
        found |= set(done.stdout.splitlines()) if done.returncode == 0 else set()
    return sorted(found)


def tests_of(path: str) -> list[str]:
    """The tests of a changed file: itself, or the test folders named like its own."""
    parts = Path(path).parts
    if parts[0] == "tests":
        is_test = parts[-1].startswith("test_") and (PROJECT / path).exists()
        return [path] if is_test else []
    folders = parts[:-1]
    named = [Path(*folders[start:stop]) for start in range(len(folders)) for stop in range(start + 1, len(folders) + 1)]
    return [f"tests/{name.as_posix()}" for name in named if (_TESTS / name).is_dir()]


def always() -> list[str]:
    """The folders of tests that always run."""
    return [folder for folder in _ALWAYS if (PROJECT / folder).is_dir()]


def tests_of_changes() -> list[str]:
    """The tests of changed files, without nested ones and those that always run."""
    changes = [path for path in changed() if path.endswith((".py", ".json"))]
    wanted = {Path(found) for path in changes for found in tests_of(path)}
    covered = wanted | {Path(folder) for folder in _ALWAYS}
    left = [one for one in wanted if str(one) not in _ALWAYS and not covered & set(one.parents)]
    return sorted(map(str, left))


def steps() -> list[Step]:
    """The checks, the longest first."""
    web = PROJECT / "web"
    pytest = [PYTHON, "-m", "pytest", "-q", "-x", "-n", "2", "-m", "not long and not browser", "--no-header"]
    return [
        Step("tests of the rules", [*pytest, *always()], passes=_FINE),
        Step("types (mypy)", [PYTHON, "-m", "mypy"]),
        Step("types (tsc)", ["npm", "run", "--silent", "types"], web),
        Step("lint (biome)", ["npm", "run", "--silent", "lint"], web),
        Step("size of the console (budget)", ["npm", "run", "--silent", "budget"], web),
        Step("imports (import-linter)", [str(_BIN / "lint-imports")]),
        Step("lint (ruff)", [PYTHON, "-m", "ruff", "check", "."]),
        Step("format (ruff)", [PYTHON, "-m", "ruff", "format", "--check", "."]),
    ]


def check_what_changed(seconds: float) -> bool:
    """Runs the tests of changed files for at most this many seconds.

    Tests that do not fit are named and left to `make test`.
    """
    if not (wanted := tests_of_changes()):
        return True
    command = [PYTHON, "-m", "pytest", "-q", "-x", "-m", "not long and not browser", "--no-header", *wanted]
    outcome = run(Step("tests of what changed", command, passes=_FINE, budget=max(5.0, seconds)))
    cut = outcome.code == _INTERRUPTED and "KeyboardInterrupt" in outcome.output
    text = f"tests of what changed: {' '.join(wanted)} ({outcome.seconds:.1f} s)"
    if outcome.passed or cut:
        print(f"ok   {text}{'; there are more than fit into a minute: make test runs them all' if cut else ''}")
        return True
    print(f"FAIL {text}\n{outcome.output}")
    return False


if __name__ == "__main__":
    began = time.monotonic()
    good = run_all(steps())
    good &= check_what_changed(_MINUTE - (time.monotonic() - began))
    sys.exit(0 if good else 1)
