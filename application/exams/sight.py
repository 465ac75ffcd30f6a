"""The exams that a caller sees and checks (D-54, D-55)."""

from application.actor import Actor
from application.exams.ports import Sight
from application.homework.scope import work_scope

EXAM, CHATS = "exam", "exam_chats"
ALL_EXAM, OWN_EXAM = f"all_groups:{EXAM}", f"my_groups:{EXAM}"
# giving, announcing and deleting
EXAMS = (ALL_EXAM, OWN_EXAM)
# the work of participants
WORKS = (*EXAMS, f"all_groups:{CHATS}", f"my_groups:{CHATS}")


def sight_of(actor: Actor, *options: str) -> Sight:
    """The sight of a caller by these options, ``exam`` by default."""
    return Sight(work_scope(actor, *(options or (EXAM,))), work_scope(actor, EXAM, CHATS, do="update"))


def guard_of(actor: Actor, do: str = "update", *guards: str) -> str:
    """The permission that admitted the caller, as the audit log records it."""
    held = [guard for guard in guards or EXAMS if actor.may(guard, do)]
    return held[0] if held else ALL_EXAM
