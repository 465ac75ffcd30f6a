"""Enrolments: dated periods of students in groups (D-48)."""

from datetime import date, timedelta

import pytest

from domain.groups.enrolments import (
    ACTIVE,
    FINISHED,
    LEFT,
    NOT_COUNTED,
    PRIVILEGE,
    WITHOUT_COURSE,
    Enrolment,
    Group,
    GroupStatus,
    Outcome,
    Period,
    action_of,
    joined,
    outcome,
    period,
    standing,
)
from domain.shared.errors import DomainError, ValidationError

MAY, JUNE, JULY = date(2026, 5, 1), date(2026, 6, 1), date(2026, 7, 1)


def test_the_numbers_of_a_group_match_the_specification() -> None:
    """R1-191, R2-257."""
    assert {one.name: one.value for one in GroupStatus} == {"NOT_STARTED": 1, "ACTIVE": 2, "ENDED": 3}


def test_a_period_does_not_end_before_it_begins() -> None:
    assert period(MAY, MAY) == Period(MAY, MAY)
    assert period(None, MAY) == Period(None, MAY)
    with pytest.raises(DomainError, match=r"groups\.ended_before_begun"):
        period(JUNE, MAY)


def test_rules_about_lessons_use_the_overlap_with_the_group() -> None:
    """D-48: an enrolment may begin before its group."""
    group = Period(JUNE, None)
    assert Period(MAY, None).overlap(group) == Period(JUNE, None)
    assert Period(MAY, JULY).overlap(group) == Period(JUNE, JULY)
    assert Period(MAY, MAY).overlap(group) is None
    assert Period(None, None).overlap(Period(None, None)) == Period(None, None)


def test_both_ends_belong_to_a_period() -> None:
    assert [Period(MAY, JUNE).covers(day) for day in (MAY, JUNE, JULY)] == [True, True, False]
    assert Period(None, None).covers(MAY)


def test_an_unknown_action_counts_as_other() -> None:
    """The dates decide if the period is over (protocols §6.6)."""
    assert [action_of(word, None) for word in ("active", "finished", "left", "paused")] == [
        ACTIVE,
        FINISHED,
        LEFT,
        ACTIVE,
    ]
    assert action_of("paused", MAY) == LEFT


TODAY, YESTERDAY, TOMORROW = date(2026, 5, 15), date(2026, 5, 14), date(2026, 5, 16)
DAY = timedelta(days=1)
GROUP = Group("A", 1, 1, GroupStatus.ACTIVE, MAY, JULY, id=7)
ALL = (ACTIVE, FINISHED, WITHOUT_COURSE, PRIVILEGE, LEFT, NOT_COUNTED)
ENDING = (FINISHED, WITHOUT_COURSE, PRIVILEGE, LEFT)


def a_period(action: int = ACTIVE, started: date | None = MAY, ended: date | None = None) -> Enrolment:
    return Enrolment(1, 7, action, started, ended, id=5)


def days(enrolment: Enrolment | None) -> tuple[int, date | None, date | None] | None:
    """The counted days of a period."""
    return (enrolment.action_id, enrolment.started_date, enrolment.ended_date) if enrolment else None


@pytest.mark.parametrize(("ended", "going_on"), [(None, True), (TODAY, True), (TOMORROW, True), (YESTERDAY, False)])
def test_the_last_day_of_a_period_belongs_to_it(ended: date | None, going_on: bool) -> None:
    """D-48: both ends included."""
    assert a_period(ended=ended).going_on(TODAY) is going_on


@pytest.mark.parametrize(("started", "ended"), [(MAY, TODAY), (TODAY, TODAY), (JUNE, JUNE), (None, TODAY)])
def test_a_stopped_period_ends_today_or_as_it_begins(started: date | None, ended: date) -> None:
    """One that has not begun ends on its first day, not before it (R1-210)."""
    one = a_period(started=started)
    one.stop(TODAY)
    assert days(one) == (FINISHED, started, ended)


