"""Students in groups: choosing, adding, stopping, continuing, and the control actions."""

from typing import Annotated
from zoneinfo import ZoneInfo

from litestar import get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from application.actor import Actor
from application.groups import enrolments as use_cases
from application.groups.ports import EnrolmentViews
from application.groups.results import list_results
from application.ports import Clock, UnitOfWork
from contracts.groups.enrolments import (
    AddedToGroup,
    AddToGroup,
    ChangeEnrolmentStatus,
    ContinueInGroup,
    EnrolmentAnswer,
    EnrolmentOptions,
    GroupChoices,
    GroupChoicesQuery,
    Prices,
    StopInGroup,
    StudentEnrolments,
    StudentResults,
)
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@get(
    "/student-groups/groups",
    dependencies={"asked": asked_of(GroupChoicesQuery)},
    opt={"query": GroupChoicesQuery},
    operation_id="listGroupChoices",
)
async def choices(
    asked: Given[GroupChoicesQuery], actor: Given[Actor], enrolments: Given[EnrolmentViews]
) -> Answer[GroupChoices]:
    """Groups that somebody can be added to."""
    return Answer(data=await use_cases.list_choices(asked, actor=actor, enrolments=enrolments))


@get("/student-groups/student/{student_id:int}", operation_id="listStudentGroups")
async def of_student(
    student_id: FromPath[int], actor: Given[Actor], enrolments: Given[EnrolmentViews]
) -> Answer[StudentEnrolments]:
    """A student's periods in groups."""
    return Answer(data=await use_cases.list_enrolments(student_id, actor=actor, enrolments=enrolments))


@get("/students/{student_id:int}/results", operation_id="listStudentResults")
async def results(
    student_id: FromPath[int],
    actor: Given[Actor],
    enrolments: Given[EnrolmentViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[StudentResults]:
    """What came of a student's periods."""
    return Answer(data=await list_results(student_id, actor=actor, enrolments=enrolments, clock=clock, zone=zone))


@get("/student-groups/prices", operation_id="listPrices")
async def prices(
    actor: Given[Actor],
    enrolments: Given[EnrolmentViews],
    group_id: Annotated[int | None, QueryParameter(name="groupId", ge=-(2**62), le=2**62)] = None,
) -> Answer[Prices]:
    """What courses cost."""
    return Answer(data=await use_cases.list_prices(group_id, actor=actor, enrolments=enrolments))


@get("/student-groups/form-options", operation_id="enrolmentOptions")
async def options(
    actor: Given[Actor], enrolments: Given[EnrolmentViews], clock: Given[Clock], zone: Given[ZoneInfo]
) -> Answer[EnrolmentOptions]:
    """What the forms about students in groups choose from."""
    return Answer(data=await use_cases.enrolment_options(actor=actor, enrolments=enrolments, clock=clock, zone=zone))


@post("/student-groups/add", status_code=200, operation_id="addToGroup")
async def add(
    data: JSONBody[AddToGroup],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[AddedToGroup]:
    """Adds students to a group; says what became of each."""
    return Answer(data=await use_cases.add_to_group(data, actor=actor, uow=uow, clock=clock, zone=zone))


@put("/student-groups/stop", operation_id="stopInGroup")
async def stop(
    data: JSONBody[StopInGroup],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    enrolments: Given[EnrolmentViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[EnrolmentAnswer]:
    """Ends a student's period today."""
    done = await use_cases.stop_in_group(data, actor=actor, uow=uow, enrolments=enrolments, clock=clock, zone=zone)
    return Answer(data=done)


@put("/student-groups/continue", operation_id="continueInGroup")
async def go_on(
    data: JSONBody[ContinueInGroup],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    enrolments: Given[EnrolmentViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[EnrolmentAnswer]:
    """A student goes on."""
    done = await use_cases.continue_in_group(data, actor=actor, uow=uow, enrolments=enrolments, clock=clock, zone=zone)
    return Answer(data=done)


@put("/student-groups/change-status", operation_id="changeEnrolmentStatus")
async def change_status(
    data: JSONBody[ChangeEnrolmentStatus],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    enrolments: Given[EnrolmentViews],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[EnrolmentAnswer]:
    """Another control action."""
    done = await use_cases.change_enrolment_status(
        data, actor=actor, uow=uow, enrolments=enrolments, clock=clock, zone=zone
    )
    return Answer(data=done)


ROUTES = [choices, of_student, results, prices, options, add, stop, go_on, change_status]
