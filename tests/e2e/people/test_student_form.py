"""A student in the browser: enrolled, corrected, blocked, moved in and out.

Enrolled with a photo, blocked and unblocked, into a group and out of it again.
"""

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import Sit
from tests.e2e.desk import PHONE, Desk
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


async def _choose(desk: Desk, field: str, option: str | None, *, many: bool = False) -> None:
    """Picks an option in a form (None: the first); a multiple choice is closed."""
    await desk.page.get_by_role("button", name=re.compile(f"^{field}")).last.click()
    options = desk.page.get_by_role("option")
    await (options.first if option is None else desk.page.get_by_role("option", name=option, exact=True)).click()
    if many:
        await desk.page.keyboard.press("Escape")


async def _fill(desk: Desk, *, last: str, first: str, born: str, phone: str = "") -> None:
    await desk.page.get_by_label("Familiya", exact=True).fill(last)
    await desk.page.get_by_label("Ism", exact=True).fill(first)
    await desk.page.get_by_label("Tug'ilgan sana", exact=True).press_sequentially(born)
    if phone:
        await desk.page.get_by_label("Telefon").fill(phone)
    await _choose(desk, "Filiallar", None, many=True)


async def _send_photo(desk: Desk) -> None:
    await desk.page.locator("[data-photo-input]").set_input_files(PHOTO)
    window = desk.page.get_by_role("dialog", name="Rasmni qirqish")
    await window.get_by_role("button", name="Shu holda olish").click()
    await expect(window).to_have_count(0)
    await expect(desk.button("Rasmni olib tashlash")).to_be_visible()


async def _act(desk: Desk, what: str) -> None:
    """An action of the menu on a student's page."""
    await desk.button("Amallar").click()
    await desk.page.get_by_role("menuitem", name=what).click()


def _asked(desk: Desk) -> Locator:
    return desk.page.get_by_role("alertdialog")


async def _of_period(desk: Desk, what: str, group: str) -> None:
    await desk.page.get_by_role("button", name=re.compile(f"^{re.escape(group)}")).first.click()
    await desk.page.get_by_role("menuitem", name=what).click()


async def _posted(centre: Centre, path: str, **body: Any) -> dict[str, Any]:
    return await centre.call("POST", path, (await centre.sign_in())["accessToken"], data=body)


async def test_a_student_is_enrolled_with_a_photo_and_a_duplicate_confirmed(sit: Sit, centre: Centre) -> None:
    """Photo cropped and sent, birth date typed, a possible duplicate confirmed.

    R1-079, R1-224…R1-229, R1-255…R1-258, R1-356, R1-403, WISH-29.
    """
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    known = {"firstName": "Zulayho", "lastName": "O'xshashova", "birthDate": "2007-01-31", "officeIds": [office]}
    await _posted(centre, "/students", **known)
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.page.get_by_role("link", name="Talaba qo'shish").click()
    await desk.be_at("/students/add")
    await _send_photo(desk)
    await _fill(desk, last="O'xshashova", first="Zulayho", born="31012007", phone="901234599")
    await expect(desk.page.get_by_label("Tug'ilgan sana", exact=True)).to_have_value("31.01.2007")
    await _choose(desk, "Jinsi", "Ayol")
    await desk.page.get_by_label("Pasport seriyasi").fill(PASSPORT[0])
    await desk.page.get_by_label("Pasport raqami").fill(PASSPORT[1])
    await desk.page.get_by_label("JSHSHIR").fill(PERSONAL_ID[:13])
    await desk.button("Talaba qo'shish").click()
    await desk.see("JSHSHIR: 14 ta raqam")
    await desk.page.get_by_label("JSHSHIR").fill(PERSONAL_ID)
    await desk.button("Talaba qo'shish").click()
    await desk.see("Bunday odam allaqachon bo'lishi mumkin")
    await expect(desk.page.get_by_text("ismi va tug'ilgan sanasi bir xil")).to_be_visible()
    await desk.be_at("/students/add")
    await desk.button("Tekshirdim, saqlash").click()
    await desk.be_at(re.compile(r"/students/\d+$"))
    await expect(desk.toast("O'xshashova Zulayho qo'shildi")).to_be_visible()
    await expect(desk.page.get_by_text("AA•••••67")).to_be_visible()
    await expect(desk.page.locator("main img").first).to_be_visible()
    assert await desk.page.evaluate("document.querySelector('main img').naturalWidth") > 100


