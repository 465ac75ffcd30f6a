"""A token that no header can carry is an unintelligible answer, of any issuer."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from adapters.http_client import RetryPolicy
from adapters.network_policy import NetworkPolicy
from adapters.push.fcm import FcmPush
from adapters.school.oneroster import OneRosterSchool
from adapters.sms.eskiz import EskizSms
from application.messaging.ports import OutgoingSms, SmsUnavailable
from application.ports import SchoolUnavailable
from tests.contracts.vendors import Google

HASTY = RetryPolicy(connect=1.0, answer=1.5, tries=1)
HERE = NetworkPolicy.of("127.0.0.0/8", internet=False)
TOKENS = ("for\nan hour", "for-an-hour\n", "for\x00an-hour", "for\x7fan-hour", "bir soatga", "\u202esoatga")


@pytest.fixture(params=TOKENS, ids=ascii)
async def issuer(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """The address of a server that answers everything with an unusable token."""

    async def answer(_: web.Request) -> web.Response:
        token = request.param
        return web.json_response({"access_token": token, "expires_in": 3600, "data": {"token": token}})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def test_a_text_waits_for_a_usable_token(issuer: str) -> None:
    """It was surely not sent, so it is tried again later."""
    sender = EskizSms(issuer, "centre@example.com", "secret", "4546", HASTY)
    for _ in range(2):
        with pytest.raises(SmsUnavailable, match="garbage"):
            await sender.send(OutgoingSms(1, "+998901234567", "Salom"))
    await sender.close()


async def test_the_connection_of_notifications_is_reported(issuer: str) -> None:
    push = FcmPush(issuer, f"{issuer}/token", Google().account(), retry_policy=HASTY, policy=HERE)
    assert (await push.reach()).code == "integration.reason.garbage"
    await push.close()


async def test_the_school_is_reported(issuer: str) -> None:
    school = OneRosterSchool(issuer, "id", "secret", f"{issuer}/token", HASTY)
    with pytest.raises(SchoolUnavailable) as refusal:
        await school.capabilities()
    assert refusal.value.reason == "garbage"
    await school.close()
