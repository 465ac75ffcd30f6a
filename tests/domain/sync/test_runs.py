"""The rules of a run: order of types, states, progress."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from domain.shared.errors import DomainError, NotFound
from domain.sync.run import (
    LEASE_SECONDS,
    MOVES,
    SKEW_SECONDS,
    WAITING_SECONDS,
    RunStatus,
    SyncRun,
    new_part,
    percent,
)
from domain.sync.types import REFERENTS, RunType, covers, feeds_of, run_type

NOW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize("kind", RunType)
def test_referents_come_before_what_names_them(kind: RunType) -> None:
    """Protocols §6.6: offices → teachers → students → groups → group-students."""
    feeds = feeds_of(kind)
    assert feeds[0] == "offices"
    for position, feed in enumerate(feeds):
        assert set(REFERENTS[feed]) <= set(feeds[:position])


def test_types_have_their_numbers_and_names() -> None:
    """1–5 as numbered (D-64, R1-198, D-92)."""
    assert [run_type(word) for word in ("1", "2", "3")] == [RunType.STUDENTS, RunType.TEACHERS, RunType.GROUPS]
    assert [run_type(word) for word in ("student", "group-students")] == [RunType.STUDENTS, RunType.GROUP_STUDENTS]
    assert [run_type(word) for word in ("4", "5")] == [RunType.GAMIFICATION_STUDENTS, RunType.GAMIFICATION_CONNECTION]
    assert [str(run_type(word)) for word in ("gamification-students", "gamification-connection")] == [
        "gamification-students",
        "gamification-connection",
    ]
    with pytest.raises(NotFound):
        run_type("6")


def test_the_types_that_a_type_covers() -> None:
    assert all(covers(RunType.ALL, kind) for kind in RunType)
    assert covers(RunType.GROUPS, RunType.STUDENTS)
    assert not covers(RunType.STUDENTS, RunType.TEACHERS)
    assert not covers(RunType.TEACHERS, RunType.ALL)


@pytest.mark.parametrize(("current", "target"), list(itertools.product(RunStatus, RunStatus)))
def test_a_run_ends_once(current: RunStatus, target: RunStatus) -> None:
    """Every pair: only an active run moves; a final state stays."""
    run = SyncRun(type=RunType.ALL, status=current)
    if target in MOVES[current]:
        run.end(NOW, target)
        assert run.status == target
    else:
        with pytest.raises(DomainError, match=r"shared\.illegal_move"):
            run.end(NOW, target)


def test_a_run_is_lost_when_its_worker_is_silent() -> None:
    """A stale lease, or a job that never arrived (D-49)."""
    waiting = SyncRun(type=RunType.ALL, created_at=NOW)
    assert not waiting.lost(NOW + timedelta(seconds=WAITING_SECONDS))
    assert waiting.lost(NOW + timedelta(seconds=WAITING_SECONDS + 1))
    until = NOW + timedelta(seconds=LEASE_SECONDS)
    judged = until + timedelta(seconds=SKEW_SECONDS)
    running = SyncRun(type=RunType.ALL, status=RunStatus.RUNNING, lease_until=until)
    assert not running.lost(judged)
    assert running.lost(judged + timedelta(seconds=1))
    assert not SyncRun(type=RunType.ALL, status=RunStatus.DONE).lost(NOW + timedelta(days=1))


def test_progress_is_handled_of_announced_rows() -> None:
    """Real numbers, at most 99 before the end (R1-213, protocols §6.6)."""
    half = new_part("students") | {"state": "running", "announced": 200, "read": 100}
    done = new_part("offices") | {"state": "done"}
    assert percent("running", [done, half, new_part("groups"), new_part("courses")]) == 37
    assert percent("running", [done, done]) == 99
    assert percent("done", [done, done]) == 100
    assert percent("waiting", [new_part("offices")]) == 0
    assert percent("failed", [done, half, new_part("groups"), new_part("courses")]) == 37, "it has not brought all"
    assert percent("aborted", [done, done]) == 99
    assert percent("running", [half | {"read": 300}]) == 99, "more came than was announced"
