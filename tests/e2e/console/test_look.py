"""Every screen in both themes and both widths: accessible, silent, photographed."""

import json
import re
from typing import Any

from playwright.async_api import expect

from tests.e2e.attendance.current_lesson import PASSWORD, CurrentLesson, a_current_lesson
from tests.e2e.centre import PROJECT, Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, WIDE, StaffBrowser

AXE = PROJECT / "web/node_modules/axe-core/axe.min.js"
SCREENS = [row["path"] for row in json.loads((PROJECT / "contracts/screens.json").read_text())]
SERIOUS = {"serious", "critical"}
LANGUAGE = "markaz.device.language"
# with motion, as most users have it; the other tests disable it
MOVING = {"color_scheme": "light", "reduced_motion": "no-preference"}


async def a_record_of_each(centre: Centre, lesson: CurrentLesson) -> dict[str, str]:
    """The placeholders of the screens' paths, with the ids of existing records."""
    signed_in = await centre.sign_in()
    token, own = signed_in["accessToken"], signed_in["staffInfo"]["id"]
    student = (await centre.call("GET", "/students/all?statusId=1&perPage=1", token))["students"][0]["id"]
    role = (await centre.call("GET", "/roles/all?perPage=1", token))["roles"][0]["id"]
    teaching = await _academics(centre, token)
    act = (await centre.call("POST", "/students/bulk/unblock", token, data={"ids": [student]}))["id"]
    batch = await centre.call("POST", "/sms/send-many", token, data={"studentIds": [student], "text": "Salom, {name}!"})
    exam, exam_work, public_id = await _exam(centre, lesson)
    homework, work = await _homework(centre, lesson)
    course, of_database = await _database(centre, token)
    return {
        **teaching,
        "/study-department/courses/{id}": f"/study-department/courses/{course}",
        "/study-department/switch/{homeworkId}": f"/study-department/switch/{of_database}",
        "/study-department/homeworks/{id}": f"/study-department/homeworks/{lesson.group_id}",
        "/student/{studentId}/": f"/student/{lesson.students[0]}/",
        "/exam-result/{examId}": f"/exam-result/{public_id}",
        "/exam/{examId}/chat/{chatId}/": f"/exam/{exam}/chat/{exam_work}/",
        "{examId}": str(exam),
        "{resultId}": str(exam_work),
        "{lessonId}": str(lesson.lesson_id),
        "{homeworkId}": str(homework),
        "{chatId}": str(work),
        "{senderId}": str(lesson.students[0]),
        "{statisticId}": str(lesson.students[0]),
        "{startDateId}": str(lesson.day),
        "{endDate}": str(lesson.day),
        **_lesson_ids(lesson),
        "{studentId}": str(student),
        **{
            f"{people}/bulk/{{id}}": f"{people}/bulk/{act}"
            for people in ("/students", "/users/academic", "/users/staff")
        },
        "/students/sms/{id}": f"/students/sms/{batch['batchId']}",
        "/students/{id}/": f"/students/{student}/",
        "/users/staff/{id}": f"/users/staff/{own}",
        "/control/{id}/users/{userId}": f"/control/{role}/users/{own}",
        "/control/{userId}/users": f"/control/{role}/users",
        "/control/roles/{id}": f"/control/roles/{role}",
        "/control/roles/edit/{id}": f"/control/roles/edit/{role}",
        "/settings/student-statuses/{id}": "/settings/student-statuses/3",
    }


async def _exam(centre: Centre, lesson: CurrentLesson) -> tuple[int, int, str]:
    """An announced exam of the group: its id, its first student's work, its public id."""
    given = """insert into exams (public_id, group_id, description, begins_at, deadline, announced_at)
        values ('look-of-the-exam-00001', $1, 'Loyiha', now() - interval '2 days', now() - interval '1 day', now())
        returning id"""
    worked = """insert into submissions (exam_id, group_id, student_id, status, due_at, score, result)
        values ($1, $2, $3, 3, now() - interval '1 day', 80, 2) returning id"""
    async with centre.database() as database:
        exam = await database.fetchval(given, lesson.group_id)
        work = await database.fetchval(worked, exam, lesson.group_id, lesson.students[0])
        return exam, work, "look-of-the-exam-00001"


async def _homework(centre: Centre, lesson: CurrentLesson) -> tuple[int, int]:
    """Homework of the lesson and the work that its first student handed in."""
    given = """insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)
        values ($1, $2, 'Loyiha', 2, 24, now(), now() + interval '1 day') returning id"""
    worked = """insert into submissions (homework_id, group_id, student_id, status, due_at, attempts, handed_in_at)
        values ($1, $2, $3, 1, now() + interval '1 day', 1, now()) returning id"""
    async with centre.database() as database:
        homework = await database.fetchval(given, lesson.group_id, lesson.lesson_id)
        work = await database.fetchval(worked, homework, lesson.group_id, lesson.students[0])
        await database.execute(
            """insert into attempts (submission_id, number, text, handed_in_at, is_late)
            values ($1, 1, 'Ish', now(), false)""",
            work,
        )
        return homework, work


