"""Students, and the names that filters and choosers need."""

from application.people.students import students as use_cases
from application.people.students.edit import change_student, take_school_value
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint("GET", "/students/all", use_cases.list_students, operation_id="listStudents"),
    endpoint("GET", "/students/filter-objects", use_cases.student_filters, operation_id="studentFilters"),
    endpoint("GET", "/students/{student_id:int}", use_cases.show_student, operation_id="showStudent"),
    endpoint("PUT", "/students/{student_id:int}/update-profile", change_student, operation_id="changeStudent"),
    endpoint(
        "DELETE", "/students/{student_id:int}/sticky/{field:str}", take_school_value, operation_id="takeSchoolValue"
    ),
    endpoint("GET", "/groups/filter-objects", use_cases.group_filters, operation_id="groupFilters"),
    endpoint("GET", "/control-actions", use_cases.list_control_actions, operation_id="listControlActions"),
]
