"""What use cases need of the outside, whatever they are about: the unit of work, the clock, passwords and tokens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from application.actor import Actor
from contracts.events import Event

T = TypeVar("T")


@runtime_checkable
class Clock(Protocol):
    """Tells the time; tests set it."""

    def now(self) -> datetime:
        """The present instant, in UTC."""
        ...


@runtime_checkable
class UnitOfWork(Protocol):
    """One transaction: what is loaded, changed, recorded and sent in it is committed together or not at all.

    ``async with uow:`` begins; leaving without ``commit()`` rolls back.
    """

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def load(self, kind: type[T], id: int, *, seen_by: Actor | None = None, lock: bool = False) -> T:
        """The aggregate by id. Raises NotFound, also when ``seen_by`` may not see it (D-12).

        ``lock`` holds the row until the end, so that two decisions about it come one after the other.
        """
        ...

    async def find(self, kind: type[T], /, *, lock: bool = False, **equals: object) -> T | None:
        """The one aggregate whose fields equal these, or None. A login is compared without regard to case."""
        ...

    async def find_all(self, kind: type[T], /, **equals: object) -> list[T]:
        """Every aggregate whose fields equal these, in the order of their ids."""
        ...

    async def load_many(self, kind: type[T], ids: Sequence[int]) -> list[T]:
        """Those of these ids that are there, in the order of their ids, held until the end."""
        ...

    async def count(self, kind: type[T], /, **equals: object) -> int:
        """How many aggregates have these field values."""
        ...

    def add(self, thing: object) -> None:
        """Makes a new aggregate part of the commit; its ``id`` is there after ``flush``."""
        ...

    async def remove(self, thing: object) -> None:
        """Deletes an aggregate in this commit."""
        ...

    async def forget(self, entity: str, entity_id: int) -> None:
        """Makes unreadable for ever what was recorded of this person: his key in the audit log is destroyed."""
        ...

    async def let_go(self, student_id: int, tombstone: Callable[[str], str]) -> None:
        """Wipes whatever says who this student was, here and in the audit log; in the place of a school's id stands
        what ``tombstone`` makes of it."""
        ...

    async def flush(self) -> None:
        """Writes what is pending inside the transaction, so that new ids are known. Raises Refused on a taken key."""
        ...

    def audit(
        self,
        verb: str,
        entity: str,
        entity_id: int | None,
        *,
        actor: Actor,
        permission: str = "",
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        personal: bool = False,
        **params: object,
    ) -> None:
        """Records the change in the same commit (D-15). ``verb`` is a code of the texts, params its words.

        With ``personal`` the values of before and after are encrypted with the key of the person it is about.
        """
        ...

    def emit(self, event: Event, *, request_id: str = "", after: timedelta = timedelta(0)) -> None:
        """Sends an event in the same commit, through the outbox; not before ``after`` has passed."""
        ...

    async def enqueue(self, kind: str, payload: Mapping[str, Any], *, actor: Actor) -> int:
        """Makes a job in the same commit and gives its id; a worker runs it after the commit."""
        ...

    async def unsent(self, payload: Mapping[str, Any]) -> bool:
        """Whether a job whose payload has all of this was promised and its message has not set out yet."""
        ...

    async def commit(self) -> None:
        """Commits everything. Raises Refused("shared.stale") when another change came first."""
        ...

    def beside(self) -> "UnitOfWork":
        """A unit of work of its own, for what is kept whatever becomes of this one: a wrong password counts."""
        ...


@dataclass(frozen=True)
class AccessClaims:
    """What an access token says: whose it is and of which session. It carries no rights."""

    user_id: int
    session_id: int


@runtime_checkable
class Tokens(Protocol):
    """Makes and reads tokens (D-9)."""

    def access(self, claims: AccessClaims, now: datetime) -> str:
        """A signed access token that lives 15 minutes."""
        ...

    def read_access(self, token: str, now: datetime) -> AccessClaims | None:
        """The claims of a genuine, living staff access token, else None."""
        ...

    def new_secret(self) -> str:
        """An opaque secret of at least 256 bits, for refresh tokens."""
        ...

    def digest(self, secret: str) -> str:
        """What is stored of a secret."""
        ...

    def seal(self, secret: str) -> bytes:
        """The secret encrypted with a key that is not in the database."""
        ...

    def unseal(self, sealed: bytes) -> str:
        """The secret again."""
        ...


@runtime_checkable
class PasswordHasher(Protocol):
    """Hashes passwords slowly, off the event loop, as many at once as there are cores."""

    async def hash(self, password: str) -> str:
        """A salted hash for storage."""
        ...

    def common(self, password: str) -> bool:
        """Whether it is one of the passwords that guessers try first, whatever its capitals."""
        ...

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Whether the password fits. With None it takes the same time and is False: unknown logins tell nothing."""
        ...


@runtime_checkable
class Cipher(Protocol):
    """Encrypts what the database must not be able to tell: identity papers, secrets of outside systems (D-19, D-39)."""

    def encrypt(self, plain: bytes) -> bytes:
        """Ciphertext that carries its own nonce."""
        ...

    def decrypt(self, sealed: bytes) -> bytes:
        """The plain bytes. Raises ValueError when the ciphertext was changed or made with another key."""
        ...

    def digest(self, plain: bytes) -> str:
        """A keyed digest: equal for equal bytes, and of no use to guess them without the key."""
        ...