async def _database(centre: Centre, token: str) -> tuple[int, int]:
    """A course with one homework in its database, not published: the ids of both."""
    course = (await centre.call("GET", "/courses?perPage=100", token))["courses"][0]["id"]
    sent = {"courseId": course, "name": "Kirish"}
    chapter = (await centre.call("POST", "/homework-db/chapters", token, data=sent))["chapter"]["id"]
    named = {"chapterId": chapter, "name": "Birinchi dars"}
    lesson = (await centre.call("POST", "/homework-db/lessons", token, data=named))["lesson"]["id"]
    written = {"lessonId": lesson, "description": "O'zingiz haqingizda yozing"}
    return course, (await centre.call("POST", "/homework-db", token, data=written))["homework"]["id"]


def _lesson_ids(lesson: CurrentLesson) -> dict[str, str]:
    """Its group and its marking screen, for the office and for its teacher."""
    page = "{id}/staff/{staffId}/schedule/{scheduleId}"
    marking = "{id}/staff/{staffId}/attendance/schedule/{scheduleId}/edit/{date}"
    group = f"{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}"
    return {
        f"/groups/{marking}": lesson.path(mine=False),
        f"/my-groups/{marking}": lesson.path(),
        f"/groups/{page}": f"/groups/{group}",
        f"/my-groups/{page}": f"/my-groups/{group}",
    }


def browser_for(path: str, user: StaffBrowser, visitor: StaffBrowser, teacher: StaffBrowser) -> StaffBrowser:
    """The browser for a screen: the entrance signed out, own groups as the teacher."""
    if path == "/signin":
        return visitor
    return teacher if path.startswith("/my-groups/") else user


async def _academics(centre: Centre, token: str) -> dict[str, str]:
    """A teacher and an assistant with a group each, and an author."""
    people = (await centre.call("GET", "/academic?workStatus=1&perPage=100", token))["academics"]
    teacher, assistant = (next(one["id"] for one in people if one["roleNumber"] == number) for number in (2, 3))
    groups = {
        one: (await centre.call("GET", f"/academic/{one}/groups?perPage=1", token))["groups"][0]["id"]
        for one in (teacher, assistant)
    }
    authors = (await centre.call("GET", "/authors/all?perPage=1", token))["authors"]
    if not authors:
        roles = (await centre.call("GET", "/roles/all?perPage=100", token))["roles"]
        role = next(one["id"] for one in roles if one["name"] == "Manager")
        form = {"login": "muallif", "roleId": role, "firstName": "Nilufar", "lastName": "Umarova"}
        authors = [await centre.call("POST", "/authors", token, data=form)]
    return {
        "/users/academic/{id}/{groupId}": f"/users/academic/{teacher}/{groups[teacher]}",
        "/users/academic/{id}": f"/users/academic/{teacher}",
        "/users/teacher/{id}": f"/users/teacher/{teacher}",
        "/teachers/{id}": f"/teachers/{teacher}",
        "/assistants/{id}/{groupId}": f"/assistants/{assistant}/{groups[assistant]}",
        "/assistants/{id}": f"/assistants/{assistant}",
        "{authorId}": str(authors[0]["id"]),
    }


def filled(path: str, records: dict[str, str]) -> str:
    """A screen's path with real records in it."""
    for part, real in records.items():
        path = path.replace(part, real)
    return path


def name_of(path: str) -> str:
    """A screen's name as a file name."""
    return re.sub(r"\W+", "-", path).strip("-") or "home"


async def _still(user: StaffBrowser) -> None:
    """Waits for the end of transitions; endless animations are ignored."""
    await user.page.evaluate(
        """async () => {
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
          const ends = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity)
          await Promise.allSettled(ends.map((one) => one.finished))
        }"""
    )


async def _arrived(user: StaffBrowser, path: str) -> None:
    await user.open(path)
    await expect(user.page.get_by_role("heading", level=1).first).to_be_attached()
    await expect(user.page.locator("[aria-busy=true]")).to_have_count(0)
    await _still(user)


async def _serious(user: StaffBrowser, *rules: str) -> list[str]:
    """Serious or critical findings of axe, by all its rules or by these."""
    how: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    answer: dict[str, Any] = await user.page.evaluate("(how) => axe.run(document, how)", how)
    return [
        f"{rule['id']}: {[node['html'][:160] for node in rule['nodes'][:3]]}"
        for rule in answer["violations"]
        if rule["impact"] in SERIOUS
    ]


