"""``python -m entrypoints.simulators.oneroster``."""

import sys

from entrypoints.simulators.oneroster.command import main

sys.exit(main())
