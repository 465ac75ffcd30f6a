"""The school's words in ours: statuses, roles, genders. An unknown word is kept as it came (protocols §6.6)."""

# Where a student stands → control action (D-62); none for a word that is not ours.
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
# Role numbers of D-57; whoever teaches in another role counts as a teacher.
ROLE_NUMBERS = {"teacher": 2, "assistant": 3}
TEACHER_ROLE = 2


def shown(text: str, most: int = 200) -> str:
    """A foreign text as it may stand in a report: cut, and without signs that nobody sees and no database keeps."""
    return "".join(sign if sign.isprintable() else "�" for sign in text[:most])


def folded(word: str) -> str:
    """A word as it is compared: schools differ in capitals, hyphens and spaces."""
    return "_".join(word.replace("-", " ").lower().split())


def student_status(word: str) -> int | None:
    """The control action of a student's status."""
    return STUDENT_STATUS_IDS.get(word) or STUDENT_STATUS_IDS.get(folded(word))


def gender(word: str) -> int | None:
    """1 male, 2 female, None for neither or unknown."""
    return GENDER_IDS.get(word) or GENDER_IDS.get(folded(word))


def role_number(word: str) -> int:
    """The role number of a teacher's role."""
    return ROLE_NUMBERS.get(folded(word), TEACHER_ROLE)