async def _scrolled_for_nothing(user: StaffBrowser) -> list[str]:
    """Elements that overflow by one to three pixels.

    With a mouse such an element shows a needless scrollbar.
    """
    return list(
        await user.page.evaluate(
            """() => [...document.querySelectorAll("body *")].filter((one) => {
              const { overflowX, overflowY } = getComputedStyle(one)
              const scrolls = (how, by) => ["auto", "scroll"].includes(how) && by > 0 && by < 4
              return scrolls(overflowY, one.scrollHeight - one.clientHeight)
                || scrolls(overflowX, one.scrollWidth - one.clientWidth)
            }).map((one) => one.outerHTML.slice(0, 160))"""
        )
    )


async def _looked_at(user: StaffBrowser, path: str, size: dict[str, int]) -> list[str]:
    """Photographs the screen in both themes; returns needless scrollbars and findings.

    At this width; the findings of axe are by theme.
    """
    await user.page.set_viewport_size(size)  # type: ignore[arg-type]
    await expect(user.page.locator("[aria-busy=true]")).to_have_count(0)
    found = [f"{size['width']} scrolled for nothing: {part}" for part in await _scrolled_for_nothing(user)]
    for theme, rules in (("light", ()), ("dark", ("color-contrast",))):
        await user.page.emulate_media(color_scheme=theme)
        await expect(user.page.locator("html")).to_have_attribute("data-theme", theme)
        await _still(user)
        await user.screenshot(f"{name_of(path)}-{size['width']}-{theme}-uz")
        found += [f"{size['width']} {theme} {serious}" for serious in await _serious(user, *rules)]
    await user.page.emulate_media(color_scheme="light")
    return found


async def _in_russian(user: StaffBrowser, path: str) -> list[str]:
    """Photographs the screen in Russian, the longest language; returns overflows.

    The language is chosen in another window.
    """
    await _choose(user, "ru")
    await user.page.evaluate("(key) => dispatchEvent(new StorageEvent('storage', { key }))", LANGUAGE)
    await expect(user.page.locator("html")).to_have_attribute("lang", "ru")
    found = []
    for size in (PHONE, WIDE):
        await user.page.set_viewport_size(size)  # type: ignore[arg-type]
        await expect(user.page.locator("[aria-busy=true]")).to_have_count(0)
        await _still(user)
        await user.screenshot(f"{name_of(path)}-{size['width']}-light-ru")
        wide = await user.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [f"{size['width']} ru: {wide} px wider than the screen"] if wide > 0 else []
    await _choose(user, "uz")
    return found


async def _choose(user: StaffBrowser, language: str) -> None:
    """Stores a choice as another window does, so that the next screen has it."""
    await user.page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [LANGUAGE, json.dumps(language)])


async def test_every_screen_is_accessible_and_silent(open_browser: OpenBrowser, centre: Centre) -> None:
    """No serious or critical finding of axe, no console error, no overflow.

    Issue 2, *shown by* 2. The theme follows the system's while a screen is open, and changes nothing but colours; the
    width changes as when a tablet is turned, the language as when it is chosen elsewhere.
    """
    lesson = await a_current_lesson(centre)
    records = await a_record_of_each(centre, lesson)
    user = await open_browser("superadmin", **MOVING)
    visitor = await open_browser(**MOVING)
    teacher = await open_browser(lesson.login, PASSWORD, **MOVING)
    axe = AXE.read_text()
    found: dict[str, list[str]] = {}
    for path in SCREENS:
        who = browser_for(path, user, visitor, teacher)
        await who.page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        await _arrived(who, filled(path, records))
        await who.page.evaluate(axe)
        seen = [one for size in (WIDE, PHONE) for one in await _looked_at(who, path, size)]
        if wrong := seen + await _in_russian(who, path):
            found[path] = wrong
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


async def test_open_dialogs_are_accessible_too(open_browser: OpenBrowser, centre: Centre) -> None:
    """The palette, the synchronisation, the keys, the peek, a filter, the user menu."""
    user = await open_browser("superadmin", **MOVING)
    await user.open("/students")
    await user.settled()
    page = user.page

    async def palette() -> None:
        await page.keyboard.press("Control+k")

    async def keys() -> None:
        await page.keyboard.press("Shift+?")

    async def synchronise() -> None:
        await user.sync_button.click()

    async def peek() -> None:
        await user.rows.first.focus()
        await page.keyboard.press(" ")

    async def one_filter() -> None:
        await user.button(re.compile("^Filial")).click()

    async def oneself() -> None:
        await user.button(re.compile("^Foydalanuvchi menyusi")).click()

    found = {}
    await page.evaluate(AXE.read_text())
    for show in (palette, keys, synchronise, peek, one_filter, oneself):
        await show()
        await expect(page.locator("[role=dialog], [role=listbox], [role=menu]").first).to_be_visible()
        await _still(user)
        await user.screenshot(f"window-{show.__name__}")
        if serious := await _serious(user):
            found[show.__name__] = serious
        await page.keyboard.press("Escape")
        await expect(page.locator("[role=dialog], [role=listbox], [role=menu]")).to_have_count(0)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
