"""A member of staff at a browser: actions and what the page shows."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page, Request, expect

from tests.e2e.browser import Troubles
from tests.e2e.centre import PASSWORD, PROJECT, Centre

RESULTS = PROJECT / "test-results"
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
TOKENS, STAFF = "markaz.person.tokens", "markaz.person.staff"
# The state stored by an earlier visit, set before the first page runs; later changes to it persist.
SEATED = """
if (location.protocol === "http:" && localStorage.getItem("tests.seated") === null)
  for (const [name, value] of Object.entries({ "tests.seated": "", ...%s })) localStorage.setItem(name, value)
"""
# No user waits that long for this console; the machine of the tests may be busy.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)


class StaffBrowser:
    """A browser context (storage, cookies) with one window.

    More windows come with `another_window`.
    """

    def __init__(self, context: BrowserContext, centre: Centre) -> None:
        self.context = context
        self.centre = centre
        self.requests: list[Request] = []
        self._open: set[Request] = set()
        self._troubles: list[Troubles] = []
        context.on("page", self._watch)
        context.on("request", self._note)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._ended)

    @classmethod
    async def create(
        cls, browser: Browser, centre: Centre, signed_in: dict[str, Any] | None = None, language: str = "uz", **how: Any
    ) -> "StaffBrowser":
        """A fresh browser, far from Tashkent so that times prove their zone (D-6).

        With the API's answer to a sign-in, it is signed in as from the day before.
        """
        kept = {"markaz.device.language": language} if language != "uz" else {}
        if signed_in:
            kept[TOKENS] = {name: signed_in[name] for name in ("accessToken", "refreshToken")}
            kept[STAFF] = signed_in["staffInfo"]
        usual = {
            "viewport": WIDE,
            "timezone_id": "America/New_York",
            "locale": "en-US",
            "reduced_motion": "reduce",
            "base_url": centre.address,
            # A worker's requests pass by the routes of a test; tests/e2e/attendance/test_offline.py allows it.
            "service_workers": "block",
        }
        user = cls(await browser.new_context(**(usual | how)), centre)
        if kept:
            await user.context.add_init_script(SEATED % json.dumps({name: json.dumps(it) for name, it in kept.items()}))
        user.context.set_default_timeout(PATIENCE_MS)
        user.page = await user.context.new_page()
        return user

    page: Page

    def _watch(self, page: Page) -> None:
        self._troubles.append(Troubles(page))

    def _note(self, request: Request) -> None:
        self.requests.append(request)
        # the live stream stays open
        if not request.url.endswith("/api/staff/live"):
            self._open.add(request)

    def _ended(self, request: Request) -> None:
        self._open.discard(request)

    async def idle(self) -> None:
        """Waits until no request but the live stream has been open for half a second."""
        quiet = 0
        while quiet < 5:
            await self.page.wait_for_timeout(100)
            quiet = 0 if self._open else quiet + 1

    def provoked(self, *words: str) -> None:
        """Declares errors with these words in the browser's console as intended."""
        for troubles in self._troubles:
            troubles.expected.extend(words)

    def unexpected(self) -> list[str]:
        """Errors in the browser's console that no test provoked."""
        return [trouble for troubles in self._troubles for trouble in troubles.unexpected()]

    async def open(self, path: str) -> None:
        """Opens an address."""
        await self.page.goto(path)

    async def another_window(self, path: str) -> Page:
        """A second window of the same person."""
        page = await self.context.new_page()
        await page.goto(path)
        return page

    async def sign_in(self, login: str = "superadmin", password: str = PASSWORD) -> None:
        """Fills the sign-in form and sends it."""
        await self.page.get_by_label("Login").fill(login)
        await self.page.get_by_label("Parol", exact=True).fill(password)
        await self.button("Kirish").click()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        """A heading by its text."""
        return self.page.get_by_role("heading", name=name)

    def toast(self, words: str | re.Pattern[str]) -> Locator:
        """A toast with this text."""
        return self.page.locator("[data-sonner-toast]").filter(has_text=words)

    @property
    def rows(self) -> Locator:
        """The rows of the list."""
        return self.page.locator("tbody tr[data-row]")

    @property
    def sync_button(self) -> Locator:
        """The header's synchronise button."""
        return self.page.get_by_role("banner").get_by_role("button", name=re.compile(r"^Sinxronizatsiya"))

    async def expect_text(self, words: str) -> None:
        """Waits until the text is on the page."""
        await expect(self.page.get_by_text(words).first).to_be_visible()

    async def expect_url(self, path: str | re.Pattern[str]) -> None:
        """Waits until the address (path and query) is this."""
        await expect(self.page).to_have_url(path if isinstance(path, re.Pattern) else f"{self.centre.address}{path}")

    async def search(self, word: str) -> None:
        """Types into the list's search and presses Enter."""
        box = self.page.locator("[data-page-search]")
        await box.fill(word)
        await box.press("Enter")

    async def choose(self, filter_name: str, option: str | None) -> None:
        """Opens a filter of the list and picks an option; None: the last one."""
        name = re.compile(rf"^{re.escape(filter_name)}(:|$)")
        await self.page.locator("[aria-haspopup=listbox]").and_(self.button(name)).click()
        options = self.page.get_by_role("listbox", name=filter_name).get_by_role("option")
        await (options.last if option is None else options.filter(has_text=option).first).click()

    async def settled(self) -> None:
        """Waits until the list shows the requested rows."""
        await expect(self.page.locator("table[aria-busy=false], main ul[aria-label]").first).to_be_visible()

    @asynccontextmanager
    async def answer_of(self, path: str) -> AsyncIterator[dict[str, Any]]:
        """The `data` of the next answer of a call; set when the block ends."""
        found: dict[str, Any] = {}
        async with self.page.expect_response(lambda answer: f"/api/staff{path}" in answer.url) as coming:
            yield found
        found.update((await (await coming.value).json())["data"])

    async def watch_requests(self) -> None:
        """Makes the page record the delay from the last key to each students request.

        By the page's own clock.
        """
        await self.page.evaluate(
            """() => {
                const fetched = window.fetch;
                let key = 0;
                window.askedAfter = [];
                addEventListener("keydown", () => (key = performance.now()), true);
                window.fetch = (...requests) => {
                    const url = String(requests[0].url ?? requests[0]);
                    if (url.includes("/students/all?")) window.askedAfter.push(performance.now() - key);
                    return fetched(...requests);
                };
            }"""
        )

    async def request_delays(self) -> list[float]:
        """Milliseconds from the last key to each request since `watch_requests`."""
        return list(await self.page.evaluate("window.askedAfter"))

    async def sign_out(self) -> None:
        """Signs out through the user menu, and confirms."""
        await self.page.bring_to_front()
        await self.button(re.compile("^Foydalanuvchi menyusi")).click()
        await self.page.get_by_role("menuitem", name="Chiqish").click()
        await self.page.get_by_role("alertdialog").get_by_role("button", name="Chiqish").click()
        await self.expect_url("/signin")

    async def stored(self) -> dict[str, str]:
        """The browser's stored state of this console."""
        return dict(await self.page.evaluate("({...localStorage})"))

    async def screenshot(self, name: str, page: Page | None = None) -> Path:
        """Saves a screenshot in test-results."""
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"{name}.png"
        await (page or self.page).screenshot(path=path)
        return path

    async def close(self) -> None:
        """Closes the browser."""
        await self.context.close()


async def in_front(focused: Locator) -> bool:
    """True if nothing pinned lies over the corners and the middle of an element."""
    found: bool = await focused.evaluate(
        """(element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const points = [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]];
            return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
        }"""
    )
    return found
