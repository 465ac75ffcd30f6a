"""The attempts and messages of a submission as its student sees them."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.homework.file_cards import FileCards
from contracts.homework.files import FileCard, VoiceCard
from contracts.homework.student_work import OwnAttempt, OwnMessage

ATTEMPTS = """
select id, number, text, voice_file_id, voice_seconds, handed_in_at, is_late from attempts
where submission_id = $1 order by number
"""
# $2: whether what came with a check is shown, of checks before $3 if it is given. Of staff, only teachers of the group
# are named (D-96)
MESSAGES = """
select m.id, m.text, m.voice_file_id, m.voice_seconds, m.sent_at, m.student_id is not null as own,
    m.check_id is not null as with_result, case when m.student_id is not null
    then trim(s.last_name || ' ' || s.first_name) else (
        select min(p.full_name) from teachers p join schedules l on l.teacher_id = p.id
        where p.user_id = m.author_id and l.group_id = w.group_id) end as author
from submission_messages m join submissions w on w.id = m.submission_id left join students s on s.id = m.student_id
where m.submission_id = $1 and (m.check_id is null or $2 and ($3::bigint is null or m.check_id < $3)) order by m.id
"""
# the entities of their files
ATTEMPT, MESSAGE = "attempt", "message"


class StudentChats:
    """Reads attempts and messages with their files and recordings."""

    def __init__(self, pool: ReadPool, cards: FileCards) -> None:
        self._pool = pool
        self._cards = cards

    async def attempts(self, submission_id: int) -> list[OwnAttempt]:
        """The hand-ins, oldest first."""
        rows = await self._pool.fetch(ATTEMPTS, submission_id)
        files, voices = await self._attached(ATTEMPT, rows)
        return [
            OwnAttempt(
                id=row["id"],
                number=row["number"],
                text=row["text"],
                files=files.get(row["id"], []),
                voice=voices.get(row["voice_file_id"] or 0),
                handed_in_at=row["handed_in_at"],
                is_late=row["is_late"],
            )
            for row in rows
        ]

    async def messages(self, submission_id: int, *, with_results: bool, before: int | None = None) -> list[OwnMessage]:
        """The messages, oldest first.

        ``with_results``: also those that came with a check; ``before``: with one before this check.
        """
        rows = await self._pool.fetch(MESSAGES, submission_id, with_results, before)
        files, voices = await self._attached(MESSAGE, rows)
        return [
            OwnMessage(
                id=row["id"],
                author=row["author"],
                own=row["own"],
                text=row["text"],
                files=files.get(row["id"], []),
                voice=voices.get(row["voice_file_id"] or 0),
                with_result=row["with_result"],
                sent_at=row["sent_at"],
            )
            for row in rows
        ]

    async def _attached(
        self, entity: str, rows: Sequence[Any]
    ) -> tuple[Mapping[int, list[FileCard]], Mapping[int, VoiceCard]]:
        files = await self._cards.of(entity, [row["id"] for row in rows])
        seconds = {row["voice_file_id"]: row["voice_seconds"] for row in rows if row["voice_file_id"]}
        return files, await self._cards.voices(seconds)
