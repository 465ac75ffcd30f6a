"""Study courses in the browser: list, order and plan of a course."""

import re

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.centre import PASSWORD, Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.courses.plan import Plan, a_plan, drag, drag_by_touch, drag_handle, lift_over, line, row
from tests.e2e.staff_browser import PHONE, StaffBrowser

PYTHON = [["O'zgaruvchilar", "Shartlar", "Sikllar"], ["Ro'yxatlar", "Lug'atlar", "Fayllar"], ["Funksiyalar"]]


@pytest.fixture
async def plan(centre: Centre, request: pytest.FixtureRequest) -> Plan:
    """A course of three months for each test."""
    return await a_plan(centre, f"Python {request.node.name[-40:]}", *PYTHON)


async def _courses(centre: Centre) -> list[str]:
    token = (await centre.sign_in())["accessToken"]
    return [course["name"] for course in (await centre.call("GET", "/courses?perPage=100", token))["courses"]]


async def _menu(user: StaffBrowser, name: str, action: str) -> None:
    await row(user.page, name).get_by_role("button").last.click()
    await user.page.get_by_role("menuitem", name=action).click()


async def _month(page: Page, name: str) -> None:
    await page.get_by_role("navigation", name="O'quv oylari").get_by_role("button", name=re.compile(name)).click()


async def test_courses_are_listed_a_hundred_a_page(open_browser: OpenBrowser, centre: Centre) -> None:
    """R2-062, R1-440, R2-465, R2-213, R2-385: with their months, topics and groups."""
    user = await open_browser("superadmin")
    async with user.answer_of("/courses?") as answer:
        await user.open("/study-department/courses")
    await user.settled()
    assert any("/courses?page=1&perPage=100" in request.url for request in user.requests)
    assert len(answer["courses"]) == answer["total"] == await user.rows.count()
    await expect(user.rows.first).to_contain_text("Faol")
    await user.search("beginner")
    await expect(user.rows).to_have_count(1)
    await user.screenshot("study-courses")
    await user.rows.first.click()
    await expect(user.page.get_by_role("tab", name="O'quv dasturi")).to_be_visible()


async def test_a_course_of_our_own_is_added_and_ended(open_browser: OpenBrowser, centre: Centre) -> None:
    """R2-016, R2-385: what nothing refers to is deleted."""
    user = await open_browser("superadmin")
    await user.open("/study-department/courses")
    await user.button("Kurs qo'shish").click()
    await user.page.get_by_role("dialog").get_by_label("Kurs", exact=True).fill("Kiberxavfsizlik")
    await user.button("Saqlash").click()
    await user.toast("Kurs saqlandi").wait_for()
    await user.search("Kiberxavfsizlik")
    await expect(user.rows).to_have_count(1)
    await expect(user.rows.first).to_contain_text("O'zimizniki")
    await user.rows.first.get_by_role("button").last.click()
    await user.page.get_by_role("menuitem", name="O'chirish").click()
    await user.page.get_by_role("alertdialog").get_by_role("button", name="O'chirish").click()
    await user.toast("O'chirildi: Kiberxavfsizlik").wait_for()
    assert "Kiberxavfsizlik" not in await _courses(centre)


