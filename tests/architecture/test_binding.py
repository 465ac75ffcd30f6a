"""Ports are bound by type at start, and a missing or doubled binding is an error."""

from typing import Protocol

import pytest

from entrypoints.binding import Binder, Serves, Unbound


class Greeter(Protocol):
    """A port."""

    def greet(self) -> str:
        """A greeting."""
        ...


class English:
    """Its adapter."""

    def greet(self) -> str:
        return "hello"


class OneGreeter:
    """A container with one binding."""

    greeter: Serves[Greeter] = English  # type: ignore[assignment]


class TwoGreeters:
    """A container that serves one port twice."""

    first: Serves[Greeter] = English  # type: ignore[assignment]
    second: Serves[Greeter] = English  # type: ignore[assignment]


async def greet_guest(name: str, *, greeter: Greeter) -> str:
    """A use case with one port."""
    return f"{greeter.greet()} {name}"


async def greet_twice(name: str, *, greeter: Greeter, echo: English) -> str:
    """A use case with a port that nothing serves."""
    return f"{greeter.greet()} {echo.greet()} {name}"


def test_a_port_is_bound_by_its_type() -> None:
    """The provider is found without a name."""
    ((name, provide),) = Binder(OneGreeter(), OneGreeter).bind(greet_guest, given=("name",))
    assert (name, provide().greet()) == ("greeter", "hello")


def test_an_unbound_port_is_an_error_that_names_use_case_and_parameter() -> None:
    """The application does not start with a call that would fail at its first request."""
    with pytest.raises(Unbound, match=r"test_binding\.greet_twice.*echo: English"):
        Binder(OneGreeter(), OneGreeter).bind(greet_twice, given=("name",))


def test_a_port_served_twice_is_an_error() -> None:
    """The choice between two adapters must not depend on their order."""
    with pytest.raises(Unbound, match="Greeter is served twice; the second time by second"):
        Binder(TwoGreeters(), TwoGreeters)
