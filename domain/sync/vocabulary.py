"""Maps the school's words: statuses, roles, genders.

An unknown word is stored as received (protocols §6.6).
"""

# student status → control action (D-62); None for an unknown word
STUDENT_STATUS_IDS = {
    "active": 1,
    "finished": 2,
    "without_course": 3,
    "finished_privilege": 4,
    "left": 5,
    "not_counted": 6,
}
LEFT = 5
GENDER_IDS = {"male": 1, "female": 2}
WORKING, NOT_WORKING = 1, 2
# role numbers of D-57; any other role of a teacher counts as teacher
ROLE_NUMBERS = {"teacher": 2, "assistant": 3}
TEACHER_ROLE = 2
# XP and silver of the school's own (D-92)
AWARD_KINDS = ("xp", "silver")
ACTION_KINDS = {"participate_lesson": 1, "do_homework": 2, "participate_exam": 3, "pass_exam": 4}


def truncate(text: str, most: int = 200) -> str:
    """Shortens a foreign text for a report and removes invisible characters.

    A database can't store some of these.
    """
    return "".join(sign if sign.isprintable() else "�" for sign in text[:most])


def normalise(word: str) -> str:
    """Normalises a word: schools differ in capitals, hyphens and spaces."""
    return "_".join(word.replace("-", " ").lower().split())


def student_status(word: str) -> int | None:
    """Returns the control action of a student's status."""
    return STUDENT_STATUS_IDS.get(word) or STUDENT_STATUS_IDS.get(normalise(word))


def gender(word: str) -> int | None:
    """Returns 1 for male, 2 for female, None otherwise."""
    return GENDER_IDS.get(word) or GENDER_IDS.get(normalise(word))


def action_kind(word: str) -> int | None:
    """Returns the kind of an action that earns; None for an unknown word."""
    return ACTION_KINDS.get(normalise(word))


def role_number(word: str) -> int:
    """Returns the role number of a teacher's role."""
    return ROLE_NUMBERS.get(normalise(word), TEACHER_ROLE)
