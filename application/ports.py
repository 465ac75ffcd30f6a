"""Ports of every context: unit of work, clock, passwords, tokens, encryption."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Literal, Protocol, Self, TypeVar, runtime_checkable

from application.actor import Actor
from application.idempotency import IdempotentUnitOfWork
from contracts.events import Event

T = TypeVar("T")
# of a row: none, against every other lock, or against changes only
Lock = bool | Literal["shared"]


@runtime_checkable
class Clock(Protocol):
    """The current time; tests control it."""

    def now(self) -> datetime:
        """Returns the current instant, in UTC."""
        ...


@runtime_checkable
class Transaction(IdempotentUnitOfWork, Protocol):
    """One transaction: changes, audit records and response commit together.

    ``async with transaction:`` begins; leaving without ``commit()`` rolls back. It is the subset of a unit of work that
    is enough for writes of plain SQL (docs/performance.md).
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
        """Inserts an audit record in the same commit (D-15).

        ``verb`` is the key of a text, ``params`` its placeholders.
        """
        ...

    async def commit(self) -> None:
        """Commits everything. Raises DomainError("shared.stale") on a concurrent change."""
        ...

    def unwrap(self, kind: type[T]) -> T:
        """Returns the same transaction as ``kind``, for the adapters that write in it.

        Raises TypeError if it is of another technology.
        """
        ...


@runtime_checkable
class UnitOfWork(Transaction, Protocol):
    """A transaction that loads and changes aggregates, and sends events and jobs."""

    async def load(self, kind: type[T], id: int, *, seen_by: Actor | None = None, lock: Lock = False) -> T:
        """Loads the aggregate by id.

        Raises NotFound, also if ``seen_by`` may not see it (D-12). ``lock`` locks the row until the end of the
        transaction, so that decisions about it are serialised; a *shared* lock only keeps others from changing it.
        """
        ...

    async def find(self, kind: type[T], /, *, lock: Lock = False, **equals: object) -> T | None:
        """Returns the aggregate whose fields equal these, or None.

        A login is compared without regard to case.
        """
        ...

    async def find_all(self, kind: type[T], /, **equals: object) -> list[T]:
        """Returns every aggregate whose fields equal these, ordered by id."""
        ...

    async def load_many(self, kind: type[T], ids: Sequence[int]) -> list[T]:
        """Loads and locks the existing aggregates of these ids, ordered by id."""
        ...

    async def count(self, kind: type[T], /, **equals: object) -> int:
        """Returns the number of aggregates with these field values."""
        ...

    def add(self, thing: object) -> None:
        """Adds a new aggregate to the commit; its ``id`` is set after ``flush``."""
        ...

    async def remove(self, thing: object) -> None:
        """Deletes an aggregate in this commit."""
        ...

    async def crypto_shred(self, entity: str, entity_id: int) -> None:
        """Makes the audit values of a person unreadable for ever by destroying their key."""
        ...

    async def anonymise(self, student_id: int, pseudonym: Callable[[str], str]) -> None:
        """Anonymises a student, here and in the audit log.

        ``pseudonym`` computes the pseudonym that replaces a school's id.
        """
        ...

    async def flush(self) -> None:
        """Writes pending changes inside the transaction, so that new ids are known.

        Raises DomainError on a duplicate key.
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
        """Inserts an audit record, see ``Transaction``.

        ``personal`` encrypts before and after with the key of the person concerned.
        """
        ...

    def emit(self, event: Event, *, request_id: str = "", after: timedelta = timedelta(0)) -> None:
        """Sends an event in the same commit, through the outbox.

        It is not published before ``after`` has passed.
        """
        ...

    async def enqueue(self, kind: str, payload: Mapping[str, Any], *, actor: Actor) -> int:
        """Inserts a job in the same commit and returns its id.

        A worker runs it after the commit.
        """
        ...

    async def withdraw_event(self, kind: type[Event], **fields: Any) -> int:
        """Deletes unpublished events of this kind and returns their number.

        Those whose payload contains the fields, in the names of the wire.
        """
        ...

    async def is_unpublished(self, payload: Mapping[str, Any]) -> bool:
        """Checks if the message of a job is unpublished.

        The job is one whose payload contains all of ``payload``.
        """
        ...

    def independent(self) -> "UnitOfWork":
        """Returns a separate unit of work that persists even if this one rolls back.

        An example is the count of wrong passwords.
        """
        ...


@dataclass(frozen=True)
class AccessClaims:
    """Account and session of an access token. It carries no rights.

    ``user_id``: of the student in a token of the students' application.
    """

    user_id: int
    session_id: int


@runtime_checkable
class Tokens(Protocol):
    """Issues and verifies tokens (D-9)."""

    def access(self, claims: AccessClaims, now: datetime) -> str:
        """Returns a signed access token that is valid for 15 minutes."""
        ...

    def read_access(self, token: str, now: datetime) -> AccessClaims | None:
        """Returns the claims of a genuine, unexpired access token of these, else None."""
        ...

    def new_secret(self) -> str:
        """Returns an opaque secret of at least 256 bits, for refresh tokens."""
        ...

    def digest(self, secret: str) -> str:
        """Returns the digest of a secret, stored in its place."""
        ...

    def encrypt(self, secret: str) -> bytes:
        """Encrypts the secret with a key that is not in the database."""
        ...

    def decrypt(self, sealed: bytes) -> str:
        """Decrypts an encrypted secret."""
        ...


class StudentTokens(Tokens, Protocol):
    """Issues and verifies tokens of students.

    Their audience and keys are their own: worth nothing on the staff API, and the other way round (D-97).
    """


@runtime_checkable
class PasswordHasher(Protocol):
    """Hashes passwords slowly, off the event loop, with as many threads as cores."""

    async def hash(self, password: str) -> str:
        """Returns a salted hash for storage."""
        ...

    def common(self, password: str) -> bool:
        """Checks if this is one of the most commonly guessed passwords, in any case."""
        ...

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Checks if the password is correct.

        With None it takes the same time and returns False: unknown logins reveal nothing.
        """
        ...


