"""Published homework of topics, as giving reads and copies it (D-85, D-104)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.files.copies import copy_files
from adapters.postgres.homework.file_cards import FileCards
from application.ports import UnitOfWork
from contracts.homework.files import FileCard
from contracts.homework.giving import TopicGeneration
from domain.homework.generation import MAIN, SourceHomework

# one statement, so that a lesson is seen as it was or as it is published, whole
_PUBLISHED = """
select p.id as publication_id, p.lesson_id, e.homework_id, e.id as edition_id, e.number as edition, m.place,
    e.description,
    (select count(*) from files f where f.entity = 'database_edition' and f.entity_id = e.id) as files
from topic_homework_lessons x join database_publications p on p.lesson_id = x.lesson_id
join published_homeworks m on m.publication_id = p.id join database_editions e on e.id = m.edition_id
where x.topic_id = $1 and {which} order by x.position, m.place
"""
CURRENT = _PUBLISHED.format(which="p.replaced_at is null")
CHOSEN = _PUBLISHED.format(which="p.id = any ($2::bigint[]) and (p.replaced_at is null or p.replaced_at > $3)")
TOPICS = f"""
select x.topic_id, bool_or(m.place = {MAIN}) as main, count(*) filter (where m.place <> {MAIN}) as variants
from groups g join study_months s on s.course_id = g.course_id join topics t on t.study_month_id = s.id
join topic_homework_lessons x on x.topic_id = t.id
join database_publications p on p.lesson_id = x.lesson_id and p.replaced_at is null
join published_homeworks m on m.publication_id = p.id where g.id = $1 group by x.topic_id order by x.topic_id
"""  # noqa: S608  names of ours
ADD_VARIANTS = """
insert into homework_variants (homework_id, number, description, edition_id)
select $1, n.number, n.description, n.edition_id
from unnest($2::text[], $3::bigint[]) with ordinality n (description, edition_id, number) order by n.number
returning id, edition_id
"""
OF_VARIANTS = copy_files("database_edition", "homework_variant")
OF_HOMEWORK = copy_files("database_edition", "homework")
NAMES = "select name from files where entity = 'homework' and entity_id = $1 order by id"


class PostgresHomeworkSource:
    """See ``application.homework.giving.ports.HomeworkSource``."""

    def __init__(self, pool: ReadPool, file_cards: FileCards) -> None:
        self._pool = pool
        self._files = file_cards

    async def topics(self, group_id: int) -> list[TopicGeneration]:
        return [TopicGeneration(**dict(row)) for row in await self._pool.fetch(TOPICS, group_id)]

    async def of_topic(self, topic_id: int) -> list[SourceHomework]:
        return [SourceHomework(**dict(row)) for row in await self._pool.fetch(CURRENT, topic_id)]

    async def files(self, edition_ids: Sequence[int]) -> Mapping[int, list[FileCard]]:
        return await self._files.of("database_edition", edition_ids)

    async def published(
        self, topic_id: int, publication_ids: Sequence[int], since: datetime, uow: UnitOfWork
    ) -> list[SourceHomework]:
        connection = await sql_of(uow).connection()
        rows = await connection.fetch(CHOSEN, topic_id, list(publication_ids), since)
        return [SourceHomework(**dict(row)) for row in rows]

    async def add_variants(self, homework_id: int, variants: Sequence[SourceHomework], uow: UnitOfWork) -> list[int]:
        connection: Any = await sql_of(uow).connection()
        editions = [one.edition_id for one in variants]
        added = await connection.fetch(ADD_VARIANTS, homework_id, [one.description for one in variants], editions)
        ids = [row["id"] for row in added]
        await connection.execute(OF_VARIANTS, [row["edition_id"] for row in added], ids)
        return ids

    async def copy_files(self, edition_id: int, homework_id: int, uow: UnitOfWork) -> list[str]:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(OF_HOMEWORK, [edition_id], [homework_id])
        return [row["name"] for row in await connection.fetch(NAMES, homework_id)]
