"""The places of a lesson's homework: one main, variants in order (D-104)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from domain.homework_database.order import MAIN, check_variants, moved_behind
from domain.shared.errors import DomainError

Kind = Literal["main", "variant"]


@dataclass(frozen=True)
class Slots:
    """The homework of a lesson's draft by place.

    ``leaving``: what is to be archived; it stands behind the variants until the lesson is published.
    """

    main: int | None = None
    variants: Sequence[int] = ()
    leaving: Sequence[int] = ()

    @property
    def positions(self) -> dict[int, int]:
        """The position by homework: 0 for the main one, then 1, 2, …"""
        behind = enumerate([*self.variants, *self.leaving], start=MAIN + 1)
        return ({} if self.main is None else {self.main: MAIN}) | {id: position for position, id in behind}

    def kind_of(self, id: int) -> Kind:
        """Returns whether the homework is the main one or a variant."""
        return "main" if self.main == id else "variant"

    def without(self, id: int) -> "Slots":
        """Takes a homework out."""
        return Slots(
            None if self.main == id else self.main,
            [one for one in self.variants if one != id],
            [one for one in self.leaving if one != id],
        )

    def with_(self, id: int, kind: Kind | None = None) -> "Slots":
        """Adds a homework: the main one where there is none, else the last variant.

        Raises DomainError("homework_database.too_many_variants").
        """
        others = self.without(id)
        if others.main is None and kind != "variant":
            return replace(others, main=id)
        return replace(others, variants=[*others.variants, id]).of_kind(id, kind)

    def of_kind(self, id: int, kind: Kind | None) -> "Slots":
        """Makes a homework the main one, or a variant.

        The former main one becomes the first variant.

        Raises DomainError("homework_database.too_many_variants").
        """
        changed = self
        if kind == "main" and self.main != id:
            others = self.without(id)
            variants = others.variants if self.main is None else [self.main, *others.variants]
            changed = Slots(id, variants, others.leaving)
        elif kind == "variant" and self.main == id:
            changed = replace(self, main=None, variants=[id, *self.variants])
        check_variants(len(changed.variants))
        return changed

    def moved(self, id: int, after_id: int | None) -> "Slots":
        """Moves a variant behind another one, or to the top.

        Raises NotFound for an unknown ``after_id``; DomainError("homework_database.main_stays").
        """
        if self.main == id:
            raise DomainError("homework_database.main_stays")
        return replace(self, variants=moved_behind(self.variants, id, after_id))

    def taking(self, id: int, after_id: int | None) -> "Slots":
        """Takes a homework of another lesson: the main one if there is none.

        Else, or behind ``after_id``, a variant. Raises as ``moved`` and ``with_``.
        """
        if self.main is None and after_id is None:
            return replace(self, main=id)
        taken = replace(self, variants=moved_behind(self.variants, id, after_id))
        check_variants(len(taken.variants))
        return taken

    def letting_go(self, id: int) -> "Slots":
        """Marks a homework as to be archived."""
        others = self.without(id)
        return replace(others, leaving=[*others.leaving, id])

    def exchanged(self, id: int, other_id: int) -> "Slots":
        """Puts another homework into the place of this one."""
        return Slots(
            other_id if self.main == id else self.main,
            [other_id if one == id else one for one in self.variants],
            self.leaving,
        )
