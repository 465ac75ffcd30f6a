"""User input is displayed, never executed: scripts in names and reasons.

ASVS-46: searches too.
"""

from playwright.async_api import expect

from tests.e2e.centre import Centre
from tests.e2e.conftest import OpenBrowser

SCRIPTS = (
    "<img src=x onerror=window.ran=1>",
    "<script>window.ran=1</script>",
    '"><svg onload=window.ran=1>',
    "{{constructor.constructor('window.ran=1')()}}",
    "javascript:window.ran=1//",
)


async def test_no_user_input_is_executed(open_browser: OpenBrowser, centre: Centre) -> None:
    """In a name, a block reason, a search and a role; in list, card, history and log."""
    token = (await centre.sign_in())["accessToken"]
    office = (await centre.call("GET", "/offices", token))["offices"][0]["id"]
    for number, script in enumerate(SCRIPTS):
        person = {"firstName": script, "lastName": f"Xavfli{number}", "birthDate": "2007-01-31", "officeIds": [office]}
        made = (await centre.call("POST", "/students", token, data=person))["student"]
        blocked = {"status": 2, "reason": script}
        await centre.call("PATCH", f"/students/{made['id']}/system-status", token, data=blocked)
    user = await open_browser("superadmin")
    paths = ["/students?statusId=all&value=xavfli", f"/students/{made['id']}", f"/students/{made['id']}?tab=history"]
    for path in (*paths, "/audits", f"/students?statusId=all&value={SCRIPTS[0]}"):
        await user.open(path)
        await expect(user.page.get_by_role("heading", level=1).first).to_be_visible()
        await user.page.wait_for_timeout(300)
        assert await user.page.evaluate("window.ran") is None, path
    await user.open("/students?statusId=all&value=xavfli")
    for script in SCRIPTS:
        await expect(user.page.get_by_text(script).first).to_be_visible()
