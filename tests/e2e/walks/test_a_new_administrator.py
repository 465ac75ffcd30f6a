"""The first week of a new administrator: branches, accounts, students, groups.

The students come from a messy spreadsheet.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload, Locator, expect

from tests.e2e.centre import Centre, a_running_centre
from tests.e2e.staff_browser import RESULTS, StaffBrowser
from tests.support.records.messy import a_messy_spreadsheet

PICTURES = RESULTS / "new-administrator"
MESSY = a_messy_spreadsheet(500, seed=11)
BRANCHES = ("Markaziy filial", "Yangi filial")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
async def centre(tmp_path: Path) -> AsyncIterator[Centre]:
    """A fresh installation."""
    async with a_running_centre(tmp_path / "home", CONSOLE_DEMO="120") as centre:
        yield centre


@pytest.fixture
async def user(browser: Browser, centre: Centre) -> AsyncIterator[StaffBrowser]:
    """The administrator's browser."""
    user = await StaffBrowser.create(browser, centre, await centre.sign_in())
    yield user
    assert user.unexpected() == []
    await user.context.close()


async def test_a_first_week(user: StaffBrowser) -> None:
    """Issue 5, *shown by* 1; each part saves a screenshot in test-results."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    await user.centre.synchronise()
    await names_two_branches(user)
    await reviews_the_roles(user)
    await opens_an_account(user, "Menejer", "Rustamova", "rustamova.m")
    await opens_an_account(user, "O'quv bo'limi", "Sobirova", "sobirova.n")
    await creates_a_teachers_account(user)
    await imports_students_from_a_spreadsheet(user)
    await finds_one_by_a_mistyped_apostrophe(user)
    await corrects_blocks_and_unblocks_a_student(user)
    await moves_a_student_between_groups(user)
    await exports_the_list(user)


async def _picture(user: StaffBrowser, name: str) -> None:
    await user.page.screenshot(path=PICTURES / f"{name}.png")


def _alert_dialog(user: StaffBrowser) -> Locator:
    return user.page.get_by_role("alertdialog")


async def _choose(user: StaffBrowser, field: str, option: str | None, *, many: bool = False) -> None:
    await user.page.get_by_role("button", name=re.compile(f"^{field}")).last.click()
    options = user.page.get_by_role("option")
    await (options.first if option is None else user.page.get_by_role("option", name=option, exact=True)).click()
    if many:
        await user.page.keyboard.press("Escape")


async def names_two_branches(user: StaffBrowser) -> None:
    """The synchronised branches get the names that staff use."""
    await user.open("/branch-office")
    await expect(user.rows.first).to_be_visible()
    for row, name in enumerate(BRANCHES):
        await user.rows.nth(row).get_by_role("button", name=re.compile("amallar$")).click()
        await user.page.get_by_role("menuitem", name="Tahrirlash").click()
        window = user.page.get_by_role("dialog")
        await window.get_by_label("Nomi").fill(name)
        await window.get_by_role("button", name="Saqlash").click()
        await expect(user.toast("Filial saqlandi").first).to_be_visible()
        await expect(user.rows.filter(has_text=name)).to_have_count(1)
    await _picture(user, "1-branches")


async def reviews_the_roles(user: StaffBrowser) -> None:
    """A manager's, a teacher's and the study department's exist from the start.

    D-14.
    """
    await user.open("/control")
    for role in ("Menejer", "O'qituvchi", "O'quv bo'limi"):
        await expect(user.rows.filter(has_text=role).first).to_be_visible()
    await _picture(user, "2-roles")


async def opens_an_account(user: StaffBrowser, role: str, last_name: str, login: str) -> None:
    """With a role and a branch; the password is shown once (R1-058)."""
    await user.open("/control/users/add")
    await user.page.get_by_label("Familiya", exact=True).fill(last_name)
    await user.page.get_by_label("Ism", exact=True).fill("Nargiza")
    await user.page.get_by_label("Login").fill(login)
    await _choose(user, "Rol", role)
    await _choose(user, "Filiallar", BRANCHES[0], many=True)
    await user.button("Xodim qo'shish").click()
    window = user.page.get_by_role("dialog", name="Hisob ochildi")
    await expect(window.locator("dd").nth(1)).to_have_text(re.compile(r"^\S{20}"))
    await window.get_by_role("button", name="Tayyor").click()


async def creates_a_teachers_account(user: StaffBrowser) -> None:
    """For an academic of the school (R1-343)."""
    await user.open("/users/academic")
    await user.settled()
    await user.rows.first.get_by_role("link").first.click()
    await user.button("Hisob ochish").click()
    window = user.page.get_by_role("dialog", name="Yangi hisob")
    await window.get_by_label("Login").fill("birinchi.ustoz")
    await _choose(user, "Rol", "O'qituvchi")
    await _choose(user, "Jinsi", "Erkak")
    await window.get_by_role("button", name="Hisob ochish").click()
    issued = user.page.get_by_role("dialog", name="Hisob ochildi")
    await issued.get_by_role("button", name="Tayyor").click()
    await expect(user.page.get_by_text("Hisobi ochiq").first).to_be_visible()
    await _picture(user, "3-teacher")


async def imports_students_from_a_spreadsheet(user: StaffBrowser) -> None:
    """Five hundred rows as in real centres, into a named and confirmed branch.

    L5, L6, M5.
    """
    await user.open("/students/import")
    file = FilePayload(name="qabul.xlsx", mimeType=XLSX, buffer=MESSY.xlsx())
    await user.page.locator("input[type=file]").set_input_files(file)
    await _choose(user, "Yangi talabalar filiali", BRANCHES[0])
    await user.button("Tekshirish").click()
    await expect(user.page.get_by_role("tab", name=f"Yangi: {MESSY.good}")).to_be_visible()
    await _picture(user, "4-import")
    await user.button(f"{MESSY.good} ta qatorni kiritish").click()
    await expect(_alert_dialog(user)).to_contain_text(BRANCHES[0])
    await _alert_dialog(user).get_by_role("button", name="Kiritish").click()
    await expect(user.page.get_by_text(f"Tayyor: {MESSY.good} ta yangi")).to_be_visible(timeout=60_000)


async def finds_one_by_a_mistyped_apostrophe(user: StaffBrowser) -> None:
    """G`ulomov for Gʻulomov, in any status of a new student (D-5)."""
    await user.open("/students?statusId=all")
    await user.settled()
    async with user.answer_of("/students/all") as found:
        await user.search("g`ulomov")
    assert found["total"] > 0
    assert all("ulomov" in row["fullName"].lower() for row in found["students"])
    await user.settled()
    await _picture(user, "5-found")
    await user.rows.first.get_by_role("link").first.click()
    await user.expect_url(re.compile(r"/students/\d+$"))


