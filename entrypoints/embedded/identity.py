"""The account of a child process.

PostgreSQL rejects root, so root runs it as an existing unprivileged account. No account is created and no directory's
mode is changed. Where that account cannot traverse to the data (a directory below root's own home, for example) the
child gets the one capability that bypasses directory modes, and no other.
"""

import ctypes
import os
import pwd
import stat
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from entrypoints.embedded.errors import OperatorError

_ACCOUNTS = ("postgres", "nobody")
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2
_PR_SET_KEEPCAPS, _PR_SET_SECUREBITS, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE = 8, 28, 47, 2
_NO_SETUID_FIXUP = 1 << 2
_CAPABILITY_VERSION = 0x20080522
_C = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Identity:
    """An account to run as, and the capability granted with it (None: none)."""

    uid: int
    gid: int
    capability: int | None = None

    def assume(self) -> None:
        """Switch to this account irrevocably; called in the child between fork and exec."""
        if self.capability is not None:
            # access(2), by which PostgreSQL finds its own programs, ignores capabilities otherwise. Where root may not
            # change this, a server still works whose programs are readable by every account.
            _C.prctl(_PR_SET_SECUREBITS, _NO_SETUID_FIXUP, 0, 0, 0)
            if _C.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "keep capabilities")
        os.setgroups([])
        os.setresgid(self.gid, self.gid, self.gid)
        os.setresuid(self.uid, self.uid, self.uid)
        if self.capability is not None:
            _keep_only(self.capability)


def unprivileged(owned: Path, needs: Iterable[Path]) -> Identity | None:
    """The account for a server that rejects root; None when this is not root.

    `owned`: the server's directory; if it already belongs to an account, that one is used. `needs`: paths that the
    account must be able to reach.
    """
    if os.geteuid() != 0:
        return None
    uid, gid = _account(owned)
    reachable = all(_can_traverse(path, uid, gid) for path in needs)
    identity = Identity(uid, gid, None if reachable else _grantable())
    try:
        subprocess.run(["/bin/sh", "-c", ":"], check=False, preexec_fn=identity.assume)
    except subprocess.SubprocessError:
        raise OperatorError(
            f"PostgreSQL does not run as root, and this root may not become the account {uid}: "
            "start as an ordinary user, or set CONSOLE_DATABASE_URL"
        ) from None
    return identity


def _account(owned: Path) -> tuple[int, int]:
    if owned.exists() and (found := owned.stat()).st_uid != 0:
        return found.st_uid, found.st_gid
    for name in _ACCOUNTS:
        try:
            account = pwd.getpwnam(name)
        except KeyError:
            continue
        return account.pw_uid, account.pw_gid
    raise OperatorError(
        "PostgreSQL does not run as root and there is neither a `postgres` nor a `nobody` account: "
        "start as an ordinary user, or set CONSOLE_DATABASE_URL"
    )


def _can_traverse(path: Path, uid: int, gid: int) -> bool:
    """True when directory modes alone let the account reach the path."""
    for directory in path.resolve().parents:
        found = directory.stat()
        if found.st_uid == uid:
            bit = stat.S_IXUSR
        elif found.st_gid == gid:
            bit = stat.S_IXGRP
        else:
            bit = stat.S_IXOTH
        if not found.st_mode & bit:
            return False
    return True


def _grantable() -> int | None:
    """The smaller available capability that bypasses directory modes."""
    if sys.platform != "linux":
        return None
    lines = Path("/proc/self/status").read_text().splitlines()
    permitted = int(next(line.split()[1] for line in lines if line.startswith("CapPrm:")), 16)
    return next((bit for bit in (_DAC_READ_SEARCH, _DAC_OVERRIDE) if permitted >> bit & 1), None)


def _keep_only(capability: int) -> None:
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    mask = 1 << capability
    sets = (ctypes.c_uint32 * 6)(mask, mask, mask, 0, 0, 0)  # effective, permitted, inheritable; then the high halves
    if _C.capset(header, sets) or _C.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability, 0, 0):
        raise OSError(ctypes.get_errno(), "grant a capability")
