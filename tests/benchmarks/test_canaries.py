"""The benchmarks notice a defect.

The quick ones of ``python -m tests.benchmarks.canaries`` (trust.md, part 2).
"""

import pytest

from tests.benchmarks.canaries import is_noticed, sing
from tests.benchmarks.support.measure import verdict

# those independent of the load: a busy machine hides a missing index among twenty thousand
QUICK = ("list-scale: no counter", "list-page: everybody may")


@pytest.fixture(scope="module")
async def lines() -> dict[str, dict[str, object]]:
    """The suites' lines for centres of 1 000 and 20 000 students with the defects."""
    return await sing(QUICK, 20_000)


@pytest.mark.parametrize("name", QUICK)
async def test_a_defect_is_noticed(lines: dict[str, dict[str, object]], name: str) -> None:
    """Counted totals and unauthenticated answers miss exactly their own target."""
    assert is_noticed(name, lines[name]), lines[name]
    assert lines[name]["ok"] is False


def test_a_verdict_names_the_missed_targets() -> None:
    """It is good only if nothing was missed."""
    assert verdict("a and b", a=True, b=False) == {"target": "a and b", "missed": ["b"], "ok": False}
    assert verdict("a and b", a=True, b=True) == {"target": "a and b", "missed": [], "ok": True}
