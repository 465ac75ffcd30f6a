"""Live exams: the works of participants are for checkers alone (D-162)."""

import asyncio

from tests.http.exams.scenario import BEGIN, OFFICE, READS, ExamScenario
from tests.http.live.served_console import ServedConsole
from tests.support.builders import a_branch, a_user_with

CHECKS_HOMEWORK = {"all_groups:check_homeworks": ["read", "update"], "my_groups:check_homeworks": ["read", "update"]}
CHATS = {"all_groups:exam_chats": ["read", "update"]}
EXAMS, CHECKING = "exams", "checking"
QUIET_SECONDS = 0.8


async def test_hand_ins_checks_and_the_announcement_are_told_to_checkers_alone(served: ServedConsole) -> None:
    """D-12, D-55, H6: by the right to check exams and its reach."""
    console = served.console
    stage = await ExamScenario.of(console)
    stage.at(BEGIN)
    insiders = {
        "the teacher": stage.account,
        "the office": a_user_with(OFFICE).of(stage.branch),
        "the chats alone": a_user_with(CHATS).of(stage.branch),
    }
    strangers = {
        "who checks homework": a_user_with(CHECKS_HOMEWORK).of(stage.branch),
        "who reads exams": a_user_with(READS).of(stage.branch),
        "of another branch": a_user_with(OFFICE).of(a_branch()),
        "who teaches another group": a_user_with({"my_groups:exam": ["read", "update"]}).of(stage.branch),
    }
    listeners = {name: await served.listen(await console.sign_in(one)) for name, one in (insiders | strangers).items()}
    student, teacher = stage.students[0], await stage.teacher()
    work = {"topic": EXAMS, "entity": "submission", "id": await stage.work_of(student), "version": None}
    application = await console.sign_in_student(student)
    heard = 0

    async def expect(*changes: dict[str, object]) -> None:
        nonlocal heard
        for name in insiders:
            await listeners[name].until(lambda one: len(one.about(EXAMS)) >= heard + len(changes))
            assert listeners[name].about(EXAMS)[heard:] == [*changes], name
        heard += len(changes)

    assert (await application.post(f"{stage.path}/submissions", {"text": "ish"})).is_success
    await expect(work)
    assert (await stage.check(teacher, student, 95)).is_success
    await expect(work)
    for other in stage.students[1:]:
        assert (await stage.check(teacher, other, 40)).is_success
    await asyncio.sleep(QUIET_SECONDS)
    heard = len(listeners["the teacher"].about(EXAMS))
    assert (await stage.announce(teacher)).is_success
    await expect({"topic": EXAMS, "entity": "exam", "id": stage.exam["id"], "version": None})
    for name in strangers:
        assert listeners[name].changes == [], name
    assert all(listeners[name].about(CHECKING) == [] for name in insiders)
