"""A failed job, such as an outage of the SMS provider leaves behind."""

from contracts.job_kinds import SMS_SEND
from domain.jobs.job import MAX_ATTEMPTS, Job, JobState
from domain.messaging.message import SmsMessage
from entrypoints.wiring import Container

ERROR = "SmsUnavailable: unreachable"


async def leave_failed_job(container: Container) -> int:
    """Stores a message that was not sent and its failed job; returns the job's id."""
    now = container.clock().now()
    async with container.uow() as uow:
        message = SmsMessage("+998900000000", "Ertaga dars soat 9:00 da", 1, now)
        uow.add(message)
        await uow.flush()
        job = Job(SMS_SEND, {"messageId": message.id}, state=JobState.FAILED, tries=MAX_ATTEMPTS, last_error=ERROR)
        job.created_at = job.finished_at = now
        uow.add(job)
        await uow.flush()
        await uow.commit()
        return int(job.id or 0)
