"""Reports of hosts: pushed by webhooks, or asked for after silence (D-95)."""

import hmac
from collections.abc import Mapping

from application.actor import Actor, system
from application.authorization import PUBLIC, SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from application.videos.at_host import apply_report, queue_processing
from application.videos.deletion import begin_deletion
from application.videos.ports import HostReport, HostUnavailable, VideoHosts, VideoStore, WebhookStore
from contracts.job_kinds import VIDEO_WEBHOOK
from contracts.shared import Empty
from domain.shared.errors import DomainError, NotFound
from domain.videos.video import AT_HOST, BUILT_IN, POLLED_AFTER, Video

# videos asked for in one round
AT_ONCE = 20


@permits(PUBLIC)
async def receive_webhook(
    provider: str,
    body: bytes,
    *,
    word: str,
    headers: Mapping[str, str],
    uow: UnitOfWork,
    hosts: VideoHosts,
    webhooks: WebhookStore,
    clock: Clock,
    actor: Actor | None = None,
) -> Empty:
    """Stores what a host reports, and answers at once; a job processes it.

    The host proves itself by the secret ``word`` in the address. Raises NotFound for another word and for a host that
    is not connected, DomainError("shared.malformed").
    """
    check_webhook_word(provider, word, hosts)
    try:
        reports = (await hosts.of(provider)).reports_of(headers, body)
    except HostUnavailable as unknown:
        raise NotFound("Provider", provider) from unknown
    except ValueError as unreadable:
        raise DomainError("shared.malformed") from unreadable
    async with uow:
        for report in reports:
            stored = await webhooks.add(provider, report.host_id, body.decode(errors="replace"), clock.now(), uow)
            await uow.enqueue(VIDEO_WEBHOOK, {"webhookId": stored}, actor=system())
        await uow.commit()
    return Empty()


def check_webhook_word(provider: str, word: str, hosts: VideoHosts) -> None:
    """Checks the word of an address, for which nothing is read. Raises NotFound."""
    if not hmac.compare_digest(word.encode(), hosts.webhook_word(provider).encode()):
        raise NotFound("Provider", provider)


@permits(SUPERADMIN)
async def take_webhook(
    webhook_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    hosts: VideoHosts,
    videos: VideoStore,
    webhooks: WebhookStore,
    clock: Clock,
) -> None:
    """Processes a stored report once: it is a hint, the host is asked.

    So neither a forged nor a doubled, late or unknown report does harm. Raises HostUnavailable, for the job to be tried
    again.
    """
    async with uow.independent() as looked:
        stored = await webhooks.open(webhook_id, looked)
        if stored is None:
            return
        video = await videos.load_by_host_id(stored.host, stored.host_id, looked)
    report = None if video is None else await (await hosts.of(video.host)).report(video)
    async with uow:
        stored = await webhooks.open(webhook_id, uow)
        if stored is None:
            return
        outcome = "unknown"
        video = await videos.load_by_host_id(stored.host, stored.host_id, uow)
        if video is not None and report is not None:
            changed = await apply_report(video, report, clock.now(), actor=actor, uow=uow)
            outcome = "applied" if changed else "unchanged"
        await webhooks.close(webhook_id, outcome, clock.now(), uow)
        await uow.commit()


@permits(SUPERADMIN)
async def ask_silent_hosts(
    *, actor: Actor, uow: UnitOfWork, hosts: VideoHosts, videos: VideoStore, clock: Clock
) -> int:
    """Asks hosts for videos of which nothing was heard for ten minutes.

    After six hours of silence a video ends in an error with its reason (V3), and an upload that nobody continued for
    seven days is deleted (ASVS-37). Returns how many were asked for.
    """
    now = clock.now()
    async with uow:
        silent = await videos.claim_silent(now - POLLED_AFTER, now, AT_ONCE, uow)
        await uow.commit()
    for video_id in silent:
        await _ask(video_id, actor, uow, hosts, videos, clock)
    return len(silent)


async def _ask(
    video_id: int, actor: Actor, uow: UnitOfWork, hosts: VideoHosts, videos: VideoStore, clock: Clock
) -> None:
    async with uow:
        video = await uow.find(Video, id=video_id)
    if video is None:
        return
    report: HostReport | None
    try:
        report = await (await hosts.of(video.host)).report(video)
    except HostUnavailable:
        report = None
    now = clock.now()
    async with uow:
        video = await uow.find(Video, lock=True, id=video_id)
        if video is None or video.deleted_at is not None:
            return
        if report is not None:
            await apply_report(video, report, now, actor=actor, uow=uow)
            if video.is_abandoned(now):
                await begin_deletion(video, actor=actor, permission=SUPERADMIN, uow=uow, now=now)
        if not video.give_up_if_silent(now):
            await _queue_lost(video, actor, uow, videos)
        await uow.commit()


async def _queue_lost(video: Video, actor: Actor, uow: UnitOfWork, videos: VideoStore) -> None:
    """Queues the conversion again whose job has failed; it may run twice."""
    if video.host == BUILT_IN and video.status in AT_HOST and not await videos.is_queued(video.host_id, uow):
        await queue_processing(video, actor=actor, uow=uow)


@permits(SUPERADMIN)
async def rename_at_host(video_id: int, *, actor: Actor, uow: UnitOfWork, hosts: VideoHosts) -> None:
    """Names a video at its host as here.

    Raises HostUnavailable, for the job to be tried again.
    """
    async with uow:
        video = await uow.find(Video, id=video_id)
    if video is not None and video.deleted_at is None and video.host_id:
        await (await hosts.of(video.host)).rename(video)
