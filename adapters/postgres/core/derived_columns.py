"""Derives the full name, search vector and sort key of a person's name."""

from collections.abc import Iterable

from domain.access.users import User, shown_name
from domain.people.name_order import sort_key
from domain.people.names import full_name
from domain.people.search_vector import search_vector
from domain.people.student import Student

PEOPLE = (User, Student)


def derive(things: Iterable[object]) -> None:
    """Fills the derived columns of the people among these objects.

    The bulk writes call the same functions (D-50, D-63).
    """
    for thing in things:
        if isinstance(thing, PEOPLE):
            names = (thing.last_name, thing.first_name, thing.middle_name)
            derived = {
                "full_name": shown_name(thing.login, *names) if isinstance(thing, User) else full_name(*names),
                "sort_key": sort_key(*names),
                "search": search_vector(first=thing.first_name, last=thing.last_name, middle=thing.middle_name),
            }
            for column, value in derived.items():
                setattr(thing, column, value)
