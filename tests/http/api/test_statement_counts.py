"""The number of database statements of each call has a bound.

Independent of the amount of data (architecture).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from tests.http.api.support.permission_matrix import BODIES, PermissionMatrix
from tests.support.access import Call, table
from tests.support.builders import a_branch, a_class_of, a_superadmin
from tests.support.console import Console, Visitor

CALLS = table()
# the caller with rights is one statement; a list is its total and its page
DEFAULT_LIMIT = 3
LIMITS = {
    # the lessons, the class with its marks, homework, exams
    **{
        f"GET /api/staff/journal/for-{audience}{what}": 5
        for audience in ("admin", "academic")
        for what in ("", "/download")
    },
    # and the version of the order
    "GET /api/staff/courses": 4,
    # the course, its audit record, its event
    "POST /api/staff/courses": 5,
    # each kind of integration has its own row
    "GET /api/staff/integrations": 8,
    # lessons, their marks and rejected pushes, late submissions with authors, other pending items
    "GET /api/staff/today": 5,
    # the lesson with its class, and each student's previous lessons; for its teacher, their own check-in
    "GET /api/staff/attendance/for-academic/sheet": 5,
    "GET /api/staff/attendance/for-admin/sheet": 4,
    "PUT /api/staff/sms/templates/{id}": 4,
    # the student, provider and template; the message, its job, its audit record
    "POST /api/staff/students/{id}/send-sms": 10,
    # the number of views, then the new row
    "POST /api/staff/views": 5,
    # the operation and its students, their lock, the check of each, and their names
    "POST /api/staff/students/bulk/block": 7,
    "POST /api/staff/students/bulk/unblock": 7,
    # and before: the turn to open accounts, and for academics their roles and kinds
    "POST /api/staff/students/bulk/open-accounts": 8,
    "POST /api/staff/academic/bulk/open-accounts": 11,
    # the people, the logins in use, and the role of each kind
    "POST /api/staff/academic/bulk/open-accounts/preview": 4,
    # a line is two statements, as a page of the list; then the visible matches and the key
    "POST /api/staff/students/match": 5,
    # one statement fetches the names of all entities
    # the student; balance, origins, places and courses of the earnings, their sums, a page of entries
    "GET /api/staff/students/{id}/awards": 11,
    # the student, the levels, all entries
    "POST /api/staff/students/{id}/awards/export": 4,
    # the groups, the recomputation, its job, message and audit record
    "POST /api/staff/student-awards/recompute/preview": 10,
    "GET /api/staff/audits": 4,
    "GET /api/staff/audits/{id}": 5,
    "GET /api/staff/audits/filter-objects": 4,
    "GET /api/staff/students/{id}/history": 5,
    "GET /api/staff/offices/{id}/history": 5,
    "GET /api/staff/users/{id}/history": 5,
    "GET /api/staff/roles/{id}/history": 5,
    "GET /api/staff/control-actions/{id}/history": 5,
    # the change, and the present record with the data of its rules
    "GET /api/staff/students/{id}/history/{audit_id}/take-back": 5,
    "PUT /api/staff/students/{id}/history/{audit_id}/take-back": 5,
    "GET /api/staff/users/{id}/history/{audit_id}/take-back": 5,
    "PUT /api/staff/users/{id}/history/{audit_id}/take-back": 5,
    "GET /api/staff/roles/{id}/history/{audit_id}/take-back": 4,
    "PUT /api/staff/roles/{id}/history/{audit_id}/take-back": 4,
    "GET /api/health": 0,
    "POST /api/staff/auth/sign-in": 12,
    "GET /api/staff/auth/refresh-token": 4,
    # three counts of attempts before and after the verification
    "POST /api/student/auth/sign-in": 15,
    "POST /api/student/auth/logout": 5,
    "PUT /api/student/profile/password": 8,
    # the work with its files and recording, its attempts, its messages, and the files and recordings of both
    "GET /api/student/homework/{id}": 9,
    "GET /api/student/exams/{id}": 9,
    # the work and the periods, locked and read; the hand-in, its files, its event, its audit record
    "POST /api/student/homework/{id}/submissions": 14,
    "POST /api/student/exams/{id}/submissions": 14,
    "DELETE /api/student/homework/{id}/submissions/{attempt_id}": 10,
    "POST /api/student/homework/{id}/messages": 12,
    "POST /api/student/exams/{id}/messages": 12,
    # levels, balance, origins, totals, categories, courses, corrections, the page, what a check may still undo
    "GET /api/student/awards": 10,
    "GET /api/student/balance": 10,
    # the student, the periods and their figures, the exams
    "GET /api/staff/students/{id}/results": 4,
    # the session, and the unfinished uploads
    "POST /api/staff/auth/logout": 6,
    # the connected host and if this installation is live, the lesson
    "POST /api/staff/video/upload-links": 5,
    "POST /api/staff/video/create-for-admin": 5,
    "POST /api/staff/video/create-for-academic": 5,
    "DELETE /api/staff/auth/sessions/{id}": 5,
    "PUT /api/staff/profile/password": 8,
    "GET /api/staff/students/filter-objects": 8,
    "GET /api/staff/students/{id}": 4,
    "PUT /api/staff/students/{id}/update-profile": 10,
    "PUT /api/staff/students/{id}/update": 10,
    # logins are encrypted with the student's key, which is fetched or created
    "PATCH /api/staff/students/{id}/change-login": 6,
    "PATCH /api/staff/students/{id}/reset-password": 4,
    "DELETE /api/staff/students/{id}/sticky/{field}": 4,
    "GET /api/staff/groups/filter-objects": 6,
    # the group, its homework, their number
    "GET /api/staff/groups/for-admin/{id}/homework": 4,
    "GET /api/staff/groups/for-academic/{id}/homework": 4,
    # courses, months, topics, chapters, authors
    "GET /api/staff/homework-db/filter-objects": 6,
    # groups, teachers, statuses
    "GET /api/staff/homework-chat/filter-objects": 4,
    # the checker, locked; the number of remarks, the new one, its audit record
    "POST /api/staff/homework-chat/remarks": 5,
    # the visible submissions, their lock, the names of their holders
    "PUT /api/staff/homework-chat/submissions": 4,
    # the group, its rows, the file, its audit record
    "POST /api/staff/homework-statistics/groups/{id}/students/export": 5,
    "POST /api/staff/homework-statistics/groups/{id}/lessons/export": 5,
    # the group and the homework, a page of its students, other homework of the lesson
    "GET /api/staff/homework-statistics/groups/{id}/lessons/{lesson_id}/homework/{homework_id}": 5,
    # the teachers; their trends and places; the period's sums, the period before, the plot, the newest recount
    "GET /api/staff/homework-statistics/teachers": 8,
    # the teacher, groups by week, what waits, of it the last day's; the groups, the period before, plot and recount
    "GET /api/staff/homework-statistics/teachers/{id}": 9,
    # the list, the file, its audit record
    "POST /api/staff/homework-statistics/groups/export": 4,
    "POST /api/staff/homework-statistics/teachers/export": 10,
    # the group, the number of its candidates, a page of them
    "GET /api/staff/student-groups/group/{id}/candidates": 4,
    # the caller's privilege scope is computed from the roles on the page
    "GET /api/staff/academic": 4,
    "GET /api/staff/assistant/all": 4,
    "GET /api/staff/authors/all": 4,
    # the teacher, and if they teach the group
    "GET /api/staff/academic/{id}/groups": 4,
    "GET /api/staff/teacher/{id}/groups": 4,
    "GET /api/staff/assistant/{id}/groups": 4,
    # and the group, its lessons, its teachers and their check-ins
    "GET /api/staff/academic/{id}/{group_id}/attendances": 7,
    "GET /api/staff/assistant/{id}/{group_id}/attendances": 7,
    "GET /api/staff/groups/{id}/staff-attendances": 4,
    # the group, its months, its lessons, its students, their marks
    "GET /api/staff/groups/for-admin/{id}/attendances": 6,
    "GET /api/staff/groups/for-academic/{id}/attendances": 6,
    # the holiday, its audit record, the job with its message, and the notification of the outbox
    "POST /api/staff/holidays": 7,
    # the locked lesson, the check-in, the photo; its audit record and what waits for a seal
    "POST /api/staff/attendance/save-academic": 6,
    "GET /api/staff/academic/{id}/history": 5,
    # the teacher, their account and its role
    "PUT /api/staff/academic/{id}": 8,
    "POST /api/staff/academic/sign-up/{id}": 4,
    "POST /api/staff/assistant/sign-up/{id}": 4,
    "PUT /api/staff/academic/{id}/reset-password": 8,
    "PUT /api/staff/assistant/{id}/reset-password": 8,
    "PUT /api/staff/academic/{id}/update-status": 8,
    # the role of the account, whose rights decide who may change it
    "PUT /api/staff/academic/{id}/photo-check": 7,
    "PUT /api/staff/users/staff/{id}/photo-check": 6,
    "POST /api/staff/authors": 5,
    "PUT /api/staff/authors/{id}": 10,
    "GET /api/staff/users/staff": 4,
    "GET /api/staff/users/staff/{id}": 4,
    "GET /api/staff/users/{id}/sessions": 4,
    "PUT /api/staff/users/staff/{id}": 7,
    "PUT /api/staff/users/{kind}/{id}/update": 7,
    "PUT /api/staff/users/staff/{id}/update-status": 9,
    "PUT /api/staff/users/staff/{id}/reset-password": 9,
    "PATCH /api/staff/users/{id}/reset-password": 9,
    "DELETE /api/staff/users/{id}/sessions/{session_id}": 7,
    "DELETE /api/staff/users/{id}/sessions": 7,
    # the role of the users
    "GET /api/staff/users/by-role/{role}": 4,
    # changes of roles are serialised; the counts of holders, and of others who can change roles
    "POST /api/staff/roles": 5,
    "PUT /api/staff/roles/{id}": 8,
    "DELETE /api/staff/roles/{id}": 8,
    # also the branches, and the live installation
    "GET /api/staff/profile": 4,
    # the preferences are read before and after
    "PUT /api/staff/preferences": 4,
    "POST /api/staff/roles/initial": 9,
    "POST /api/staff/jobs/{id}/retry": 6,
    # names of six kinds of record, and of references in their fields
    "GET /api/staff/synchronization/runs/{id}/changes": 19,
}
STARTING_A_RUN = 10


@contextmanager
def _recorded_statements(console: Console) -> Iterator[list[str]]:
    """Collects the statements of both pools."""
    engine, statements = console.container.engine().sync_engine, console.reads.statements
    statements.clear()

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", note)


@pytest.fixture(scope="module")
async def stage(console: Console) -> PermissionMatrix:
    """A centre with two groups of students."""
    stage = await PermissionMatrix.of(console)
    groups = a_class_of(30).in_branch(stage.branch), a_class_of(30).in_branch(a_branch())
    for group in groups:
        for student in group.students[:5]:
            student.named("Shahzoda", "Karimova")
    await console.store(*groups)
    # an empty page of messages is counted by a statement of its own
    message = "insert into sms_messages (student_id, phone, text, parts) values ($1, '', '', 1)"
    await console.sql.execute(message, stage.student.id)
    return stage


@pytest.mark.parametrize("call", CALLS, ids=str)
async def test_a_call_stays_within_its_number_of_statements(stage: PermissionMatrix, call: Call) -> None:
    """More would mean one query per row, or rights read twice."""
    visitor = await (stage.student_visitor() if call.of_students else stage.visitor_of(a_superadmin()))
    path = await stage.path_of(call, visitor)
    body = BODIES.get(str(call)) if call.method != "GET" else None
    with _recorded_statements(stage.console) as statements:
        await visitor.request(call.method, path, json=body)
    starts = call.method == "PUT" and "/synchronization/" in call.path
    limit = STARTING_A_RUN if starts else LIMITS.get(str(call), DEFAULT_LIMIT)
    stage.visitors.clear()
    stage.application = None
    assert len(statements) <= limit, "\n".join(statements)


@pytest.mark.parametrize("query", [{}, {"value": "karim", "statusId": 1, "hasPhoto": "false", "keys": "lastName"}])
async def test_a_page_of_a_hundred_takes_as_many_statements_as_a_page_of_one(
    stage: PermissionMatrix, query: dict[str, Any]
) -> None:
    """No row is fetched by a statement of its own."""
    visitor: Visitor = await stage.visitor_of(a_superadmin())
    counts = []
    for per_page in (1, 100):
        with _recorded_statements(stage.console) as statements:
            await visitor.data("/students/all", perPage=per_page, **query)
        counts.append(len(statements))
    assert counts == [DEFAULT_LIMIT, DEFAULT_LIMIT]
