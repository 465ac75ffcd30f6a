"""A brake that was pulled (D-49)."""

import json

from domain.sync.run import Reason


class Stopped(Exception):
    """A run must not go on before a named person has looked; ``detail`` holds the feed and the numbers, as JSON."""

    def __init__(self, reason: Reason, **facts: str | int) -> None:
        super().__init__(reason)
        self.reason = reason.value
        self.detail = json.dumps(facts)
