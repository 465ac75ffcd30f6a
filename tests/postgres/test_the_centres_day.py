"""*Today* in a list is the centre's day, not that of the server's clock (T1)."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from adapters.postgres.core.engine import TODAY, create_engine
from adapters.postgres.core.pool import ReadPool


# these two zones never share a day
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
async def test_each_connection_uses_the_centres_zone(shared_database_url: str, zone: str) -> None:
    """A day ends with the centre's day, for reads and for writes."""
    reads, engine = ReadPool(shared_database_url, zone, size=1), create_engine(shared_database_url, zone, size=1)
    try:
        before = datetime.now(ZoneInfo(zone)).date()
        read: date = await reads.fetchval(f"select {TODAY}")
        async with engine.connect() as connection:
            written: date = (await connection.execute(text(f"select {TODAY}"))).scalar_one()
        after = datetime.now(ZoneInfo(zone)).date()
    finally:
        await reads.close()
        await engine.dispose()
    assert before <= read <= written <= after
