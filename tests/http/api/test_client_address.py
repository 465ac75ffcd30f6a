"""The client's address: the peer's, unless a named proxy reports another.

D-160, ASVS-64.
"""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.access.login_attempts import FREE_ATTEMPTS, FREE_ATTEMPTS_PER_ADDRESS
from entrypoints.http.middleware.client_address import client_address, parse_networks
from tests.support.builders import a_user_with
from tests.support.console import Console, Visitor, a_console, data

PROXY, BALANCER, CLIENT, VICTIM = "172.30.99.1", "10.9.0.7", "198.51.100.4", "203.0.113.9"
NAMED = f"{PROXY},10.9.0.0/24,fd00::5"


@pytest.fixture(scope="module")
async def behind_proxies(shared_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Console]:
    """A console with a named proxy and a named network of balancers."""
    home = tmp_path_factory.mktemp("home")
    async with a_console(shared_database_url, home, CONSOLE_TRUSTED_PROXIES=NAMED) as console:
        yield console


@pytest.mark.parametrize(
    ("forwarded", "found"),
    [
        ([CLIENT], CLIENT),
        ([f"{VICTIM}, {CLIENT}"], CLIENT),
        ([f"{CLIENT},{BALANCER}"], CLIENT),
        ([VICTIM, CLIENT, BALANCER], CLIENT),
        ([f"{VICTIM}, not an address, {CLIENT}, {BALANCER}"], CLIENT),
        ([BALANCER], BALANCER),
        ([f"{CLIENT}:50123"], CLIENT),
        (["2001:DB8:0::7"], "2001:db8::7"),
        (["[2001:db8::7]"], "2001:db8::7"),
        (["[2001:db8::7]:443"], "2001:db8::7"),
        ([f"::ffff:{CLIENT}"], CLIENT),
        ([f"[::ffff:{CLIENT}]:80"], CLIENT),
        ([f"{CLIENT}, fd00::5"], CLIENT),
        (["x" * 60_000 + f", {CLIENT}"], CLIENT),
        ([f"{VICTIM}," * 5_000 + CLIENT], CLIENT),
    ],
)
def test_a_named_proxys_rightmost_unnamed_hop_is_the_client(forwarded: list[str], found: str) -> None:
    """Text that the client sent itself stands to the left and is never reached."""
    assert client_address(PROXY, [value.encode() for value in forwarded], parse_networks(NAMED)) == found


@pytest.mark.parametrize(
    "hop",
    [
        "",
        " ",
        ",",
        "unknown",
        "_hidden",
        "localhost",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.4:port",
        "1.2.3.4:",
        "[1.2.3.4]",
        "[2001:db8::7",
        "[2001:db8::7]x",
        "2001:db8::7]",
        "fe80::1%eth0",
        "1.2.3.4\x00",
        "\xb9.2.3.4",
        "<script>",
        f"{CLIENT},",
        f"{CLIENT}, unknown",
        f"{CLIENT} {VICTIM}",
        "9" * 60_000,
        f"{BALANCER}," * 40 + BALANCER,
    ],
)
def test_a_hop_that_is_no_address_leaves_the_peers_address(hop: str) -> None:
    assert client_address(PROXY, [hop.encode("latin-1")], parse_networks(NAMED)) == PROXY


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", VICTIM, "fd00::6", "::ffff:127.0.0.1"])
def test_an_unnamed_peer_is_not_believed(peer: str) -> None:
    """Loopback neither, though most servers believe it by default."""
    assert client_address(peer, [CLIENT.encode()], parse_networks(NAMED)) == peer.removeprefix("::ffff:")
    assert client_address(peer, [CLIENT.encode()], parse_networks("")) == peer.removeprefix("::ffff:")


@pytest.mark.parametrize("peer", [f"::ffff:{PROXY}", "fd00:0::5", "fd00::5%eth0"])
def test_a_named_peer_is_recognised_in_every_form(peer: str) -> None:
    """A socket of both families reports an IPv4 proxy in IPv6 form."""
    assert client_address(peer, [CLIENT.encode()], parse_networks(NAMED)) == CLIENT


async def _attempt(visitor: Visitor, login: str, password: str, **headers: str) -> int:
    answer = await visitor.request(
        "POST", "/auth/sign-in", json={"login": login, "password": password}, headers=headers
    )
    return int(answer.status_code)


async def _addresses(console: Console, account_id: int | None) -> set[str]:
    """The addresses in the account's audit records and sessions."""
    audited = await console.sql.fetch("select address from audits where actor_id = $1", account_id)
    opened = await console.sql.fetch("select address from sessions where user_id = $1", account_id)
    assert audited
    assert opened
    return {row["address"] for row in [*audited, *opened]}