async def test_leaving_during_an_upload_asks_for_confirmation(sit: Sit, centre: Centre) -> None:
    """During a photo upload, and with unsaved input (R1-259, R2-056)."""
    desk = await sit("superadmin")
    await desk.open("/students/add")
    await desk.page.route("**/upload/student-photo", lambda route: None)
    await desk.page.locator("[data-photo-input]").set_input_files(PHOTO)
    await desk.button("Shu holda olish").click()
    await expect(desk.page.get_by_role("progressbar", name="Rasm yuklanmoqda…")).to_be_visible()
    await desk.page.get_by_role("link", name="Talabalar").first.click()
    await _asked(desk).get_by_role("button", name="Qolish").click()
    await desk.be_at("/students/add")
    await desk.button("To'xtatish").click()
    await desk.page.get_by_label("Familiya", exact=True).fill("Karimova")
    await desk.page.get_by_role("link", name="Talabalar").first.click()
    await _asked(desk).get_by_role("button", name="Chiqib ketish").click()
    await desk.be_at("/students")


async def test_an_invalid_photo_and_a_denied_camera_are_reported(sit: Sit, centre: Centre) -> None:
    """Reported in place; a picture from the camera uses the same path.

    R1-224, R1-226, R1-227, R1-434.
    """
    desk = await sit("superadmin")
    await desk.page.add_init_script(f"window.camera = () => {{ {CAMERA} }}; {REFUSED}")
    await desk.open("/students/add")
    paper = {"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF"}
    await desk.page.locator("[data-photo-input]").set_input_files(paper)
    await desk.see("Faqat jpg/jpeg yoki png rasm yuklash mumkin")
    heavy = {"name": "a.png", "mimeType": "image/png", "buffer": b"x" * (2 * 1024 * 1024 + 1)}
    await desk.page.locator("[data-photo-input]").set_input_files(heavy)
    await desk.see("Rasm hajmi 2MB dan oshmasin (jpg/jpeg)")
    await desk.button("Kameradan olish").click()
    await desk.see("Kameraga ruxsat berilmadi")
    await desk.page.keyboard.press("Escape")
    await desk.page.evaluate("camera()")
    await desk.button("Kameradan olish").click()
    await expect(desk.page.locator("video")).to_have_js_property("videoWidth", 420)
    await desk.button("Suratga olish").click()
    area = desk.page.get_by_role("group", name="Qirqiladigan joy")
    await area.focus()
    await desk.page.keyboard.press("+")
    await desk.page.keyboard.press("ArrowLeft")
    await expect(desk.page.get_by_label("Kattalik")).to_have_value("1.1")
    await desk.button("Shu holda olish").click()
    await expect(desk.button("Rasmni olib tashlash")).to_be_visible()


