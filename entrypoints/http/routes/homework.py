"""Homework: giving, lists, uploads and checking; the own homework of a student."""

from typing import Any

from application.files.uploads import MAX_WORK_BYTES
from application.homework import checking, remarks, submissions, uploads
from application.homework.giving import give, history, queries, revert
from application.homework.statistics import queries as statistics
from application.homework.statistics import remind, teachers
from application.homework.student import uploads as student_uploads
from application.homework.student import work
from entrypoints.http.endpoint import Endpoint, UseCase, endpoint
from entrypoints.http.routes.files import UPLOAD, UPLOADED


def _upload(path: str, use_case: UseCase, operation_id: str, parameters: dict[str, Any] | None = None) -> Endpoint:
    """An upload: a plain body with its name in a header."""
    return endpoint(
        "POST",
        path,
        use_case,
        operation_id=operation_id,
        parameters=parameters,
        reads=UPLOADED,
        body_max=MAX_WORK_BYTES,
        marks=UPLOAD,
    )


def _of(audience: str, end: str) -> list[Endpoint]:
    """The calls of one audience (D-54); ``end``: the end of their operation ids."""
    at, group = f"/homework/for-{audience}", f"/groups/for-{audience}"
    taking_back = f"{at}/{{id:int}}/history/{{audit_id:int}}/take-back"
    return [
        endpoint("POST", at, give.give_homework, operation_id=f"giveHomework{end}", audience=audience),
        endpoint("GET", at, queries.show_homework_of_lesson, operation_id=f"homeworkOfLesson{end}", audience=audience),
        endpoint(
            "GET",
            f"{at}/{{id:int}}",
            queries.show_homework,
            operation_id=f"showHomework{end}",
            audience=audience,
        ),
        endpoint("PUT", f"{at}/{{id:int}}", give.edit_homework, operation_id=f"editHomework{end}", audience=audience),
        endpoint(
            "DELETE",
            f"{at}/{{id:int}}",
            give.delete_homework,
            operation_id=f"deleteHomework{end}",
            status=200,
            audience=audience,
        ),
        endpoint(
            "PUT",
            f"{at}/{{id:int}}/deadline",
            give.move_deadline,
            operation_id=f"moveHomeworkDeadline{end}",
            audience=audience,
        ),
        endpoint(
            "GET",
            f"{at}/{{id:int}}/history",
            history.homework_history,
            operation_id=f"homeworkHistory{end}",
            audience=audience,
        ),
        endpoint(
            "GET",
            taking_back,
            revert.preview_homework_revert,
            operation_id=f"showHomeworkTakingBack{end}",
            audience=audience,
        ),
        endpoint(
            "PUT",
            taking_back,
            revert.revert_homework_change,
            operation_id=f"takeBackHomeworkChange{end}",
            audience=audience,
        ),
        endpoint(
            "GET",
            f"{group}/{{id:int}}/homework",
            queries.list_group_homework,
            operation_id=f"listGroupHomework{end}",
            audience=audience,
        ),
    ]


