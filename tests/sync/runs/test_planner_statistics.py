"""Lists are fast right after a first run: planner statistics are up to date."""

from adapters.school.hh import HhSchool
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.sync.centre import Centre

BROUGHT = ("students", "student_offices", "teachers", "groups", "enrolments", "schedules")


async def test_the_planner_knows_the_row_counts(centre: Centre) -> None:
    """No wait for autovacuum, which runs a minute later (D-49)."""
    async with serve(GeneratedSchool(500), "token") as url:
        register = HhSchool(url, "token")
        await centre.synchronise(register)
        await register.close()
    for table in BROUGHT:
        known = await centre.value("select reltuples from pg_class where oid = $1::regclass", table)
        assert known == await centre.value(f"select count(*) from {table}"), table
