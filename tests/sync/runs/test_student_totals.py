"""Student totals are counted in the commits of synchronisation."""

from adapters.memory.school import SchoolInMemory
from adapters.postgres.listing.counting import INCORRECT_COUNTS
from application.actor import Actor
from contracts.sync.school_records import Feed
from tests.sync.centre import Centre
from tests.sync.runs.test_revert import make_every_change, person, school
from tests.sync.school_records import student

__all__ = ["person", "school"]

LISTED = "select count(*) from students where school_deleted_at is null and merged_into_id is null"
KEPT = "select sum(n) from student_counts"


async def test_a_run_and_its_revert_are_counted(centre: Centre, school: SchoolInMemory, person: Actor) -> None:
    """The totals equal a recount after every run and every revert (issue 4)."""
    assert await centre.value(INCORRECT_COUNTS) == 0
    assert await centre.value(KEPT) == await centre.value(LISTED) > 0
    await make_every_change(school)
    run = await centre.synchronise(school)
    assert await centre.value(INCORRECT_COUNTS) == 0
    await centre.revert(run["id"], person)
    assert await centre.value(INCORRECT_COUNTS) == 0
    assert await centre.value(KEPT) == await centre.value(LISTED)


async def test_two_students_merged_at_the_school_are_counted_once(centre: Centre, school: SchoolInMemory) -> None:
    """The merged student is no longer listed (protocols 6.6)."""
    before = await centre.value(KEPT)
    school.put(Feed.STUDENTS, student("s77"))
    await centre.synchronise(school)
    school.remove(Feed.STUDENTS, "s77", merged_into="s1")
    await centre.synchronise(school)
    assert await centre.value(INCORRECT_COUNTS) == 0
    assert await centre.value(KEPT) == before
