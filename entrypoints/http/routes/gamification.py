"""Gamification: earnings and the rules of earning."""

from application.gamification import own_awards, recomputation
from application.gamification.awards import list_student_awards
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/students/{student_id:int}/awards", list_student_awards, operation_id="listStudentAwards"),
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
