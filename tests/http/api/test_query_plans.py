"""No list reads the tables of the teaching day sequentially.

Every filter uses an index. The times with two million marks are in docs/performance.md.
"""

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from tests.http.attendance.lessons import ATTENDED, LessonWriter
from tests.support.builders import a_branch, a_class_of, a_course, a_superadmin, a_teacher
from tests.support.console import Console
from tests.support.list_queries import IDS, list_queries

# tables that grow with every lesson of every group
GROWING_TABLES = {"lessons", "attendances", "attendance_pushes", "staff_attendances", "door_events", "late_sheets"}
# partial indexes of pending rows only
PARTIAL_INDEXES = {"ix_late_sheets_waiting", "ix_attendance_pushes_refused"}


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _nodes(part)


def _is_full_scan(node: dict[str, Any]) -> bool:
    """True if all rows are read: of the table, or of a whole index."""
    if node.get("Relation Name") not in GROWING_TABLES or node.get("Index Name") in PARTIAL_INDEXES:
        return False
    return not (node.get("Index Cond") or node.get("Recheck Cond"))


async def _plan(console: Console, sql: str) -> dict[str, Any]:
    """The plan of a statement for unknown parameters."""
    nothing = ", ".join(["null"] * len(set(re.findall(r"\$\d+", sql))))
    await console.sql.execute(f"prepare looked_at as {sql}")
    plan = await console.sql.fetchval(f"explain (format json) execute looked_at{f'({nothing})' if nothing else ''}")
    await console.sql.execute("deallocate looked_at")
    return dict(json.loads(plan)[0]["Plan"])


async def test_every_filter_of_a_list_uses_an_index(console: Console) -> None:
    """L8: 'OpenEduCat scans all sessions'.

    The planner is discouraged from sequential scans, so a remaining one has no alternative.
    """
    course, teacher = a_course(), a_teacher().named("Shahzoda", "Karimova")
    group = a_class_of(2).in_branch(a_branch()).of_course(course).taught_by(teacher)
    # matches the search texts of the queries, so that statements after a match run too
    group.students[0].named("Shahzoda", "Karimova")
    await console.store(group)
    await console.sql.execute("insert into study_months (course_id, number, name) values ($1, 1, '1-oy')", course.id)
    await LessonWriter(console, group).lesson(date(2026, 9, 7), marks={group.students[0]: ATTENDED})
    await console.sql.execute("insert into group_marks (group_id, attended) values ($1, 1)", group.id)
    visitor = await console.sign_in(a_superadmin())
    ids = {name: await console.sql.fetchval(statement) for name, statement in IDS.items()}
    requests: dict[str, str] = {}
    for path, query in list_queries(ids):
        console.reads.statements.clear()
        answer = await visitor.get(path.removeprefix("/api/staff"), **query)
        assert answer.is_success, f"{path} {query}: {answer.text}"
        requests |= {
            sql: f"{path} {query}" for sql in console.reads.statements if any(name in sql for name in GROWING_TABLES)
        }
    assert len(requests) > 5, "the lists of groups, lessons, teachers and academics at least"
    full_scans = {}
    async with console.sql.transaction():
        await console.sql.execute("set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan")
        for sql, question in requests.items():
            found = {node["Relation Name"] for node in _nodes(await _plan(console, sql)) if _is_full_scan(node)}
            full_scans |= {question: found} if found else {}
    assert full_scans == {}