async def test_courses_are_put_in_order_by_mouse_and_keyboard(open_browser: OpenBrowser, centre: Centre) -> None:
    """R2-064, D-103: a reload shows what the person saw; an undo takes it back."""
    before = await _courses(centre)
    first, _, third, _, _, sixth, *_ = before
    user = await open_browser("superadmin")
    page = user.page
    await user.open("/study-department/drag-drop")
    await lift_over(page, sixth, row(page, third))
    await expect(page.locator("[data-order-floating]")).to_contain_text("6 → 3")
    await expect(line(page)).to_contain_text("3–5-kurslar bittadan suriladi")
    await user.screenshot("course-order")
    await page.mouse.up()
    await user.toast("Ko'chirildi: 6 → 3").wait_for()
    moved = [*before[:2], sixth, *before[2:5], *before[6:]]
    assert await _courses(centre) == moved
    await user.toast("Ko'chirildi: 6 → 3").get_by_role("button", name="Bekor qilish").click()
    await expect(row(page, sixth)).to_contain_text("6")
    await user.idle()
    assert await _courses(centre) == before

    await drag_handle(page, first).focus()
    await page.keyboard.press("Space")
    await expect(line(page)).to_contain_text(f"Ko'tarildi: {first}")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect(line(page)).to_contain_text("2–3-kurslar bittadan suriladi")
    await page.keyboard.press("Enter")
    await expect(drag_handle(page, first)).to_be_focused()
    await user.toast("Ko'chirildi: 1 → 3").wait_for()
    moved = [before[1], before[2], first, *before[3:]]
    assert await _courses(centre) == moved
    await page.reload()
    await expect(row(page, first)).to_contain_text("3")
    await drag_handle(page, first).focus()
    for key in ("Space", "ArrowUp", "ArrowUp", "Escape"):
        await page.keyboard.press(key)
    await expect(line(page)).to_contain_text("joyida qoldi")
    assert await _courses(centre) == moved


async def test_a_month_is_built_and_put_in_order(open_browser: OpenBrowser, plan: Plan) -> None:
    """Months, topics, names, places.

    R2-063, R2-206, R2-207, R2-208, R2-312, R2-386, R2-387, R2-466.
    """
    user = await open_browser("superadmin")
    page = user.page
    await user.open(plan.path)
    await user.button(re.compile("^Oylar")).click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Oy qo'shish").click()
    await dialog.get_by_label("4-oyning darslari soni").fill("0")
    await expect(dialog.get_by_text("Darslar soni 1 dan 100 gacha")).to_be_visible()
    await dialog.get_by_label("4-oyning darslari soni").fill("6")
    await dialog.get_by_role("button", name="Saqlash").click()
    await user.toast("O'quv oylari saqlandi").wait_for()
    await _month(page, "4-oy")
    await user.button(re.compile("Mavzu ?: 4-oy")).click()
    await page.get_by_role("dialog").get_by_label("Mavzu", exact=True).fill("Modullar")
    await user.button("Saqlash").click()
    await user.toast("Mavzu qo'shildi").wait_for()
    await expect(page.locator("button:focus")).to_contain_text("Modullar")
    await expect(page.locator("button:focus")).to_be_in_viewport()
    await _menu(user, "Modullar", "Nomini o'zgartirish")
    await page.get_by_role("dialog").get_by_label("Mavzu", exact=True).fill("Modullar va paketlar")
    await user.button("Saqlash").click()
    await expect(row(page, "Modullar va paketlar")).to_contain_text("8")

    await drag(page, "Modullar va paketlar", page.get_by_role("navigation", name="O'quv oylari").get_by_text("2-oy"))
    await user.toast("Ko'chirildi: 8 → 7").wait_for()
    assert await plan.topics() == [PYTHON[0], [*PYTHON[1], "Modullar va paketlar"], PYTHON[2], []]

    await _month(page, "2-oy")
    await lift_over(page, "Modullar va paketlar", row(page, "Lug'atlar"))
    await expect(page.locator("[data-order-floating]")).to_contain_text("7 → 5")
    await expect(line(page)).to_contain_text("5–6-mavzular bittadan suriladi. O'tilgan darslar mavzusi o'zgarmaydi")
    await user.screenshot("course-plan-drag")
    await page.mouse.up()
    await user.toast("Ko'chirildi: 7 → 5").wait_for()
    expected = [PYTHON[0], ["Ro'yxatlar", "Modullar va paketlar", "Lug'atlar", "Fayllar"], PYTHON[2], []]
    assert await plan.topics() == expected
    await page.reload()
    await expect(row(page, "Modullar va paketlar")).to_contain_text("5")

    await _menu(user, "Modullar va paketlar", "Tugatish")
    await page.get_by_role("alertdialog").get_by_role("button", name="O'chirish").click()
    await user.toast("O'chirildi: Modullar va paketlar").wait_for()
    assert await plan.topics() == [*PYTHON, []]