@pytest.mark.parametrize(
    ("action", "ended"), [(ACTIVE, YESTERDAY), (FINISHED, None), (LEFT, TODAY), (WITHOUT_COURSE, TOMORROW)]
)
def test_an_ended_period_can_not_be_stopped(action: int, ended: date | None) -> None:
    with pytest.raises(DomainError, match=r"groups\.stopped_already"):
        a_period(action, ended=ended).stop(TODAY)


@pytest.mark.parametrize("action", ALL)
@pytest.mark.parametrize("ended", [None, YESTERDAY])
def test_the_same_action_is_no_change(action: int, ended: date | None) -> None:
    """R1-203."""
    with pytest.raises(DomainError, match=r"groups\.same_action"):
        a_period(action, ended=ended).change(action, TODAY, GROUP, TODAY)


@pytest.mark.parametrize("action", ENDING)
def test_an_ending_action_ends_the_period_today(action: int) -> None:
    """A current period ends in the same row; its past stays (R1-201)."""
    one = a_period()
    assert one.change(action, None, GROUP, TODAY) is None
    assert days(one) == (action, MAY, TODAY)


@pytest.mark.parametrize("action", [None, *ENDING])
@pytest.mark.parametrize("started", [None, MAY, YESTERDAY])
@pytest.mark.parametrize("ended", [None, JUNE])
def test_uncounted_days_stay_uncounted_after_an_end(
    ended: date | None, started: date | None, action: int | None
) -> None:
    """Stopped or left, they stay so up to yesterday (D-48, D-62).

    An ended period does not end again.
    """
    one = a_period(NOT_COUNTED, started=started, ended=ended)

    def end() -> None:
        if action is None:
            one.stop(TODAY)
        else:
            assert one.change(action, None, GROUP, TODAY) is None

    end()
    assert days(one) == (NOT_COUNTED, started, YESTERDAY)
    with pytest.raises(DomainError, match=r"groups\.stopped_already"):
        end()
    assert days(one) == (NOT_COUNTED, started, YESTERDAY)
    assert days(one.resume(TODAY, GROUP, TODAY)) == (ACTIVE, TODAY, None)
    assert days(one) == (NOT_COUNTED, started, YESTERDAY)


@pytest.mark.parametrize("started", [TODAY, TOMORROW])
def test_uncounted_days_in_the_future_just_end(started: date) -> None:
    """There are no uncounted days to store."""
    one = a_period(NOT_COUNTED, started=started)
    one.stop(TODAY)
    assert days(one) == (FINISHED, started, started)


@pytest.mark.parametrize("ended", [YESTERDAY, YESTERDAY - DAY])
def test_resuming_from_an_uncounted_day_counts_from_then_on(ended: date) -> None:
    """The days before it stay uncounted (D-48)."""
    one = a_period(NOT_COUNTED, ended=ended)
    assert days(one.resume(YESTERDAY, GROUP, TODAY)) == (ACTIVE, YESTERDAY, None)
    assert days(one) == (NOT_COUNTED, MAY, YESTERDAY - DAY)


@pytest.mark.parametrize("action", ENDING)
@pytest.mark.parametrize("before", [one for one in ALL if one != NOT_COUNTED])
def test_an_ended_period_only_changes_its_action(before: int, action: int) -> None:
    """Its days are the past (D-48)."""
    if before != action:
        one = a_period(before, ended=YESTERDAY)
        assert one.change(action, None, GROUP, TODAY) is None
        assert days(one) == (action, MAY, YESTERDAY)


@pytest.mark.parametrize("before", ENDING)
def test_active_again_opens_a_second_period_and_leaves_the_first(before: int) -> None:
    """Between the two the student was not enrolled (D-48, WISH-18)."""
    one = a_period(before, ended=YESTERDAY)
    new = one.change(ACTIVE, None, GROUP, TODAY)
    assert (days(one), days(new)) == ((before, MAY, YESTERDAY), (ACTIVE, TODAY, None))


@pytest.mark.parametrize("before", ENDING)
@pytest.mark.parametrize("ended", [TODAY, TOMORROW])
def test_active_again_on_the_last_day_continues_the_period(before: int, ended: date) -> None:
    one = a_period(before, ended=ended)
    assert one.change(ACTIVE, None, GROUP, TODAY) is None
    assert days(one) == (ACTIVE, MAY, None)


