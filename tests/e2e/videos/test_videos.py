"""Videos of a group in the browser: uploaded, processed, played, edited, deleted."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.attendance.current_lesson import PASSWORD, CurrentLesson, a_current_lesson
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, StaffBrowser
from tests.videos.samples import CONTAINERS, written

MB = 1024 * 1024
UPLOADS = "**/api/uploads/**"
PROCESSED_WITHIN_MS = 120_000
# a box that players skip, so that a short video has many chunks
FREE = b"free"


@pytest.fixture(scope="module")
async def lesson(centre: Centre) -> CurrentLesson:
    """A group with a teacher who can sign in."""
    return await a_current_lesson(centre)


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of 720 lines and 8 MB."""
    path = tmp_path_factory.mktemp("videos") / "24-дарс Ro'yxatlar.mp4"
    written(path, *CONTAINERS["mp4"], size="1280x720", seconds=4)
    with path.open("ab") as file:
        missing = 8 * MB - file.tell()
        file.write(missing.to_bytes(4, "big") + FREE + bytes(missing - 8))
    return path


def _path(lesson: CurrentLesson, where: str = "my-groups") -> str:
    return f"/{where}/{lesson.group_id}/staff/{lesson.teacher_id}/schedule/{lesson.schedule_id}?tab=2"


async def _begin(user: StaffBrowser, lesson: CurrentLesson, file: Path, name: str) -> None:
    page = user.page
    await user.open(_path(lesson))
    await user.button("Video yuklash").click()
    dialog = page.get_by_role("dialog")
    await dialog.locator("input[type=file]").set_input_files(file)
    await dialog.get_by_label(re.compile("^Video nomi")).fill(name)
    await dialog.get_by_role("button", name=re.compile("^Dars")).click()
    await page.get_by_role("option").first.click()
    await dialog.get_by_role("button", name="Yuklash", exact=True).click()


