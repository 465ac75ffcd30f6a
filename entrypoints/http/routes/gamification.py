"""Gamification: earnings and the rules of earning."""

from application.gamification.awards import list_student_awards
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/students/{student_id:int}/awards", list_student_awards, operation_id="listStudentAwards"),
]
