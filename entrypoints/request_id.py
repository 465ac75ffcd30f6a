"""The id of what is being done: given by a request, carried by its jobs, sent to outside systems, in every log line."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """The id of what is being done, or an empty text outside of any request and job."""
    return _current.get()


def some_request_id() -> str:
    """The id of what is being done, or a new one."""
    return _current.get() or uuid.uuid4().hex


@contextmanager
def under_request_id(request_id: str) -> Iterator[None]:
    """What is done in the block is done under this id."""
    token = _current.set(request_id)
    try:
        yield
    finally:
        _current.reset(token)
