"""Who can see this, and why: what opens something, and what of it a person has or lacks (D-12, D-53, D-54)."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from domain.access.permissions import MODULES, PERMISSIONS, Action, Grants

Right = tuple[str, Action]


class Open(StrEnum):
    """Who gets in: everybody, whoever is of the staff, or whoever holds one of the rights."""

    EVERYBODY = "everybody"
    STAFF = "staff"
    GRANTS = "grants"


@dataclass(frozen=True)
class Gate:
    """What opens a screen or an action: any one of ``rights``, none where it is open anyhow."""

    open_to: Open
    rights: tuple[Right, ...] = ()

    @classmethod
    def of(cls, permission: str, action: Action = Action.READ) -> "Gate":
        """The gate of a guard: ``public``, ``signed-in``, or keys parted by a bar; a bare module is its options."""
        if permission in ("public", "signed-in"):
            return cls(Open.EVERYBODY if permission == "public" else Open.STAFF)
        keys = [key for word in permission.split("|") for key in _keys(word)]
        return cls(Open.GRANTS, tuple((key, action) for key in keys if action in PERMISSIONS.get(key, ())))

    def opened_by(self, grants: Grants) -> list[Right]:
        """Which of the rights are among the grants."""
        return [(key, action) for key, action in self.rights if action in grants.get(key, ())]


def _keys(word: str) -> list[str]:
    return [f"{word}:{option}" if option else word for option in MODULES.get(word, ())] or [word]


@dataclass(frozen=True)
class Holder:
    """A person as the question looks at him; ``office_ids`` are his own branches."""

    grants: Grants
    superadmin: bool = False
    blocked: bool = False
    all_offices: bool = False
    office_ids: Collection[int] = ()

    @property
    def everywhere(self) -> bool:
        """Whether he sees every branch."""
        return self.superadmin or self.all_offices


@dataclass(frozen=True)
class Reasons:
    """``grants`` let him in; one of ``missing`` would. ``because``, ``against``: what else does or prevents it."""

    allowed: bool
    grants: tuple[Right, ...]
    missing: tuple[Right, ...]
    because: tuple[str, ...]
    against: tuple[str, ...]


def reasons(gate: Gate, holder: Holder, office_id: int | None = None) -> Reasons:
    """Why the person passes the gate or not; with a branch, whether also to what belongs to it."""
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
