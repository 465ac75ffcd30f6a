"""The brakes of a run: what counts, how much is too much (D-49, D-154)."""

import pytest

from domain.groups.enrolments import GOING_ON, GroupStatus
from domain.sync.brakes import STANDINGS, Effect, Stop, effect_of, exceeds_threshold, limit, outgrows, read_stop
from domain.sync.run import Reason

ACTIVE, FINISHED, LEFT = 1, 2, 5
STUDENT = {"status_id": ACTIVE, "office_ids": [1, 2]}


@pytest.mark.parametrize(
    ("changing", "present", "stops"),
    [
        *[(0, 0, False), (5, 0, False), (6, 0, True), (5, 5, False), (6, 6, True)],
        *[(5, 50, False), (6, 50, True), (6, 59, True), (6, 60, False), (7, 60, True), (7, 69, True), (7, 70, False)],
        *[(200, 2000, False), (201, 2000, True), (10_000, 100_000, False), (10_001, 100_000, True)],
    ],
)
def test_a_run_may_change_five_rows_or_a_tenth(changing: int, present: int, *, stops: bool) -> None:
    """Exactly the limit passes, one more stops (D-49)."""
    assert exceeds_threshold(changing, present) is stops
    assert (changing > limit(present)) is stops


@pytest.mark.parametrize(
    ("brought", "known", "stops"),
    [
        *[(0, 0, False), (5, 0, False), (6, 0, True), (6, 1, False), (7, 1, True), (10, 2, False), (11, 2, True)],
        *[(500, 100, False), (501, 100, True), (1000, 100, True), (100, 1000, False)],
    ],
)
def test_a_feed_may_bring_five_times_what_is_known(brought: int, known: int, *, stops: bool) -> None:
    """Exactly five times passes, one more stops; a handful never does (D-154)."""
    assert outgrows(brought, known) is stops


@pytest.mark.parametrize(
    ("after", "effect"),
    [
        ({}, None),
        ({"office_ids": [2, 1]}, None),
        ({"office_ids": []}, Effect.BRANCHES_EMPTIED),
        ({"office_ids": [1]}, Effect.BRANCHES_REPLACED),
        ({"office_ids": [1, 3]}, Effect.BRANCHES_REPLACED),
        ({"office_ids": [3]}, Effect.BRANCHES_REPLACED),
        ({"office_ids": [1, 2, 3]}, Effect.BRANCHES_ADDED),
        ({"status_id": LEFT}, Effect.DEACTIVATED),
        ({"status_id": FINISHED}, Effect.STATUS_TURNED),
        ({"status_id": None}, Effect.STATUS_TURNED),
        ({"status_id": max(GOING_ON)}, None),
        ({"status_id": LEFT, "office_ids": []}, Effect.DEACTIVATED),
        ({"status_id": FINISHED, "office_ids": []}, Effect.BRANCHES_EMPTIED),
        ({"status_id": FINISHED, "office_ids": [1, 2, 3]}, Effect.STATUS_TURNED),
    ],
)
def test_a_student_counts_once_under_the_gravest_effect(after: dict[str, object], effect: Effect | None) -> None:
    """Branches emptied, replaced, added; a status turned; an account closed (D-154)."""
    assert effect_of(STANDINGS["students"], STUDENT, STUDENT | after) == effect


def test_a_student_without_branches_who_gets_one_counts_as_added() -> None:
    before = STUDENT | {"office_ids": []}
    assert effect_of(STANDINGS["students"], before, STUDENT) == Effect.BRANCHES_ADDED


@pytest.mark.parametrize(("was", "becomes", "effect"), [(5, 2, None), (5, 1, Effect.STATUS_TURNED), (5, 5, None)])
def test_a_student_who_left_returns_or_stays_out(was: int, becomes: int, effect: Effect | None) -> None:
    """A status that turns back lets somebody in again."""
    before, after = STUDENT | {"status_id": was}, STUDENT | {"status_id": becomes}
    assert effect_of(STANDINGS["students"], before, after) == effect


@pytest.mark.parametrize(("was", "becomes", "effect"), [(1, 2, Effect.DEACTIVATED), (2, 1, Effect.STATUS_TURNED)])
def test_a_teacher_stops_or_returns_to_work(was: int, becomes: int, effect: Effect) -> None:
    before, after = ({"work_status": status, "office_ids": [1]} for status in (was, becomes))
    assert effect_of(STANDINGS["teachers"], before, after) == effect


@pytest.mark.parametrize(
    ("after", "effect"),
    [
        ({"office_id": 2}, Effect.BRANCHES_REPLACED),
        ({"status": GroupStatus.ACTIVE}, None),
        ({"status": GroupStatus.ENDED}, Effect.STATUS_TURNED),
        ({}, None),
    ],
)
def test_a_group_that_moves_or_ends_counts_and_one_that_begins_does_not(
    after: dict[str, int], effect: Effect | None
) -> None:
    before = {"office_id": 1, "status": GroupStatus.NOT_STARTED}
    assert effect_of(STANDINGS["groups"], before, before | after) == effect


@pytest.mark.parametrize(
    ("after", "effect"),
    [
        ({"action_id": LEFT}, Effect.STATUS_TURNED),
        ({"student_id": 8}, Effect.MOVED),
        ({"group_id": 8, "action_id": LEFT}, Effect.MOVED),
        ({}, None),
    ],
)
def test_a_period_that_ends_or_names_another_counts(after: dict[str, int], effect: Effect | None) -> None:
    before = {"action_id": ACTIVE, "student_id": 1, "group_id": 1}
    assert effect_of(STANDINGS["group-students"], before, before | after) == effect


def test_the_numbers_of_a_stop_survive_their_storage() -> None:
    """Runs of older versions stored fewer numbers; other reasons have none."""
    stop = Stop(Reason.CHANGE_THRESHOLD, "teachers", 20, 9, {"removed": 4, "deactivated": 5}, 3)
    assert read_stop("change_threshold", stop.detail) == stop
    old = read_stop("change_threshold", '{"feed": "students", "ending": 6, "present": 30}')
    assert old == Stop(Reason.CHANGE_THRESHOLD, "students", 30, 6)
    assert read_stop("empty_feed", '{"feed": "students", "present": 30}') == Stop(Reason.EMPTY_FEED, "students", 30, 30)
    assert read_stop("failing", "503") is None
    assert read_stop(None, None) is None
