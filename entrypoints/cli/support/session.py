"""A container for a command that runs a use case; rejections as clear lines."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from contracts.texts import translate
from domain.shared.errors import DomainError, ValidationError
from entrypoints.cli.support.home import console_settings
from entrypoints.embedded.errors import OperatorError
from entrypoints.wiring import Container, close

R = TypeVar("R")


def run(work: Callable[[Container], Awaitable[R]]) -> R:
    """Run the work with its own container.

    Raises OperatorError with the text of a rule's rejection.
    """
    container = Container(settings=console_settings())
    try:
        return asyncio.run(_within(container, work))
    except DomainError as refused:
        raise OperatorError(translate(f"error.{refused.code}", "en", **refused.params)) from refused
    except ValidationError as invalid:
        faults = [f"{name}: {translate(b.code, 'en', **b.params)}" for name, all in invalid.fields.items() for b in all]
        raise OperatorError("; ".join(faults)) from invalid
    except (ConnectionError, OSError) as away:
        raise OperatorError(
            f"the database does not answer ({away}): is the console running? Start it with `make run`"
        ) from away


async def _within(container: Container, work: Callable[[Container], Awaitable[R]]) -> R:
    try:
        return await work(container)
    finally:
        await close(container)
