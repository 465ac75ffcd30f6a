"""A study course of its own for a test, and the order widget as a person moves it."""

from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.e2e.centre import Centre

MONTH_LESSONS = 4
DRAG_STEPS = 8


@dataclass
class Plan:
    """A course with study months and topics, and how to read its order again."""

    centre: Centre
    token: str
    id: int
    name: str

    @property
    def path(self) -> str:
        """The page of the course."""
        return f"/study-department/courses/{self.id}"

    async def read(self) -> dict[str, Any]:
        """The curriculum as the server has it."""
        return await self.centre.call("GET", f"/curriculum?courseId={self.id}", self.token)

    async def topics(self) -> list[list[str]]:
        """Names of the topics by month."""
        return [[topic["name"] for topic in month["topics"]] for month in (await self.read())["months"]]

    async def move(self, name: str, month: int, after: str | None) -> None:
        """Moves a topic as another person would."""
        plan = await self.read()
        ids = {topic["name"]: topic["id"] for one in plan["months"] for topic in one["topics"]}
        sent = {
            "id": ids[name],
            "studyMonthId": plan["months"][month]["id"],
            "afterId": None if after is None else ids[after],
            "version": plan["version"],
        }
        await self.centre.call("PUT", "/curriculum/move", self.token, data=sent)


async def a_plan(centre: Centre, name: str, *months: list[str]) -> Plan:
    """A new course of the centre's own with these topics by month."""
    token = (await centre.sign_in())["accessToken"]
    course = (await centre.call("POST", "/courses", token, data={"name": name, "categoryId": None}))["id"]
    plan = Plan(centre, token, course, name)
    version = (await plan.read())["version"]
    listed = [{"id": None, "name": f"{number}-oy", "lessons": MONTH_LESSONS} for number in range(1, len(months) + 1)]
    await centre.call("PUT", f"/courses/{course}/study-month", token, data={"months": listed, "version": version})
    ids = [month["id"] for month in (await plan.read())["months"]]
    for month, topics in zip(ids, months, strict=True):
        after: int | None = None
        for topic in topics:
            sent = {"studyMonthId": month, "name": topic, "afterId": after}
            after = (await centre.call("POST", "/curriculum", token, data=sent))["id"]
    return plan


def drag_handle(page: Page, name: str) -> Locator:
    """The handle of a row."""
    return page.get_by_role("button", name=f"Ko'chirish: {name}", exact=True)


def row(page: Page, name: str) -> Locator:
    """A row of an order, by its handle."""
    return page.locator("li[data-order-row]").filter(has=drag_handle(page, name)).last


def line(page: Page) -> Locator:
    """The line that names the consequence."""
    return page.locator("[data-order-line] [role=status]").first


async def middle(place: Locator, height: float = 0.5) -> tuple[float, float]:
    """A point of an element: its middle, at a share of its height."""
    await place.scroll_into_view_if_needed()
    box = await place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * height


async def _drawn(page: Page) -> None:
    """Waits until the page is drawn, as a person does before letting go."""
    await page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


async def lift_over(page: Page, name: str, target: Locator, height: float = 0.25) -> None:
    """Drags a row by mouse over an element, without dropping it."""
    x, y = await middle(drag_handle(page, name))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 6, y + 6, steps=2)
    await expect(page.locator("[data-order-floating]")).to_be_visible()
    await page.mouse.move(*await middle(target, height), steps=DRAG_STEPS)
    await _drawn(page)


async def drag(page: Page, name: str, target: Locator, height: float = 0.25) -> None:
    """Drags a row by mouse and drops it."""
    await lift_over(page, name, target, height)
    await expect(page.locator("[data-order-gap]")).to_be_visible()
    await page.mouse.up()


async def drag_by_touch(page: Page, name: str, target: Locator, height: float = 0.25) -> None:
    """Drags a row by finger and drops it."""
    session = await page.context.new_cdp_session(page)
    await target.scroll_into_view_if_needed()
    x, y = await middle(drag_handle(page, name))
    # both are in view now: reading the second place scrolls nothing
    to_x, to_y = await middle(target, height)

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        await session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]}
        )

    await touch("touchStart", (x, y))
    for step in range(1, DRAG_STEPS + 1):
        share = step / DRAG_STEPS
        await touch("touchMove", (x + (to_x - x) * share, y + (to_y - y) * share))
        await _drawn(page)
    await expect(page.locator("[data-order-gap]")).to_be_visible()
    await touch("touchEnd")
