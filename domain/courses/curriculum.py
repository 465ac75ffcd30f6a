"""The curriculum of a study course: months, and topics in order.

D-102, D-103. The order of a month is the order of its list; positions follow from it, and are dense.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.people.folding import fold
from domain.shared.errors import DomainError, FieldError, NotFound, ValidationError

# planned lessons of a study month (R2-312)
MIN_LESSONS, MAX_LESSONS = 1, 100
MIN_MONTH_NUMBER, MAX_MONTH_NUMBER = 1, 32_767
# in one month; a position is a small integer
MAX_TOPICS = 1000
# study months of a course
MAX_MONTHS = 500


@dataclass(eq=False)
class Topic:
    """A topic. ``id`` is None until it is stored.

    ``school_name``: as the school sent it last; None for a topic of the centre's own. ``school_month``,
    ``school_place``: its month and place in the school's curriculum; None where the school has it no longer.
    ``ended``: no lesson to come takes it. ``referred``: lessons, homework or others refer to it.
    """

    name: str
    school_name: str | None = None
    school_month: int | None = None
    school_place: int | None = None
    ended: bool = False
    referred: bool = False
    version: int = 1
    id: int | None = None

    @property
    def of_school(self) -> bool:
        """True if the school's curriculum has it."""
        return self.school_place is not None

    @property
    def differs(self) -> bool:
        """True if it is not the school's topic as the school has it."""
        return not self.of_school or self.name != self.school_name or self.ended

    def rename(self, name: str) -> None:
        """Gives it a name. That of the school ends the difference."""
        if name != self.name:
            self.name, self.version = name, self.version + 1

    def end(self) -> None:
        """Ends it: no lesson to come takes it."""
        self._set_ended(ended=True)

    def reopen(self) -> None:
        """Takes the end back."""
        self._set_ended(ended=False)

    def _set_ended(self, *, ended: bool) -> None:
        if ended != self.ended:
            self.ended, self.version = ended, self.version + 1


@dataclass(eq=False)
class Month:
    """A study month with its topics in order.

    ``lessons``: planned ones; None for as many as it has topics. ``school_number``: its number at the school; None for
    one that the school does not have. ``school_name``: as the school sent it last. ``referred``: exams refer to it.
    """

    number: int
    name: str
    lessons: int | None = None
    school_number: int | None = None
    school_name: str | None = None
    topics: list[Topic] = field(default_factory=list)
    referred: bool = False
    id: int | None = None

    @property
    def planned_lessons(self) -> int:
        """The planned number of lessons, at least 1 (R2-312)."""
        return self.lessons or max(MIN_LESSONS, sum(not topic.ended for topic in self.topics))

    def place_behind(self, topic: Topic, after: Topic | None) -> None:
        """Inserts a topic behind another, or as the first."""
        self.topics.insert(0 if after is None else self.topics.index(after) + 1, topic)


@dataclass(frozen=True)
class MonthEdit:
    """A study month as it shall be; ``number`` None: the next free one."""

    id: int | None
    number: int | None
    name: str
    lessons: int


