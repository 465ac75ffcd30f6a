"""The answer to *who can see this, and why* (D-12, D-53, D-54)."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from domain.access.permissions import MODULES, PERMISSIONS, Action, Grants

Right = tuple[str, Action]


class Open(StrEnum):
    """The audience of a screen or an action."""

    EVERYBODY = "everybody"
    STAFF = "staff"
    GRANTS = "grants"


@dataclass(frozen=True)
class Gate:
    """The requirement of a screen or an action: any of ``rights``; none if it is open."""

    open_to: Open
    rights: tuple[Right, ...] = ()

    @classmethod
    def of(cls, permission: str, action: Action = Action.READ) -> "Gate":
        """The gate of a guard: ``public``, ``signed-in``, or keys separated by ``|``.

        A module without an option stands for all of its options.
        """
        if permission in ("public", "signed-in"):
            return cls(Open.EVERYBODY if permission == "public" else Open.STAFF)
        keys = [key for word in permission.split("|") for key in _keys(word)]
        return cls(Open.GRANTS, tuple((key, action) for key in keys if action in PERMISSIONS.get(key, ())))

    def opened_by(self, grants: Grants) -> list[Right]:
        """The rights of the gate that are among the grants."""
        return [(key, action) for key, action in self.rights if action in grants.get(key, ())]


def _keys(word: str) -> list[str]:
    return [f"{word}:{option}" if option else word for option in MODULES.get(word, ())] or [word]


@dataclass(frozen=True)
class Holder:
    """The person in question; ``office_ids`` are the person's own branches."""

    grants: Grants
    superadmin: bool = False
    blocked: bool = False
    all_offices: bool = False
    office_ids: Collection[int] = ()

    @property
    def everywhere(self) -> bool:
        """True if the person sees every branch."""
        return self.superadmin or self.all_offices


@dataclass(frozen=True)
class Reasons:
    """The answer: ``grants`` open the gate, one of ``missing`` would.

    ``because`` and ``against`` are the codes of everything else that allows or prevents it.
    """

    allowed: bool
    grants: tuple[Right, ...]
    missing: tuple[Right, ...]
    because: tuple[str, ...]
    against: tuple[str, ...]


def reasons(gate: Gate, holder: Holder, office_id: int | None = None) -> Reasons:
    """Explains the person's access; with a branch, also to records of that branch."""
    own = gate.opened_by(holder.grants)
    because = [
        word
        for word, holds in (
            ("superadmin", holder.superadmin),
            ("open", gate.open_to != Open.GRANTS),
            ("grant", bool(own)),
        )
        if holds
    ]
    barred = [
        word
        for word, holds in (
            ("blocked", holder.blocked and gate.open_to != Open.EVERYBODY),
            ("grant", not because),
            ("office", office_id is not None and not holder.everywhere and office_id not in holder.office_ids),
        )
        if holds
    ]
    blind = ["no_office"] if not holder.everywhere and not holder.office_ids else []
    missing = () if because else gate.rights
    return Reasons(not barred, tuple(own), missing, tuple(because), (*barred, *blind))
