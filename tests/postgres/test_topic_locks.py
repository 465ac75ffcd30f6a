"""Renumbering topics holds up nobody who refers to one (D-103)."""

import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments

COURSE = """
with course as (
    insert into courses (name) values ('Ingliz tili') returning id
), month as (
    insert into study_months (course_id, number, name) select id, 1, '' from course returning id
) insert into topics (study_month_id, position, name) select id, n, n::text from month, generate_series(1, 3) n
"""
RENUMBER = ("update topics set position = 4 - position", "update study_months set number = number + 1")
# as a foreign key locks: the first save of a lesson, a homework, an exam
REFER = ("select from topics for key share nowait", "select from study_months for key share nowait")
TWICE = "update topics set position = 1"


async def test_a_renumbered_topic_can_be_referred_to_meanwhile(database_url: str) -> None:
    """The order is unique at the commit, yet no key: no save waits for it."""
    mover = await asyncpg.connect(**asyncpg_arguments(database_url))
    teacher = await asyncpg.connect(**asyncpg_arguments(database_url))
    try:
        await mover.execute(COURSE)
        async with mover.transaction():
            for statement in RENUMBER:
                await mover.execute(statement)
            for statement in REFER:
                await teacher.execute(statement)
        with pytest.raises(asyncpg.ExclusionViolationError, match="uq_topics_study_month_id_position"):
            await mover.execute(TWICE)
    finally:
        await mover.close()
        await teacher.close()
