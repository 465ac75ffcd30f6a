"""The addresses at which school and SMS provider may be called (ASVS-39, D-39).

Against listeners on loopback: a connection that must not be opened is counted there.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from adapters.http_client import RetryPolicy
from adapters.network_policy import NetworkPolicy
from adapters.school.hh import HhSchool
from adapters.school.oneroster import OneRosterSchool
from adapters.sms.eskiz import EskizSms
from application.messaging.ports import SmsUnavailable
from application.ports import SchoolUnavailable
from entrypoints.connections import provider_networks
from entrypoints.embedded.servers.ports import reserve_port
from entrypoints.school import attendance_of, school_networks, school_of
from entrypoints.settings import STORED, Settings, read_settings
from tests.contracts.test_attendance_register import A_CLASS

QUICK = RetryPolicy(connect=1.0, answer=1.0, tries=2, first_pause=0.01)
INTERNET = NetworkPolicy.of("10.0.0.0/8", internet=True)
HERE = NetworkPolicy.of("127.0.0.0/8", internet=True)
Reach = Callable[[str, NetworkPolicy], Awaitable[str]]


async def _hh(url: str, policy: NetworkPolicy) -> str:
    return await _reason(HhSchool(url, "token", QUICK, policy=policy))


async def _oneroster(url: str, policy: NetworkPolicy) -> str:
    return await _reason(OneRosterSchool(url, "id", "secret", retry_policy=QUICK, policy=policy))


async def _token_elsewhere(url: str, policy: NetworkPolicy) -> str:
    """The token's server is checked as well."""
    return await _reason(
        OneRosterSchool("https://school.example", "id", "secret", f"{url}/token", QUICK, policy=policy)
    )


async def _reason(school: HhSchool | OneRosterSchool) -> str:
    try:
        await school.capabilities()
    except SchoolUnavailable as refusal:
        return refusal.reason
    finally:
        await school.close()
    return ""


async def _sms(url: str, policy: NetworkPolicy) -> str:
    sender = EskizSms(url, "a@b.uz", "x", "4546", QUICK, policy=policy)
    try:
        await sender.account()
    except SmsUnavailable as refusal:
        return refusal.reason
    finally:
        await sender.close()
    return ""


ALL = [_hh, _oneroster, _token_elsewhere, _sms]


@asynccontextmanager
async def listening(answer: bytes) -> AsyncIterator[tuple[int, list[object]]]:
    """A listener with this answer; its port and the connections to it."""
    connections: list[object] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer.get_extra_info("peername"))
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], connections
    finally:
        server.close()


