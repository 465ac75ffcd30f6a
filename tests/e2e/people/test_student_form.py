"""A student in the browser: enrolled, corrected, blocked, moved in and out.

Enrolled with a photo, blocked and unblocked, into a group and out of it again.
"""

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser
from tests.support.pictures import a_photo

PHOTO = {"name": "shahzoda.png", "mimeType": "image/png", "buffer": a_photo("PNG", (900, 600))}
PASSPORT, PERSONAL_ID = ("AA", "1234567"), "63101070010018"
# a fake camera that shows blue, and one that is denied (R1-434)
CAMERA = """navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement("canvas"); canvas.width = canvas.height = 420;
    const pen = canvas.getContext("2d");
    setInterval(() => { pen.fillStyle = "blue"; pen.fillRect(0, 0, 420, 420); }, 50);
    return canvas.captureStream(20);
}"""
REFUSED = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"


async def _choose(user: StaffBrowser, field: str, option: str | None, *, many: bool = False) -> None:
    """Picks an option in a form (None: the first); a multiple choice is closed."""
    await user.page.get_by_role("button", name=re.compile(f"^{field}")).last.click()
    options = user.page.get_by_role("option")
    await (options.first if option is None else user.page.get_by_role("option", name=option, exact=True)).click()
    if many:
        await user.page.keyboard.press("Escape")


async def _fill(user: StaffBrowser, *, last: str, first: str, born: str, phone: str = "") -> None:
    await user.page.get_by_label("Familiya", exact=True).fill(last)
    await user.page.get_by_label("Ism", exact=True).fill(first)
    await user.page.get_by_label("Tug'ilgan sana", exact=True).press_sequentially(born)
    if phone:
        await user.page.get_by_label("Telefon").fill(phone)
    await _choose(user, "Filiallar", None, many=True)


async def _send_photo(user: StaffBrowser) -> None:
    await user.page.locator("[data-photo-input]").set_input_files(PHOTO)
    window = user.page.get_by_role("dialog", name="Rasmni qirqish")
    await window.get_by_role("button", name="Shu rasmni olish").click()
    await expect(window).to_have_count(0)
    await expect(user.button("Rasmni olib tashlash")).to_be_visible()


async def _act(user: StaffBrowser, what: str) -> None:
    """An action of the menu on a student's page."""
    await user.button("Amallar").click()
    await user.page.get_by_role("menuitem", name=what).click()


def _alert_dialog(user: StaffBrowser) -> Locator:
    return user.page.get_by_role("alertdialog")


async def _of_period(user: StaffBrowser, what: str, group: str) -> None:
    """An action of the menu of the student's newest period in a group."""
    await user.idle()  # a period that arrives takes the first place
    await user.page.get_by_role("button", name=re.compile(f"^{re.escape(group)}")).first.click()
    await user.page.get_by_role("menuitem", name=what).click()


async def _posted(centre: Centre, path: str, **body: Any) -> dict[str, Any]:
    return await centre.call("POST", path, (await centre.sign_in())["accessToken"], data=body)


