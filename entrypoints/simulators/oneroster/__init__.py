"""A simulated OneRoster 1.2 provider.

It serves the generated school, or a folder of files.
"""

from entrypoints.simulators.oneroster.command import main
from entrypoints.simulators.oneroster.server import serve
from entrypoints.simulators.oneroster.variants import Behaviour

__all__ = ["Behaviour", "main", "serve"]
