"""``markaz user``: accounts, for the administrator of the machine."""

import click

from application.access import users
from application.actor import system
from entrypoints.cli.support.output import as_json, show
from entrypoints.cli.support.session import run
from entrypoints.wiring import Container

ACTOR = system(name="command line")


@click.group()
def user() -> None:
    """Accounts of the console."""


@user.command()
@click.argument("login")
@click.option("--role", default="Manager", show_default=True, help="The name of its role.")
@click.option("--first-name", default="")
@click.option("--last-name", default="")
@click.option("--branch", "branches", multiple=True, help="The name of a branch that it works in; may be repeated.")
@click.option("--all-branches", is_flag=True, help="It sees every branch.")
@as_json
def create(
    login: str,
    role: str,
    first_name: str,
    last_name: str,
    branches: tuple[str, ...],
    *,
    all_branches: bool,
    as_json: bool,
) -> None:
    """Open an account; its password is printed once."""

    async def work(container: Container) -> dict[str, str]:
        password = await users.create_user(
            login,
            role,
            first_name=first_name,
            last_name=last_name,
            all_offices=all_branches,
            branches=branches,
            actor=ACTOR,
            uow=container.uow(),
            passwords=container.passwords(),
        )
        return {"login": login, "password": password}

    _show_password(run(work), as_json=as_json)


@user.command("reset-password")
@click.argument("login")
@as_json
def reset_password(login: str, *, as_json: bool) -> None:
    """Give an account a new password, printed once; its sessions end."""

    async def work(container: Container) -> dict[str, str]:
        password = await users.reset_password(
            login, actor=ACTOR, uow=container.uow(), passwords=container.passwords(), clock=container.clock()
        )
        return {"login": login, "password": password}

    _show_password(run(work), as_json=as_json)


@user.command()
@click.argument("login")
@click.option("--reason", required=True, help="The reason, recorded in the audit log.")
@as_json
def block(login: str, reason: str, *, as_json: bool) -> None:
    """Close an account and end its sessions at once."""

    async def work(container: Container) -> dict[str, str]:
        await users.block_user(login, reason, actor=ACTOR, uow=container.uow(), clock=container.clock())
        return {"login": login, "status": "blocked"}

    done = run(work)
    show(done, lambda: [f"{login} is blocked"], as_json=as_json)


@user.command()
@click.argument("login")
@as_json
def unblock(login: str, *, as_json: bool) -> None:
    """Open a blocked account again."""

    async def work(container: Container) -> dict[str, str]:
        await users.unblock_user(login, actor=ACTOR, uow=container.uow())
        return {"login": login, "status": "open"}

    done = run(work)
    show(done, lambda: [f"{login} is open again"], as_json=as_json)


def _show_password(done: dict[str, str], *, as_json: bool) -> None:
    text = "{login}: password {password} (shown once; to be changed at the first sign-in)".format_map(done)
    show(done, lambda: [text], as_json=as_json)
