"""Lists at usual window widths: headers and names whole, nothing covered."""

import pytest
from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser
from tests.e2e.staff_browser import StaffBrowser

LISTS = (
    "/groups",
    "/students",
    "/teachers",
    "/assistants",
    "/users/academic",
    "/users/staff",
    "/control",
    "/branch-office",
    "/audits",
    "/synchronization",
    "/jobs",
    "/students/sms",
    "/sms-templates",
    "/settings/student-statuses",
)
WIDTHS = (1366, 1440)
# 28 letters beside a photo, or in two lines without one; the slack of a column that is only rounded
FINDINGS = """() => {
  const NAME = 276, ROUNDED = 4
  const table = document.querySelector("main table")
  const box = table.parentElement.getBoundingClientRect()
  const found = []
  const shown = (element) => !element.closest(".sr-only")
  const textOf = (element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()].filter((one) => one.width > 1)
  }
  const cut = (element) =>
    element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2
  const heads = [...table.querySelectorAll("thead th")]
  const rows = [...table.querySelectorAll("tbody tr")]
  const columns = heads.map((head, at) => [head, ...rows.map((row) => row.cells[at])])
  // the buttons beside the filters stand in the first line, however the filters wrap
  const bar = document.querySelector("main input[type=search]")
  for (const tool of document.querySelectorAll("[data-tools] > *"))
    if (bar && Math.abs(tool.getBoundingClientRect().top - bar.getBoundingClientRect().top) > 8)
      found.push(`below the search: ${tool.textContent}`)
  // whole surnames of teachers, and courses that can be told apart
  for (const text of table.querySelectorAll("tbody .line-clamp-2, tbody .line-clamp-3"))
    if (cut(text)) found.push(`cut in its lines: ${text.innerText}`)
  for (const label of table.querySelectorAll("thead [data-label]"))
    if (cut(label)) found.push(`header cut: ${label.innerText}`)
  const slackOf = (cells) => {
    const width = cells[0].clientWidth
    const needed = cells.map((cell) => {
      const left = cell.getBoundingClientRect().left
      const parts = [...cell.querySelectorAll("svg, button, img")].map((one) => one.getBoundingClientRect())
      return Math.max(0, ...[...textOf(cell), ...parts].map((one) => one.right - left))
    })
    return width - 12 - Math.max(...needed)
  }
  columns.forEach((cells, at) => {
    const names = cells.slice(1).flatMap((cell) => [...cell.querySelectorAll("a.truncate")])
    if (!names.some(cut) || cells[0].clientWidth >= NAME - ROUNDED) return
    columns.forEach((others, other) => {
      const slack = slackOf(others)
      if (other !== at && slack > ROUNDED && others[0].querySelector("[data-label]"))
        found.push(`names have ${cells[0].clientWidth} px beside ${slack} px of slack: ${others[0].innerText}`)
    })
  })
  const pinned = [...table.querySelectorAll("th, td")].filter((cell) => getComputedStyle(cell).position === "sticky")
  for (const pin of pinned) {
    const over = pin.getBoundingClientRect()
    for (const cell of pin.parentElement.cells) {
      if (cell === pin || pinned.includes(cell)) continue
      for (const text of textOf(cell))
        if (text.left < over.right - 1 && text.right > over.left + 1) found.push(`hidden: ${cell.innerText}`)
    }
  }
  for (const cell of table.querySelectorAll("th, td"))
    for (const text of textOf(cell).filter(() => shown(cell)))
      if (text.left > box.right && !cell.querySelector(".sr-only")) found.push(`outside: ${cell.innerText}`)
  return found
}"""


@pytest.mark.parametrize("language", ["uz", "ru", "en"])
async def test_lists_show_headers_and_names_whole(open_browser: OpenBrowser, centre: Centre, language: str) -> None:
    """At 1366 and 1440 px (R1-110, R1-116, R1-140, ui.md)."""
    user = await open_browser("superadmin", language=language)
    found: list[str] = []
    await _send_a_broadcast(centre)
    for path in LISTS:
        await user.open(path)
        await expect(user.page.locator("main tbody:not([aria-hidden]) tr").first).to_be_visible()
        for width in WIDTHS:
            await user.page.set_viewport_size({"width": width, "height": 900})
            found += [f"{path} at {width} px: {one}" for one in await _findings(user)]
            if path in ("/groups", "/students"):
                await user.screenshot(f"widths{path.replace('/', '-')}-{language}-{width}")
    assert not found, "\n".join(found)


async def test_the_audit_log_says_whole_who_did_what(open_browser: OpenBrowser) -> None:
    """Act and author are read at 1366 px without opening the record.

    Issue 16, audit in words.
    """
    user = await open_browser("superadmin")
    await user.page.set_viewport_size({"width": 1366, "height": 768})
    await user.open("/audits?perPage=50")
    await expect(user.rows.first).to_be_visible()
    for _ in range(20):
        await user.page.wait_for_timeout(150)
        cut: list[str] = await user.page.evaluate(CUT_ACTS)
        if not cut:
            break
    assert not cut


CUT_ACTS = """() => [...document.querySelectorAll("main tbody tr[data-row]")].flatMap((row) =>
  [...row.querySelectorAll("td:nth-child(3) span, td:nth-child(4) span")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
    .map((one) => one.innerText))"""


async def _send_a_broadcast(centre: Centre) -> None:
    token = (await centre.sign_in())["accessToken"]
    student = (await centre.call("GET", "/students/all?statusId=1&perPage=1", token))["students"][0]["id"]
    await centre.call("POST", "/sms/send-many", token, data={"studentIds": [student], "text": "Salom, {name}!"})


async def _findings(user: StaffBrowser) -> list[str]:
    """Findings that stay: widths are shared once rows and fonts are measured."""
    for _ in range(20):
        await user.page.wait_for_timeout(150)
        found: list[str] = await user.page.evaluate(FINDINGS)
        if not found:
            break
    return found
