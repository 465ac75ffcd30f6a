"""Sends a call as every kind of caller and reports deviations (ASVS-21).

The expected responses are those of contracts/access.csv.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from domain.access.permissions import everything
from tests.http.api.support.student_work import a_work_of
from tests.support.access import Call, Rights
from tests.support.builders import (
    Account,
    Branch,
    Class,
    Student,
    a_branch,
    a_class_of,
    a_superadmin,
    a_teacher,
    a_user_with,
    an_assistant,
)
from tests.support.console import Console, Visitor

# request bodies with which a permitted caller gets a success
ACCOUNT: dict[str, Any] = {
    "login": "yangi-xodim",
    "roleId": 0,
    "firstName": "Shahzoda",
    "lastName": "Aliyeva",
    "officeIds": [],
}
AUDIENCES, HOMEWORK, DATABASE = ("admin", "academic"), "/api/staff/homework", "/api/staff/homework-db"
VIDEO: dict[str, Any] = {"groupId": 10**9, "lessonId": 10**9, "size": 1_000_000}
VIDEO_EDIT: dict[str, Any] = {"name": "Kasrlar", "lessonId": 10**9, "version": 1}
MONTH: dict[str, Any] = {"studyMonthId": 10**9, "afterId": None}
TASK: dict[str, Any] = {"description": "12-mashqni yeching", "deadline": 24}
SCORED: dict[str, Any] = {"score": 88, "version": 1}
EXAM: dict[str, Any] = {
    "studyMonthIds": [1],
    "description": "Loyiha",
    "beginsAt": "2026-11-25T09:00:00Z",
    "deadline": "2026-11-25T12:00:00Z",
}
HISTORIES = ("students", "users", "roles", "offices", "control-actions", "exams", "courses", "curriculum")
HISTORIES += tuple(f"homework/for-{audience}" for audience in AUDIENCES)
REVERTS = [
    f"{verb} /api/staff/{of}/{{id}}/history/{{audit_id}}/take-back" for verb in ("PUT", "GET") for of in HISTORIES
]
BODIES: dict[str, Any] = {
    "PUT /api/staff/attendance/save-for-admin": {"lessonId": 10**9, "version": 1},
    "PUT /api/staff/attendance/save-for-academic": {"lessonId": 10**9, "version": 1},
    **{
        f"POST /api/staff/attendance/for-{audience}/absence-sms{act}": {"lessonIds": [10**9]}
        for audience in ("admin", "academic")
        for act in ("", "/preview")
    },
    "POST /api/staff/holidays": {"date": "2027-01-01", "name": "Yangi yil"},
    "POST /api/devices/events": {"events": []},
    "POST /api/staff/attendance/pushes/retry": {"lessonId": 10**9, "studentIds": []},
    "POST /api/staff/attendance/late/decide": {"ids": [10**9], "confirm": True},
    "POST /api/staff/students/export": {},
    "PUT /api/staff/students/imports/{id}/mapping": {"columns": [], "officeId": 1, "version": 1},
    "PUT /api/staff/students/imports/{id}/decisions": {"decision": "skip", "version": 1},
    "POST /api/staff/student-awards/recompute/preview": {"fromDate": "2026-11-16", "toDate": "2026-11-22"},
    "POST /api/staff/student-awards/recompute/{id}/commit": {"version": 1},
    "POST /api/staff/students/imports/{id}/commit": {"officeId": 1, "version": 1},
    "POST /api/staff/students/imports/{id}/revert": {"version": 1},
    "POST /api/staff/users/staff/export": {},
    "POST /api/staff/authors/export": {},
    "POST /api/staff/academic/export": {},
    "POST /api/staff/kpi/export": {},
    "POST /api/staff/assistant/export": {},
    "POST /api/staff/groups/export": {},
    "POST /api/staff/courses/export": {},
    "POST /api/staff/homework-db/export": {},
    "POST /api/staff/groups/for-academic/export": {},
    "POST /api/staff/homework-statistics/groups/export": {},
    "POST /api/staff/homework-statistics/teachers/export": {},
    "POST /api/staff/homework-statistics/groups/{id}/students/export": {},
    "POST /api/staff/homework-statistics/groups/{id}/students/{student_id}/export": {},
    "POST /api/staff/homework-statistics/groups/{id}/lessons/export": {},
    "POST /api/staff/homework-statistics/groups/{id}/lessons/{lesson_id}/homework/{homework_id}/export": {},
    "POST /api/staff/offices": {"name": "Yunusobod", "hOfficeId": 0},
    "PUT /api/staff/offices/{id}": {"name": "Chilonzor", "version": 1},
    "PUT /api/staff/control-actions/{id}": {
        "displayName": {"uz": "Faol", "ru": "Активный", "en": "Active"},
        "countsInStatistics": True,
        "version": 1,
    },
    "POST /api/staff/users/create": ACCOUNT,
    "PUT /api/staff/users/staff/{id}": {**ACCOUNT, "version": 1},
    "PUT /api/staff/users/{kind}/{id}/update": {**ACCOUNT, "version": 1},
    "PUT /api/staff/users/staff/{id}/update-status": {"isActive": False, "reason": "ishdan ketdi"},
    **{call: {"version": 1} for call in REVERTS},
    "PUT /api/staff/students/{id}/update-profile": {"version": 1, "firstName": "Shahzoda", "lastName": "Aliyeva"},
    "PUT /api/staff/students/{id}/update": {"version": 9, "firstName": "Shahzoda", "lastName": "Aliyeva"}
    | {"birthDate": "2007-01-31"},
    "POST /api/staff/students": {"firstName": "Shahzoda", "lastName": "Aliyeva", "birthDate": "2007-01-31"},
    "POST /api/staff/students/check": {"firstName": "Shahzoda", "lastName": "Aliyeva", "birthDate": "2007-01-31"},
    "POST /api/staff/students/{id}/check": {"firstName": "Shahzoda", "lastName": "Aliyeva", "birthDate": "2007-01-31"},
    "PATCH /api/staff/students/{id}/change-login": {"newLogin": "shahzoda.aliyeva"},
    "PATCH /api/staff/students/{id}/system-status": {"status": 1},
    "POST /api/staff/students/{id}/papers/reveal": {"reason": "a contract"},
    "POST /api/staff/students/bulk/block": {"ids": [10**9], "reason": "to'lamagan"},
    "POST /api/staff/students/bulk/unblock": {"ids": [10**9]},
    "POST /api/staff/students/bulk/add-to-group": {"ids": [10**9], "groupId": 10**9},
    "POST /api/staff/students/bulk/change-branch": {"ids": [10**9], "officeIds": [10**9]},
    "POST /api/staff/academic/bulk/change-branch": {"ids": [10**9], "officeIds": [10**9]},
    "POST /api/staff/users/staff/bulk/change-branch": {"ids": [10**9], "officeIds": [10**9]},
    "POST /api/staff/students/bulk/open-accounts": {"ids": [10**9]},
    "POST /api/staff/students/bulk/open-accounts/preview": {"ids": [10**9]},
    "POST /api/staff/academic/bulk/open-accounts": {"ids": [10**9]},
    "POST /api/staff/academic/bulk/open-accounts/preview": {"ids": [10**9]},
    "POST /api/staff/students/bulk/{id}/passwords": {"ids": [10**9]},
    "POST /api/staff/students/match": {"lines": ["Shahzoda Aliyeva"]},
    "POST /api/staff/attendance/save-academic": {"lessonId": 10**9},
    "POST /api/staff/student-groups/add": {"studentIds": [1], "groupId": 10**9},
    "PUT /api/staff/student-groups/stop": {"studentGroupId": 10**9, "version": 1},
    "PUT /api/staff/student-groups/continue": {"studentGroupId": 10**9, "version": 1},
    "PUT /api/staff/student-groups/change-status": {"studentGroupId": 10**9, "version": 1, "controlActionId": 2},
    "PUT /api/staff/academic/{id}": {"login": "ustoz.yangi", "isActive": True},
    "POST /api/staff/academic/sign-up/{id}": {"login": "ustoz.hisobi", "roleId": 0, "genderType": 1},
    "POST /api/staff/assistant/sign-up/{id}": {"login": "yordamchi.hisobi", "roleId": 0, "genderType": 1},
    "PUT /api/staff/academic/{id}/update-status": {"isActive": False, "reason": "ishdan ketdi"},
    "PUT /api/staff/academic/{id}/photo-check": {"suitable": True},
    "PUT /api/staff/users/staff/{id}/photo-check": {"suitable": True},
    "POST /api/staff/authors": ACCOUNT,
    "PUT /api/staff/authors/{id}": {"version": 1, "firstName": "Shahzoda", "lastName": "Aliyeva"},
    "POST /api/student/auth/sign-in": {"login": "nobody-of-this-name", "password": "x"},
    "POST /api/student/homework/{id}/submissions": {"text": "javob"},
    "POST /api/student/homework/{id}/messages": {"text": "salom"},
    "POST /api/student/exams/{id}/submissions": {"text": "javob"},
    "POST /api/student/exams/{id}/messages": {"text": "salom"},
    "PUT /api/student/profile/password": {"password": "wrong", "newPassword": "a-new-password"},
    "POST /api/staff/auth/sign-in": {"login": "nobody-of-this-name", "password": "x"},
    "PUT /api/staff/profile/password": {"currentPassword": "wrong", "newPassword": "a-new-password"},
    "PUT /api/staff/preferences": {"theme": "dark"},
    "POST /api/staff/views": {"list": "students", "name": "Guruhsizlar", "value": {}},
    "PUT /api/staff/views/{id}": {"version": 1, "name": "Guruhsizlar"},
    "PUT /api/staff/synchronization/runs/{id}/approve": {"comment": "seen"},
    "POST /api/staff/students/{id}/send-sms": {"login": "shahzoda", "password": "parol-2026", "phone": "901234567"},
    "POST /api/staff/sms/preview": {"text": "Salom, {name}!"},
    "POST /api/staff/sms/send-many": {"filters": {"statusId": 987654321}, "text": "Salom, {name}!"},
    "POST /api/staff/sms/templates": {"name": "Salom", "text": "Salom, {name}!"},
    "PUT /api/staff/sms/templates/{id}": {"name": "Kirish", "text": "{login} {password}", "version": 1},
    "PUT /api/staff/integrations": {"kind": "sms", "adapter": "log", "values": {}, "version": 99},
    "POST /api/staff/roles": {"name": "Kassir", "type": 1, "permissions": {}},
    "PUT /api/staff/roles/{id}": {"name": "Bo'sh rol", "type": 1, "permissions": {}, "version": 1},
    "PUT /api/staff/live-mode": {"dropOld": False},
    **{f"POST {HOMEWORK}/for-{of}": TASK | {"lessonId": 10**9} for of in AUDIENCES},
    **{f"PUT {HOMEWORK}/for-{of}/{{id}}": {"description": "12-mashq", "version": 1} for of in AUDIENCES},
    **{f"PUT {HOMEWORK}/for-{of}/{{id}}/deadline": {"deadline": 24, "version": 1} for of in AUDIENCES},
    f"POST {DATABASE}": {"lessonId": 10**9},
    f"PUT {DATABASE}/{{id}}": {"version": 1, "description": ""},
    f"PUT {DATABASE}/{{id}}/switch": {"topicId": 10**9, "version": 1},
    f"PUT {DATABASE}/move": {"id": 10**9, "lessonId": 10**9, "version": 1},
    f"PUT {DATABASE}/set-lessons": {"topicId": 10**9, "lessonIds": [], "version": 0},
    f"POST {DATABASE}/chapters": {"courseId": 10**9, "name": "1-bob"},
    f"PUT {DATABASE}/chapters/{{id}}": {"name": "1-bob", "version": 1},
    f"PUT {DATABASE}/chapters/move": {"id": 10**9, "version": 1},
    f"POST {DATABASE}/lessons": {"chapterId": 10**9, "name": "Kasrlar"},
    f"PUT {DATABASE}/lessons/{{id}}": {"name": "Kasrlar", "version": 1},
    f"PUT {DATABASE}/lessons/move": {"id": 10**9, "chapterId": 10**9, "version": 1},
    **{f"POST {DATABASE}/draft/{act}": {"courseId": 10**9, "version": 0} for act in ("publish", "discard")},
    "POST /api/staff/homework-chat/check-student-homework-for-admin": SCORED | {"submissionId": 10**9},
    "POST /api/staff/homework-chat/check-student-homework-for-academic": SCORED | {"submissionId": 10**9},
    "PUT /api/staff/homework-chat/{id}/update-for-admin": SCORED,
    "PUT /api/staff/homework-chat/{id}/update-for-academic": SCORED,
    "PUT /api/staff/homework-chat/submissions": {"submissions": [{"id": 10**9, "version": 1}], "result": 4},
    "POST /api/staff/homework-chat/{id}/messages": {"text": "Yaxshi"},
    "PUT /api/staff/homework-chat/{id}/draft": {"score": "8"},
    "POST /api/staff/homework-chat/{id}/undo": {"checkId": 10**9, "version": 1},
    "POST /api/staff/homework-chat/remarks": {"code": "1", "text": "Barakalla!"},
    "PUT /api/staff/homework-chat/remarks/{id}": {"code": "1", "text": "Barakalla!", "version": 1},
    "POST /api/staff/homework-statistics/remind": {"groupId": 10**9, "homeworkIds": [1]},
    **{
        f"POST /api/staff/{path}": EXAM | {"groupId": 10**9}
        for path in ("exams", "exam/for-admin", "exam/for-academic")
    },
    "PATCH /api/staff/exams/{id}": EXAM | {"version": 1},
    "PATCH /api/staff/exams/{id}/deadline": {"deadline": EXAM["deadline"], "version": 1},
    "POST /api/staff/exams/{id}/check": SCORED | {"resultId": 10**9},
    "POST /api/staff/exams/{id}/announce": {"version": 1},
    "POST /api/staff/exams/{id}/chats/{chat_id}/messages": {"text": "Yaxshi"},
    "PUT /api/staff/exams/{id}/chats/{chat_id}/draft": {"score": "8"},
    "PUT /api/staff/exams/results/{id}": SCORED,
    "POST /api/staff/exams/results/{id}/undo": {"checkId": 10**9, "version": 1},
    **{f"POST /api/staff/video/create-for-{of}": VIDEO | {"name": "Kasrlar"} for of in AUDIENCES},
    "POST /api/staff/video/upload-links": VIDEO | {"origName": "Kasrlar.mp4"},
    **{f"PUT /api/staff/video/update-for-{of}/{{id}}": VIDEO_EDIT for of in AUDIENCES},
    **{f"PUT /api/staff/video/update-status-for-{of}/{{id}}": {"status": 4} for of in AUDIENCES},
    "POST /api/staff/courses": {"name": "Yangi kurs"},
    "PUT /api/staff/courses/move": {"id": 10**9, "afterId": None, "version": 1},
    "PUT /api/staff/courses/{id}": {"name": "Yangi nom", "version": 1},
    "PUT /api/staff/courses/{id}/study-month": {"months": [], "version": 1},
    "PUT /api/staff/courses/{id}/study-month/{month_id}/reset-order": {"version": 1},
    "POST /api/staff/curriculum": MONTH | {"name": "Yangi mavzu"},
    "PUT /api/staff/curriculum/move": MONTH | {"id": 10**9, "version": 1},
    "PUT /api/staff/curriculum/{id}": {"name": "Yangi nom", "version": 1},
    "PUT /api/staff/curriculum/{id}/reset": {"version": 1},
    "POST /api/staff/sender/log": {"logType": "info", "text": "hello"},
}
# calls that reject a permitted caller by a rule of their subject, which is past the guard
REFUSED_BY_ITS_RULE: dict[str, tuple[int, ...]] = {
    # there is no broker; tests/http/live opens streams
    "GET /api/staff/live": (503,),
    # unknown lesson; the day is a holiday already; unknown holiday
    "PUT /api/staff/attendance/save-for-admin": (404,),
    "PUT /api/staff/attendance/save-for-academic": (404,),
    "POST /api/staff/holidays": (409,),
    "DELETE /api/staff/holidays/{id}": (404,),
    "POST /api/staff/auth/sign-in": (401, 429),
    "GET /api/staff/auth/refresh-token": (401,),
    "POST /api/student/auth/sign-in": (401, 429),
    "GET /api/student/auth/refresh-token": (401,),
    "PUT /api/student/profile/password": (422,),
    # an empty file; no duration
    "POST /api/student/upload": (422,),
    "POST /api/student/upload/voice": (422,),
    "PUT /api/staff/profile/password": (422,),
    # a run is in progress
    "PUT /api/staff/synchronization/all": (409,),
    "PUT /api/staff/synchronization/student": (409,),
    "PUT /api/staff/synchronization/teachers": (409,),
    "PUT /api/staff/synchronization/groups": (409,),
    "PUT /api/staff/synchronization/group-students": (409,),
    "PUT /api/staff/synchronization/gamification-students": (409,),
    "PUT /api/staff/synchronization/gamification-connection": (409,),
    # the run was not stopped; it has not ended
    "PUT /api/staff/synchronization/runs/{id}/approve": (409,),
    "PUT /api/staff/synchronization/runs/{id}/revert": (409,),
    # no such record of the entity
    **dict.fromkeys(REVERTS, (404,)),
    # version conflict; no sticky field
    "PUT /api/staff/students/{id}/update-profile": (409,),
    "DELETE /api/staff/students/{id}/sticky/{field}": (404,),
    # no branch is named; version conflict; no login, not blocked, no documents
    "POST /api/staff/students": (422,),
    "PUT /api/staff/students/{id}/update": (409,),
    "PATCH /api/staff/students/{id}/reset-password": (409,),
    "PATCH /api/staff/students/{id}/system-status": (409,),
    "POST /api/staff/students/{id}/papers/reveal": (409,),
    # neither student nor document is named; the export was not requested
    "GET /api/staff/student-groups/info-file": (404,),
    # an operation of another account; unknown group
    "POST /api/staff/students/bulk/{id}/undo": (404, 409),
    "POST /api/staff/students/bulk/{id}/passwords": (404,),
    "POST /api/staff/students/bulk/{id}/send-logins": (404,),
    "GET /api/staff/students/bulk/{id}": (404,),
    "GET /api/staff/students/bulk/{id}/results": (404,),
    "POST /api/staff/students/bulk/add-to-group": (404,),
    # unknown branch
    "POST /api/staff/students/bulk/change-branch": (422,),
    "POST /api/staff/academic/bulk/change-branch": (422,),
    "POST /api/staff/users/staff/bulk/change-branch": (422,),
    # unknown group, unknown period
    "POST /api/staff/student-groups/add": (404,),
    "PUT /api/staff/student-groups/stop": (404,),
    "PUT /api/staff/student-groups/continue": (404,),
    "PUT /api/staff/student-groups/change-status": (404,),
    # nobody is selected; unknown batch; the name is taken; version conflict; logins are sent with it
    "POST /api/staff/sms/send-many": (422,),
    "GET /api/staff/sms/batches/{id}": (404,),
    "POST /api/staff/sms/templates": (409,),
    "PUT /api/staff/sms/templates/{id}": (409,),
    "DELETE /api/staff/sms/templates/{id}": (409,),
    "PUT /api/staff/integrations": (409,),
    # unknown lesson, push or late submission
    **{
        f"POST /api/staff/attendance/for-{audience}/absence-sms{act}": (404,)
        for audience in ("admin", "academic")
        for act in ("", "/preview")
    },
    "POST /api/staff/attendance/pushes/retry": (404,),
    "GET /api/staff/attendance/pushes/{id}": (404,),
    "POST /api/staff/attendance/late/decide": (404,),
    # unknown lesson or homework; which group; no homework database yet; an empty file
    **{f"POST {HOMEWORK}/for-{of}": (404,) for of in AUDIENCES},
    **{f"GET {HOMEWORK}/for-{of}": (422,) for of in AUDIENCES},
    **{f"{verb} {HOMEWORK}/for-{of}/{{id}}": (404,) for of in AUDIENCES for verb in ("GET", "PUT", "DELETE")},
    **{f"PUT {HOMEWORK}/for-{of}/{{id}}/deadline": (404,) for of in AUDIENCES},
    **{f"GET {HOMEWORK}/for-{of}/{{id}}/history": (404,) for of in AUDIENCES},
    "GET /api/staff/groups/not-submitted-homework-students/{id}": (404,),
    f"GET {HOMEWORK}/form-options": (422,),
    f"GET {HOMEWORK}/generate": (422,),
    "POST /api/staff/upload/homework-attachments": (422,),
    # unknown group; the student has no homework; the study department alone sees no group of others
    "POST /api/staff/homework-statistics/remind": (404,),
    "GET /api/staff/homework-statistics/groups/{id}/students/{student_id}": (404,),
    "GET /api/staff/homework-statistics/groups/{id}/lessons/{lesson_id}/homework/{homework_id}": (404,),
    "POST /api/staff/homework-statistics/groups/{id}/students/{student_id}/export": (404,),
    "POST /api/staff/homework-statistics/groups/{id}/lessons/{lesson_id}/homework/{homework_id}/export": (404,),
    "POST /api/staff/upload/homework": (422,),
    "POST /api/staff/upload/homework-voice": (422,),
    # unknown exam, group or work; which group; an empty file
    **{f"POST /api/staff/{path}": (404,) for path in ("exams", "exam/for-admin", "exam/for-academic")},
    **{f"GET /api/staff/exams/{path}": (422,) for path in ("form-options", "study-months")},
    "POST /api/staff/upload/exam-attachments": (422,),
    "GET /api/staff/exam-results/{exam_id}/public": (404,),
    **{f"{verb} /api/staff/exams/{{id}}": (404,) for verb in ("GET", "PATCH", "DELETE")},
    **dict.fromkeys(
        (
            "PATCH /api/staff/exams/{id}/deadline",
            *(
                f"GET /api/staff/exams/{{id}}/{part}"
                for part in ("count", "history", "participants", "chats", "results", "announce")
            ),
            *(f"POST /api/staff/exams/{{id}}/{part}" for part in ("check", "announce", "results/export")),
            "GET /api/staff/exams/{id}/chats/{chat_id}",
            "POST /api/staff/exams/{id}/chats/{chat_id}/messages",
            "PUT /api/staff/exams/{id}/chats/{chat_id}/draft",
            "GET /api/staff/exams/results/{id}",
            "PUT /api/staff/exams/results/{id}",
            "POST /api/staff/exams/results/{id}/undo",
            "GET /api/staff/exams/results/{id}/award-preview",
        ),
        (404,),
    ),
    # unknown course, month or topic; which course; a course that the order has not
    **dict.fromkeys(
        (
            *(f"{verb} /api/staff/courses/{{id}}" for verb in ("GET", "PUT", "DELETE")),
            *(f"GET /api/staff/courses/{{id}}/{part}" for part in ("groups", "history", "study-month")),
            "PUT /api/staff/courses/{id}/study-month",
            "PUT /api/staff/courses/{id}/study-month/{month_id}/reset-order",
            "POST /api/staff/curriculum",
            "PUT /api/staff/curriculum/move",
            *(f"{verb} /api/staff/curriculum/{{id}}" for verb in ("GET", "PUT", "DELETE")),
            "PUT /api/staff/curriculum/{id}/reset",
            "GET /api/staff/curriculum/{id}/history",
        ),
        (404,),
    ),
    "GET /api/staff/curriculum": (422,),
    "PUT /api/staff/courses/move": (409, 422),
    # unknown course, chapter, lesson, homework or topic; which course or topic; an empty file
    **dict.fromkeys(
        (
            f"POST {DATABASE}",
            *(f"PUT {DATABASE}/{part}" for part in ("{id}", "{id}/switch", "move", "set-lessons", "lessons/move")),
            *(f"{verb} {DATABASE}/{{id}}" for verb in ("GET", "DELETE")),
            *(f"GET {DATABASE}/{{id}}/{part}" for part in ("uses", "switch-options")),
            f"POST {DATABASE}/chapters",
            *(f"{verb} {DATABASE}/chapters/{{id}}" for verb in ("PUT", "DELETE")),
            f"PUT {DATABASE}/chapters/move",
            f"POST {DATABASE}/lessons",
            *(f"{verb} {DATABASE}/lessons/{{id}}" for verb in ("GET", "PUT", "DELETE")),
            *(f"POST {DATABASE}/draft/{act}" for act in ("publish", "discard")),
            *(f"GET {DATABASE}/{of}{{id}}/history" for of in ("", "chapters/", "lessons/")),
        ),
        (404,),
    ),
    **{f"GET {DATABASE}/{part}": (422,) for part in ("by-curriculum-id", "chapters", "draft")},
    "POST /api/staff/upload/homework-db-attachments": (422,),
    # unknown submission or group, a remark of nobody
    **dict.fromkeys(
        (
            "GET /api/staff/homework-chat/{id}",
            "GET /api/staff/homework-chat/{id}/award-preview",
            "POST /api/staff/homework-chat/check-student-homework-for-admin",
            "POST /api/staff/homework-chat/check-student-homework-for-academic",
            "PUT /api/staff/homework-chat/{id}/update-for-admin",
            "PUT /api/staff/homework-chat/{id}/update-for-academic",
            "POST /api/staff/homework-chat/{id}/messages",
            "PUT /api/staff/homework-chat/{id}/draft",
            "DELETE /api/staff/homework-chat/{id}/draft",
            "POST /api/staff/homework-chat/{id}/undo",
            "PUT /api/staff/homework-chat/remarks/{id}",
            "DELETE /api/staff/homework-chat/remarks/{id}",
        ),
        (404,),
    ),
    # unknown lesson or video
    **dict.fromkeys(
        (
            "POST /api/staff/video/upload-links",
            "POST /api/staff/video/upload-links/{id}/renew",
            *(
                call.format(of=of)
                for of in AUDIENCES
                for call in (
                    "POST /api/staff/video/create-for-{of}",
                    "PUT /api/staff/video/update-for-{of}/{{id}}",
                    "DELETE /api/staff/video/delete-for-{of}/{{id}}",
                    "PUT /api/staff/video/update-status-for-{of}/{{id}}",
                    "PUT /api/staff/video/process-again-for-{of}/{{id}}",
                    "GET /api/staff/video/for-{of}/{{id}}",
                    "GET /api/staff/video/for-{of}/{{id}}/play",
                )
            ),
            "GET /api/student/videos/{id}/play",
        ),
        (404,),
    ),
    # no version of tus; neither expiry nor signature
    **dict.fromkeys(
        ("POST /api/uploads", *(f"{verb} /api/uploads/{{upload_id}}" for verb in ("POST", "HEAD", "PATCH", "DELETE"))),
        (412,),
    ),
    **dict.fromkeys(
        (f"{verb} /api/videos/{{public_id}}{of}" for verb in ("GET", "HEAD") for of in ("", "/poster")), (400,)
    ),
    # the caller is not a device
    "POST /api/devices/events": (401,),
    # the caller does not know the address
    "POST /api/sms/{provider}/{word}": (404,),
    "POST /api/video-host/{provider}/{word}": (404,),
    # unknown link; an empty body is not a picture
    "GET /api/files/{public_id}": (400, 404),
    "POST /api/staff/upload/student-photo": (415,),
    # the name is taken; the role is in use
    "POST /api/staff/roles": (409,),
    "DELETE /api/staff/roles/{id}": (409,),
    "POST /api/staff/upload/staff-profile": (415,),
    # not the caller's lesson; an empty body is not a picture
    "POST /api/staff/attendance/save-academic": (404,),
    "POST /api/staff/upload/staff-attendances": (415,),
    # the login is taken by the account created before
    "PUT /api/staff/academic/{id}": (409,),
    # unknown role 0
    "POST /api/staff/academic/sign-up/{id}": (422,),
    "POST /api/staff/assistant/sign-up/{id}": (422,),
    "POST /api/staff/authors": (422,),
    "POST /api/staff/users/create": (422,),
    "PUT /api/staff/users/staff/{id}": (409, 422),
    "PUT /api/staff/users/{kind}/{id}/update": (409, 422),
    # unknown head office 0; the branch has students
    "POST /api/staff/offices": (422,),
    "DELETE /api/staff/offices/{id}": (409,),
    # the caller has no saved view
    "PUT /api/staff/views/{id}": (404,),
    "DELETE /api/staff/views/{id}": (404,),
    # an empty file; not the caller's import
    "POST /api/staff/students/imports": (422,),
    "GET /api/staff/students/imports/{id}": (404,),
    "GET /api/staff/students/imports/{id}/rows": (404,),
    "GET /api/staff/students/imports/{id}/branches": (404,),
    "PUT /api/staff/students/imports/{id}/mapping": (404,),
    "PUT /api/staff/students/imports/{id}/decisions": (404,),
    "POST /api/staff/students/imports/{id}/commit": (404,),
    "POST /api/staff/students/imports/{id}/revert": (404,),
    "GET /api/staff/students/imports/{id}/refused.xlsx": (404,),
    # not the caller's recomputation
    "GET /api/staff/student-awards/recompute/{id}": (404,),
    "GET /api/staff/student-awards/recompute/{id}/rows": (404,),
    "POST /api/staff/student-awards/recompute/{id}/commit": (404,),
    # not the caller's export
    "GET /api/staff/exports/{id}": (404,),
    # the job has not failed
    "POST /api/staff/jobs/{id}/retry": (409,),
}
ENDS_THE_SESSION = ("POST /api/staff/auth/logout", "POST /api/student/auth/logout")


@dataclass
class PermissionMatrix:
    """A centre of one branch with two students, and callers who stay signed in."""

    console: Console
    branch: Branch
    student: Student
    group: Class
    visitors: dict[str, tuple[Account, Visitor]] = field(default_factory=dict)
    application: Visitor | None = None
    works: dict[str, int] = field(default_factory=dict)
    own_groups: dict[Account, int] = field(default_factory=dict)
    run_id: int = 0
    job_id: int = 0
    role_id: int = 0
    audit_id: int = 0

    async def _clerk(self) -> Account:
        """An account whose role has no right, so that others may change it (D-56)."""
        clerk = a_user_with({}).of(self.branch)
        clerk.role.name = "Bo'sh rol"
        await self.console.store(clerk)
        return clerk

    @classmethod
    async def of(cls, console: Console) -> "PermissionMatrix":
        """Stores the records that the calls refer to."""
        branch = a_branch("Chilonzor")
        group = a_class_of(2).in_branch(branch)
        await console.store(group)
        stage = cls(console, branch, group.students[0], group)
        starter = await stage.visitor_of(a_superadmin())
        await starter.put("/synchronization/all")
        stage.run_id = await console.sql.fetchval("select max(id) from sync_runs")
        stage.role_id = await console.sql.fetchval("select role_id from users where id = $1", (await stage._clerk()).id)
        stage.job_id = await console.sql.fetchval("select max(id) from jobs")
        stage.audit_id = await console.sql.fetchval("select max(id) from audits where verb = 'sync.started'")
        return stage

    async def visitor_of(self, account: Account) -> Visitor:
        """The account's browser, signed in once."""
        name = "superadmin" if "superadmin" in account.more else account.role.name
        if "all_offices" in account.more:
            name += ", all branches"
        if name not in self.visitors:
            self.visitors[name] = (account, await self.console.sign_in(account))
        return self.visitors[name][1]

    async def with_rights(self, rights: Rights) -> Visitor:
        """A user of the branch with these rights."""
        return await self.visitor_of(a_user_with(rights).of(self.branch))

    async def with_rights_everywhere(self, rights: Rights) -> Visitor:
        """A user of all branches with these rights."""
        return await self.visitor_of(a_user_with(rights).of_all_branches())

    async def student_visitor(self) -> Visitor:
        """The application of the student, signed in once."""
        if self.application is None:
            # another one than staff's calls block
            self.application = await self.console.sign_in_student(self.group.students[1])
        return self.application

    async def path_of(self, call: Call, visitor: Visitor) -> str:
        """The path to an existing record."""
        if call.of_students:
            return await self._student_path(call)
        if call.path.endswith("/auth/sessions/{id}"):
            account = next(account for account, other in self.visitors.values() if other is visitor)
            other = await self.console.sign_in(account)
            sessions = (await other.data("/auth/sessions"))["sessions"]
            return call.path.replace("{id}", str(next(s["id"] for s in sessions if s["current"])))
        if call.subject == "teachers":
            return await self._teacher_path(call)
        if call.path.endswith("/sheet"):
            return f"{call.path}?lessonId={await self.own_lesson(visitor)}"
        if "/journal/" in call.path:
            return f"{call.path}?groupId={await self.own_group(visitor)}"
        if call.subject == "groups" or "/student-groups/group/" in call.path:
            path = call.path.replace("{id}", str(await self.own_group(visitor)))
            path = path.replace("{lesson_id}", str(10**9)).replace("{homework_id}", str(10**9))
            return path.replace("{student_id}", str(self.student.id))
        if "/users/{" in call.path or "/authors/{" in call.path or "/users/staff/{" in call.path:
            return await self._colleague_path(call)
        ids = {
            "/roles/": self.role_id,
            "/students/": self.student.id,
            "/student/": self.student.id,
            "/runs/": self.run_id,
            "/jobs/": self.job_id,
            "/pushes/": 10**9,
            "/sms/templates/": 1,
            "/sms/batches/": 10**9,
            "/views/": 1,
            "/holidays/": 10**9,
            "/recompute/": 10**9,
            "/homework/for-": 10**9,
            "/homework-db/": 10**9,
            "-homework-students/": 10**9,
            "/homework-chat/": 10**9,
            "/exams/": 10**9,
            "/groups/{id}/exams": 10**9,
            "/staff/video/": 10**9,
            "/courses/": 10**9,
            "/curriculum/": 10**9,
        }
        ids |= {"/audits/": self.audit_id, "/offices/": self.branch.id or 0, "/control-actions/": 1}
        id = next((id for part, id in ids.items() if part in call.path), "")
        return (
            call.path.replace("{id}", str(id))
            .replace("{role}", str(self.role_id))
            .replace("{type}", "3")
            .replace("{kind}", "sms")
            .replace("{chat_id}", str(10**9))
            .replace("{exam_id}", "unknown")
            .replace("{field}", "firstName")
            .replace("{audit_id}", str(10**9))
            .replace("{month_id}", str(10**9))
        )

    async def _student_path(self, call: Call) -> str:
        """The path to a group, homework or running exam of the student."""
        sql, student_id = self.console.sql, self.group.students[1].id
        if call.subject == "groups":
            return call.path.replace("{id}", str(self.group.id))
        column = "exam_id" if call.subject == "exams" else "homework_id"
        if "{id}" in call.path and column not in self.works:
            self.works[column] = await a_work_of(self.group, column, self.console)
        path = call.path.replace("{id}", str(self.works.get(column)))
        if "{attempt_id}" in path:
            newest = """select max(a.id) from attempts a join submissions s on s.id = a.submission_id
                where s.student_id = $1 and s.homework_id = $2"""
            path = path.replace("{attempt_id}", str(await sql.fetchval(newest, student_id, self.works[column]) or 0))
        return path

    async def _colleague_path(self, call: Call) -> str:
        """The path to a new account without rights and to its session.

        A new one for each call, as some calls succeed once.
        """
        colleague = a_user_with({}).of(self.branch).having(photo="yuz", author=True)
        await self.console.sign_in(colleague)
        session_id = await self.console.sql.fetchval("select max(id) from sessions")
        path = call.path.replace("{id}", str(colleague.id)).replace("{kind}", "1")
        return path.replace("{session_id}", str(session_id)).replace("{audit_id}", str(10**9))

    async def own_group(self, visitor: Visitor) -> int:
        """A group of the branch taught by the visitor, created at first use."""
        account = next(account for account, other in self.visitors.values() if other is visitor)
        if account not in self.own_groups:
            group = a_class_of(1).in_branch(self.branch).taught_by(a_teacher().with_account(account))
            await self.console.store(group)
            self.own_groups[account] = group.id or 0
        return self.own_groups[account]

    async def own_lesson(self, visitor: Visitor) -> int:
        """A lesson of that group."""
        lesson = """insert into lessons (group_id, teacher_id, date, begin_time, end_time)
            select group_id, teacher_id, '2026-11-16', begin_time, end_time from schedules where group_id = $1
            on conflict (group_id, date, begin_time) do update set classroom_name = '' returning id"""
        return int(await self.console.sql.fetchval(lesson, await self.own_group(visitor)))

    async def _teacher_path(self, call: Call) -> str:
        """The path to a teacher or assistant and to their group.

        The teacher has an account unless the call creates it.
        """
        person = (an_assistant() if "/assistant/" in call.path else a_teacher()).having(photo="yuz")
        if "sign-up" not in call.path:
            account = a_user_with({}).of(self.branch)
            await self.console.store(account)
            person.with_account(account)
        group = a_class_of(0).in_branch(self.branch).taught_by(person)
        await self.console.store(group)
        return call.path.replace("{id}", str(person.id)).replace("{group_id}", str(group.id))

    def body_of(self, call: Call) -> Any:
        """The body with which a caller of the branch gets a success."""
        body = BODIES.get(str(call)) if call.writes else None
        # a holiday without branches is the whole centre's
        return {**body, "officeIds": [self.branch.id]} if call.path.endswith("/holidays") and body else body

    async def status_of(self, call: Call, visitor: Visitor) -> int:
        """The status of the response to the visitor."""
        # a student is nobody to staff's calls, and the other way round
        known = visitor.token and call.of_students == (visitor is self.application)
        path = await self.path_of(call, visitor) if known else call.path_with()
        answer = await visitor.request(call.method, path, json=self.body_of(call))
        if str(call) in ENDS_THE_SESSION and answer.is_success:
            self.visitors = {name: entry for name, entry in self.visitors.items() if entry[1] is not visitor}
            self.application = self.application if visitor is not self.application else None
        return int(answer.status_code)

    async def callers(self, call: Call) -> AsyncIterator[tuple[str, Visitor, bool | None]]:
        """Each kind of caller and if they may call; None: must sign in first."""
        if call.permission != "public":
            yield "a student", await self.student_visitor(), True if call.permission == "student" else None
        if call.permission == "student":
            yield "nobody", self.console.nobody(), None
            yield "a user with every right", await self.with_rights(everything()), None
            yield "the superadmin", await self.visitor_of(a_superadmin()), None
            return
        public, signed_in, superadmin = (call.permission == word for word in ("public", "signed-in", "superadmin"))
        yield "nobody", self.console.nobody(), True if public else None
        yield "a user without rights", await self.with_rights({}), public or signed_in
        for rights in call.sufficient_rights():
            if call.scope == "centre":
                yield f"a user of one branch with {rights}", await self.with_rights(rights), False
                yield f"a user of all branches with {rights}", await self.with_rights_everywhere(rights), True
            else:
                yield f"a user with {rights}", await self.with_rights(rights), True
        if call.keys:
            for rights in call.insufficient_rights():
                yield "a user with every right but the one asked for", await self.with_rights(rights), False
        if superadmin:
            yield "a user with every right", await self.with_rights(everything()), False
        yield "the superadmin", await self.visitor_of(a_superadmin()), True

    async def deviations(self, call: Call) -> list[str]:
        """Deviations from the table, with the call and the caller."""
        found = []
        async for name, visitor, may in self.callers(call):
            status = await self.status_of(call, visitor)
            if not _is_expected(call, status, may):
                wanted = {None: "401", False: "403", True: "success"}[may]
                found.append(f"{call}: {name} is answered {status}, not {wanted}")
        return found


def _is_expected(call: Call, status: int, may: bool | None) -> bool:
    if may is None:
        return status == 401
    if may is False:
        return status == 403
    return status < 300 or status in REFUSED_BY_ITS_RULE.get(str(call), ())
