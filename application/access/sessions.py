"""Sign-in, sign-out, token refresh, and the caller's own sessions."""

from dataclasses import dataclass
from datetime import datetime

from application.access.account_service import STAFF, USERS, acting_permission, end_sessions
from application.access.ports import AccessViews, SignInStore, StaffViews, UnfinishedUploads
from application.access.privilege_scope import load_manageable
from application.access.rate_limit import count_failure, lock_attempts, reject_counted
from application.actor import Actor
from application.authorization import PUBLIC, SIGNED_IN, permits
from application.files.ports import FileLinks
from application.ports import AccessClaims, Clock, PasswordHasher, Tokens, UnitOfWork
from contracts.access.sign_in import SessionPage, SignedIn, SignIn, StaffInfo, TokenPair
from contracts.shared import Count, Empty, check
from domain.access.known_browsers import KnownBrowser
from domain.access.login_attempts import subjects_of_unknown
from domain.access.roles import Role
from domain.access.sessions import SIGNED_OUT, Session, TokenFamily
from domain.access.users import User, UserStatus, shown_name
from domain.shared.errors import DomainError, NotFound


@dataclass(frozen=True)
class SignInResult:
    """The tokens of a new session, and the browser as it is known from now on."""

    signed_in: SignedIn
    browser: KnownBrowser


@permits(PUBLIC)
async def sign_in(
    form: SignIn,
    *,
    address: str,
    user_agent: str,
    accounts: SignInStore,
    uow: UnitOfWork,
    passwords: PasswordHasher,
    tokens: Tokens,
    clock: Clock,
    links: FileLinks,
    request_id: str = "",
    browser: KnownBrowser | None = None,
) -> SignInResult:
    """Opens a session.

    The only rejections a client sees are wrong login or password, and a wait. After five wrong passwords for a login
    from one address (thirty from an address, a hundred for a login) each doubles the wait (D-10). A browser where the
    login has signed in before counts its own wrong passwords alone, so that others at its address cannot hold it up
    (D-160).
    """
    check(form)
    now, login = clock.now(), form.login.strip()
    subjects: tuple[str, ...] = subjects_of_unknown(login, address)
    if browser and await accounts.is_known_browser(login, browser.sessions(now)):
        subjects = (browser.subject(login),)
    async with lock_attempts(subjects[0]):
        candidate = await accounts.find_account(login, subjects)
        reject_counted(candidate.attempts, now)
        if not await passwords.verify(form.password, candidate.password_hash) or candidate.user_id is None:
            await count_failure(subjects, uow, now)
            raise DomainError("access.wrong_credentials")
    async with accounts.begin_sign_in(candidate.user_id) as transaction:
        user, refresh = transaction.user, new_refresh_token(transaction.session_id, tokens)
        if user.password_hash != candidate.password_hash:
            # reset while it was verified: the sessions of the old password have ended
            raise DomainError("access.wrong_credentials")
        user.signed_in()
        session = Session(
            id=transaction.session_id,
            user_id=_id(user),
            refresh_digest=tokens.digest(refresh),
            sealed_refresh=tokens.encrypt(refresh),
            created_at=now,
            rotated_at=now,
            last_seen_at=now,
            address=address,
            user_agent=user_agent[:300],
            fcm_token=form.fcm_token,
        )
        actor = Actor(id=user.id, name=user.login, address=address, request_id=request_id)
        transaction.audit("access.signed_in", "session", session.id, actor=actor)
        await transaction.commit(session, clear_attempts_of=subjects[0])
    signed_in = SignedIn(
        access_token=tokens.access(AccessClaims(_id(user), _id(session)), now),
        refresh_token=refresh,
        staff_info=_staff_info(user, transaction.role, links.link(user.photo, now) if user.photo else None),
    )
    known = browser or KnownBrowser(tokens.new_secret())
    return SignInResult(signed_in, known.remember(_id(user), _id(session), now))


def _staff_info(user: User, role: Role, photo: str | None) -> StaffInfo:
    return StaffInfo(
        id=_id(user),
        login=user.login,
        full_name=shown_name(user.login, user.last_name, user.first_name, user.middle_name),
        role_name=role.name,
        role_type=role.type,
        photo=photo,
        must_change_password=user.must_change_password,
    )


@permits(PUBLIC)
async def refresh(
    refresh_token: str, *, uow: UnitOfWork, tokens: Tokens, clock: Clock, address: str = "", request_id: str = ""
) -> TokenPair:
    """Exchanges the newest refresh token for a new token pair (D-9).

    The token before it stays valid for ten seconds (two tabs). An older token means that somebody else has used it: the
    session ends, and both must sign in again.
    """
    now, session_id = clock.now(), session_of(refresh_token)
    async with uow:
        session = await uow.find(Session, lock=True, id=session_id) if session_id else None
        user = await uow.find(User, id=session.user_id) if session else None
        if session is None or user is None or user.status == UserStatus.BLOCKED or not session.alive(now):
            raise DomainError("access.session_ended")
        actor = Actor(id=user.id, name=user.login, address=address, request_id=request_id)
        successor = await exchange(session, refresh_token, "session", now, actor=actor, uow=uow, tokens=tokens)
    return TokenPair(access_token=tokens.access(AccessClaims(_id(user), _id(session)), now), refresh_token=successor)