@dataclass(eq=False)
class CourseCurriculum:
    """The months of a course by number.

    ``version`` counts the changes of months and orders.
    """

    course_id: int
    months: list[Month] = field(default_factory=list)
    version: int = 1

    def topics(self) -> Iterator[Topic]:
        """All topics in order."""
        for month in self.months:
            yield from month.topics

    def month(self, month_id: int) -> Month:
        """The month of this id. Raises NotFound."""
        for month in self.months:
            if month.id == month_id:
                return month
        raise NotFound("StudyMonth", month_id)

    def topic(self, topic_id: int) -> Topic:
        """The topic of this id. Raises NotFound."""
        for topic in self.topics():
            if topic.id == topic_id:
                return topic
        raise NotFound("Topic", topic_id)

    def month_of(self, topic: Topic) -> Month:
        """The month that has the topic."""
        return next(month for month in self.months if topic in month.topics)

    def place_of(self, topic: Topic) -> tuple[int, int]:
        """The id of its month and its position there, from 1."""
        month = self.month_of(topic)
        return month.id or 0, month.topics.index(topic) + 1

    def add(self, month_id: int, name: str, after_id: int | None) -> Topic:
        """Adds a topic of the centre's own behind another of the month, or first.

        Raises NotFound; DomainError("courses.too_many_topics"); ValidationError if the other is not in the month.
        """
        month, topic = self.month(month_id), Topic(name)
        if len(month.topics) >= MAX_TOPICS:
            raise DomainError("courses.too_many_topics", limit=MAX_TOPICS)
        month.place_behind(topic, _in(month, after_id))
        return topic

    def move(self, topic_id: int, month_id: int, after_id: int | None) -> Topic:
        """Puts a topic behind another of a month, or first (D-103).

        Raises as ``add``; ValidationError also if both are the same.
        """
        topic, month = self.topic(topic_id), self.month(month_id)
        after = _in(month, after_id)
        if after is topic:
            raise _unknown()
        if topic not in month.topics and len(month.topics) >= MAX_TOPICS:
            raise DomainError("courses.too_many_topics", limit=MAX_TOPICS)
        self.month_of(topic).topics.remove(topic)
        month.place_behind(topic, after)
        return topic

    def put(self, topic: Topic, month: Month, position: int) -> None:
        """Puts a topic at a position, counted from 1.

        Behind the last one if there are fewer.
        """
        self.month_of(topic).topics.remove(topic)
        month.topics.insert(position - 1, topic)

    def remove(self, topic: Topic) -> bool:
        """Deletes a topic of the centre's own that nothing refers to, else ends it.

        True if it is deleted (D-102).
        """
        if topic.school_name is not None or topic.referred:
            topic.end()
            return False
        self.month_of(topic).topics.remove(topic)
        return True

    def reset(self, topic: Topic) -> None:
        """Gives a topic the school's name, and opens it again.

        Raises DomainError("courses.not_of_school") for a topic that the school does not have.
        """
        if not topic.of_school or topic.school_name is None:
            raise DomainError("courses.not_of_school")
        topic.rename(topic.school_name)
        topic.reopen()

    def is_reordered(self, month: Month) -> bool:
        """True if the month's topics of the school are not the school's, in its order."""
        return month.school_number is not None and self._school_order(month) != _of_school(month)

    def differences(self) -> int:
        """The number of names and orders that differ from the school's."""
        names = sum(month.school_number is not None and month.name != month.school_name for month in self.months)
        orders = sum(self.is_reordered(month) for month in self.months)
        return names + orders + sum(topic.differs for topic in self.topics() if topic.school_name is not None)

    def reset_order(self, month: Month) -> None:
        """Gives a month the topics of the school in the school's order.

        Topics of the centre's own stay behind the one they stood behind; topics of other months return to these.

        Raises DomainError("courses.not_of_school") for a month that the school does not have.
        """
        if month.school_number is None:
            raise DomainError("courses.not_of_school")
        wanted = self._school_order(month)
        for topic in [one for one in _of_school(month) if one.school_month != month.school_number]:
            self._return(topic, month)
        for topic in wanted:
            if topic not in month.topics:
                self.month_of(topic).topics.remove(topic)
                month.topics.append(topic)
        month.topics = arranged(month.topics, wanted)

    def _return(self, topic: Topic, from_month: Month) -> None:
        """Puts a topic back into its month of the school, behind its neighbour there."""
        home = next((month for month in self.months if month.school_number == topic.school_month), None)
        if home is None:
            return
        from_month.topics.remove(topic)
        own = [one for one in _of_school(home) if one.school_month == topic.school_month]
        home.place_behind(topic, max((one for one in own if _place(one) < _place(topic)), key=_place, default=None))

    def save_months(self, edits: Sequence[MonthEdit]) -> dict[str, list[FieldError]]:
        """Replaces the list of months, or returns the errors by field.

        A month of the school stays with its number (D-102). Raises DomainError: courses.month_of_school,
        courses.month_in_use.
        """
        known = {month.id: month for month in self.months}
        faults = _month_faults(edits, known)
        if faults:
            return faults
        named = {edit.id for edit in edits}
        for month in self.months:
            if month.id not in named:
                _check_removable(month)
        numbers = _numbers(edits, known)
        for place, number in enumerate(numbers):
            if number > MAX_MONTH_NUMBER:
                return {f"months.{place}.number": [FieldError("limit.le", {"limit": MAX_MONTH_NUMBER})]}
        months = []
        for edit, number in zip(edits, numbers, strict=True):
            month = known[edit.id] if edit.id is not None else Month(number, edit.name)
            if edit.lessons != month.planned_lessons:
                month.lessons = edit.lessons
            month.number, month.name = number, edit.name
            months.append(month)
        self.months = sorted(months, key=lambda month: month.number)
        return {}

    def _school_order(self, month: Month) -> list[Topic]:
        of_month = [topic for topic in self.topics() if topic.of_school and topic.school_month == month.school_number]
        return sorted(of_month, key=_place)


