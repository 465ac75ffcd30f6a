"""The table of commands, one row each.

A command is imported only when used, so that the command line starts quickly.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command's location (module and click command) and its `markaz --help` line."""

    module: str
    attribute: str
    about: str


COMMANDS = {
    "up": Command("entrypoints.cli.up", "up", "Start everything; Ctrl-C stops it."),
    "serve": Command("entrypoints.cli.serve", "serve", "Run one program by itself: api, relay or worker."),
    "healthy": Command("entrypoints.cli.serve", "healthy", "Ask whether one program is well, for health checks."),
    "config": Command("entrypoints.cli.config", "config", "Show the settings and where each comes from."),
    "doctor": Command(
        "entrypoints.cli.doctor.doctor", "doctor", "Look for what keeps the console from working, and say what to do."
    ),
    "migrate": Command("entrypoints.cli.migrate", "migrate", "Bring the database to the present schema."),
    "sync": Command("entrypoints.cli.synchronise", "sync", "Bring the school's records over; see how they stand."),
    "user": Command("entrypoints.cli.users", "user", "Open an account, reset its password, block and unblock it."),
    "recompute": Command(
        "entrypoints.cli.figures.recompute", "recompute", "Show and commit what a period earns by the present rules."
    ),
    "recount": Command(
        "entrypoints.cli.figures.recount", "recount", "Count the homework of a period anew for the statistics."
    ),
    "load": Command("entrypoints.cli.load", "load", "Load homework, exams and scores of another system from files."),
    "jobs": Command("entrypoints.cli.jobs", "jobs", "List jobs, show one, run a failed one again."),
    "audit": Command(
        "entrypoints.cli.audit",
        "audit",
        "Verify and show the audit log; give or erase what is known of a student.",
    ),
    "backup": Command(
        "entrypoints.cli.backup.backup", "backup", "Write everything that the console keeps into one file."
    ),
    "restore": Command("entrypoints.cli.backup.restore", "restore", "Put a backup in the place of what is here."),
    "go-live": Command("entrypoints.cli.go_live", "go_live", "Let a restored copy send SMS, pushes and calls."),
    "explain": Command("entrypoints.cli.explain", "explain", "Say what stands behind a call or a screen."),
    "demo-day": Command(
        "entrypoints.simulators.day.command", "demo_day", "Play a day of the centre into the running console."
    ),
    "simulate": Command("entrypoints.simulators.command", "simulate", "Stand in for an outside system: a school."),
}
