"""`markaz simulate`: simulators of outside systems and of students."""

import sys

import click


@click.group()
def simulate() -> None:
    """Stand in for an outside system."""


@simulate.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def school(options: tuple[str, ...]) -> None:
    """Serve a school over hh v1: a made-up one, or a folder of CSV files (see --help)."""
    from entrypoints.simulators.school.command import main

    sys.exit(main(list(options)))


@simulate.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def oneroster(options: tuple[str, ...]) -> None:
    """Serve the same school as a OneRoster 1.2 provider.

    It has the variants and faults of real providers (see --help).
    """
    from entrypoints.simulators.oneroster.command import main

    sys.exit(main(list(options)))


@simulate.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def sms(options: tuple[str, ...]) -> None:
    """Take SMS as Eskiz does, with its ways of failing, and send none (see --help)."""
    from entrypoints.simulators.sms.command import main

    sys.exit(main(list(options)))


@simulate.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def doors(options: tuple[str, ...]) -> None:
    """Report today's entries to the running console, as door devices do (see --help)."""
    from entrypoints.simulators.doors.command import main

    sys.exit(main(list(options)))


@simulate.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def students(options: tuple[str, ...]) -> None:
    """Play a class through the student gateway.

    On time, late, wrongly, again (see --help).
    """
    from entrypoints.simulators.students.command import students as command

    command.main(args=list(options), prog_name="markaz simulate students", standalone_mode=False)


@simulate.command(context_settings={"ignore_unknown_options": True, "help_option_names": []}, add_help_option=False)
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def videos(options: tuple[str, ...]) -> None:
    """Take videos as Kinescope does, with its ways of failing (see --help)."""
    from entrypoints.simulators.videos.command import main

    sys.exit(main(list(options)))
