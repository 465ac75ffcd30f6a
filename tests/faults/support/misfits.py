"""Jobs that fail: an impossible one, one that kills workers, an unguarded one."""

from typing import Any

from sqlalchemy import text

from application.actor import system
from tests.faults.support.centre import STAFF, Centre
from tests.faults.support.clients import Load, enqueue
from tests.faults.support.moving import KIND, NAIVE

OWN_ACCOUNT = 0
STATE = "select state, tries, last_error from jobs where payload ->> 'key' = $1"
ACCOUNT = "insert into fault_accounts values ($1, 0) on conflict do nothing"


async def enqueue_failing(centre: Centre, load: Load) -> dict[str, Any]:
    """A job that fails at each attempt; set to four past attempts.

    All pauses together would take minutes.
    """
    payload = load.payload(poison=True) | {"tag": "hopeless"}
    async with centre.uow() as new, new() as uow:
        job_id = await uow.enqueue(KIND, payload, actor=system())
        await uow.flush()
        await uow.session.execute(text("update jobs set tries = 4 where id = :id"), {"id": job_id})
        await uow.commit()
    return payload | {"id": job_id}


async def enqueue_worker_killing(centre: Centre, load: Load) -> dict[str, Any]:
    """A job that kills every worker."""
    payload = load.payload(die="always") | {"tag": "deadly"}
    async with centre.uow() as new:
        assert await enqueue(new(), load.promises, payload)
    return payload


async def enqueue_unguarded(centre: Centre, load: Load) -> dict[str, Any]:
    """The canary: an unguarded job whose worker dies between effect and end."""
    payload = load.payload(die="effect", account=OWN_ACCOUNT, amount=7) | {"tag": "unguarded"}
    async with centre.sql() as sql:
        await sql.execute(ACCOUNT, OWN_ACCOUNT)
    async with centre.uow() as new:
        assert await enqueue(new(), load.promises, payload, NAIVE)
    return payload


async def state_of(centre: Centre, payload: dict[str, Any]) -> tuple[str, int, str | None]:
    """State, attempts and last error of a job."""
    return (await centre.rows(STATE, payload["key"]))[0]  # type: ignore[return-value]


async def mend(centre: Centre, payload: dict[str, Any]) -> None:
    """Corrects the cause, and has the job run again by a person."""
    async with centre.sql() as sql:
        await sql.execute("update jobs set payload = payload - 'poison' where id = $1", payload["id"])
    async with centre.browser() as http:
        (await http.post(f"{STAFF}/jobs/{payload['id']}/retry")).raise_for_status()
