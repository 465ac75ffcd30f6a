"""A list exported to a spreadsheet, and a messy spreadsheet imported.

In the browser (L1, L5, L6, D-66, M5).
"""

import io
import json
import re
from typing import Any

import python_calamine
from playwright.async_api import Download, FilePayload, expect

from tests.e2e.centre import PROJECT, STUDENTS, Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser
from tests.support.records.messy import MessySpreadsheet, a_messy_spreadsheet

AXE = PROJECT / "web/node_modules/axe-core/axe.min.js"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# unique: no student of the school has these phones and numbers
MESSY = a_messy_spreadsheet(500, seed=11)


async def _rows(download: Download) -> list[list[Any]]:
    content = (await download.path()).read_bytes()
    return python_calamine.load_workbook(io.BytesIO(content)).get_sheet_by_index(0).to_python()


async def _axe(user: StaffBrowser) -> list[str]:
    await user.page.add_script_tag(path=AXE)
    found = await user.page.evaluate("axe.run().then(r => JSON.stringify(r.violations))")
    return [it["id"] for it in json.loads(found) if it["impact"] in ("serious", "critical")]


async def _export(user: StaffBrowser) -> Any:
    window = user.page.get_by_role("dialog")
    async with user.page.expect_download() as waiting:
        await window.get_by_role("button", name="Yuklab olish").click()
    return await waiting.value


async def test_a_filtered_list_is_exported_with_the_chosen_columns(open_browser: OpenBrowser, centre: Centre) -> None:
    """All rows of the list, the ticked columns, a name ending in .xlsx.

    R1-365, R2-482, L1.
    """
    user = await open_browser("superadmin", bypass_csp=True)
    await user.open("/students?value=Karimov&statusId=all")
    await user.settled()
    told = await user.page.get_by_text(re.compile(r"^[\d\s]+ ta$")).first.inner_text()
    await user.button("Faylga yuklab olish").click()
    window = user.page.get_by_role("dialog")
    await window.get_by_label("Telefon").check()
    await window.get_by_label("Rasm").uncheck()
    await user.screenshot("export-dialog")
    assert await _axe(user) == []
    download = await _export(user)
    assert download.suggested_filename.endswith(".xlsx")
    heads, *rows = await _rows(download)
    assert "Telefon" in heads
    assert "Rasm" not in heads
    assert len(rows) == int(re.sub(r"\D", "", told))


async def _bring(user: StaffBrowser, messy: MessySpreadsheet, name: str) -> None:
    file = FilePayload(name=name, mimeType=XLSX, buffer=messy.xlsx())
    await user.page.locator("input[type=file]").set_input_files(file)


async def test_a_messy_spreadsheet_is_imported_as_students(open_browser: OpenBrowser, centre: Centre) -> None:
    """File, columns, check, branch by name, done; rejected rows have reasons.

    L5, L6, M5.
    """
    user = await open_browser("superadmin", bypass_csp=True)
    await user.open("/students")
    await user.page.get_by_role("link", name="Fayldan kiritish").click()
    await user.expect_url("/students/import")
    await user.screenshot("import-file")
    await _bring(user, MESSY, "chilonzor.xlsx")
    await expect(user.page.get_by_role("button", name="Ф.И.О.: To'liq ism (F.I.Sh.)")).to_be_visible()
    await user.button("Tekshirish").hover()
    await user.expect_text("Avval filialni tanlang")
    await user.page.get_by_role("button", name=re.compile("^Yangi talabalar filiali")).click()
    await user.page.get_by_role("option").first.click()
    branch = (await centre.call("GET", "/offices", (await centre.sign_in())["accessToken"]))["offices"][0]["name"]
    await user.screenshot("import-columns")
    assert await _axe(user) == []
    await user.button("Tekshirish").click()
    await expect(user.page.get_by_role("tab", name=f"Yangi: {MESSY.good}")).to_be_visible()
    await expect(user.page.get_by_role("tab", name=f"Qabul qilinmaydi: {MESSY.bad + MESSY.twins}")).to_be_visible()
    await expect(user.page.get_by_text("Excel bu sonni yaxlitlagan").first).to_be_visible()
    await user.screenshot("import-check")
    assert await _axe(user) == []
    await user.button(f"{MESSY.good} ta qatorni kiritish").click()
    question = user.page.get_by_role("alertdialog")
    await expect(question).to_contain_text(branch)
    await question.get_by_role("button", name="Kiritish").click()
    await expect(user.page.get_by_text(f"Tayyor: {MESSY.good} ta yangi")).to_be_visible(timeout=60_000)
    await user.screenshot("import-done")
    assert await _axe(user) == []
    async with user.page.expect_download() as waiting:
        await user.button("Qabul qilinmaganlarni yuklab olish").click()
    heads, *refused = await _rows(await waiting.value)
    assert heads[-1] == "Sababi"
    assert len(refused) == MESSY.bad + MESSY.twins
    # imported students are in no group yet: the linked list hides nobody
    await user.page.get_by_role("link", name="Talabalar ro'yxati").click()
    await user.expect_url("/students?statusId=all")
    # the notice in the header links back to it
    await user.button("Fayllarim").click()
    await user.page.get_by_role("menuitem", name=re.compile("chilonzor.xlsx")).click()
    await expect(user.page.get_by_text(f"Tayyor: {MESSY.good} ta yangi")).to_be_visible()


