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
from tests.e2e.conftest import Sit
from tests.e2e.desk import PHONE, Desk
from tests.support.records.messy import MessySpreadsheet, a_messy_spreadsheet

AXE = PROJECT / "web/node_modules/axe-core/axe.min.js"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# unique: no student of the school has these phones and numbers
MESSY = a_messy_spreadsheet(500, seed=11)


async def _rows(download: Download) -> list[list[Any]]:
    content = (await download.path()).read_bytes()
    return python_calamine.load_workbook(io.BytesIO(content)).get_sheet_by_index(0).to_python()


async def _axe(desk: Desk) -> list[str]:
    await desk.page.add_script_tag(path=AXE)
    found = await desk.page.evaluate("axe.run().then(r => JSON.stringify(r.violations))")
    return [it["id"] for it in json.loads(found) if it["impact"] in ("serious", "critical")]


async def _export(desk: Desk) -> Any:
    window = desk.page.get_by_role("dialog")
    async with desk.page.expect_download() as waiting:
        await window.get_by_role("button", name="Yuklab olish").click()
    return await waiting.value


async def test_a_filtered_list_is_exported_with_the_chosen_columns(sit: Sit, centre: Centre) -> None:
    """All rows of the list, the ticked columns, a name ending in .xlsx.

    R1-365, R2-482, L1.
    """
    desk = await sit("superadmin", bypass_csp=True)
    await desk.open("/students?value=Karimov&statusId=all")
    await desk.settled()
    told = await desk.page.get_by_text(re.compile(r"^[\d\s]+ ta$")).first.inner_text()
    await desk.button("Faylga yuklab olish").click()
    window = desk.page.get_by_role("dialog")
    await window.get_by_label("Telefon").check()
    await window.get_by_label("Rasm").uncheck()
    await desk.photograph("export-dialog")
    assert await _axe(desk) == []
    download = await _export(desk)
    assert download.suggested_filename.endswith(".xlsx")
    heads, *rows = await _rows(download)
    assert "Telefon" in heads
    assert "Rasm" not in heads
    assert len(rows) == int(re.sub(r"\D", "", told))


async def _bring(desk: Desk, messy: MessySpreadsheet, name: str) -> None:
    file = FilePayload(name=name, mimeType=XLSX, buffer=messy.xlsx())
    await desk.page.locator("input[type=file]").set_input_files(file)


async def test_a_messy_spreadsheet_is_imported_as_students(sit: Sit, centre: Centre) -> None:
    """File, columns, check, branch by name, done; rejected rows have reasons.

    L5, L6, M5.
    """
    desk = await sit("superadmin", bypass_csp=True)
    await desk.open("/students")
    await desk.page.get_by_role("link", name="Fayldan kiritish").click()
    await desk.be_at("/students/import")
    await desk.photograph("import-file")
    await _bring(desk, MESSY, "chilonzor.xlsx")
    await expect(desk.page.get_by_role("button", name="Ф.И.О.: To'liq ism (F.I.Sh.)")).to_be_visible()
    await desk.button("Tekshirish").hover()
    await desk.see("Avval filialni tanlang")
    await desk.page.get_by_role("button", name=re.compile("^Yangi talabalar filiali")).click()
    await desk.page.get_by_role("option").first.click()
    branch = (await centre.call("GET", "/offices", (await centre.sign_in())["accessToken"]))["offices"][0]["name"]
    await desk.photograph("import-columns")
    assert await _axe(desk) == []
    await desk.button("Tekshirish").click()
    await expect(desk.page.get_by_role("tab", name=f"Yangi: {MESSY.good}")).to_be_visible()
    await expect(desk.page.get_by_role("tab", name=f"Qabul qilinmaydi: {MESSY.bad + MESSY.twins}")).to_be_visible()
    await expect(desk.page.get_by_text("Excel bu sonni yaxlitlagan").first).to_be_visible()
    await desk.photograph("import-check")
    assert await _axe(desk) == []
    await desk.button(f"{MESSY.good} ta qatorni kiritish").click()
    question = desk.page.get_by_role("alertdialog")
    await expect(question).to_contain_text(branch)
    await question.get_by_role("button", name="Kiritish").click()
    await expect(desk.page.get_by_text(f"Tayyor: {MESSY.good} ta yangi")).to_be_visible(timeout=60_000)
    await desk.photograph("import-done")
    assert await _axe(desk) == []
    async with desk.page.expect_download() as waiting:
        await desk.button("Qabul qilinmaganlarni yuklab olish").click()
    heads, *refused = await _rows(await waiting.value)
    assert heads[-1] == "Sababi"
    assert len(refused) == MESSY.bad + MESSY.twins
    # imported students are in no group yet: the linked list hides nobody
    await desk.page.get_by_role("link", name="Talabalar ro'yxati").click()
    await desk.be_at("/students?statusId=all")
    # the notice in the header links back to it
    await desk.button("Fayllarim").click()
    await desk.page.get_by_role("menuitem", name=re.compile("chilonzor.xlsx")).click()
    await expect(desk.page.get_by_text(f"Tayyor: {MESSY.good} ta yangi")).to_be_visible()


