"""Homework of topics: lessons of the database, and switching (D-104, D-105)."""

from typing import Literal

from contracts.homework_database.homework import Kind
from contracts.homework_database.tree import Change
from contracts.shared import Form, Named, Query, Wire


class TopicQuery(Query, kw_only=True):
    """The topic of the curriculum; required."""

    curriculum_id: int | None = None


class TopicHomework(Wire):
    """A homework of a topic, as published or as a draft.

    ``description``: of what is published, else of the draft. ``edition``: null while nothing is published.
    """

    id: int
    kind: Kind
    letter: str | None
    description: str
    files: int
    change: Change | None
    edition: int | None


class TopicLesson(Wire):
    """A lesson of a topic with its homework."""

    id: int
    name: str
    chapter: Named
    is_published: bool
    homework: list[TopicHomework]


class HomeworkOfTopic(Wire):
    """The lessons of a topic in order, with their homework (R2-392).

    *Same* gives the main homework of the first lesson that has one published, *Random* the variants of all (D-85).
    ``version``: for ``set-lessons``.
    """

    topic: Named
    course: Named
    lessons: list[TopicLesson]
    version: int


class SetLessons(Form):
    """The lessons of a topic, in order, all of its course; empty for none (R2-390)."""

    topic_id: int
    lesson_ids: list[int]
    version: int


class TopicLessons(Wire):
    """The lessons of a topic after the change.

    A stale change is answered by 409 with this as ``current``.
    """

    topic_id: int
    lessons: list[Named]
    version: int


class SwitchMain(Wire):
    """The main homework of a topic, by the beginning of its draft."""

    id: int
    description: str


class SwitchTopic(Wire):
    """A topic to which a homework may go.

    ``number``: its place in the course. ``lesson``: the one that takes it, null where a new one is made. ``main``: what
    stands there; ``isHere``: the homework belongs to it already.
    """

    id: int
    name: str
    number: int
    month: Named
    lesson: Named | None
    main: SwitchMain | None
    variants: int
    is_here: bool


class SwitchOptions(Wire):
    """The homework and the topics of its course (D-105).

    ``remaining``: other homework of its lesson's draft, all variants if it is the main one. ``version``: of the
    homework.
    """

    id: int
    kind: Kind
    letter: str | None
    description: str
    course: Named
    chapter: Named
    lesson: Named
    remaining: int
    topics: list[SwitchTopic]
    version: int


class SwitchHomework(Form):
    """Moves a homework to another topic of its course, as a draft (D-105).

    ``how``: needed where the topic has a main homework: exchange them, or add it as a variant. ``version``: of the
    homework.
    """

    topic_id: int
    version: int
    how: Literal["exchange", "variant"] | None = None


class Switched(Wire):
    """The homework in its new lesson; ``lessons``: those with drafts now, to publish."""

    id: int
    lesson: Named
    kind: Kind
    lessons: list[Named]
    version: int


class FilterMonth(Wire):
    """A study month of a course."""

    id: int
    name: str
    course_id: int


class FilterTopic(Wire):
    """A topic of a study month. ``number``: in the course, null for an ended one."""

    id: int
    name: str
    study_month_id: int
    number: int | None


class FilterChapter(Wire):
    """A chapter of a course."""

    id: int
    name: str
    course_id: int


class DatabaseFiltersQuery(Query, kw_only=True):
    """``courseId``: months, topics and chapters of this course; null: none of them."""

    course_id: int | None = None


class DatabaseFilters(Wire):
    """Choices of the lists and forms of the database.

    ``courses``: all study courses, those with chapters first.
    """

    courses: list[Named]
    months: list[FilterMonth]
    topics: list[FilterTopic]
    chapters: list[FilterChapter]
    authors: list[Named]
