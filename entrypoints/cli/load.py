"""``markaz load``: scored work of another system, from files (docs/load.md)."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from application.imports.load.load import load_scored_work
from application.imports.load.report import LoadReport
from application.imports.load.rows import COLUMNS, Cells
from entrypoints.cli.support.output import as_json, show
from entrypoints.cli.support.person import person
from entrypoints.cli.support.session import run
from entrypoints.embedded.errors import OperatorError
from entrypoints.wiring import Container

SHOWN_FAULTS = 20
COUNTS = {
    "homework": "homework",
    "exams": "exams",
    "announced": "of them announced",
    "lessons": "lessons made for them",
    "there_already": "homework and exams that are there already",
    "hand_ins": "hand-ins",
    "late": "of them late",
    "accepted": "works accepted",
    "rejected": "works rejected",
    "waiting": "works that wait for a check",
    "uncompleted": "works not handed in",
    "carried_over": "works carried over",
    "awards": "awards",
    "xp": "XP",
    "silver": "silver",
}


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--by", "login", required=True, help="The superadmin who counts as the checker.")
@click.option("--dry-run", is_flag=True, help="Count and check the rows; write nothing into the console.")
@click.option("--retroactively", is_flag=True, help="What was done before its action began earns too.")
@click.option(
    "--rejected",
    "rejected_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file for rows that are not loaded, with the reason.  [default: rejected.csv in the folder]",
)
@as_json
def load(
    folder: Path, login: str, *, dry_run: bool, retroactively: bool, rejected_file: Path | None, as_json: bool
) -> None:
    """Load the homework, exams, hand-ins and scores of a folder.

    Each homework and exam is loaded whole or not at all. The command may be repeated: what is there already is passed
    over. Students are not told.
    """
    files = {name: _read(folder / name) for name in COLUMNS}

    async def work(container: Container) -> LoadReport:
        return await load_scored_work(
            files,
            dry_run=dry_run,
            retroactively=retroactively,
            actor=await person(login, container),
            uow=container.uow(),
            load_store=container.load_store(),
            ledger=container.ledger(),
            clock=container.clock(),
            zone=container.zone(),
        )

    report = run(work)
    out = rejected_file or folder / "rejected.csv"
    _write_rejected(out, report)
    facts: dict[str, Any] = {name: getattr(report, name) for name in COUNTS}
    facts |= {"dryRun": dry_run, "rejectedRows": len(report.rejected_rows), "rejectedFile": str(out)}
    show(facts, lambda: _lines(report, out), as_json=as_json)


def _read(path: Path) -> Sequence[Cells]:
    """The rows of a file, their cells stripped; none where there is no file.

    Raises OperatorError for a missing column and for a file that is no CSV in UTF-8.
    """
    if not path.is_file():
        return []
    required, further = COLUMNS[path.name]
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            heading = file.readline()
            file.seek(0)
            reader = csv.DictReader(file, delimiter=";" if ";" in heading else ",", restkey="", restval="")
            missing = [name for name in required if name not in (reader.fieldnames or ())]
            if missing:
                raise OperatorError(f"{path}: no column {', '.join(missing)}")
            names = [name for name in (*required, *further) if name in (reader.fieldnames or ())]
            return [{name: row[name].strip() for name in names} for row in reader]
    except (UnicodeDecodeError, csv.Error) as unreadable:
        raise OperatorError(f"{path} is not a CSV file in UTF-8: {unreadable}") from unreadable


def _write_rejected(path: Path, report: LoadReport) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("file", "line", "reason"))
        writer.writerows((row.file, row.line, row.fault.value) for row in report.rejected_rows)


def _lines(report: LoadReport, out: Path) -> list[str]:
    lines = [f"{getattr(report, name):>9}  {words}" for name, words in COUNTS.items()]
    shown = report.rejected_rows[:SHOWN_FAULTS]
    lines.append(f"{len(report.rejected_rows):>9}  rows not loaded, listed in {out}")
    lines += [f"{row.file} {row.line}: {row.fault.value}" for row in shown]
    if report.dry_run:
        lines.append("nothing was written; without --dry-run it is loaded")
    return lines
