"""Delivery reports of the provider (protocols §3.1).

Sent to ``callback_url``, once, unsigned.
"""

import asyncio
import logging
from datetime import datetime
from zoneinfo import ZoneInfo

import aiohttp

from domain.messaging.parts import count_parts
from entrypoints.simulators.sms.provider import Provider, Taken

log = logging.getLogger("markaz.simulator.sms")
ZONE = ZoneInfo("Asia/Tashkent")
LIMIT = aiohttp.ClientTimeout(total=5)
# reports the status per part, sometimes per message
OF_A_PART = {"DELIVERED": "DELIVRD", "REJECTED": "REJECTD"}


class DeliveryReports:
    """The reports under way, one task per message."""

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, taken: Taken) -> None:
        """Begins the reports of the message's states."""
        task = asyncio.create_task(_report(self._provider, taken))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def end(self) -> None:
        """Cancel all reports."""
        for task in list(self._tasks):
            task.cancel()


async def _report(provider: Provider, taken: Taken) -> None:
    """Reports that a part was accepted, then the final status."""
    await asyncio.sleep(provider.delay / 2)
    statuses = ["ACCEPTED", *([] if "silent" in provider.faults else [OF_A_PART.get(taken.fate, taken.fate)])]
    if "disorder" in provider.faults:
        statuses.reverse()
    for word in statuses:
        for _ in range(2 if "twice" in provider.faults else 1):
            await _post(provider, taken, word)
        await asyncio.sleep(provider.delay / 2)


async def _post(provider: Provider, taken: Taken, status: str) -> None:
    if "untold" in provider.faults:
        return
    body = {
        "request_id": taken.request_id,
        "message_id": taken.number,
        "user_sms_id": taken.ref,
        "country": "uz",
        "phone_number": taken.phone,
        "sms_count": count_parts(taken.text).parts,
        "status": status,
        "status_date": datetime.now(ZONE).strftime("%Y-%m-%d %H:%M:%S"),
    }
    try:
        async with (
            aiohttp.ClientSession(timeout=LIMIT) as session,
            session.post(taken.callback_url, json=body, allow_redirects=False) as answer,
        ):
            log.info("told of message %s: %s, answered %s", taken.number, status, answer.status)
    except (aiohttp.ClientError, OSError, TimeoutError) as problem:
        log.warning("could not tell of message %s: %s", taken.number, type(problem).__name__)
