"""`make test`: runs every test; `--long` includes the long ones.

It ends with the ten slowest tests, the duration and one line of totals.
"""

# ruff: noqa: S603 - our own commands

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from steps import PROJECT, PYTHON, Step, run

_RESULTS = PROJECT / ".cache" / "tests"
# These measure a console under load, and fill a disk against the clock: nothing runs beside them.
_ALONE = ("tests/faults/test_hard_pressed.py", "tests/faults/test_disk_full.py")
# These start whole consoles and browsers, and wait for them: one more at a time than there are processors, and each
# fetches the next file when it is free. The first browser test makes the demo that the others copy; meanwhile those run
# that need none.
_BROWSERS = "tests/e2e"
_DEMO_FIRST = f"{_BROWSERS}/access/test_sessions.py"
_NO_DEMO = ("tests/http/api/test_any_request.py", "tests/embedded", "tests/cli", "tests/faults")
_WHOLE = (*_NO_DEMO, _BROWSERS)
# Some of these start whole consoles too.
_AMONG_OTHERS = ("tests/simulators", "tests/benchmarks")
_WAYS_TO_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_NOTHING_COLLECTED = 5
# A busy machine can delay a browser or a restart; more retries than these mean a real failure.
_MAX_RERUNS = 16


@dataclass
class Tally:
    """The results of the tests so far."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    second_try: list[str] = field(default_factory=list)
    # of a failed test: the first line of its message
    why: dict[str, str] = field(default_factory=dict)

    def note(self, name: str, seconds: float) -> None:
        """Records the duration of a test."""
        self.slowest.append((seconds, name))


def main(arguments: list[str]) -> int:
    """Runs all tests; returns 0 only if every test ran and passed."""
    began = time.monotonic()
    # A shell starts background processes with Ctrl-C ignored; the tests send it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Some forty consoles start: each loads the bytecode that the first one compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    shutil.rmtree(_RESULTS, ignore_errors=True)
    _RESULTS.mkdir(parents=True)
    tally = Tally()
    _find_chromium()
    if "--long" in arguments:
        _pytest("long", ["-m", "long", "tests"], tally)
    else:
        # second tries copy the demo of the first ones
        with tempfile.TemporaryDirectory(prefix="markaz-demo-") as os.environ["MARKAZ_TESTS_DEMO"]:
            _first_and_second_tries(tally)
        _vitest(tally)
        _budget(tally)
    return _summary(tally, time.monotonic() - began)


def _first_and_second_tries(tally: Tally) -> None:
    ignored = [f"--ignore={path}" for path in _WHOLE]
    _pytest("together", ["-m", "not long", "-n", "2", "--dist", "loadfile", *ignored, "tests"], tally)
    taking = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", *(f"--ignore={path}" for path in _ALONE)]
    _pytest("whole", ["-m", "not long", *taking, _DEMO_FIRST, *_NO_DEMO, *_other_browser_tests()], tally)
    _pytest("alone", ["-m", "not long", *_ALONE], tally)
    _try_again(tally, [*_WHOLE, *_AMONG_OTHERS])


def _other_browser_tests() -> list[str]:
    """The files of browser tests but the first one.

    Their folder would contain it, and pytest drops what another argument contains.
    """
    files = sorted(str(file.relative_to(PROJECT)) for file in (PROJECT / _BROWSERS).rglob("test_*.py"))
    return [file for file in files if file != _DEMO_FIRST]


def _pytest(name: str, arguments: list[str], tally: Tally) -> None:
    code = subprocess.run(_command(name, arguments), cwd=PROJECT, check=False).returncode
    _read_report(name, code, tally)


def _command(name: str, arguments: list[str]) -> list[str]:
    report = _RESULTS / f"{name}.xml"
    return [
        PYTHON,
        "-m",
        "pytest",
        "-q",
        "--no-header",
        "--tb=short",
        "--durations=10",
        f"--junitxml={report}",
        *arguments,
    ]


def _read_report(name: str, code: int, tally: Tally) -> None:
    report = _RESULTS / f"{name}.xml"
    before = len(tally.failed)
    if report.exists():
        for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - our own file
            _count(case, tally)
    if code not in {0, _NOTHING_COLLECTED} and len(tally.failed) == before:
        tally.failed.append(f"pytest itself ({name}): exit code {code}")


def _try_again(tally: Tally, whole: list[str]) -> None:
    """Retries tests of whole consoles and browsers, which a busy machine delays.

    The summary lists the retries.
    """
    late = [name for name in tally.failed if name.startswith(tuple(whole))]
    if not late or len(late) > _MAX_RERUNS:
        return
    tally.failed = [name for name in tally.failed if name not in late]
    _pytest("again", late, tally)
    tally.second_try = [name for name in late if name not in tally.failed]


def _count(case: ElementTree.Element, tally: Tally) -> None:
    name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
    tally.note(name, float(case.get("time", "0")))
    trouble = next((case.find(kind) for kind in ("failure", "error") if case.find(kind) is not None), None)
    if trouble is not None:
        tally.failed.append(name)
        tally.why[name] = " ".join((trouble.get("message") or "").split())[:300]
    elif (skipped := case.find("skipped")) is not None:
        reason = (skipped.get("message") or "no reason").splitlines()[0]
        tally.skipped[reason] = tally.skipped.get(reason, 0) + 1
    else:
        tally.passed += 1


def _vitest(tally: Tally) -> None:
    report = _RESULTS / "web.json"
    command = [
        "npm",
        "run",
        "--silent",
        "test",
        "--",
        "--reporter=json",
        f"--outputFile={report}",
        "--passWithNoTests",
        "--maxWorkers=2",
    ]
    outcome = run(Step("vitest", command, PROJECT / "web"))
    before = len(tally.failed)
    files = json.loads(report.read_text())["testResults"] if report.exists() else []
    for file in files:
        for one in file["assertionResults"]:
            name = f"{Path(file['name']).relative_to(PROJECT)}: {one['fullName']}"
            tally.note(name, (one.get("duration") or 0) / 1000)
            if one["status"] == "passed":
                tally.passed += 1
            elif one["status"] == "failed":
                tally.failed.append(name)
                print(f"FAILED {name}", *one["failureMessages"], sep="\n")
            else:
                tally.skipped["skipped in vitest"] = tally.skipped.get("skipped in vitest", 0) + 1
    if not outcome.passed and len(tally.failed) == before:
        tally.failed.append(f"vitest itself: exit code {outcome.code}")
        print(outcome.output)


def _budget(tally: Tally) -> None:
    """Checks the size of the downloaded console, which `tools/setup` has built."""
    outcome = run(Step("budget", ["npm", "run", "--silent", "budget"], PROJECT / "web"))
    if outcome.passed:
        tally.passed += 1
    else:
        tally.failed.append("web/scripts/budget.mjs: the console is too large")
        print(outcome.output)


def _find_chromium() -> None:
    """Finds the system's chromium for the browser tests.

    It is installed where that is allowed, otherwise the missing program is reported.
    """
    if any(shutil.which(name) for name in _WAYS_TO_CHROMIUM):
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium-headless-shell"]
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("tests: installing chromium for the browser tests", flush=True)
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        run(Step("update", ["apt-get", "update", "-q"]), quiet)
        run(Step("chromium", install), quiet)
    if not any(shutil.which(name) for name in _WAYS_TO_CHROMIUM):
        print(
            f"tests: the browser tests need chromium and are skipped; install it: sudo {' '.join(install)}", flush=True
        )


def _summary(tally: Tally, seconds: float) -> int:
    print("\nTen slowest tests:")
    for duration, name in sorted(tally.slowest, reverse=True)[:10]:
        print(f"  {duration:6.2f} s  {name}")
    for reason, number in tally.skipped.items():
        print(f"Skipped {number}: {reason}")
    for name in tally.second_try:
        print(f"Passed at the second try only: {name} ({tally.why.get(name)})")
    for name in tally.failed:
        print(f"FAILED {name} ({tally.why.get(name, 'see above')})")
    print(f"Duration: {int(seconds // 60)} min {seconds % 60:.0f} s")
    print(f"{tally.passed} passed, {len(tally.failed)} failed")
    return 0 if tally.passed and not tally.failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
