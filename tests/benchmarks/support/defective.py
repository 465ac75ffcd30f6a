"""The API with a defect that its benchmark must notice.

``python -m tests.benchmarks.support.defective DEFECT``.
"""

import sys
from collections.abc import Callable
from typing import Any

from adapters.postgres.access.sessions import PostgresAccessViews
from adapters.security.passwords import ArgonPasswords
from application.actor import Actor, system
from entrypoints.http.__main__ import serve
from entrypoints.settings import read_settings


async def _on_the_loop(_: ArgonPasswords, work: Callable[..., Any], *arguments: str) -> Any:
    return work(*arguments)


async def _anybody(_: PostgresAccessViews, user_id: int, session_id: int) -> Actor:
    return system()


def hash_on_the_loop() -> None:
    """Passwords are verified on the event loop."""
    ArgonPasswords._off_loop = _on_the_loop  # type: ignore[assignment,method-assign]


def everybody_may() -> None:
    """Permissions are not checked."""
    PostgresAccessViews.actor = _anybody  # type: ignore[assignment,method-assign]


DEFECTS = {"hash-on-the-loop": hash_on_the_loop, "everybody-may": everybody_may}

if __name__ == "__main__":
    DEFECTS[sys.argv[1]]()
    serve(read_settings())
