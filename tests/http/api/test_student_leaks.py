"""Nothing of another student is revealed by the gateway (D-20, D-96).

Generated from access.csv: the second student, of another branch and group, is the stranger.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from dependency_injector import providers

from adapters.memory.video_host import MemoryVideoHost
from tests.http.api.support.every_caller import lift_student_limit
from tests.http.api.support.leaks import FOREIGN, PHONE
from tests.http.api.support.permission_matrix import BODIES
from tests.http.api.support.student_work import a_work_of
from tests.support.access import Call, table
from tests.support.builders import a_branch, a_class_of, a_course, a_student, a_teacher
from tests.support.console import Console, Visitor
from tests.support.lessons import a_lesson_of, a_video_of

CALLS = [call for call in table() if call.permission == "student"]
READ = [call for call in CALLS if call.method == "GET"]
WITH_ID = [call for call in CALLS if "{" in call.path]
UNKNOWN = (0, -1, 4_000_000, 2**62, 2**63)
# what a hand-in of the stranger leaves
ATTEMPT = "insert into attempts (submission_id, number, text, handed_in_at, is_late) values ($1, 1, $2, now(), false)"
MESSAGE = "insert into submission_messages (submission_id, student_id, text, sent_at) values ($1, $2, $3, now())"
# the stranger's XP as a number of its own, not a part of a time
BALANCE = re.compile(r"(?<![\d.])777(?!\d)")
AWARD = """
insert into ledger_entries (student_id, kind, cause_kind, cause_source, in_force, group_id, xp, silver, level,
    xp_proportion, reason, details, at, xp_after, silver_after)
values ($1, 'award', 'by_hand', '1', true, $2, 777, 77, 1, 10, $3, '{}', now(), 777, 77)
"""


@dataclass
class TwoStudents:
    """The caller, and a stranger with records of every kind."""

    visitor: Visitor
    stranger: Visitor
    ids: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    async def of(cls, console: Console) -> "TwoStudents":
        """Stores the records; everything of the stranger has the foreign word in it."""
        console.container.built_in_host.override(providers.Object(MemoryVideoHost()))
        own, other = a_student().named("Oʻzim", "Oʻzimov"), a_student().named(f"{FOREIGN}a", f"{FOREIGN}ova")
        other.with_phone(PHONE)
        mine = a_class_of(1).called("Guruh-1").in_branch(a_branch("Chilonzor")).with_students(own)
        teacher = a_teacher().named(f"{FOREIGN}bek", "Ustoz")
        theirs = a_class_of(1).called(f"{FOREIGN}-2").in_branch(a_branch(f"{FOREIGN} filiali"))
        theirs.of_course(a_course(f"{FOREIGN} kursi")).with_students(other).taught_by(teacher)
        await console.store(mine.taught_by(a_teacher()), theirs)
        await console.store(a_lesson_of(theirs, date(2026, 3, 2)).marked(1, other))
        videos = [
            a_video_of(a_lesson_of(group, date(2026, 3, 3)), name).having(public_id=f"{name}-video")
            for group, name in ((mine, "vazifa"), (theirs, FOREIGN))
        ]
        await console.store(*videos)
        # a classmate's work lies beside the caller's own
        classmate = mine.students[0]
        works = {}
        for group, text in ((mine, "vazifa"), (theirs, FOREIGN)):
            for column in ("homework_id", "exam_id"):
                works[group.name, column] = await a_work_of(group, column, console, text)
        sql = console.sql
        for row in await sql.fetch(
            "select id, student_id from submissions where student_id = any ($1)", [other.id, classmate.id]
        ):
            await sql.execute(ATTEMPT, row["id"], FOREIGN)
            await sql.execute(MESSAGE, row["id"], row["student_id"], FOREIGN)
        await sql.execute("insert into balances (student_id, xp, silver) values ($1, 777, 77)", other.id)
        await sql.execute(AWARD, other.id, theirs.id, FOREIGN)
        ids = {
            "groups": [theirs.id or 0],
            "homework": [works[theirs.name, "homework_id"]],
            "exams": [works[theirs.name, "exam_id"]],
            "videos": [videos[1].id or 0],
            "own groups": [mine.id or 0],
            "own videos": [videos[0].id or 0],
            "own homework": [works[mine.name, "homework_id"]],
            "own exams": [works[mine.name, "exam_id"]],
            "attempts": [row["id"] for row in await sql.fetch("select id from attempts")],
        }
        return cls(await console.sign_in_student(own), await console.sign_in_student(other), ids)

    def own_path(self, call: Call) -> str:
        """The path to the caller's own record."""
        return call.path.replace("{id}", str(self.ids.get(f"own {call.subject}", [0])[0]))

    def foreign_paths(self, call: Call) -> Iterator[str]:
        """Every path with another student's id, and with ids of nobody."""
        for id, attempt in itertools.product((*self.ids[call.subject], *UNKNOWN), (*self.ids["attempts"], 0)):
            yield call.path.replace("{id}", str(id)).replace("{attempt_id}", str(attempt))


