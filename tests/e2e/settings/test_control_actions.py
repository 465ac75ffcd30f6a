"""Settings: their home page, and a renamed student status."""

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser


async def test_a_status_is_renamed_from_the_settings(open_browser: OpenBrowser, centre: Centre) -> None:
    """Its texts in three languages; lists show them at once, its history the author.

    R1-088, R1-092, D-62.
    """
    user = await open_browser("superadmin")
    await user.open("/settings")
    await user.page.get_by_role("main").get_by_role("link", name="Talaba holatlari").click()
    await user.expect_url("/settings/student-statuses")
    await expect(user.rows).to_have_count(6)
    await user.rows.filter(has_text="Kurssiz").get_by_role("link").click()
    await user.expect_url("/settings/student-statuses/3/edit")
    save, word = user.button("Saqlash"), user.page.get_by_label("O'zbekcha")
    await expect(save).to_be_disabled()
    await word.fill("   ")
    await save.click()
    await user.expect_text("To'ldirilishi shart")
    await word.fill("Kursi yo'q")
    await save.click()
    await expect(user.toast("Holat saqlandi")).to_be_visible()
    await user.expect_url("/settings/student-statuses")
    await expect(user.rows.filter(has_text="Kursi yo'q")).to_have_count(1)
    await user.open("/settings/student-statuses/3/edit")
    await user.expect_text("superadmin")
    await user.expect_text("Ko'rinadigan nomi: o'zbekcha")
    await word.fill("Kurssiz")
    await save.click()
    await expect(user.rows.filter(has_text="Kurssiz")).to_have_count(1)


async def test_a_seventh_status_is_rejected(open_browser: OpenBrowser, centre: Centre) -> None:
    """Reported in words, with a way back (D-62, D-12)."""
    user = await open_browser("superadmin")
    user.provoked("404")
    await user.open("/settings/student-statuses/7/edit")
    await expect(user.heading("Bunday holat yo'q")).to_be_visible()
    await user.page.get_by_role("link", name="Holatlarga qaytish").click()
    await expect(user.rows).to_have_count(6)
