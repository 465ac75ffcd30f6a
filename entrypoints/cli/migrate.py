"""``markaz migrate``: the database at the present schema, with the roles and the superadmin of a first start."""

import click

from adapters.postgres.migrate import current, upgrade
from application.first_start import prepare
from entrypoints.cli.output import as_json, show
from entrypoints.cli.session import run
from entrypoints.wiring import Container


@click.command()
@as_json
def migrate(*, as_json: bool) -> None:
    """Bring the database to the present schema; make what a first start needs."""

    async def work(container: Container) -> dict[str, object]:
        settings = container.settings()
        before = await current(settings.database_url)
        await upgrade(settings.database_url)
        made = await prepare(settings.superadmin_password, uow=container.uow(), passwords=container.passwords())
        return {"before": before, "after": await current(settings.database_url), "firstStart": made}

    done = run(work)
    show(
        done,
        lambda: [f"schema {done['after']}" + (" (was {before})".format_map(done) if done["before"] else "")],
        as_json=as_json,
    )
