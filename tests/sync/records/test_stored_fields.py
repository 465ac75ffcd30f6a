"""A field that needs no rule is declared once, in the school's record."""

import pytest

from adapters.postgres.core import tables as t
from adapters.postgres.sync.feed_specs import SPECS, Spec
from application.sync import rows
from contracts.sync.school_records import RECORDS, Feed, OfficeRecord, Stored, stored_fields
from tests.sync.centre import Centre
from tests.sync.school_records import a_school, student


class Nameless(OfficeRecord, kw_only=True):
    """A record with a field that its table lacks."""

    motto: Stored[str] = ""


class Twice(OfficeRecord, kw_only=True):
    """A record that stores a field which its row has by a rule."""

    name: Stored[str] = ""


@pytest.mark.parametrize("record", [Nameless, Twice])
def test_a_stored_field_has_exactly_one_column(record: type[OfficeRecord]) -> None:
    """Otherwise the import fails, long before the first synchronisation."""
    with pytest.raises(TypeError, match=r"motto|name"):
        Spec(t.head_offices, "head_office", rows.OfficeRow, record)


def test_a_stored_field_is_compared() -> None:
    """Its change is a change of the row."""
    for feed, spec in SPECS.items():
        assert set(stored_fields(RECORDS[feed])) <= set(spec.tracked)
    assert stored_fields(RECORDS[Feed.STUDENTS])


async def test_a_stored_text_is_normalised(centre: Centre) -> None:
    """Invisible characters and double spaces of the school are not stored."""
    school = a_school()
    school.put(Feed.STUDENTS, student("s1", middle_name="  Zafar\u200b   qizi\x00 "))
    await centre.synchronise(school)
    assert await centre.value("select middle_name from students where h_id = 's1'") == "Zafar qizi"


async def test_a_name_of_marks_alone_is_unknown_and_joined_emoji_stay(centre: Centre) -> None:
    """ASVS-66, D-35: the record is not rejected for it."""
    school = a_school()
    school.put(Feed.STUDENTS, student("s1", first_name="\u202e\u200b", last_name="\u3164", middle_name=""))
    school.put(Feed.STUDENTS, student("s2", first_name="Ali 👩\u200d👧\u202e"))
    await centre.synchronise(school)
    assert await centre.value("select first_name || last_name from students where h_id = 's1'") == ""
    assert await centre.value("select first_name from students where h_id = 's2'") == "Ali 👩\u200d👧"
