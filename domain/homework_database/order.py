"""Orders by hand: dense, total, one kind of move (D-103)."""

from collections.abc import Sequence

from domain.shared.errors import DomainError, NotFound

MAIN = 0
# one letter of the alphabet each
MAX_VARIANTS = 26
MAX_LESSONS_OF_TOPIC = 20


def moved_behind(order: Sequence[int], id: int, after_id: int | None) -> list[int]:
    """Returns the order with ``id`` behind ``after_id``, or first without one.

    ``id`` need not be in the order yet. Raises NotFound for an ``after_id`` that is not in it, or is ``id`` itself.
    """
    others = [one for one in order if one != id]
    if after_id is None:
        return [id, *others]
    if after_id not in others:
        raise NotFound("Place", after_id)
    place = others.index(after_id) + 1
    return [*others[:place], id, *others[place:]]


def check_variants(count: int) -> None:
    """Raises DomainError("homework_database.too_many_variants") above the limit."""
    if count > MAX_VARIANTS:
        raise DomainError("homework_database.too_many_variants", limit=MAX_VARIANTS)
