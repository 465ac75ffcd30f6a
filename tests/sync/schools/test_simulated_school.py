"""A simulated school is synchronised over HTTP, and again (R1-009)."""

from adapters.school.hh import HhSchool
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.sync.centre import Centre


async def test_a_school_of_2000_arrives_over_http(centre: Centre) -> None:
    """Everything arrives with its links; a second run changes nothing.

    R1-009, D-64.
    """
    school = GeneratedSchool(2000)
    async with serve(school, "token") as url:
        register = HhSchool(url, "token")
        run = await centre.synchronise(register)
        again = await centre.synchronise(register)
        await register.close()
    assert run["status"] == again["status"] == "done"
    for feed, part in run["parts"].items():
        assert part["created"] == part["read"] == part["announced"] == len(school.feeds[feed].living()) > 0
        assert again["parts"][feed]["created"] == again["parts"][feed]["updated"] == 0
    assert await centre.value("select count(*) from students") == 2000
    assert await centre.value("select count(*) from offices") == 4
    assert await centre.value("select count(*) from students where search @@ 'shahzod:*'") > 0
    for table in ("student_offices", "teacher_offices", "schedules", "study_months", "topics", "categories"):
        assert await centre.value(f"select count(*) from {table}") > 0, table
