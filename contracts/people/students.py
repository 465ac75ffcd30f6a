"""API types of students: list rows, card, queries, filter options."""

from datetime import date, datetime
from typing import Annotated, Literal

from contracts.settings.control_actions import ControlAction
from contracts.shared import Form, Limit, ListQuery, Named, Wire

StudentKey = Literal["firstName", "lastName", "middleName", "hId"]
# columns that cost a read of their own for each row
StudentColumn = Literal["currentGroups"]


class StudentsQuery(ListQuery):
    """Query of the students list (R1-152, R1-153, D-17).

    ``assistantId``: assists in one of the student's groups; ``staffId``: registered the student; ``authorId``: author
    of a course of the student. ``ids``: these and no others; ``picked``: those of a pasted column, by its key.
    ``importId``: created or changed by an import (D-155). ``columns``: shown beside those that every answer has.
    """

    keys: list[StudentKey] | None = None
    columns: list[StudentColumn] | None = None
    category_id: int | None = None
    status_id: int | None = None
    system_status: Literal[1, 2] | None = None
    student_group: int | None = None
    office_ids: list[int] | None = None
    has_photo: bool | None = None
    has_private_info: bool | None = None
    assistant_id: int | None = None
    staff_id: int | None = None
    author_id: int | None = None
    ids: list[int] | None = None
    picked: Annotated[str, Limit(max_length=64)] | None = None
    import_id: int | None = None


class CategoryRef(Wire):
    """A category of courses, by the school's name for it."""

    id: int
    h_name: str


class StudentRow(Wire):
    """A student in a list (R1-151).

    ``status``: in the school; ``systemStatus``: 1 active, 2 blocked. ``currentGroups``: in the caller's branches, null
    unless ``columns`` names it.
    """

    id: int
    h_id: str | None
    photo: str | None
    has_personal_data: bool
    full_name: str
    offices: list[Named]
    categories: list[CategoryRef]
    status: Named | None
    system_status: int
    created_at: datetime
    login: str | None
    mobile: str | None
    phone_number: str | None
    gender: int | None
    birth_date: date | None
    current_groups: list[Named] | None
    has_sms_history: bool


class StudentPage(Wire):
    """A page of students, and the total."""

    students: list[StudentRow]
    total: int


class MaskedIdentityDocuments(Wire):
    """Masked identity documents: enough to compare, not to use (D-19, D-58)."""

    passport: str | None = None
    personal_id: str | None = None
    birth_certificate: str | None = None


class StudentGroup(Wire):
    """One period of a student in a group.

    ``groupStatus``: 1 not started, 2 active, 3 ended.
    """

    student_group_id: int
    group_id: int
    group_name: str
    course_name: str | None
    office_name: str | None
    action_id: int
    action_name: str
    started_date: date | None
    ended_date: date | None
    group_status: int


class StickyDifference(Wire):
    """A sticky field whose value differs from the school's.

    ``field``: as in the card.
    """

    field: str
    school_value: str | None


class StudentCard(StudentRow):
    """One student in full."""

    first_name: str
    last_name: str
    middle_name: str | None
    block_reason: str | None
    school_status: str
    school_deleted: bool
    version: int
    papers: MaskedIdentityDocuments
    groups: list[StudentGroup]
    sticky: list[StickyDifference]


class StudentAnswer(Wire):
    """A student's card."""

    student: StudentCard


class ChangeStudent(Form):
    """Names and phone as staff edit them; ``version`` is the version that was read."""

    version: int
    first_name: Annotated[str, Limit(min_length=1, max_length=100)]
    last_name: Annotated[str, Limit(min_length=1, max_length=100)]
    middle_name: Annotated[str, Limit(max_length=100)] = ""
    phone_number: Annotated[str, Limit(max_length=30)] | None = None


class ImportRef(Wire):
    """An import that students are filtered by."""

    id: int
    file_name: str
    committed_at: datetime


class StudentFilters(Wire):
    """Options of the students list's filters, in the caller's branches."""

    categories: list[CategoryRef]
    statuses: list[Named]
    groups: list[Named]
    offices: list[Named]
    courses: list[Named]
    assistants: list[Named]
    staffs: list[Named]
    authors: list[Named]
    imports: list[ImportRef]


class ControlActions(Wire):
    """All student statuses."""

    control_actions: list[ControlAction]


class GroupFilters(Wire):
    """Options of group lists and selects."""

    categories: list[CategoryRef]
    courses: list[Named]
    offices: list[Named]
    teachers: list[Named]
    learning_types: list[str]
