"""Validators of settings.

Each parses a text and describes the expected form in its ValueError.
"""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from zoneinfo import ZoneInfo, available_timezones

from domain.people.retention import MAX_YEARS

FILE = "file://"
HH, ONEROSTER = "hh", "oneroster"
# a door proposes no mark for a student who arrives later than that
_HALF_AN_HOUR = 30
# homework is closed within a year
_MAX_LATE_DAYS = 365
# one hand-in of ten files of 20 MB fits
_MAX_UPLOADS, _MAX_GIBIBYTES = 1_000, 10_000
_MIN_MEGABYTES, _MAX_MEGABYTES = 200, 1_000_000
_MAX_PROCESSES = 64
_MAX_DEMO_STUDENTS = 1_000_000
_DOTS = "••••••"


def path(text: str) -> Path:
    """A directory or file; relative ones count from the working directory."""
    return Path(text).expanduser().absolute()


def port(text: str) -> int:
    """A port to listen on."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise ValueError("must be a port from 1 to 65535, for example 8080")
    return int(text)


def host(text: str) -> str:
    """An address to listen on."""
    if not re.fullmatch(r"[0-9A-Za-z.:_-]+", text):
        raise ValueError("must be an address of this machine, for example 127.0.0.1 (only here) or 0.0.0.0 (everybody)")
    return text


def time_zone(text: str) -> str:
    """A time zone that this system knows."""
    try:
        ZoneInfo(text)
    except (ValueError, OSError, LookupError):
        if not available_timezones():
            raise ValueError("can't be checked: this system has no time zones; install its package `tzdata`") from None
        raise ValueError("must be a time zone's name, for example Asia/Tashkent") from None
    return text


def processes(text: str) -> int:
    """The number of processes of one kind."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MAX_PROCESSES:
        raise ValueError(f"must be a number of processes, 1 to {_MAX_PROCESSES}")
    return int(text)


def minutes_of_grace(text: str) -> int:
    """The minutes of a lesson after which a door entry is proposed as late (D-24)."""
    if not text.isascii() or not text.isdigit() or int(text) > _HALF_AN_HOUR:
        raise ValueError(f"must be a number of minutes, 0 to {_HALF_AN_HOUR}")
    return int(text)


def late_days(text: str) -> int:
    """The days after a deadline in which homework is still taken (D-80)."""
    if not text.isascii() or not text.isdigit() or int(text) > _MAX_LATE_DAYS:
        raise ValueError(f"must be a number of days, 0 to {_MAX_LATE_DAYS}")
    return int(text)


def student_megabytes(text: str) -> int:
    """The megabytes of files that a student may upload in all."""
    if not text.isascii() or not text.isdigit() or not _MIN_MEGABYTES <= int(text) <= _MAX_MEGABYTES:
        raise ValueError(f"must be a number of megabytes, {_MIN_MEGABYTES} to {_MAX_MEGABYTES}")
    return int(text)


def open_uploads(text: str) -> int:
    """The unfinished uploads of videos that a person may have."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MAX_UPLOADS:
        raise ValueError(f"must be a number of uploads, 1 to {_MAX_UPLOADS}")
    return int(text)


def gibibytes(text: str) -> int:
    """The GiB of a video, or of a person's unfinished uploads."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MAX_GIBIBYTES:
        raise ValueError(f"must be a number of GiB, 1 to {_MAX_GIBIBYTES}")
    return int(text)


def years_or_off(text: str) -> int:
    """The years after which a former student is anonymised (WISH-20); 0 for `off`."""
    if text.lower() == "off":
        return 0
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MAX_YEARS:
        raise ValueError(f"must be a number of years, 1 to {MAX_YEARS}, or off")
    return int(text)


def demo(text: str) -> int:
    """The number of the demo school's students; 0 for `off`."""
    if text.lower() == "off":
        return 0
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MAX_DEMO_STUDENTS:
        raise ValueError(f"must be `off` or the number of the demo school's students, 1 to {_MAX_DEMO_STUDENTS}")
    return int(text)


