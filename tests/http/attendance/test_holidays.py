"""Holidays of the centre and of branches, and the lessons that they cancel.

R2-052, D-71, D-153.
"""

import asyncio
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest

from tests.http.attendance.scenario import DAY, OFFICE, AttendanceScenario
from tests.support.builders import Branch, Class, a_branch, a_class_of, a_superadmin, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

LATER = DAY + timedelta(days=7)


@dataclass
class TwoBranches:
    """A class in each of two branches, with lessons on the same days."""

    stage: AttendanceScenario
    there: Branch
    other: Class

    @property
    def console(self) -> Console:
        """The console of the class."""
        return self.stage.console

    @property
    def here(self) -> Branch:
        """The branch of the class."""
        return self.stage.branch

    async def visitor_of(self, *branches: Branch) -> Visitor:
        """A user of these branches; of all without one."""
        user = a_user_with(OFFICE)
        return await self.console.sign_in(user.of(*branches) if branches else user.of_all_branches())

    async def lessons(self, day: date = LATER) -> tuple[int, int]:
        """The number of lessons on a day here and there, after generation."""
        await self.stage.generate_lessons()
        sql = "select count(*) from lessons where group_id = $1 and date = $2"
        here, there = [await self.console.sql.fetchval(sql, one.id, day) for one in (self.stage.group, self.other)]
        return int(here), int(there)


@pytest.fixture
async def centre(fresh_console: Console) -> TwoBranches:
    stage = await AttendanceScenario.of(fresh_console)
    there = a_branch("Yunusobod")
    other = a_class_of(2).in_branch(there).taught_by(a_teacher()).on(1, at=stage.begins)
    await fresh_console.store(other)
    return TwoBranches(stage, there, other)


async def _add(visitor: Visitor, *branches: Branch, day: date = LATER, name: str = "Bayram") -> Any:
    body = {"date": day.isoformat(), "name": name, "officeIds": [branch.id for branch in branches]}
    return await visitor.post("/holidays", body)


def _refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_a_holiday_of_the_centre_cancels_lessons_in_every_branch(centre: TwoBranches) -> None:
    """R2-052, D-71: without branches it is the centre's; deletion restores lessons."""
    chief = await centre.visitor_of()
    assert await centre.lessons() == (1, 1)
    holiday = data(await chief.post("/holidays", {"date": LATER.isoformat(), "name": " Bayram "}))["holiday"]
    assert holiday == {
        **{"id": holiday["id"], "date": LATER.isoformat(), "name": "Bayram"},
        **{"wholeCentre": True, "offices": [], "elsewhere": 0},
    }
    assert await centre.console.sql.fetchval("select kind from jobs order by id desc limit 1") == "lessons.make"
    assert await centre.lessons() == (0, 0)
    assert _refusal(await _add(chief)) == (409, "ATTENDANCE_HOLIDAY_TAKEN")
    teacher = await centre.stage.teacher()
    assert holiday in (await teacher.visitor.data("/holidays"))["holidays"]
    assert _refusal(await teacher.visitor.delete(f"/holidays/{holiday['id']}")) == (403, "SHARED_FORBIDDEN")
    data(await chief.delete(f"/holidays/{holiday['id']}"))
    assert _refusal(await chief.delete(f"/holidays/{holiday['id']}")) == (404, "SHARED_NOT_FOUND")
    assert await centre.lessons() == (1, 1)


async def test_a_holiday_of_a_branch_cancels_its_lessons_alone(centre: TwoBranches) -> None:
    """ASVS-67, D-153: its deletion restores them, and no generation in between."""
    office = await centre.visitor_of(centre.here)
    holiday = data(await _add(office, centre.here))["holiday"]
    assert (holiday["wholeCentre"], [one["id"] for one in holiday["offices"]]) == (False, [centre.here.id])
    assert await centre.lessons() == (0, 1)
    assert await centre.lessons() == (0, 1)
    data(await office.delete(f"/holidays/{holiday['id']}"))
    assert await centre.lessons() == (1, 1)
    assert await centre.console.sql.fetchval("select count(*) from holiday_offices") == 0


async def test_a_group_that_moves_follows_the_holidays_of_its_new_branch(centre: TwoBranches) -> None:
    """A synchronisation may move a group; the next generation goes by its branch."""
    data(await _add(await centre.visitor_of(centre.here), centre.here))
    assert await centre.lessons() == (0, 1)
    moved = "update groups set office_id = $2 where id = $1"
    await centre.console.sql.execute(moved, centre.stage.group.id, centre.there.id)
    await centre.console.sql.execute(moved, centre.other.id, centre.here.id)
    assert await centre.lessons() == (1, 0)


