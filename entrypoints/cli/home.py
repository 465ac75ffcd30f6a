"""The settings as commands need them: read, or one line that says why they can't be."""

import os

from entrypoints.embedded.refusal import Refusal
from entrypoints.settings import PROJECT, Settings, read_settings


def console_settings(*, make_secrets: bool = True) -> Settings:
    """Read the settings. Raises InvalidSettings, or Refusal where CONSOLE_HOME can't be used."""
    try:
        return read_settings(make_secrets=make_secrets)
    except OSError as refused:
        home = os.environ.get("CONSOLE_HOME") or PROJECT / ".data"
        raise Refusal(
            f"CONSOLE_HOME {home} can't be used ({refused.strerror}: {refused.filename}): "
            "give this account the right to write there, or set CONSOLE_HOME to another directory"
        ) from None
