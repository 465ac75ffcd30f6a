"""Child rows as a document and in staged form.

Child rows are branches of a person, months of a course, and the timetable of a group. ``Spec.document`` yields the
document, which a change records; a merge copies in the staged form.
"""

from typing import Any

import msgspec

from contracts.sync.school_records import Feed

_json = msgspec.json.Encoder().encode
# name in the document → name in the staged form
_SCHEDULE_NAMES = {"days_of_week": "days", "classroom_name": "classroom"}
_STAGED_NAMES = {staged: name for name, staged in _SCHEDULE_NAMES.items()}
STAGED = {
    Feed.TEACHERS: "office_ids",
    Feed.STUDENTS: "office_ids",
    Feed.COURSES: "months",
    Feed.GROUPS: "schedules",
}


def staged(feed: Feed, document: Any) -> Any:
    """The staged form of a document; a value without such a form stays as it is."""
    if feed == Feed.COURSES:
        months = [{"number": number, "name": name, "topics": topics or []} for number, name, topics in document]
        return _json(months).decode()
    if feed == Feed.GROUPS:
        return _json([{_SCHEDULE_NAMES.get(n, n): v for n, v in one.items()} for one in document]).decode()
    return document


def document(feed: Feed, value: Any) -> Any:
    """The document of a staged form, from the school's values."""
    if feed == Feed.COURSES:
        months = sorted(msgspec.json.decode(value), key=lambda month: month["number"])
        return [[month["number"], month["name"], month["topics"] or None] for month in months]
    if feed == Feed.GROUPS:
        schedules = sorted(msgspec.json.decode(value), key=lambda one: one["h_id"])
        return [{_STAGED_NAMES.get(n, n): v for n, v in one.items()} for one in schedules]
    return sorted(value)
