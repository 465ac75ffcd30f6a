"""Commands run one beside another, each quiet unless it fails."""

# ruff: noqa: S603 - our own commands

import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PYTHON = sys.executable


@dataclass(frozen=True)
class Step:
    """A command with a name, run in a directory of the project."""

    name: str
    command: Sequence[str]
    directory: Path = PROJECT
    passes: frozenset[int] = frozenset({0})
    #: Seconds after which it is interrupted, as by Ctrl-C.
    budget: float | None = None


@dataclass(frozen=True)
class Outcome:
    """How a step ended and what it said."""

    step: Step
    code: int
    said: str
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether it ended well."""
        return self.code in self.step.passes


def run(step: Step, environment: Mapping[str, str] | None = None) -> Outcome:
    """Run one step to its end, or until its time is up."""
    began = time.monotonic()
    try:
        started = subprocess.Popen(
            step.command,
            cwd=step.directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as missing:
        return Outcome(step, 127, str(missing), 0)
    try:
        said, _ = started.communicate(timeout=step.budget)
    except subprocess.TimeoutExpired:
        started.send_signal(signal.SIGINT)
        said, _ = started.communicate()
    return Outcome(step, started.returncode, said.strip(), time.monotonic() - began)


def run_all(steps: Sequence[Step], beside: int = 2) -> bool:
    """Run the steps, `beside` at a time; a line for each, the words of those that failed. True if all passed."""
    good = True
    with ThreadPoolExecutor(beside) as pool:
        for outcome in pool.map(run, steps):
            good &= outcome.passed
            print(f"{'ok  ' if outcome.passed else 'FAIL'} {outcome.step.name} ({outcome.seconds:.1f} s)", flush=True)
            if not outcome.passed:
                print(outcome.said, flush=True)
    return good
