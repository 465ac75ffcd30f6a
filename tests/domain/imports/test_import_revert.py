"""Rules of reverting the rows of an import (D-155)."""

from typing import Any

import pytest

from domain.imports.revert import ImportedStudent, Obstacle, obstacle_of_change, obstacle_of_new

WRITTEN = {"phone": "+998901112233"}


def student(**given: Any) -> ImportedStudent:
    values: dict[str, Any] = {
        "version": 1,
        "values": WRITTEN | {"gender": 1},
        "paper_keys": frozenset({"a"}),
        "office_ids": frozenset({7}),
        "seen": True,
        "referred": False,
    }
    return ImportedStudent(**values | given)


@pytest.mark.parametrize(
    ("given", "obstacle"),
    [
        ({}, None),
        ({"version": 2}, Obstacle.CHANGED_SINCE),
        ({"office_ids": frozenset({7, 8})}, Obstacle.CHANGED_SINCE),
        ({"referred": True}, Obstacle.REFERRED_TO),
        ({"seen": False, "version": 2}, Obstacle.ELSEWHERE),
    ],
)
def test_a_created_student_is_removed_unless_something_followed(
    given: dict[str, Any], obstacle: Obstacle | None
) -> None:
    assert obstacle_of_new(student(**given), 7) == obstacle


@pytest.mark.parametrize(
    ("given", "keys", "obstacle"),
    [
        ({"version": 5, "referred": True, "office_ids": frozenset({8})}, None, None),
        ({}, ["a"], None),
        ({"values": {"phone": None}}, None, Obstacle.CHANGED_SINCE),
        ({}, ["a", "b"], Obstacle.CHANGED_SINCE),
        ({"seen": False}, None, Obstacle.ELSEWHERE),
    ],
)
def test_a_changed_student_is_restored_while_the_written_values_stand(
    given: dict[str, Any], keys: list[str] | None, obstacle: Obstacle | None
) -> None:
    assert obstacle_of_change(student(**given), WRITTEN, keys) == obstacle


def test_a_student_who_is_gone_is_left() -> None:
    assert obstacle_of_new(None, 7) == obstacle_of_change(None, {}, None) == Obstacle.CHANGED_SINCE
