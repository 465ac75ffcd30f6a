"""Sign-in, sign-out and token refresh of students (D-97)."""

from asyncio import Semaphore
from datetime import datetime

from application.access.rate_limit import clear_failures, count_failure, lock_attempts, reject_while_waiting
from application.access.sessions import exchange, new_refresh_token, session_of
from application.access.students.ports import StudentAccounts
from application.actor import Actor
from application.authorization import PUBLIC, STUDENT, permits
from application.ports import AccessClaims, Clock, PasswordHasher, StudentTokens, UnitOfWork
from contracts.access.student_sign_in import StudentSignedIn, StudentSignIn, StudentTokenPair
from contracts.shared import Empty, check
from domain.access.login_attempts import subjects_of_student
from domain.access.sessions import SIGNED_OUT
from domain.access.student_sessions import StudentSession, beyond_devices
from domain.people.student import Student, SystemStatus
from domain.shared.errors import DomainError

ENTITY = "student_session"


@permits(PUBLIC)
async def sign_in_student(
    form: StudentSignIn,
    *,
    address: str,
    user_agent: str,
    request_id: str,
    accounts: StudentAccounts,
    uow: UnitOfWork,
    passwords: PasswordHasher,
    tokens: StudentTokens,
    clock: Clock,
    sign_in_semaphore: Semaphore,
) -> StudentSignedIn:
    """Opens a session on a device.

    A sixth device ends the session that was unused for longest. The only rejections are wrong login or password, a
    blocked account, and a wait. Wrong passwords are counted as those of staff, apart from them (D-10). A push token
    belongs to the device that named it last.
    """
    check(form)
    now, login = clock.now(), form.login.strip()
    subjects = subjects_of_student(login, address)
    # verifications wait their turn with those of staff, without slowing other calls (ASVS-20)
    async with sign_in_semaphore, lock_attempts(subjects[0]):
        async with uow:
            await reject_while_waiting(subjects, uow, now)
        candidate = await accounts.find_account(login)
        if not await passwords.verify(form.password, candidate.password_hash) or candidate.student_id is None:
            await count_failure(subjects, uow.independent(), now)
            raise DomainError("access.wrong_credentials")
    async with uow:
        student = await uow.load(Student, candidate.student_id, lock=True)
        if student.password_hash != candidate.password_hash:
            # reset while it was verified: the sessions of the old password have ended
            raise DomainError("access.wrong_credentials")
        if student.system_status == SystemStatus.BLOCKED:
            raise DomainError("access.blocked")
        session, refresh = await _open(student, form.device_token or None, now, uow, tokens)
        session.address, session.user_agent = address, user_agent[:300]
        await clear_failures(subjects[0], uow)
        actor = _actor(student, address, request_id)
        uow.audit("access.signed_in", ENTITY, session.id, actor=actor, permission=STUDENT)
        await uow.commit()
    return StudentSignedIn(
        access_token=tokens.access(AccessClaims(candidate.student_id, int(session.id or 0)), now),
        refresh_token=refresh,
        student=await accounts.profile(candidate.student_id),
    )


async def _open(
    student: Student, device_token: str | None, now: datetime, uow: UnitOfWork, tokens: StudentTokens
) -> tuple[StudentSession, str]:
    """Adds a session, and returns it with its refresh token."""
    present = await uow.find_all(StudentSession, student_id=student.id, access_version=student.access_version)
    for one in beyond_devices(present, now):
        one.end("too_many_devices", now)
    if device_token:
        for one in await uow.find_all(StudentSession, device_token=device_token):
            one.device_token = None
    # the token contains the id of the session, which is known once it is written
    session = StudentSession(
        student_id=int(student.id or 0),
        access_version=student.access_version,
        refresh_digest=tokens.digest(tokens.new_secret()),
        sealed_refresh=b"",
        created_at=now,
        rotated_at=now,
        last_seen_at=now,
        device_token=device_token,
    )
    uow.add(session)
    await uow.flush()
    refresh = new_refresh_token(int(session.id or 0), tokens)
    session.refresh_digest, session.sealed_refresh = tokens.digest(refresh), tokens.encrypt(refresh)
    return session, refresh


@permits(PUBLIC)
async def refresh_student_tokens(
    refresh_token: str, *, uow: UnitOfWork, tokens: StudentTokens, clock: Clock, address: str = "", request_id: str = ""
) -> StudentTokenPair:
    """Exchanges the newest refresh token for a new token pair (D-9).

    The token before it stays valid for ten seconds. An older token means that somebody else has used it: the session
    ends.
    """
    now, session_id = clock.now(), session_of(refresh_token)
    async with uow:
        session = await uow.find(StudentSession, lock=True, id=session_id) if session_id else None
        student = await uow.find(Student, id=session.student_id) if session else None
        if session is None or student is None or not session.is_open(student.access_version, now):
            raise DomainError("access.session_ended")
        actor = _actor(student, address, request_id)
        successor = await exchange(
            session, refresh_token, ENTITY, now, actor=actor, uow=uow, tokens=tokens, permission=STUDENT
        )
    claims = AccessClaims(session.student_id, int(session.id or 0))
    return StudentTokenPair(access_token=tokens.access(claims, now), refresh_token=successor)


@permits(STUDENT)
async def sign_out_student(*, actor: Actor, uow: UnitOfWork, clock: Clock) -> Empty:
    """Ends the caller's session; the push token of the device is forgotten."""
    async with uow:
        session = await uow.load(StudentSession, actor.session_id or 0, lock=True)
        session.end(SIGNED_OUT, clock.now())
        uow.audit("access.signed_out", ENTITY, session.id, actor=actor, permission=STUDENT)
        await uow.commit()
    return Empty()


def _actor(student: Student, address: str, request_id: str) -> Actor:
    """The student as the author of an audit record."""
    name = f"{student.last_name} {student.first_name}".strip()
    return Actor(id=None, name=name, student_id=student.id, address=address, request_id=request_id)
