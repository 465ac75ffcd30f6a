"""The queue reads its index in order, in two statements for any number of works.

L8, issue 17; the times with a hundred thousand works are in docs/performance.md.
"""

import json
import re
from typing import Any

import pytest

from tests.http.homework.scenario import CheckingScenario
from tests.support.builders import a_superadmin
from tests.support.console import Console

INDEX = "ix_submissions_queue"


@pytest.fixture
async def stage(fresh_console: Console) -> CheckingScenario:
    """A class whose works all wait."""
    stage = await CheckingScenario.of(fresh_console, 30)
    for student in stage.students:
        await stage.work_of(student, "ish")
    return stage


async def _statements(stage: CheckingScenario, **query: Any) -> list[str]:
    visitor = await stage.console.sign_in(a_superadmin())
    stage.console.reads.statements.clear()
    page = await visitor.data("/homework-chat/for-admin/queue", **query)
    assert page["total"] == 30
    return [one for one in stage.console.reads.statements if "submissions" in one]


async def test_the_queue_is_two_statements_for_any_length(stage: CheckingScenario) -> None:
    """L8: the total and the page."""
    assert [len(await _statements(stage, perPage=length)) for length in (1, 100)] == [2, 2]


async def test_the_order_and_the_total_come_from_the_index(stage: CheckingScenario) -> None:
    """L8: nothing is sorted to find a page, and no work is read to count them."""
    total, page = await _statements(stage, perPage=20)
    sql = stage.console.sql
    await sql.execute("vacuum analyze submissions")
    for statement, node in ((total, "Index Only Scan"), (page, "Index Only Scan")):
        nothing = ", ".join(["null"] * len(set(re.findall(r"\$\d+", statement))))
        async with sql.transaction():
            await sql.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
            await sql.execute(f"set local plan_cache_mode = force_generic_plan; prepare looked_at as {statement}")
            plan = json.loads(await sql.fetchval(f"explain (format json) execute looked_at({nothing})"))[0]["Plan"]
            await sql.execute("deallocate looked_at")
        found = [one for one in _nodes(plan) if one.get("Index Name") == INDEX]
        assert [one["Node Type"] for one in found] == [node], statement


def _nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(inner for part in plan.get("Plans", ()) for inner in _nodes(part))]
