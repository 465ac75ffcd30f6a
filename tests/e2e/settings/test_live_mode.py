"""The banner of a copy, and going live in the browser (D-159)."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.demo_home import make_live
from tests.e2e.staff_browser import PHONE, WIDE

GO_LIVE = "Ishga tushirish"
OLD_JOBS = """
insert into jobs (kind, payload, created_at) select kind, '{"lessonId": 0, "messageId": 0}', now() - age::interval
from (values ('attendance.push', '2 days'), ('attendance.push', '1 minute'), ('sms.batch', '3 days')) v (kind, age)
"""


@pytest.fixture
async def copied(centre: Centre) -> AsyncIterator[None]:
    """The database names another installation; it has jobs that wait."""
    await centre.sql("update installations set live_place = 'another'")
    await centre.sql(OLD_JOBS)
    yield
    await make_live(centre)
    await centre.sql("delete from jobs where kind in ('attendance.push', 'sms.batch')")


@pytest.mark.usefixtures("copied")
async def test_a_copy_says_so_on_every_screen_until_it_goes_live(open_browser: OpenBrowser) -> None:
    """On a desktop and on a phone; the dialog lists the waiting jobs."""
    phone = await open_browser("superadmin", viewport=PHONE)
    await phone.open("/settings")
    banner = phone.page.get_by_text("Bu nusxa: SMS")
    await expect(banner).to_be_visible()
    width = await phone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0
    await phone.screenshot("copy-phone")
    user = await open_browser("superadmin", viewport=WIDE)
    await user.open("/settings")
    await user.page.get_by_role("button", name=GO_LIVE).click()
    dialog = user.page.get_by_role("alertdialog")
    await expect(dialog.get_by_role("listitem")).to_have_count(2)
    await expect(dialog.get_by_role("checkbox")).to_be_checked()
    await user.screenshot("copy-desktop")
    await dialog.get_by_role("button", name=GO_LIVE).click()
    await expect(user.toast("Konsol ishga tushirildi")).to_be_visible()
    await expect(user.page.get_by_text("Bu nusxa: SMS")).to_have_count(0)
