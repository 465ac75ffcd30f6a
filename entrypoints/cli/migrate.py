"""``markaz migrate``: migrates the schema; seeds the roles and the superadmin."""

import click

from adapters.postgres.core.migrate import current, head, knows, upgrade
from application.access.first_start import bootstrap
from application.gamification.first_start import seed_rules
from entrypoints.cli.support.output import as_json, show
from entrypoints.cli.support.session import run
from entrypoints.wiring import Container


@click.command()
@as_json
def migrate(*, as_json: bool) -> None:
    """Bring the database to the present schema; create what a first start needs.

    A schema newer than this version's contains it and is left as it is, so that a version can be rolled back.
    """

    async def work(container: Container) -> dict[str, object]:
        settings = container.settings()
        before = await current(settings.database_url)
        if before and not knows(before):
            return {"before": before, "after": before, "firstStart": False, "newerThan": head()}
        await upgrade(settings.database_url, time_zone=settings.time_zone)
        made = await bootstrap(settings.superadmin_password, uow=container.uow(), passwords=container.passwords())
        await seed_rules(uow=container.uow(), rules=container.rule_store(), clock=container.clock())
        await container.live().claim()
        return {"before": before, "after": await current(settings.database_url), "firstStart": made}

    done = run(work)
    show(done, lambda: [_line(done)], as_json=as_json)


def _line(done: dict[str, object]) -> str:
    if "newerThan" in done:
        return f"schema {done['after']}: newer than this version's {done['newerThan']}, left as it is"
    return f"schema {done['after']}" + (f" (was {done['before']})" if done["before"] else "")
