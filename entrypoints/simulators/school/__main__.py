"""``python -m entrypoints.simulators.school``."""

import sys

from entrypoints.simulators.school.command import main

sys.exit(main())