async def test_a_topic_goes_to_another_month_by_keyboard(open_browser: OpenBrowser, plan: Plan) -> None:
    """R2-208: the month opens, the focus follows, the line says where."""
    user = await open_browser("superadmin")
    page = user.page
    await user.open(plan.path)
    await drag_handle(page, "Sikllar").focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("Alt+ArrowDown")
    await expect(line(page)).to_contain_text("2-oy, eng boshida")
    await expect(line(page)).to_contain_text("1-oy: 2 ta mavzu, 4 ta dars. 2-oy: 4 ta mavzu, 4 ta dars.")
    await page.keyboard.press("ArrowDown")
    await expect(line(page)).to_contain_text("2-oy, «Ro'yxatlar» ortidan")
    await page.keyboard.press("Space")
    await expect(drag_handle(page, "Sikllar")).to_be_focused()
    await user.toast("Ko'chirildi: 3 → 4").wait_for()
    assert await plan.topics() == [PYTHON[0][:2], ["Ro'yxatlar", "Sikllar", *PYTHON[1][1:]], PYTHON[2]]
    await user.screenshot("course-plan-keyboard")


async def test_a_stale_order_is_shown_as_it_is(open_browser: OpenBrowser, plan: Plan) -> None:
    """D-103, M6: nothing is moved, the present order is shown, and the person is told."""
    user = await open_browser("superadmin")
    page = user.page
    user.provoked("409")

    async def first_another(route: Route) -> None:
        await plan.move("Shartlar", 0, None)
        await route.continue_()

    await user.open(plan.path)
    await page.route("**/curriculum/move", first_another, times=1)
    await drag(page, "Sikllar", row(page, "O'zgaruvchilar"))
    await user.toast(re.compile("Tartibni boshqa xodim o'zgartirgan.*«Sikllar» ko'chirilmadi")).wait_for()
    await expect(row(page, "Shartlar")).to_contain_text("1")
    await expect(row(page, "Sikllar")).to_contain_text("3")
    assert (await plan.topics())[0] == ["Shartlar", "O'zgaruvchilar", "Sikllar"]
    await drag(page, "Sikllar", row(page, "Shartlar"))
    await user.toast("Ko'chirildi: 3 → 1").wait_for()
    assert (await plan.topics())[0] == ["Sikllar", "Shartlar", "O'zgaruvchilar"]


async def test_a_name_that_another_person_changed_is_saved_by_the_second_press(
    open_browser: OpenBrowser, plan: Plan
) -> None:
    """D-103: the first press tells of the change; what was typed stays."""
    user = await open_browser("superadmin")
    page = user.page
    user.provoked("409")
    await user.open(plan.path)
    await _menu(user, "Shartlar", "Nomini o'zgartirish")
    await page.get_by_role("dialog").get_by_label("Mavzu", exact=True).fill("Shart operatorlari")
    topic = (await plan.read())["months"][0]["topics"][1]
    sent = {"name": "Shartlar 2", "version": topic["version"]}
    await plan.centre.call("PUT", f"/curriculum/{topic['id']}", plan.token, data=sent)
    await user.button("Saqlash").click()
    await user.toast(re.compile("Yozuvni boshqa odam o'zgartirdi")).wait_for()
    await expect(page.locator("li[data-order-row]").filter(has_text="Shartlar 2")).to_have_count(1)
    await user.button("Saqlash").click()
    await user.toast("Mavzu nomi saqlandi").wait_for()
    assert (await plan.topics())[0] == ["O'zgaruvchilar", "Shart operatorlari", "Sikllar"]


