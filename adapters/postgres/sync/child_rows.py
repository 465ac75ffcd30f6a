"""Child rows as a document and in staged form.

Child rows are branches of a person, months of a course, and the timetable of a group. ``Spec.document`` yields the
document, which a change records; a merge copies in the staged form.
"""

from typing import Any

import msgspec

from contracts.sync.school_records import Feed

_json = msgspec.json.Encoder().encode
# a month of a course: its number, name and topics as the school has them or, of a stored course, as they are here; then
# with what restores it, see ``adapters.postgres.sync.school_curricula``
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
        # the curriculum stays as it is
        return None
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


def school_part(feed: Feed, document: Any) -> Any:
    """The school's part of the document of a stored row, as the school would send it."""
    if feed != Feed.COURSES:
        return document
    topics = [topic for *_, details in document for topic in details["topics"]]
    return [
        [
            details["school_number"],
            details["school_name"],
            [
                school_name
                for _, _, school_name, month, place, _ in sorted(topics, key=lambda topic: topic[4] or 0)
                if place is not None and month == details["school_number"]
            ]
            or None,
        ]
        for _, _, _, details in sorted(document, key=lambda month: month[3]["school_number"] or 0)
        if details["school_number"] is not None
    ]
