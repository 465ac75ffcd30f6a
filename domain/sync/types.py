"""What can be synchronised: the types that staff name, the school's kinds of record, and which needs which first."""

from enum import StrEnum

from domain.shared.errors import DomainError, NotFound

# The kinds of record, each with the kinds that it names: a referent is brought before what refers to it.
REFERENTS: dict[str, tuple[str, ...]] = {
    "offices": (),
    "teachers": ("offices",),
    "students": ("offices",),
    "courses": (),
    "groups": ("offices", "teachers", "courses"),
    "group-students": ("students", "groups"),
}


class RunType(StrEnum):
    """What a run brings. Types 4 and 5 (gamification) come later and are refused in words."""

    ALL = "all"
    STUDENTS = "students"
    TEACHERS = "teachers"
    GROUPS = "groups"
    GROUP_STUDENTS = "group_students"


# What each type stands for; branches, courses and enrolments are parts of type 3 (D-64).
OWN_FEEDS: dict[RunType, tuple[str, ...]] = {
    RunType.ALL: tuple(REFERENTS),
    RunType.STUDENTS: ("students",),
    RunType.TEACHERS: ("teachers",),
    RunType.GROUPS: ("offices", "courses", "groups", "group-students"),
    RunType.GROUP_STUDENTS: ("group-students",),
}

# The words and numbers that the calls name a type by (part 1 §3, D-64).
WORDS: dict[str, RunType] = {
    **{str(kind): kind for kind in RunType},
    "1": RunType.STUDENTS,
    "2": RunType.TEACHERS,
    "3": RunType.GROUPS,
    "student": RunType.STUDENTS,
    "group-students": RunType.GROUP_STUDENTS,
}
LATER = ("4", "5", "gamification-students", "gamification-connection")


def run_type(word: str) -> RunType:
    """The type of a word or number.

    Raises DomainError("sync.not_yet") for gamification, NotFound for no type at all.
    """
    if word in LATER:
        raise DomainError("sync.not_yet")
    if word not in WORDS:
        raise NotFound("synchronisation", word)
    return WORDS[word]


def feeds_of(kind: RunType) -> tuple[str, ...]:
    """The feeds that a run of this type reads, referents first.

    A run of one type brings what it refers to as well, to the farthest referent: on an empty installation nothing
    is parked for lack of order, and later those feeds are deltas that cost one request each.
    """
    needed = set(OWN_FEEDS[kind])
    for feed in reversed(REFERENTS):
        if feed in needed:
            needed.update(REFERENTS[feed])
    return tuple(feed for feed in REFERENTS if feed in needed)


def covers(kind: RunType, asked: RunType) -> bool:
    """Whether a run of ``kind`` brings everything that ``asked`` stands for."""
    return set(OWN_FEEDS[asked]) <= set(feeds_of(kind))
