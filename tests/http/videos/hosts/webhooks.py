"""Reports that a host sends by itself, and the worker that takes them."""

import json
from typing import Any

from tests.http.videos.scenario import ConnectedHosts, VideoScenario


async def send_reports(stage: VideoScenario, hosts: ConnectedHosts, *reports: dict[str, Any], word: str = "") -> Any:
    """Sends them as the connected host does; the answer."""
    path = f"/api/video-host/kinescope/{word or hosts.webhook_word('kinescope')}"
    return await stage.console.nobody().request("POST", path, content=json.dumps(reports).encode())


async def take_all(stage: VideoScenario) -> list[str]:
    """Runs the jobs of all stored reports; their outcomes."""
    for row in await stage.console.sql.fetch("select id from video_webhooks order by id"):
        await stage.run("videos.webhook", webhookId=row["id"])
    rows = await stage.console.sql.fetch("select outcome from video_webhooks order by id")
    return [row["outcome"] for row in rows]