async def test_a_student_is_corrected_moved_and_given_a_last_status(sit: Sit, centre: Centre) -> None:
    """Every action of the student's page.

    R1-041…R1-043, R1-080, R1-201…R1-211, R1-360, R1-361, R1-372…R1-374, R1-429, R1-432, D-48, D-58.
    """
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    papers = {"passportSeries": PASSPORT[0], "passportNumber": "7654321"}
    person = {"firstName": "Nodira", "lastName": "Yo'lchiyeva", "birthDate": "2006-05-04", "officeIds": [office]}
    id = (await _posted(centre, "/students", **person, papers=papers))["student"]["id"]
    desk = await sit("superadmin")
    await desk.open(f"/students/{id}")

    await desk.page.get_by_role("link", name="Tahrirlash").click()
    await desk.be_at(f"/students/{id}/edit")
    # the previous page has such a button too
    await expect(desk.page.get_by_label("Familiya", exact=True)).to_have_value("Yo'lchiyeva")
    await expect(desk.page.get_by_label("Pasport raqami")).to_have_count(0)
    await desk.button("To'liq ko'rsatish").click()
    await _asked(desk).get_by_label("Sabab").fill("hujjat almashtirildi")
    await _asked(desk).get_by_role("button", name="To'liq ko'rsatish").click()
    await expect(desk.page.get_by_label("Pasport raqami")).to_have_value("7654321")
    await desk.page.get_by_label("Pasport raqami").fill("7654322")
    await desk.page.get_by_label("Familiya", exact=True).fill("Yo'ldosheva")
    await desk.button("Saqlash").click()
    await expect(desk.toast("Talaba ma'lumotlari saqlandi")).to_be_visible()
    await expect(desk.page.get_by_role("heading", level=1)).to_have_text("Yo'ldosheva Nodira")
    name = "Yo'ldosheva Nodira"

    await _act(desk, "Login berish")
    await desk.page.get_by_role("textbox", name="Yangi login").fill("nodira.yoldosheva")
    await desk.button("Saqlash").click()
    await expect(desk.toast("Login almashtirildi")).to_be_visible()
    await _act(desk, "Parolni yangilash")
    await _asked(desk).get_by_role("button", name="Parolni yangilash").click()
    window = desk.page.get_by_role("dialog", name="Yangi parol")
    password = (await window.locator("dd").nth(1).inner_text()).strip()
    assert len(password) >= 16
    await window.get_by_role("button", name="Tayyor").click()
    assert password not in await desk.page.content()
    await _act(desk, "Loginni ko'rish")
    await expect(desk.page.get_by_role("dialog").get_by_text("nodira.yoldosheva")).to_be_visible()
    await desk.button("Tayyor").click()

    await _act(desk, "Bloklash")
    await _asked(desk).get_by_label("Sabab").fill("   ")
    await _asked(desk).get_by_role("button", name="Bloklash").click()
    await expect(_asked(desk).get_by_text("To'ldirilishi shart")).to_be_visible()
    await _asked(desk).get_by_label("Sabab").fill("to'lov qilmagan")
    await _asked(desk).get_by_role("button", name="Bloklash").click()
    await expect(desk.toast(f"{name} bloklandi")).to_be_visible()
    await desk.see("to'lov qilmagan")
    await _act(desk, "Blokdan chiqarish")
    await _asked(desk).get_by_role("button", name="Blokdan chiqarish").click()
    await expect(desk.toast(f"{name} blokdan chiqarildi")).to_be_visible()

    await _act(desk, "Hujjatlar")
    window = desk.page.get_by_role("dialog", name=f"{name}: hujjatlar")
    await expect(window.get_by_text("AA•••••22")).to_be_visible()
    await window.get_by_role("button", name="To'liq ko'rsatish").click()
    await _asked(desk).get_by_label("Sabab").fill("shartnoma")
    await _asked(desk).get_by_role("button", name="To'liq ko'rsatish").click()
    await expect(window.get_by_text("AA7654322")).to_be_visible()
    async with desk.page.expect_download() as waiting:
        await window.get_by_role("button", name="Pasport: Yuklab olish").click()
    file = await waiting.value
    assert file.suggested_filename == f"passport-{id}.txt"
    assert "AA 7654322" in Path(await file.path()).read_text()
    await desk.page.keyboard.press("Escape")
    await expect(window).to_have_count(0)
    assert "7654322" not in await desk.page.content()

    await desk.button("Guruhga qo'shish").click()
    window = desk.page.get_by_role("dialog", name=f"{name}: guruhga qo'shish")
    row = window.locator("label").filter(has=desk.page.get_by_role("radio")).first
    await row.get_by_role("radio").check()
    group = (await row.inner_text()).split("\n")[0]
    await window.get_by_role("button", name="Guruhga qo'shish").click()
    await expect(desk.toast(f"{group} guruhiga qo'shildi")).to_be_visible()
    await _of_period(desk, "To'xtatish", group)
    await _asked(desk).get_by_role("button", name="To'xtatish").click()
    await expect(desk.toast(f"{group} guruhida to'xtatildi")).to_be_visible()
    await _of_period(desk, "Davom ettirish", group)
    await _asked(desk).get_by_role("button", name="Davom ettirish").click()
    await expect(desk.toast(f"{group} guruhida davom etmoqda")).to_be_visible()
    await _of_period(desk, "Holatni o'zgartirish", group)
    window = desk.page.get_by_role("dialog", name=f"{group}: talaba holati")
    # R1-203: an unchanged status can't be saved, and the form explains it
    await expect(window.get_by_role("button", name="Saqlash")).to_have_attribute("aria-disabled", "true")
    await expect(window.get_by_label("Boshlanish sanasi", exact=True)).to_have_count(0)
    actions = (await centre.call("GET", "/control-actions", token))["controlActions"]
    names = {one["id"]: one["displayName"] for one in actions}
    await _choose(desk, "Holati", names[6])
    await window.get_by_role("button", name="Saqlash").click()
    await expect(window.get_by_text("Boshlanish sanasi kiritilishi shart")).to_be_visible()
    start = window.get_by_label("Boshlanish sanasi", exact=True)
    await start.fill("01.01.1990")
    await window.get_by_role("button", name="Saqlash").click()
    await expect(window.get_by_text("Sana guruhning boshlanish va tugash sanalari orasida bo'lsin")).to_be_visible()
    await _choose(desk, "Holati", names[5])
    await expect(start).to_have_count(0)
    await window.get_by_role("button", name="Saqlash").click()
    await expect(desk.toast("Talaba holati saqlandi")).to_be_visible()
    await expect(desk.page.get_by_text(names[5]).first).to_be_visible()

    await _act(desk, "Natijalarni ko'rish")
    await desk.be_at(f"/students/{id}/result")
    await expect(desk.page.get_by_text("Tugatmagan").first).to_be_visible()


