"""A simulated school system: generated, or read from a folder of CSV files."""

from entrypoints.simulators.school.changes import Change
from entrypoints.simulators.school.command import main
from entrypoints.simulators.school.folder.errors import FolderUnreadable
from entrypoints.simulators.school.folder.folder import FolderSchool
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.history import remembered
from entrypoints.simulators.school.server import serve

__all__ = ["Change", "FolderSchool", "FolderUnreadable", "GeneratedSchool", "main", "remembered", "serve"]
