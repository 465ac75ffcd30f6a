"""``python -m entrypoints.simulators.sms``."""

import sys

from entrypoints.simulators.sms.command import main

if __name__ == "__main__":
    sys.exit(main())
