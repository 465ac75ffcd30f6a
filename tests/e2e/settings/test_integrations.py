"""Outside systems are connected, tested and disconnected in the browser.

R1-090, R1-175, R1-399, D-39.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.contracts.vendors import SECRET, Exchange, Google, Kinescope, Terminal, self_signed, served
from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import PHONE, WIDE, StaffBrowser

TEST, SAVE, SAVED = "Ulanishni tekshirish", "Saqlash", "Integratsiya saqlandi"


@pytest.fixture
async def nothing_connected(centre: Centre) -> AsyncIterator[None]:
    await centre.sql("delete from integrations")
    yield
    await centre.sql("delete from integrations")


def _card(user: StaffBrowser, title: str) -> Locator:
    return user.page.locator("section.card").filter(has=user.page.get_by_role("heading", name=title, exact=True))


async def _choose(user: StaffBrowser, card: Locator, adapter: str) -> None:
    await card.get_by_role("button", name=re.compile("^Ulanish turi")).click()
    await user.page.get_by_role("option", name=adapter).click()


async def _save(user: StaffBrowser, card: Locator) -> None:
    """Saves and waits until the card shows the saved values."""
    async with user.page.expect_response(lambda it: it.request.method == "GET" and it.url.endswith("/integrations")):
        await card.get_by_role("button", name=SAVE).click()
    await expect(user.toast(SAVED).last).to_be_visible()
    await expect(card.get_by_role("button", name=SAVE)).to_be_disabled()


async def _test_result(card: Locator) -> Locator:
    await card.get_by_role("button", name=TEST).click()
    words = card.get_by_role("status").last
    await expect(words).not_to_be_empty()
    return words


@pytest.mark.usefixtures("nothing_connected")
async def test_a_video_host_a_device_and_an_exchange_are_connected(open_browser: OpenBrowser) -> None:
    """Each starts unconnected and without fields; its secret is never shown."""
    host, door, exchange = Kinescope(), Terminal(), Exchange()
    user = await open_browser("superadmin", viewport=WIDE)
    await user.open("/integrations")
    async with served(host) as host_url, served(door) as door_url, served(exchange) as exchange_url:
        videos = _card(user, "Video xosting")
        await expect(videos).to_contain_text("Ulanmagan")
        await expect(videos.get_by_role("button", name=TEST)).to_have_count(0)
        assert await videos.get_by_role("textbox").count() == 0
        await _choose(user, videos, "Kinescope")
        await videos.get_by_role("button", name=SAVE).click()
        await expect(videos.get_by_text("To'ldirilishi shart")).to_have_count(2)
        await videos.get_by_label("Token").fill(SECRET)
        await videos.get_by_label("Loyiha (project id)").fill(host.project)
        await videos.get_by_label("Manzil", exact=True).fill(host_url)
        await _save(user, videos)
        await expect(await _test_result(videos)).to_have_text("Kinescope javob berdi. Loyiha: Darslar")
        await expect(videos.get_by_label("Token")).to_have_value("")
        await expect(videos).to_contain_text("Saqlangan. Almashtirish uchun yangisini kiriting.")

        devices = _card(user, "Eshik va Face ID qurilmalari")
        await _choose(user, devices, "Hikvision")
        await devices.get_by_label("Manzil").fill(door_url)
        await devices.get_by_label("Parol", exact=True).fill("boshqa")
        await _save(user, devices)
        await expect(await _test_result(devices)).to_contain_text("Kirishga ruxsat berilmadi")
        await devices.get_by_label("Parol", exact=True).fill(SECRET)
        await _save(user, devices)
        await expect(await _test_result(devices)).to_contain_text("DS-K1T344MBWX, V3.7.10. Soati to'g'ri")

        calls = _card(user, "Telefoniya")
        await _choose(user, calls, "OnlinePBX")
        await calls.get_by_label("Domen").fill(exchange.domain)
        await calls.get_by_label("Kalit", exact=True).fill(SECRET)
        await calls.get_by_label("Manzil").fill(exchange_url)
        await _save(user, calls)
        await expect(await _test_result(calls)).to_have_text("OnlinePBX javob berdi: kalit qabul qilindi")
    await user.screenshot("integrations-connected-1440")
    await _choose(user, calls, "Ulanmagan")
    await _save(user, calls)
    await expect(calls.get_by_role("textbox")).to_have_count(0)
    assert SECRET not in await user.page.content()


@pytest.mark.usefixtures("nothing_connected")
async def test_notifications_have_a_key_pair_or_a_key_file(open_browser: OpenBrowser) -> None:
    """A pair is generated on save with its public half to copy; a file is uploaded.

    protocols §4: it is chosen, not typed.
    """
    firebase = Google()
    user = await open_browser("superadmin", viewport=PHONE)
    await user.open("/integrations")
    push = _card(user, "Ilova bildirishnomalari")
    await _choose(user, push, "Web Push")
    await expect(push).to_contain_text("Saqlanganda yaratiladi")
    await push.get_by_label("Bog'lanish uchun pochta").fill("markaz@example.uz")
    await _save(user, push)
    await expect(push.locator("dd")).to_have_text(re.compile("^B[A-Za-z0-9_-]{86}"))
    await expect(push.get_by_role("button", name="Nusxalash")).to_be_visible()
    await expect(await _test_result(push)).to_contain_text("endpoint, p256dh va auth")
    await user.screenshot("integrations-webpush-390")

    await _choose(user, push, "Firebase")
    file = {"name": "key.json", "mimeType": "application/json", "buffer": b'{"type": "authorized_user"}'}
    async with served(firebase) as url:
        await push.locator("input[type=file]").set_input_files(files=[file])
        user.provoked("422")
        await push.get_by_role("button", name=SAVE).click()
        await expect(push).to_contain_text("Servis hisobining kalit fayli emas")
        await push.locator("input[type=file]").set_input_files(files=[file | {"buffer": firebase.account().encode()}])
        await push.get_by_label("Manzil", exact=True).fill(url)
        await push.get_by_label("Kirish manzili (OAuth)").fill(f"{url}/token")
        await _save(user, push)
        await expect(await _test_result(push)).to_contain_text("ziyo-markazi loyihasi xabar yubora oladi")
    await expect(push.get_by_label("Servis hisobining kalit fayli")).to_have_value("")
    assert "PRIVATE KEY" not in await user.page.content()
    await user.screenshot("integrations-fcm-390")


@pytest.mark.usefixtures("nothing_connected")
async def test_a_devices_own_certificate_is_shown_on_a_phone(open_browser: OpenBrowser, tmp_path: Path) -> None:
    """Its fingerprint is shown, copied into its field, and trusted from then on.

    protocols §5.1.
    """
    tls, fingerprint = self_signed(tmp_path)
    user = await open_browser("superadmin", viewport=PHONE)
    await user.open("/integrations")
    devices = _card(user, "Eshik va Face ID qurilmalari")
    await _choose(user, devices, "Hikvision")
    async with served(Terminal(), tls) as url:
        await devices.get_by_label("Manzil").fill(url)
        await devices.get_by_label("Parol", exact=True).fill(SECRET)
        await _save(user, devices)
        await expect(await _test_result(devices)).to_contain_text(fingerprint)
        assert await user.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await devices.get_by_label("Sertifikat izi (SHA-256)").fill(fingerprint)
        await _save(user, devices)
        await expect(await _test_result(devices)).to_contain_text("Soati to'g'ri")
