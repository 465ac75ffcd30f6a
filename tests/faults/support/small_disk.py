"""A small disk of its own under a directory, for tests of full disks."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def a_small_disk(place: Path, size: str) -> Iterator[Path]:
    """Mounts a disk of this size (of tmpfs: ``64m``) at the new directory.

    Skips the test where that takes a right that this account lacks.
    """
    place.mkdir(parents=True, mode=0o700)
    if os.geteuid() != 0:
        pytest.skip("a small disk takes the right to mount: run as root")
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"a small disk takes the right to mount: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)
