"""What backup and restore both need: the database, started if it is ours and at rest, and the key's name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adapters.security.cipher import AesCipher
from entrypoints.cli.findings import is_running
from entrypoints.embedded import logs
from entrypoints.embedded.postgres import embedded_postgres
from entrypoints.embedded.refusal import Refusal
from entrypoints.settings import Settings


@contextmanager
def database(settings: Settings, *, alone: bool) -> Iterator[str]:
    """The console's database for the time of the block. ``alone``: the console itself may not run meanwhile."""
    running = is_running(settings.home)
    if running and alone:
        raise Refusal(f"Markaz runs on {settings.home}: stop it first (Ctrl-C where it was started)")
    if running or not settings.is_embedded("database_url"):
        yield settings.database_url
        return
    log = logs.log_file(settings.home / "logs", "postgres")
    with embedded_postgres(settings.home / "postgres", durable=True, log=log) as url:
        yield url


def has_database(settings: Settings) -> bool:
    """Whether there is a database to save; ours is made by the first start."""
    return not settings.is_embedded("database_url") or (settings.home / "postgres" / "data").is_dir()


def stored_files(settings: Settings) -> Path:
    """Where uploaded files are kept."""
    return settings.files


def key_id(secret_key: str) -> str:
    """Names the secret key without telling anything of it."""
    return AesCipher(secret_key, "key-id").digest(b"")[:16]