@pytest.fixture(scope="module")
async def students(console: Console) -> TwoStudents:
    """Both students."""
    lift_student_limit(console)
    return await TwoStudents.of(console)


def _queries(call: Call, ids: dict[str, list[int]]) -> Iterator[dict[str, Any]]:
    yield {}
    if "{" not in call.path:
        for group in (*ids["groups"], *ids["own groups"]):
            yield {"groupId": group}
        yield {"perPage": 100}


@pytest.mark.parametrize("call", READ, ids=str)
async def test_no_answer_reveals_another_student(students: TwoStudents, call: Call) -> None:
    """ASVS-22, ASVS-26: neither the stranger nor the classmate whose work lies beside."""
    for query in _queries(call, students.ids):
        answer = await students.visitor.request("GET", students.own_path(call), params=query)
        assert answer.status_code in (200, 400), (query, answer.text)
        text = answer.text.casefold()
        assert FOREIGN.casefold() not in text, query
        assert PHONE not in text
        assert not BALANCE.search(text)


@pytest.mark.parametrize("call", WITH_ID, ids=str)
async def test_an_id_of_another_student_looks_like_an_unknown_one(
    console: Console, students: TwoStudents, call: Call
) -> None:
    """ASVS-22, P3: 404 with one message, and nothing is changed."""
    tables = ("submissions", "attempts", "submission_messages")
    before = [await console.sql.fetch(f"select * from {name} order by id") for name in tables]
    messages = set()
    for path in dict.fromkeys(students.foreign_paths(call)):
        answer = await students.visitor.request(call.method, path, json=BODIES.get(str(call)))
        assert answer.status_code == 404, (path, answer.text)
        messages.add(answer.json()["message"])
    assert len(messages) == 1
    assert [await console.sql.fetch(f"select * from {name} order by id") for name in tables] == before


async def test_an_attempt_of_a_classmate_is_not_withdrawn(console: Console, students: TwoStudents) -> None:
    """Under the caller's own homework."""
    (own,) = students.ids["own homework"]
    for attempt in students.ids["attempts"]:
        answer = await students.visitor.delete(f"/homework/{own}/submissions/{attempt}")
        assert answer.status_code == 404
    assert len(await console.sql.fetch("select id from attempts")) == len(students.ids["attempts"])


@pytest.mark.parametrize("call", READ, ids=str)
async def test_the_stranger_has_something_to_hide(students: TwoStudents, call: Call) -> None:
    """Proves that each read would show it."""
    path = call.path.replace("{id}", str(students.ids.get(call.subject, [0])[0]))
    text = (await students.stranger.request("GET", path)).text.casefold()
    if call.path.endswith("/balance"):
        assert BALANCE.search(text)
    else:
        assert FOREIGN.casefold() in text


def test_every_call_with_an_id_has_a_foreign_one() -> None:
    """A new subject needs records here."""
    assert {call.subject for call in WITH_ID} <= {"groups", "homework", "exams", "videos"}
