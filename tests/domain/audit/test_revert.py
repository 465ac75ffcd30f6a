"""The plan of a revert: by field, and only what the change altered."""

import pytest

from domain.audit.revert import ERASED, RevertPlan, SkipReason, plan_revert

PRESENT = {"description": "b", "topic_id": 2, "voice": True}


@pytest.mark.parametrize("present", [PRESENT, {**PRESENT, "topic_id": 9, "voice": False}])
def test_a_field_that_the_change_left_alone_is_in_no_plan(present: dict[str, object]) -> None:
    """A record of homework holds every field on both sides."""
    before, after = {**PRESENT, "description": "a"}, PRESENT
    assert plan_revert(before, after, present) == RevertPlan({"description": "a"}, {})


@pytest.mark.parametrize("name", ["attachments", "voice", "photo", "papers"])
def test_a_file_is_not_restored(name: str) -> None:
    """The log keeps no contents."""
    assert plan_revert({name: ["1.txt"]}, {name: []}, {name: []}) == RevertPlan({}, {name: SkipReason.NOT_KEPT})


def test_an_erased_value_is_not_restored() -> None:
    """ASVS-53: both sides look alike."""
    plan = plan_revert({"phone": ERASED}, {"phone": ERASED}, {"phone": "1"})
    assert plan == RevertPlan({}, {"phone": SkipReason.ERASED})


def test_a_field_changed_since_or_unknown_stays() -> None:
    """WISH-19."""
    plan = plan_revert({"a": 1, "b": 1, "c": 1}, {"a": 2, "b": 2, "c": 2}, {"a": 2, "b": 3})
    assert plan == RevertPlan({"a": 1}, {"b": SkipReason.CHANGED_SINCE, "c": SkipReason.ELSEWHERE})
