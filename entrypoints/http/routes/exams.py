"""Exams: the own exams of a student."""

from application.exams import student_exams
from entrypoints.http.endpoint import endpoint

STUDENT_ROUTES = [
    endpoint("GET", "/exams", student_exams.list_own_exams, operation_id="listOwnExams"),
    endpoint("GET", "/exams/{id:int}", student_exams.show_own_exam, operation_id="showOwnExam"),
    endpoint("POST", "/exams/{id:int}/submissions", student_exams.hand_in_own_exam, operation_id="handInOwnExam"),
    endpoint("POST", "/exams/{id:int}/messages", student_exams.write_about_exam, operation_id="writeAboutExam"),
]
