"""A percentage of attendance is the same in the domain and in SQL (D-27)."""

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.groups.attendance_rates import percentage_sql
from domain.attendance.tally import Tally

COUNTS = 12
EVERY = f"""
select attended, late, absent, {percentage_sql("attended", "late", "absent")} as percentage
from generate_series(0, {COUNTS}) attended, generate_series(0, {COUNTS}) late, generate_series(0, {COUNTS}) absent
"""


async def test_the_database_rounds_a_percentage_as_the_domain_does(database_url: str) -> None:
    """Halves round up, and no mark is no percentage."""
    pool = ReadPool(database_url)
    try:
        rows = await pool.fetch(EVERY)
    finally:
        await pool.close()
    assert len(rows) == (COUNTS + 1) ** 3
    differing = [
        tuple(row) for row in rows if Tally(row["attended"], row["late"], row["absent"]).percentage != row["percentage"]
    ]
    assert not differing
