"""A running console holds a real school's records (OULAD) as in its files.

Shown by 3.
"""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import expect

from tests.e2e.browser import chromium
from tests.e2e.centre import Centre, a_running_centre
from tests.e2e.staff_browser import StaffBrowser
from tests.support.records.oulad import HEAD_OFFICE, school_records, write_folder
from tests.support.records.oulad_counts import Counts, count

RECORDS = school_records()
pytestmark = pytest.mark.skipif(RECORDS is None, reason="no real records: set MARKAZ_SCHOOL_RECORDS to their folder")
UNNAMED = "Noma'lum"
BROUGHT = ("offices", "courses", "groups", "students", "student_offices", "enrolments")


@pytest.fixture(scope="module")
def expected_counts() -> Counts:
    """Counts taken from the school's own files."""
    assert RECORDS
    return count(RECORDS)


@pytest.fixture(scope="module")
async def centre(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Centre]:
    """A console synchronised once with the folder of the real records."""
    assert RECORDS
    place = tmp_path_factory.mktemp("records")
    write_folder(RECORDS, place / "school")
    async with a_running_centre(place / "home", CONSOLE_SCHOOL_URL=str(place / "school")) as centre:
        run = await centre.synchronise()
        assert run["status"] == "done", run
        yield centre


async def rows(centre: Centre, statement: str) -> list[tuple[Any, ...]]:
    """Rows of the console's database."""
    async with centre.database() as database:
        return [tuple(row) for row in await database.fetch(statement)]


async def test_the_rows_agree_with_the_files(centre: Centre, expected_counts: Counts) -> None:
    """Branches, students, groups, enrolments and dates match independent counts."""
    offices = dict(
        await rows(
            centre,
            "select o.name, count(l.student_id) from offices o left join student_offices l on l.office_id = o.id"
            " group by o.id",
        )
    )
    assert offices.pop(HEAD_OFFICE[1]) == 0
    assert offices == expected_counts["students_per_region"]
    assert len(offices) == expected_counts["regions"]
    groups = dict(
        await rows(
            centre,
            "select g.name, count(e.id) from groups g left join enrolments e on e.group_id = g.id group by g.id",
        )
    )
    assert groups == expected_counts["members_per_group"]
    [(students, courses, memberships, ended, without_beginning)] = await rows(
        centre,
        "select (select count(*) from students), (select count(*) from courses), count(*), count(ended_date),"
        " count(*) filter (where started_date is null) from enrolments",
    )
    assert students == expected_counts["students"]
    assert courses == expected_counts["courses"]
    assert len(groups) == expected_counts["groups"]
    assert memberships == expected_counts["memberships"]
    assert ended == expected_counts["memberships_ended"]
    assert without_beginning == expected_counts["memberships_without_beginning"]
    [days] = await rows(
        centre,
        "select min(started_date)::text, max(started_date)::text, min(ended_date)::text, max(ended_date)::text"
        " from enrolments",
    )
    assert days == (
        expected_counts["first_begin"],
        expected_counts["last_begin"],
        expected_counts["first_end"],
        expected_counts["last_end"],
    )


@pytest.mark.parametrize("forgets", [False, True], ids=["what changed since", "everything again"])
async def test_a_second_run_changes_nothing(centre: Centre, expected_counts: Counts, forgets: bool) -> None:
    """No row is written again (same row versions), even by a full read."""
    version = "select count(*), sum(xmin::text::bigint) from {}"
    before = [await rows(centre, version.format(table)) for table in BROUGHT]
    if forgets:
        await centre.sql("delete from sync_cursors")
    run = await centre.synchronise()
    assert run["status"] == "done"
    assert run["created"] == run["updated"] == run["deleted"] == run["parked"] == 0
    read = {part["feed"]: part["read"] for part in run["parts"]}
    assert read["students"] == (expected_counts["students"] if forgets else 0)
    assert [await rows(centre, version.format(table)) for table in BROUGHT] == before


async def test_students_without_a_name_are_listed_and_found(centre: Centre, expected_counts: Counts) -> None:
    """A nameless student is `Noma'lum` and is found by a prefix of the number (D-35)."""
    token = (await centre.sign_in())["accessToken"]
    page = await centre.call("GET", "/students/all?perPage=100", token)
    assert page["total"] == expected_counts["students"]
    assert {student["fullName"] for student in page["students"]} <= {"", UNNAMED}
    one = page["students"][37]
    for number in (one["id"], one["hId"]):
        found = await centre.call("GET", f"/students/all?perPage=100&value={number}", token)
        assert one["id"] in {student["id"] for student in found["students"]}
    card = (await centre.call("GET", f"/students/{one['id']}", token))["student"]
    assert card["groups"]
    assert card["offices"]


@pytest.fixture
async def user(centre: Centre) -> AsyncIterator[StaffBrowser]:
    """The superadmin at a browser."""
    async with chromium() as browser:
        user = await StaffBrowser.create(browser, centre, await centre.sign_in())
        yield user
        troubles = user.unexpected()
        await user.close()
    assert not troubles


@pytest.mark.browser
async def test_the_console_works_with_real_records(user: StaffBrowser, expected_counts: Counts) -> None:
    """With 28 785 nameless students the list, the search and a page work."""
    await user.open("/students?statusId=all")
    await expect(user.rows).to_have_count(10)
    await user.expect_text(f"{expected_counts['students']:,}".replace(",", " ") + " ta")
    await expect(user.rows.first.get_by_role("link")).to_have_text(UNNAMED)
    await user.screenshot("real-records-all")
    number = await user.rows.nth(4).locator("td").nth(1).inner_text()
    async with user.answer_of("/students/all"):
        await user.search(number)
    await user.rows.filter(has_text=number).first.get_by_role("link").click()
    await expect(user.page.locator("h1")).to_have_text(UNNAMED)
    await expect(user.heading("Avvalgi guruhlar")).to_be_visible()
    await user.screenshot("real-records-student")


@pytest.mark.browser
async def test_a_list_without_active_students_offers_all(user: StaffBrowser) -> None:
    """The list starts with active students; when there are none it offers all."""
    await user.open("/students")
    await expect(user.heading("Faol talabalar yo'q")).to_be_visible()
    await user.screenshot("real-records-nobody-active")
    await user.button("Hammasini ko'rsatish").click()
    await expect(user.rows).to_have_count(10)
    await user.expect_url("/students?statusId=all")
