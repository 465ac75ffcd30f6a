"""Ports that every context uses: the unit of work, the clock, passwords, tokens and encryption."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from application.actor import Actor
from application.idempotency import IdempotentUnitOfWork
from contracts.events import Event

T = TypeVar("T")


@runtime_checkable
class Clock(Protocol):
    """The current time; tests set it."""

    def now(self) -> datetime:
        """The current instant, in UTC."""
        ...


@runtime_checkable
class Transaction(IdempotentUnitOfWork, Protocol):
    """One transaction: its changes, their audit records and the response commit together or not at all.

    ``async with transaction:`` begins; leaving without ``commit()`` rolls back. The part of a unit of work that is
    enough for writes of plain SQL (docs/performance.md).
    """

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

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
        **params: Any,
    ) -> None:
        """Records the change in the same commit (D-15). ``verb`` is a code of the texts, params its words."""
        ...

    async def commit(self) -> None:
        """Commits everything. Raises DomainError("shared.stale") when another change came first."""
        ...

    def unwrap(self, kind: type[T]) -> T:
        """The same transaction in the terms of its technology, for the adapters that write in it.

        Raises TypeError where it is of another technology.
        """
        ...


@runtime_checkable
class UnitOfWork(Transaction, Protocol):
    """A transaction that loads and changes aggregates, and sends events and jobs."""

    async def load(self, kind: type[T], id: int, *, seen_by: Actor | None = None, lock: bool = False) -> T:
        """The aggregate by id. Raises NotFound, also when ``seen_by`` may not see it (D-12).

        ``lock`` locks the row until the end, so that two decisions about it come one after the other.
        """
        ...

    async def find(self, kind: type[T], /, *, lock: bool = False, **equals: object) -> T | None:
        """The one aggregate whose fields equal these, or None. A login is compared without regard to case."""
        ...

    async def find_all(self, kind: type[T], /, **equals: object) -> list[T]:
        """Every aggregate whose fields equal these, in the order of their ids."""
        ...

    async def load_many(self, kind: type[T], ids: Sequence[int]) -> list[T]:
        """The existing ones of these ids, in the order of their ids, locked until the end."""
        ...

    async def count(self, kind: type[T], /, **equals: object) -> int:
        """The number of aggregates with these field values."""
        ...

    def add(self, thing: object) -> None:
        """Makes a new aggregate part of the commit; its ``id`` is set after ``flush``."""
        ...

    async def remove(self, thing: object) -> None:
        """Deletes an aggregate in this commit."""
        ...

    async def forget(self, entity: str, entity_id: int) -> None:
        """Makes the audit values of a person unreadable for ever: their key is destroyed."""
        ...

    async def let_go(self, student_id: int, tombstone: Callable[[str], str]) -> None:
        """Erases the identity of a student, here and in the audit log; ``tombstone`` replaces a school's id."""
        ...

    async def flush(self) -> None:
        """Writes pending changes inside the transaction, so that new ids are known.

        Raises DomainError on a taken key.
        """
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
        **params: Any,
    ) -> None:
        """See ``Transaction``. ``personal`` encrypts before and after with the key of the person they are about."""
        ...

    def emit(self, event: Event, *, request_id: str = "", after: timedelta = timedelta(0)) -> None:
        """Sends an event in the same commit, through the outbox; not before ``after`` has passed."""
        ...

    async def enqueue(self, kind: str, payload: Mapping[str, Any], *, actor: Actor) -> int:
        """Creates a job in the same commit and gives its id; a worker runs it after the commit."""
        ...

    async def unsent(self, payload: Mapping[str, Any]) -> bool:
        """True where the message of a job whose payload contains all of this is not published yet."""
        ...

    def beside(self) -> "UnitOfWork":
        """A separate unit of work for what must persist even if this one rolls back: a wrong password counts."""
        ...


@dataclass(frozen=True)
class AccessClaims:
    """User and session of an access token. It carries no rights."""

    user_id: int
    session_id: int


@runtime_checkable
class Tokens(Protocol):
    """Makes and reads tokens (D-9)."""

    def access(self, claims: AccessClaims, now: datetime) -> str:
        """A signed access token that is valid for 15 minutes."""
        ...

    def read_access(self, token: str, now: datetime) -> AccessClaims | None:
        """The claims of a genuine, unexpired staff access token, else None."""
        ...

    def new_secret(self) -> str:
        """An opaque secret of at least 256 bits, for refresh tokens."""
        ...

    def digest(self, secret: str) -> str:
        """The digest of a secret that is stored in its place."""
        ...

    def seal(self, secret: str) -> bytes:
        """The secret encrypted with a key that is not in the database."""
        ...

    def unseal(self, sealed: bytes) -> str:
        """Decrypts a sealed secret."""
        ...


@runtime_checkable
class PasswordHasher(Protocol):
    """Hashes passwords slowly, off the event loop, as many at once as there are cores."""

    async def hash(self, password: str) -> str:
        """A salted hash for storage."""
        ...

    def common(self, password: str) -> bool:
        """True for one of the passwords that guessers try first, in any case of letters."""
        ...

    async def verify(self, password: str, hashed: str | None) -> bool:
        """True for the right password. With None it takes the same time and is False: unknown logins reveal nothing."""
        ...


@runtime_checkable
class Cipher(Protocol):
    """Encrypts what the database must not reveal: identity documents, secrets of integrations (D-19, D-39)."""

    def encrypt(self, plain: bytes) -> bytes:
        """Ciphertext that carries its own nonce."""
        ...

    def decrypt(self, sealed: bytes) -> bytes:
        """The plain bytes. Raises ValueError when the ciphertext was changed or made with another key."""
        ...

    def digest(self, plain: bytes) -> str:
        """A keyed digest: equal for equal bytes, and useless for guessing them without the key."""
        ...


class PaperCipher(Cipher, Protocol):
    """Encrypts identity papers and what imports hold of them."""


class IntegrationCipher(Cipher, Protocol):
    """Encrypts the secrets of outside systems."""


class SmsCipher(Cipher, Protocol):
    """Encrypts the texts of messages that wait to be sent."""


class SchoolUnavailable(Exception):
    """The school system does not answer, or refuses us; ``reason`` is a short word for logs and reports.

    The words: ``unreachable`` (no connection, or it broke), ``slow`` (no answer in time), ``failing`` (5xx),
    ``busy`` (429), ``resting`` (it failed so often that we leave it alone for a while), ``unauthorised`` (our
    token is refused), ``refused`` (another 4xx), ``garbage`` (the answer isn't hh v1). ``detail`` is for the
    administrator and names no secret.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail
