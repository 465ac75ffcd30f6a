"""Students, and the names that filters and choosers need."""

from litestar import delete, get, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.people.ports import Options, StudentViews
from application.people.students import students as use_cases
from application.people.students.edit import change_student, take_school_value
from application.ports import UnitOfWork
from contracts.people.students import (
    ChangeStudent,
    ControlActions,
    GroupFilters,
    StudentAnswer,
    StudentFilters,
    StudentPage,
    StudentsQuery,
)
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@get(
    "/students/all",
    dependencies={"asked": asked_of(StudentsQuery)},
    opt={"query": StudentsQuery},
    operation_id="listStudents",
)
async def all_students(
    asked: Given[StudentsQuery], actor: Given[Actor], students: Given[StudentViews]
) -> Answer[StudentPage]:
    """Students of the caller's branches, filtered and searched."""
    return Answer(data=await use_cases.list_students(asked, actor=actor, students=students))


@get("/students/filter-objects", operation_id="studentFilters")
async def student_filters(actor: Given[Actor], options: Given[Options]) -> Answer[StudentFilters]:
    """What the students list can be filtered by."""
    return Answer(data=await use_cases.student_filters(actor=actor, options=options))


@get("/students/{student_id:int}", operation_id="showStudent")
async def one_student(
    student_id: FromPath[int], actor: Given[Actor], students: Given[StudentViews]
) -> Answer[StudentAnswer]:
    """One student."""
    return Answer(data=await use_cases.show_student(student_id, actor=actor, students=students))


@put("/students/{student_id:int}/update-profile", operation_id="changeStudent")
async def change(
    student_id: FromPath[int],
    data: JSONBody[ChangeStudent],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    students: Given[StudentViews],
) -> Answer[Empty]:
    """Changes names and phone; what the school owns sticks from then on."""
    return Answer(data=await change_student(student_id, data, actor=actor, uow=uow, students=students))


@delete("/students/{student_id:int}/sticky/{field:str}", status_code=200, operation_id="takeSchoolValue")
async def follow_school(
    student_id: FromPath[int], field: FromPath[str], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[Empty]:
    """Gives a field back to the school: firstName, lastName, middleName or phoneNumber."""
    return Answer(data=await take_school_value(student_id, field, actor=actor, uow=uow))


@get("/groups/filter-objects", operation_id="groupFilters")
async def group_filters(actor: Given[Actor], options: Given[Options]) -> Answer[GroupFilters]:
    """What group lists can be filtered by."""
    return Answer(data=await use_cases.group_filters(actor=actor, options=options))


@get("/control-actions", operation_id="listControlActions")
async def control_actions(actor: Given[Actor], options: Given[Options]) -> Answer[ControlActions]:
    """Student statuses."""
    return Answer(data=await use_cases.list_control_actions(actor=actor, options=options))


ROUTES = [all_students, student_filters, one_student, change, follow_school, group_filters, control_actions]
