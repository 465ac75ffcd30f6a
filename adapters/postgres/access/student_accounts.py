"""Reads about students who sign in, and their open sessions."""

from collections.abc import Sequence

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.fast_path.batching import statement_batcher
from adapters.postgres.files.photo_links import PhotoLinks
from application.access.students.ports import StudentCandidate
from application.actor import Actor
from contracts.access.student_sign_in import StudentProfile
from contracts.shared import Named
from domain.access.student_sessions import STUDENT_SESSION_LIFETIME
from domain.people.student import SystemStatus
from domain.shared.errors import NotFound

# logins of students that differ in case alone are different ones: the exact one is first
FIND = f"""
select id, password_hash, login = $1 as exact from students where lower(login) = lower($1) and {t.LISTED}
order by exact desc limit 2
"""  # noqa: S608
# one indexed read per request: a block, a changed login or password and an ended session take effect at once (D-97)
ACTORS = f"""
select s.id as session_id, p.id, p.last_name, p.first_name, p.must_change_password
from unnest($1::bigint[], $2::bigint[]) requested (session_id, student_id)
    join student_sessions s on s.id = requested.session_id and s.student_id = requested.student_id
    join students p on p.id = s.student_id and p.access_version = s.access_version
where s.ended_at is null and s.created_at > now() - $3::interval and p.system_status <> {SystemStatus.BLOCKED:d}
    and p.login is not null and {t.LISTED}
"""  # noqa: S608  names of ours
PROFILE = """
select p.id, p.full_name, p.login, p.photo, p.must_change_password, coalesce((
    select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name, o.id) from offices o
    join student_offices l on l.office_id = o.id where l.student_id = p.id), '[]') as branches
from students p where p.id = $1
"""


class PostgresStudentAccounts:
    """See ``application.access.students.ports.StudentAccounts``."""

    def __init__(self, pool: ReadPool, prepared_read_pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._prepared_read_pool = prepared_read_pool
        self._photo_links = photo_links
        self._actors = statement_batcher(self._signed_in)

    async def find_account(self, login: str) -> StudentCandidate:
        rows = await self._pool.fetch(FIND, login)
        if rows and (rows[0]["exact"] or len(rows) == 1):
            return StudentCandidate(rows[0]["id"], rows[0]["password_hash"])
        return StudentCandidate(None, None)

    async def actor(self, student_id: int, session_id: int) -> Actor | None:
        return await self._actors.run((session_id, student_id))

    async def _signed_in(self, keys: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Actor]:
        sessions, students = zip(*keys, strict=True)
        rows = await self._prepared_read_pool.fetch(ACTORS, sessions, students, STUDENT_SESSION_LIFETIME)
        return {
            (row["session_id"], row["id"]): Actor(
                id=None,
                name=f"{row['last_name']} {row['first_name']}".strip(),
                student_id=row["id"],
                session_id=row["session_id"],
                must_change_password=row["must_change_password"],
            )
            for row in rows
        }

    async def profile(self, student_id: int) -> StudentProfile:
        row = await self._pool.fetchrow(PROFILE, student_id)
        if row is None:
            raise NotFound("Student", student_id)
        return StudentProfile(
            id=row["id"],
            name=row["full_name"],
            login=row["login"],
            photo=self._photo_links.link(row["photo"]),
            branches=[Named(**branch) for branch in row["branches"]],
            must_change_password=row["must_change_password"],
        )
