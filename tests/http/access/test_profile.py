"""The caller's own settings and the names that every screen needs.

D-59, D-60, D-62, D-76.
"""

import asyncio
import logging
from typing import Any

import pytest

from domain.access.roles import default_roles
from tests.support.builders import (
    a_branch,
    a_category,
    a_class_of,
    a_course,
    a_superadmin,
    a_teacher,
    a_user_with,
)
from tests.support.console import Console, data

NO_PREFERENCES = {"pageSizes": {}, "columns": {}, "language": None, "theme": None, "views": []}


async def test_preferences_are_stored_per_table_and_per_account(console: Console) -> None:
    """A change for one table leaves the others as they are."""
    visitor, other = await console.sign_in(a_user_with({})), await console.sign_in(a_user_with({}))
    assert await visitor.data("/preferences") == NO_PREFERENCES
    data(await visitor.put("/preferences", {"pageSizes": {"students": 20}, "theme": "dark"}))
    data(await visitor.put("/preferences", {"pageSizes": {"jobs": 50}, "columns": {"students": ["id", "fullName"]}}))
    answer = data(await visitor.put("/preferences", {"columns": {"students": []}, "language": "ru"}))
    wanted = {
        "pageSizes": {"students": 20, "jobs": 50},
        "columns": {"students": []},
        "language": "ru",
        "theme": "dark",
        "views": [],
    }
    assert answer == wanted
    assert await visitor.data("/preferences") == wanted
    assert await other.data("/preferences") == NO_PREFERENCES


async def test_own_profile_needs_no_permission(console: Console) -> None:
    """R1-093, R1-267: `profile` opens nothing, so no role is offered it."""
    visitor = await console.sign_in(a_user_with({}))
    assert (await visitor.data("/profile"))["login"]
    assert (await visitor.data("/auth/sessions"))["sessions"]
    listed = await (await console.sign_in(a_superadmin())).data("/roles/permission-objects/all")
    (profile,) = [module for module in listed["permissionObjects"] if module["name"] == "profile"]
    assert (profile["permissions"], profile["children"]) == (["read", "update"], [])
    assert "profile" not in listed["built"]


async def test_concurrent_changes_of_preferences_are_all_stored(console: Console) -> None:
    """Each table is a separate preference."""
    visitor = await console.sign_in(a_user_with({}))
    await asyncio.gather(*(visitor.put("/preferences", {"pageSizes": {f"table{n}": 50}}) for n in range(10)))
    assert (await visitor.data("/preferences"))["pageSizes"] == {f"table{n}": 50 for n in range(10)}


@pytest.mark.parametrize(
    "body",
    [
        {"pageSizes": {"students": 30}},
        {"pageSizes": []},
        {"columns": {"students": "id"}},
        {"columns": {"students": [1]}},
        {"language": "fr"},
        {"theme": "pink"},
        {"pageSizes": {"students": 10}, "unknown": 1},
    ],
    ids=str,
)
async def test_an_invalid_preference_rejects_the_whole_request(console: Console, body: dict[str, Any]) -> None:
    """Nothing of the request is stored."""
    visitor = await console.sign_in(a_user_with({}))
    assert (await visitor.put("/preferences", body)).status_code == 400
    assert await visitor.data("/preferences") == NO_PREFERENCES


async def test_preferences_are_limited_in_size(console: Console) -> None:
    """Within one request and over many requests."""
    visitor = await console.sign_in(a_user_with({}))
    answer = await visitor.put("/preferences", {"pageSizes": {f"table{n}": 10 for n in range(101)}})
    assert (answer.status_code, answer.json()["code"]) == (422, "SHARED_INVALID")
    for columns in (["a column"] * 101, ["x" * 101]):
        answer = await visitor.put("/preferences", {"columns": {"students": columns}})
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["columns"])
    for part in range(3):
        await visitor.put("/preferences", {"pageSizes": {f"table{part}-{n}": 10 for n in range(60)}})
    assert len((await visitor.data("/preferences"))["pageSizes"]) <= 100


async def test_a_client_log_message_is_written_to_the_log(console: Console, caplog: pytest.LogCaptureFixture) -> None:
    """D-76: with its account, cut at the limit."""
    account = a_user_with({})
    visitor = await console.sign_in(account)
    with caplog.at_level(logging.INFO, logger="markaz.client"):
        assert data(await visitor.post("/sender/log", {"logType": "error", "text": "Chunk 7 yuklanmadi"})) == {}
    record = next(record for record in caplog.records if record.name == "markaz.client")
    assert "Chunk 7 yuklanmadi" in record.getMessage()
    assert account.id in vars(record).values()
    long = await visitor.post("/sender/log", {"logType": "error", "text": "x" * 4001})
    assert (long.status_code, list(long.json()["fields"])) == (422, ["text"])