async def corrects_blocks_and_unblocks_a_student(user: StaffBrowser) -> None:
    """R1-080, R1-205, R1-206."""
    await user.page.get_by_role("link", name="Tahrirlash").click()
    await user.page.get_by_label("Ism", exact=True).fill("To'g'rilangan")
    await user.button("Saqlash").click()
    confirm = user.button("Tekshirdim, saqlash")
    await expect(user.toast("Talaba ma'lumotlari saqlandi").or_(confirm).first).to_be_visible()
    if await confirm.count():
        await confirm.click()
    await expect(user.toast("Talaba ma'lumotlari saqlandi")).to_be_visible()
    # a block is undone from its message
    for act, outcome in (("Bloklash", "bloklandiBekor qilish"), ("Blokdan chiqarish", "blokdan chiqarildi")):
        await user.button("Amallar").click()
        await user.page.get_by_role("menuitem", name=act).click()
        if act == "Bloklash":
            await _alert_dialog(user).get_by_label("Sabab").fill("hujjat yetishmaydi")
        await _alert_dialog(user).get_by_role("button", name=act).click()
        await expect(user.toast(re.compile(f" {outcome}$"))).to_be_visible()


async def moves_a_student_between_groups(user: StaffBrowser) -> None:
    """Into one, out of it, into another; both periods stay (R1-372, R1-373, D-48)."""
    groups = []
    for turn in range(2):
        await user.button("Guruhga qo'shish").click()
        window = user.page.get_by_role("dialog")
        rows = window.locator("label").filter(has=user.page.locator("input[type=radio]:enabled"))
        # the former group can be joined again
        row = rows.filter(has_not_text=groups[0]).first if groups else rows.first
        await row.get_by_role("radio").check()
        groups.append((await row.inner_text()).split("\n")[0])
        await window.get_by_role("button", name="Guruhga qo'shish").click()
        await expect(user.toast(f"{groups[-1]} guruhiga qo'shildi")).to_be_visible()
        if turn == 0:
            await user.page.get_by_role("button", name=re.compile(f"^{re.escape(groups[0])}")).first.click()
            await user.page.get_by_role("menuitem", name="O'qishni to'xtatish").click()
            await _alert_dialog(user).get_by_role("button", name="O'qishni to'xtatish").click()
            await expect(user.toast(f"{groups[0]} guruhida o'qishi to'xtatildi")).to_be_visible()
    for group in groups:
        await user.expect_text(group)
    await _picture(user, "6-groups")


async def exports_the_list(user: StaffBrowser) -> None:
    """The rows of the list, as a spreadsheet (R1-365)."""
    await user.open("/students?statusId=all&value=gulomov")
    await user.settled()
    await user.button("Faylga yuklab olish").click()
    async with user.page.expect_download() as waiting:
        await user.page.get_by_role("dialog").get_by_role("button", name="Yuklab olish").click()
    assert (await waiting.value).suggested_filename.endswith(".xlsx")
