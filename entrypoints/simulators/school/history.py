"""The stored history of a generated school: first day and changes.

The school resumes from it after a restart.
"""

from datetime import date
from pathlib import Path

import msgspec

from entrypoints.simulators.school.changes import Change
from entrypoints.simulators.school.generator.generated import GeneratedSchool


class History(msgspec.Struct):
    """The inputs that reproduce the school."""

    students: int
    seed: int
    today: date
    changes: list[Change] = []


def remembered(path: Path, students: int, seed: int, today: date | None = None) -> GeneratedSchool:
    """Loads the school of this size and seed; a new one without a matching file."""
    history = _load(path)
    if history is None or (history.students, history.seed) != (students, seed):
        history = History(students, seed, today or date.today())  # noqa: DTZ011 (a simulator's default)
        _save(path, history)
    school = GeneratedSchool(students, seed, history.today)
    for change in history.changes:
        school.change(change)

    def record_day(change: Change) -> None:
        history.changes.append(change)
        _save(path, history)

    school.lived = record_day
    return school


def _load(path: Path) -> History | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=History)
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def _save(path: Path, history: History) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(msgspec.json.encode(history))
    fresh.replace(path)
