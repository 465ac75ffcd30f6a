"""Access to the phones of students: with their class, and only with it.

D-12, D-13, D-54, D-65.
"""

import io
import zipfile
from collections.abc import AsyncIterator

import pytest

from tests.http.attendance.scenario import ABSENT, OFFICE, TEACHES, AttendanceScenario
from tests.support.builders import a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor

PHONE = "+998901112233"


@pytest.fixture
async def stage(console: Console) -> AsyncIterator[AttendanceScenario]:
    """A class in which a student with a phone is absent today."""
    stage = await AttendanceScenario.of(console, size=2)
    absent = stage.students[0]
    await console.sql.execute("update students set phone = $2 where id = $1", absent.id, PHONE)
    await (await stage.teacher()).save({absent: ABSENT})
    yield stage
    await console.sql.execute("update students set phone = null where id = $1", absent.id)


async def _visibility(visitor: Visitor, stage: AttendanceScenario, audience: str) -> dict[str, bool]:
    """In which places that show a class the visitor sees the phone."""
    calls = {
        "today": await visitor.get("/today"),
        "group": await visitor.get(f"/groups/for-{audience}/{stage.group.id}/student"),
        "sheet": await visitor.get(f"/attendance/for-{audience}/sheet", lessonId=await stage.lesson_id()),
    }
    file = await visitor.get(f"/groups/{stage.group.id}/download")
    return {place: PHONE in answer.text for place, answer in calls.items()} | {"file": _in_file(file.content)}


def _in_file(content: bytes) -> bool:
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return False
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return any(PHONE in book.read(name).decode() for name in book.namelist())


@pytest.mark.parametrize("audience", ["academic", "admin"])
async def test_a_caller_with_the_class_sees_its_phones_everywhere(stage: AttendanceScenario, audience: str) -> None:
    """D-65: the teacher and the office can copy the absent with phones.

    Without the list of all students (D-13), as on the page and the sheet of the class.
    """
    client = await (stage.teacher() if audience == "academic" else stage.office())
    assert (await client.visitor.get("/students/all")).status_code == 403
    everywhere = dict.fromkeys(("today", "group", "sheet", "file"), True)
    assert await _visibility(client.visitor, stage, audience) == everywhere


async def test_a_caller_without_the_class_sees_no_phone_anywhere(console: Console, stage: AttendanceScenario) -> None:
    """ASVS-26, D-12, D-13: other teachers, other branches, document readers."""
    nowhere = dict.fromkeys(("today", "group", "sheet", "file"), False)
    other = a_user_with(TEACHES).of(stage.branch)
    await console.store(a_class_of(1).in_branch(stage.branch).taught_by(a_teacher().with_account(other)))
    strangers = {
        "academic": [other, a_user_with({"users:private_info": ["read"]}).of(stage.branch)],
        "admin": [a_user_with(OFFICE).of(a_branch())],
    }
    for audience, accounts in strangers.items():
        for account in accounts:
            visitor = await console.sign_in(account)
            for one in (audience, "admin" if audience == "academic" else "academic"):
                assert await _visibility(visitor, stage, one) == nowhere


async def test_a_caller_without_attendance_rights_sees_no_absentees(
    console: Console, stage: AttendanceScenario
) -> None:
    """D-41, D-55: another option of groups shows the class and its phones.

    Neither its sheet nor the absent students.
    """
    visitor = await console.sign_in(a_user_with({"all_groups:journal": ["read"]}).of(stage.branch))
    seen = await _visibility(visitor, stage, "admin")
    assert seen == {"today": False, "group": True, "sheet": False, "file": True}
