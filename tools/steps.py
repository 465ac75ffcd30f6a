"""Runs commands concurrently; only failed ones show their output."""

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
    """A named command, run in a directory of the project."""

    name: str
    command: Sequence[str]
    directory: Path = PROJECT
    passes: frozenset[int] = frozenset({0})
    # Seconds until it is interrupted, as by Ctrl-C.
    budget: float | None = None


@dataclass(frozen=True)
class Outcome:
    """The result and the output of a step."""

    step: Step
    code: int
    output: str
    seconds: float

    @property
    def passed(self) -> bool:
        """True if the step succeeded."""
        return self.code in self.step.passes


def run(step: Step, environment: Mapping[str, str] | None = None) -> Outcome:
    """Runs one step to its end, or until its budget is used up."""
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
        output, _ = started.communicate(timeout=step.budget)
    except subprocess.TimeoutExpired:
        started.send_signal(signal.SIGINT)
        output, _ = started.communicate()
    return Outcome(step, started.returncode, output.strip(), time.monotonic() - began)


def run_all(steps: Sequence[Step], beside: int = 2) -> bool:
    """Runs the steps, `beside` at a time; True if all passed.

    It prints a line for each, and the output of failed ones.
    """
    good = True
    with ThreadPoolExecutor(beside) as pool:
        for outcome in pool.map(run, steps):
            good &= outcome.passed
            print(f"{'ok  ' if outcome.passed else 'FAIL'} {outcome.step.name} ({outcome.seconds:.1f} s)", flush=True)
            if not outcome.passed:
                print(outcome.output, flush=True)
    return good
