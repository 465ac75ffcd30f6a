"""Academics, teachers and assistants: the same people, looked at as accounts and as teaching (D-16)."""

from zoneinfo import ZoneInfo

from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.attendance import staff_attendance_queries as of_academics
from application.attendance.ports.staff_attendance import StaffLessons
from application.people.academics import academics
from application.people.academics import accounts as academic_accounts
from application.people.academics import photos as portraits
from application.people.academics.ports import AcademicViews
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.users import ChangeActive, IssuedPassword, OpenedAccount
from contracts.people.academics import (
    AcademicAnswer,
    AcademicAttendances,
    AcademicGroupPage,
    AcademicGroupsQuery,
    AcademicPage,
    AcademicsQuery,
    AssistantAnswer,
    AssistantPage,
    ChangeAcademic,
    JudgePhoto,
    SignUpAcademic,
    TeacherAnswer,
    TeacherPage,
    TeachersQuery,
)
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer


@get(
    "/academic",
    operation_id="listAcademics",
    dependencies={"asked": asked_of(AcademicsQuery)},
    opt={"query": AcademicsQuery},
)
async def all_academics(
    asked: Given[AcademicsQuery], actor: Given[Actor], academic_views: Given[AcademicViews]
) -> Answer[AcademicPage]:
    """Everybody who teaches, with his account or without; the newest first."""
    return Answer(data=await academics.list_academics(asked, actor=actor, academics=academic_views))


@get("/academic/{id:int}", operation_id="showAcademic")
async def one_academic(
    id: FromPath[int], actor: Given[Actor], academic_views: Given[AcademicViews]
) -> Answer[AcademicAnswer]:
    """One academic."""
    return Answer(data=await academics.show_academic(id, actor=actor, academics=academic_views))


@put("/academic/{id:int}", operation_id="changeAcademic")
async def change_academic(
    id: FromPath[int],
    data: JSONBody[ChangeAcademic],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
) -> Answer[Empty]:
    """Another login; the account open or closed."""
    return Answer(data=await academic_accounts.change_academic(id, data, actor=actor, uow=uow, clock=clock))


@post("/academic/sign-up/{id:int}", operation_id="signUpAcademic")
async def sign_up(
    id: FromPath[int],
    data: JSONBody[SignUpAcademic],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
) -> Answer[OpenedAccount]:
    """Opens the account of somebody whom the school has sent; its password is shown once."""
    return Answer(data=await academic_accounts.sign_up(id, data, actor=actor, uow=uow, passwords=passwords))


@put("/academic/{id:int}/reset-password", operation_id="resetAcademicPassword")
async def reset_password(
    id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
    clock: Given[Clock],
) -> Answer[IssuedPassword]:
    """A new password, shown once; the sessions end."""
    password = await academic_accounts.reset_academic_password(
        id, actor=actor, uow=uow, passwords=passwords, clock=clock
    )
    return Answer(data=IssuedPassword(password=password))


@put("/academic/{id:int}/update-status", operation_id="changeAcademicStatus")
async def change_status(
    id: FromPath[int],
    data: JSONBody[ChangeActive],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
) -> Answer[Empty]:
    """Closes the account for a reason, its sessions at once, or opens it again."""
    return Answer(data=await academic_accounts.set_academic_active(id, data, actor=actor, uow=uow, clock=clock))


