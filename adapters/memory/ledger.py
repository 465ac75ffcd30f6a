"""The ledger of XP and silver in memory, for tests of use cases.

It keeps the promises that PostgreSQL makes: locked accounts, one award in force for each cause.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from adapters.memory.database import KEYS, UNIQUE, MemoryDatabase
from application.ports import Transaction, UnitOfWork
from domain.gamification.actions import EarningRules
from domain.gamification.ledger import Account, Balance, Cause, Entry, EntryKind
from domain.people.student import Student
from domain.shared.errors import NotFound


@dataclass
class LedgerRow:
    """A stored entry; ``in_force`` turns false once it is reversed."""

    entry: Entry
    in_force: bool
    id: int | None = None


@dataclass
class BalanceRow:
    """The balance of a student."""

    student_id: int
    xp: int = 0
    silver: int = 0


KEYS[BalanceRow] = ("student_id",)
UNIQUE[LedgerRow] = (
    ("shared.conflict", lambda row: (row["entry"].student_id, row["entry"].cause) if row["in_force"] else None),
    (
        "shared.conflict",
        lambda row: (row["entry"].student_id, row["entry"].cause) if row["entry"].kind == EntryKind.PURCHASE else None,
    ),
)


class MemoryLedger:
    """See ``application.gamification.ports.Ledger``; ``earning`` are its rules."""

    def __init__(self, database: MemoryDatabase, earning: EarningRules) -> None:
        self._database = database
        self.earning = earning
        for kind in (LedgerRow, BalanceRow):
            database.tables.setdefault(kind, {})

    async def rules(self, _: Collection[int], __: Transaction | None = None) -> EarningRules:
        return self.earning

    async def lock(
        self, student_ids: Collection[int], causes: Collection[Cause], transaction: Transaction
    ) -> dict[int, Account]:
        uow, accounts = cast("UnitOfWork", transaction), {}
        for student_id in sorted(set(student_ids)):
            # the lock of a student stands for that of a balance, which there may not be yet
            if await uow.find(Student, id=student_id, lock=True) is None:
                raise NotFound("Student", student_id)
            stored = await uow.find(BalanceRow, student_id=student_id)
            if stored is None:
                stored = BalanceRow(student_id)
                uow.add(stored)
            accounts[student_id] = Account(student_id, Balance(stored.xp, stored.silver))
        for row in await uow.find_all(LedgerRow):
            self._put(row, causes, accounts)
        return accounts

    async def read(self, student_ids: Collection[int], causes: Collection[Cause]) -> dict[int, Account]:
        accounts = {}
        for student_id in student_ids:
            stored = self._database.tables[BalanceRow].get((student_id,), {"xp": 0, "silver": 0})
            accounts[student_id] = Account(student_id, Balance(stored["xp"], stored["silver"]))
        for row in self._database.tables[LedgerRow].values():
            self._put(LedgerRow(**row), causes, accounts)
        return accounts

    def _put(self, row: LedgerRow, causes: Collection[Cause], accounts: dict[int, Account]) -> None:
        if row.in_force and row.entry.cause in causes and row.entry.student_id in accounts:
            accounts[row.entry.student_id].in_force[row.entry.cause] = replace(row.entry, id=row.id)

    async def awarded(self, causes: Collection[Cause], transaction: Transaction) -> Sequence[int]:
        rows = await cast("UnitOfWork", transaction).find_all(LedgerRow)
        return sorted({row.entry.student_id for row in rows if row.in_force and row.entry.cause in causes})

    async def post(self, accounts: Collection[Account], transaction: Transaction) -> Mapping[int, Balance]:
        uow = cast("UnitOfWork", transaction)
        for account in accounts:
            for entry in account.added:
                if entry.reverses_id is not None:
                    reversed_row = await uow.load(LedgerRow, entry.reverses_id)
                    reversed_row.in_force = False
                    await uow.flush()
                uow.add(LedgerRow(entry, account.in_force.get(entry.cause) is entry))
                await uow.flush()
            stored = await uow.find(BalanceRow, student_id=account.student_id)
            if stored is not None:
                stored.xp, stored.silver = account.balance.xp, account.balance.silver
        await uow.flush()
        return {account.student_id: account.balance for account in accounts}

    def entries(self, student_id: int) -> list[Entry]:
        """The committed entries of a student."""
        rows = self._database.tables[LedgerRow].values()
        return [row["entry"] for row in rows if row["entry"].student_id == student_id]