async def exchange(
    session: TokenFamily,
    refresh_token: str,
    entity: str,
    now: datetime,
    *,
    actor: Actor,
    uow: UnitOfWork,
    tokens: Tokens,
    permission: str = "",
) -> str:
    """Rotates the refresh token of a locked session and commits.

    Returns the newest token.

    Raises DomainError for a token older than the one before it; the session has ended then, audited.
    """
    digest = tokens.digest(refresh_token)
    if session.in_grace(digest, now):
        await uow.commit()
        return tokens.decrypt(session.sealed_refresh)
    successor = new_refresh_token(int(session.id or 0), tokens)
    try:
        session.rotate(digest, tokens.digest(successor), tokens.encrypt(successor), now)
    except DomainError:
        uow.audit("access.token_reused", entity, session.id, actor=actor, permission=permission)
        await uow.commit()
        raise
    await uow.commit()
    return successor


@permits(SIGNED_IN)
async def sign_out(*, actor: Actor, uow: UnitOfWork, uploads: UnfinishedUploads, clock: Clock) -> Empty:
    """Ends the caller's session, its push token and its unfinished uploads (D-67)."""
    async with uow:
        session = await uow.load(Session, actor.session_id or 0, lock=True)
        session.end(SIGNED_OUT, clock.now())
        await uploads.discard(actor, uow)
        uow.audit("access.signed_out", "session", session.id, actor=actor)
        await uow.commit()
    return Empty()


@permits(SIGNED_IN)
async def list_own_sessions(*, actor: Actor, access: AccessViews) -> SessionPage:
    """Returns the caller's active sessions, newest first."""
    rows = await access.sessions(actor.id or 0, actor.session_id)
    return SessionPage(sessions=rows, total=len(rows))


@permits(SIGNED_IN)
async def end_own_session(session_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> Empty:
    """Ends one of the caller's own sessions; another user's is not found."""
    async with uow:
        session = await uow.load(Session, session_id, lock=True)
        if session.user_id != actor.id:
            raise NotFound("Session", session_id)
        session.end("ended_by_owner", clock.now())
        uow.audit("access.session_ended", "session", session.id, actor=actor)
        await uow.commit()
    return Empty()


def _id(thing: User | Session | None) -> int:
    if thing is None or thing.id is None:
        raise DomainError("access.wrong_credentials")
    return thing.id


def new_refresh_token(session_id: int, tokens: Tokens) -> str:
    """A new refresh token of a session."""
    return f"{session_id}.{tokens.new_secret()}"


def session_of(refresh_token: str) -> int | None:
    """The session that a refresh token claims to be of."""
    number, _, secret = refresh_token.partition(".")
    return int(number) if secret and number.isascii() and number.isdigit() and len(number) < 19 else None


@permits(USERS, STAFF, do="update")
async def list_sessions(user_id: int, *, actor: Actor, access: AccessViews, staff: StaffViews) -> SessionPage:
    """Returns the active sessions of an account in the caller's scope, newest first."""
    card = await staff.card(user_id, actor)
    if not card.editable:
        raise DomainError("access.account_beyond_own")
    rows = await access.sessions(user_id, actor.session_id)
    return SessionPage(sessions=rows, total=len(rows))


@permits(USERS, STAFF, do="update")
async def end_session(user_id: int, session_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> Empty:
    """Ends one session of an account that the caller may edit.

    Its next request is rejected.
    """
    async with uow:
        user, _ = await load_manageable(user_id, actor=actor, uow=uow)
        session = await uow.load(Session, session_id, lock=True)
        if session.user_id != user_id:
            raise NotFound("Session", session_id)
        session.end("ended_by_administrator", clock.now())
        right = acting_permission(actor)
        uow.audit("access.session_ended_of", "user", user_id, actor=actor, permission=right, login=user.login)
        await uow.commit()
    return Empty()


@permits(USERS, STAFF, do="update")
async def end_all_sessions(user_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock) -> Count:
    """Ends every session of an account that the caller may edit; returns their number.

    For the caller's own account the current session stays.
    """
    async with uow:
        user, _ = await load_manageable(user_id, actor=actor, uow=uow)
        ended = await end_sessions(user, "ended_by_administrator", clock.now(), uow, but=actor.session_id)
        if ended:
            uow.audit(
                "access.sessions_ended_of",
                "user",
                user_id,
                actor=actor,
                permission=acting_permission(actor),
                login=user.login,
                total=ended,
            )
        await uow.commit()
    return Count(count=ended)
