"""A check reaches its student once it can't be undone unheard any more (D-69)."""

from typing import Any

import pytest

from tests.http.homework.scenario import ACCEPTED, WAITING, CheckingScenario, check
from tests.support.console import Console, Visitor, data
from tests.support.homework import Work


async def _seen(stage: CheckingScenario, student: Visitor) -> tuple[Any, ...]:
    shown = (await student.data(f"/homework/{stage.homework.id}"))["homework"]
    (row,) = (await student.data("/homework"))["homework"]
    assert (row["status"], row["score"], row["dueAt"]) == (shown["status"], shown["score"], shown["dueAt"])
    awards, balance = await student.data("/awards"), await student.data("/balance")
    return shown["status"], shown["score"], len(shown["messages"]), awards["total"], balance["xp"], balance["silver"]


@pytest.fixture
async def stage(console: Console) -> CheckingScenario:
    """A class with homework."""
    return await CheckingScenario.of(console)


async def test_a_check_is_shown_after_ten_seconds(stage: CheckingScenario) -> None:
    """D-69: with its message, its award and the balance, all at once."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    student = await stage.console.sign_in_student(stage.students[0])
    data(await check(teacher, work, 96, message="Zo'r"))
    before = (WAITING, None, 0, 0, 0, 0)
    assert await _seen(stage, student) == before
    assert (await student.data("/homework", status=ACCEPTED))["total"] == 0
    stage.console.clock.pass_by(seconds=9, milliseconds=999)
    assert await _seen(stage, student) == before
    stage.console.clock.pass_by(milliseconds=1)
    status, score, messages, awards, xp, silver = await _seen(stage, student)
    assert (status, score, messages, awards) == (ACCEPTED, 96, 1, 1)
    assert xp > 0
    assert silver > 0


async def test_a_check_that_was_undone_in_time_is_never_seen(stage: CheckingScenario) -> None:
    """D-69: nor the entries of its award."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    student = await stage.console.sign_in_student(stage.students[0])
    done = data(await check(teacher, work, 96, message="Zo'r"))
    stage.console.clock.pass_by(seconds=9)
    data(await teacher.post(f"/homework-chat/{work.id}/undo", {key: done[key] for key in ("checkId", "version")}))
    for seconds in (0, 5, 60):
        stage.console.clock.pass_by(seconds=seconds)
        assert await _seen(stage, student) == (WAITING, None, 0, 0, 0, 0)


async def test_a_rejection_moves_the_deadline_when_it_is_shown(stage: CheckingScenario) -> None:
    """D-80: the later deadline would tell the rejection."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    student = await stage.console.sign_in_student(stage.students[0])
    due = (await student.data(f"/homework/{stage.homework.id}"))["homework"]["dueAt"]
    data(await check(teacher, work, 20))
    assert (await student.data(f"/homework/{stage.homework.id}"))["homework"]["dueAt"] == due
    stage.console.clock.pass_by(seconds=10)
    assert (await student.data(f"/homework/{stage.homework.id}"))["homework"]["dueAt"] > due


async def _correct(teacher: Visitor, work: Work, before: dict[str, Any], score: int, **more: Any) -> dict[str, Any]:
    form = {"version": before["version"], "score": score, **more}
    return dict(data(await teacher.put(f"/homework-chat/{work.id}/update-for-academic", form)))


async def test_a_correction_that_was_undone_in_time_is_never_seen(stage: CheckingScenario) -> None:
    """D-69, D-30: neither its score nor its award, nor the way back."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    student = await stage.console.sign_in_student(stage.students[0])
    first = data(await check(teacher, work, 62))
    stage.console.clock.pass_by(seconds=60)
    for score in (97, 0):
        before = await _seen(stage, student)
        assert before[:2] == (ACCEPTED, 62)
        corrected = await _correct(teacher, work, first, score, message="Boshqacha")
        stage.console.clock.pass_by(seconds=4)
        assert await _seen(stage, student) == before
        undo = {key: corrected[key] for key in ("checkId", "version")}
        first = data(await teacher.post(f"/homework-chat/{work.id}/undo", undo))
        for seconds in (0, 5, 60):
            stage.console.clock.pass_by(seconds=seconds)
            assert await _seen(stage, student) == before


async def test_a_check_that_is_corrected_at_once_is_not_told_by_its_correction(stage: CheckingScenario) -> None:
    """D-69: of two checks within ten seconds each is told after its own ten."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    student = await stage.console.sign_in_student(stage.students[0])
    unchecked = await _seen(stage, student)
    first = data(await check(teacher, work, 62, message="Birinchi"))
    stage.console.clock.pass_by(seconds=4)
    await _correct(teacher, work, first, 97, message="Ikkinchi")
    assert await _seen(stage, student) == unchecked
    stage.console.clock.pass_by(seconds=5, milliseconds=999)
    assert await _seen(stage, student) == unchecked
    stage.console.clock.pass_by(milliseconds=1)
    assert await _seen(stage, student) == (ACCEPTED, 62, 1, 1, 150, 15)
    stage.console.clock.pass_by(seconds=4)
    assert await _seen(stage, student) == (ACCEPTED, 97, 2, 2, 300, 30)


@pytest.mark.parametrize("score", [59, 60])
async def test_a_hand_in_does_not_tell_the_outcome_early(stage: CheckingScenario, score: int) -> None:
    """D-69: until ten seconds later the same refusals, whatever the score."""
    work, teacher = await stage.work_of(stage.students[0], "ish"), await stage.teacher()
    student = await stage.console.sign_in_student(stage.students[0])
    path = f"/homework/{stage.homework.id}/submissions"
    (attempt,) = (await student.data(f"/homework/{stage.homework.id}"))["homework"]["attempts"]

    async def refusals() -> list[tuple[int, Any]]:
        answers = await student.post(path, {"text": "yana"}), await student.delete(f"{path}/{attempt['id']}")
        return [(one.status_code, one.json().get("code")) for one in answers]

    done = data(await check(teacher, work, score))
    for passed in ({}, {"seconds": 9, "milliseconds": 999}):
        stage.console.clock.pass_by(**passed)
        assert await refusals() == [(409, "HOMEWORK_BEING_CHECKED")] * 2
    undone = await teacher.post(f"/homework-chat/{work.id}/undo", {key: done[key] for key in ("checkId", "version")})
    assert undone.is_success, "the refused hand-in stands in no way of undoing"
    data(await check(teacher, work, score, version=data(undone)["version"]))
    stage.console.clock.pass_by(seconds=10)
    again = await student.post(path, {"text": "yana"})
    expected = (409, "HOMEWORK_ACCEPTED_ALREADY") if score == 60 else (201, None)
    assert (again.status_code, again.json().get("code")) == expected