async def test_a_topic_that_another_person_renamed_is_deleted_by_its_present_name(
    open_browser: OpenBrowser, plan: Plan
) -> None:
    """D-103: the dialog asks about the topic as it is now."""
    user = await open_browser("superadmin")
    page = user.page
    await user.open(plan.path)
    await _menu(user, "Shartlar", "Tugatish")
    dialog = page.get_by_role("alertdialog")
    await expect(dialog).to_contain_text("«Shartlar»")
    topic = (await plan.read())["months"][0]["topics"][1]
    sent = {"name": "Shartlar 2", "version": topic["version"]}
    await plan.centre.call("PUT", f"/curriculum/{topic['id']}", plan.token, data=sent)
    await expect(dialog).to_contain_text("«Shartlar 2»")
    await dialog.get_by_role("button", name="O'chirish").click()
    await expect(dialog).to_have_count(0)
    assert (await plan.topics())[0] == ["O'zgaruvchilar", "Sikllar"]


async def test_a_new_name_of_a_topic_is_reverted_from_its_history(open_browser: OpenBrowser, plan: Plan) -> None:
    """D-15, D-149: from the panel beside the plan."""
    user = await open_browser("superadmin")
    page = user.page
    topic = (await plan.read())["months"][0]["topics"][1]
    sent = {"name": "Shart operatorlari", "version": topic["version"]}
    await plan.centre.call("PUT", f"/curriculum/{topic['id']}", plan.token, data=sent)
    await user.open(plan.path)
    await page.get_by_text("Shart operatorlari").first.click()
    await page.get_by_role("complementary", name="Mavzu").get_by_role("button", name="Tarixi").click()
    dialog = page.get_by_role("dialog", name="«Shart operatorlari» mavzusi tarixi")
    newest = dialog.get_by_role("listitem").filter(has_text="Shart operatorlari").first
    await expect(newest.locator("del")).to_have_text("Shartlar")
    await user.screenshot("topic-history")
    await newest.get_by_role("button", name="Ortga qaytarish").click()
    question = page.get_by_role("dialog", name="Bu o'zgarish ortga qaytarilsinmi?")
    await question.get_by_role("button", name="Ortga qaytarish").click()
    await user.toast("O'zgarish ortga qaytarildi").wait_for()
    assert (await plan.topics())[0] == ["O'zgaruvchilar", "Shartlar", "Sikllar"]


async def test_a_topic_is_proposed_for_the_end_of_the_chosen_month(open_browser: OpenBrowser, plan: Plan) -> None:
    """R2-207: topics that are added one after the other stand in that order."""
    user = await open_browser("superadmin")
    await user.open(plan.path)
    await _month(user.page, "2-oy")
    for name in ("To'plamlar", "Saralash"):
        await user.button("Mavzu qo'shish").click()
        await user.page.get_by_role("dialog").get_by_label("Mavzu", exact=True).fill(name)
        await user.page.keyboard.press("Enter")
        await expect(user.page.get_by_role("dialog")).to_have_count(0)
    assert (await plan.topics())[1] == ["Ro'yxatlar", "Lug'atlar", "Fayllar", "To'plamlar", "Saralash"]


async def test_another_persons_move_arrives_by_itself(open_browser: OpenBrowser, plan: Plan) -> None:
    """D-103, D-162: without a reload."""
    user = await open_browser("superadmin")
    await user.open(plan.path)
    await expect(row(user.page, "Sikllar")).to_contain_text("3")
    await plan.move("Sikllar", 0, None)
    await expect(row(user.page, "Sikllar")).to_contain_text("1")


