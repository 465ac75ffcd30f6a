"""Student statuses: names in three languages, and if they count (D-62)."""

from typing import Any

import pytest

from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

RIGHTS = {"settings:student_statutes": ["read", "update"]}
WORDS = {"uz": "Kurssiz", "ru": "Без курса", "en": "Without course"}


@pytest.fixture(scope="module")
async def manager(console: Console) -> Visitor:
    return await console.sign_in(a_user_with(RIGHTS).of_all_branches())


async def _put(visitor: Visitor, version: int, counts: bool = True, **words: str) -> Any:
    body = {"displayName": {**WORDS, **words}, "countsInStatistics": counts, "version": version}
    return await visitor.put("/control-actions/3", body)


async def test_a_status_is_renamed(console: Console, manager: Visitor) -> None:
    """R1-395, D-62: at once in every list, in the reader's language.

    Audited language by language.
    """
    before = (await manager.data("/control-actions/3"))["controlAction"]
    assert (before["displayName"], before["countsInStatistics"], before["version"]) == (WORDS, True, 1)
    data(await _put(manager, 1, counts=False, uz="  Kursi yo'q ", ru="Нет курса"))
    after = (await manager.data("/control-actions/3"))["controlAction"]
    assert after["displayName"] == {"uz": "Kursi yo'q", "ru": "Нет курса", "en": "Without course"}
    assert (after["name"], after["countsInStatistics"], after["version"]) == (before["name"], False, 2)
    for language, word in (("uz", "Kursi yo'q"), ("ru", "Нет курса")):
        manager.language = language
        listed = (await manager.data("/control-actions"))["controlActions"]
        assert next(one for one in listed if one["id"] == 3)["displayName"] == word
    manager.language = "en"
    (entry,) = (await manager.data("/control-actions/3/history"))["history"]
    changes = {change["label"]: (change["before"], change["after"]) for change in entry["changes"]}
    assert changes == {
        "Display name: in Uzbek": ("Kurssiz", "Kursi yo'q"),
        "Display name: in Russian": ("Без курса", "Нет курса"),
        "Counts in statistics": ("yes", "no"),
    }


async def test_all_missing_names_are_reported_together(manager: Visitor) -> None:
    """D-3: each language has its own field."""
    answer = await _put(manager, 1, uz="  ", en="x" * 61)
    assert answer.status_code == 422
    assert answer.json()["fields"] == {
        "displayName.uz": ["This is required"],
        "displayName.en": ["At most 60 characters"],
    }


async def test_a_change_of_an_old_version_is_a_conflict(console: Console, manager: Visitor) -> None:
    """D-8."""
    stale = await _put(manager, 77)
    assert (stale.status_code, stale.json()["code"]) == (409, "SHARED_STALE")
    assert stale.json()["current"]["id"] == 3


async def test_statuses_cannot_be_added_or_deleted(console: Console) -> None:
    """D-62: the statuses are fixed."""
    chief = await console.sign_in(a_superadmin())
    assert (await chief.get("/control-actions/7")).status_code == 404
    assert (await chief.post("/control-actions", {})).status_code == 405
    assert (await chief.delete("/control-actions/1")).status_code == 405
