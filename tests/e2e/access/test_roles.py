"""Roles at the screen: created by keyboard, assigned, changed, deleted.

Also rejections, and *who can see this*.
"""

import re

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser

OWN_PASSWORD = "another-long-enough-password"


def mark(user: StaffBrowser, name: str) -> object:
    """A checkbox of the tree."""
    return user.page.get_by_role("checkbox", name=name, exact=True)


# a name by which an account is found among any number of others
NAMED = """update users set last_name = $2, full_name = $2, sort_key = $2,
    search = setweight(to_tsvector('simple', $2), 'B') where login = $1"""


async def make(centre: Centre, name: str, permissions: dict[str, list[str]]) -> int:
    """A role created through the API."""
    token = (await centre.sign_in())["accessToken"]
    body = {"name": name, "type": 1, "permissions": permissions}
    return int((await centre.call("POST", "/roles", token, data=body))["role"]["id"])


async def test_a_role_is_created_by_keyboard_and_changes_its_holders_menu(
    open_browser: OpenBrowser, centre: Centre
) -> None:
    """The tree works by arrows and space; the holder's menu follows each change.

    R1-053, R1-054, R1-055, R1-056, D-9, D-53.
    """
    user = await open_browser("superadmin")
    await user.open("/control")
    await user.page.get_by_role("link", name="Rol qo'shish").click()
    await user.expect_url("/control/roles/add")
    await user.page.get_by_role("textbox", name="Nomi", exact=True).fill("Qabulxona e2e")
    keys = user.page.keyboard
    await mark(user, "Xodimlar nazorati").focus()
    # past the modules of accounts and roles to the students of the users module, and to their reading
    while not await mark(user, "Talabalar").evaluate("mark => mark === document.activeElement"):
        await keys.press("ArrowDown")
    await keys.press("ArrowRight")
    await keys.press("ArrowRight")
    await expect(mark(user, "Talabalar: Ko'rish")).to_be_focused()
    await keys.press("Space")
    await expect(mark(user, "Talabalar: Ko'rish")).to_be_checked()
    await expect(mark(user, "Foydalanuvchilar")).to_have_attribute("aria-checked", "mixed")
    await user.button("Saqlash").click()
    await expect(user.toast("Rol qo'shildi")).to_be_visible()
    await user.expect_url(re.compile(r"/control/roles/\d+$"))
    await expect(mark(user, "Talabalar: Ko'rish")).to_be_checked()

    await centre.open_account("qabulchi", "Qabulxona e2e", OWN_PASSWORD, all_branches=True)
    holder = await open_browser("qabulchi", OWN_PASSWORD)
    await holder.open("/")
    menu = holder.page.get_by_role("navigation").first
    await expect(menu.get_by_text("Talabalar")).to_be_visible()
    await expect(menu.get_by_text("Sinxronizatsiya")).to_have_count(0)
    holder.provoked("403")
    await holder.open("/control")
    await holder.expect_text("Sizda ushbu sahifa uchun huquq mavjud emas!")

    await user.page.get_by_role("link", name="Tahrirlash").click()
    await user.expect_url(re.compile(r"/control/roles/edit/\d+$"))
    await user.page.get_by_role("searchbox", name="Huquqni qidirish").fill("rollar")
    await mark(user, "Rollar: Ko'rish").click()
    await user.button("Saqlash").click()
    await expect(user.toast("Rol saqlandi")).to_be_visible()
    await holder.open("/")
    await menu.get_by_text("Nazorat").click()
    await menu.get_by_text("Rollar").click()
    await holder.expect_url("/control")
    await expect(holder.rows.first).to_be_visible()
    await expect(holder.page.get_by_role("link", name="Rol qo'shish")).to_have_count(0)


async def test_a_role_with_holders_is_not_deleted(open_browser: OpenBrowser, centre: Centre) -> None:
    """The question names what is deleted, or how many hold the role and who.

    R1-323, R1-431, R2-458; of one with holders R1-057.
    """
    await make(centre, "Bo'sh e2e", {"profile": ["read"]})
    await make(centre, "Band e2e", {"profile": ["read"]})
    await centre.open_account("band-xodim", "Band e2e", OWN_PASSWORD, all_branches=True)
    user = await open_browser("superadmin")
    await user.open("/control?value=e2e")
    for name, title in (("Bo'sh e2e", "Bo'sh e2e roli o'chirilsinmi?"), ("Band e2e", "Band e2e rolini o'chirib")):
        await user.rows.filter(has_text=name).get_by_role("button").last.click()
        await user.page.get_by_role("menuitem", name="O'chirish").click()
        await expect(user.heading(re.compile(f"^{re.escape(title)}"))).to_be_visible()
        if name.startswith("Bo'sh"):
            await user.button("Rolni o'chirish").click()
            await expect(user.toast("Rol o'chirildi: Bo'sh e2e")).to_be_visible()
            await expect(user.rows.filter(has_text=name)).to_have_count(0)
    await user.button("Kimga berilganini ko'rish").click()
    await user.expect_url(re.compile(r"/control/\d+/users$"))
    await expect(user.rows.filter(has_text="band-xodim")).to_be_visible()


