"""A provider of SMS that behaves like Eskiz and sends nothing."""

from entrypoints.simulators.sms.provider import FAULTS, Provider
from entrypoints.simulators.sms.server import serve

__all__ = ["FAULTS", "Provider", "serve"]
