"""Recomputation of a period: preview, rows, commit (D-93, G4)."""

from dataclasses import dataclass
from typing import Any

import pytest

from contracts.job_kinds import RECOMPUTE_COMMIT, RECOMPUTE_PREVIEW
from tests.http.attendance.scenario import ABSENT, ATTENDED, DAY, LATE, AttendanceScenario
from tests.http.gamification.earning import balance, run_jobs, seed
from tests.support.builders import a_branch, a_user_with
from tests.support.console import Console, Visitor, data

RULES = {"gamification:method_actions": ["read", "update"]}
DAYS = {"fromDate": DAY.isoformat(), "toDate": DAY.isoformat()}


@dataclass
class Recomputing:
    """A class marked before the first start, and the one who recomputes."""

    stage: AttendanceScenario
    visitor: Visitor

    async def preview(self, **form: Any) -> dict[str, Any]:
        """The recomputation after its job."""
        answer = await self.visitor.post("/student-awards/recompute/preview", DAYS | form)
        assert answer.status_code == 202, answer.text
        await run_jobs(self.stage.console, RECOMPUTE_PREVIEW)
        return await self.shown(data(answer)["recomputation"]["id"])

    async def shown(self, id: int) -> dict[str, Any]:
        """The recomputation as it is now."""
        return dict((await self.visitor.data(f"/student-awards/recompute/{id}"))["recomputation"])

    async def commit(self, one: dict[str, Any]) -> dict[str, Any]:
        """The recomputation after its commit."""
        body = {"version": one["version"]}
        answer = await self.visitor.post(f"/student-awards/recompute/{one['id']}/commit", body)
        assert answer.status_code == 202, answer.text
        await run_jobs(self.stage.console, RECOMPUTE_COMMIT)
        return await self.shown(one["id"])

    async def balances(self) -> list[tuple[int, int]]:
        """XP and silver of the class."""
        return [await balance(self.stage.console, student.id) for student in self.stage.students]


@pytest.fixture
async def recomputing(fresh_console: Console) -> Recomputing:
    """The first attended, the second late, the third absent."""
    stage = await AttendanceScenario.of(fresh_console, size=3)
    first, second, third = stage.students
    await (await stage.teacher()).save({first: ATTENDED, second: LATE, third: ABSENT})
    stage.at("18:00")
    await seed(fresh_console)
    await run_jobs(fresh_console)
    visitor = await fresh_console.sign_in(a_user_with(RULES).of(stage.branch))
    return Recomputing(stage, visitor)


async def test_what_was_before_the_first_start_is_shown_and_then_given(recomputing: Recomputing) -> None:
    """D-93: the plan that was shown is committed, once."""
    assert await recomputing.balances() == [(0, 0)] * 3
    planned = await recomputing.preview()
    assert (planned["state"], planned["students"], planned["awards"], planned["xp"], planned["silver"]) == (
        "planned", 2, 2, 30, 3,
    )  # fmt: skip
    rows = (await recomputing.visitor.data(f"/student-awards/recompute/{planned['id']}/rows"))["rows"]
    assert [(row["xpBefore"], row["xp"], row["silver"], row["causes"]) for row in rows] == [
        (0, 20, 2, {"lesson": 1}), (0, 10, 1, {"lesson": 1}),
    ]  # fmt: skip
    assert await recomputing.balances() == [(0, 0)] * 3, "a preview writes nothing"
    assert (await recomputing.commit(planned))["state"] == "done"
    assert await recomputing.balances() == [(20, 2), (10, 1), (0, 0)]
    again = await recomputing.preview()
    assert (again["students"], again["xp"]) == (0, 0)


async def test_changed_amounts_correct_the_awards_of_the_period(recomputing: Recomputing) -> None:
    """G4: entries keep what made them until they are recomputed deliberately."""
    await recomputing.commit(await recomputing.preview())
    await recomputing.stage.console.sql.execute(
        """update action_levels set amounts = '{"attended": {"xp": 5}, "came_late": {"xp": 10}}'
        where action_id = (select id from actions where kind = 1)"""
    )
    assert (await recomputing.balances())[0] == (20, 2)
    planned = await recomputing.preview()
    assert (planned["xp"], planned["students"]) == (-15, 1)
    await recomputing.commit(planned)
    assert await recomputing.balances() == [(5, 0), (10, 1), (0, 0)]


async def test_a_mark_changed_since_the_preview_refuses_the_whole_plan(recomputing: Recomputing) -> None:
    """D-93."""
    planned = await recomputing.preview()
    third = recomputing.stage.students[2]
    await (await recomputing.stage.teacher()).save({third: LATE})
    assert (await recomputing.commit(planned))["state"] == "refused"
    assert await recomputing.balances() == [(0, 0)] * 3


async def test_a_rule_changed_since_the_preview_refuses_the_whole_plan(recomputing: Recomputing) -> None:
    """D-93."""
    planned = await recomputing.preview()
    await recomputing.stage.console.sql.execute("update levels set xp_proportion = 20")
    assert (await recomputing.commit(planned))["state"] == "refused"
    assert await recomputing.balances() == [(0, 0)] * 3


async def test_a_plan_is_committed_once(recomputing: Recomputing) -> None:
    planned = await recomputing.preview()
    await recomputing.commit(planned)
    again = await recomputing.visitor.post(
        f"/student-awards/recompute/{planned['id']}/commit", {"version": planned["version"]}
    )
    assert again.json()["code"] == "GAMIFICATION_PLAN_CHANGED"


async def test_only_groups_of_the_callers_branches_are_recomputed(recomputing: Recomputing) -> None:
    """D-149: and another's recomputation is not found."""
    planned = await recomputing.preview()
    stranger = await recomputing.stage.console.sign_in(a_user_with(RULES).of(a_branch()))
    other = Recomputing(recomputing.stage, stranger)
    assert (await other.preview())["groups"] == 0
    assert (await stranger.get(f"/student-awards/recompute/{planned['id']}")).status_code == 404


@pytest.mark.parametrize("days", [{"toDate": "2026-11-15"}, {"toDate": "2027-11-17"}])
async def test_days_are_in_order_and_within_a_year(recomputing: Recomputing, days: dict[str, str]) -> None:
    answer = await recomputing.visitor.post("/student-awards/recompute/preview", DAYS | days)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == ["toDate"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("categoryId", 999_999), ("categoryId", -1), ("groupIds", [999_999]), ("groupIds", [2**63 - 1])],
)
async def test_what_is_not_there_is_refused_by_its_field(recomputing: Recomputing, field: str, value: object) -> None:
    """D-3: an unknown category is no conflict, and an unknown group no empty plan."""
    answer = await recomputing.visitor.post("/student-awards/recompute/preview", DAYS | {field: value})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field]), answer.text


async def test_a_plan_of_a_branch_that_was_taken_away_is_not_committed(recomputing: Recomputing) -> None:
    """D-12, D-149: the branches of the moment count, not those of the preview."""
    planned = await recomputing.preview()
    console, other = recomputing.stage.console, a_branch()
    await console.store(other)
    moved = "update user_offices set office_id = $1 where office_id = $2 and user_id = $3"
    account = recomputing.visitor.signed_in["staffInfo"]["id"]
    await console.sql.execute(moved, other.id, recomputing.stage.branch.id, account)
    answer = await recomputing.visitor.post(
        f"/student-awards/recompute/{planned['id']}/commit", {"version": planned["version"]}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "GAMIFICATION_PLAN_CHANGED")
    assert await run_jobs(console, RECOMPUTE_COMMIT) == 0
    assert await recomputing.balances() == [(0, 0)] * 3