async def test_topics_are_moved_on_a_phone(open_browser: OpenBrowser, plan: Plan) -> None:
    """R2-208: by finger, and by the menu without dragging."""
    user = await open_browser("superadmin", viewport=PHONE, has_touch=True, is_mobile=True)
    page = user.page
    await user.open(plan.path)
    await drag_by_touch(page, "Sikllar", row(page, "O'zgaruvchilar"))
    await user.toast("Ko'chirildi: 3 → 1").wait_for()
    assert (await plan.topics())[0] == ["Sikllar", "O'zgaruvchilar", "Shartlar"]
    await _menu(user, "Sikllar", "Ko'chirish…")
    dialog = page.get_by_role("dialog")
    await dialog.get_by_role("button", name=re.compile("^O'quv oyi")).click()
    await page.get_by_role("option", name="3-oy").click()
    await dialog.get_by_role("button", name=re.compile("^O'rni")).click()
    await page.get_by_role("option", name="eng boshida").click()
    await expect(dialog.get_by_text("O'tilgan darslar mavzusi o'zgarmaydi")).to_be_visible()
    await user.screenshot("course-plan-move-phone")
    await dialog.get_by_role("button", name="Ko'chirish", exact=True).click()
    await user.toast("Ko'chirildi: 1 → 6").wait_for()
    assert await plan.topics() == [PYTHON[0][:2], PYTHON[1], ["Sikllar", "Funksiyalar"]]


async def test_the_schools_name_and_order_come_back(open_browser: OpenBrowser, centre: Centre) -> None:
    """R2-063, D-49, D-102: what was changed here is named, and reset."""
    token = (await centre.sign_in())["accessToken"]
    listed = (await centre.call("GET", "/courses?perPage=100", token))["courses"]
    course = next(one for one in listed if one["school"])
    school = Plan(centre, token, course["id"], course["name"])
    before = await school.topics()
    renamed, moving = before[0][1], before[0][3]
    await school.move(moving, 0, None)
    user = await open_browser("superadmin")
    page = user.page
    await user.open(school.path)
    await _menu(user, renamed, "Nomini o'zgartirish")
    await page.get_by_role("dialog").get_by_label("Mavzu", exact=True).fill("Boshqa nom")
    await user.button("Saqlash").click()
    await expect(row(page, "Boshqa nom")).to_contain_text("Maktab tizimida boshqacha")
    await row(page, "Boshqa nom").get_by_text("Boshqa nom").click()
    await expect(page.get_by_text(f"Maktab tizimida: «{renamed}»").first).to_be_visible()
    await user.screenshot("course-plan-differs")
    await user.button(re.compile("^Maktab tizimidan farq")).click()
    dialog = page.get_by_role("dialog")
    for _ in range(2):
        await dialog.get_by_role("button", name=re.compile("^Qaytarish")).first.click()
        await user.idle()
    await expect(dialog.get_by_text("Nomlar va tartib maktab tizimidagidek.")).to_be_visible()
    assert await school.topics() == before


async def test_the_plan_is_printed(open_browser: OpenBrowser, plan: Plan) -> None:
    """Issue 19: every month and topic, without the console around it."""
    user = await open_browser("superadmin")
    await user.open(plan.path)
    await expect(row(user.page, "Sikllar")).to_be_visible()
    await user.page.emulate_media(media="print")
    paper = user.page.locator(".print-sheet")
    await expect(paper).to_contain_text("Funksiyalar")
    await expect(user.button("Mavzu qo'shish")).to_be_hidden()
    await user.screenshot("course-plan-paper")


async def test_who_only_reads_moves_nothing(open_browser: OpenBrowser, centre: Centre, plan: Plan) -> None:
    """D-101: handles tell why, and no button offers a change."""
    token = (await centre.sign_in())["accessToken"]
    form = {"name": "Kurs kuzatuvchisi", "type": 1, "permissions": {"study:courses": ["read"]}}
    await centre.call("POST", "/roles", token, data=form)
    await centre.open_account("kurs.kuzatuvchi", form["name"], PASSWORD, all_branches=True)
    user = await open_browser("kurs.kuzatuvchi")
    page = user.page
    await user.open(plan.path)
    await expect(drag_handle(page, "Sikllar")).to_have_attribute("aria-disabled", "true")
    await drag_handle(page, "Sikllar").focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowUp")
    await expect(line(page)).to_have_text("")
    await expect(user.button("Mavzu qo'shish")).to_have_count(0)
    await expect(page.get_by_role("tab", name="Vazifalar bazasi")).to_have_count(0)
    assert await plan.topics() == PYTHON
