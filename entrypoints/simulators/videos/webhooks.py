"""Reports of the host (protocols §1.2): sent to its webhooks, unsigned."""

import asyncio
import logging

import aiohttp

from entrypoints.simulators.videos.library import STATES, Library, Upload

log = logging.getLogger("markaz.simulator.videos")

LIMIT = aiohttp.ClientTimeout(total=5)
EVENT = "media.update.status"
LATE_FACTOR = 5


class Reports:
    """The reports under way, one task per video."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, upload: Upload) -> None:
        """Begins the reports of a complete video."""
        task = asyncio.create_task(self._report(upload))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def end(self) -> None:
        """Cancels all reports."""
        for task in list(self._tasks):
            task.cancel()

    async def _report(self, upload: Upload) -> None:
        """Reports each state at its time, as the faults have it."""
        library = self._library
        faults, states = library.faults, list(STATES)
        if "broken" in faults:
            states[-1] = "error"
        if "silent" in faults:
            states.pop()
        if "disorder" in faults:
            states.reverse()
        pause = library.delay / 2 * (LATE_FACTOR if "late" in faults else 1)
        for number, state in enumerate(states):
            if number:
                await asyncio.sleep(pause)
            for _ in range(2 if "twice" in faults else 1):
                await self._tell(upload, state)

    async def _tell(self, upload: Upload, state: str) -> None:
        if "untold" in self._library.faults:
            return
        data = {"id": upload.id, "status": state}
        if state == "error":
            data["message"] = "import error: code=610100, no video stream"
        for hook in self._library.webhooks:
            self._library.reports.append((upload.id, state))
            await _post(hook["endpoint"], {"event": EVENT, "data": data})


async def _post(endpoint: str, body: dict[str, object]) -> None:
    try:
        async with (
            aiohttp.ClientSession(timeout=LIMIT) as session,
            session.post(endpoint, json=body, allow_redirects=False) as answer,
        ):
            log.info("told: %s, answered %s", body, answer.status)
    except (aiohttp.ClientError, OSError, TimeoutError) as problem:
        log.warning("could not tell: %s: %s", body, type(problem).__name__)
