"""Under which account a child runs: PostgreSQL refuses root, so root lends it an existing unprivileged one.

Nothing is created and no directory's mode is changed. Where that account cannot walk to the data (a directory
below root's own home, say) the child gets the one capability of reading past directory modes, and no other.
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

from entrypoints.embedded.refusal import Refusal

_ACCOUNTS = ("postgres", "nobody")
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2
_PR_SET_KEEPCAPS, _PR_SET_SECUREBITS, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE = 8, 28, 47, 2
_NO_SETUID_FIXUP = 1 << 2
_CAPABILITY_VERSION = 0x20080522
_C = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Identity:
    """An account to run as, and the capability lent with it (None: none)."""

    uid: int
    gid: int
    capability: int | None = None

    def assume(self) -> None:
        """Become this account for good; called in the child between fork and exec."""
        if self.capability is not None:
            # access(2), with which PostgreSQL looks for its own programs, asks without capabilities otherwise.
            # Where root may not change this, it still works for a server whose programs anybody can walk to.
            _C.prctl(_PR_SET_SECUREBITS, _NO_SETUID_FIXUP, 0, 0, 0)
            if _C.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "keep capabilities")
        os.setgroups([])
        os.setresgid(self.gid, self.gid, self.gid)
        os.setresuid(self.uid, self.uid, self.uid)
        if self.capability is not None:
            _keep_only(self.capability)


def unprivileged(owned: Path, needs: Iterable[Path]) -> Identity | None:
    """The account for a server that refuses root, or None when this process isn't root.

    `owned`: the server's directory; if it already belongs to an account, that one is taken.
    `needs`: paths that the account must be able to walk to.
    """
    if os.geteuid() != 0:
        return None
    uid, gid = _account(owned)
    reachable = all(_can_walk(path, uid, gid) for path in needs)
    identity = Identity(uid, gid, None if reachable else _lendable())
    try:
        subprocess.run(["/bin/sh", "-c", ":"], check=False, preexec_fn=identity.assume)
    except subprocess.SubprocessError:
        raise Refusal(
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
    raise Refusal(
        "PostgreSQL does not run as root and there is neither a `postgres` nor a `nobody` account: "
        "start as an ordinary user, or set CONSOLE_DATABASE_URL"
    )


def _can_walk(path: Path, uid: int, gid: int) -> bool:
    """Whether plain directory modes let the account get to the path."""
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


def _lendable() -> int | None:
    """The smaller of the two capabilities that walk past directory modes, of those that root has here."""
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
        raise OSError(ctypes.get_errno(), "lend a capability")
