"""Follows the school's curriculum, without losing what was changed here (D-102).

A topic is recognised by the school's name of it, else by its neighbours: the school sends names without ids.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from domain.courses.curriculum import CourseCurriculum, Month, Topic, arranged


@dataclass(frozen=True)
class SentMonth:
    """A month as the school sends it; ``topics``: their names in order."""

    number: int
    name: str
    topics: Sequence[str]


@dataclass(frozen=True)
class _Slot:
    """A place in the school's curriculum, counted from 1, and the name there."""

    month: int
    place: int
    name: str


def follow_school(curriculum: CourseCurriculum, sent: Sequence[SentMonth]) -> None:
    """Changes the curriculum to what the school sends.

    Names that were changed here stay. A month whose topics are in another order than the school's keeps its order, and
    gets new topics at its end; elsewhere the school's order is taken, and topics of the centre's own stay behind the
    one they stood behind. A topic that the school no longer has is ended if anything refers to it, else removed; a
    month is removed once it is empty and nothing refers to it.
    """
    keep_order = {month for month in curriculum.months if month.school_number is None or curriculum.is_reordered(month)}
    months = _months(curriculum, sent)
    found = _recognised(curriculum, sent)
    _drop(curriculum, found.values())
    for slot, topic in found.items():
        _rename(topic, slot)
    for month in curriculum.months:
        if month not in keep_order:
            month.topics = [topic for topic in month.topics if topic.school_month in (None, month.school_number)]
    for number, month in months.items():
        wanted = [topic for slot, topic in found.items() if slot.month == number]
        _arrange(curriculum, month, wanted, keeps_order=month in keep_order)
    dropped = {month for month in curriculum.months if month not in months.values() and month.school_number is not None}
    for month in dropped:
        month.school_number = None
    gone = {month for month in dropped if not month.topics and not month.referred}
    curriculum.months = sorted((one for one in curriculum.months if one not in gone), key=lambda month: month.number)


def restore(present: CourseCurriculum, former: CourseCurriculum) -> None:
    """Changes a curriculum to a former state, with the ids of then.

    What has come since and is in use stays: its topics are ended, at the end of their months.
    """
    topics = {topic.id: topic for topic in present.topics()}
    former_ids = {topic.id for topic in former.topics()}
    months = {month.id: month for month in former.months}
    for month in present.months:
        stays = [topic for topic in month.topics if topic.id not in former_ids and topic.referred]
        for topic in stays:
            topic.school_month = topic.school_place = None
            topic.end()
        if month.id not in months and (stays or month.referred):
            month.school_number, month.topics = None, []
            month.number = _free_number(former.months, month.number)
            former.months.append(month)
            months[month.id] = month
        if month.id in months:
            months[month.id].topics.extend(stays)
    for topic in former.topics():
        if (now := topics.get(topic.id)) is not None and now is not topic:
            changed = (topic.name, topic.ended) != (now.name, now.ended)
            topic.version = now.version + changed
    present.months = sorted(former.months, key=lambda month: month.number)


def _months(curriculum: CourseCurriculum, sent: Sequence[SentMonth]) -> dict[int, Month]:
    """The month of each number of the school, new ones among them."""
    known = {month.school_number: month for month in curriculum.months if month.school_number is not None}
    found = {}
    for one in sorted(sent, key=lambda month: month.number):
        month = known.get(one.number) or _former(curriculum, one.number)
        if month is None:
            month = Month(one.number, one.name)
            for other in [other for other in curriculum.months if other.number == one.number]:
                other.number = _free_number([*curriculum.months, *_numbered(sent)], other.number)
            curriculum.months.append(month)
        elif month.name == month.school_name:
            month.name = one.name
        month.school_number, month.school_name = one.number, one.name
        found[one.number] = month
    return found


def _former(curriculum: CourseCurriculum, number: int) -> Month | None:
    """The month that the school had under this number before."""
    for month in curriculum.months:
        if month.school_number is None and month.school_name is not None and month.number == number:
            return month
    return None


def _numbered(sent: Iterable[SentMonth]) -> list[Month]:
    return [Month(month.number, month.name) for month in sent]


