"""The request id of the present work.

A request sets it, its jobs carry it, outside systems receive it, and every log line shows it.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """The present request id, or "" outside of any request and job."""
    return _current.get()


def some_request_id() -> str:
    """The present request id, or a new one."""
    return _current.get() or uuid.uuid4().hex


@contextmanager
def under_request_id(request_id: str) -> Iterator[None]:
    """Runs the block under this request id."""
    token = _current.set(request_id)
    try:
        yield
    finally:
        _current.reset(token)
