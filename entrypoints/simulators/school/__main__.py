"""``python -m entrypoints.simulators.school``."""

import sys

from entrypoints.simulators.school.command import main

if __name__ == "__main__":
    sys.exit(main())
