"""Study courses: list, study months, topics."""

from application.courses import courses, history, months, revert, topics
from entrypoints.http.endpoint import endpoint

COURSE, MONTHS, TOPIC = "/courses/{id:int}", "/courses/{id:int}/study-month", "/curriculum/{id:int}"
COURSE_REVERT = f"{COURSE}/history/{{audit_id:int}}/take-back"
TOPIC_REVERT = f"{TOPIC}/history/{{audit_id:int}}/take-back"

ROUTES = [
    endpoint("GET", "/courses", courses.list_courses, operation_id="listCourses"),
    endpoint("POST", "/courses", courses.add_course, operation_id="addCourse"),
    endpoint("GET", "/courses/filter-objects", courses.course_filters, operation_id="courseFilters"),
    endpoint("PUT", "/courses/move", courses.move_course, operation_id="moveCourse"),
    endpoint("GET", COURSE, courses.show_course, operation_id="showCourse"),
    endpoint("PUT", COURSE, courses.edit_course, operation_id="editCourse"),
    endpoint("DELETE", COURSE, courses.delete_course, operation_id="deleteCourse", status=200),
    endpoint("GET", f"{COURSE}/groups", courses.list_course_groups, operation_id="listCourseGroups"),
    endpoint("GET", f"{COURSE}/history", history.course_history, operation_id="courseHistory"),
    endpoint("GET", COURSE_REVERT, revert.preview_course_revert, operation_id="showCourseTakingBack"),
    endpoint("PUT", COURSE_REVERT, revert.revert_course_change, operation_id="takeBackCourseChange"),
    endpoint("GET", MONTHS, months.list_months, operation_id="listStudyMonths"),
    endpoint("PUT", MONTHS, months.save_months, operation_id="saveStudyMonths"),
    endpoint(
        "PUT",
        f"{MONTHS}/{{month_id:int}}/reset-order",
        months.reset_month_order,
        operation_id="resetStudyMonthOrder",
    ),
    endpoint("GET", "/curriculum", topics.show_course_curriculum, operation_id="showCourseCurriculum"),
    endpoint("POST", "/curriculum", topics.add_topic, operation_id="addTopic"),
    endpoint("PUT", "/curriculum/move", topics.move_topic, operation_id="moveTopic"),
    endpoint("GET", TOPIC, topics.show_topic, operation_id="showTopic"),
    endpoint("PUT", TOPIC, topics.rename_topic, operation_id="renameTopic"),
    endpoint("PUT", f"{TOPIC}/reset", topics.reset_topic, operation_id="resetTopic"),
    endpoint("DELETE", TOPIC, topics.delete_topic, operation_id="deleteTopic", status=200),
    endpoint("GET", f"{TOPIC}/history", history.topic_history, operation_id="topicHistory"),
    endpoint("GET", TOPIC_REVERT, revert.preview_topic_revert, operation_id="showTopicTakingBack"),
    endpoint("PUT", TOPIC_REVERT, revert.revert_topic_change, operation_id="takeBackTopicChange"),
]
