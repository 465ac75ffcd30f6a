"""Curricula on the wire."""

from adapters.postgres.courses.curriculum_rows import StoredCurriculum
from contracts.courses.courses import MonthList, MonthRow
from contracts.courses.curriculum import Curriculum, CurriculumMonth, CurriculumTopic
from contracts.shared import Named
from domain.courses.curriculum import CourseCurriculum, Month, Topic


def curriculum_of(stored: StoredCurriculum, study_month_id: int | None = None) -> Curriculum:
    """The topics of a course, or of one of its months."""
    curriculum = stored.curriculum
    numbers = topic_numbers(curriculum)
    months = [
        CurriculumMonth(
            id=int(month.id or 0),
            number=month.number,
            name=month.name,
            lessons=month.planned_lessons,
            follows_topics=month.lessons is None,
            school=month.school_number is not None,
            reordered=curriculum.is_reordered(month),
            differs=_differs(month, curriculum),
            topics=[topic_row(topic, place, numbers, stored) for place, topic in enumerate(month.topics, 1)],
        )
        for month in curriculum.months
        if study_month_id in (None, month.id)
    ]
    named = Named(curriculum.course_id, stored.course)
    return Curriculum(course=named, months=months, version=curriculum.version, differences=curriculum.differences())


def months_of(curriculum: CourseCurriculum) -> MonthList:
    """The study months of a course."""
    return MonthList(months=[_month_row(month, curriculum) for month in curriculum.months], version=curriculum.version)


def topic_numbers(curriculum: CourseCurriculum) -> dict[Topic, int]:
    """The consecutive number of each topic in the course; ended ones have none."""
    return {topic: number for number, topic in enumerate((one for one in curriculum.topics() if not one.ended), 1)}


def topic_row(topic: Topic, position: int, numbers: dict[Topic, int], stored: StoredCurriculum) -> CurriculumTopic:
    """A topic of the list."""
    facts = stored.facts[int(topic.id or 0)]
    return CurriculumTopic(
        id=int(topic.id or 0),
        position=position,
        number=numbers.get(topic),
        name=topic.name,
        school=topic.of_school,
        school_name=topic.school_name if topic.of_school and topic.name != topic.school_name else None,
        differs=topic.differs,
        ended_at=facts.ended_at,
        lessons_held=facts.lessons_held,
        homework=facts.homework,
        drafts=facts.drafts,
        version=topic.version,
    )


def _month_row(month: Month, curriculum: CourseCurriculum) -> MonthRow:
    school = month.school_number is not None
    return MonthRow(
        id=int(month.id or 0),
        number=month.number,
        name=month.name,
        lessons=month.planned_lessons,
        topics=sum(not topic.ended for topic in month.topics),
        school=school,
        school_name=month.school_name if school and month.name != month.school_name else None,
        reordered=curriculum.is_reordered(month),
        differs=_differs(month, curriculum),
    )


def _differs(month: Month, curriculum: CourseCurriculum) -> bool:
    renamed = month.school_number is None or month.name != month.school_name
    return renamed or curriculum.is_reordered(month) or any(topic.differs for topic in month.topics)
