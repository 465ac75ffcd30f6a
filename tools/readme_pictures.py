"""Copies the pictures of the README from the last run of the browser tests.

Run as ``python tools/readme_pictures.py``.
"""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TAKEN = ROOT / "test-results"
SHOWN = ROOT / "docs" / "pictures"
# picture of the README → screenshot of tests/e2e/console/test_look.py
SHEET = "my-groups-id-staff-staffId-attendance-schedule-scheduleId-edit-date"
PICTURES = {
    "students-desktop-light.png": "students-1440-light-uz.png",
    "attendance-desktop-dark.png": f"{SHEET}-1440-dark-uz.png",
    "today-phone-light.png": "home-390-light-uz.png",
    "students-phone-dark.png": "students-390-dark-uz.png",
}

if __name__ == "__main__":
    missing = [source for source in PICTURES.values() if not (TAKEN / source).exists()]
    if missing:
        sys.exit(f"{', '.join(missing)}: run pytest tests/e2e/console/test_look.py first")
    SHOWN.mkdir(exist_ok=True)
    for shown, source in PICTURES.items():
        shutil.copyfile(TAKEN / source, SHOWN / shown)
