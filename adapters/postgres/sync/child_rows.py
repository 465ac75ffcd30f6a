"""What belongs to a row (branches of a person, months of a course, timetable of a group) as a document and as staged.

The document is what ``Spec.document`` gives and a change records; the staged form is what a merge copies in.
"""

from typing import Any

import msgspec

from contracts.sync.school_records import Feed

_json = msgspec.json.Encoder().encode
# in the document → in the staged form
_SCHEDULE_NAMES = {"days_of_week": "days", "classroom_name": "classroom"}
_STAGED_NAMES = {staged: name for name, staged in _SCHEDULE_NAMES.items()}
STAGED = {
    Feed.TEACHERS: "office_ids",
    Feed.STUDENTS: "office_ids",
    Feed.COURSES: "months",
    Feed.GROUPS: "schedules",
}


def staged(feed: Feed, document: Any) -> Any:
    """The staged form of a document; what has no such form stays as it is."""
    if feed == Feed.COURSES:
        months = [{"number": number, "name": name, "topics": topics or []} for number, name, topics in document]
        return _json(months).decode()
    if feed == Feed.GROUPS:
        return _json([{_SCHEDULE_NAMES.get(n, n): v for n, v in one.items()} for one in document]).decode()
    return document


def document(feed: Feed, value: Any) -> Any:
    """The document that a staged form will be, of what the school itself says."""
    if feed == Feed.COURSES:
        months = sorted(msgspec.json.decode(value), key=lambda month: month["number"])
        return [[month["number"], month["name"], month["topics"] or None] for month in months]
    if feed == Feed.GROUPS:
        schedules = sorted(msgspec.json.decode(value), key=lambda one: one["h_id"])
        return [{_STAGED_NAMES.get(n, n): v for n, v in one.items()} for one in schedules]
    return sorted(value)
