"""No regular expression is slow on hostile text (ASVS-45)."""

import importlib
import pkgutil
import re
import time

import pytest

import adapters
import application
import contracts
import domain
import entrypoints

HOSTILE = ("a", "0", "'", " ", "t", "I-", "\\", "%", "ʻ", ".", "й")
LENGTH = 100_000
SECONDS = 0.5


def _patterns() -> dict[str, re.Pattern[str]]:
    found = {}
    for package in (domain, contracts, application, adapters, entrypoints):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "__main__" in module.name or "migrations" in module.name:
                continue
            for name, value in vars(importlib.import_module(module.name)).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    found[f"{module.name}.{name}"] = value
    return found


@pytest.mark.parametrize(("name", "pattern"), sorted(_patterns().items()), ids=lambda value: str(value)[:60])
def test_no_pattern_is_slow(name: str, pattern: re.Pattern[str]) -> None:
    """100 000 hostile characters cost linear time."""
    for sign in HOSTILE:
        text = sign * (LENGTH // len(sign)) + "!"
        began = time.process_time()
        pattern.search(text)
        pattern.fullmatch(text)
        assert time.process_time() - began < SECONDS, f"{name} on {sign!r}"
