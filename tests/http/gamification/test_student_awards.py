"""The earnings of a student (D-30, D-91, student-earnings of the pictures)."""

import io
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, get_args

import openpyxl  # type: ignore[import-untyped]
import pytest

from contracts.gamification import AwardCause
from domain.gamification.ledger import CauseKind
from tests.http.gamification.earning import buy, check, seed
from tests.support.builders import Account, Branch, Class, a_branch, a_category, a_class_of, a_course, a_user_with
from tests.support.console import Console
from tests.support.groups import ZONE

STAFF = {"users:students": ["read"]}


@dataclass
class Earnings:
    """Two students of a programming group, and a member of staff who sees them."""

    console: Console
    branch: Branch
    group: Class
    staff: Account

    async def read(self, student: int = 0, **query: Any) -> dict[str, Any]:
        """The response for a student."""
        visitor = await self.console.sign_in(self.staff)
        return dict(await visitor.data(f"/students/{self.id(student)}/awards", **query))

    def id(self, student: int = 0) -> int:
        """The id of a student."""
        return self.group.students[student].id or 0

    async def check(self, score: int, submission: int = 51, student: int = 0) -> None:
        """Checks a homework."""
        await check(self.console, submission, self.id(student), self.group.id or 0, score, self.staff.id)


@pytest.fixture
async def earnings(fresh_console: Console) -> Earnings:
    """Without entries yet."""
    branch = a_branch()
    staff = a_user_with(STAFF).of(branch)
    course = a_course("Python").of_category(a_category("Dasturlash"))
    group = a_class_of(2).in_branch(branch).of_course(course)
    await fresh_console.store(group, staff)
    await seed(fresh_console)
    return Earnings(fresh_console, branch, group, staff)


async def test_who_has_earned_nothing_yet_is_at_the_first_level(earnings: Earnings) -> None:
    shown = await earnings.read()
    assert shown["balance"] == {
        "xp": 0, "silver": 0, "owes": 0,
        "level": {"number": 1, "requiredXp": 0}, "next": {"number": 2, "requiredXp": 500},
    }  # fmt: skip
    assert (shown["entries"], shown["total"], shown["categories"]) == ([], 0, [])


async def test_an_entry_names_its_cause_its_checker_and_the_silver_after_it(earnings: Earnings) -> None:
    """D-91: XP counts in the category of the group's course."""
    await earnings.check(97)
    await earnings.check(88, submission=52)
    shown = await earnings.read()
    second, first = shown["entries"]
    assert (first["xp"], first["silver"], first["silverAfter"], first["reached"]) == (300, 30, 30, None)
    assert (second["xp"], second["silver"], second["silverAfter"], second["reached"]) == (255, 25, 55, 2)
    assert (first["cause"], first["source"], first["achievement"]) == ("homework", "51", "on_time_extra")
    assert first["details"] == {"title": "Satrlar", "score": 97}
    assert earnings.staff.last_name in first["madeBy"]
    assert [(one["name"], one["xp"], one["place"]) for one in shown["categories"]] == [("Dasturlash", 555, 1)]
    assert shown["causes"] == [{"cause": "homework", "xp": 555}]


async def test_a_correction_is_one_net_row_with_its_reversal_and_new_award(earnings: Earnings) -> None:
    """D-30: the earlier entry stays, marked as corrected."""
    await earnings.check(64)
    await earnings.check(91)
    shown = await earnings.read()
    correction, earlier = shown["entries"]
    assert (earlier["kind"], earlier["xp"], earlier["corrected"]) == ("award", 150, True)
    assert (correction["kind"], correction["xp"], correction["silver"], correction["silverAfter"]) == (
        "correction", 105, 10, 25,
    )  # fmt: skip
    assert [(part["kind"], part["xp"], part["silver"]) for part in correction["parts"]] == [
        ("reversal", -150, -15), ("award", 255, 25),
    ]  # fmt: skip
    assert correction["details"]["corrected"]["score"] == 91
    assert (shown["total"], shown["corrections"]) == (2, 1)


async def test_a_debt_is_shown_beside_a_balance_of_nothing(earnings: Earnings) -> None:
    """D-30: the balance shows 0 and *owes n*."""
    await earnings.check(97)
    await buy(earnings.console, 1, earnings.id(), 30)
    await earnings.check(0)
    shown = await earnings.read()
    assert (shown["balance"]["silver"], shown["balance"]["owes"], shown["balance"]["xp"]) == (0, 30, 0)
    assert shown["silver"] == {"earned": 0, "spent": 30, "refunded": 0}


async def test_entries_are_filtered_by_kind_cause_course_and_days(earnings: Earnings) -> None:
    """The sums of the period are those of the filtered entries."""
    await earnings.check(64)
    earnings.console.clock.pass_by(days=2)
    await earnings.check(91)
    await buy(earnings.console, 1, earnings.id(), 5)
    today = earnings.console.clock.now().astimezone(ZONE).date().isoformat()
    assert [one["kind"] for one in (await earnings.read(kind="silver"))["entries"]] == [
        "purchase", "correction", "award",
    ]  # fmt: skip
    assert [one["kind"] for one in (await earnings.read(kind="xp"))["entries"]] == ["correction", "award"]
    assert (await earnings.read(kind="corrections"))["total"] == 1
    assert (await earnings.read(cause="order"))["total"] == 1
    (course,) = (await earnings.read())["courses"]
    assert course["name"] == "Python"
    assert (await earnings.read(courseId=course["id"]))["total"] == 2
    recent = await earnings.read(fromDate=today, toDate=today)
    assert (recent["total"], recent["xpInPeriod"], recent["silverInPeriod"]) == (2, 105, 5)


