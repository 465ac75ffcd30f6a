"""The audience of a stream, and changes indexed by their scope.

A change in a branch, a group or of an account that the caller may not see is not told (D-12, D-13).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from application.actor import Actor
from application.authorization import SIGNED_IN
from application.live.topics import FOR_CHECKERS, TOPICS, Change, Reach, Topic

READ, UPDATE = "read", "update"


@dataclass(frozen=True)
class Audience:
    """The rights of a caller as far as live streams need them.

    ``topics``: the topics that the caller opens with each reach; ``offices``: None for all branches.
    """

    user_id: int | None
    topics: dict[Reach, Set[Topic]]
    offices: Set[int] | None
    groups: Set[int] = frozenset()

    @classmethod
    def of(cls, actor: Actor, groups: Set[int]) -> "Audience":
        """The audience of a signed-in caller with these own groups."""
        offices = None if actor.all_offices else frozenset(actor.office_ids)
        return cls(actor.id, opened_by(actor), offices, groups)


NOBODY = Audience(None, {}, frozenset())


def opened_by(actor: Actor) -> dict[Reach, Set[Topic]]:
    """The topics that the caller opens, by reach."""
    opened: dict[Reach, set[Topic]] = defaultdict(set)
    for topic, doors in TOPICS.items():
        action = UPDATE if topic in FOR_CHECKERS else READ
        for permission, reach in doors:
            if permission == SIGNED_IN or actor.may(permission, action):
                opened[reach].add(topic)
    return {reach: frozenset(topics) for reach, topics in opened.items()}


class Batch:
    """Changes that came together, by their scope; equal ones once.

    Telling hundreds of streams of hundreds of changes must not cost their product.
    """

    def __init__(self, changes: Iterable[Change], offices: Mapping[int, int | None]) -> None:
        """``offices``: the branch of each group."""
        self._offices = offices
        self._by_topic: dict[Topic, list[Change]] = defaultdict(list)
        self._by_office: dict[tuple[Topic, int], list[Change]] = defaultdict(list)
        self._by_group: dict[Topic, dict[int, list[Change]]] = defaultdict(lambda: defaultdict(list))
        self._by_user: dict[int, list[Change]] = defaultdict(list)
        self._of_everyone: list[Change] = []
        # of two versions of one thing the later one
        latest = {(c.topic, c.entity, c.id, c.group_id, c.user_id): c for c in changes}
        for change in latest.values():
            self._add(change)

    def _add(self, change: Change) -> None:
        if change.everyone:
            self._of_everyone.append(change)
            return
        self._by_topic[change.topic].append(change)
        if change.group_id is not None:
            if (office_id := self._offices.get(change.group_id)) is not None:
                self._by_office[change.topic, office_id].append(change)
            self._by_group[change.topic][change.group_id].append(change)
        if change.user_id is not None:
            self._by_user[change.user_id].append(change)

    def seen_by(self, audience: Audience) -> list[Change]:
        """The changes that this audience may see, each once."""
        return [*dict.fromkeys(self._seen_by(audience))]

    def _seen_by(self, audience: Audience) -> Iterator[Change]:
        if audience is NOBODY:
            return
        yield from self._of_everyone
        for topic in audience.topics.get(Reach.EVERYTHING, ()):
            yield from self._by_topic.get(topic, ())
        for topic in audience.topics.get(Reach.BRANCHES, ()):
            if audience.offices is None:
                yield from self._by_topic.get(topic, ())
            else:
                for office_id in audience.offices:
                    yield from self._by_office.get((topic, office_id), ())
        for topic in audience.topics.get(Reach.OWN_GROUPS, ()):
            changed = self._by_group.get(topic, {})
            for group_id in audience.groups & changed.keys():
                yield from changed[group_id]
        own = audience.topics.get(Reach.OWN, frozenset())
        if audience.user_id is not None:
            yield from (one for one in self._by_user.get(audience.user_id, ()) if one.topic in own)
