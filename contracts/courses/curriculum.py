"""The curriculum of a study course: topics in order (part 2 §3, D-102, D-103)."""

from datetime import date, datetime

from contracts.shared import Form, Named, Query, Required, Wire


class CurriculumQuery(Query, kw_only=True):
    """A course, or one of its study months; one of them is required."""

    course_id: int | None = None
    study_month_id: int | None = None


class CurriculumTopic(Wire):
    """A topic of a study month.

    ``position``: 1…n in its month. ``number``: consecutive in the course, null for an ended topic. ``school``: it comes
    from the school; ``schoolName``: the school's name where it was renamed here, else null; ``differs``: it was
    renamed, or is of the centre's own. ``endedAt``: the moment since which no lesson takes it. ``lessonsHeld``: lessons
    that have had it. ``homework``, ``drafts``: its homework of the database, published and not.
    """

    id: int
    position: int
    number: int | None
    name: str
    school: bool
    school_name: str | None
    differs: bool
    ended_at: datetime | None
    lessons_held: int
    homework: int
    drafts: int
    version: int


class CurriculumMonth(Wire):
    """A study month with its topics in order; fields as in ``MonthRow``.

    ``followsTopics``: no number is set, so it has as many lessons as topics that have not ended, at least 1 (R2-312).
    """

    id: int
    number: int
    name: str
    lessons: int
    follows_topics: bool
    school: bool
    reordered: bool
    differs: bool
    topics: list[CurriculumTopic]


class Curriculum(Wire):
    """The topics of a course by study month.

    ``version``: of its months and the order of their topics. ``differences``: as in ``CourseCard``.
    """

    course: Named
    months: list[CurriculumMonth]
    version: int
    differences: int


class AddTopic(Form):
    """A topic of the centre's own behind another one of the month; null: as the first."""

    study_month_id: int
    name: Required
    after_id: int | None


class TopicAdded(Wire):
    """The new topic and the order it stands in."""

    id: int
    curriculum: Curriculum


class RenameTopic(Form):
    """The name of a topic. The school's name ends its difference."""

    version: int
    name: Required


class ResetTopic(Form):
    """``version``: of the topic."""

    version: int


class TopicSaved(Wire):
    """A saved topic."""

    id: int
    name: str
    version: int


class MoveTopic(Form):
    """Puts a topic into a month behind another of its topics, null: first.

    ``version``: of the curriculum (D-103).
    """

    id: int
    study_month_id: int
    after_id: int | None
    version: int


class TopicRename(Wire):
    """The newest renaming of a topic; ``by`` is null for the system."""

    by: str | None
    at: datetime


class TopicGroup(Wire):
    """A group that has had the topic, with its newest lesson of it."""

    id: int
    name: str
    office: Named
    lesson_id: int
    lesson_date: date


class TopicMonth(Wire):
    """The study month of a topic."""

    id: int
    number: int
    name: str


class TopicCard(CurriculumTopic):
    """A topic.

    ``renamed``: who changed its name last and when, null if nobody did. ``lessons``: lessons of the homework database
    that belong to it. ``groups``: the newest hundred of those that have had it and that the caller may see, of
    ``groupsTotal``.
    """

    course: Named
    study_month: TopicMonth
    renamed: TopicRename | None
    lessons: list[Named]
    groups: list[TopicGroup]
    groups_total: int


class TopicAnswer(Wire):
    """One topic."""

    topic: TopicCard
