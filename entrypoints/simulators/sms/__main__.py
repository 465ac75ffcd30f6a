"""``python -m entrypoints.simulators.sms``."""

import sys

from entrypoints.simulators.sms.command import main

sys.exit(main())