def _free_number(months: Iterable[Month], number: int) -> int:
    taken = {month.number for month in months}
    return number if number not in taken else max(taken) + 1


def _recognised(curriculum: CourseCurriculum, sent: Sequence[SentMonth]) -> dict[_Slot, Topic]:
    """The topic of each place of the school's, new where none is recognised."""
    slots = [
        _Slot(month.number, place, name)
        for month in sorted(sent, key=lambda one: one.number)
        for place, name in enumerate(month.topics, 1)
    ]
    known = sorted((topic for topic in curriculum.topics() if topic.of_school), key=_school_place)
    former = [topic for topic in curriculum.topics() if topic.school_name is not None and not topic.of_school]
    found: dict[_Slot, Topic] = {}
    _pair(slots, known, found, lambda slot: (slot.month, slot.name), lambda one: (one.school_month, one.school_name))
    _pair(slots, known, found, lambda slot: slot.name, lambda one: one.school_name)
    _pair(slots, former, found, lambda slot: slot.name, lambda one: one.school_name)
    _pair_neighbours(slots, known, found)
    return {slot: found.get(slot) or Topic(slot.name) for slot in slots}


def _pair(
    slots: Sequence[_Slot],
    topics: Sequence[Topic],
    found: dict[_Slot, Topic],
    of_slot: Callable[[_Slot], object],
    of_topic: Callable[[Topic], object],
) -> None:
    """Pairs unpaired places and topics of the same key, in order."""
    taken = set(found.values())
    waiting: dict[object, list[Topic]] = defaultdict(list)
    for topic in topics:
        if topic not in taken:
            waiting[of_topic(topic)].append(topic)
    for slot in slots:
        if slot not in found and waiting[of_slot(slot)]:
            found[slot] = waiting[of_slot(slot)].pop(0)


def _pair_neighbours(slots: Sequence[_Slot], known: Sequence[Topic], found: dict[_Slot, Topic]) -> None:
    """Pairs what is left behind the same neighbour of a month: the school renamed it."""
    taken = set(found.values())
    behind: dict[Topic, tuple[int | None, Topic | None]] = {}
    last: Topic | None = None
    month: int | None = None
    for topic in known:
        if topic.school_month != month:
            month, last = topic.school_month, None
        behind[topic] = (month, last)
        if topic in taken:
            last = topic
    before: dict[_Slot, tuple[int | None, Topic | None]] = {}
    neighbour: Topic | None = None
    number: int | None = None
    for slot in slots:
        if slot.month != number:
            number, neighbour = slot.month, None
        before[slot] = (number, neighbour)
        neighbour = found.get(slot, neighbour)
    _pair(slots, known, found, before.__getitem__, behind.__getitem__)


def _drop(curriculum: CourseCurriculum, kept: Iterable[Topic]) -> None:
    """Takes the topics out that the school no longer has."""
    stay = set(kept)
    for month in curriculum.months:
        for topic in [one for one in month.topics if one.of_school and one not in stay]:
            topic.school_month = topic.school_place = None
            if topic.referred:
                topic.end()
            else:
                month.topics.remove(topic)


def _rename(topic: Topic, slot: _Slot) -> None:
    """Gives a topic its place at the school.

    The school's name too, unless it was renamed here.
    """
    if topic.school_name is not None and not topic.of_school:
        topic.reopen()
    if topic.school_name in (None, topic.name):
        topic.rename(slot.name)
    topic.school_month, topic.school_place, topic.school_name = slot.month, slot.place, slot.name


def _arrange(curriculum: CourseCurriculum, month: Month, wanted: Sequence[Topic], *, keeps_order: bool) -> None:
    elsewhere = {topic for other in curriculum.months if other is not month for topic in other.topics}
    here = [topic for topic in wanted if topic not in elsewhere]
    if keeps_order:
        month.topics += [topic for topic in here if topic not in month.topics]
    else:
        month.topics = arranged(month.topics, here)


def _school_place(topic: Topic) -> tuple[int, int]:
    return topic.school_month or 0, topic.school_place or 0
