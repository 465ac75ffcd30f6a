"""Matches a column pasted from a spreadsheet to students."""

from application.actor import Actor
from application.authorization import permits
from application.people.bulk.ports import StudentMatcher
from application.people.bulk.service import GUARD
from contracts.people.bulk import MatchStudents, StudentsMatched
from domain.people.bulk_operation import LINES_MAX, PICKED_MAX
from domain.shared.errors import FieldError, ValidationError

LINE_MAX = 200


@permits(GUARD)
async def match_students(form: MatchStudents, *, actor: Actor, matcher: StudentMatcher) -> StudentsMatched:
    """Matches each line to one student, several or none; returns a key of the matches.

    Raises ValidationError.
    """
    lines = [" ".join(line.split()) for line in form.lines]
    faults = {}
    if not 1 <= len([line for line in lines if line]) <= LINES_MAX:
        faults["lines"] = [FieldError("limit.le", {"limit": LINES_MAX}) if any(lines) else FieldError("limit.required")]
    elif any(len(line) > LINE_MAX for line in lines):
        faults["lines"] = [FieldError("limit.max_length", {"limit": LINE_MAX})]
    if len(form.ids) > PICKED_MAX:
        faults["ids"] = [FieldError("limit.le", {"limit": PICKED_MAX})]
    if faults:
        raise ValidationError(faults)
    found = await matcher.match(lines, actor)
    ids = [line.students[0].id for line in found if line.outcome == "found"]
    key = await matcher.store_selection(list(dict.fromkeys([*ids, *form.ids])), actor)
    return StudentsMatched(key=key, found=len(set(ids)), lines=found)
