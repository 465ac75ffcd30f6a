"""Whether an outside system can be reached as its settings say, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from contracts.settings.integrations import Kind

# why there was no usable answer; each has its sentence
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
)


@dataclass(frozen=True)
class Reached:
    """``code`` names the sentence of the texts, ``params`` its facts; no secret is among them."""

    ok: bool
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


def failed(reason: str) -> Reached:
    """No usable answer, for one of REASONS; any other says no more than that the expected service is not there."""
    return Reached(ok=False, code=f"integration.reason.{reason if reason in REASONS else 'refused'}")


@dataclass(frozen=True)
class Given:
    """What the server's environment says of a kind: it wins over what is stored."""

    adapter: str
    values: Mapping[str, str]


@runtime_checkable
class Connection(Protocol):
    """An outside system as far as it can be asked whether it is there and lets us in.

    It never raises for what the other side does: whatever that is, there is a sentence for it.
    """

    async def reach(self) -> Reached:
        """Asks a harmless question: nothing is changed by it, sent to anybody, or paid for."""
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


@runtime_checkable
class Outside(Protocol):
    """The outside systems as the settings name them now."""

    def given(self, kind: Kind) -> Given | None:
        """What the environment says; None where it says nothing. Secrets in it are not shown."""
        ...

    def demo(self, kind: Kind) -> bool:
        """Whether a stand-in of the console's own is there where nothing is stored."""
        ...

    def make(self, adapter: str) -> Mapping[str, str]:
        """New values for the fields of an adapter that the console makes itself; nothing for one without such."""
        ...

    async def reach(self, kind: Kind) -> tuple[Reached, int]:
        """Asks the system a harmless question; with the version of what was stored of it, 0 where nothing was."""
        ...
