"""Whose records of the school a caller of synchronisation's pages may read: the people of his rights (D-12, D-59)."""

from application.actor import Actor

OPEN = ("head_office", "course", "group")
# entity → permissions of which one is enough to read
GUARDED = {
    "student": ("users:students",),
    # a period names a student
    "enrolment": ("users:students",),
    "teacher": ("users:teachers", "users:assistants", "users:academic"),
}


def readable(actor: Actor) -> tuple[str, ...]:
    """The entities whose records he may read, of his branches."""
    guarded = (entity for entity, keys in GUARDED.items() if any(actor.may(key, "read") for key in keys))
    return (*OPEN, *guarded)