async def test_a_student_is_enrolled_with_a_photo_and_a_duplicate_confirmed(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """Photo cropped and sent, birth date typed, a possible duplicate confirmed.

    R1-079, R1-258, R1-356, R1-403, WISH-29.
    """
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    known = {"firstName": "Zulayho", "lastName": "O'xshashova", "birthDate": "2007-01-31", "officeIds": [office]}
    await _posted(centre, "/students", **known)
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.page.get_by_role("link", name="Talaba qo'shish").click()
    await user.expect_url("/students/add")
    await _send_photo(user)
    await _fill(user, last="O'xshashova", first="Zulayho", born="31012007", phone="901234599")
    await expect(user.page.get_by_label("Tug'ilgan sana", exact=True)).to_have_value("31.01.2007")
    await _choose(user, "Jinsi", "Ayol")
    await user.page.get_by_label("Pasport seriyasi").fill(PASSPORT[0])
    await user.page.get_by_label("Pasport raqami").fill(PASSPORT[1])
    await user.page.get_by_label("JSHSHIR").fill(PERSONAL_ID[:13])
    await user.button("Talaba qo'shish").click()
    await user.expect_text("JSHSHIR: 14 ta raqam")
    await user.page.get_by_label("JSHSHIR").fill(PERSONAL_ID)
    await user.button("Talaba qo'shish").click()
    await user.expect_text("Bunday odam allaqachon bo'lishi mumkin")
    await expect(user.page.get_by_text("ismi va tug'ilgan sanasi bir xil")).to_be_visible()
    await user.expect_url("/students/add")
    await user.button("Tekshirdim, saqlash").click()
    await user.expect_url(re.compile(r"/students/\d+$"))
    await expect(user.toast("O'xshashova Zulayho qo'shildi")).to_be_visible()
    await expect(user.page.get_by_text("AA•••••67")).to_be_visible()
    await expect(user.page.locator("main img").first).to_be_visible()
    assert await user.page.evaluate("document.querySelector('main img').naturalWidth") > 100


async def test_leaving_during_an_upload_asks_for_confirmation(open_browser: OpenBrowser, centre: Centre) -> None:
    """During a photo upload, and with unsaved input (R1-259, R2-056)."""
    user = await open_browser("superadmin")
    await user.open("/students/add")
    await user.page.route("**/upload/student-photo", lambda route: None)
    await user.page.locator("[data-photo-input]").set_input_files(PHOTO)
    await user.button("Shu rasmni olish").click()
    await expect(user.page.get_by_role("progressbar", name="Rasm yuklanmoqda…")).to_be_visible()
    await user.page.get_by_role("link", name="Talabalar").first.click()
    await _alert_dialog(user).get_by_role("button", name="Qolish").click()
    await user.expect_url("/students/add")
    await user.button("To'xtatish").click()
    await user.page.get_by_label("Familiya", exact=True).fill("Karimova")
    await user.page.get_by_role("link", name="Talabalar").first.click()
    await _alert_dialog(user).get_by_role("button", name="Chiqib ketish").click()
    await user.expect_url("/students")


async def test_an_invalid_photo_and_a_denied_camera_are_reported(open_browser: OpenBrowser, centre: Centre) -> None:
    """Reported in place; a picture from the camera uses the same path.

    R1-224, R1-226, R1-227, R1-434.
    """
    user = await open_browser("superadmin")
    await user.page.add_init_script(f"window.camera = () => {{ {CAMERA} }}; {REFUSED}")
    await user.open("/students/add")
    paper = {"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"}
    await user.page.locator("[data-photo-input]").set_input_files(paper)
    await user.expect_text("Faqat jpg/jpeg yoki png rasm yuklash mumkin")
    heavy = {"name": "a.png", "mimeType": "image/png", "buffer": b"x" * (2 * 1024 * 1024 + 1)}
    await user.page.locator("[data-photo-input]").set_input_files(heavy)
    await user.expect_text("Rasm hajmi 2MB dan oshmasin (jpg/jpeg)")
    await user.button("Kameradan olish").click()
    await user.expect_text("Kameraga ruxsat berilmadi")
    await user.page.keyboard.press("Escape")
    await user.page.evaluate("camera()")
    await user.button("Kameradan olish").click()
    await expect(user.page.locator("video")).to_have_js_property("videoWidth", 420)
    await user.button("Suratga olish").click()
    area = user.page.get_by_role("group", name="Qirqiladigan joy")
    await area.focus()
    await user.page.keyboard.press("+")
    await user.page.keyboard.press("ArrowLeft")
    await expect(user.page.get_by_role("slider", name="Kattalik")).to_have_attribute("aria-valuenow", "1.1")
    await user.button("Shu rasmni olish").click()
    await expect(user.button("Rasmni olib tashlash")).to_be_visible()


async def test_a_student_is_corrected_moved_and_given_a_last_status(open_browser: OpenBrowser, centre: Centre) -> None:
    """Every action of the student's page.

    R1-041, R1-042, R1-043, R1-080, R1-202, R1-203, R1-204, R1-205, R1-206, R1-207, R1-210, R1-211, R1-222, R1-223,
    R1-360, R1-361, R1-372, R1-373, R1-374, R1-429, R1-432, D-48, D-58.
    """
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    papers = {"passportSeries": PASSPORT[0], "passportNumber": "7654321"}
    person = {"firstName": "Nodira", "lastName": "Yo'lchiyeva", "birthDate": "2006-05-04", "officeIds": [office]}
    id = (await _posted(centre, "/students", **person, papers=papers))["student"]["id"]
    user = await open_browser("superadmin")
    await user.open(f"/students/{id}")

    await user.page.get_by_role("link", name="Tahrirlash").click()
    await user.expect_url(f"/students/{id}/edit")
    # the previous page has such a button too
    await expect(user.page.get_by_label("Familiya", exact=True)).to_have_value("Yo'lchiyeva")
    await expect(user.page.get_by_label("Pasport raqami")).to_have_count(0)
    await user.button("To'liq ko'rsatish").click()
    await _alert_dialog(user).get_by_label("Sabab").fill("hujjat almashtirildi")
    await _alert_dialog(user).get_by_role("button", name="To'liq ko'rsatish").click()
    await expect(user.page.get_by_label("Pasport raqami")).to_have_value("7654321")
    await user.page.get_by_label("Pasport raqami").fill("7654322")
    await user.page.get_by_label("Familiya", exact=True).fill("Yo'ldosheva")
    await user.button("Saqlash").click()
    await expect(user.toast("Talaba ma'lumotlari saqlandi")).to_be_visible()
    await expect(user.page.get_by_role("heading", level=1)).to_have_text("Yo'ldosheva Nodira")
    name = "Yo'ldosheva Nodira"

    await _act(user, "Login berish")
    await user.page.get_by_role("textbox", name="Yangi login").fill("nodira.yoldosheva")
    await user.button("Saqlash").click()
    await expect(user.toast("Login almashtirildi")).to_be_visible()
    await _act(user, "Parolni yangilash")
    await _alert_dialog(user).get_by_role("button", name="Parolni yangilash").click()
    window = user.page.get_by_role("dialog", name="Yangi parol")
    password = (await window.locator("dd").nth(1).inner_text()).strip()
    assert len(password) >= 16
    await window.get_by_role("button", name="Tayyor").click()
    assert password not in await user.page.content()
    await _act(user, "Loginni ko'rish")
    await expect(user.page.get_by_role("dialog").get_by_text("nodira.yoldosheva")).to_be_visible()
    await user.button("Tayyor").click()

    await _act(user, "Bloklash")
    await _alert_dialog(user).get_by_label("Sabab").fill("   ")
    await _alert_dialog(user).get_by_role("button", name="Bloklash").click()
    await expect(_alert_dialog(user).get_by_text("To'ldirilishi shart")).to_be_visible()
    await _alert_dialog(user).get_by_label("Sabab").fill("to'lov qilmagan")
    await _alert_dialog(user).get_by_role("button", name="Bloklash").click()
    await expect(user.toast(f"{name} bloklandi")).to_be_visible()
    await user.expect_text("to'lov qilmagan")
    await _act(user, "Blokdan chiqarish")
    await _alert_dialog(user).get_by_role("button", name="Blokdan chiqarish").click()
    await expect(user.toast(f"{name} blokdan chiqarildi")).to_be_visible()

    await _act(user, "Hujjatlar")
    window = user.page.get_by_role("dialog", name=f"{name}: hujjatlar")
    await expect(window.get_by_text("AA•••••22")).to_be_visible()
    await window.get_by_role("button", name="To'liq ko'rsatish").click()
    await _alert_dialog(user).get_by_label("Sabab").fill("shartnoma")
    await _alert_dialog(user).get_by_role("button", name="To'liq ko'rsatish").click()
    await expect(window.get_by_text("AA7654322")).to_be_visible()
    async with user.page.expect_download() as waiting:
        await window.get_by_role("button", name="Pasport: Yuklab olish").click()
    file = await waiting.value
    assert file.suggested_filename == f"passport-{id}.txt"
    assert "AA 7654322" in Path(await file.path()).read_text()
    await expect(_alert_dialog(user)).to_have_count(0)  # Escape closes the dialog on top
    await user.page.keyboard.press("Escape")
    await expect(window).to_have_count(0)
    assert "7654322" not in await user.page.content()

    await user.button("Guruhga qo'shish").click()
    window = user.page.get_by_role("dialog", name=f"{name}: guruhga qo'shish")
    row = window.locator("label").filter(has=user.page.get_by_role("radio")).first
    await row.get_by_role("radio").check()
    group = (await row.inner_text()).split("\n")[0]
    await window.get_by_role("button", name="Guruhga qo'shish").click()
    await expect(user.toast(f"{group} guruhiga qo'shildi")).to_be_visible()
    await _of_period(user, "O'qishni to'xtatish", group)
    await _alert_dialog(user).get_by_role("button", name="O'qishni to'xtatish").click()
    await expect(user.toast(f"{group} guruhida o'qishi to'xtatildi")).to_be_visible()
    await _of_period(user, "Davom ettirish", group)
    await _alert_dialog(user).get_by_role("button", name="Davom ettirish").click()
    await expect(user.toast(f"{group} guruhida davom etmoqda")).to_be_visible()
    await _of_period(user, "Holatni o'zgartirish", group)
    window = user.page.get_by_role("dialog", name=f"{group}: talaba holati")
    # R1-203: an unchanged status can't be saved, and the form explains it
    await expect(window.get_by_role("button", name="Saqlash")).to_have_attribute("aria-disabled", "true")
    await expect(window.get_by_label("Boshlanish sanasi", exact=True)).to_have_count(0)
    actions = (await centre.call("GET", "/control-actions", token))["controlActions"]
    names = {one["id"]: one["displayName"] for one in actions}
    await _choose(user, "Holati", names[6])
    await window.get_by_role("button", name="Saqlash").click()
    await expect(window.get_by_text("Boshlanish sanasi kiritilishi shart")).to_be_visible()
    start = window.get_by_label("Boshlanish sanasi", exact=True)
    await start.fill("01.01.1990")
    await window.get_by_role("button", name="Saqlash").click()
    await expect(window.get_by_text("Sana guruhning boshlanish va tugash sanalari orasida bo'lsin")).to_be_visible()
    await _choose(user, "Holati", names[5])
    await expect(start).to_have_count(0)
    await window.get_by_role("button", name="Saqlash").click()
    await expect(user.toast("Talaba holati saqlandi")).to_be_visible()
    await expect(user.page.get_by_text(names[5]).first).to_be_visible()

    await _act(user, "Natijalarni ko'rish")
    await user.expect_url(f"/students/{id}/result")
    await expect(user.page.get_by_text("Tugatmagan").first).to_be_visible()


async def test_students_are_listed_by_staff_and_by_author(open_browser: OpenBrowser, centre: Centre) -> None:
    """First the person, then their students; an empty list says so.

    R1-082, R1-083, D-17.
    """
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    born = (date(2007, 1, 1) + timedelta(days=3)).isoformat()
    person = {"firstName": "Ro'yxatda", "lastName": "Turuvchi", "birthDate": born, "officeIds": [office]}
    await _posted(centre, "/students", **person)
    user = await open_browser("superadmin")
    await user.open("/students")
    await user.button("Kim bo'yicha").click()
    await user.page.get_by_role("menuitem", name="Xodimlar bo'yicha").click()
    await user.expect_url("/users/students/staffs")
    await user.page.locator("main").get_by_role("listitem").get_by_role("link").first.click()
    await user.expect_url(re.compile(r"/users/students/staffs\?staffId=\d+$"))
    await user.choose("Holati", "Barchasi")
    await user.page.locator("[data-page-search]").fill("Turuvchi")
    await user.page.keyboard.press("Enter")
    await expect(user.page.get_by_role("row", name=re.compile("Turuvchi Ro'yxatda"))).to_be_visible()
    await user.open("/users/students/authors")
    await expect(
        user.page.locator("main").get_by_role("link").or_(user.heading("Hali hech kim yo'q")).first
    ).to_be_visible()


async def test_a_student_is_enrolled_on_a_phone_in_one_column(open_browser: OpenBrowser, centre: Centre) -> None:
    """At 390 px everything is reachable and nothing overflows."""
    user = await open_browser("superadmin", viewport=PHONE, has_touch=True)
    await user.open("/students/add")
    await _fill(user, last="Telefonova", first="Maftuna", born="05062006")
    assert not await user.page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out"
    await user.button("Talaba qo'shish").tap()
    await user.expect_url(re.compile(r"/students/\d+$"))
    assert not await user.page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out"
