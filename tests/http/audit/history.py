"""The history of one record as a browser reads it, and reverting from it."""

from typing import Any

from tests.support.console import Visitor


class History:
    """The history of one entity, and reverting its newest change."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.visitor, self.path = visitor, f"{path}/history"

    async def newest(self) -> dict[str, Any]:
        return dict((await self.visitor.data(self.path))["history"][0])

    async def shown(self, entry: dict[str, Any]) -> dict[str, Any]:
        return dict(await self.visitor.data(f"{self.path}/{entry['auditId']}/take-back"))

    async def revert(self, entry: dict[str, Any], version: int | None = None) -> Any:
        shown = version if version is not None else (await self.shown(entry))["version"]
        return await self.visitor.put(f"{self.path}/{entry['auditId']}/take-back", {"version": shown})
