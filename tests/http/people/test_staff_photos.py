"""Photos of staff and academics: owner, size and review (D-34, D-61)."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from application.files.uploads import MAX_ACADEMIC_PICTURE_BYTES, MAX_PICTURE_BYTES
from domain.access.roles import RoleType
from tests.support.builders import Account, Branch, RoleOf, Teacher, a_branch, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data
from tests.support.pictures import a_photo

UPLOAD = "/upload/staff-profile"
WAITING, FAILED, READY, NONE = 1, 2, 3, 4
# an academic's photo may be larger than that of other staff
BETWEEN = MAX_PICTURE_BYTES + 1


@pytest.fixture(scope="module")
async def here(console: Console) -> Branch:
    """The visitor's branch."""
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def manager(console: Console, here: Branch) -> Visitor:
    """A manager of staff and academics."""
    return await console.sign_in(
        a_user_with({"users:academic": ["read", "update"], "users:staff": ["read", "update"]}).of(here)
    )


@pytest.fixture
async def academic(console: Console, here: Branch) -> tuple[Teacher, Account]:
    """An academic with an account."""
    role = RoleOf("Ustoz", {}, RoleType.ACADEMIC, 2)
    account = Account(first_name="Nodira", last_name="Karimova", role=role, login="").of(here)
    account.called(f"ustoz-{account.number}")
    teacher = a_teacher().in_branch(here).with_account(account)
    await console.store(teacher)
    return teacher, account


async def _upload(visitor: Visitor, content: Any, **whose: Any) -> Any:
    headers = {"X-File-Name": "yuz.jpg", "Content-Type": "application/octet-stream"}
    return await visitor.request("POST", UPLOAD, content=content, headers=headers, params=whose)


async def _checks(console: Console, teacher: Teacher, account: Account) -> tuple[int, int]:
    of_teacher = await console.sql.fetchval("select photo_check from teachers where id = $1", teacher.id)
    return of_teacher, await console.sql.fetchval("select photo_check from users where id = $1", account.id)


async def test_a_photo_of_an_academic_waits_for_its_review(
    console: Console, manager: Visitor, academic: tuple[Teacher, Account]
) -> None:
    """R1-194, R1-349: waiting, then suitable or not.

    A new photo waits again; the person and the account share it.
    """
    teacher, account = academic
    path = f"/academic/{teacher.id}"
    assert (await manager.data(path))["academic"]["photoCheck"] == NONE
    assert (await manager.put(f"{path}/photo-check", {"suitable": True})).status_code == 404
    data(await _upload(manager, a_photo("JPEG"), academicId=teacher.id))
    card = (await manager.data(path))["academic"]
    assert card["photoCheck"] == WAITING
    shown = await console.nobody().request("GET", card["photo"])
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/jpeg")
    for suitable, state in ((False, FAILED), (True, READY)):
        data(await manager.put(f"{path}/photo-check", {"suitable": suitable}))
        assert await _checks(console, teacher, account) == (state, state)
    data(await _upload(manager, a_photo("PNG"), academicId=teacher.id))
    assert await _checks(console, teacher, account) == (WAITING, WAITING)
    rows = (await manager.data("/academic", value=account.login))["academics"] or [
        (await manager.data(path))["academic"]
    ]
    assert rows[0]["photo"].startswith("/api/files/")


async def test_a_user_uploads_their_own_photo(console: Console, academic: tuple[Teacher, Account]) -> None:
    """R1-401: without any right; nobody else's, and without its review."""
    teacher, account = academic
    own = await console.sign_in(account)
    data(await _upload(own, a_photo("JPEG")))
    assert await _checks(console, teacher, account) == (WAITING, WAITING)
    data(await _upload(own, a_photo("JPEG"), userId=account.id))
    other = a_user_with({}).of(*account.branches)
    await console.store(other)
    for whose in ({"academicId": teacher.id}, {"userId": other.id}):
        refused = await _upload(own, a_photo("JPEG"), **whose)
        assert (refused.status_code, refused.json()["code"]) == (403, "SHARED_FORBIDDEN"), whose
    assert (await own.put(f"/academic/{teacher.id}/photo-check", {"suitable": True})).status_code == 403


