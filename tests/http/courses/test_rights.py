"""Each key of the study department alone opens what it is for.

D-101, R1-268, R2-330.
"""

from collections.abc import Iterator

import pytest

from tests.http.courses.scenario import ALL, CourseScenario, of_the_centre
from tests.support.access import Call, table
from tests.support.console import Console

READS = ("courses", "months", "curriculum", "homework_db")
# the option that names what is changed
CHANGES = {"courses": "study:courses", "study-month": "study:months", "curriculum": "study:curriculum"}
# the order of a month is that of its topics; where groups stand is no part of the curriculum
OWN = {
    "/courses/{id}/study-month/{month_id}/reset-order": "study:curriculum",
    "/courses/{id}/groups": "study:courses",
}


def _calls() -> Iterator[Call]:
    for call in table():
        if call.path.startswith(("/api/staff/courses", "/api/staff/curriculum")):
            yield call


def _opening(call: Call) -> set[str]:
    """The options that open a call, by D-101."""
    path = call.path.removeprefix("/api/staff")
    if path in OWN:
        return {OWN[path]}
    if (call.method == "GET" and "take-back" not in path) or call.exports:
        return {f"study:{option}" for option in READS}
    parts = path.split("/")
    return {CHANGES["study-month" if "study-month" in parts else parts[1]]}


@pytest.mark.parametrize("option", [*READS, "homework_statistics", "skill_classes"])
async def test_a_key_alone_opens_what_it_is_for(console: Console, option: str) -> None:
    """D-101: generated from the calls; 403 without the right and never with it."""
    stage = await CourseScenario.of(console)
    visitor = await console.sign_in(of_the_centre({f"study:{option}": ALL}))
    ids = {"{id}": str(stage.course.id), "{month_id}": "999999", "{audit_id}": "999999"}
    calls = list(_calls())
    assert len(calls) == 25
    for call in calls:
        path = call.path
        for name, id in ids.items():
            path = path.replace(name, id)
        answer = await visitor.request(call.method, path, json={} if call.method in ("POST", "PUT") else None)
        assert (answer.status_code != 403) == (f"study:{option}" in _opening(call)), f"{call} {answer.text}"
