"""Allowed addresses of outside systems: the internet and named networks (ASVS-39).

Every address is checked at the moment of connecting, so that neither a name that changes its address nor another
notation leads to this machine or to the neighbours of its cloud.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Self

# IPv4 addresses embedded in IPv6: NAT64, and two outdated forms that some systems still understand
_EMBEDDED = tuple(map(IPv6Network, ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")))
# the only IPv6 addresses of the internet
_UNICAST = IPv6Network("2000::/3")


class NotAllowed(OSError):
    """The address must not be called."""


@dataclass(frozen=True)
class NetworkPolicy:
    """The allowed addresses.

    ``own``: networks, as text; ``internet``: whether all public addresses are allowed as well.
    """

    own: tuple[str, ...]
    internet: bool = True

    @classmethod
    def of(cls, *networks: str, internet: bool) -> Self:
        """The policy of settings' texts, networks separated by commas."""
        named = ",".join(networks).split(",")
        return cls(tuple(one.strip() for one in named if one.strip()), internet)

    def allowed(self, address: str) -> bool:
        """True if a connection to the address is allowed."""
        ip = _plain(ip_address(address.partition("%")[0]))
        if any(ip in network for network in map(ip_network, self.own)):
            return True
        public = ip.is_global and not ip.is_multicast and (isinstance(ip, IPv4Address) or ip in _UNICAST)
        return self.internet and public

    def socket(self, found: tuple[Any, Any, int, str, tuple[Any, ...]]) -> socket.socket:
        """A socket for a resolved address. Raises NotAllowed before any connection."""
        family, kind, protocol, _, address = found
        if not self.allowed(str(address[0])):
            raise NotAllowed("not an address that may be called")
        return socket.socket(family, kind, protocol)


def _plain(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    if any(ip in network for network in _EMBEDDED) and int(ip) > 1:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip
