"""The system's chromium under test control, with a log of hidden errors."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright

# a made-up microphone, so that recording needs none
_SOUND = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", *_SOUND]
_WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same engine without a window around it: a page costs a third.
_SHELL = "chromium-headless-shell"
QUICKEST = (_SHELL, *_WHOLE)
AS_PEOPLE_HAVE = (*_WHOLE, _SHELL)
HOW_TO_INSTALL = "sudo apt-get install -y --no-install-recommends chromium-headless-shell"


def executable(names: tuple[str, ...] = QUICKEST) -> str:
    """The path of chromium: CHROMIUM, or the first of these on the path."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert found, f"The browser tests need chromium. Install it: {HOW_TO_INSTALL} (or name it with CHROMIUM=/path)"
    return found


@asynccontextmanager
async def chromium(names: tuple[str, ...] = QUICKEST) -> AsyncIterator[Browser]:
    """One browser; every person gets their own context in it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable(names), args=ARGUMENTS)
        yield browser
        await browser.close()


class Troubles:
    """Errors that a page logged or threw; a test declares which it provoked."""

    def __init__(self, page: Page) -> None:
        self.found: list[str] = []
        self.expected: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.found.append(f"thrown: {error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.found.append(f"{message.text} ({message.location.get('url', '')})")

    def unexpected(self) -> list[str]:
        """Errors that no test provoked."""
        return [trouble for trouble in self.found if not any(word in trouble for word in self.expected)]