async def test_a_caller_of_one_branch_closes_no_other(centre: TwoBranches) -> None:
    """D-12, D-153: a foreign branch looks like an unknown one."""
    office, chief = await centre.visitor_of(centre.here), await centre.visitor_of()
    whole = await office.post("/holidays", {"date": LATER.isoformat(), "name": "Bayram"})
    assert _refusal(whole) == (403, "ACCESS_CENTRE_WIDE")
    unknown = Branch("Yo'q", id=4_000_000)
    for branches in ((centre.there,), (centre.here, centre.there), (unknown,), (centre.here, unknown)):
        refused = await _add(office, *branches)
        assert (refused.status_code, refused.json()["fields"]) == (
            422,
            {"officeIds": ["Choose from the list: there is no such value"]},
        )
    ids = {
        name: data(await _add(chief, *branches, day=LATER + timedelta(days=number)))["holiday"]["id"]
        for number, (name, branches) in enumerate(
            {"centre": (), "both": (centre.here, centre.there), "there": (centre.there,)}.items()
        )
    }
    assert _refusal(await office.delete(f"/holidays/{ids['centre']}")) == (403, "ACCESS_CENTRE_WIDE")
    assert _refusal(await office.delete(f"/holidays/{ids['both']}")) == (403, "ACCESS_OTHER_BRANCHES")
    assert _refusal(await office.delete(f"/holidays/{ids['there']}")) == (404, "SHARED_NOT_FOUND")
    assert await centre.console.sql.fetchval("select count(*) from holidays") == 3
    both = await centre.visitor_of(centre.here, centre.there)
    data(await both.delete(f"/holidays/{ids['both']}"))


async def test_the_list_names_the_branches_that_the_caller_sees(centre: TwoBranches) -> None:
    """D-12: of the others their number; a holiday of those alone is not listed."""
    chief = await centre.visitor_of()
    data(await _add(chief, day=DAY, name="Markaz"))
    data(await _add(chief, centre.here, centre.there, day=LATER, name="Ikkala"))
    data(await _add(chief, centre.there, day=LATER + timedelta(days=1), name="U yerda"))
    seen = {}
    for name, branches in {"chief": (), "here": (centre.here,), "nowhere": (a_branch("Bo'sh"),)}.items():
        listed = (await (await centre.visitor_of(*branches)).data("/holidays"))["holidays"]
        seen[name] = [(one["name"], [it["name"] for it in one["offices"]], one["elsewhere"]) for one in listed]
    both = sorted([centre.here.name, "Yunusobod"])
    assert seen == {
        "chief": [("U yerda", ["Yunusobod"], 0), ("Ikkala", both, 0), ("Markaz", [], 0)],
        "here": [("Ikkala", [centre.here.name], 1), ("Markaz", [], 0)],
        "nowhere": [("Markaz", [], 0)],
    }


async def test_a_branch_has_one_holiday_a_day(centre: TwoBranches) -> None:
    """Two branches may each have theirs, and the centre one besides.

    A branch has none on a day of the centre.
    """
    chief = await centre.visitor_of()
    data(await _add(chief, centre.here))
    data(await _add(chief, centre.there))
    assert _refusal(await _add(chief, centre.here, centre.there)) == (409, "ATTENDANCE_HOLIDAY_TAKEN")
    centres = data(await _add(chief))["holiday"]
    data(await chief.delete(f"/holidays/{centres['id']}"))
    assert await centre.lessons() == (0, 0), "those of the branches stay"
    data(await _add(chief, day=DAY))
    assert _refusal(await _add(chief, centre.here, day=DAY)) == (409, "ATTENDANCE_HOLIDAY_TAKEN")
    next_day = LATER + timedelta(days=1)
    answers = await asyncio.gather(*(_add(chief, centre.here, day=next_day) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_the_month_of_a_group_shows_the_holidays_of_its_branch(centre: TwoBranches) -> None:
    """Read by the group's branch: its teacher may belong to another."""
    chief = await centre.visitor_of()
    for name, branches in {"Markaz": (), "Bu yerda": (centre.here,), "U yerda": (centre.there,)}.items():
        data(await _add(chief, *branches, day=DAY + timedelta(days=len(name)), name=name))
    data(await _add(chief, day=DAY + timedelta(days=40), name="Keyingi oy"))
    teacher = await centre.stage.teacher()
    path = f"/groups/for-academic/{centre.stage.group.id}/attendances"
    shown = (await teacher.visitor.data(path, month=f"{DAY:%Y-%m}"))["holidays"]
    assert [one["name"] for one in shown] == ["Markaz", "Bu yerda"]


async def test_a_branch_with_a_holiday_is_not_deleted(centre: TwoBranches) -> None:
    """R1-393: the message names the use."""
    chief, branch = await centre.console.sign_in(a_superadmin()), a_branch("Yopiladi")
    await centre.console.store(branch)
    data(await _add(chief, branch))
    refused = await chief.delete(f"/offices/{branch.id}")
    assert (refused.status_code, refused.json()["message"].rpartition(": ")[0][-8:]) == (409, "Holidays")


async def test_the_record_of_a_holiday_names_its_branches(centre: TwoBranches) -> None:
    """D-15: and is seen by the staff of these branches."""
    chief = await centre.console.sign_in(a_superadmin())
    holiday = data(await _add(chief, centre.here))["holiday"]
    (record,) = (await chief.data("/audits", entity="holiday", entityId=holiday["id"]))["audits"]
    changes = (await chief.data(f"/audits/{record['id']}"))["audit"]["changes"]
    assert {one["label"]: one["added"] for one in changes}["Branches"] == [centre.here.name]
    reads = {"staff_control:audit_logs": ["read"]}
    for branch, number in ((centre.here, 1), (centre.there, 0)):
        reader = await centre.console.sign_in(a_user_with(reads).of(branch))
        assert (await reader.data("/audits", entity="holiday", entityId=holiday["id"]))["total"] == number
