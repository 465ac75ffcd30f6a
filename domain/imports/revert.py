"""Reverts the rows of an import where nothing followed (D-155)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Obstacle(StrEnum):
    """The reason why a row of an import stays."""

    CHANGED_SINCE = "changed_since"
    REFERRED_TO = "referred_to"
    ELSEWHERE = "elsewhere"
    NO_RIGHT = "no_right"
    NOT_RECORDED = "not_recorded"


@dataclass(frozen=True)
class ImportedStudent:
    """The present state of a student whom an import wrote.

    ``seen``: belongs to the caller's branches. ``referred``: an enrolment, a message or another record names them.
    """

    version: int
    values: Mapping[str, Any]
    paper_keys: frozenset[str]
    office_ids: frozenset[int]
    seen: bool
    referred: bool


def obstacle_of_new(student: ImportedStudent | None, office_id: int | None) -> Obstacle | None:
    """Returns why a student whom the import created is not removed, if so.

    ``student``: None for one who is no longer listed; ``office_id``: the branch that the import chose.
    """
    if student is None:
        return Obstacle.CHANGED_SINCE
    if not student.seen:
        return Obstacle.ELSEWHERE
    if student.version != 1 or student.office_ids != {office_id}:
        return Obstacle.CHANGED_SINCE
    return Obstacle.REFERRED_TO if student.referred else None


def obstacle_of_change(
    student: ImportedStudent | None, written: Mapping[str, Any], keys: Collection[str] | None
) -> Obstacle | None:
    """Returns why the values before the import are not restored, if so.

    All written values have to be present still. ``keys``: digests of the written documents, None if there were none.
    """
    if student is None:
        return Obstacle.CHANGED_SINCE
    if not student.seen:
        return Obstacle.ELSEWHERE
    same = all(student.values[name] == value for name, value in written.items())
    if not same or (keys is not None and student.paper_keys != frozenset(keys)):
        return Obstacle.CHANGED_SINCE
    return None