async def test_students_are_listed_by_staff_and_by_author(sit: Sit, centre: Centre) -> None:
    """First the person, then their students; an empty list says so.

    D-17, R1-067…R1-069.
    """
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    born = (date(2007, 1, 1) + timedelta(days=3)).isoformat()
    person = {"firstName": "Ro'yxatda", "lastName": "Turuvchi", "birthDate": born, "officeIds": [office]}
    await _posted(centre, "/students", **person)
    desk = await sit("superadmin")
    await desk.open("/students")
    await desk.button("Kim bo'yicha").click()
    await desk.page.get_by_role("menuitem", name="Xodimlar bo'yicha").click()
    await desk.be_at("/users/students/staffs")
    await desk.page.locator("main").get_by_role("listitem").get_by_role("link").first.click()
    await desk.be_at(re.compile(r"/users/students/staffs\?staffId=\d+$"))
    await desk.choose("Holati", "Barchasi")
    await desk.page.locator("[data-page-search]").fill("Turuvchi")
    await desk.page.keyboard.press("Enter")
    await expect(desk.page.get_by_role("row", name=re.compile("Turuvchi Ro'yxatda"))).to_be_visible()
    await desk.open("/users/students/authors")
    await expect(
        desk.page.locator("main").get_by_role("link").or_(desk.heading("Hali hech kim yo'q")).first
    ).to_be_visible()


async def test_a_student_is_enrolled_on_a_phone_in_one_column(sit: Sit, centre: Centre) -> None:
    """At 390 px everything is reachable and nothing overflows."""
    desk = await sit("superadmin", viewport=PHONE, has_touch=True)
    await desk.open("/students/add")
    await _fill(desk, last="Telefonova", first="Maftuna", born="05062006")
    assert not await desk.page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out"
    await desk.button("Talaba qo'shish").tap()
    await desk.be_at(re.compile(r"/students/\d+$"))
    assert not await desk.page.evaluate("document.documentElement.scrollWidth > innerWidth"), "nothing sticks out"
