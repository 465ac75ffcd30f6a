"""Connection tests of integrations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from contracts.settings.integrations import Kind

# reasons of an unusable response; each has its text
REASONS = (
    "unreachable",
    "slow",
    "failing",
    "busy",
    "resting",
    "unauthorised",
    "refused",
    "garbage",
    "no_money",
    "moved",
    "certificate",
    "not_allowed",
    "cut",
    "too_large",
)


@dataclass(frozen=True)
class ConnectionResult:
    """The result of a connection test.

    ``code`` is the key of a text, ``params`` its placeholders; no secret is among them.
    """

    ok: bool
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


def failed_connection(reason: str) -> ConnectionResult:
    """Returns the failure for one of REASONS, or a generic one for any other reason."""
    return ConnectionResult(ok=False, code=f"integration.reason.{reason if reason in REASONS else 'refused'}")


@dataclass(frozen=True)
class EnvironmentSettings:
    """The settings of a kind from the server's environment; they override stored ones."""

    adapter: str
    values: Mapping[str, str]


@runtime_checkable
class Connection(Protocol):
    """An integration, as far as its connection can be tested.

    It never raises for an error of the other side: each has its text.
    """

    async def reach(self) -> ConnectionResult:
        """Sends a harmless request: it changes, sends and costs nothing."""
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


@runtime_checkable
class IntegrationConnections(Protocol):
    """The integrations as configured at present."""

    def environment_settings(self, kind: Kind) -> EnvironmentSettings | None:
        """Returns the settings of the environment, or None. Secrets in them are masked."""
        ...

    def has_simulator(self, kind: Kind) -> bool:
        """Checks if the console has a simulator that is used while nothing is stored."""
        ...

    def generate_fields(self, adapter: str) -> Mapping[str, str]:
        """Generates the values of an adapter's generated fields; empty if it has none."""
        ...

    async def reach(self, kind: Kind) -> tuple[ConnectionResult, int]:
        """Tests the connection, and returns the version of the stored settings, or 0."""
        ...
