"""The command that simulates the doors of a centre: ``markaz simulate doors``."""

import argparse
import asyncio
import sys
from datetime import date, datetime
from zoneinfo import ZoneInfo

import aiohttp

from adapters.http_client import RetryPolicy
from application.ports import SchoolUnavailable
from entrypoints.school import school_of
from entrypoints.settings import InvalidSettings, Settings, read_settings
from entrypoints.simulators.doors.devices import FAULTS
from entrypoints.simulators.doors.entries import entries_of
from entrypoints.simulators.doors.play import Doors, NotTaken, people_of, play

# a person waits for the command
RETRY_POLICY = RetryPolicy(connect=5.0, answer=20.0, tries=2)


def main(argv: list[str] | None = None) -> int:
    """Reports the day's entries. Exit code 1 with one clear line when it can't."""
    options = _parser().parse_args(argv)
    try:
        counts = asyncio.run(_play(options, read_settings(make_secrets=False)))
    except KeyboardInterrupt:
        return 130
    except InvalidSettings as wrong:
        print(wrong, file=sys.stderr)
    except SchoolUnavailable as away:
        print(f"The school does not say who has a lesson ({away.reason}): is the console running?", file=sys.stderr)
    except NotTaken as refused:
        print(f"The console refuses: {refused}", file=sys.stderr)
    except (aiohttp.ClientError, OSError, TimeoutError) as away:
        print(f"The console does not answer ({type(away).__name__}): start it with `make run`", file=sys.stderr)
    else:
        print("The day is reported: " + ", ".join(f"{number} {name}" for name, number in counts.items()))
        return 0
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="markaz simulate doors", description=__doc__)
    parser.add_argument("--console", default="", help="where it is (default: the console of these settings)")
    parser.add_argument("--token", default="", help="what devices show (default: the one of these settings)")
    parser.add_argument("--day", type=date.fromisoformat, default=None, help="whose lessons, YYYY-MM-DD (today)")
    parser.add_argument("--seed", type=int, default=1, help="another seed: others are late or stay away")
    parser.add_argument("--once", action="store_true", help="tell what has been and end; else also what comes")
    help_text = "; ".join(f"{name}: {meaning}" for name, meaning in FAULTS.items())
    parser.add_argument("--fault", action="append", default=[], choices=[*FAULTS, "all"], help=help_text)
    return parser


async def _play(options: argparse.Namespace, settings: Settings) -> dict[str, int]:
    zone = ZoneInfo(settings.time_zone)
    school = school_of(settings, retry_policy=RETRY_POLICY)
    try:
        groups, periods = await people_of(school)
    finally:
        await school.close()
    entries = entries_of(options.day or datetime.now(zone).date(), groups, periods, zone, options.seed)
    faults = set(FAULTS) if "all" in options.fault else set(options.fault)
    console, token = options.console or settings.address, options.token or settings.devices_token
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as http:
        doors = Doors(http, console.rstrip("/"), token, print, faults)
        await play(doors, entries, lambda: datetime.now(zone), once=options.once)
    return doors.counts
