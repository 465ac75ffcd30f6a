"""Lists at 390 px: title, search and rows; the rest behind one button."""

import pytest
from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE

# the first row begins at about 160 px, as in the design of the list on a phone
MAX_FIRST_ROW_TOP = 170
MIN_TARGET = 44
# the lists of the console, each with at least one row in it
EVERY_LIST = [
    *["/students", "/groups", "/teachers", "/assistants", "/users/academic", "/users/staff", "/users/authors"],
    *["/control", "/branch-office", "/audits", "/synchronization", "/jobs", "/holidays", "/students/sms"],
    *["/sms-templates", "/settings/student-statuses"],
]
# what a card has no room for: a text that is cut, or one that leaves the card
CUT = """() => {
  const found = []
  for (const card of document.querySelectorAll("main ul[aria-label] > li")) {
    const box = card.getBoundingClientRect()
    for (const part of card.querySelectorAll("span, p, dd, a")) {
      if (part.closest(".sr-only")) continue
      const hidden = getComputedStyle(part).overflow !== "visible"
      const cut = part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 2
      if (hidden && cut) found.push(`cut: ${part.textContent}`)
      if (part.getBoundingClientRect().right > box.right + 1) found.push(`outside: ${part.textContent}`)
    }
  }
  return found
}"""
LISTS = ["/students", "/groups", "/teachers", "/users/academic", "/users/staff", "/control"]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_first_row_is_near_the_top(open_browser: OpenBrowser, centre: Centre, theme: str) -> None:
    """The search and the menu are above it, each as large as a finger."""
    user = await open_browser("superadmin", viewport=PHONE, color_scheme=theme)
    for path in LISTS:
        await user.open(path)
        await user.settled()
        row = user.page.locator("main ul[aria-label] > li").first
        await expect(row).to_be_visible()
        more = user.page.locator("main").get_by_role("button", name="Yana", exact=True)
        first, menu = await row.bounding_box(), await more.bounding_box()
        assert first is not None
        assert menu is not None
        assert first["y"] <= MAX_FIRST_ROW_TOP, path
        assert min(menu["width"], menu["height"]) >= MIN_TARGET, path
        assert menu["y"] + menu["height"] <= first["y"], path
        assert await user.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        await user.screenshot(f"phone-list{path.replace('/', '-')}-{theme}")


@pytest.mark.parametrize("language", ["uz", "ru"])
async def test_no_line_of_a_card_is_cut(open_browser: OpenBrowser, centre: Centre, language: str) -> None:
    """Each list at 390 px shows titles and lines whole, in the longer language too."""
    await _a_row_in_each(centre)
    user = await open_browser("superadmin", viewport=PHONE, language=language)
    found: list[str] = []
    for path in EVERY_LIST:
        await user.open(path)
        await user.settled()
        await expect(user.page.locator("main ul[aria-label] > li").first).to_be_visible()
        found += [f"{path}: {one}" for one in await user.page.evaluate(CUT)]
        await user.screenshot(f"phone-cards{path.replace('/', '-')}-{language}")
    assert not found, "\n".join(found)


async def _a_row_in_each(centre: Centre) -> None:
    """An author, a holiday and a broadcast; the school brings the other rows."""
    token = (await centre.sign_in())["accessToken"]
    if not (await centre.call("GET", "/authors/all?perPage=1", token))["total"]:
        roles = (await centre.call("GET", "/roles/all?perPage=100", token))["roles"]
        role = next(one["id"] for one in roles if one["name"] == "Manager")
        form = {"login": "muallif.kartasi", "roleId": role, "firstName": "Nilufar", "lastName": "Umarova"}
        await centre.call("POST", "/authors", token, data=form)
    if not (await centre.call("GET", "/holidays", token))["holidays"]:
        await centre.call("POST", "/holidays", token, data={"date": "2027-03-08", "name": "Xotin-qizlar kuni"})
    student = (await centre.call("GET", "/students/all?statusId=1&perPage=1", token))["students"][0]["id"]
    await centre.call("POST", "/sms/send-many", token, data={"studentIds": [student], "text": "Salom, {name}!"})


async def test_secondary_actions_are_in_the_menu(open_browser: OpenBrowser, centre: Centre) -> None:
    """The panel closes by Escape, by a press beside it, and by an action."""
    user = await open_browser("superadmin", viewport=PHONE)
    await user.open("/students")
    await user.settled()
    more = user.page.locator("main").get_by_role("button", name="Yana", exact=True)
    export = user.button("Faylga yuklab olish")
    await expect(export).to_be_hidden()
    await expect(user.page.get_by_role("link", name="Talaba qo'shish")).to_be_visible()
    await more.click()
    for name in ("Tanlash", "Ko'rinishlar", "Faylga yuklab olish"):
        box = await user.button(name).bounding_box()
        assert box is not None, name
        assert box["height"] >= MIN_TARGET, name
    await user.screenshot("phone-list-menu")
    await user.page.keyboard.press("Escape")
    await expect(export).to_be_hidden()
    await expect(more).to_be_focused()
    await more.click()
    await user.page.mouse.click(60, 700)
    await expect(export).to_be_hidden()
    await user.open("/students")
    await user.settled()
    await more.click()
    await export.click()
    await expect(user.page.get_by_role("dialog")).to_be_visible()
    await user.page.keyboard.press("Escape")
    await expect(more).to_be_focused()
