"""A year of homework in many groups: figures equal an independent computation."""

from datetime import datetime, timedelta
from typing import Any

from tests.benchmarks.statistics.comparing import Figures, differences
from tests.benchmarks.statistics.figures import by_group, by_teacher, cells_of, read_work
from tests.benchmarks.statistics.filling import fill_homework
from tests.support.builders import a_class_of, a_superadmin, a_teacher
from tests.support.console import Console
from tests.support.groups import ZONE

GROUPS = 16
# days of one month, of several, whole months and both
PERIODS = (7, 30, 100, 365)


async def test_the_figures_of_a_filled_centre_equal_the_work(fresh_console: Console) -> None:
    """D-106, R2-057, R2-066: of every teacher and group."""
    console = fresh_console
    await console.store(a_class_of(30).taught_by(a_teacher()))
    visitor = await console.sign_in(a_superadmin())
    groups = await fill_homework(console.sql, GROUPS, ZONE.key)
    assert await console.count_homework() != []
    assert await console.count_homework() == []
    cells = cells_of(await read_work(console.sql, groups), ZONE)
    last = datetime.now(ZONE).date()
    for days in PERIODS:
        first, expected = last - timedelta(days=days), Figures()
        expected.add(by_teacher(cells, first, last), by_group(cells, first, last))
        period = {"fromDate": first.isoformat(), "toDate": last.isoformat(), "perPage": 100}
        found: dict[str, Any] = {
            kind: (await visitor.data(f"/homework-statistics/{kind}", **period))[kind]
            for kind in ("teachers", "groups")
        }
        assert len(found["teachers"]) >= 2
        assert found["groups"]
        assert differences(found["teachers"], found["groups"], expected) == []
