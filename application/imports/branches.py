"""Branches that a spreadsheet names: found, mapped once, or unknown (D-155)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from application.actor import Actor
from application.authorization import writable_offices
from application.imports.rows import PlannedRow
from application.ports import UnitOfWork
from contracts.imports import ImportBranchName
from contracts.shared import Named
from domain.branches.office import Office
from domain.imports.spreadsheet_values import as_text
from domain.people.folding import fold_loose

BRANCH = "branch"
# a column with more names than these holds something else
MAX_NAMES = 100


@dataclass(frozen=True)
class BranchNames:
    """The branches that the caller may assign, and the names that stand for them.

    ``chosen``: the folded names that were mapped; ``default``: the branch of the rows without one.
    """

    offices: Mapping[int, str]
    by_name: Mapping[str, int]
    chosen: Mapping[str, int]
    default: int | None = None

    def office_of(self, name: str) -> int | None:
        """Returns the branch of a row; None if it is unknown or not the caller's."""
        key = fold_loose(name)
        found = self.chosen.get(key, self.by_name.get(key)) if key else self.default
        return found if found in self.offices else None


async def load_branch_names(
    actor: Actor, uow: UnitOfWork, chosen: Iterable[tuple[str, int]] = (), default: int | None = None
) -> BranchNames:
    """Loads the branches of the caller under their names and the ``chosen`` ones."""
    own = writable_offices(actor)
    offices = {
        int(office.id or 0): office.name for office in await uow.find_all(Office) if own is None or office.id in own
    }
    by_name = {fold_loose(name): id for id, name in offices.items()}
    return BranchNames(offices, by_name, {fold_loose(name): id for name, id in chosen}, default)


def names_of_column(rows: Sequence[PlannedRow], column: int, known: BranchNames) -> list[ImportBranchName]:
    """Lists the names in a column with their branches, the most frequent first."""
    cells = (as_text(row.cells[column]) for row in rows if column < len(row.cells))
    counted = Counter(cell for cell in cells if cell)
    spelled: dict[str, str] = {}
    totals: Counter[str] = Counter()
    for name, number in counted.most_common():
        key = fold_loose(name)
        spelled.setdefault(key, name[:200])
        totals[key] += number
    return [
        ImportBranchName(
            name=spelled[key],
            rows=number,
            office=_named(known, known.office_of(spelled[key])),
            chosen=key in known.chosen,
        )
        for key, number in totals.most_common(MAX_NAMES)
    ]


def _named(known: BranchNames, id: int | None) -> Named | None:
    return None if id is None else Named(id=id, name=known.offices[id])
