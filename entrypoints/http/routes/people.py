"""People: students, academics, authors and bulk operations."""

from litestar import Response

from application.attendance import staff_attendance_queries
from application.files.uploads import MAX_ACADEMIC_PICTURE_BYTES
from application.people.academics import academics, authors, photos
from application.people.academics import accounts as academic_accounts
from application.people.bulk import account_operations, operations
from application.people.bulk.matching import match_students
from application.people.bulk.passwords import issue_passwords
from application.people.privacy.identity_document_export import export_identity_document
from application.people.privacy.identity_documents import reveal_documents
from application.people.students import accounts, registration, students
from application.people.students.edit import change_student, edit_student, restore_school_value
from entrypoints.http.endpoint import endpoint
from entrypoints.http.routes.access import issued
from entrypoints.http.routes.files import UPLOAD, UPLOADED


def _text_file(made: tuple[str, str]) -> Response[bytes]:
    name, text = made
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


ROUTES = [
    endpoint("GET", "/students/all", students.list_students, operation_id="listStudents"),
    endpoint("GET", "/students/filter-objects", students.student_filters, operation_id="studentFilters"),
    endpoint("GET", "/students/{student_id:int}", students.show_student, operation_id="showStudent"),
    endpoint("PUT", "/students/{student_id:int}/update-profile", change_student, operation_id="changeStudent"),
    endpoint(
        "DELETE", "/students/{student_id:int}/sticky/{field:str}", restore_school_value, operation_id="takeSchoolValue"
    ),
    endpoint("GET", "/groups/filter-objects", students.group_filters, operation_id="groupFilters"),
    endpoint("GET", "/control-actions", students.list_control_actions, operation_id="listControlActions"),
    endpoint(
        "GET",
        "/student-groups/info-file",
        export_identity_document,
        operation_id="identityFile",
        parameters={
            "student_id": int | None,
            "kind": str | None,
        },
        answer=_text_file,
    ),
    endpoint("POST", "/students", registration.register_student, operation_id="registerStudent"),
    endpoint("POST", "/students/check", registration.check_student, operation_id="checkStudent", status=200),
    endpoint(
        "POST",
        "/students/{student_id:int}/check",
        registration.check_known_student,
        operation_id="checkKnownStudent",
        status=200,
    ),
    endpoint("PUT", "/students/{student_id:int}/update", edit_student, operation_id="editStudent"),
    endpoint(
        "PATCH", "/students/{student_id:int}/change-login", accounts.change_login, operation_id="changeStudentLogin"
    ),
    endpoint(
        "PATCH",
        "/students/{student_id:int}/reset-password",
        accounts.reset_student_password,
        operation_id="resetStudentPassword",
    ),
    endpoint(
        "PATCH",
        "/students/{student_id:int}/system-status",
        accounts.change_system_status,
        operation_id="changeStudentSystemStatus",
    ),
    endpoint(
        "POST", "/students/{student_id:int}/papers/reveal", reveal_documents, operation_id="revealPapers", status=200
    ),
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
    endpoint("PUT", "/academic/{id:int}/photo-check", photos.review_academic_photo, operation_id="judgeAcademicPhoto"),
    endpoint("GET", "/academic/{id:int}/groups", academics.list_academic_groups, operation_id="listAcademicGroups"),
    endpoint(
        "GET",
        "/academic/{id:int}/{group_id:int}/attendances",
        staff_attendance_queries.show_academic_attendances,
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
        staff_attendance_queries.show_assistant_attendances,
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
    endpoint("GET", "/authors/all", authors.list_authors, operation_id="listAuthors"),
    endpoint("GET", "/authors/courses", authors.list_authored_courses, operation_id="listAuthoredCourses"),
    endpoint("GET", "/authors/{id:int}", authors.show_author, operation_id="showAuthor"),
    endpoint("POST", "/authors", authors.add_author, operation_id="addAuthor"),
    endpoint("PUT", "/authors/{id:int}", authors.change_author, operation_id="changeAuthor"),
    endpoint("PUT", "/users/staff/{id:int}/photo-check", photos.review_staff_photo, operation_id="judgeStaffPhoto"),
    endpoint(
        "POST",
        "/upload/staff-profile",
        photos.upload_staff_photo,
        operation_id="uploadStaffPhoto",
        reads=UPLOADED,
        parameters={
            "academic_id": int | None,
            "user_id": int | None,
        },
        body_max=MAX_ACADEMIC_PICTURE_BYTES,
        marks=UPLOAD,
    ),
    endpoint("POST", "/students/bulk/block", operations.block_students, operation_id="blockStudents", status=200),
    endpoint("POST", "/students/bulk/unblock", operations.unblock_students, operation_id="unblockStudents", status=200),
    endpoint(
        "POST",
        "/students/bulk/add-to-group",
        operations.add_students_to_group,
        operation_id="addManyToGroup",
        status=200,
    ),
    endpoint(
        "POST",
        "/students/bulk/change-branch",
        operations.change_student_branches,
        operation_id="changeStudentsBranch",
        status=200,
    ),
    endpoint(
        "POST",
        "/academic/bulk/change-branch",
        operations.change_academic_branches,
        operation_id="changeAcademicsBranch",
        status=200,
    ),
    endpoint(
        "POST",
        "/users/staff/bulk/change-branch",
        operations.change_staff_branches,
        operation_id="changeStaffBranch",
        status=200,
    ),
    endpoint(
        "POST",
        "/students/bulk/open-accounts/preview",
        account_operations.preview_student_accounts,
        operation_id="previewStudentAccounts",
        status=200,
    ),
    endpoint(
        "POST",
        "/students/bulk/open-accounts",
        account_operations.open_student_accounts,
        operation_id="openStudentAccounts",
        status=200,
    ),
    endpoint(
        "POST",
        "/academic/bulk/open-accounts/preview",
        account_operations.preview_academic_accounts,
        operation_id="previewAcademicAccounts",
        status=200,
    ),
    endpoint(
        "POST",
        "/academic/bulk/open-accounts",
        account_operations.open_academic_accounts,
        operation_id="openAcademicAccounts",
        status=200,
    ),
    endpoint(
        "POST",
        "/students/bulk/{act_id:int}/passwords",
        issue_passwords,
        operation_id="issueBulkPasswords",
        status=200,
    ),
    endpoint(
        "POST", "/students/bulk/{act_id:int}/undo", operations.undo_operation, operation_id="undoBulkAct", status=200
    ),
    endpoint("GET", "/students/bulk/{act_id:int}", operations.show_operation, operation_id="showBulkAct"),
    endpoint("GET", "/students/bulk/{act_id:int}/results", operations.list_results, operation_id="listBulkResults"),
    endpoint("POST", "/students/match", match_students, operation_id="matchStudents", status=200),
]
