"""The settings for commands: the values, or a one-line error with the reason."""

import os

from entrypoints.embedded.errors import OperatorError
from entrypoints.settings import PROJECT, Settings, read_settings


def console_settings(*, make_secrets: bool = True) -> Settings:
    """Read the settings.

    Raises InvalidSettings, or OperatorError where CONSOLE_HOME can't be used.
    """
    try:
        return read_settings(make_secrets=make_secrets)
    except OSError as error:
        home = os.environ.get("CONSOLE_HOME") or PROJECT / ".data"
        raise OperatorError(
            f"CONSOLE_HOME {home} can't be used ({error.strerror}: {error.filename}): "
            "give this account the right to write there, or set CONSOLE_HOME to another directory"
        ) from None
