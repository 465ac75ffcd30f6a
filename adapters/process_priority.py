"""Lowers the priority of this process, also where the kernel weighs sessions."""

import os
import sys
import time
from pathlib import Path

_AUTOGROUP = Path("/proc/self/autogroup")
# the kernel takes one such change in a tenth of a second from all unprivileged processes together
_TRIES, _PAUSE_SECONDS = 20, 0.1


def lower_priority(niceness: int) -> None:
    """Adds to the niceness of this process.

    Linux with autogroups weighs the sessions against each other and niceness only within one. A process that leads
    its session therefore sets the session's niceness as well; any other leaves it to those that it belongs to.
    """
    os.nice(niceness)
    if sys.platform == "linux" and os.getsid(0) == os.getpid():
        _set_of_session(niceness)


def _set_of_session(niceness: int) -> None:
    for _ in range(_TRIES):
        try:
            _AUTOGROUP.write_text(str(niceness))
        except BlockingIOError:
            time.sleep(_PAUSE_SECONDS)
        except OSError:
            # a kernel without autogroups
            return
        else:
            return