async def test_importing_the_same_file_again_does_nothing(open_browser: OpenBrowser, centre: Centre) -> None:
    """ "Nothing to import" is shown; 390 px fit without horizontal scrolling (L5)."""
    user = await open_browser("superadmin", viewport=PHONE)
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]
    await user.open("/students/import")
    few = a_messy_spreadsheet(30, seed=12)
    for again in (False, True):
        await _bring(user, few, "sergeli.xlsx")
        await user.page.get_by_role("button", name=re.compile("^Yangi talabalar filiali")).click()
        await user.page.get_by_role("option", name=office["name"], exact=True).click()
        await user.button("Tekshirish").click()
        await expect(user.page.get_by_role("tab", name=re.compile("^Yangi"))).to_be_visible()
        if again:
            break
        await user.screenshot("import-check-phone")
        await user.page.get_by_role("button", name=re.compile("ta qatorni kiritish")).click()
        await user.page.get_by_role("alertdialog").get_by_role("button", name="Kiritish").click()
        await expect(user.page.get_by_text(re.compile("^Tayyor:"))).to_be_visible()
        await user.button("Yana bir fayl").click()
    await expect(user.page.get_by_role("tab", name="Yangi: 0")).to_be_visible()
    await expect(user.page.get_by_role("button", name="0 ta qatorni kiritish")).to_have_attribute(
        "aria-disabled", "true"
    )
    width = await user.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    await user.screenshot("import-again-phone")


async def test_a_large_export_is_ready_in_the_header(open_browser: OpenBrowser, centre: Centre) -> None:
    """More than two thousand rows are exported by a job, downloaded in the header.

    D-66.
    """
    token = (await centre.sign_in())["accessToken"]
    total = (await centre.call("GET", "/students/all", token))["total"]
    assert total > STUDENTS >= 2_000
    user = await open_browser("superadmin")
    await user.open("/students?statusId=all&systemStatus=all")
    await user.settled()
    await user.button("Faylga yuklab olish").click()
    await user.page.get_by_role("dialog").get_by_role("button", name="Yuklab olish").click()
    await expect(user.toast("u yuqoridagi satrda kutadi")).to_be_visible()
    await user.page.get_by_role("button", name=re.compile("^Fayllarim")).click()
    item = user.page.get_by_role("menuitem", name=re.compile(r"students-.*\.xlsx"))
    await expect(item.first).to_contain_text("ta", timeout=30_000)
    await user.screenshot("export-waits")
    async with user.page.expect_download() as waiting:
        await item.first.click()
    rows = (await _rows(await waiting.value))[1:]
    listed = (await centre.call("GET", "/students/all", token))["total"]
    assert len(rows) == listed
