"""The first day with the console: from an empty centre to a student's page."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from tests.e2e.centre import STUDENTS, Centre, a_running_centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import StaffBrowser

STARTED = re.compile(r"^Bugun, \d\d:\d\d$")


@pytest.fixture(scope="module")
async def centre(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Centre]:
    """A console of its own, because the others may have synchronised theirs."""
    async with a_running_centre(tmp_path_factory.mktemp("first-day") / "home", CONSOLE_DEMO=str(STUDENTS)) as centre:
        yield centre


async def test_a_first_day(open_browser: OpenBrowser, centre: Centre) -> None:
    """Sign in, synchronise, find a student in any spelling, open the page, sign out.

    Issue 2, *shown by* 2.
    """
    user = await open_browser()
    await signs_in_through_a_deep_link(user)
    await synchronises(user)
    await sees_the_default_list(user)
    await finds_and_opens_a_student(user)
    await opens_the_profile(user)
    await signs_out(user)


async def signs_in_through_a_deep_link(user: StaffBrowser) -> None:
    """/students → /signin → back to /students (R1-016, R1-018, R1-047, D-42).

    R1-134, R1-135: the stored session.
    """
    await user.open("/students")
    await user.expect_url("/signin?from=%2Fstudents")
    await expect(user.page).to_have_title(re.compile("^Kirish"))
    await user.sign_in(password="not-the-password")
    await user.expect_text("Login yoki parol noto'g'ri")
    user.provoked("401 (Unauthorized)")
    async with user.answer_of("/auth/sign-in") as signed_in:
        await user.sign_in()
    await user.expect_url("/students")
    await user.expect_text("Hali talabalar yo'q")
    stored = await user.stored()
    assert signed_in["accessToken"] in stored["markaz.person.tokens"]
    assert signed_in["refreshToken"] in stored["markaz.person.tokens"]
    assert '"login":"superadmin"' in stored["markaz.person.staff"]
    started = [url for url in map(path_of, user.requests) if url in STARTING]
    # a change of the rights is told by the live stream, and they are read again
    assert started[: len(STARTING)] == STARTING, "R1-024: profile, then rights, then the count of notifications"
    await user.open("/signin")
    await user.expect_url("/today")  # R1-019, R1-023: to home, which is the first item of the menu
    await user.open("/students")


STARTING = ["/profile", "/roles/permission-objects/mine", "/notifications/count"]


def path_of(request: object) -> str:
    """A call's path without the API's prefix and its query."""
    return str(getattr(request, "url", "")).partition("/api/staff")[2].partition("?")[0]


async def synchronises(user: StaffBrowser) -> None:
    """Real progress, polled each second; the dialog may be closed meanwhile.

    R1-035, R1-044, R1-213, R1-214, D-43.
    """
    user.centre.set_school_faults("slow:teachers", "slow:courses")
    await expect(user.sync_button).to_have_accessible_name("Sinxronizatsiya. Oxirgisi: Hali sinxronlanmagan")
    await user.sync_button.click()
    await expect(user.page.get_by_role("radio", name="Hammasi")).to_be_checked()
    await user.button("Boshlash").click()
    circle = user.page.get_by_role("progressbar", name="Sinxronizatsiya jarayoni")
    await expect(circle).to_be_visible()
    seen = [float(await circle.get_attribute("aria-valuenow") or 0)]
    await user.button("Fonda davom etsin").click()
    await expect(circle).to_be_hidden()
    await expect(user.sync_button).to_have_accessible_name(re.compile(r"qilinyapti: \d+%"))
    await user.sync_button.click()
    await user.expect_text("Navbatdagi ishlar:")
    done = user.toast("Sinxronizatsiya tugadi")
    for _ in range(300):
        if await done.count():
            break
        # read at once: the dialog may close between finding the circle and reading it
        seen += map(float, await circle.evaluate_all("found => found.map((e) => e.getAttribute('aria-valuenow'))"))
        await asyncio.sleep(0.1)
    await expect(done).to_be_visible()
    await expect(circle).to_be_hidden()
    assert seen == sorted(seen), "progress never goes back"
    assert len(set(seen)) >= 3, f"it shows the way, not only the ends: {seen}"
    polls = [request for request in user.requests if path_of(request) == "/synchronization/all"]
    assert len(polls) >= 4
    user.centre.set_school_faults()
    await expect(user.sync_button).to_have_accessible_name(re.compile(r"Oxirgisi: Bugun, \d\d:\d\d$"))


async def sees_the_default_list(user: StaffBrowser) -> None:
    """Active students, ten a page, by name.

    R1-076, R1-115, R1-116, R1-118, R1-119, R1-120, R1-121, R1-437, R1-452, R2-463.
    """
    await expect(user.rows).to_have_count(10)
    heads = await user.page.locator("thead th").all_inner_texts()
    wanted = ["№", "ID", "Talaba", "Filiallar", "Yo'nalishlar", "Rasm", "Hujjatlar"]
    # before them the checkbox that selects every row of the page
    assert [head.strip() for head in heads[1:]] == [*wanted, "ERP holati", "Tizimda", "Qo'shilgan", "Amallar"]
    await expect(user.page.get_by_role("columnheader", name="Talaba")).to_have_attribute("aria-sort", "ascending")
    await expect(user.button("Holati: Active filtrini olib tashlash").or_(user.button(STANDARD_CHIP))).to_be_visible()
    crumbs = user.page.get_by_role("navigation", name="Sahifa yo'li").get_by_role("listitem")
    assert [text.strip(" /\n") for text in await crumbs.all_inner_texts()] == ["Foydalanuvchilar", "Talabalar"]
    async with user.answer_of("/students/all") as page:
        await user.page.reload()
    assert page["total"] > 1000
    assert {row["status"]["id"] for row in page["students"]} == {1}
    request = user.requests[-1:] and next(r for r in reversed(user.requests) if path_of(r) == "/students/all")
    assert {"page=1", "perPage=10", "orderBy=ASC", "statusId=1"} <= set(request.url.partition("?")[2].split("&"))


STANDARD_CHIP = re.compile(r"^Holati: .+ filtrini olib tashlash$")


async def finds_and_opens_a_student(user: StaffBrowser) -> None:
    """A name's prefix, Enter searches at once (D-5, R1-443).

    R1-077: the student's page, documents masked, groups with periods.
    """
    first = await user.rows.first.get_by_role("link").inner_text()
    word = first.split()[0]
    await user.watch_requests()
    async with user.answer_of("/students/all") as found:
        await user.search(word)
    assert max(await user.request_delays()) < 900, "Enter skips the second of waiting"
    assert found["students"]
    await user.expect_url(re.compile(r"value="))
    await user.settled()
    async with user.answer_of("/students/") as answer:
        await user.rows.first.get_by_role("link").click()
    student = answer["student"]
    await user.expect_url(f"/students/{student['id']}")
    await expect(user.page.get_by_role("heading", level=1)).to_have_text(student["fullName"])
    for paper in filter(None, student["papers"].values()):
        assert "•" in paper, "papers come masked"
        await user.expect_text(paper)
    assert student["groups"], "the demo school's active students are in groups"
    for group in student["groups"]:
        await user.expect_text(group["groupName"])
        year, month, day = group["startedDate"].split("-")
        await expect(user.page.get_by_text(re.compile(rf"^{day}\.{month}\.{year} – ")).first).to_be_visible()
    await user.page.go_back()
    await user.expect_url(re.compile(r"/students\?value="))


async def opens_the_profile(user: StaffBrowser) -> None:
    """The profile needs no permission; it names login, role and branches.

    R1-093, R1-136.
    """
    await user.page.get_by_role("navigation", name="Menyu").get_by_role("link", name="Profil").click()
    await user.expect_url("/profile")
    for words in ("superadmin", "Admin", "Barcha filiallar", "Asia/Tashkent"):
        await user.expect_text(words)
    await user.expect_text("Shu qurilma")


async def signs_out(user: StaffBrowser) -> None:
    """After a confirmation no personal data is left, and Back shows none.

    R1-038, R1-219, R1-220.
    """
    await user.button(re.compile("^Foydalanuvchi menyusi")).click()
    await user.page.get_by_role("menuitem", name="Chiqish").click()
    await user.expect_text("Tizimdan chiqasizmi?")
    await user.button("Bekor qilish").click()
    await user.expect_url("/profile")
    await user.button(re.compile("^Foydalanuvchi menyusi")).click()
    await user.page.get_by_role("menuitem", name="Chiqish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Chiqish").click()
    await user.expect_url("/signin")
    assert not [name for name in await user.stored() if name.startswith("markaz.person.")]
    await user.page.go_back()
    await expect(user.heading("Kirish")).to_be_visible()
    await expect(user.page.get_by_text("superadmin")).to_have_count(0)
