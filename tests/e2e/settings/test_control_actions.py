"""Settings: their home page, and a renamed student status."""

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import Sit


async def test_a_status_is_renamed_from_the_settings(sit: Sit, centre: Centre) -> None:
    """Its texts in three languages; lists show them at once, its history the author.

    R1-088, R1-092, D-62.
    """
    desk = await sit("superadmin")
    await desk.open("/settings")
    await desk.page.get_by_role("main").get_by_role("link", name="Talaba holatlari").click()
    await desk.be_at("/settings/student-statuses")
    await expect(desk.rows).to_have_count(6)
    await desk.rows.filter(has_text="Kurssiz").get_by_role("link").click()
    await desk.be_at("/settings/student-statuses/3/edit")
    save, word = desk.button("Saqlash"), desk.page.get_by_label("O'zbekcha")
    await expect(save).to_be_disabled()
    await word.fill("   ")
    await save.click()
    await desk.see("To'ldirilishi shart")
    await word.fill("Kursi yo'q")
    await save.click()
    await expect(desk.toast("Holat saqlandi")).to_be_visible()
    await desk.be_at("/settings/student-statuses")
    await expect(desk.rows.filter(has_text="Kursi yo'q")).to_have_count(1)
    await desk.open("/settings/student-statuses/3/edit")
    await desk.see("superadmin")
    await desk.see("Ko'rinadigan nomi: o'zbekcha")
    await word.fill("Kurssiz")
    await save.click()
    await expect(desk.rows.filter(has_text="Kurssiz")).to_have_count(1)


async def test_a_seventh_status_is_rejected(sit: Sit, centre: Centre) -> None:
    """Reported in words, with a way back (D-62, D-12)."""
    desk = await sit("superadmin")
    desk.provoked("404")
    await desk.open("/settings/student-statuses/7/edit")
    await expect(desk.heading("Bunday holat yo'q")).to_be_visible()
    await desk.page.get_by_role("link", name="Holatlarga qaytish").click()
    await expect(desk.rows).to_have_count(6)
