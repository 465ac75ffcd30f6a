"""The security checks of `markaz doctor`.

They find guessable secrets, files and servers open to others, and debugging switches.

ASVS-63: each weakness is a failure with what to do about it.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from adapters.postgres.core.pool import ReadPool
from adapters.security.passwords import ArgonPasswords
from entrypoints.cli.doctor.diagnostics import Finding
from entrypoints.settings import DEMO_TOKEN, Settings

_MAKE_ONE = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
# a generated key of 64 letters has about 40 different ones; a typed one of 32 that is no word has more than this
_FEWEST_LETTERS = 12
_PLACEHOLDERS = ("change", "secret", "example", "password", "default", "123456", "qwerty", "markaz")
_DEBUGGING = ("MARKAZ_RELOAD", "PYTHONDEVMODE", "PYTHONASYNCIODEBUG")
_HERE = ("", "localhost", "127.0.0.1", "::1")
_OTHERS_ENTER, _OTHERS_READ = 0o011, 0o066
_POSTGRES_FOLDER = "postgres"


def check_settings(settings: Settings) -> Iterator[Finding]:
    """The weaknesses that are found without a server."""
    yield from _secret_key(settings.secret_key)
    yield from _first_password(settings.superadmin_password)
    if settings.school_token == DEMO_TOKEN and not settings.is_embedded("school_url"):
        todo = "ask the school system for a token of your own"
        yield Finding("token", "fail", "CONSOLE_SCHOOL_TOKEN is that of every demo school", todo)
    yield from _open_files(settings.home)
    for name in _DEBUGGING:
        if os.environ.get(name, "0") not in ("", "0"):
            yield Finding("debug", "fail", f"{name} is set: the programs run for debugging", f"unset {name}")
    if settings.host not in _HERE:
        detail = f"listens on {settings.host}, unencrypted"
        yield Finding("host", "note", detail, "let only a proxy with TLS reach it, or set CONSOLE_HOST=127.0.0.1")


def _secret_key(key: str) -> Iterator[Finding]:
    placeholder = next((word for word in _PLACEHOLDERS if word in key.lower()), None)
    if key and (placeholder or len(set(key)) < _FEWEST_LETTERS):
        why = f"holds {placeholder!r}" if placeholder else "repeats few letters"
        yield Finding("secret key", "fail", f"CONSOLE_SECRET_KEY can be guessed: it {why}", f"set one of: {_MAKE_ONE}")


def _first_password(password: str) -> Iterator[Finding]:
    if password and (ArgonPasswords().common(password) or password.lower() == "superadmin"):
        detail = "the first password of superadmin is among those that guessers try first"
        yield Finding("password", "fail", detail, "./markaz user reset-password superadmin, and unset the variable")


def _open_files(home: Path) -> Iterator[Finding]:
    """Files of the console's home that another account of the machine could open."""
    found = list(_readable_by_others(home)) if home.is_dir() else []
    if found:
        detail = f"{len(found)} files below {home} can be read by other accounts, as {found[0].relative_to(home)}"
        yield Finding("files", "fail", detail, f"chmod -R go-rw {home}")


def _readable_by_others(directory: Path) -> Iterator[Path]:
    if not _mode(directory) & _OTHERS_ENTER or not os.access(directory, os.R_OK | os.X_OK):
        return
    for path in sorted(directory.iterdir()):
        if path.is_symlink() or path.name == _POSTGRES_FOLDER:
            continue
        if path.is_dir():
            yield from _readable_by_others(path)
        elif path.is_file() and _mode(path) & _OTHERS_READ:
            yield path


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


async def check_database(settings: Settings, pool: ReadPool) -> Finding | None:
    """A failure when a PostgreSQL on the network accepts clients without a password."""
    listening = [each.strip() for each in str(await pool.fetchval("show listen_addresses")).split(",")]
    host = urlsplit(settings.database_url).hostname or ""
    if all(each in _HERE for each in (host, *listening)) or not host:
        return None
    if await _accepts_any_password(settings.database_url):
        detail = f"PostgreSQL listens on {', '.join(listening)} and asks for no password"
        return Finding(
            "database", "fail", detail, "ask for scram-sha-256 in its pg_hba.conf, or listen on localhost only"
        )
    return None


async def _accepts_any_password(url: str) -> bool:
    """True when the account is accepted with a password that is certainly wrong."""
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    stranger = ReadPool(parts._replace(netloc=f"{parts.username or 'postgres'}:surely-wrong@{place}").geturl(), size=1)
    try:
        return await stranger.fetchval("select true") is True
    except Exception:
        return False
    finally:
        await stranger.close()


def check_broker(greeting: bytes, host: str) -> Finding | None:
    """A failure when a NATS on the network accepts clients without a password.

    It is judged by the server's greeting.
    """
    facts = msgspec.json.decode(greeting.removeprefix(b"INFO").strip())
    if facts.get("auth_required") or all(each in _HERE for each in (host, facts.get("host", ""))):
        return None
    detail = f"NATS listens on {facts.get('host', host)} and asks for no password"
    return Finding("nats", "fail", detail, "give it an `authorization`, or let it listen on 127.0.0.1 only")
