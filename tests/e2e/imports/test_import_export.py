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
    total = await user.page.get_by_text(re.compile(r"^[\d\s]+ ta$")).first.inner_text()
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
    assert len(rows) == int(re.sub(r"\D", "", total))


async def _bring(user: StaffBrowser, messy: MessySpreadsheet, name: str) -> None:
    file = FilePayload(name=name, mimeType=XLSX, buffer=messy.xlsx())
    await user.page.locator("input[type=file]").set_input_files(file)


async def test_a_messy_spreadsheet_is_imported_as_students(open_browser: OpenBrowser, centre: Centre) -> None:
    """Template, file, columns, check, branch, done; rejected rows have reasons.

    L5, L6, M5.
    """
    user = await open_browser("superadmin", bypass_csp=True)
    await user.open("/students")
    await user.page.get_by_role("link", name="Fayldan kiritish").click()
    await user.expect_url("/students/import")
    await user.screenshot("import-file")
    assert await _axe(user) == []
    async with user.page.expect_download() as waiting:
        await user.button("Shablonni yuklab olish").click()
    template = await waiting.value
    assert template.suggested_filename == "students-template.xlsx"
    assert "Familiya *" in (await _rows(template))[-1]
    await _bring(user, MESSY, "chilonzor.xlsx")
    await expect(user.page.get_by_role("button", name="Ф.И.О.: To'liq ism (F.I.Sh.)")).to_be_visible()
    await expect(user.page.get_by_text("Avval filialni tanlang.")).to_be_visible()
    await expect(user.button("Tekshirish")).to_have_attribute("aria-disabled", "true")
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
        await user.button("Xatolarni yuklab olish").click()
    heads, *refused = await _rows(await waiting.value)
    assert heads[-1] == "Sabab"
    assert len(refused) == MESSY.bad + MESSY.twins
    # imported students are in no group yet: the linked list hides none of them, and shows no others
    await user.page.get_by_role("link", name="Kiritilgan talabalar").click()
    await user.expect_url(re.compile(r"/students\?statusId=all&importId=\d+$"))
    await expect(user.page.get_by_text(f"{MESSY.good} ta", exact=True).first).to_be_visible()
    await expect(user.page.get_by_role("button", name=re.compile("chilonzor.xlsx · .* olib tashlash"))).to_be_visible()
    await user.screenshot("import-students")
    # the notice in the header links back to it
    await user.button("Fayllarim").click()
    await user.page.get_by_role("menuitem", name=re.compile("chilonzor.xlsx")).click()
    await expect(user.page.get_by_text(f"Tayyor: {MESSY.good} ta yangi")).to_be_visible()


async def test_an_import_is_reverted_from_its_page(open_browser: OpenBrowser, centre: Centre) -> None:
    """A student who was changed since stays, with the reason (D-155)."""
    user = await open_browser("superadmin", bypass_csp=True)
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]
    before = (await centre.call("GET", "/students/all", token))["total"]
    await user.open("/students/import")
    few = a_messy_spreadsheet(30, seed=21)
    await _bring(user, few, "yunusobod.xlsx")
    await user.page.get_by_role("button", name=re.compile("^Yangi talabalar filiali")).click()
    await user.page.get_by_role("option", name=office["name"], exact=True).click()
    await user.button("Tekshirish").click()
    await user.page.get_by_role("button", name=re.compile("ta qatorni kiritish")).click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Kiritish").click()
    await expect(user.page.get_by_text(f"Tayyor: {few.good} ta yangi")).to_be_visible()
    import_id = re.search(r"id=(\d+)", user.page.url)
    assert import_id
    found = await centre.call("GET", f"/students/all?importId={import_id[1]}", token)
    assert found["total"] == few.good
    student = (await centre.call("GET", f"/students/{found['students'][0]['id']}", token))["student"]
    form = {name: student[name] for name in ("version", "firstName", "lastName")} | {"phoneNumber": "+998900000001"}
    await centre.call("PUT", f"/students/{student['id']}/update-profile", token, data=form)
    await user.button("Ortga qaytarish").click()
    await user.screenshot("import-revert-question")
    await user.page.get_by_role("alertdialog").get_by_role("button", name="Ortga qaytarish").click()
    await expect(user.page.get_by_role("tab", name="Qoldi: 1")).to_be_visible()
    await expect(user.page.get_by_text("keyin o'zgartirilgan")).to_be_visible()
    await user.screenshot("import-reverted")
    assert await _axe(user) == []
    assert (await centre.call("GET", "/students/all", token))["total"] == before + 1
    await user.page.emulate_media(color_scheme="dark")
    await user.page.set_viewport_size(PHONE)
    await user.screenshot("import-reverted-phone-dark")
    assert await user.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_importing_the_same_file_again_does_nothing(open_browser: OpenBrowser, centre: Centre) -> None:
    """ "Nothing to import" is shown; 390 px fit without horizontal scrolling (L5)."""
    user = await open_browser("superadmin", viewport=PHONE)
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]
    await user.open("/students/import")
    await expect(user.button("Shablonni yuklab olish")).to_be_visible()
    await user.screenshot("import-file-phone")
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
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    # the school has exactly as many as are exported at once
    person = {"firstName": "Kamola", "lastName": "Ortiqova", "birthDate": "2007-01-31", "officeIds": [office]}
    await centre.call("POST", "/students", token, data=person)
    total = (await centre.call("GET", "/students/all", token))["total"]
    assert total > STUDENTS >= 2_000
    user = await open_browser("superadmin")
    await user.open("/students?statusId=all&systemStatus=all")
    await user.settled()
    await user.button("Faylga yuklab olish").click()
    await user.page.get_by_role("dialog").get_by_role("button", name="Yuklab olish").click()
    await expect(user.toast("yuqori panelda chiqadi")).to_be_visible()
    await user.page.get_by_role("button", name=re.compile("^Fayllarim")).click()
    item = user.page.get_by_role("menuitem", name=re.compile(r"students-.*\.xlsx"))
    await expect(item.first).to_contain_text("ta", timeout=30_000)
    await user.screenshot("export-waits")
    async with user.page.expect_download() as waiting:
        await item.first.click()
    rows = (await _rows(await waiting.value))[1:]
    listed = (await centre.call("GET", "/students/all", token))["total"]
    assert len(rows) == listed
