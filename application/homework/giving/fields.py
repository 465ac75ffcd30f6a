"""The fields of a homework: their limits, and as the audit log records them."""

from application.audit.fields import instant_value
from application.homework.attachments import Facts
from application.homework.giving.ports import GivingContext
from domain.homework.homework import Homework
from domain.shared.errors import FieldError


def topic_faults(topic_id: int | None, context: GivingContext) -> list[FieldError]:
    """Returns the errors of a topic: it is one of the course."""
    return [] if topic_id is None or topic_id in context.topics else [FieldError("limit.unknown_choice")]


def facts_of(homework: Homework) -> Facts:
    """Returns the homework as the audit log records it."""
    return {
        "description": homework.description,
        "topic_id": homework.topic_id,
        "deadline": instant_value(homework.deadline),
        "hours": homework.hours,
        "voice": homework.voice_file_id is not None,
    }
