"""State changes as a table of allowed transitions."""

from collections.abc import Collection, Mapping
from typing import TypeVar

from domain.shared.errors import DomainError

State = TypeVar("State")


def move(moves: Mapping[State, Collection[State]], current: State, target: State) -> State:
    """The target, if the table allows it from the current state.

    Raises DomainError("shared.illegal_move").
    """
    if target not in moves.get(current, ()):
        raise DomainError("shared.illegal_move", current=str(current), target=str(target))
    return target
