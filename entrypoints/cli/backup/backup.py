"""``markaz backup``: a consistent snapshot of all data in one file, while in use."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import click

from adapters import backup_file
from adapters.backup_file import Manifest
from adapters.postgres.core.backup import ProgramFailed, dump, snapshot
from entrypoints.cli.backup.offline_database import database, has_database, key_id, stored_files
from entrypoints.cli.support.home import console_settings
from entrypoints.cli.support.output import as_json, show
from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.servers.pgdata import programs
from entrypoints.settings import Settings
from entrypoints.wiring import VERSION


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@as_json
def backup(target: Path, *, as_json: bool) -> None:
    """Write the database and the stored files into TARGET, a new file or a directory.

    The console may run meanwhile. The secret key is not in it: keep that yourself, and apart from it. Nor are videos:
    copy their directory.
    """
    settings, began = console_settings(), time.monotonic()
    if not has_database(settings):
        raise OperatorError(f"There is nothing to back up in {settings.home}: no console was ever started there")
    path = _path(target)
    backup_file.delete_abandoned(path.parent)
    try:
        with database(settings, alone=False) as url:
            manifest = asyncio.run(_save(settings, url, path))
    except FileExistsError:
        raise OperatorError(f"{path} is there already: a backup is never written over") from None
    except ProgramFailed as failed:
        raise OperatorError(f"the database could not be saved: {failed}") from failed
    except (OSError, asyncpg.PostgresError) as away:
        raise OperatorError(f"could not back up to {path}: {away}") from away
    videos = _videos(settings)
    report = _report(path, manifest, videos, time.monotonic() - began)
    show(report, lambda: _lines(path, manifest, videos), as_json=as_json)


async def _save(settings: Settings, url: str, path: Path) -> Manifest:
    async with snapshot(url) as moment:
        if not (schema := await moment.schema()):
            raise OperatorError("the database is empty: there is nothing to back up")
        manifest = Manifest(
            product=VERSION,
            made_at=datetime.now(UTC),
            schema=schema,
            server=await moment.server(),
            key_id=key_id(settings.secret_key),
            sealed=await moment.sealed(),
            audit_head=await moment.audit_head(),
            tables=await moment.tables(),
        )
        await asyncio.to_thread(
            backup_file.write,
            path,
            manifest,
            lambda file: dump(url, programs(), moment.name, file),
            stored_files(settings),
        )
    return manifest


def _path(target: Path) -> Path:
    """Into a directory goes a file that is named by the moment."""
    path = target / f"markaz-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip" if target.is_dir() else target
    if path.exists():
        raise OperatorError(f"{path} is there already: a backup is never written over")
    if not path.parent.is_dir():
        raise OperatorError(f"{path.parent} is no directory: make it first, or choose another")
    return path


def _videos(settings: Settings) -> Path | None:
    """The directory of videos, which is left out; None where there are none."""
    return settings.videos if settings.videos.is_dir() and any(settings.videos.iterdir()) else None


def _report(path: Path, manifest: Manifest, videos: Path | None, seconds: float) -> dict[str, Any]:
    return {
        "file": str(path),
        "bytes": path.stat().st_size,
        "product": manifest.product,
        "schema": manifest.schema,
        "keyId": manifest.key_id,
        "tables": len(manifest.tables),
        "rows": manifest.rows,
        "files": len(manifest.checks) - 1,
        "digest": manifest.digest,
        "auditHead": manifest.audit_head,
        "leftOut": str(videos) if videos else None,
        "seconds": round(seconds, 2),
    }


def _lines(path: Path, manifest: Manifest, videos: Path | None) -> list[str]:
    size = path.stat().st_size / 1024 / 1024
    return [
        f"{path}: {manifest.rows} rows of {len(manifest.tables)} tables, {size:.1f} MiB",
        f"It opens only with this console's secret key ({manifest.key_id}), which is not in it: keep that apart.",
        f"The audit log's head: {manifest.audit_head or 'none yet'}",
        *([f"Videos are not in it: copy {videos} to the same place, after this."] if videos else []),
    ]