def test_counting_again_leaves_the_uncounted_days_uncounted() -> None:
    """D-48, D-62."""
    one = a_period(NOT_COUNTED)
    new = one.change(ACTIVE, None, GROUP, TODAY)
    assert (days(one), days(new)) == ((NOT_COUNTED, MAY, YESTERDAY), (ACTIVE, TODAY, None))
    fresh = a_period(NOT_COUNTED, started=TODAY)
    assert fresh.change(ACTIVE, None, GROUP, TODAY) is None
    assert days(fresh) == (ACTIVE, TODAY, None)


@pytest.mark.parametrize("start", [MAY, MAY + DAY, JULY - DAY, JULY])
def test_a_start_on_the_edges_of_the_group_is_accepted(start: date) -> None:
    """Both ends of the group's days (R1-223)."""
    one = a_period(started=None)
    new = one.change(NOT_COUNTED, start, GROUP, TODAY)
    assert days(new) == (NOT_COUNTED, start, None)
    assert days(one) == (ACTIVE, None, start - DAY)


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (None, "limit.group_start_required"),
        (MAY - DAY, "limit.group_start_outside"),
        (JULY + DAY, "limit.group_start_outside"),
    ],
)
def test_an_invalid_start_is_rejected_and_changes_nothing(start: date | None, code: str) -> None:
    """R1-222, R1-223."""
    one = a_period()
    with pytest.raises(ValidationError) as refused:
        one.change(NOT_COUNTED, start, GROUP, TODAY)
    assert [broken.code for broken in refused.value.fields["startDate"]] == [code]
    assert days(one) == (ACTIVE, MAY, None)


@pytest.mark.parametrize(
    ("ended", "start", "old", "new"),
    [
        (None, TODAY, (ACTIVE, MAY, YESTERDAY), (NOT_COUNTED, TODAY, None)),
        (None, MAY, (NOT_COUNTED, MAY, None), None),
        (YESTERDAY, TODAY, (ACTIVE, MAY, YESTERDAY), (NOT_COUNTED, TODAY, None)),
        (YESTERDAY, YESTERDAY, (ACTIVE, MAY, YESTERDAY - DAY), (NOT_COUNTED, YESTERDAY, None)),
        (YESTERDAY, MAY, (NOT_COUNTED, MAY, None), None),
        (JUNE, TODAY, (ACTIVE, MAY, YESTERDAY), (NOT_COUNTED, TODAY, None)),
        (JUNE, MAY, (NOT_COUNTED, MAY, JUNE), None),
        (JUNE, JULY, (ACTIVE, MAY, JUNE), (NOT_COUNTED, JULY, None)),
    ],
)
def test_a_student_does_not_count_from_the_given_start_on(
    ended: date | None, start: date, old: object, new: object
) -> None:
    """Earlier days count as before; no period ends before it begins (R1-202)."""
    one = a_period(ended=ended)
    second = one.change(NOT_COUNTED, start, GROUP, TODAY)
    assert (days(one), days(second)) == (old, new)


@pytest.mark.parametrize("action", [ACTIVE, NOT_COUNTED])
def test_an_enrolled_student_can_not_resume(action: int) -> None:
    with pytest.raises(DomainError, match=r"groups\.going_on_already"):
        a_period(action).resume(TODAY, GROUP, TODAY)


def test_resuming_after_a_break_makes_a_second_period() -> None:
    """D-48."""
    one = a_period(LEFT, ended=YESTERDAY - DAY)
    assert days(one.resume(TODAY, GROUP, TODAY)) == (ACTIVE, TODAY, None)
    assert days(one) == (LEFT, MAY, YESTERDAY - DAY)
    assert one.resume(YESTERDAY - DAY, GROUP, TODAY) is None, "from its last day on it is the same period"
    assert days(one) == (ACTIVE, MAY, None)


def test_an_ended_group_can_not_be_resumed() -> None:
    over = Group("B", 1, 1, GroupStatus.ENDED, MAY, None, id=7)
    for group, start in ((over, TODAY), (GROUP, JULY + DAY)):
        with pytest.raises(DomainError, match=r"groups\.ended"):
            a_period(LEFT, ended=YESTERDAY).resume(start, group, TODAY)


