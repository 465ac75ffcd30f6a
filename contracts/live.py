"""The messages of a live stream (D-162)."""

from contracts.shared import Wire


class LiveChange(Wire):
    """The data of a ``changed`` message: what changed, never its content.

    ``entity``, ``id`` and ``version`` are null where many things of the topic changed at once.
    """

    topic: str
    entity: str | None = None
    id: int | None = None
    version: int | None = None
