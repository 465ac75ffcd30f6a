"""Signing in, sessions, the own profile, rights and preferences."""

import logging
from asyncio import Semaphore

from application.access import profile as own
from application.access import sessions
from application.access.ports import SignInStore
from application.actor import Actor
from application.files.ports import FileLinks
from application.ports import Clock, PasswordHasher, Tokens, UnitOfWork
from contracts.access.sign_in import ClientLog, SignedIn, SignIn
from contracts.shared import Empty, check
from entrypoints.http.caller import OPEN_BEFORE_PASSWORD, address, bearer, request_id, user_agent
from entrypoints.http.endpoint import endpoint

client_log = logging.getLogger("markaz.client")


# written by hand: so many sign-ins are worked on at once, the others wait (ASVS-20)
async def sign_in(
    form: SignIn,
    *,
    address: str,
    user_agent: str,
    request_id: str,
    sign_in_store: SignInStore,
    uow: UnitOfWork,
    passwords: PasswordHasher,
    tokens: Tokens,
    clock: Clock,
    links: FileLinks,
    sign_in_semaphore: Semaphore,
) -> SignedIn:
    """Opens a session."""
    async with sign_in_semaphore:
        return await sessions.sign_in(
            form,
            address=address,
            user_agent=user_agent,
            accounts=sign_in_store,
            uow=uow,
            passwords=passwords,
            tokens=tokens,
            clock=clock,
            links=links,
            request_id=request_id,
        )


# written by hand: the log is the entry point's own, no use case stands behind it
async def send_log(form: ClientLog, *, actor: Actor) -> Empty:
    """Writes what the browser reports of itself into the server's log."""
    check(form)
    client_log.info("%s", form.text, extra={"log_type": form.log_type, "user_id": actor.id})
    return Empty()


ROUTES = [
    endpoint(
        "POST",
        "/auth/sign-in",
        sign_in,
        operation_id="signIn",
        status=200,
        reads={"address": address, "user_agent": user_agent, "request_id": request_id},
    ),
    endpoint(
        "GET",
        "/auth/refresh-token",
        sessions.refresh,
        operation_id="refreshToken",
        reads={"refresh_token": bearer, "address": address, "request_id": request_id},
    ),
    endpoint(
        "POST", "/auth/logout", sessions.sign_out, operation_id="signOut", status=200, marks=[OPEN_BEFORE_PASSWORD]
    ),
    endpoint("GET", "/auth/sessions", sessions.list_own_sessions, operation_id="ownSessions"),
    endpoint("DELETE", "/auth/sessions/{session_id:int}", sessions.end_own_session, operation_id="endOwnSession"),
    endpoint("GET", "/profile", own.own_profile, operation_id="ownProfile", marks=[OPEN_BEFORE_PASSWORD]),
    endpoint(
        "PUT",
        "/profile/password",
        own.change_own_password,
        operation_id="changeOwnPassword",
        marks=[OPEN_BEFORE_PASSWORD],
    ),
    endpoint(
        "GET", "/roles/permission-objects/mine", own.own_rights, operation_id="ownRights", marks=[OPEN_BEFORE_PASSWORD]
    ),
    endpoint("GET", "/roles/permission-objects/all", own.all_rights, operation_id="allRights"),
    endpoint("GET", "/preferences", own.own_preferences, operation_id="ownPreferences", marks=[OPEN_BEFORE_PASSWORD]),
    endpoint(
        "PUT", "/preferences", own.change_preferences, operation_id="changePreferences", marks=[OPEN_BEFORE_PASSWORD]
    ),
    endpoint("POST", "/sender/log", send_log, operation_id="sendLog", status=200, marks=[OPEN_BEFORE_PASSWORD]),
]
