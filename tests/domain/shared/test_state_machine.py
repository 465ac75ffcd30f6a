"""State machines: every pair of states is tried (architecture: aggregates)."""

import pytest

from domain.jobs import job as jobs
from domain.shared.state_machine import move
from domain.sync import run
from tests.support.errors import raises_error

TABLES = {"job": (jobs.JobState, jobs.MOVES), "run of a synchronisation": (run.RunStatus, run.MOVES)}


@pytest.mark.parametrize("name", TABLES)
def test_every_pair_is_allowed_or_rejected(name: str) -> None:
    """A state without its row in the table would be an unintended dead end."""
    states, moves = TABLES[name]
    assert set(moves) == set(states)
    for current in states:
        for target in states:
            if target in moves[current]:
                assert move(moves, current, target) == target
            else:
                with raises_error("shared.illegal_move"):
                    move(moves, current, target)


@pytest.mark.parametrize("name", TABLES)
def test_every_state_is_reachable_and_final_states_are_final(name: str) -> None:
    """From waiting; a done job moves no more."""
    states, moves = TABLES[name]
    reached, ways = {next(iter(states))}, [next(iter(states))]
    while ways:
        fresh = set(moves[ways.pop()]) - reached
        reached |= fresh
        ways += fresh
    assert reached == set(states)
    assert moves[states("done")] == set()


def test_a_rejected_move_names_both_states() -> None:
    """For the screen and the log."""
    with pytest.raises(Exception, match="illegal_move") as caught:
        move(jobs.MOVES, jobs.JobState.DONE, jobs.JobState.WAITING)
    assert caught.value.params == {"current": "done", "target": "waiting"}  # type: ignore[attr-defined]
