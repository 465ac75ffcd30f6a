"""The database for backup and restore, and the key's identifier.

An embedded database is started if it isn't running.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adapters.security.cipher import AesCipher
from entrypoints.cli.doctor.diagnostics import is_running
from entrypoints.embedded import logs
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.servers.postgres import embedded_postgres
from entrypoints.settings import Settings


@contextmanager
def database(settings: Settings, *, alone: bool) -> Iterator[str]:
    """The console's database for the duration of the block.

    ``alone``: the console itself may not run meanwhile.
    """
    running = is_running(settings.home)
    if running and alone:
        raise OperatorError(f"Markaz runs on {settings.home}: stop it first (Ctrl-C where it was started)")
    if running or not settings.is_embedded("database_url"):
        yield settings.database_url
        return
    log = logs.log_file(settings.home / "logs", "postgres")
    with embedded_postgres(settings.home / "postgres", durable=True, log=log) as url:
        yield url


def has_database(settings: Settings) -> bool:
    """True when there is a database to save; the first start creates the embedded one."""
    return not settings.is_embedded("database_url") or (settings.home / "postgres" / "data").is_dir()


def stored_files(settings: Settings) -> Path:
    """The directory of uploaded files."""
    return settings.files


def key_id(secret_key: str) -> str:
    """Identifies the secret key without revealing anything about it."""
    return AesCipher(secret_key, "key-id").digest(b"")[:16]
