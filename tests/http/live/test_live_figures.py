"""The number of open streams in /metrics, over several processes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.served import PROJECT

OPENS_ONE = """
from entrypoints.http.middleware.metrics import LIVE_STREAMS
LIVE_STREAMS.inc()
print("open", flush=True)
input()
"""
COUNTS = """
from prometheus_client import generate_latest
from entrypoints.http.middleware.metrics import _counted
print(generate_latest(_counted()).decode())
"""


def test_the_streams_of_a_killed_process_are_not_counted(tmp_path: Path) -> None:
    """Those of the processes that live are."""
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}

    def streams() -> float:
        printed = subprocess.check_output([sys.executable, "-c", COUNTS], cwd=PROJECT, env=environment, text=True)
        return sum(float(line.split()[1]) for line in printed.splitlines() if line.startswith("markaz_live_streams "))

    both = [
        subprocess.Popen(
            [sys.executable, "-c", OPENS_ONE],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    try:
        for process in both:
            assert process.stdout is not None
            assert process.stdout.readline() == b"open\n"
        assert streams() == 2
        both[0].send_signal(signal.SIGKILL)
        both[0].wait()
        assert streams() == 1
    finally:
        for process in both:
            process.kill()
            process.communicate()