@pytest.mark.parametrize("reach", ALL)
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"])
async def test_an_open_and_a_closed_port_have_the_same_words(reach: Reach, host: str, unused_tcp_port: int) -> None:
    """No connection is opened: the test scans no network (ASVS-39)."""
    async with listening(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n") as (port, connections):
        reasons = [await reach(f"http://{host}:{one}", INTERNET) for one in (port, unused_tcp_port)]
        assert connections == []
    assert reasons == ["not_allowed", "not_allowed"]


@pytest.mark.parametrize("address", ["169.254.169.254", "100.64.0.1", "[fe80::1]", "[::]", "[fec0::1]", "[::7f00:1]"])
async def test_no_notation_of_an_inner_address_is_called(address: str) -> None:
    """A cloud's inner addresses, and those of a carrier (ASVS-39)."""
    for reach in ALL:
        assert await reach(f"http://{address}", INTERNET) == "not_allowed"


@pytest.mark.parametrize("reach", ALL)
async def test_a_named_network_is_called(reach: Reach) -> None:
    """As the simulators of the demo are (ASVS-39)."""
    async with listening(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n") as (port, connections):
        assert await reach(f"http://127.0.0.1:{port}", HERE) == "unauthorised"
        assert connections


@pytest.mark.parametrize("reach", ALL)
async def test_a_redirect_opens_no_connection(reach: Reach) -> None:
    """Neither to an allowed nor to another address (ASVS-39)."""
    async with listening(b"") as (inner, connections):
        away = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n" % inner
        async with listening(away) as (port, requests):
            assert await reach(f"http://127.0.0.1:{port}", HERE) in ("refused", "unauthorised")
            assert requests
    assert connections == []


async def test_a_name_that_changes_its_address_is_checked_at_each_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads to a named address first, elsewhere later (ASVS-39)."""
    addresses = ["127.0.0.1"]
    resolve = asyncio.get_running_loop().getaddrinfo

    async def rebound(host: str, port: int, **how: int) -> list[object]:
        return list(await resolve(addresses[0] if host == "sms.example" else host, port, **how))

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", rebound)
    async with listening(b"HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n") as (
        port,
        requests,
    ):
        only = NetworkPolicy.of("127.0.0.1/32", internet=True)
        assert await _sms(f"http://sms.example:{port}", only) == "unauthorised"
        addresses[0] = "127.0.0.2"
        assert await _sms(f"http://sms.example:{port}", only) == "not_allowed"
        assert len(requests) == 1


def _settings(home: Path, **more: str) -> Settings:
    return read_settings({"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": "postgresql://u@h/d"} | more)


def test_each_kind_has_its_networks(tmp_path: Path) -> None:
    """A provider is on the internet, the school also in the centre's networks."""
    settings = _settings(tmp_path, CONSOLE_SCHOOL_URL="https://school.example", CONSOLE_PROVIDER_NETWORKS="10.9.0.0/16")
    providers, school = provider_networks(settings), school_networks(settings)
    assert [providers.allowed(one) for one in ("8.8.8.8", "10.9.0.1", "10.8.0.1", "192.168.1.2", "127.0.0.1")] == [
        *(True, True, False, False, False)
    ]
    assert [school.allowed(one) for one in ("8.8.8.8", "10.9.0.1", "10.8.0.1", "192.168.1.2", "169.254.169.254")] == [
        *(True, True, True, True, False)
    ]


def test_only_the_environment_leads_the_school_to_this_machine(tmp_path: Path) -> None:
    """An address typed on the screen never reaches the server itself."""
    given = _settings(tmp_path, CONSOLE_SCHOOL_URL="http://127.0.0.1:9000")
    typed = _settings(tmp_path, CONSOLE_DEMO="off")
    typed.sources["school_url"] = STORED  # type: ignore[index]
    assert school_networks(given).allowed("127.0.0.1")
    assert not school_networks(typed).allowed("127.0.0.1")


async def test_the_adapters_of_the_school_use_its_networks(tmp_path: Path) -> None:
    """Reading and sending alike, of both protocols."""
    for form in ("hh", "oneroster"):
        settings = _settings(
            tmp_path, CONSOLE_SCHOOL_URL="http://169.254.169.254", CONSOLE_SCHOOL_FORM=form, CONSOLE_SCHOOL_TOKEN="t"
        )
        assert await _reason(school_of(settings, retry_policy=QUICK)) == "not_allowed"  # type: ignore[arg-type]
    inner = _settings(tmp_path, CONSOLE_SCHOOL_URL="http://169.254.169.254")
    sending = attendance_of(inner, retry_policy=QUICK)
    assert sending is not None
    with pytest.raises(SchoolUnavailable, match="not_allowed"):
        await sending.push(A_CLASS, "1-a")
    await sending.close()


def test_this_machine_is_a_named_network_in_the_demo_alone(tmp_path: Path) -> None:
    """Its simulators listen there; `markaz config` shows it."""
    before = _settings(tmp_path)
    (tmp_path / "school").mkdir()
    reserve_port(tmp_path / "school" / "port")
    demo, none = _settings(tmp_path), _settings(tmp_path, CONSOLE_DEMO="off")
    assert not provider_networks(before).allowed("127.0.0.1")
    assert provider_networks(demo).allowed("127.0.0.1")
    assert not provider_networks(none).allowed("127.0.0.1")
    school = _settings(tmp_path, CONSOLE_SCHOOL_URL="https://school.example")
    assert not provider_networks(school).allowed("127.0.0.1")


def test_the_programs_of_a_first_start_know_the_networks_of_the_demo(tmp_path: Path) -> None:
    """The school's port is chosen after the settings were read.

    A folder of files has no simulators.
    """
    demo = read_settings(_settings(tmp_path).with_school_at(4321).environment())
    assert (demo.school_url, provider_networks(demo).allowed("127.0.0.1")) == ("http://127.0.0.1:4321", True)
    named = _settings(tmp_path, CONSOLE_PROVIDER_NETWORKS="10.9.0.0/16").with_school_at(4321)
    assert named.provider_networks == "10.9.0.0/16"
    folder = _settings(tmp_path, CONSOLE_SCHOOL_URL=f"file://{tmp_path}").with_school_at(4321)
    assert not provider_networks(folder).allowed("127.0.0.1")