async def test_copied_rights_leave_out_those_the_caller_lacks(open_browser: OpenBrowser, centre: Centre) -> None:
    """Rights that the caller lacks are locked with a reason (D-56).

    A stronger role can't be changed.
    """
    rights = {"staff_control:roles": ["create", "read", "update"], "users:students": ["read"]}
    await make(centre, "Rolchi e2e", rights)
    strong = await make(centre, "Kuchli e2e", {"users:students": ["read", "delete"], "users:staff": ["read"]})
    await centre.open_account("rolchi", "Rolchi e2e", OWN_PASSWORD, all_branches=True)
    user = await open_browser("rolchi", OWN_PASSWORD)
    await user.open("/control/roles/add")
    locked = user.page.get_by_role("checkbox", name=re.compile("^Xodimlar: Ko'rish. Sizda bu huquq yo'q"))
    await expect(locked).to_have_attribute("aria-disabled", "true")
    await user.button("Boshqa roldan nusxalash").click()
    await user.page.get_by_role("option", name=re.compile("^Kuchli e2e")).click()
    await user.expect_text("Kuchli e2e rolidan 1 ta huquq olindi. Sizda yo'q huquqlar olinmadi: 2 ta.")
    await expect(mark(user, "Talabalar: Ko'rish")).to_be_checked()
    await user.open(f"/control/roles/{strong}")
    await user.expect_text("Bu rolda sizda yo'q huquqlar bor")
    await expect(user.page.get_by_role("link", name="Tahrirlash")).to_have_count(0)


async def test_the_access_of_each_person_to_a_screen_is_explained(open_browser: OpenBrowser, centre: Centre) -> None:
    """Each person's grant and branches, or what is missing; the query is in the URL.

    D-12, D-53.
    """
    await make(centre, "Ko'ruvchi e2e", {"users:students": ["read"]})
    await make(centre, "Ko'rmas e2e", {"profile": ["read"]})
    await centre.open_account("koruvchi", "Ko'ruvchi e2e", OWN_PASSWORD)
    await centre.open_account("kormas", "Ko'rmas e2e", OWN_PASSWORD, all_branches=True)
    async with centre.database() as database:
        for login in ("koruvchi", "kormas"):
            await database.execute(NAMED, login, "korabegimov")
    user = await open_browser("superadmin")
    await user.open("/control")
    await user.button("Kim ko'radi va nega").click()
    panel = user.page.get_by_role("dialog")
    await panel.get_by_role("button", name=re.compile("^Sahifa yoki huquq")).click()
    await user.page.get_by_role("combobox", name="Sahifa yoki huquq").fill("Talabalar")
    await user.page.get_by_role("option").filter(has_text="Foydalanuvchilar › Talabalar").first.click()
    await user.expect_url("/control?why=%2Fstudents")
    # both of them, among all with accounts
    await panel.get_by_placeholder("Ism yoki familiya").fill("korabegimov")
    await user.page.keyboard.press("Enter")
    seer = panel.get_by_role("listitem").filter(has_text="koruvchi · ")
    await expect(seer).to_contain_text("Ko'ruvchi e2e roli orqali: Foydalanuvchilar · Talabalar: ko'rish")
    await expect(seer).to_contain_text("Filiali yo'q")
    other = panel.get_by_role("listitem").filter(has_text="kormas · ")
    await expect(other).to_contain_text("Ko'ra olmaydi")
    await expect(other).to_contain_text("Ko'rmas e2e rolida yo'q: Foydalanuvchilar · Talabalar: ko'rish")
    await expect(other).to_contain_text("Filiallari: Barcha filiallar")
    await panel.get_by_role("button", name="Kimni ko'rsatish").click()
    await user.page.get_by_role("option", name="Ko'ra oladiganlar").click()
    await expect(other).to_have_count(0)
    await expect(seer).to_be_visible()


async def test_the_tree_fits_a_phone(open_browser: OpenBrowser, centre: Centre) -> None:
    """Nothing overflows, and every checkbox is as large as a finger (44 px)."""
    user = await open_browser("superadmin", viewport=PHONE)
    await user.open("/control/roles/add")
    box = await mark(user, "Talabalar: O'chirish").bounding_box()
    assert box is not None
    assert (box["width"] >= 44, box["height"] >= 44, box["x"] + box["width"] <= PHONE["width"]) == (True, True, True)
    assert await user.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_the_heads_of_the_tree_stay_in_view(open_browser: OpenBrowser, centre: Centre) -> None:
    """Under the last permission too; parts that come later are not offered."""
    user = await open_browser("superadmin")
    for width in (1366, PHONE["width"]):
        await user.page.set_viewport_size({"width": width, "height": 700})
        await user.open("/control/roles/add")
        tree = user.page.get_by_role("treegrid")
        await expect(tree).to_be_visible()
        await expect(mark(user, "Gamifikatsiya")).to_have_count(0)
        await tree.get_by_role("rowheader").last.scroll_into_view_if_needed()
        await user.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        head, shell = tree.get_by_role("columnheader").nth(1), user.page.locator("header").first
        box, above = await head.bounding_box(), await shell.bounding_box()
        assert box is not None
        assert above is not None
        assert await user.page.evaluate("scrollY") > box["height"]
        assert abs(box["y"] - above["height"]) <= 1
        await user.screenshot(f"role-tree-{width}")