@put("/academic/{id:int}/photo-check", operation_id="judgeAcademicPhoto")
async def judge_photo(
    id: FromPath[int], data: JSONBody[JudgePhoto], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[Empty]:
    """Whether his photo will do."""
    return Answer(data=await portraits.judge_academic_photo(id, data, actor=actor, uow=uow))


@get(
    "/academic/{id:int}/groups",
    operation_id="listAcademicGroups",
    dependencies={"asked": asked_of(AcademicGroupsQuery)},
    opt={"query": AcademicGroupsQuery},
)
async def academic_groups(
    id: FromPath[int],
    asked: Given[AcademicGroupsQuery],
    actor: Given[Actor],
    academic_views: Given[AcademicViews],
) -> Answer[AcademicGroupPage]:
    """The groups that he teaches."""
    return Answer(data=await academics.list_academic_groups(id, asked, actor=actor, academics=academic_views))


@get("/academic/{id:int}/{group_id:int}/attendances", operation_id="academicAttendances")
async def academic_attendances(
    id: FromPath[int],
    group_id: FromPath[int],
    actor: Given[Actor],
    academic_views: Given[AcademicViews],
    staff_lessons: Given[StaffLessons],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[AcademicAttendances]:
    """How he attended his own lessons of a group."""
    found = await of_academics.show_academic_attendances(
        id, group_id, actor=actor, academics=academic_views, staff_lessons=staff_lessons, clock=clock, zone=zone
    )
    return Answer(data=found)


@get("/kpi/all", operation_id="listKpi", dependencies={"asked": asked_of(TeachersQuery)}, opt={"query": TeachersQuery})
async def all_teachers(
    asked: Given[TeachersQuery], actor: Given[Actor], academic_views: Given[AcademicViews]
) -> Answer[TeacherPage]:
    """Teachers with their groups and KPIs."""
    return Answer(data=await academics.list_teachers(asked, actor=actor, academics=academic_views))


@get("/teacher/{id:int}", operation_id="showTeacher")
async def one_teacher(
    id: FromPath[int], actor: Given[Actor], academic_views: Given[AcademicViews]
) -> Answer[TeacherAnswer]:
    """One teacher as he teaches."""
    return Answer(data=await academics.show_teacher(id, actor=actor, academics=academic_views))


@get(
    "/teacher/{id:int}/groups",
    operation_id="listTeacherGroups",
    dependencies={"asked": asked_of(AcademicGroupsQuery)},
    opt={"query": AcademicGroupsQuery},
)
async def teacher_groups(
    id: FromPath[int],
    asked: Given[AcademicGroupsQuery],
    actor: Given[Actor],
    academic_views: Given[AcademicViews],
) -> Answer[AcademicGroupPage]:
    """The groups that the teacher teaches."""
    return Answer(data=await academics.list_teacher_groups(id, asked, actor=actor, academics=academic_views))


@get(
    "/assistant/all",
    operation_id="listAssistants",
    dependencies={"asked": asked_of(TeachersQuery)},
    opt={"query": TeachersQuery},
)
async def all_assistants(
    asked: Given[TeachersQuery], actor: Given[Actor], academic_views: Given[AcademicViews]
) -> Answer[AssistantPage]:
    """Assistants by name."""
    return Answer(data=await academics.list_assistants(asked, actor=actor, academics=academic_views))


@get("/assistant/{id:int}", operation_id="showAssistant")
async def one_assistant(
    id: FromPath[int], actor: Given[Actor], academic_views: Given[AcademicViews]
) -> Answer[AssistantAnswer]:
    """One assistant."""
    return Answer(data=await academics.show_assistant(id, actor=actor, academics=academic_views))


@get(
    "/assistant/{id:int}/groups",
    operation_id="listAssistantGroups",
    dependencies={"asked": asked_of(AcademicGroupsQuery)},
    opt={"query": AcademicGroupsQuery},
)
async def assistant_groups(
    id: FromPath[int],
    asked: Given[AcademicGroupsQuery],
    actor: Given[Actor],
    academic_views: Given[AcademicViews],
) -> Answer[AcademicGroupPage]:
    """The groups that the assistant is in."""
    return Answer(data=await academics.list_assistant_groups(id, asked, actor=actor, academics=academic_views))


@get("/assistant/{id:int}/{group_id:int}/attendances", operation_id="assistantAttendances")
async def assistant_attendances(
    id: FromPath[int],
    group_id: FromPath[int],
    actor: Given[Actor],
    academic_views: Given[AcademicViews],
    staff_lessons: Given[StaffLessons],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[AcademicAttendances]:
    """How the assistant attended his lessons of a group."""
    found = await of_academics.show_assistant_attendances(
        id, group_id, actor=actor, academics=academic_views, staff_lessons=staff_lessons, clock=clock, zone=zone
    )
    return Answer(data=found)


@put("/assistant/{id:int}/reset-password", operation_id="resetAssistantPassword")
async def reset_assistant_password(
    id: FromPath[int],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
    clock: Given[Clock],
) -> Answer[IssuedPassword]:
    """A new password, shown once; the sessions end."""
    password = await academic_accounts.reset_assistant_password(
        id, actor=actor, uow=uow, passwords=passwords, clock=clock
    )
    return Answer(data=IssuedPassword(password=password))


@post("/assistant/sign-up/{id:int}", operation_id="signUpAssistant")
async def sign_up_assistant(
    id: FromPath[int],
    data: JSONBody[SignUpAcademic],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    passwords: Given[PasswordHasher],
) -> Answer[OpenedAccount]:
    """Opens an assistant's account; its password is shown once."""
    return Answer(data=await academic_accounts.sign_up_assistant(id, data, actor=actor, uow=uow, passwords=passwords))


ROUTES = [
    all_academics,
    one_academic,
    change_academic,
    sign_up,
    reset_password,
    change_status,
    judge_photo,
    academic_groups,
    academic_attendances,
    all_teachers,
    one_teacher,
    teacher_groups,
    all_assistants,
    one_assistant,
    assistant_groups,
    assistant_attendances,
    reset_assistant_password,
    sign_up_assistant,
]
