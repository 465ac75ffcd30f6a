"""The pages of docs that are drawn from the code say what the code says.

`make docs` draws them.
"""

import functools
import re

import pytest

from contracts.errors import ERRORS
from contracts.events import EVENTS
from domain.access.permissions import PERMISSIONS
from domain.jobs.job import JobState
from domain.sync.run import RunStatus
from tests.architecture.sources import ROOT
from tools.pages.machines import Machine, machines, steps
from tools.pages.table import PAGES


@functools.cache
def _page(name: str) -> str:
    """The page as generated now."""
    return PAGES[name]()


@pytest.mark.parametrize("name", PAGES)
def test_a_drawn_page_is_fresh(name: str) -> None:
    """The committed page equals the one generated now."""
    assert (ROOT / name).read_text(encoding="utf-8") == _page(name), f"{name} is stale: make docs"


def test_the_pages_leave_nothing_out() -> None:
    """Every error, event, permission and call has its line."""
    errors, events, access = (_page(f"docs/{name}.md") for name in ("errors", "events", "access"))
    assert all(f"| {kind.err_id} |" in errors for kind in ERRORS.values())
    assert all(f"## {topic}, version {kind.version}" in events for topic, kind in EVENTS.items())
    assert all(f"| `{key}` |" in access for key in PERMISSIONS)
    calls = (ROOT / "contracts" / "access.csv").read_text(encoding="utf-8").splitlines()[1:]
    for call in calls:
        method, path, permission = call.split(",")[:3]
        assert re.search(
            rf"`{re.escape(permission.replace('|', chr(92) + '|'))}` .*`{method} {re.escape(path)}`", access
        )


def _machine(name: str) -> Machine:
    return next(machine for machine in machines() if machine.kind.__name__ == name)


def test_acts_are_tried_in_every_state() -> None:
    """A job that is done stays done; a run that has ended does not end again."""
    of_job, of_run = steps(_machine("Job")), steps(_machine("SyncRun"))
    assert {step.before for step in of_job} == {state.name.lower() for state in JobState}
    assert [step for step in of_job if step.before == "done" and step.after] == []
    assert {step.before for step in of_run} == {state.name.lower() for state in RunStatus}
    assert {step.code for step in of_run if step.before == "aborted"} == {"shared.illegal_move"}


def test_no_act_leaves_the_table_of_moves() -> None:
    """A method changes the state only along its table of moves."""
    for machine in machines():
        allowed = {(state.name.lower(), end.name.lower()) for state, ends in machine.moves.items() for end in ends}
        taken = {(step.before, step.after) for step in steps(machine) if step.after}
        assert not machine.moves or taken <= allowed, machine.kind
