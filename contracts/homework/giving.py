"""Giving, editing and listing homework (part 2 §3, D-77, D-79, D-80)."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec

from contracts.homework.files import FileCard, Voice, VoiceCard
from contracts.shared import Form, Limit, ListQuery, Named, Order, Query, Wire
from domain.homework.deadlines import Hours
from domain.homework.homework import DESCRIPTION_LENGTH

Description = Annotated[str, Limit(min_length=1, max_length=DESCRIPTION_LENGTH)]
# waiting 1, rejected 2, accepted 3, checking 4, uncompleted 5, not given 6 (D-23)
Status = Literal[1, 2, 3, 4, 5, 6]
# System 1, Teacher 2 (R2-191)
SourceCode = Literal[1, 2]
# Random 1, Same 2 (R2-192)
Mode = Literal[1, 2]


class UseGenerated(Form):
    """The reference to generated homework: two fields of the answer (D-85)."""

    mode: Mode
    publication_ids: list[int]


class GiveHomework(Form):
    """Homework for the class of a lesson.

    ``deadline``: hours to do it (R2-186). ``topicId``: of the group's course; null: without a topic. ``attachments``:
    ids of uploaded files, beside those of what was generated. ``source`` System 1 needs ``generated`` and gives a copy
    of it, Teacher 2 refuses it; with another ``description`` than the generated one it counts as the teacher's (D-85).
    The variants of Random are given as they are: the description is ignored.
    """

    lesson_id: int
    description: Description
    deadline: Hours
    topic_id: int | None = None
    source: SourceCode = 2
    attachments: list[str] = msgspec.field(default_factory=list)
    voice: Voice | None = None
    generated: UseGenerated | None = None


class EditHomework(Form):
    """The homework as it shall be.

    ``attachments``, ``voice``: what stays, by the ids of the answer, and what is new, by those of the uploads; the
    rest is removed. The deadline has a call of its own.
    """

    version: int
    description: Description
    topic_id: int | None = None
    attachments: list[str] = msgspec.field(default_factory=list)
    voice: Voice | None = None


class MoveDeadline(Form):
    """A new deadline: the hours are counted anew from now (D-80)."""

    version: int
    deadline: Hours


class DeleteHomeworkQuery(Query, kw_only=True):
    """``confirmed``: delete it with the work that students have handed in."""

    version: int | None = None
    confirmed: bool = False


class HomeworkLookup(Query, kw_only=True):
    """The homework, or the lesson whose newest homework is meant (D-77)."""

    homework_id: int | None = None
    lesson_id: int | None = None


class StatusCounts(Wire):
    """Submissions by status as statistics show them (D-23).

    Work that is being checked is waiting.

    ``given``: students to whom it was given; ``notGiven`` are not among them.
    """

    given: int
    waiting: int
    rejected: int
    accepted: int
    uncompleted: int
    not_given: int


class HomeworkLesson(Wire):
    """The lesson of a homework. ``number``: its position in the group."""

    id: int
    number: int
    date: date
    begin_time: str
    end_time: str


class GivenVariant(Wire):
    """A variant of the homework database, as it was given (D-85).

    ``students``: how many drew it.
    """

    letter: str
    description: str
    attachments: list[FileCard]
    students: int


class HomeworkCard(Wire):
    """A homework.

    ``hours``: 24 or 36, from which ``deadline`` was counted. ``handedIn``: students of whom there is work; deleting
    the homework deletes it. ``averageScore``: one decimal, null without a score. ``mode``: of what was generated, else
    null. ``variants``: of Random, of which each student has one; ``description`` is then the first one's.
    """

    id: int
    group: Named
    lesson: HomeworkLesson
    topic: Named | None
    description: str
    source: SourceCode
    hours: Hours
    given_at: datetime
    deadline: datetime
    created_by: Named | None
    attachments: list[FileCard]
    voice: VoiceCard | None
    counts: StatusCounts
    handed_in: int
    average_score: float | None
    mode: Mode | None
    variants: list[GivenVariant]
    version: int


class HomeworkAnswer(Wire):
    """One homework."""

    homework: HomeworkCard


class ChangedHomework(Wire):
    """A homework just given or changed; its card has a call of its own."""

    id: int
    group_id: int
    lesson_id: int
    hours: Hours
    deadline: datetime
    version: int


class ChangedHomeworkAnswer(Wire):
    """The homework after the change."""

    homework: ChangedHomework


class WorkRow(Wire):
    """The work of one student for a homework.

    ``status``: see D-23; a claim that has expired counts no more. ``dueAt``: the student's own deadline, later after a
    rejection (D-80). ``late``: the newest hand-in came after it. ``holder``: the checker that has it open.
    ``variant``: the letter of the student's variant, null where all have the same.
    """

    submission_id: int
    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    status: Status
    score: int | None
    attempts: int
    handed_in_at: datetime | None
    late: bool
    due_at: datetime
    checked_by: str | None
    checked_at: datetime | None
    holder: str | None
    variant: str | None
    version: int


class HomeworkOfLesson(Wire):
    """A homework with the work of every student, by name."""

    homework: HomeworkCard
    submissions: list[WorkRow]


class GroupHomeworkQuery(ListQuery, kw_only=True):
    """Homework of a group: what waits for checking first, then the newest.

    ``studyMonthId``: of a study month of its course (R2-352).
    """

    order_by: Order = Order.DESC
    study_month_id: int | None = None


class HomeworkRow(Wire):
    """A homework in the list of its group. ``variants``: of Random, 0 otherwise."""

    id: int
    lesson_id: int
    lesson_number: int
    lesson_date: date
    topic: str | None
    description: str
    given_at: datetime
    deadline: datetime
    counts: StatusCounts
    handed_in: int
    average_score: float | None
    # since when the oldest unchecked work waits
    waiting_since: datetime | None
    variants: int
    version: int


class GroupHomeworkPage(Wire):
    """A page of a group's homework.

    ``waiting``: homework with work to check; ``works``: those works.
    """

    homework: list[HomeworkRow]
    total: int
    waiting: int
    works: int


class FormLesson(Wire):
    """A lesson to which homework can be given.

    ``topicId``: of the curriculum; ``given``: topics of its homework, null for one without a topic.
    """

    id: int
    number: int
    date: date
    begin_time: str
    end_time: str
    topic_id: int | None
    given: list[int | None]


class FormOptionsQuery(Query, kw_only=True):
    """The group whose form is filled; required.

    ``lessonId``: to offer this lesson, however old it is.
    """

    group_id: int | None = None
    lesson_id: int | None = None


class TopicGeneration(Wire):
    """The homework that can be generated for a topic: main, and variants (D-85)."""

    topic_id: int
    main: bool
    variants: int


class FormOptions(Wire):
    """Choices of the form: lessons newest first, the topics of the course, hours.

    ``generating``: whether the homework database has homework of the course; ``note``: why not, in words (D-85).
    ``generated``: the topics with published homework.
    """

    lessons: list[FormLesson]
    topics: list[Named]
    hours: list[int]
    sources: list[SourceCode]
    generating: bool
    note: str
    generated: list[TopicGeneration]


class GenerateQuery(Query, kw_only=True):
    """A topic of a group, and the mode (D-85).

    Random 1 draws a variant for each student, Same 2 is the main homework of the topic.
    """

    group_id: int | None = None
    topic_id: int | None = None
    mode: Mode = 2


class GeneratedHomework(Wire):
    """A published homework of the database. ``letter``: of a variant."""

    homework_id: int
    edition: int
    letter: str | None
    description: str
    attachments: list[FileCard]


class Generated(Wire):
    """Homework of the database for a topic, of one moment (D-85).

    ``homework``: the main one of Same, the variants of Random; ``description``: the first one's. ``publicationIds``:
    for giving it, within an hour after it was published anew.
    """

    description: str
    source: SourceCode
    mode: Mode
    homework: list[GeneratedHomework]
    publication_ids: list[int]


class NotSubmittedStudent(Wire):
    """A student to whom a homework was given and who has not handed it in.

    ``remindedAt``: the newest reminder of it.
    """

    submission_id: int
    student_id: int
    h_id: str | None
    full_name: str
    photo: str | None
    phone_number: str | None
    due_at: datetime
    reminded_at: datetime | None


class NotSubmittedStudents(Wire):
    """Those students, by name (R2-194)."""

    students: list[NotSubmittedStudent]
    total: int
