"""Stored totals equal a recount after any change of students.

Issue 4, D-4, D-12.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.scopes import SCOPE_PARAMETER
from adapters.postgres.jobs.housekeeping import Housekeeping
from adapters.postgres.listing.counting import FOLD, INCORRECT_COUNTS, recount_students
from adapters.postgres.listing.listing import Listing, Shape, _count
from adapters.postgres.people.students import STUDENTS
from tests.support.builders import Branch, Student, a_branch, a_student
from tests.support.storing import store

COUNTED_AFRESH = replace(STUDENTS, counted=None)
KEPT = ("status_id", "system_status", "has_photo", "has_private_info", "office_ids")
LINK = "insert into student_offices (student_id, office_id) select unnest($1::bigint[]), $2 on conflict do nothing"
UNLINK = "delete from student_offices where student_id = any ($1::bigint[]) and office_id = $2"
ROWS = "select count(*) from student_counts"


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[Any]:
    """The database."""
    connection = await asyncpg.connect(**asyncpg_arguments(database_url))
    yield connection
    await connection.close()


async def _total(sql: Any, listing: Listing, shape: Shape, values: dict[str, Any]) -> int:
    counting = _count(listing, shape)
    return int(await sql.fetchval(counting.sql, *counting.arguments(values)))


def _questions(branches: list[int]) -> Iterator[tuple[Shape, dict[str, Any]]]:
    """Every set of filters, for every caller."""
    callers: list[list[int] | None] = [None, [], branches[:1], branches[1:3], branches, [999]]
    values = {"status_id": 2, "system_status": 1, "has_photo": True, "has_private_info": False}
    for scope, many in itertools.product(callers, range(len(KEPT) + 1)):
        for filters in itertools.combinations(KEPT, many):
            shape = Shape(tuple(sorted(filters)), None, scope is not None)
            yield shape, values | {"office_ids": branches[2:], SCOPE_PARAMETER: scope}


async def _agree(sql: Any, branches: list[int]) -> None:
    assert await sql.fetchval(INCORRECT_COUNTS) == 0
    for shape, values in _questions(branches):
        kept = await _total(sql, STUDENTS, shape, values)
        assert kept == await _total(sql, COUNTED_AFRESH, shape, values), (shape, values)


async def _a_centre(sql: Any, random: Random) -> tuple[list[Branch], list[Student]]:
    branches = [a_branch() for _ in range(4)]
    students = [
        a_student()
        .with_status(random.randint(1, 6))
        .in_branch(*random.sample(branches, random.choice((0, 1, 1, 2, 3))))
        .having(photo=random.choice((None, "p.webp")), has_personal_data=random.random() < 0.5)
        for _ in range(120)
    ]
    await store(sql, *branches, *students)
    return branches, students


async def _something(sql: Any, random: Random, ids: list[int], branches: list[int]) -> None:
    """One statement such as a form, a merge, a revert or an administrator sends."""
    some, branch, status = random.sample(ids, random.randint(1, 40)), random.choice(branches), random.randint(1, 6)
    statement, *arguments = random.choice(
        (
            (LINK, some, branch),
            (UNLINK, some, branch),
            ("update students set status_id = $2 where id = any ($1::bigint[])", some, status),
            ("update students set status_id = null where id = any ($1::bigint[])", some[:2]),
            ("update students set system_status = 3 - system_status, phone = null where id = any ($1)", some),
            ("update students set photo = 'x.webp', has_personal_data = true where id = any ($1)", some),
            ("update students set full_name = full_name || '!' where id = any ($1)", some),
            ("update students set school_deleted_at = now() where id = any ($1)", some),
            ("update students set school_deleted_at = null, merged_into_id = null where id = any ($1)", some),
            ("update students set merged_into_id = $2 where id = any ($1) and id <> $2", some, ids[0]),
            ("delete from students s where id = any ($1) and id <> $2", some[:3], ids[0]),
            (FOLD,),
        )
    )
    if "delete from students" in statement:
        await sql.execute("update students set merged_into_id = null where merged_into_id = any ($1)", arguments[0])
    await sql.execute(statement, *arguments)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_any_change_is_counted(sql: Any, seed: int) -> None:
    """Moved, blocked, ended, merged, restored, deleted: for all filters and callers."""
    random = Random(seed)
    branches, students = await _a_centre(sql, random)
    ids, offices = [student.id or 0 for student in students], [branch.id or 0 for branch in branches]
    await _agree(sql, offices)
    for _ in range(40):
        here = [row[0] for row in await sql.fetch("select id from students where id = any ($1)", ids)]
        await _something(sql, random, ids=[*here, *here], branches=offices)
        assert await sql.fetchval(INCORRECT_COUNTS) == 0
    await _agree(sql, offices)


async def test_a_rolled_back_change_is_not_counted(sql: Any) -> None:
    """The count belongs to the transaction of the change."""
    branches, _ = await _a_centre(sql, Random(4))
    moved = sql.transaction()
    await moved.start()
    await sql.execute("update students set status_id = 6")
    await sql.execute("delete from student_offices")
    await moved.rollback()
    await _agree(sql, [branch.id or 0 for branch in branches])


async def test_concurrent_changes_of_one_student_are_both_counted(sql: Any, database_url: str) -> None:
    """One changes the branch, the other the status, in either order."""
    branches, students = await _a_centre(sql, Random(5))
    ids, offices = [student.id or 0 for student in students], [branch.id or 0 for branch in branches]

    async def changing(seed: int) -> None:
        random, own = Random(seed), await asyncpg.connect(**asyncpg_arguments(database_url))
        try:
            for _ in range(60):
                one, branch = [random.choice(ids[:3])], random.choice(offices)
                async with own.transaction():
                    if seed % 2:
                        await own.execute("update students set status_id = $2 where id = any ($1)", one, seed)
                        await asyncio.sleep(random.random() / 500)
                    else:
                        await own.execute(random.choice((LINK, UNLINK)), one, branch)
                        await asyncio.sleep(random.random() / 500)
        finally:
            await own.close()

    await asyncio.gather(*(changing(seed) for seed in (1, 2, 3, 4)))
    await _agree(sql, offices)


async def test_folding_preserves_the_sums(sql: Any, database_url: str) -> None:
    """Many small changes become one row per kind, also with two folds at once."""
    branches, students = await _a_centre(sql, Random(6))
    for student in students * 3:
        await sql.execute("update students set status_id = 1 + status_id % 6 where id = $1", student.id)
    many = await sql.fetchval(ROWS)
    engine = create_engine(database_url)
    try:
        await asyncio.gather(*(Housekeeping(engine).fold_counts() for _ in range(3)))
    finally:
        await engine.dispose()
    assert await sql.fetchval(ROWS) < many / 3
    await _agree(sql, [branch.id or 0 for branch in branches])


async def test_a_change_past_the_triggers_is_found_and_recounted(sql: Any, database_url: str) -> None:
    """``markaz doctor`` detects and repairs it."""
    branches, _ = await _a_centre(sql, Random(7))
    await sql.execute("update student_counts set n = n + 1")
    assert await sql.fetchval(INCORRECT_COUNTS) > 0
    await recount_students(database_url)
    await _agree(sql, [branch.id or 0 for branch in branches])


async def test_truncated_tables_are_counted_as_empty(sql: Any) -> None:
    """Nobody is left, and nobody is counted."""
    branches, _ = await _a_centre(sql, Random(8))
    await sql.execute("truncate students cascade")
    await _agree(sql, [branch.id or 0 for branch in branches])
    assert await _total(sql, STUDENTS, Shape((), None, False), {}) == 0
