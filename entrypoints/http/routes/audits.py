"""The audit log, and the histories of things."""

from typing import Any
from zoneinfo import ZoneInfo

from litestar import get, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.audit import history as histories
from application.audit import log as use_cases
from application.audit import revert as taking_back
from application.audit.ports import AuditViews
from application.audit.revert_ports import Records
from application.ports import Clock, UnitOfWork
from contracts.audit import (
    AuditAnswer,
    AuditFilters,
    AuditPage,
    AuditsQuery,
    HistoryPage,
    HistoryQuery,
    PermissionNames,
    TakeBack,
    TakingBack,
)
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@get("/audits", dependencies={"asked": asked_of(AuditsQuery)}, opt={"query": AuditsQuery}, operation_id="listAudits")
async def all_audits(asked: Given[AuditsQuery], actor: Given[Actor], audit_log: Given[AuditViews]) -> Answer[AuditPage]:
    """Who did what, the newest first."""
    return Answer(data=await use_cases.list_audits(asked, actor=actor, audits=audit_log))


@get("/audits/permission/names", operation_id="auditPermissionNames")
async def permission_names(actor: Given[Actor]) -> Answer[PermissionNames]:
    """The permissions that records name."""
    return Answer(data=await use_cases.permission_names(actor=actor))


@get("/audits/filter-objects", operation_id="auditFilters")
async def audit_filters(actor: Given[Actor], audit_log: Given[AuditViews]) -> Answer[AuditFilters]:
    """What the log can be filtered by."""
    return Answer(data=await use_cases.audit_filters(actor=actor, audits=audit_log))


@get("/audits/{audit_id:int}", operation_id="showAudit")
async def one_audit(audit_id: FromPath[int], actor: Given[Actor], audit_log: Given[AuditViews]) -> Answer[AuditAnswer]:
    """One record, field by field."""
    return Answer(data=await use_cases.show_audit(audit_id, actor=actor, audits=audit_log))


@get(
    "/students/{student_id:int}/history",
    dependencies={"asked": asked_of(HistoryQuery)},
    opt={"query": HistoryQuery},
    operation_id="studentHistory",
)
async def student_history(
    student_id: FromPath[int], asked: Given[HistoryQuery], actor: Given[Actor], audit_log: Given[AuditViews]
) -> Answer[HistoryPage]:
    """What was changed of a student, by people and by synchronisations."""
    return Answer(data=await histories.student_history(student_id, asked, actor=actor, audits=audit_log))


@get(
    "/academic/{id:int}/history",
    dependencies={"asked": asked_of(HistoryQuery)},
    opt={"query": HistoryQuery},
    operation_id="academicHistory",
)
async def academic_history(
    id: FromPath[int], asked: Given[HistoryQuery], actor: Given[Actor], audit_log: Given[AuditViews]
) -> Answer[HistoryPage]:
    """What was changed of a teacher or an assistant and of his account."""
    return Answer(data=await histories.academic_history(id, asked, actor=actor, audits=audit_log))


@get(
    "/offices/{office_id:int}/history",
    dependencies={"asked": asked_of(HistoryQuery)},
    opt={"query": HistoryQuery},
    operation_id="officeHistory",
)
async def office_history(
    office_id: FromPath[int], asked: Given[HistoryQuery], actor: Given[Actor], audit_log: Given[AuditViews]
) -> Answer[HistoryPage]:
    """What was changed of a branch."""
    return Answer(data=await histories.office_history(office_id, asked, actor=actor, audits=audit_log))


@get(
    "/control-actions/{action_id:int}/history",
    dependencies={"asked": asked_of(HistoryQuery)},
    opt={"query": HistoryQuery},
    operation_id="controlActionHistory",
)
async def control_action_history(
    action_id: FromPath[int], asked: Given[HistoryQuery], actor: Given[Actor], audit_log: Given[AuditViews]
) -> Answer[HistoryPage]:
    """What was changed of a student status."""
    return Answer(data=await histories.control_action_history(action_id, asked, actor=actor, audits=audit_log))


@get(
    "/users/{user_id:int}/history",
    dependencies={"asked": asked_of(HistoryQuery)},
    opt={"query": HistoryQuery},
    operation_id="userHistory",
)
async def user_history(
    user_id: FromPath[int], asked: Given[HistoryQuery], actor: Given[Actor], audit_log: Given[AuditViews]
) -> Answer[HistoryPage]:
    """What was done to an account."""
    return Answer(data=await histories.user_history(user_id, asked, actor=actor, audits=audit_log))


@get(
    "/roles/{role_id:int}/history",
    dependencies={"asked": asked_of(HistoryQuery)},
    opt={"query": HistoryQuery},
    operation_id="roleHistory",
)
async def role_history(
    role_id: FromPath[int], asked: Given[HistoryQuery], actor: Given[Actor], audit_log: Given[AuditViews]
) -> Answer[HistoryPage]:
    """What was changed of a role."""
    return Answer(data=await histories.role_history(role_id, asked, actor=actor, audits=audit_log))


def _taking_back(name: str, of: str, shows: taking_back.Shows, takes: taking_back.TakesBack, what: str) -> list[Any]:
    """What taking a change back would do, and doing it."""
    path = f"{of}/{{id:int}}/history/{{audit_id:int}}/take-back"

    async def shown(
        id: FromPath[int],
        audit_id: FromPath[int],
        actor: Given[Actor],
        uow: Given[UnitOfWork],
        audit_log: Given[Records],
        clock: Given[Clock],
        zone: Given[ZoneInfo],
    ) -> Answer[TakingBack]:
        would = await shows(id, audit_id, actor=actor, uow=uow, records=audit_log, clock=clock, zone=zone)
        return Answer(data=would)

    async def taken(
        id: FromPath[int],
        audit_id: FromPath[int],
        data: JSONBody[TakeBack],
        actor: Given[Actor],
        uow: Given[UnitOfWork],
        audit_log: Given[Records],
        clock: Given[Clock],
        zone: Given[ZoneInfo],
    ) -> Answer[TakingBack]:
        done = await takes(id, audit_id, data, actor=actor, uow=uow, records=audit_log, clock=clock, zone=zone)
        return Answer(data=done)

    shown.__doc__ = f"What taking back this change of {what} would do, and what would stay as it is."
    taken.__doc__ = f"Takes one change of {what} back: the fields that still are as it left them."
    return [
        get(path, operation_id=f"show{name}TakingBack", summary=f"Show{name}TakingBack")(shown),
        put(path, operation_id=f"takeBack{name}Change", summary=f"TakeBack{name}Change")(taken),
    ]


TAKING_BACK = [
    *_taking_back("Student", "/students", taking_back.show_student, taking_back.take_back_student, "a student"),
    *_taking_back("User", "/users", taking_back.show_account, taking_back.take_back_account, "an account"),
    *_taking_back("Role", "/roles", taking_back.show_role, taking_back.take_back_role, "a role"),
    *_taking_back("Office", "/offices", taking_back.show_office, taking_back.take_back_office, "a branch"),
    *_taking_back(
        "ControlAction", "/control-actions", taking_back.show_status, taking_back.take_back_status, "a student status"
    ),
]
ROUTES = [
    all_audits,
    permission_names,
    audit_filters,
    one_audit,
    student_history,
    academic_history,
    user_history,
    role_history,
    office_history,
    control_action_history,
    *TAKING_BACK,
]
