"""The seed of a run of the suites.

Random each time, printed with the figures, and set by FAULTS_SEED.
"""

import os
import random

SEED = int(os.environ.get("FAULTS_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)


def chance(of: str) -> random.Random:
    """The random generator of one suite."""
    return random.Random(f"{SEED} {of}")
