"""An outside system in memory: it answers, or has the trouble that it is told to have."""

from application.settings.connection_test import Reached, failed


class ConnectionInMemory:
    """See ``application.settings.connection_test.Connection``. ``trouble``: one of its REASONS, or nothing."""

    def __init__(self, trouble: str = "") -> None:
        self.trouble = trouble

    async def reach(self) -> Reached:
        return failed(self.trouble) if self.trouble else Reached(ok=True, code="integration.telephony.ok")

    async def close(self) -> None:
        pass
