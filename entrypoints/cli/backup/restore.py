"""``markaz restore``: replaces the present data with a backup, verified first."""

import asyncio
import shutil
import time
from pathlib import Path
from typing import Any

import asyncpg
import click

from adapters import backup_file
from adapters.backup_file import Backup, Damaged, Manifest
from adapters.postgres.core import backup as dumps
from adapters.postgres.core.migrate import head, knows, upgrade
from adapters.security.cipher import AesCipher
from entrypoints.cli.backup.offline_database import database, key_id, stored_files
from entrypoints.cli.support.home import console_settings
from entrypoints.cli.support.output import as_json, show
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.servers.pgdata import programs
from entrypoints.installation import abandon_restore, begin_restore
from entrypoints.settings import Settings
from entrypoints.wiring import VERSION

_SHOWN = 10


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Also where there is something already: it is gone then.")
@click.option("--other-key", is_flag=True, help="Although another secret key made it: what that sealed stays closed.")
@as_json
def restore(file: Path, *, replace: bool, other_key: bool, as_json: bool) -> None:
    """Replace the present data with the backup FILE; the console may not run.

    Everything is read, validated and compared with the backup's manifest before it is committed: on any fault the
    present data stays unchanged.
    """
    settings, began = console_settings(), time.monotonic()
    try:
        with backup_file.opened(file) as backup:
            _check(settings, backup, other_key=other_key)
            with database(settings, alone=True) as url:
                asyncio.run(_check_target(url, replace=replace))
                _put(settings, url, backup)
                closed = asyncio.run(_closed_papers(settings, url))
                login = asyncio.run(dumps.superadmin(url))
            manifest = backup.manifest
    except Damaged as damaged:
        raise OperatorError(f"{file} can't be restored: {damaged}. Nothing was changed") from None
    except dumps.ProgramFailed as failed:
        raise OperatorError(f"{file} could not be restored: {failed}. Everything is as it was") from failed
    except FileNotFoundError:
        raise OperatorError(f"There is no file {file}") from None
    except (OSError, asyncpg.PostgresError) as away:
        raise OperatorError(f"could not restore: {away}") from away
    report = _report(manifest, closed, time.monotonic() - began) | {"signIn": login, "live": False}
    show(report, lambda: [*_first_lines(login, manifest), *_lines(manifest, closed)], as_json=as_json)


def _check(settings: Settings, backup: Backup, *, other_key: bool) -> None:
    """Refuses in words what can't be restored here."""
    manifest = backup.manifest
    if not knows(manifest.schema):
        raise OperatorError(
            f"this backup was made by a newer Markaz ({manifest.product}, schema {manifest.schema}); this one is "
            f"{VERSION}, schema {head()}: install that version first, then restore"
        )
    own = key_id(settings.secret_key)
    if manifest.key_id != own and not other_key:
        sealed = ", ".join(f"{count} {kind}" for kind, count in manifest.sealed.items() if count) or "nothing yet"
        raise OperatorError(
            f"this backup was made with another secret key ({manifest.key_id}; here it is {own}), without which these "
            f"can't be opened: {sealed}. Set CONSOLE_SECRET_KEY to that key, or put it into "
            f"{settings.home / 'secrets' / 'secret_key'}; or restore with --other-key and do without them"
        )
    backup.check()


async def _check_target(url: str, *, replace: bool) -> None:
    if not replace and not await dumps.is_empty(url):
        raise OperatorError(
            "there is a database here already: with --replace the backup takes its place, and it is gone"
        )
    if others := await dumps.others_connected(url):
        raise OperatorError(f"{others} others are connected to the database: stop every console that uses it first")


def _put(settings: Settings, url: str, backup: Backup) -> None:
    """Put files and database in place.

    Files are prepared beside the old ones, then the database is restored in one transaction, then the files are
    swapped in. The home gets a new identity first: what is restored is a copy until it goes live (D-159).
    """
    files = stored_files(settings)
    ready, replaced = files.with_name("files.restored"), files.with_name("files.before")
    shutil.rmtree(ready, ignore_errors=True)
    backup.unpack_files(ready)
    before = begin_restore(settings.home)
    try:
        with backup.dump() as source:
            dumps.restore(url, programs(), source, backup.manifest.tables, backup.manifest.audit_head)
    except BaseException:
        abandon_restore(settings.home, before)
        raise
    shutil.rmtree(replaced, ignore_errors=True)
    if files.exists():
        files.rename(replaced)
    if ready.exists():
        ready.rename(files)
    shutil.rmtree(replaced, ignore_errors=True)
    asyncio.run(upgrade(url, time_zone=settings.time_zone))


async def _closed_papers(settings: Settings, url: str) -> list[int]:
    """Students whose identity papers this console's key does not open."""
    cipher, closed = AesCipher(settings.secret_key, "papers"), []
    async for student_id, sealed in dumps.papers(url):
        try:
            cipher.decrypt(sealed)
        except ValueError:
            closed.append(student_id)
    return closed


def _report(manifest: Manifest, closed: list[int], seconds: float) -> dict[str, Any]:
    return {
        "madeAt": manifest.made_at,
        "product": manifest.product,
        "schema": manifest.schema,
        "tables": len(manifest.tables),
        "rows": manifest.rows,
        "digest": manifest.digest,
        "auditHead": manifest.audit_head,
        "closedPapers": closed,
        "seconds": round(seconds, 2),
    }


def _first_lines(login: str, manifest: Manifest) -> list[str]:
    """The account that works, then the state of the copy.

    The accounts are those of the backup: the first password of this home opens none of them.
    """
    made = f"{manifest.made_at:%Y-%m-%d %H:%M} UTC"
    return [
        f"sign in as {login} with its password of {made}; lost: ./markaz user reset-password {login}",
        "this is a copy: it sends no SMS, push or call until somebody presses *Go live* (./markaz go-live)",
    ]


def _lines(manifest: Manifest, closed: list[int]) -> list[str]:
    lines = [
        f"restored as of {manifest.made_at:%Y-%m-%d %H:%M} UTC: {manifest.rows} rows of {len(manifest.tables)} tables, "
        "each compared with what was saved"
    ]
    if closed:
        more = f" and {len(closed) - _SHOWN} more" if len(closed) > _SHOWN else ""
        named = ", ".join(map(str, closed[:_SHOWN]))
        lines.append(f"identity papers that this console's key does not open: of students {named}{more}")
    return lines
