"""The changes of a run, field by field, for callers who may see them.

D-12, issue 3.
"""

from dataclasses import replace
from datetime import date

import pytest

from adapters.memory.school import SchoolInMemory
from application.actor import Actor
from application.sync.queries import list_changes
from contracts.shared import Order
from contracts.sync.runs import SyncChangePage, SyncChangesQuery
from contracts.sync.school_records import Documents, Feed
from contracts.texts import LANGUAGES, catalogue
from domain.shared.errors import Forbidden, NotFound
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import a_school, course, enrolment, group, office, schedule, student, teacher

ENGLISH = replace(ACTOR, language="en")


@pytest.fixture
async def run_id(centre: Centre) -> int:
    """A run that changed a record of every kind."""
    school: SchoolInMemory = a_school()
    await centre.synchronise(school)
    school.put(Feed.OFFICES, office("o1", "Chilonzor"))
    school.put(Feed.TEACHERS, teacher("t1", working=False), teacher("t2"))
    school.put(Feed.COURSES, course("c1", category_id="k2", category_name="Maths", months=[]))
    papers = Documents(personal_id="31210632040244")
    school.put(Feed.STUDENTS, student("s1", first_name="Nigora", gender="female", status="finished", documents=papers))
    school.put(Feed.STUDENTS, student("s2", office_ids=["o2"]), student("s9"))
    school.remove(Feed.STUDENTS, "s3")
    school.put(Feed.GROUPS, group("g1", schedules=[schedule("g1-s1", "t2", days_of_week=[2, 4], classroom="9")]))
    school.put(Feed.GROUP_STUDENTS, enrolment("e-s1", group_id="g2", end_date=date(2026, 3, 1)))
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    return int(run["id"])


async def changes(centre: Centre, run_id: int, actor: Actor = ENGLISH, **filters: object) -> SyncChangePage:
    """One page of the answer."""
    query = SyncChangesQuery(**({"per_page": 100} | filters))  # type: ignore[arg-type]
    return await list_changes(run_id, query, actor=actor, runs=centre.views)


async def test_every_change_is_described_in_words(centre: Centre, run_id: int) -> None:
    """Names instead of ids; of documents only that there are some (D-19)."""
    page = await changes(centre, run_id)
    described = {
        (row.school_id, row.verb): {field.label: (field.before, field.after) for field in row.fields}
        for row in page.changes
    }
    assert described == {
        ("o1", "updated"): {"Name": ("Office o1", "Chilonzor")},
        ("t1", "updated"): {"Work status": ("works", "does not work")},
        ("t2", "created"): {
            "First name": (None, "Olim"),
            "Last name": (None, "Olimov t2"),
            "Role": (None, "teacher"),
            "Role at the school": (None, "teacher"),
            "Work status": (None, "works"),
        },
        ("s1", "updated"): {
            "First name": ("Shahzoda", "Nigora"),
            "Gender": (None, "female"),
            "Has documents": ("no", "yes"),
            "Status": described[("s1", "updated")]["Status"],
            "School status": ("active", "finished"),
        },
        ("s2", "updated"): {"Branches": ("Chilonzor", "Office o2")},
        ("s9", "created"): described[("s9", "created")],
        ("s3", "removed"): {},
        ("c1", "updated"): {
            "Category": ("English", "Maths"),
            "Study months": ("1. One: a, b; 2. Two: c", None),
        },
        ("g1", "updated"): {
            "Schedule": ("Mon, Wed, Fri 14:00–16:00 204 Olimov t1 Olim", "Tue, Thu 14:00–16:00 9 Olimov t2 Olim")
        },
        ("e-s1", "updated"): {"Group": ("Group g1", "Group g2"), "End date": (None, "2026-03-01")},
    }
    assert None not in described[("s1", "updated")]["Status"]
    assert described[("s9", "created")]["Last name"] == (None, "Karimova s9")
    names = {row.school_id: row.name for row in page.changes}
    assert (names["s1"], names["e-s1"]) == ("Karimova s1 Nigora", "Karimova s1 Nigora · Group g2")
    assert (page.total, page.hidden) == (len(page.changes), 0)


async def test_changes_are_filtered_by_kind_and_paged(centre: Centre, run_id: int) -> None:
    whole = await changes(centre, run_id, entity="student")
    # what the brakes count comes at the end of its feed: s1 has another status, s2 another branch
    assert [row.school_id for row in whole.changes] == ["s9", "s3", "s1", "s2"]
    second = await changes(centre, run_id, entity="student", page=2, per_page=3)
    assert ([row.school_id for row in second.changes], second.total) == (["s2"], 4)
    backwards = await changes(centre, run_id, entity="student", per_page=1, order_by=Order.DESC)
    assert backwards.changes[0].school_id == "s2"


async def test_people_of_other_branches_are_hidden_and_counted(centre: Centre, run_id: int) -> None:
    """Left out of the page, its count and its names (D-12)."""
    o2 = await centre.value("select id from offices where name = 'Office o2'")
    grants = {"users:students": ("read", "update")}
    local = replace(ENGLISH, superadmin=False, all_offices=False, office_ids=(o2,), grants=grants)
    whole, page = await changes(centre, run_id), await changes(centre, run_id, local)
    seen = {row.school_id for row in page.changes}
    assert seen == {"o1", "c1", "s2", "e-s1"}, "his student, the period in his group, and what is the centre's own"
    assert page.total + page.hidden == whole.total
    assert all("Karimova s1" not in (field.after or "") for row in page.changes for field in row.fields)


async def test_without_the_right_to_read_students_none_is_shown(centre: Centre, run_id: int) -> None:
    """Starting takes an option of groups alone; personal values take users:students.

    D-59.
    """
    starter = replace(ENGLISH, superadmin=False, grants={"all_groups:attendance": ("update",)})
    page = await changes(centre, run_id, starter)
    assert {row.entity for row in page.changes} == {"head_office", "course", "group"}
    assert page.hidden == 7
    assert "Olimov" not in str(page.changes), "nor a teacher by his name in a timetable"
    with pytest.raises(Forbidden):
        await changes(centre, run_id, replace(starter, grants={"users:students": ("read",)}))
    with pytest.raises(NotFound):
        await changes(centre, 99)


def test_every_field_and_value_has_a_text() -> None:
    """In each language (D-74)."""
    from adapters.postgres.sync.feed_specs import SPECS

    fields = {name for spec in SPECS.values() for name in (*spec.plain, spec.belongings) if name}
    fields |= {"papers", "merged_into_id", "school_deleted_at"}
    values = {"gender": (1, 2), "work_status": (1, 2), "status": (1, 2, 3), "role_number": (2, 3)}
    keys = {f"sync.field.{name}" for name in fields}
    keys |= {f"sync.value.{name}.{number}" for name, numbers in values.items() for number in numbers}
    keys |= {f"sync.row.{code}" for code in ("changed_since", "referred_to", "papers_lost")}
    for language in LANGUAGES:
        assert keys <= catalogue(language).keys()
        assert len(catalogue(language)["sync.value.weekdays"].split()) == 7
