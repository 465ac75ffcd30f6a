"""A provider of OneRoster 1.2 to try the console with: the made-up school, or a folder of files, in that form."""

from entrypoints.simulators.oneroster.command import main
from entrypoints.simulators.oneroster.server import serve
from entrypoints.simulators.oneroster.variants import Behaviour

__all__ = ["Behaviour", "main", "serve"]