async def test_a_slow_upload_holds_no_lock(
    console: Console, manager: Visitor, academic: tuple[Teacher, Account]
) -> None:
    """During the upload neither the academic nor the account is locked."""
    teacher, account = academic
    photo = a_photo("JPEG")

    async def slow_upload() -> AsyncIterator[bytes]:
        for piece in (photo[:100], photo[100:]):
            yield piece
            await console.sql.execute("select from teachers where id = $1 for update nowait", teacher.id)
            await console.sql.execute("select from users where id = $1 for update nowait", account.id)

    data(await _upload(manager, slow_upload(), academicId=teacher.id))
    data(await _upload(await console.sign_in(account), slow_upload()))
    assert await _checks(console, teacher, account) == (WAITING, WAITING)


async def test_a_photo_of_staff_is_uploaded_and_reviewed_in_scope(
    console: Console, here: Branch, manager: Visitor
) -> None:
    """R1-194, R1-401: staff of another branch are not found."""
    clerk, stranger = a_user_with({}).of(here), a_user_with({}).of(a_branch("Sergeli"))
    await console.store(clerk, stranger)
    data(await _upload(manager, a_photo("JPEG"), userId=clerk.id))
    card = (await manager.data(f"/users/staff/{clerk.id}"))["staff"]
    assert (card["photoCheck"], card["photo"].startswith("/api/files/")) == (WAITING, True)
    data(await manager.put(f"/users/staff/{clerk.id}/photo-check", {"suitable": False}))
    assert (await manager.data(f"/users/staff/{clerk.id}"))["staff"]["photoCheck"] == FAILED
    assert (await _upload(manager, a_photo("JPEG"), userId=stranger.id)).status_code == 404
    above = a_user_with({"staff_control:roles": ["update"]}).of(here)
    await console.store(above)
    refused = await _upload(manager, a_photo("JPEG"), userId=above.id)
    assert refused.json()["code"] == "ACCESS_ACCOUNT_BEYOND_OWN"


async def test_photos_have_five_megabytes_for_academics_and_two_for_others(
    console: Console, here: Branch, manager: Visitor, academic: tuple[Teacher, Account]
) -> None:
    """R1-226, R2-473, D-34: the limit is in the message; reading stops there."""
    clerk = a_user_with({}).of(here)
    await console.store(clerk)
    refused = await _upload(manager, b"x" * BETWEEN, userId=clerk.id)
    assert (refused.status_code, refused.json()["code"]) == (413, "FILES_TOO_LARGE")
    taken = await _upload(manager, b"x" * BETWEEN, academicId=academic[0].id)
    assert taken.json()["code"] == "FILES_NOT_A_PICTURE", "not too large for an academic"
    beyond = await _upload(manager, b"x" * (MAX_ACADEMIC_PICTURE_BYTES + 1), academicId=academic[0].id)
    assert beyond.status_code == 413


async def test_a_photo_is_a_link_wherever_it_is_shown(console: Console, here: Branch) -> None:
    """R1-401, D-34: no file id is exposed.

    Profile, sign-in, holders of a role and access explanations have links.
    """
    account = a_user_with({"staff_control:roles": ["read"], "staff_control:users": ["read"]}).of(here)
    visitor = await console.sign_in(account)
    assert visitor.signed_in["staffInfo"]["photo"] is None
    data(await _upload(visitor, a_photo("JPEG")))
    again = await console.sign_in(account)
    profile = await again.data("/profile")
    users = (await again.data(f"/users/by-role/{profile['role']['id']}"))["users"]
    query = {"screen": "/students"}
    reasons = (await again.data("/users/explain", **query, value=account.last_name, perPage=100))["users"]
    why = (await again.data(f"/users/{account.id}/explain", **query))["user"]
    rows = [again.signed_in["staffInfo"], profile, why]
    for page in (users, reasons):
        rows += [row for row in page if row["id"] == account.id]
    assert len(rows) == 5
    for row in rows:
        picture = await console.nobody().request("GET", row["photo"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/jpeg")
