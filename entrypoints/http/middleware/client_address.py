"""The address of a client: the peer's, unless the peer is a named proxy (D-160).

Audit, sessions, throttles and logs use the address that is resolved here.
"""

import logging
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger("markaz.http")
FORWARDED_FOR, FORWARDED_PROTO = b"x-forwarded-for", b"x-forwarded-proto"
# a chain of more proxies than this is made up
MAX_HOPS = 16
# the longest form of an address with brackets and port; a longer hop is no address
MAX_HOP_LENGTH = 64

Address = IPv4Address | IPv6Address
Networks = Sequence[IPv4Network | IPv6Network]


def parse_networks(text: str) -> Networks:
    """The networks of a setting that ``setting_values`` has validated."""
    return [ip_network(one) for one in text.split(",") if one]


def with_client_address(app: ASGIApp, proxies: Networks) -> ASGIApp:
    """Replaces peer and scheme by those that a named proxy reports."""
    reported = False

    async def resolved(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal reported
        peer: Any = scope.get("client")
        if scope["type"] != ScopeType.HTTP or not peer:
            await app(scope, receive, send)
            return
        forwarded = [value for name, value in scope["headers"] if name == FORWARDED_FOR]
        scope["client"] = (client_address(peer[0], forwarded, proxies), peer[1])
        if _is_trusted(_parse(peer[0]), proxies):
            scope["scheme"] = _scheme(scope["headers"], scope["scheme"])
        elif forwarded and not reported:
            # once per process: the header is ignored silently otherwise, and all staff share the proxy's address
            reported = True
            log.warning("X-Forwarded-For of %s is ignored: CONSOLE_TRUSTED_PROXIES does not name it", peer[0])
        await app(scope, receive, send)

    return resolved


def client_address(peer: str, forwarded: Iterable[bytes], proxies: Networks) -> str:
    """The rightmost hop that is no named proxy.

    It is the peer's address if a hop on the way is no address. ``forwarded``: the values of X-Forwarded-For, in order.
    Text that a client writes stands to the left of what the proxies append, so it is never reached.
    """
    nearest = _parse(peer)
    if nearest is None:
        return peer
    found, rest = nearest, b",".join(forwarded)
    for _ in range(MAX_HOPS):
        if not _is_trusted(found, proxies) or not rest.strip():
            return str(found)
        rest, _, hop = rest.rpartition(b",")
        parsed = _parse_hop(hop)
        if parsed is None:
            return str(nearest)
        found = parsed
    return str(nearest)


def _is_trusted(address: Address | None, proxies: Networks) -> bool:
    return address is not None and any(address in network for network in proxies)


@lru_cache(maxsize=1024)
def _parse(text: str) -> Address | None:
    """An address without its zone; an IPv4 address in IPv6 form is the IPv4 address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _parse_hop(hop: bytes) -> Address | None:
    """The address of a hop: plain, in brackets, or with a port."""
    text = hop.strip().decode("latin-1")
    if len(text) > MAX_HOP_LENGTH or "%" in text:
        return None
    port = ""
    if text.startswith("["):
        text, closed, port = text[1:].partition("]")
        if not closed or (port and not port.startswith(":")) or ":" not in text:
            return None
        port = port[1:] if port else "0"
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
    else:
        port = "0"
    return _parse(text) if port.isascii() and port.isdigit() else None


def _scheme(headers: Iterable[tuple[bytes, bytes]], present: str) -> str:
    """The scheme that the nearest proxy reports, if it reports a known one."""
    reported = b",".join(value for name, value in headers if name == FORWARDED_PROTO)
    scheme = reported.rpartition(b",")[2].strip().lower().decode("latin-1")
    return scheme if scheme in ("http", "https") else present
