"""The list of teachers sorted by groups, students and KPIs (R2-067, D-77)."""

from typing import Any

import pytest

from tests.benchmarks.statistics.filling import fill_homework
from tests.http.exports.spreadsheet import rows_of
from tests.support.builders import Branch, Teacher, a_branch, a_class_of, a_superadmin, a_teacher, a_user_with
from tests.support.console import Console, Visitor
from tests.support.groups import ZONE

STUDY = {"study:homework_statistics": ["read"]}
FIGURES = ("groups", "students", "attendanceKpi", "homeworkKpi", "examKpi", "kpi")
DIRECTIONS = ("ASC", "DESC")
# some seven groups have one teacher
GROUPS = 42
# not announced: no teacher's KPI knows it
UNANNOUNCED = "update exams set announced_at = null where id % 3 = 0"
NO_RESULTS = """
update submissions s set result = null from exams e where e.id = s.exam_id and e.announced_at is null
"""
# a work that is being checked again counts as it was before, one checked for the first time as waiting
CLAIMED = """
update submissions set status = 4, status_before = status, claimed_at = now() where id % 11 = 0 and status in (1, 2, 3)
"""
MARKS = """
insert into group_marks (group_id, attended, late, absent)
select id, 20 + id % 13, id % 3, id % 7 from groups where id % 4 <> 0 on conflict do nothing
"""


def _expected(rows: list[dict[str, Any]], figure: str, order: str) -> list[int]:
    """``rows`` are by name: so are those of equal value, in both directions."""
    known = sorted(
        (row for row in rows if row[figure] is not None), key=lambda row: row[figure], reverse=order == "DESC"
    )
    return [row["id"] for row in known + [row for row in rows if row[figure] is None]]


async def _ids(reader: Visitor, **query: Any) -> list[int]:
    return [row["id"] for row in (await reader.data("/kpi/all", **({"perPage": 100} | query)))["teachers"]]


async def test_every_figure_sorts_as_it_is_shown(fresh_console: Console) -> None:
    """R2-067, D-77, D-79.

    With work that is claimed, not due or unannounced, and teachers without any.
    """
    console = fresh_console
    await console.store(a_class_of(30).taught_by(a_teacher().named("Bo'sh", "Ikkinchi")))
    await console.store(a_teacher().named("Bo'sh", "Birinchi"))
    visitor = await console.sign_in(a_superadmin())
    await fill_homework(console.sql, GROUPS, ZONE.key)
    for statement in (CLAIMED, UNANNOUNCED, NO_RESULTS, MARKS):
        await console.sql.execute(statement)
    assert await console.sql.fetchval("select count(*) from submissions where status = 5 and due_at > now()")
    await console.count_homework()
    rows = (await visitor.data("/kpi/all", perPage=100))["teachers"]
    for figure in FIGURES:
        values = [row[figure] for row in rows]
        assert len({value for value in values if value is not None}) >= 2, figure
        for order in DIRECTIONS:
            assert await _ids(visitor, sortBy=figure, orderBy=order) == _expected(rows, figure, order), (figure, order)
    assert [row["kpi"] for row in rows].count(None) >= 1


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    """A branch of teachers with marks: 90, 50, none, 50, 70 and 50 percent, by name."""
    here, there = a_branch("Chilonzor"), a_branch("Sergeli")
    for name, attended in (("Anor", 90), ("Behi", 50), ("Gilos", None), ("Nok", 50), ("Olma", 70), ("Uzum", 50)):
        teacher = a_teacher().named("Saralangan", name).in_branch(here)
        await _with_group(console, here, teacher, attended)
        if name in ("Behi", "Gilos"):
            await _with_group(console, there, teacher, 100)
    return here


async def _with_group(console: Console, branch: Branch, teacher: Teacher, attended: int | None) -> None:
    group = a_class_of(1).in_branch(branch).taught_by(teacher)
    await console.store(group)
    if attended is not None:
        await console.sql.execute(
            "insert into group_marks (group_id, attended, late, absent) values ($1, $2, 0, $3)",
            *(group.id, attended, 100 - attended),
        )


@pytest.fixture(scope="module")
async def reader(console: Console, branch: Branch) -> Visitor:
    """Holds the key of statistics alone."""
    return await console.sign_in(a_user_with(STUDY).of(branch))


async def _names(reader: Visitor, **query: Any) -> list[str]:
    page = await reader.data("/kpi/all", value="Saralangan", **query)
    return [row["fullName"].removesuffix(" Saralangan") for row in page["teachers"]]


UP = ["Behi", "Nok", "Uzum", "Olma", "Anor", "Gilos"]
DOWN = ["Anor", "Olma", "Behi", "Nok", "Uzum", "Gilos"]


@pytest.mark.parametrize(("order", "expected"), [("ASC", UP), ("DESC", DOWN)])
@pytest.mark.parametrize("by", ["attendanceKpi", "kpi"])
async def test_teachers_without_a_kpi_are_last_and_equal_ones_by_name(
    reader: Visitor, by: str, order: str, expected: list[str]
) -> None:
    """R2-067, D-12: groups of other branches, which would lift Behi, count nothing."""
    assert await _names(reader, sortBy=by, orderBy=order) == expected


@pytest.mark.parametrize("order", DIRECTIONS)
@pytest.mark.parametrize("size", [1, 2, 4])
async def test_pages_of_a_sorted_list_join_into_the_whole(reader: Visitor, order: str, size: int) -> None:
    """D-4: pages behind the middle too, which are read from the end."""
    query = {"sortBy": "attendanceKpi", "orderBy": order}
    pages = [await _names(reader, **query, perPage=size, page=page) for page in range(1, 6 // size + 2)]
    assert [name for page in pages for name in page] == await _names(reader, **query)


async def test_the_list_is_by_name_unless_it_is_sorted(reader: Visitor) -> None:
    """D-63."""
    assert await _names(reader) == await _names(reader, sortBy="name") == sorted(UP)
    assert await _names(reader, orderBy="DESC") == sorted(UP, reverse=True)


async def test_the_spreadsheet_is_sorted_as_the_list(reader: Visitor) -> None:
    """D-66."""
    query = {"value": "Saralangan", "sortBy": "kpi", "orderBy": "DESC"}
    made = await reader.request("POST", "/kpi/export", params=query, json={"columns": ["fullName", "kpi"]})
    _, *rows = rows_of(made.content)
    assert [(row[0].removesuffix(" Saralangan"), row[1]) for row in rows] == list(
        zip(DOWN, [90, 70, 50, 50, 50, ""], strict=True)
    )


async def test_an_unknown_sort_is_refused(reader: Visitor) -> None:
    """No column of the table sorts that the contract does not name."""
    assert (await reader.get("/kpi/all", sortBy="phone")).status_code == 400
