"""Academics, teachers and assistants: the same people, looked at as accounts and as teaching (D-16)."""

from application.attendance import staff_attendance_queries as of_academics
from application.people.academics import academics
from application.people.academics import accounts as academic_accounts
from application.people.academics import photos as portraits
from entrypoints.http.endpoint import endpoint
from entrypoints.http.routes.users import issued

ROUTES = [
    endpoint("GET", "/academic", academics.list_academics, operation_id="listAcademics"),
    endpoint("GET", "/academic/{id:int}", academics.show_academic, operation_id="showAcademic"),
    endpoint("PUT", "/academic/{id:int}", academic_accounts.change_academic, operation_id="changeAcademic"),
    endpoint("POST", "/academic/sign-up/{id:int}", academic_accounts.sign_up, operation_id="signUpAcademic"),
    endpoint(
        "PUT",
        "/academic/{id:int}/reset-password",
        academic_accounts.reset_academic_password,
        operation_id="resetAcademicPassword",
        answer=issued,
    ),
    endpoint(
        "PUT",
        "/academic/{id:int}/update-status",
        academic_accounts.set_academic_active,
        operation_id="changeAcademicStatus",
    ),
    endpoint(
        "PUT", "/academic/{id:int}/photo-check", portraits.judge_academic_photo, operation_id="judgeAcademicPhoto"
    ),
    endpoint("GET", "/academic/{id:int}/groups", academics.list_academic_groups, operation_id="listAcademicGroups"),
    endpoint(
        "GET",
        "/academic/{id:int}/{group_id:int}/attendances",
        of_academics.show_academic_attendances,
        operation_id="academicAttendances",
    ),
    endpoint("GET", "/kpi/all", academics.list_teachers, operation_id="listKpi"),
    endpoint("GET", "/teacher/{id:int}", academics.show_teacher, operation_id="showTeacher"),
    endpoint("GET", "/teacher/{id:int}/groups", academics.list_teacher_groups, operation_id="listTeacherGroups"),
    endpoint("GET", "/assistant/all", academics.list_assistants, operation_id="listAssistants"),
    endpoint("GET", "/assistant/{id:int}", academics.show_assistant, operation_id="showAssistant"),
    endpoint("GET", "/assistant/{id:int}/groups", academics.list_assistant_groups, operation_id="listAssistantGroups"),
    endpoint(
        "GET",
        "/assistant/{id:int}/{group_id:int}/attendances",
        of_academics.show_assistant_attendances,
        operation_id="assistantAttendances",
    ),
    endpoint(
        "PUT",
        "/assistant/{id:int}/reset-password",
        academic_accounts.reset_assistant_password,
        operation_id="resetAssistantPassword",
        answer=issued,
    ),
    endpoint(
        "POST", "/assistant/sign-up/{id:int}", academic_accounts.sign_up_assistant, operation_id="signUpAssistant"
    ),
]
