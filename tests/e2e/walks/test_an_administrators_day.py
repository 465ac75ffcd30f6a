"""A bad day of an administrator: outage, a brake, revert, history, sessions."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.centre import Centre, a_running_centre
from tests.e2e.staff_browser import RESULTS, StaffBrowser

PICTURES = RESULTS / "administrators-day"
CLERK, CLERKS_PASSWORD = "qabul-xodimi", "a-clerk's-long-password"
PHONE = "+998 90 111-22-33"
STUDENTS = 300
REMOVED = 60


@pytest.fixture
async def centre(tmp_path: Path) -> AsyncIterator[Centre]:
    """A console of its own, synchronised with a small school."""
    async with a_running_centre(tmp_path / "home", CONSOLE_DEMO=str(STUDENTS)) as centre:
        await centre.synchronise()
        await centre.open_account(CLERK, "Study department", CLERKS_PASSWORD, all_branches=True)
        yield centre


@pytest.fixture
async def user(browser: Browser, centre: Centre) -> AsyncIterator[StaffBrowser]:
    """The administrator's browser."""
    user = await StaffBrowser.create(browser, centre, await centre.sign_in())
    yield user
    assert user.unexpected() == []
    await user.context.close()


async def test_a_bad_day(user: StaffBrowser, browser: Browser, centre: Centre) -> None:
    """Issue 3, *shown by* 4; M4, M7: each part saves a screenshot in test-results."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    await the_school_goes_down(user)
    await many_removals_are_approved(user)
    await the_run_is_reverted(user)
    clerk = await a_clerk_changes_a_phone(browser, centre)
    await the_log_names_the_author(user)
    await the_clerks_session_is_ended(user, clerk)


async def _picture(user: StaffBrowser, name: str) -> None:
    await user.page.screenshot(path=PICTURES / f"{name}.png")


async def _start(user: StaffBrowser) -> None:
    await user.open("/synchronization")
    await user.settled()
    await user.sync_button.click()
    await user.button("Boshlash").click()


async def _newest(user: StaffBrowser) -> None:
    await user.page.reload()
    await user.settled()
    await user.rows.first.click()


async def _over(user: StaffBrowser) -> None:
    token = (await user.centre.sign_in())["accessToken"]
    for _ in range(600):
        runs = (await user.centre.call("GET", "/synchronization/runs?perPage=1&orderBy=DESC", token))["runs"]
        if runs[0]["status"] not in ("waiting", "running"):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the run doesn't end")


async def _students(user: StaffBrowser) -> int:
    token = (await user.centre.sign_in())["accessToken"]
    return int((await user.centre.call("GET", "/students/all?perPage=1", token))["total"])


async def the_school_goes_down(user: StaffBrowser) -> None:
    """During a run: a message with advice; once the school is back, all arrives."""
    user.centre.change_school(new=5)
    user.centre.set_school_faults("slow:teachers")
    before = await _students(user)
    await _start(user)
    await expect(user.page.get_by_role("progressbar", name="Sinxronizatsiya jarayoni")).to_be_visible()
    user.centre.set_school_faults("down")
    await expect(user.toast("Maktab tizimida nosozlik")).to_be_visible()
    await _picture(user, "1-the-plug-is-pulled")
    assert await _students(user) == before, "nothing half"
    user.centre.set_school_faults()
    await _start(user)
    await expect(user.toast("Sinxronizatsiya tugadi")).to_be_visible()
    assert await _students(user) == before + 5


async def many_removals_are_approved(user: StaffBrowser) -> None:
    """A fifth of the school is missing: the run stops and names the students (D-49).

    It continues when a person has typed their number.
    """
    before = await _students(user)
    user.centre.change_school(removed=REMOVED)
    await _start(user)
    await expect(user.toast(re.compile("to'xta", re.IGNORECASE))).to_be_visible()
    assert await _students(user) == before, "nobody went by himself"
    await _newest(user)
    sheet = user.page.get_by_role("dialog")
    await expect(sheet.get_by_role("heading", name="Nimalar o'zgaradi")).to_be_visible()
    await _picture(user, "2-a-stopped-run")
    await sheet.get_by_role("button", name="O'zgarishga ruxsat").click()
    dialog = user.page.get_by_role("alertdialog")
    await dialog.get_by_role("textbox").first.fill("1")
    await dialog.get_by_role("button", name="Ruxsat berish").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("Son mos emas")
    total = re.search(r"\d+", (await dialog.get_by_role("alert").inner_text()).replace("\N{NO-BREAK SPACE}", ""))
    assert total is not None
    await dialog.get_by_role("textbox").first.fill(total[0])
    await dialog.get_by_role("textbox").last.fill("Maktab tasdiqladi")
    await dialog.get_by_role("button", name="Ruxsat berish").click()
    await expect(user.toast("Ruxsat berildi, sinxronizatsiya boshlandi")).to_be_visible()
    await _over(user)
    assert await _students(user) == before - REMOVED


async def the_run_is_reverted(user: StaffBrowser) -> None:
    """The approved run is reverted: everybody is back, and the run names the person."""
    before = await _students(user)
    await _newest(user)
    sheet = user.page.get_by_role("dialog")
    await expect(sheet.get_by_text("Izoh: Maktab tasdiqladi")).to_be_visible()
    await sheet.get_by_role("button", name="Ortga qaytarish", exact=True).click()
    dialog = user.page.get_by_role("alertdialog")
    await _picture(user, "3-taking-it-back")
    await dialog.get_by_role("button", name="Ortga qaytarish", exact=True).click()
    await expect(user.toast("Ortga qaytarish boshlandi")).to_be_visible()
    await _over(user)
    assert await _students(user) == before + REMOVED
    await _newest(user)
    await _picture(user, "4-taken-back")
    await user.page.keyboard.press("Escape")


async def a_clerk_changes_a_phone(browser: Browser, centre: Centre) -> StaffBrowser:
    """In a browser of their own."""
    clerk = await StaffBrowser.create(browser, centre, await centre.sign_in(CLERK, CLERKS_PASSWORD))
    await clerk.open("/students")
    await clerk.settled()
    await clerk.rows.first.get_by_role("link").click()
    token = (await centre.sign_in(CLERK, CLERKS_PASSWORD))["accessToken"]
    row = (await centre.call("GET", "/students/all?perPage=1&statusId=1", token))["students"][0]
    card = (await centre.call("GET", f"/students/{row['id']}", token))["student"]
    names = {name: card[name] or "" for name in ("firstName", "lastName", "middleName")}
    changed = {**names, "phoneNumber": "998901112233", "version": card["version"]}
    await centre.call("PUT", f"/students/{row['id']}/update-profile", token, data=changed)
    return clerk


async def the_log_names_the_author(user: StaffBrowser) -> None:
    """The log, filtered by phone, has author, time, before and after (M7)."""
    await user.open("/audits")
    await user.settled()
    async with user.answer_of("/audits?"):
        await user.choose("Maydon", "Telefon")
    await user.settled()
    await user.rows.first.click()
    sheet = user.page.get_by_role("dialog")
    await expect(sheet).to_contain_text(CLERK)
    await expect(sheet).to_contain_text(PHONE)
    await _picture(user, "5-who-changed-it")
    await user.page.keyboard.press("Escape")


async def the_clerks_session_is_ended(user: StaffBrowser, clerk: StaffBrowser) -> None:
    """Every session of the clerk; the open window is out at its next call.

    ASVS-10, P7.
    """
    await user.open(f"/users/staff?value={CLERK}")
    await user.settled()
    await user.rows.first.get_by_role("link").first.click()
    await user.button("Hammasini tugatish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Hammasini tugatish").click()
    await expect(user.page.get_by_text("Ochiq seans yo'q")).to_be_visible()
    await _picture(user, "6-sessions-ended")
    await clerk.page.reload()
    await expect(clerk.page.get_by_role("heading", name="Kirish")).to_be_visible()
    clerk.provoked("401 (Unauthorized)")
    assert clerk.unexpected() == []
    await clerk.context.close()
