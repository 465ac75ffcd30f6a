"""Gamification: earnings and the rules of earning."""

from application.gamification import awards, own_awards, recomputation
from contracts.gamification import StudentAwardsQuery
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.headers import AS_IT_IS
from entrypoints.http.routes.exports import AS_A_FILE, as_spreadsheet

ROUTES = [
    endpoint("GET", "/students/{student_id:int}/awards", awards.list_student_awards, operation_id="listStudentAwards"),
    endpoint(
        "POST",
        "/students/{student_id:int}/awards/export",
        awards.export_student_awards,
        operation_id="exportStudentAwards",
        status=200,
        parameters={"query": StudentAwardsQuery},
        answer=as_spreadsheet,
        responses=AS_A_FILE,
        marks=[AS_IT_IS],
    ),
    endpoint(
        "POST",
        "/student-awards/recompute/preview",
        recomputation.preview_recomputation,
        operation_id="previewRecomputation",
        status=202,
    ),
    endpoint(
        "GET",
        "/student-awards/recompute/{recomputation_id:int}",
        recomputation.show_recomputation,
        operation_id="showRecomputation",
    ),
    endpoint(
        "GET",
        "/student-awards/recompute/{recomputation_id:int}/rows",
        recomputation.list_recomputation_rows,
        operation_id="listRecomputationRows",
    ),
    endpoint(
        "POST",
        "/student-awards/recompute/{recomputation_id:int}/commit",
        recomputation.commit_recomputation,
        operation_id="commitRecomputation",
        status=202,
    ),
]
STUDENT_ROUTES = [
    endpoint("GET", "/awards", own_awards.list_own_awards, operation_id="listOwnAwards"),
    endpoint("GET", "/balance", own_awards.show_own_balance, operation_id="showOwnBalance"),
]