async def test_a_forged_header_does_not_evade_the_throttle(console: Console) -> None:
    """A new made-up address at each attempt counts as the one peer."""
    account, visitor = a_user_with({}), console.nobody("127.0.0.1")
    await console.store(account)
    console.clock.stop()
    for n in range(FREE_ATTEMPTS):
        assert await _attempt(visitor, account.login, "wrong password", **{"X-Forwarded-For": f"10.77.0.{n}"}) == 401
    held = {"X-Forwarded-For": VICTIM, "Forwarded": f"for={VICTIM}", "X-Real-IP": VICTIM}
    assert await _attempt(visitor, account.login, account.password, **held) == 429


async def test_a_forged_header_does_not_throttle_somebody_else(console: Console) -> None:
    """Otherwise anybody could lock out an address by name."""
    account, guesser = a_user_with({}), console.nobody("10.77.1.1")
    await console.store(account)
    for n in range(FREE_ATTEMPTS_PER_ADDRESS):
        await _attempt(guesser, f"login-{n}", "wrong password", **{"X-Forwarded-For": VICTIM})
    assert await _attempt(console.nobody(VICTIM), account.login, account.password) == 200


async def test_audit_and_sessions_show_the_peer_of_an_unnamed_proxy(console: Console) -> None:
    account, visitor = a_user_with({}), console.nobody("127.0.0.1")
    await console.store(account)
    console.clock.pass_by(hours=1)
    assert await _attempt(visitor, account.login, account.password, **{"X-Forwarded-For": VICTIM}) == 200
    assert await _addresses(console, account.id) == {"127.0.0.1"}


async def test_audit_and_sessions_show_the_client_of_a_named_proxy(behind_proxies: Console) -> None:
    """Of every later request too, not of the sign-in alone."""
    account, visitor = a_user_with({}), behind_proxies.nobody(PROXY)
    await behind_proxies.store(account)
    body = {"login": account.login, "password": account.password}
    through = {"X-Forwarded-For": f"{VICTIM}, {CLIENT}, {BALANCER}"}
    visitor.token = data(await visitor.request("POST", "/auth/sign-in", json=body, headers=through))["accessToken"]
    data(await visitor.request("POST", "/auth/logout", headers=through))
    verbs = await behind_proxies.sql.fetchval("select count(*) from audits where actor_id = $1", account.id)
    assert (verbs, await _addresses(behind_proxies, account.id)) == (2, {CLIENT})


async def test_clients_of_a_named_proxy_are_throttled_apart(behind_proxies: Console) -> None:
    account, visitor = a_user_with({}), behind_proxies.nobody(PROXY)
    await behind_proxies.store(account)
    behind_proxies.clock.stop()
    guesser, owner = ({"X-Forwarded-For": f"{CLIENT[:-1]}{n}"} for n in (1, 2))
    for _ in range(FREE_ATTEMPTS):
        assert await _attempt(visitor, account.login, "wrong password", **guesser) == 401
    assert await _attempt(visitor, account.login, account.password, **guesser) == 429
    assert await _attempt(visitor, account.login, account.password, **owner) == 200


async def test_only_a_named_proxy_reports_the_scheme(behind_proxies: Console) -> None:
    """The header that binds a browser to TLS is sent over TLS only."""
    for peer, sent, secure in (
        (PROXY, "https", True),
        (PROXY, "http, https", True),
        (PROXY, "https, http", False),
        (PROXY, "gopher", False),
        (VICTIM, "https", False),
        ("127.0.0.1", "https", False),
    ):
        visitor = behind_proxies.nobody(peer)
        answer = await visitor.request("GET", "/api/health", headers={"X-Forwarded-Proto": sent})
        assert ("strict-transport-security" in answer.headers) is secure, (peer, sent)


async def test_the_figures_are_not_served_through_a_proxy_of_this_machine(console: Console) -> None:
    """A forwarded request is not of this machine, though its peer is."""
    visitor = console.nobody("127.0.0.1")
    assert (await visitor.http.get("/metrics")).status_code == 200
    assert (await visitor.http.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})).status_code == 404


async def test_an_unnamed_proxy_is_logged_once(
    shared_database_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator learns what to set; a flood of such requests is one line."""
    async with a_console(shared_database_url, tmp_path) as console:
        with caplog.at_level(logging.WARNING, "markaz.http"):
            for _ in range(3):
                await console.nobody(PROXY).request("GET", "/api/health", headers={"X-Forwarded-For": CLIENT})
    lines = [line for line in caplog.messages if "X-Forwarded-For" in line]
    assert lines == [f"X-Forwarded-For of {PROXY} is ignored: CONSOLE_TRUSTED_PROXIES does not name it"]