def database_url(text: str) -> str:
    """A PostgreSQL address in any usual form, converted to SQLAlchemy's for asyncpg."""
    scheme, divider, rest = text.partition("://")
    if scheme not in {"postgres", "postgresql", "postgresql+asyncpg"} or not divider or not _has_good_port(text):
        raise ValueError("must be a PostgreSQL address, for example postgresql://user:password@host:5432/markaz")
    return f"postgresql+asyncpg://{rest}".replace("?sslmode=", "?ssl=").replace("&sslmode=", "&ssl=")


def nats_url(text: str) -> str:
    """One or more NATS addresses, separated by commas."""
    servers = text.split(",")
    if not all(_is_url(server.strip(), {"nats", "tls", "ws", "wss"}) for server in servers):
        raise ValueError("must be a NATS address, for example nats://user:password@host:4222")
    return text


def school_url(text: str) -> str:
    """The school system's address, or a folder of its CSV files as file://…."""
    if (folder := Path(text).expanduser()).is_dir():
        return f"{FILE}{quote(str(folder.resolve()))}"
    is_folder = text.startswith(FILE) and Path(unquote(text.removeprefix(FILE))).is_dir()
    if not is_folder and not _is_url(text, {"http", "https"}):
        raise ValueError("must be the school system's address (https://…) or a folder of its CSV files")
    return text


def school_form(text: str) -> str:
    """The protocol of the school system."""
    if text.lower() not in {HH, ONEROSTER}:
        raise ValueError(f"must be {HH} (contracts/external/hh-v1.yaml) or {ONEROSTER} (docs/oneroster.md)")
    return text.lower()


def token_url(text: str) -> str:
    """The token endpoint of a provider; "" for its default."""
    if text and not _is_url(text, {"http", "https"}):
        raise ValueError("must be the address that gives tokens (https://…)")
    return text


def networks(text: str) -> str:
    """Networks in the usual notation, separated by commas."""
    try:
        return ",".join(str(ip_network(one.strip())) for one in text.split(","))
    except ValueError:
        raise ValueError("must be networks with commas between, for example 10.0.0.0/8,192.168.1.0/24") from None


def some_networks(text: str) -> str:
    """Networks as in ``networks``; "" for none."""
    return networks(text) if text else ""


def proxies(text: str) -> str:
    """Addresses or networks of the proxies in front of the console; "" for none."""
    try:
        named = [_plain(ip_network(one.strip())) for one in text.split(",")] if text else []
        # a whole address family would let every client choose its address
        if any(network.prefixlen == 0 for network in named):
            raise ValueError
    except ValueError:
        raise ValueError("must be the proxies' addresses or networks, for example 172.30.99.1,10.0.5.0/24") from None
    return ",".join(map(str, named))


def _plain(network: IPv4Network | IPv6Network) -> IPv4Network | IPv6Network:
    """An IPv4 network written in IPv6 form as the IPv4 network."""
    mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    return ip_network((mapped, network.prefixlen - 96)) if mapped and network.prefixlen >= 96 else network


def public_url(text: str) -> str:
    """The public address of the console; "" without one."""
    parts = urlsplit(text)
    if text and (not _is_url(text, {"http", "https"}) or parts.path.strip("/") or parts.query or parts.username):
        raise ValueError("must be the console's address on the internet, for example https://console.example.uz")
    return text.rstrip("/")


def _is_url(text: str, schemes: set[str]) -> bool:
    return _has_good_port(text) and urlsplit(text).scheme in schemes and bool(urlsplit(text).hostname)


def _has_good_port(text: str) -> bool:
    try:
        return urlsplit(text).port != 0
    except ValueError:
        return False


def at_least(length: int) -> Callable[[str], str]:
    """A text of at least this many characters."""

    def check(text: str) -> str:
        if len(text) < length:
            raise ValueError(f"must have at least {length} characters")
        return text

    return check


def masked(secret: str) -> str:
    """A secret for display: an address without its password or token, or only dots."""
    if "://" not in secret:
        return _DOTS if secret else ""
    secret = re.sub(r"(?<=://)([^:/@]*):[^/]*(?=@)", rf"\1:{_DOTS}", secret)
    secret = re.sub(r"^(nats|tls|wss?)(://)[^:/@]+(?=@)", rf"\1\2{_DOTS}", secret)
    return re.sub(r"(?<=password=)[^&]*", _DOTS, secret)
