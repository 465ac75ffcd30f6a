"""Ends a child process with its parent, also where the parent is killed (Linux)."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_C = ctypes.CDLL(None, use_errno=True)


def end_with_parent(parent: int, number: signal.Signals) -> None:
    """Requests this signal when the parent ends.

    Raises ProcessLookupError where it has ended already. The kernel means the parent's thread that started the child.
    """
    if sys.platform == "linux":
        _C.prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
    if os.getppid() != parent:
        raise ProcessLookupError(f"the parent {parent} has ended")