def _row(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.locator("tbody tr").filter(has_text=name)


class Line:
    """The network to the host: its bytes are counted, and it breaks on demand.

    At the chunks ``breaks``, counted from 1; from the chunk behind ``holds_after`` on until ``hold`` is false.
    """

    def __init__(self, *breaks: int, holds_after: int | None = None) -> None:
        self.sent = 0
        self.broken = 0
        self.hold = False
        self._breaks = breaks
        self._holds_after = holds_after
        self._chunks = 0

    async def forward(self, route: Route) -> None:
        """Passes a request on, or breaks the connection."""
        request = route.request
        if request.method != "PATCH":
            await route.continue_()
            return
        self._chunks += 1
        if self.hold or self._chunks in self._breaks:
            self.broken += 1
            await route.abort("connectionreset")
            return
        self.hold = self._chunks == self._holds_after
        self.sent += len(request.post_data_buffer or b"")
        await route.continue_()


async def test_a_teacher_uploads_and_plays_a_video(
    open_browser: OpenBrowser, lesson: CurrentLesson, recording: Path
) -> None:
    """R2-014, R2-051, R2-053, R2-055, R2-266, R2-274, R2-281, R2-288, R2-184.

    The upload goes on while other pages are open, then the video plays in both renditions.
    """
    user = await open_browser(lesson.login, PASSWORD)
    page = user.page
    await _begin(user, lesson, recording, "24-dars: ro'yxatlar")
    await page.get_by_role("dialog").get_by_role("button", name="Fonda davom etish").click()
    await page.get_by_role("link", name="Tekshirish").first.click()
    await expect(user.button(re.compile("^Yuklashlar"))).to_be_visible()
    await user.screenshot("videos-header")
    await page.go_back()
    row = _row(page, "24-dars: ro'yxatlar")
    await expect(row.get_by_text("Tayyor")).to_be_visible(timeout=PROCESSED_WITHIN_MS)
    await user.screenshot("videos-list")
    await row.click()
    video = page.locator("video")
    await expect(video).to_have_js_property("videoHeight", 720)
    await expect(video).to_have_js_property("error", None)
    assert await video.evaluate("video => (video.muted = true, video.play().then(() => true, String))") is True
    await page.wait_for_timeout(1_000)
    assert await video.evaluate("video => video.currentTime") > 0.1
    await page.get_by_label("Sifati").select_option("360")
    await expect(video).to_have_js_property("videoHeight", 360)
    box = await video.bounding_box()
    assert box is not None
    assert (round(box["width"]), round(box["height"])) == (640, 480)
    await user.screenshot("videos-player")


async def test_five_cuts_lose_nothing(open_browser: OpenBrowser, lesson: CurrentLesson, recording: Path) -> None:
    """V2, D-28: at most 1.1 times the bytes are sent, and the video ends Done."""
    user = await open_browser(lesson.login, PASSWORD)
    user.provoked("ERR_CONNECTION_RESET")
    line = Line(1, 3, 5, 8, 9)
    await user.context.route(UPLOADS, line.forward)
    await _begin(user, lesson, recording, "Uzilgan aloqa")
    dialog = user.page.get_by_role("dialog")
    await expect(dialog.get_by_text(re.compile("^Yuborildi"))).to_be_visible(timeout=60_000)
    assert line.broken == 5
    assert line.sent <= 1.1 * recording.stat().st_size
    await dialog.get_by_role("button", name="Fonda davom etish").click()
    done = _row(user.page, "Uzilgan aloqa").get_by_text("Tayyor")
    await expect(done).to_be_visible(timeout=PROCESSED_WITHIN_MS)


async def test_an_upload_survives_a_reload_and_a_new_sign_in(
    open_browser: OpenBrowser, lesson: CurrentLesson, recording: Path, tmp_path: Path
) -> None:
    """D-67, V2: its file is asked for by name, and another one is not taken.

    It goes on from the bytes that are stored.
    """
    user = await open_browser(lesson.login, PASSWORD)
    user.provoked("ERR_CONNECTION_RESET", "ERR_ABORTED", "401")
    page = user.page
    line = Line(holds_after=3)
    await user.context.route(UPLOADS, line.forward)
    await _begin(user, lesson, recording, "Qayta ochilgan")
    await expect(page.get_by_role("dialog").get_by_text(re.compile("Aloqa uzildi"))).to_be_visible()
    sent = line.sent
    # the session ends by itself: nothing is deleted
    await page.evaluate("localStorage.removeItem('markaz.person.tokens')")
    await page.close(run_before_unload=False)
    user.page = page = await user.context.new_page()
    line.hold = False
    await user.open(_path(lesson))
    await user.sign_in(lesson.login, PASSWORD)
    await user.button(re.compile("^Yuklashlar")).click()
    await user.expect_text(f"Davom etish uchun «{recording.name}» faylini yana tanlang")
    await user.screenshot("videos-file-again")
    chooser = page.locator("input[type=file]")
    smaller = tmp_path / "boshqa.mp4"
    smaller.write_bytes(recording.read_bytes()[:MB])
    await chooser.set_input_files(smaller)
    await user.toast(re.compile("Bu boshqa fayl")).wait_for()
    await chooser.set_input_files(recording)
    done = _row(page, "Qayta ochilgan").get_by_text("Tayyor")
    await expect(done).to_be_visible(timeout=PROCESSED_WITHIN_MS)
    assert sent > 0
    assert line.sent <= 1.1 * recording.stat().st_size


async def test_pausing_leaving_and_signing_out(
    open_browser: OpenBrowser, lesson: CurrentLesson, recording: Path
) -> None:
    """R2-278, R2-279, R1-216, R1-218, D-67: leaving asks.

    Signing out names what is lost, and deletes it.
    """
    user = await open_browser(lesson.login, PASSWORD)
    user.provoked("ERR_CONNECTION_RESET", "ERR_ABORTED")
    page = user.page
    line = Line()
    await user.context.route(UPLOADS, line.forward)
    line.hold = True
    await _begin(user, lesson, recording, "Chiqib ketgan")
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_text(re.compile("Aloqa uzildi"))).to_be_visible()
    await dialog.get_by_role("button", name="Hammasini to'xtatish").click()
    await expect(dialog.get_by_text("Pauza 0%")).to_be_visible()
    await dialog.get_by_role("button", name="Davom ettirish").click()
    questions: list[str] = []

    async def stay(question) -> None:  # type: ignore[no-untyped-def]
        questions.append(question.type)
        await question.dismiss()

    page.on("dialog", stay)
    await page.close(run_before_unload=True)
    await page.wait_for_timeout(500)
    assert questions == ["beforeunload"]
    await page.get_by_role("dialog").get_by_role("button", name="Fonda davom etish").click()
    await user.button(re.compile("^Foydalanuvchi menyusi")).click()
    await page.get_by_role("menuitem", name="Chiqish").click()
    question = page.get_by_role("alertdialog")
    await expect(question).to_contain_text("tugallanmaganlari o'chiriladi")
    await question.get_by_role("button", name="Chiqish").click()
    await user.expect_url("/signin")
    async with lesson.centre.database() as database:
        left = await database.fetchval(
            "select count(*) from videos where name = 'Chiqib ketgan' and deleted_at is null"
        )
    assert left == 0


