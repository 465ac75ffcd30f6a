"""``python -m entrypoints.simulators.videos``."""

import sys

from entrypoints.simulators.videos.command import main

if __name__ == "__main__":
    sys.exit(main())
