"""Dependency injection by type.

The ports of a function are read from its signature, once at start.
"""

import inspect
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

T_co = TypeVar("T_co", covariant=True)
Providers = tuple[tuple[str, Callable[[], Any]], ...]


class Serves(Protocol[T_co]):
    """A provider of a port, declared as ``clock: Serves[Clock] = Singleton(…)``.

    The annotation is the binding, and mypy checks by it that the adapter implements the port.
    """

    def __call__(self) -> T_co:
        """The adapter."""
        ...

    def override(self, provider: Any) -> Any:
        """Replaces the provider."""
        ...


class Opens(Protocol[T_co]):
    """A provider of an adapter with a limited life, as an async context manager."""

    def __call__(self) -> AbstractAsyncContextManager[T_co]:
        """The adapter, to be entered."""
        ...


class Unbound(TypeError):
    """A parameter without a provider, or a port with two providers."""


class Binder:
    """The ports that a container's class declares, by type."""

    def __init__(self, container: Any, declared: type) -> None:
        self._providers: dict[Any, Callable[[], Any]] = {}
        self._opened: set[Any] = set()
        for name, (port, how) in _ports_of(declared).items():
            if port in self._providers:
                raise Unbound(f"{port.__name__} is served twice; the second time by {name}")
            self._providers[port] = getattr(container, name)
            if how is Opens:
                self._opened.add(port)

    def provider_of(self, port: Any) -> Callable[[], Any] | None:
        """The provider of a port; None without one."""
        return self._providers.get(port)

    def bind(self, function: Callable[..., Any], given: Collection[str] = ()) -> Providers:
        """The providers of all parameters that are not ``given`` and have no default.

        Raises Unbound, naming the function and the parameter.
        """
        bound = []
        for name, (port, default) in parameters_of(function).items():
            if name in given:
                continue
            if port not in self._opened and (provider := self.provider_of(port)):
                bound.append((name, provider))
            elif default is inspect.Parameter.empty:
                named = f"{function.__module__}.{function.__qualname__}"
                raise Unbound(f"{named}: nothing serves its parameter {name}: {getattr(port, '__name__', port)}")
        return tuple(bound)

    def bind_opened(self, function: Callable[..., Any]) -> Providers:
        """The same for parameters with a limited life; only jobs have them."""
        kinds = {name: port for name, (port, _) in parameters_of(function).items() if port in self._opened}
        return tuple((name, self._providers[port]) for name, port in kinds.items())


@cache
def parameters_of(function: Callable[..., Any]) -> Mapping[str, tuple[Any, Any]]:
    """Name → (type, default) of a function behind its guard."""
    inner = inspect.unwrap(function)
    hints = get_type_hints(inner, include_extras=True)
    return {
        name: (hints.get(name, Any), parameter.default)
        for name, parameter in inspect.signature(inner).parameters.items()
    }


@cache
def returned_by(function: Callable[..., Any]) -> Any:
    """The return type of a function."""
    return get_type_hints(inspect.unwrap(function)).get("return")


@cache
def _ports_of(declared: type) -> Mapping[str, tuple[Any, Any]]:
    hints = get_type_hints(declared)
    bindings = {name: hint for name, hint in hints.items() if get_origin(hint) in (Serves, Opens)}
    return {name: (get_args(hint)[0], get_origin(hint)) for name, hint in bindings.items()}
