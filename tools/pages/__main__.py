"""Writes every generated page (``python -m tools.pages``, ``make docs``)."""

from tools.pages.region import ROOT
from tools.pages.table import PAGES

if __name__ == "__main__":
    for name, page in PAGES.items():
        (ROOT / name).write_text(page(), encoding="utf-8")
