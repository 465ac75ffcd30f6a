"""A video host that behaves like Kinescope and keeps no video."""

from entrypoints.simulators.videos.library import FAULTS, Library
from entrypoints.simulators.videos.server import serve

__all__ = ["FAULTS", "Library", "serve"]
