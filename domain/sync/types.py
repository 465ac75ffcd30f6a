"""Types of synchronisation, the feeds they consist of and their order."""

from enum import StrEnum

from domain.shared.errors import NotFound

# feeds with the feeds they refer to: a referent is synchronised first
REFERENTS: dict[str, tuple[str, ...]] = {
    "offices": (),
    "teachers": ("offices",),
    "students": ("offices",),
    "courses": (),
    "groups": ("offices", "teachers", "courses"),
    "group-students": ("students", "groups"),
    "gamification-students": ("students",),
    "gamification-connections": ("groups",),
}
# what a school may lack: it is left out where its capabilities do not name it (D-92)
OPTIONAL = frozenset({"gamification-students", "gamification-connections"})


class RunType(StrEnum):
    """The types of a run (D-64, D-92)."""

    ALL = "all"
    STUDENTS = "students"
    TEACHERS = "teachers"
    GROUPS = "groups"
    GROUP_STUDENTS = "group_students"
    GAMIFICATION_STUDENTS = "gamification-students"
    GAMIFICATION_CONNECTION = "gamification-connection"


# the feed of each type; branches, courses and enrolments are parts of type 3 (D-64)
OWN_FEEDS: dict[RunType, tuple[str, ...]] = {
    RunType.ALL: tuple(REFERENTS),
    RunType.STUDENTS: ("students",),
    RunType.TEACHERS: ("teachers",),
    RunType.GROUPS: ("offices", "courses", "groups", "group-students"),
    RunType.GROUP_STUDENTS: ("group-students",),
    RunType.GAMIFICATION_STUDENTS: ("gamification-students",),
    RunType.GAMIFICATION_CONNECTION: ("gamification-connections",),
}

# words and numbers by which the API names a type (part 1 §3, D-64)
WORDS: dict[str, RunType] = {
    **{str(kind): kind for kind in RunType},
    "1": RunType.STUDENTS,
    "2": RunType.TEACHERS,
    "3": RunType.GROUPS,
    "4": RunType.GAMIFICATION_STUDENTS,
    "5": RunType.GAMIFICATION_CONNECTION,
    "student": RunType.STUDENTS,
    "group-students": RunType.GROUP_STUDENTS,
}


def run_type(word: str) -> RunType:
    """Parses a type from a word or number.

    Raises NotFound for an unknown type.
    """
    if word not in WORDS:
        raise NotFound("synchronisation", word)
    return WORDS[word]


def feeds_of(kind: RunType) -> tuple[str, ...]:
    """Returns the feeds that a run of this type reads, referents first.

    A run of one type includes all transitive referents: on an empty installation nothing is deferred for lack of order,
    and later those feeds are deltas that cost one request each.
    """
    needed = set(OWN_FEEDS[kind])
    for feed in reversed(REFERENTS):
        if feed in needed:
            needed.update(REFERENTS[feed])
    return tuple(feed for feed in REFERENTS if feed in needed)


def covers(kind: RunType, requested: RunType) -> bool:
    """Returns whether a run of ``kind`` includes everything of type ``requested``."""
    return set(OWN_FEEDS[requested]) <= set(feeds_of(kind))