ROUTES = [
    *_of("admin", "ForAdmin"),
    *_of("academic", "ForAcademic"),
    endpoint("GET", "/homework/form-options", queries.homework_form_options, operation_id="homeworkFormOptions"),
    endpoint("GET", "/homework/generate", queries.generate_homework, operation_id="generateHomework"),
    endpoint(
        "GET",
        "/groups/not-submitted-homework-students/{id:int}",
        queries.list_not_submitted,
        operation_id="listNotSubmittedHomeworkStudents",
    ),
    _upload("/upload/homework-attachments", uploads.upload_attachment, "uploadHomeworkAttachment"),
    _upload("/upload/homework", uploads.upload_check_file, "uploadHomeworkFile"),
    _upload("/upload/homework-voice", uploads.upload_voice, "uploadHomeworkVoice", {"duration": int | None}),
    endpoint(
        "GET",
        "/homework-chat/for-admin/queue",
        submissions.list_queue,
        operation_id="listCheckingQueue",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/homework-chat/for-academic/queue",
        submissions.list_queue,
        operation_id="listOwnCheckingQueue",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/groups/for-admin/{id:int}/homework-chats",
        submissions.list_group_chats,
        operation_id="listGroupHomeworkChats",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/groups/for-academic/{id:int}/homework-chats",
        submissions.list_group_chats,
        operation_id="listOwnGroupHomeworkChats",
        audience="academic",
    ),
    endpoint("GET", "/homework-chat/filter-objects", submissions.queue_filters, operation_id="checkingQueueFilters"),
    endpoint("GET", "/homework-chat/remarks", remarks.list_remarks, operation_id="listRemarks"),
    endpoint("POST", "/homework-chat/remarks", remarks.add_remark, operation_id="addRemark"),
    endpoint("PUT", "/homework-chat/remarks/{id:int}", remarks.change_remark, operation_id="changeRemark"),
    endpoint("DELETE", "/homework-chat/remarks/{id:int}", remarks.delete_remark, operation_id="deleteRemark"),
    endpoint(
        "POST",
        "/homework-chat/check-student-homework-for-admin",
        checking.check_homework,
        operation_id="checkHomework",
        audience="admin",
    ),
    endpoint(
        "POST",
        "/homework-chat/check-student-homework-for-academic",
        checking.check_homework,
        operation_id="checkOwnHomework",
        audience="academic",
    ),
    endpoint("PUT", "/homework-chat/submissions", submissions.change_submissions, operation_id="changeSubmissions"),
    endpoint(
        "PUT",
        "/homework-chat/{id:int}/update-for-admin",
        checking.correct_check,
        operation_id="correctCheck",
        audience="admin",
    ),
    endpoint(
        "PUT",
        "/homework-chat/{id:int}/update-for-academic",
        checking.correct_check,
        operation_id="correctOwnCheck",
        audience="academic",
    ),
    endpoint("GET", "/homework-chat/{id:int}", submissions.show_chat, operation_id="showHomeworkChat"),
    endpoint(
        "POST",
        "/homework-chat/{id:int}/messages",
        submissions.send_message,
        operation_id="sendHomeworkMessage",
    ),
    endpoint("PUT", "/homework-chat/{id:int}/draft", submissions.save_draft, operation_id="saveCheckDraft"),
    endpoint(
        "DELETE",
        "/homework-chat/{id:int}/draft",
        submissions.delete_draft,
        operation_id="deleteCheckDraft",
    ),
    endpoint("POST", "/homework-chat/{id:int}/undo", checking.undo_check, operation_id="undoCheck"),
    endpoint(
        "GET",
        "/homework-chat/{id:int}/award-preview",
        checking.preview_award,
        operation_id="previewAward",
    ),
    endpoint(
        "GET", "/homework-statistics/groups", statistics.list_group_statistics, operation_id="listHomeworkStatistics"
    ),
    endpoint(
        "GET",
        "/homework-statistics/filter-objects",
        statistics.statistics_filters,
        operation_id="homeworkStatisticsFilters",
    ),
    endpoint(
        "GET",
        "/homework-statistics/groups/{id:int}",
        statistics.show_group_statistics,
        operation_id="showGroupHomeworkStatistics",
    ),
    endpoint(
        "GET",
        "/homework-statistics/groups/{id:int}/students",
        statistics.list_student_statistics,
        operation_id="listStudentHomeworkStatistics",
    ),
    endpoint(
        "GET",
        "/homework-statistics/groups/{id:int}/lessons",
        statistics.list_lesson_statistics,
        operation_id="listLessonHomeworkStatistics",
    ),
    endpoint(
        "GET",
        "/homework-statistics/groups/{id:int}/students/{student_id:int}",
        statistics.show_student_statistics,
        operation_id="showStudentHomeworkStatistics",
    ),
    endpoint(
        "GET",
        "/homework-statistics/groups/{id:int}/remind-options",
        remind.remind_options,
        operation_id="homeworkRemindOptions",
    ),
    endpoint(
        "GET",
        "/homework-statistics/groups/{id:int}/lessons/{lesson_id:int}/homework/{homework_id:int}",
        statistics.show_lesson_homework,
        operation_id="showLessonHomeworkStatistics",
    ),
    endpoint(
        "GET",
        "/homework-statistics/teachers",
        teachers.list_teacher_statistics,
        operation_id="listTeacherStatistics",
    ),
    endpoint(
        "GET",
        "/homework-statistics/teachers/{id:int}",
        teachers.show_teacher_statistics,
        operation_id="showTeacherStatistics",
    ),
    endpoint("POST", "/homework-statistics/remind", remind.remind, operation_id="remindHomework", status=200),
]
STUDENT_ROUTES = [
    endpoint("GET", "/homework", work.list_own_homework, operation_id="listOwnHomework"),
    endpoint("GET", "/homework/{id:int}", work.show_own_homework, operation_id="showOwnHomework"),
    endpoint("POST", "/homework/{id:int}/submissions", work.hand_in_homework, operation_id="handInHomework"),
    endpoint(
        "DELETE",
        "/homework/{id:int}/submissions/{attempt_id:int}",
        work.withdraw_homework,
        operation_id="withdrawHomework",
        status=200,
    ),
    endpoint("POST", "/homework/{id:int}/messages", work.write_about_homework, operation_id="writeAboutHomework"),
    _upload("/upload", student_uploads.upload_hand_in, "uploadHandIn"),
    _upload("/upload/voice", student_uploads.upload_student_voice, "uploadStudentVoice", {"duration": int | None}),
]
