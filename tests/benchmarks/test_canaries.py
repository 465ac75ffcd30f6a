"""The benchmarks notice a defect: the quick ones of ``python -m tests.benchmarks.canaries`` (trust.md, part 2)."""

import pytest

from tests.benchmarks.canaries import is_noticed, sing
from tests.benchmarks.support.measure import verdict

# those whose notice does not hang on the time of day: a busy machine hides a missing index among twenty thousand
QUICK = ("list-scale: no counter", "list-page: everybody may")


@pytest.fixture(scope="module")
async def said() -> dict[str, dict[str, object]]:
    """What the suites say of centres of 1 000 and 20 000 students with the defects."""
    return await sing(QUICK, 20_000)


@pytest.mark.parametrize("name", QUICK)
async def test_a_defect_is_noticed(said: dict[str, dict[str, object]], name: str) -> None:
    """Counting what should be kept, and answering whoever asks, miss just the target that is theirs."""
    assert is_noticed(name, said[name]), said[name]
    assert said[name]["ok"] is False


def test_a_verdict_names_what_was_missed() -> None:
    """And is good only where nothing was."""
    assert verdict("a and b", a=True, b=False) == {"target": "a and b", "missed": ["b"], "ok": False}
    assert verdict("a and b", a=True, b=True) == {"target": "a and b", "missed": [], "ok": True}
