"""A console without a database, for tests of use cases."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from adapters.memory.clock import MovableClock
from adapters.memory.database import MemoryDatabase
from adapters.memory.passwords import QuickPasswords
from adapters.memory.sign_in_store import MemorySignInStore
from adapters.memory.unit_of_work import MemoryUnitOfWork
from adapters.security.links import SignedLinks
from adapters.security.tokens import SignedTokens
from application.access.first_start import bootstrap
from application.access.sessions import refresh, sign_in
from application.access.users import create_user
from application.actor import Actor, system
from contracts.access.sign_in import SignedIn, SignIn, TokenPair
from domain.access.roles import Role
from domain.access.sessions import Session
from domain.access.users import User

NOON = datetime(2026, 3, 2, 7, tzinfo=UTC)
SYSTEM = system(name="command line")
FIRST_PASSWORD = "birinchi-parol"


@dataclass
class Installation:
    """An in-memory installation with its clock.

    The actions of an administrator and of a user at the sign-in page.
    """

    database: MemoryDatabase = field(default_factory=MemoryDatabase)
    clock: MovableClock = field(default_factory=lambda: MovableClock(NOON))
    passwords: QuickPasswords = field(default_factory=QuickPasswords)
    tokens: SignedTokens = field(default_factory=lambda: SignedTokens("the-tests'-own-secret-key"))

    @property
    def uow(self) -> MemoryUnitOfWork:
        """A unit of work of its own for each use case."""
        return MemoryUnitOfWork(self.database, self.clock)

    async def bootstrap(self) -> bool:
        """The first start."""
        return await bootstrap(FIRST_PASSWORD, uow=self.uow, passwords=self.passwords)

    async def open_account(self, login: str, role: str = "Manager", actor: Actor = SYSTEM) -> str:
        """The issued password of a new account."""
        return await create_user(login, role, actor=actor, uow=self.uow, passwords=self.passwords)

    async def sign_in(self, login: str, password: str, address: str = "10.0.0.1") -> SignedIn:
        """Signs in."""
        result = await sign_in(
            SignIn(login=login, password=password),
            address=address,
            user_agent="Firefox",
            accounts=MemorySignInStore(self.database, self.clock),
            uow=self.uow,
            passwords=self.passwords,
            tokens=self.tokens,
            clock=self.clock,
            links=SignedLinks("a secret of the stage"),
        )
        return result.signed_in

    async def refresh(self, token: str) -> TokenPair:
        """Refreshes a session."""
        return await refresh(token, uow=self.uow, tokens=self.tokens, clock=self.clock)

    async def user(self, login: str) -> User:
        """The stored account."""
        async with self.uow as uow:
            user = await uow.find(User, login=login)
        assert user is not None
        return user

    async def roles(self) -> list[Role]:
        """Every role."""
        async with self.uow as uow:
            return await uow.find_all(Role)

    async def sessions(self, login: str) -> list[Session]:
        """Every session of an account."""
        user = await self.user(login)
        async with self.uow as uow:
            return await uow.find_all(Session, user_id=user.id)

    def audit_verbs(self) -> list[str]:
        """The verbs of the audit log, in order."""
        return [record["verb"] for record in self.database.audits]

    def actor(self, signed_in: SignedIn, **more: object) -> Actor:
        """The signed-in caller as a request has it."""
        claims = self.tokens.read_access(signed_in.access_token, self.clock.now())
        assert claims is not None
        rights = {"grants": {}, **more}
        return Actor(claims.user_id, signed_in.staff_info.full_name, session_id=claims.session_id, **rights)  # type: ignore[arg-type]
