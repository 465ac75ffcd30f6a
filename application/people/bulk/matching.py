"""Matches a column pasted from a spreadsheet to students."""

from application.actor import Actor
from application.authorization import permits
from application.people.bulk.ports import StudentMatcher
from application.people.bulk.service import GUARD
from contracts.people.bulk import MatchStudents, StudentsMatched
from domain.people.bulk_operation import MAX_LINES, MAX_SELECTED
from domain.shared.errors import FieldError, ValidationError

MAX_LINE_LENGTH = 200


@permits(GUARD)
async def match_students(form: MatchStudents, *, actor: Actor, matcher: StudentMatcher) -> StudentsMatched:
    """Matches each line to one student, several or none; returns a key of the matches.

    Raises ValidationError.
    """
    lines = [" ".join(line.split()) for line in form.lines]
    faults = {}
    if not 1 <= len([line for line in lines if line]) <= MAX_LINES:
        faults["lines"] = [FieldError("limit.le", {"limit": MAX_LINES}) if any(lines) else FieldError("limit.required")]
    elif any(len(line) > MAX_LINE_LENGTH for line in lines):
        faults["lines"] = [FieldError("limit.max_length", {"limit": MAX_LINE_LENGTH})]
    if len(form.ids) > MAX_SELECTED:
        faults["ids"] = [FieldError("limit.le", {"limit": MAX_SELECTED})]
    if faults:
        raise ValidationError(faults)
    found = await matcher.match(lines, actor)
    ids = [line.students[0].id for line in found if line.outcome == "found"]
    key = await matcher.store_selection(list(dict.fromkeys([*ids, *form.ids])), actor)
    return StudentsMatched(key=key, found=len(set(ids)), lines=found)
