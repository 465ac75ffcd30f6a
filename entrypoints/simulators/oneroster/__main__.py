"""``python -m entrypoints.simulators.oneroster``."""

import sys

from entrypoints.simulators.oneroster.command import main

if __name__ == "__main__":
    sys.exit(main())