async def test_badges_are_zero_without_records(console: Console) -> None:
    """D-76."""
    visitor = await console.sign_in(a_user_with({}))
    for path in ("/notifications/count", "/reports/count", "/synchronization/message-count"):
        assert await visitor.data(path) == {"count": 0}


async def test_default_roles_are_created_once_and_named_to_everybody(fresh_console: Console) -> None:
    """D-14, D-59: without their rights."""
    chief = await fresh_console.sign_in(a_superadmin())
    assert data(await chief.post("/roles/initial")) == {"created": len(default_roles()) - 1}
    assert data(await chief.post("/roles/initial")) == {"created": 0}
    visitor = await fresh_console.sign_in(a_user_with({}))
    listed = await visitor.data("/roles/all", perPage=100)
    assert {role["name"] for role in listed["roles"]} >= {role.name for role in default_roles()}
    assert listed["total"] == len(listed["roles"])
    assert all(role["permissions"] is role["userCount"] is None for role in listed["roles"])
    names = [role["name"] for role in listed["roles"]]
    assert names == sorted(names)
    backwards = await visitor.data("/roles/all", perPage=100, orderBy="DESC")
    assert [role["name"] for role in backwards["roles"]] == names[::-1]
    searched = {
        "DEPART": ["Study department"],
        "acade": ["Academic"],
        # default roles are shown, and so found, by their translated names too
        "o'quv": ["Study department"],
        "МЕНЕДЖ": ["Manager"],
        "%": [],
        "zzz": [],
    }
    for typed, found in searched.items():
        assert [role["name"] for role in (await visitor.data("/roles/all", value=typed))["roles"]] == found


@pytest.mark.parametrize(
    ("language", "first", "fifth"), [("uz", "Faol", "Ketgan"), ("ru", "Активный", "Ушёл"), ("en", "Active", "Left")]
)
async def test_student_statuses_are_in_the_callers_language(
    console: Console, language: str, first: str, fifth: str
) -> None:
    """D-62: Active 1 … Not counted in statistics 6."""
    visitor = await console.sign_in(a_user_with({}))
    visitor.language = language
    actions = (await visitor.data("/control-actions"))["controlActions"]
    assert [action["id"] for action in actions] == [1, 2, 3, 4, 5, 6]
    assert (actions[0]["displayName"], actions[4]["displayName"]) == (first, fifth)
    assert [action["id"] for action in actions if not action["countsInStatistics"]] == [6]


async def test_student_statuses_match_the_specification(console: Console) -> None:
    """R1-200, D-62: in the specification's order, which their numbers follow."""
    visitor = await console.sign_in(a_user_with({}))
    visitor.language = "en"
    words = [action["displayName"] for action in (await visitor.data("/control-actions"))["controlActions"]]
    assert words == [
        "Active",
        "Finished",
        "Without course",
        "Finished 30-day privilege",
        "Left",
        "Not counted in statistics",
    ]


async def test_filter_options_are_those_of_the_branch(console: Console) -> None:
    """R1-152, D-12: sorted by name; only what a group of the branch teaches."""
    here = a_branch("Chilonzor-filtr")
    course = a_course("Ingliz tili").of_category(a_category("Tillar"))
    group = (
        a_class_of(1).in_branch(here).of_course(course).called("Oʻrta-2").taught_by(a_teacher().named("Ali", "Usta"))
    )
    group.learning_type = "online"
    second = a_class_of(0).in_branch(here).of_course(course).called("Yangi-1")
    untaught = a_course("Hech kim o'qimaydigan")
    await console.store(group, second, untaught)
    visitor = await console.sign_in(a_user_with({"users:students": ["read"]}).of(here))
    offered = await visitor.data("/students/filter-objects")
    named = {"id": here.id, "name": "Chilonzor-filtr"}
    courses = [{"id": course.id, "name": "Ingliz tili"}]
    categories = [{"id": course.category and course.category.id, "hName": "Tillar"}]
    assert offered["offices"] == [named]
    assert (offered["courses"], offered["categories"]) == (courses, categories)
    assert [one["name"] for one in offered["groups"]] == ["Yangi-1", "Oʻrta-2"], "Oʻ stands after Z"
    assert [one["id"] for one in offered["statuses"]] == [1, 2, 3, 4, 5, 6]
    groups = await visitor.data("/groups/filter-objects")
    assert groups["offices"] == [named]
    assert (groups["courses"], groups["categories"]) == (courses, categories)
    assert [teacher["name"] for teacher in groups["teachers"]] == ["Usta Ali"]
    assert groups["learningTypes"] == ["online"]
    assert await visitor.data("/offices") == {"offices": [{**named, "hOffice": None, "version": 1}]}
