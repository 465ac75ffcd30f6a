"""The homework database: tree, homework, drafts, topics (D-104, D-105)."""

from application.files.uploads import MAX_WORK_BYTES
from application.homework_database import chapters, homework, lessons, publishing, queries, topics
from entrypoints.http.endpoint import endpoint
from entrypoints.http.routes.files import UPLOAD, UPLOADED

ROUTES = [
    endpoint("GET", "/homework-db", queries.list_database_homework, operation_id="listDatabaseHomework"),
    endpoint("POST", "/homework-db", homework.add_database_homework, operation_id="addDatabaseHomework"),
    endpoint("GET", "/homework-db/filter-objects", queries.database_filters, operation_id="homeworkDatabaseFilters"),
    endpoint("GET", "/homework-db/by-curriculum-id", topics.homework_of_topic, operation_id="homeworkOfTopic"),
    endpoint("PUT", "/homework-db/set-lessons", topics.set_lessons, operation_id="setLessonsOfTopic"),
    endpoint("PUT", "/homework-db/move", homework.move_homework, operation_id="moveDatabaseHomework"),
    endpoint("GET", "/homework-db/chapters", queries.list_chapters, operation_id="listDatabaseChapters"),
    endpoint("POST", "/homework-db/chapters", chapters.add_chapter, operation_id="addDatabaseChapter"),
    endpoint("PUT", "/homework-db/chapters/move", chapters.move_chapter, operation_id="moveDatabaseChapter"),
    endpoint("PUT", "/homework-db/chapters/{id:int}", chapters.edit_chapter, operation_id="editDatabaseChapter"),
    endpoint(
        "DELETE",
        "/homework-db/chapters/{id:int}",
        chapters.delete_chapter,
        operation_id="deleteDatabaseChapter",
        status=200,
    ),
    endpoint(
        "GET",
        "/homework-db/chapters/{id:int}/history",
        queries.database_chapter_history,
        operation_id="databaseChapterHistory",
    ),
    endpoint("GET", "/homework-db/lessons", queries.list_database_lessons, operation_id="listDatabaseLessons"),
    endpoint("POST", "/homework-db/lessons", lessons.add_lesson, operation_id="addDatabaseLesson"),
    endpoint("PUT", "/homework-db/lessons/move", lessons.move_lesson, operation_id="moveDatabaseLesson"),
    endpoint("GET", "/homework-db/lessons/{id:int}", queries.show_database_lesson, operation_id="showDatabaseLesson"),
    endpoint("PUT", "/homework-db/lessons/{id:int}", lessons.edit_lesson, operation_id="editDatabaseLesson"),
    endpoint(
        "DELETE",
        "/homework-db/lessons/{id:int}",
        lessons.delete_lesson,
        operation_id="deleteDatabaseLesson",
        status=200,
    ),
    endpoint(
        "GET",
        "/homework-db/lessons/{id:int}/history",
        queries.database_lesson_history,
        operation_id="databaseLessonHistory",
    ),
    endpoint("GET", "/homework-db/draft", publishing.list_drafts, operation_id="listDatabaseDrafts"),
    endpoint(
        "POST",
        "/homework-db/draft/publish",
        publishing.publish_drafts,
        operation_id="publishDatabaseDrafts",
        status=200,
    ),
    endpoint(
        "POST",
        "/homework-db/draft/discard",
        publishing.discard_drafts,
        operation_id="discardDatabaseDrafts",
        status=200,
    ),
    endpoint("GET", "/homework-db/{id:int}", queries.show_database_homework, operation_id="showDatabaseHomework"),
    endpoint("PUT", "/homework-db/{id:int}", homework.edit_database_homework, operation_id="editDatabaseHomework"),
    endpoint(
        "DELETE",
        "/homework-db/{id:int}",
        homework.delete_database_homework,
        operation_id="deleteDatabaseHomework",
        status=200,
    ),
    endpoint(
        "GET",
        "/homework-db/{id:int}/history",
        queries.database_homework_history,
        operation_id="databaseHomeworkHistory",
    ),
    endpoint("GET", "/homework-db/{id:int}/uses", queries.homework_uses, operation_id="databaseHomeworkUses"),
    endpoint(
        "GET",
        "/homework-db/{id:int}/switch-options",
        topics.switch_options,
        operation_id="databaseHomeworkSwitchOptions",
    ),
    endpoint("PUT", "/homework-db/{id:int}/switch", topics.switch_homework, operation_id="switchDatabaseHomework"),
    endpoint(
        "POST",
        "/upload/homework-db-attachments",
        homework.upload_database_file,
        operation_id="uploadDatabaseAttachment",
        reads=UPLOADED,
        body_max=MAX_WORK_BYTES,
        marks=UPLOAD,
    ),
]