@pytest.mark.parametrize(
    ("begins", "start", "expected"),
    [(MAY, None, TODAY), (JUNE, None, JUNE), (None, None, TODAY), (JUNE, MAY, MAY), (MAY, JULY, JULY)],
)
def test_an_enrolment_begins_today_or_with_the_group(begins: date | None, start: date | None, expected: date) -> None:
    """It may begin before its group if a date is given (D-48)."""
    group = Group("A", 1, 1, GroupStatus.ACTIVE, begins, JULY, id=7)
    assert days(joined(group, 1, [], start, TODAY)) == (ACTIVE, expected, None)


def test_an_ended_group_accepts_nobody() -> None:
    for group in (
        Group("A", 1, 1, GroupStatus.ENDED, MAY, None, id=7),
        Group("A", 1, 1, GroupStatus.ACTIVE, MAY, YESTERDAY, id=7),
    ):
        with pytest.raises(DomainError, match=r"groups\.ended"):
            joined(group, 1, [], None, TODAY)


@pytest.mark.parametrize(
    ("present", "taken"),
    [
        (a_period(), False),
        (a_period(NOT_COUNTED), False),
        (a_period(ended=TODAY), False),
        (a_period(ended=YESTERDAY), True),
        (a_period(FINISHED, ended=TODAY), True),
        (a_period(started=JUNE), False),
    ],
)
def test_nobody_is_enrolled_twice_in_a_group(present: Enrolment, taken: bool) -> None:
    if taken:
        assert days(joined(GROUP, 1, [present], None, TODAY)) == (ACTIVE, TODAY, None)
    else:
        with pytest.raises(DomainError, match=r"groups\.joined_already"):
            joined(GROUP, 1, [present], None, TODAY)


@pytest.mark.parametrize(
    ("periods", "expected"),
    [
        ([], WITHOUT_COURSE),
        ([a_period()], ACTIVE),
        ([a_period(NOT_COUNTED)], NOT_COUNTED),
        ([a_period(NOT_COUNTED), a_period()], ACTIVE),
        ([a_period(LEFT, ended=YESTERDAY), a_period(FINISHED, ended=TODAY)], FINISHED),
        ([a_period(FINISHED, ended=MAY), a_period(LEFT, ended=YESTERDAY)], LEFT),
        ([a_period(LEFT, ended=YESTERDAY), a_period()], ACTIVE),
    ],
)
def test_a_students_status_follows_the_enrolments(periods: list[Enrolment], expected: int) -> None:
    """Active in any group, else as the last period ended (D-62)."""
    assert standing(periods, TODAY) == expected


@pytest.mark.parametrize(
    ("action", "ended", "group", "expected"),
    [
        (ACTIVE, None, GroupStatus.ACTIVE, Outcome.STUDYING),
        (NOT_COUNTED, TODAY, GroupStatus.ACTIVE, Outcome.STUDYING),
        (NOT_COUNTED, None, GroupStatus.ENDED, Outcome.COMPLETED),
        (NOT_COUNTED, YESTERDAY, GroupStatus.ACTIVE, Outcome.NOT_COMPLETED),
        (ACTIVE, None, GroupStatus.ENDED, Outcome.COMPLETED),
        (ACTIVE, YESTERDAY, GroupStatus.ACTIVE, Outcome.COMPLETED),
        (FINISHED, TODAY, GroupStatus.ACTIVE, Outcome.COMPLETED),
        (LEFT, TODAY, GroupStatus.ENDED, Outcome.NOT_COMPLETED),
        (PRIVILEGE, None, GroupStatus.ACTIVE, Outcome.NOT_COMPLETED),
        (WITHOUT_COURSE, YESTERDAY, GroupStatus.ENDED, Outcome.NOT_COMPLETED),
    ],
)
def test_the_outcome_of_a_period(action: int, ended: date | None, group: GroupStatus, expected: Outcome) -> None:
    """Enrolled until the group's end counts as completed, as finished does (R1-078)."""
    assert outcome(action, Period(MAY, ended), group, TODAY) == expected