async def test_importing_the_same_file_again_does_nothing(sit: Sit, centre: Centre) -> None:
    """ "Nothing to import" is shown; 390 px fit without horizontal scrolling (L5)."""
    desk = await sit("superadmin", viewport=PHONE)
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]
    await desk.open("/students/import")
    few = a_messy_spreadsheet(30, seed=12)
    for again in (False, True):
        await _bring(desk, few, "sergeli.xlsx")
        await desk.page.get_by_role("button", name=re.compile("^Yangi talabalar filiali")).click()
        await desk.page.get_by_role("option", name=office["name"], exact=True).click()
        await desk.button("Tekshirish").click()
        await expect(desk.page.get_by_role("tab", name=re.compile("^Yangi"))).to_be_visible()
        if again:
            break
        await desk.photograph("import-check-phone")
        await desk.page.get_by_role("button", name=re.compile("ta qatorni kiritish")).click()
        await desk.page.get_by_role("alertdialog").get_by_role("button", name="Kiritish").click()
        await expect(desk.page.get_by_text(re.compile("^Tayyor:"))).to_be_visible()
        await desk.button("Yana bir fayl").click()
    await expect(desk.page.get_by_role("tab", name="Yangi: 0")).to_be_visible()
    await expect(desk.page.get_by_role("button", name="0 ta qatorni kiritish")).to_have_attribute(
        "aria-disabled", "true"
    )
    width = await desk.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    await desk.photograph("import-again-phone")


async def test_a_large_export_is_ready_in_the_header(sit: Sit, centre: Centre) -> None:
    """More than two thousand rows are exported by a job, downloaded in the header.

    D-66.
    """
    token = (await centre.sign_in())["accessToken"]
    total = (await centre.call("GET", "/students/all", token))["total"]
    assert total > STUDENTS >= 2_000
    desk = await sit("superadmin")
    await desk.open("/students?statusId=all&systemStatus=all")
    await desk.settled()
    await desk.button("Faylga yuklab olish").click()
    await desk.page.get_by_role("dialog").get_by_role("button", name="Yuklab olish").click()
    await expect(desk.toast("u yuqoridagi satrda kutadi")).to_be_visible()
    await desk.page.get_by_role("button", name=re.compile("^Fayllarim")).click()
    item = desk.page.get_by_role("menuitem", name=re.compile(r"students-.*\.xlsx"))
    await expect(item.first).to_contain_text("ta", timeout=30_000)
    await desk.photograph("export-waits")
    async with desk.page.expect_download() as waiting:
        await item.first.click()
    rows = (await _rows(await waiting.value))[1:]
    listed = (await centre.call("GET", "/students/all", token))["total"]
    assert len(rows) == listed