async def test_pages_hold_every_entry_once(earnings: Earnings) -> None:
    """D-4."""
    for submission in range(5):
        await earnings.check(97, submission=submission)
    pages = [(await earnings.read(page=page, perPage=2))["entries"] for page in (1, 2, 3)]
    assert [one["source"] for page in pages for one in page] == ["4", "3", "2", "1", "0"]


async def _exported(earnings: Earnings, **query: Any) -> list[tuple[Any, ...]]:
    """The rows of the spreadsheet below its header."""
    visitor = await earnings.console.sign_in(earnings.staff)
    made = await visitor.request("POST", f"/students/{earnings.id()}/awards/export", params=query, json={})
    assert made.status_code == 200, made.text
    rows = list(openpyxl.load_workbook(io.BytesIO(made.content)).active.values)
    header = next(place for place, row in enumerate(rows) if row[0] == "Date")
    assert rows[header] == (
        "Date", "Time", "Cause", "Details", "XP", "Silver", "Silver left", "Level", "By", "Note",
    )  # fmt: skip
    return rows[header + 1 :]


@pytest.mark.parametrize("entries", [0, 1, 120])
async def test_the_spreadsheet_has_a_row_for_each_entry_of_the_list(earnings: Earnings, entries: int) -> None:
    """D-66: whatever the page, in the order of the list."""
    for submission in range(entries):
        await earnings.check(97, submission=submission)
    shown, rows = await earnings.read(perPage=10), await _exported(earnings, perPage=10, page=2)
    assert (len(rows), shown["total"]) == (entries, entries)
    assert [(row[4], row[5], row[6]) for row in rows[:10]] == [
        (one["xp"], one["silver"], one["silverAfter"]) for one in shown["entries"]
    ]


async def test_the_spreadsheet_has_what_the_filters_select(earnings: Earnings) -> None:
    """D-66, D-30: a correction is one row with its net, as in the list."""
    await earnings.check(64)
    earnings.console.clock.pass_by(days=2)
    await earnings.check(91)
    await buy(earnings.console, 1, earnings.id(), 5)
    now = earnings.console.clock.now().astimezone(ZONE)
    bought, corrected, awarded = await _exported(earnings)
    assert bought[2:7] == ("Order", "Termokrujka · 1", 0, -5, 20)
    assert bought[8:] == ("student", None)
    assert (corrected[0].date(), corrected[1]) == (now.date(), f"{now:%H:%M}")
    assert corrected[2:7] == ("Homework checked again", "Satrlar · score 64 → 91", 105, 10, 25)
    assert (awarded[2], awarded[9]) == ("Homework on time", "corrected")
    for filters in (
        {"kind": "xp"}, {"kind": "silver"}, {"kind": "corrections"}, {"cause": "order"}, {"courseId": 10**9},
        {"fromDate": now.date().isoformat()}, {"toDate": (now.date() - timedelta(days=1)).isoformat()},
    ):  # fmt: skip
        shown, rows = await earnings.read(**filters), await _exported(earnings, **filters)
        assert len(rows) == shown["total"], filters
        assert (sum(row[4] for row in rows), sum(row[5] for row in rows)) == (
            shown["xpInPeriod"], shown["silverInPeriod"],
        )  # fmt: skip


async def test_the_spreadsheet_of_a_student_of_another_branch_is_not_found(earnings: Earnings) -> None:
    """D-12."""
    stranger = await earnings.console.sign_in(a_user_with(STAFF).of(a_branch()))
    assert (await stranger.post(f"/students/{earnings.id()}/awards/export", {})).status_code == 404


async def test_students_with_equal_xp_share_a_place(earnings: Earnings) -> None:
    """D-125."""
    await earnings.check(97, submission=1)
    await earnings.check(97, submission=2, student=1)
    assert [(await earnings.read(student))["categories"][0]["place"] for student in (0, 1)] == [1, 1]
    await earnings.check(60, submission=3, student=1)
    assert [(await earnings.read(student))["categories"][0]["place"] for student in (0, 1)] == [2, 1]


async def test_a_student_of_another_branch_is_not_found(earnings: Earnings) -> None:
    """D-12."""
    stranger = await earnings.console.sign_in(a_user_with(STAFF).of(a_branch()))
    assert (await stranger.get(f"/students/{earnings.id()}/awards")).status_code == 404


def test_the_calls_name_every_kind_of_cause() -> None:
    assert set(get_args(AwardCause)) == set(CauseKind)


@pytest.mark.parametrize(
    ("query", "total"),
    [
        ({"fromDate": "0001-01-01"}, 1),
        ({"toDate": "9999-12-31"}, 1),
        ({"fromDate": "0001-01-01", "toDate": "9999-12-31"}, 1),
        ({"fromDate": "9999-12-30", "toDate": "9999-12-31"}, 0),
        ({"fromDate": "0001-01-01", "toDate": "0001-01-02"}, 0),
        ({"fromDate": "9999-12-31", "toDate": "0001-01-01"}, 0),
    ],
)
async def test_the_ends_of_the_calendar_bound_nothing(earnings: Earnings, query: dict[str, Any], total: int) -> None:
    """Security check 22: never an error of the server."""
    await earnings.check(97)
    assert (await earnings.read(**query))["total"] == total