async def test_another_tab_shows_an_upload_and_asks_for_its_file_once_its_own_is_closed(
    open_browser: OpenBrowser, lesson: CurrentLesson, recording: Path
) -> None:
    """R2-055, D-67: its progress is seen in both, its file is asked for in one."""
    user = await open_browser(lesson.login, PASSWORD)
    user.provoked("ERR_CONNECTION_RESET", "ERR_ABORTED")
    line = Line(holds_after=3)
    await user.context.route(UPLOADS, line.forward)
    await _begin(user, lesson, recording, "Ikki oynada")
    first = user.page
    await expect(first.get_by_role("dialog").get_by_text(re.compile("Aloqa uzildi"))).to_be_visible()
    second = await user.another_window(_path(lesson))
    await second.get_by_role("button", name="Yuklashlar: 1").click()
    elsewhere = second.get_by_role("region", name="Boshqa oynada").get_by_role("listitem")
    await expect(elsewhere).to_contain_text("Ikki oynada")
    await expect(elsewhere).to_contain_text("Pauza")
    await expect(second.locator("input[type=file]")).to_have_count(0)
    await first.close(run_before_unload=False)
    uploads = second.get_by_role("dialog", name="Yuklashlar")
    await expect(uploads).to_contain_text(f"Davom etish uchun «{recording.name}» faylini yana tanlang")
    await expect(elsewhere).to_have_count(0)
    line.hold = False
    await uploads.locator("input[type=file]").set_input_files(recording)
    done = _row(second, "Ikki oynada").get_by_text("Tayyor")
    await expect(done).to_be_visible(timeout=PROCESSED_WITHIN_MS)
    assert line.sent <= 1.1 * recording.stat().st_size


async def test_the_office_edits_and_deletes_on_a_phone(
    open_browser: OpenBrowser, lesson: CurrentLesson, recording: Path
) -> None:
    """R2-290, R2-291, R2-354, R2-355, R2-326: of a group of its branch."""
    teacher = await open_browser(lesson.login, PASSWORD)
    await _begin(teacher, lesson, recording, "Telefonda")
    await teacher.page.get_by_role("dialog").get_by_role("button", name="Fonda davom etish").click()
    done = _row(teacher.page, "Telefonda").get_by_text("Tayyor")
    await expect(done).to_be_visible(timeout=PROCESSED_WITHIN_MS)
    user = await open_browser("superadmin", viewport=PHONE)
    page = user.page
    await user.open(_path(lesson, "groups"))
    await page.get_by_role("button", name=re.compile("^Telefonda:")).click()
    await page.get_by_role("menuitem", name="Tahrirlash").click()
    await page.get_by_role("dialog").get_by_label("Video nomi").fill("Telefonda tahrirlangan")
    await page.get_by_role("dialog").get_by_role("button", name="Saqlash").click()
    await user.toast("Video saqlandi").wait_for()
    await expect(page.get_by_text("Telefonda tahrirlangan")).to_be_visible()
    await user.screenshot("videos-phone")
    await page.get_by_role("button", name=re.compile("^Telefonda tahrirlangan:")).click()
    await page.get_by_role("menuitem", name="O'chirish").click()
    question = page.get_by_role("alertdialog")
    await expect(question).to_contain_text("Telefonda tahrirlangan")
    await question.get_by_role("button", name="O'chirish").click()
    # first shown as being deleted, until the host has no byte of it
    await expect(page.get_by_text("Telefonda tahrirlangan")).to_have_count(0, timeout=60_000)