def arranged(old: Sequence[Topic], wanted: Sequence[Topic]) -> list[Topic]:
    """The wanted topics in their order.

    The others of ``old`` stay behind the one they stood behind.
    """
    followers: dict[Topic | None, list[Topic]] = {}
    last: Topic | None = None
    for topic in old:
        if topic in wanted:
            last = topic
        else:
            followers.setdefault(last, []).append(topic)
    return [*followers.get(None, []), *(one for topic in wanted for one in (topic, *followers.get(topic, [])))]


def _in(month: Month, topic_id: int | None) -> Topic | None:
    """The topic of this id in the month; None for None. Raises ValidationError."""
    if topic_id is None:
        return None
    for topic in month.topics:
        if topic.id == topic_id:
            return topic
    raise _unknown()


def _unknown() -> ValidationError:
    return ValidationError({"afterId": [FieldError("limit.unknown_choice")]})


def _of_school(month: Month) -> list[Topic]:
    return [topic for topic in month.topics if topic.of_school]


def _place(topic: Topic) -> int:
    return topic.school_place or 0


def _check_removable(month: Month) -> None:
    if month.school_number is not None:
        raise DomainError("courses.month_of_school", month=month.name or str(month.number))
    if month.topics or month.referred:
        raise DomainError("courses.month_in_use", month=month.name or str(month.number))


def _month_faults(edits: Sequence[MonthEdit], known: Mapping[int | None, Month]) -> dict[str, list[FieldError]]:
    faults: dict[str, list[FieldError]] = {}
    ids: set[int] = set()
    numbers: set[int] = set()
    for place, edit in enumerate(edits):
        if edit.id is not None and (edit.id not in known or edit.id in ids):
            faults[f"months.{place}.id"] = [FieldError("limit.unknown_choice")]
            continue
        if edit.id is not None:
            ids.add(edit.id)
        fixed = known[edit.id].school_number if edit.id is not None else None
        number = edit.number if fixed is None else known[edit.id].number
        if fixed is not None and edit.number not in (None, number):
            faults[f"months.{place}.number"] = [FieldError("limit.fixed")]
        elif number is not None and number in numbers:
            faults[f"months.{place}.number"] = [FieldError("limit.taken")]
        if number is not None:
            numbers.add(number)
        if _is_name_taken(edit, edits, known):
            faults[f"months.{place}.name"] = [FieldError("limit.name_taken")]
    return faults


def _is_name_taken(edit: MonthEdit, edits: Sequence[MonthEdit], known: Mapping[int | None, Month]) -> bool:
    """True for a new name that another month has, in whatever spelling (D-5).

    Two months of the school may have one name.
    """
    name = fold(edit.name)
    if edit.id is not None and fold(known[edit.id].name) == name:
        return False
    return any(other is not edit and fold(other.name) == name for other in edits)


def _numbers(edits: Sequence[MonthEdit], known: Mapping[int | None, Month]) -> list[int]:
    """The number of each month: the given, the school's, or the next free one."""
    given: list[int | None] = []
    for edit in edits:
        month = known.get(edit.id) if edit.id is not None else None
        given.append(month.number if month and month.school_number is not None else edit.number)
    taken = {number for number in given if number is not None}
    numbers = [0]
    for number in given:
        free = (one for one in itertools.count(numbers[-1] + 1) if one not in taken)
        numbers.append(next(free) if number is None else number)
        taken.add(numbers[-1])
    return numbers[1:]
