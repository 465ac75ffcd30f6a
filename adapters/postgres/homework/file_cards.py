"""Files of homework, exams, hand-ins and messages, with their links."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from adapters.postgres.core.pool import Connection, ReadPool
from application.files.ports import FileLinks
from application.ports import Clock
from contracts.homework.files import FileCard, VoiceCard

# $1: the entity, $2: its ids
FILES = """
select f.entity_id, f.public_id, f.name, f.size, f.media_type from files f
where f.entity = $1 and f.entity_id = any ($2::bigint[]) order by f.id
"""
# $1: ids of files
BY_ID = "select f.id, f.public_id, f.size from files f where f.id = any ($1::bigint[])"


class FileCards:
    """Reads the files of records; each link is valid for a quarter to half an hour."""

    def __init__(self, pool: ReadPool, links: FileLinks, clock: Clock) -> None:
        self._pool = pool
        self._links = links
        self._clock = clock

    async def of(
        self, entity: str, ids: Sequence[int], sql: "Connection | None" = None
    ) -> Mapping[int, list[FileCard]]:
        """The files of each record, in the order of their upload; empty lists are missing.

        ``sql``: a connection to read them by.
        """
        found: dict[int, list[FileCard]] = defaultdict(list)
        now = self._clock.now()
        for row in await (sql or self._pool).fetch(FILES, entity, list(ids)) if ids else []:
            url = self._links.link(row["public_id"], now)
            card = FileCard(row["public_id"], row["name"], row["size"], row["media_type"], url)
            found[row["entity_id"]].append(card)
        return found

    async def of_task(self, homework_id: int, variant_id: int | None) -> list[FileCard]:
        """The files of a homework for one student: of the variant, then of all."""
        variant = {} if variant_id is None else await self.of("homework_variant", [variant_id])
        common = await self.of("homework", [homework_id])
        return [*variant.get(variant_id or 0, []), *common.get(homework_id, [])]

    async def voices(self, seconds: Mapping[int, int]) -> Mapping[int, VoiceCard]:
        """The recordings by the id of their file; ``seconds``: file id → duration."""
        now = self._clock.now()
        rows = await self._pool.fetch(BY_ID, list(seconds)) if seconds else []
        return {
            row["id"]: VoiceCard(
                row["public_id"], self._links.link(row["public_id"], now), seconds[row["id"]], row["size"]
            )
            for row in rows
        }
