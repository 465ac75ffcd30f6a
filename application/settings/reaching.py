"""Whether an outside system can be reached as its settings say, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from contracts.integrations import Kind


@dataclass(frozen=True)
class Reached:
    """``code`` names the sentence of the texts, ``params`` its facts; no secret is among them."""

    ok: bool
    code: str
    params: Mapping[str, object]


@dataclass(frozen=True)
class Given:
    """What the server's environment says of a kind: it wins over what is stored."""

    adapter: str
    values: Mapping[str, str]


@runtime_checkable
class Outside(Protocol):
    """The outside systems as the settings name them now."""

    def given(self, kind: Kind) -> Given | None:
        """What the environment says; None where it says nothing. Secrets in it are not shown."""
        ...

    def demo(self, kind: Kind) -> bool:
        """Whether a stand-in of the console's own is there where nothing is stored."""
        ...

    async def reach(self, kind: Kind) -> Reached:
        """Asks the system a harmless question."""
        ...
