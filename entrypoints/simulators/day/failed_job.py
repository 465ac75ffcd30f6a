"""A job that rests as failed, as an afternoon without a provider of messages leaves one."""

from contracts.job_kinds import SMS_SEND
from domain.jobs.job import MAX_TRIES, Job, JobState
from domain.messaging.message import SmsMessage
from entrypoints.wiring import Container

ERROR = "SmsUnavailable: the provider was away (demo)"


async def leave_failed_job(container: Container) -> int:
    """A message that was not sent, and its job; gives the job's id."""
    now = container.clock().now()
    async with container.uow() as uow:
        message = SmsMessage("+998900000000", "Ertaga dars soat 9:00 da", 1, now)
        uow.add(message)
        await uow.flush()
        job = Job(SMS_SEND, {"messageId": message.id}, state=JobState.FAILED, tries=MAX_TRIES, last_error=ERROR)
        job.created_at = job.finished_at = now
        uow.add(job)
        await uow.flush()
        await uow.commit()
        return int(job.id or 0)
