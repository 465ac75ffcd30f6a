"""Queries of every list: without a filter, and with each filter alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OPENAPI = Path(__file__).resolve().parents[2] / "contracts" / "openapi.json"
# parameters of paging, and those that only modify another parameter
_HOW = {"page", "perPage", "keys", "columns", "picked", "ids"}
# ids in paths and in filters → the query that finds an id
IDS = {
    "group_id": "select group_id from group_marks order by attended desc limit 1",
    "studentId": "select student_id from enrolments order by id limit 1",
    "groupId": "select group_id from group_marks order by attended desc limit 1",
    "homeworkId": "select 1",
    "examId": "select 1",
    "lessonId": "select min(id) from lessons",
    "categoryId": "select min(id) from categories",
    "courseId": "select min(course_id) from groups",
    "teacherId": "select min(teacher_id) from lessons",
    "assistantId": "select min(teacher_id) from lessons",
    "staffId": "select min(teacher_id) from lessons",
    "authorId": "select 1",
    "officeIds": "select min(id) from offices",
    "studentGroup": "select 1",
    "statusId": "select 1",
    "actionId": "select 1",
    "roleId": "select min(id) from roles",
    "actorId": "select min(id) from users",
    "entityId": "select 1",
    "role_id": "select min(id) from roles",
    "studyMonthId": "select 1",
    "importId": "select 1",
    "topicId": "select 1",
    "chapterId": "select 1",
}
_WORDS = {
    "value": ["kar", "Шахзод", "zzzz"],
    "learningTypeId": ["offline"],
    "verb": ["student.created"],
    "entity": ["student"],
    "permission": ["users:students"],
    "field": ["phone"],
    "screen": ["/students"],
}


def list_queries(ids: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each list without a filter, and with each value of each filter alone."""
    for template, calls in json.loads(OPENAPI.read_text())["paths"].items():
        parameters = calls.get("get", {}).get("parameters", [])
        inside = [one["name"] for one in parameters if one["in"] == "path"]
        if not any(one["name"] == "perPage" for one in parameters) or not all(name in ids for name in inside):
            continue
        path = template.format(**{name: ids[name] for name in inside})
        needed = {one["name"]: ids[one["name"]] for one in parameters if one.get("required") and one["in"] == "query"}
        yield path, needed
        for one in parameters:
            if one["in"] == "query" and one["name"] not in _HOW | set(needed):
                for value in _values(one["name"], one["schema"], ids):
                    yield path, needed | {one["name"]: value}


def _values(name: str, schema: dict[str, Any], ids: dict[str, Any]) -> list[Any]:
    if "enum" in schema:
        return list(schema["enum"])
    if schema["type"] == "boolean":
        return ["true", "false"]
    if schema.get("format") == "date":
        return ["2025-01-01", "2027-01-01"]
    return [ids[name]] if name in ids else _WORDS[name]
