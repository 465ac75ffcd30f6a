"""All faults in sequence on one console without rest; a thousand jobs in all."""

from dataclasses import dataclass, field
from typing import Any

from tests.faults.support.centre import Centre
from tests.faults.support.clients import Load
from tests.faults.support.deliveries import deliveries
from tests.faults.support.kills import FAULTS as KILLS
from tests.faults.support.misfits import enqueue_failing, enqueue_unguarded
from tests.faults.support.seed import chance
from tests.faults.support.verdict import wait_for_rest

FAULTS = KILLS | {"deliveries": deliveries}
JOBS = 1000 // len(FAULTS)


@dataclass
class Storm:
    """By fault: the clients and the measurements; ``misfits``: jobs that fail."""

    centre: Centre
    loads: dict[str, Load] = field(default_factory=dict)
    measured: dict[str, dict[str, Any]] = field(default_factory=dict)
    misfits: dict[str, dict[str, Any]] = field(default_factory=dict)
    rest: float = 0.0

    async def run_all(self) -> None:
        """Every fault once, and one rest at the end."""
        odd, students = Load(self.centre, "misfits", chance("misfits")), await some_students(self.centre)
        self.misfits["hopeless"] = await enqueue_failing(self.centre, odd)
        self.misfits["unguarded"] = await enqueue_unguarded(self.centre, odd)
        for name in FAULTS:
            self.loads[name], self.measured[name] = await apply_fault(self.centre, name, JOBS, 1, students)
        await self.centre.expire_lease()
        self.rest = await wait_for_rest(self.centre)


async def some_students(centre: Centre, count: int = 3, after: int = 0) -> list[int]:
    """Students for the clients to edit, once a synchronisation has brought them."""
    if not await centre.value("select count(*) from students"):
        assert (await centre.wait_for_run(await centre.synchronise()))["status"] == "done"
    found = await centre.rows("select id from students order by id offset $1 limit $2", after, count)
    return [row[0] for row in found]


async def apply_fault(
    centre: Centre, name: str, jobs: int, rounds: int, students: list[int]
) -> tuple[Load, dict[str, Any]]:
    """Applies one fault under its own load; returns the load and the measurements."""
    load = Load(centre, name, chance(name))
    async with load.at_work(jobs, students):
        return load, await FAULTS[name](centre, load, rounds)