@runtime_checkable
class Cipher(Protocol):
    """Encrypts identity documents and secrets of integrations (D-19, D-39)."""

    def encrypt(self, plain: bytes) -> bytes:
        """Returns ciphertext that carries its own nonce."""
        ...

    def decrypt(self, sealed: bytes) -> bytes:
        """Returns the plain bytes.

        Raises ValueError if the ciphertext was altered or encrypted with another key.
        """
        ...

    def digest(self, plain: bytes) -> str:
        """Returns a keyed digest: equal for equal bytes, not guessable without the key."""
        ...


class PaperCipher(Cipher, Protocol):
    """Encrypts identity documents and the copies that imports hold."""


class IntegrationCipher(Cipher, Protocol):
    """Encrypts the secrets of integrations."""


class SmsCipher(Cipher, Protocol):
    """Encrypts the texts of messages that wait to be sent."""


class SchoolUnavailable(Exception):
    """The school system does not respond or rejects the request.

    ``reason`` is a short code for logs and reports: ``unreachable`` (no connection), ``slow`` (timeout),
    ``failing`` (5xx), ``busy`` (429), ``resting`` (circuit open after repeated failures), ``unauthorised`` (token
    rejected), ``refused`` (another 4xx), ``garbage`` (the response isn't hh v1), ``cut`` (it broke off or stalled),
    ``too_large``, ``not_allowed`` (the address must not be called), ``not_offered`` (it has no such records).
    ``detail`` is for the administrator and contains no secret.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


class NotLive(Exception):
    """This installation is a copy: its outward jobs wait until it goes live (D-159)."""


@runtime_checkable
class OutwardGate(Protocol):
    """The gate through which everything is sent to the outside."""

    async def is_open(self) -> bool:
        """Returns False on a copy: a restored or second installation."""
        ...
