"""Exams: giving, checking, announcing, public results; own exams of a student."""

from litestar import Response

from application.exams import announce, chats, checking, give, history, queries, revert, student_exams
from application.files.uploads import MAX_WORK_BYTES
from application.ports import Clock
from contracts.exams.exams import PublicExamAnswer
from domain.shared.errors import DomainError
from entrypoints.http.caller import address
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.headers import AS_IT_IS
from entrypoints.http.rate_limiter import PublicRateLimiter
from entrypoints.http.responses import Answer
from entrypoints.http.routes.exports import AS_A_FILE, as_spreadsheet
from entrypoints.http.routes.files import UPLOAD, UPLOADED


def _unlisted(made: PublicExamAnswer) -> Response[Answer[PublicExamAnswer]]:
    """A public page that no search engine lists (D-147)."""
    return Response(Answer(data=made), headers={"X-Robots-Tag": "noindex", "Cache-Control": "no-store"})


def admit_public(address: str, *, limiter: PublicRateLimiter, clock: Clock) -> None:
    """Raises DomainError("shared.too_often") beyond the limit of an address (D-147)."""
    if seconds := limiter.wait(address, clock.now()):
        raise DomainError("shared.too_often", seconds=seconds)


REVERT = "/exams/{id:int}/history/{audit_id:int}/take-back"
EXAM, CHAT, RESULT = "/exams/{id:int}", "/exams/{id:int}/chats/{chat_id:int}", "/exams/results/{id:int}"

STUDENT_ROUTES = [
    endpoint("GET", "/exams", student_exams.list_own_exams, operation_id="listOwnExams"),
    endpoint("GET", "/exams/{id:int}", student_exams.show_own_exam, operation_id="showOwnExam"),
    endpoint("POST", "/exams/{id:int}/submissions", student_exams.hand_in_own_exam, operation_id="handInOwnExam"),
    endpoint("POST", "/exams/{id:int}/messages", student_exams.write_about_exam, operation_id="writeAboutExam"),
]

ROUTES = [
    endpoint("GET", "/groups/{id:int}/exams", queries.list_group_exams, operation_id="listGroupExams"),
    endpoint("POST", "/exams", give.add_exam, operation_id="addExam"),
    endpoint("POST", "/exam/for-admin", give.add_exam_of, operation_id="addExamForAdmin", audience="admin"),
    endpoint("POST", "/exam/for-academic", give.add_exam_of, operation_id="addExamForAcademic", audience="academic"),
    endpoint("GET", "/exams/form-options", queries.exam_form_options, operation_id="examFormOptions"),
    endpoint("GET", "/exams/study-months", queries.list_study_months, operation_id="listExamStudyMonths"),
    endpoint("GET", "/exams/failing-reasons", queries.list_failing_reasons, operation_id="listFailingReasons"),
    endpoint("GET", EXAM, queries.show_exam, operation_id="showExam"),
    endpoint("PATCH", EXAM, give.edit_exam, operation_id="editExam"),
    endpoint("DELETE", EXAM, give.delete_exam, operation_id="deleteExam", status=200),
    endpoint("PATCH", f"{EXAM}/deadline", give.move_exam_deadline, operation_id="moveExamDeadline"),
    endpoint("GET", f"{EXAM}/history", history.exam_history, operation_id="examHistory"),
    endpoint("GET", REVERT, revert.preview_exam_revert, operation_id="showExamTakingBack"),
    endpoint("PUT", REVERT, revert.revert_exam_change, operation_id="takeBackExamChange"),
    endpoint("GET", f"{EXAM}/count", queries.count_exam, operation_id="countExam"),
    endpoint("GET", f"{EXAM}/participants", queries.list_participants, operation_id="listExamParticipants"),
    endpoint("GET", f"{EXAM}/chats", queries.list_exam_chats, operation_id="listExamChats"),
    endpoint("GET", f"{EXAM}/results", queries.list_exam_results, operation_id="listExamResults"),
    endpoint("POST", f"{EXAM}/check", checking.check_exam, operation_id="checkExam", status=200),
    endpoint("GET", f"{EXAM}/announce", announce.preview_announcement, operation_id="previewExamAnnouncement"),
    endpoint("POST", f"{EXAM}/announce", announce.announce_exam, operation_id="announceExam", status=200),
    endpoint(
        "POST",
        f"{EXAM}/results/export",
        announce.export_results,
        operation_id="exportExamResults",
        status=200,
        answer=as_spreadsheet,
        responses=AS_A_FILE,
        marks=[AS_IT_IS],
    ),
    endpoint("GET", CHAT, queries.show_exam_chat, operation_id="showExamChat"),
    endpoint("POST", f"{CHAT}/messages", chats.send_exam_message, operation_id="sendExamMessage"),
    endpoint("PUT", f"{CHAT}/draft", chats.save_exam_draft, operation_id="saveExamDraft"),
    endpoint("GET", RESULT, queries.show_exam_result, operation_id="showExamResult"),
    endpoint("PUT", RESULT, checking.correct_exam, operation_id="correctExamResult"),
    endpoint("POST", f"{RESULT}/undo", checking.undo_exam_check, operation_id="undoExamCheck"),
    endpoint("GET", f"{RESULT}/award-preview", checking.preview_exam_award, operation_id="previewExamAward"),
    endpoint(
        "POST",
        "/upload/exam-attachments",
        chats.upload_exam_file,
        operation_id="uploadExamFile",
        reads=UPLOADED,
        body_max=MAX_WORK_BYTES,
        marks=UPLOAD,
    ),
    endpoint(
        "GET",
        "/exam-results/{exam_id:str}/public",
        queries.show_public_result,
        operation_id="showPublicExamResult",
        reads={"address": address},
        admit=admit_public,
        answer=_unlisted,
    ),
]
