"""An outside system in memory that responds, or fails as configured."""

from application.settings.connection_test import ConnectionResult, failed_connection


class ConnectionInMemory:
    """See ``application.settings.connection_test.Connection``.

    ``trouble``: one of its REASONS, or "".
    """

    def __init__(self, trouble: str = "") -> None:
        self.trouble = trouble

    async def reach(self) -> ConnectionResult:
        return (
            failed_connection(self.trouble)
            if self.trouble
            else ConnectionResult(ok=True, code="integration.telephony.ok")
        )

    async def close(self) -> None:
        pass
