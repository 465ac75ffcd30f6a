"""The text of tus 1.0.0.

Core, creation, creation-with-upload, termination, expiration.
"""

import re
from datetime import timedelta
from email.utils import parsedate_to_datetime

import pytest

from tests.http.videos.scenario import UPLOADING, WAITING
from tests.http.videos.tus_client import OFFSET_STREAM, TusStage, a_film, code, metadata_of
from tests.support.console import Console

SIZE = 10_000


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson to upload for."""
    return await TusStage.of(fresh_console)


async def test_options_tell_version_extensions_and_the_largest_file(stage: TusStage) -> None:
    """No version is asked for; what is not offered is not named."""
    answer = await stage.client.request("OPTIONS", "/api/uploads")
    assert answer.status_code == 200
    assert answer.headers["tus-resumable"] == answer.headers["tus-version"] == "1.0.0"
    assert answer.headers["tus-extension"] == "creation,creation-with-upload,termination,expiration"
    assert answer.headers["tus-max-size"] == str(10 * 1024**3)


async def test_an_upload_in_pieces_is_stored_as_it_was_sent(stage: TusStage) -> None:
    """HEAD, PATCH, PATCH.

    The last byte makes the video wait and queues its processing (R2-274, D-94).
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link = begun["uploadUrl"]
    head = await stage.head(link)
    assert (head.status_code, head.headers["upload-offset"], head.headers["upload-length"]) == (200, "0", str(SIZE))
    assert head.headers["cache-control"] == "no-store"
    first = await stage.patch(link, 0, film[:4000])
    assert (first.status_code, first.headers["upload-offset"], first.content) == (204, "4000", b"")
    assert await stage.offset(link) == 4000
    second = await stage.patch(link, 4000, film[4000:])
    assert (second.status_code, second.headers["upload-offset"]) == (204, str(SIZE))
    assert stage.source(begun).read_bytes() == film
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]
    assert await stage.queued() == 1
    assert await stage.offset(link) == SIZE


@pytest.mark.parametrize("method", ["POST", "HEAD", "PATCH", "DELETE"])
async def test_another_version_is_refused_and_nothing_is_done(stage: TusStage, method: str) -> None:
    """412 with the version that is spoken; a missing one is another one."""
    begun = await stage.begin(SIZE)
    for version in ("0.2.2", ""):
        headers = {"Content-Type": OFFSET_STREAM, "Upload-Offset": "0", "Upload-Length": str(SIZE)}
        answer = await stage.client.request(
            method, begun["uploadUrl"], headers=headers | {"Tus-Resumable": version}, content=b"abc"
        )
        assert answer.status_code == 412
        assert answer.headers["tus-version"] == answer.headers["tus-resumable"] == "1.0.0"
    assert await stage.offset(begun["uploadUrl"]) == 0


async def test_a_link_takes_a_creation_and_is_its_location(stage: TusStage) -> None:
    """201 with a Location.

    Again it is the same upload, not a second one (protocols §1.5).
    """
    begun = await stage.begin(SIZE)
    given = metadata_of(filename="Дарс 1.mp4", filetype="video/mp4", id="x") + ",empty"
    headers = {"Upload-Length": str(SIZE), "Upload-Metadata": given}
    for _ in range(2):
        created = await stage.send("POST", begun["uploadUrl"], headers)
        assert (created.status_code, created.headers["location"]) == (201, begun["uploadUrl"])
        assert created.content == b""
        assert created.headers["tus-resumable"] == "1.0.0"
    head = await stage.head(begun["uploadUrl"])
    assert head.headers["upload-metadata"] == given
    await stage.patch(begun["uploadUrl"], 0, a_film(SIZE)[:10])
    again = await stage.send("POST", begun["uploadUrl"], headers)
    assert again.headers["upload-offset"] == "10"


async def test_the_common_address_takes_a_creation_by_the_id_in_the_metadata(stage: TusStage) -> None:
    """R2-183: ``id`` is the last part of the link.

    Or the video's number beside its uploader's token (R2-358).
    """
    begun = await stage.begin(SIZE)
    headers = {"Upload-Length": str(SIZE), "Upload-Metadata": metadata_of(id=begun["uploadUrl"].rpartition("/")[2])}
    created = await stage.send("POST", "/api/uploads", headers)
    assert (created.status_code, created.headers["location"]) == (201, begun["uploadUrl"])
    numbered = {
        "Tus-Resumable": "1.0.0",
        "Upload-Length": str(SIZE),
        "Upload-Metadata": metadata_of(id=str(begun["id"])),
    }
    assert (await stage.client.request("POST", "/api/uploads", headers=numbered)).status_code == 401
    other = await stage.scenario.visitor({"all_groups:video_upload": ["read", "update"]})
    guessed = await other.request("POST", "/api/uploads", headers=numbered)
    assert guessed.status_code == 404, "as a number that nobody has"
    created = await stage.teacher.request("POST", "/api/uploads", headers=numbered)
    assert created.status_code == 201
    assert await stage.offset(created.headers["location"]) == 0


async def test_a_creation_may_bring_the_first_bytes(stage: TusStage) -> None:
    """creation-with-upload; all of them at once complete the upload (case 9)."""
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    headers = {"Upload-Length": str(SIZE), "Content-Type": OFFSET_STREAM}
    created = await stage.send("POST", begun["uploadUrl"], headers, film[:6000])
    assert (created.status_code, created.headers["upload-offset"]) == (201, "6000")
    # the bytes of a repeated creation are those that are there
    created = await stage.send("POST", begun["uploadUrl"], headers, film[:6000])
    assert (created.status_code, created.headers["upload-offset"]) == (201, "6000")
    whole = await stage.begin(SIZE)
    created = await stage.send("POST", whole["uploadUrl"], headers, film)
    assert (created.status_code, created.headers["upload-offset"]) == (201, str(SIZE))
    assert await stage.status(whole["id"]) == [UPLOADING, WAITING]
    again = await stage.send("POST", whole["uploadUrl"], headers, film)
    assert (again.status_code, again.headers["upload-offset"]) == (201, str(SIZE))
    assert await stage.queued() == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 400),
        ({"Upload-Length": "-1"}, 400),
        ({"Upload-Length": "1e3"}, 400),
        ({"Upload-Length": "٣"}, 400),
        ({"Upload-Length": str(SIZE - 1)}, 400),
        ({"Upload-Defer-Length": "1"}, 400),
        ({"Upload-Length": str(SIZE), "Upload-Defer-Length": "1"}, 400),
        ({"Upload-Length": str(10 * 1024**3 + 1)}, 413),
        ({"Upload-Length": str(SIZE), "Upload-Metadata": "id !"}, 400),
        ({"Upload-Length": str(SIZE), "Upload-Metadata": "id YQ==,id YQ=="}, 400),
        ({"Upload-Length": str(SIZE), "Upload-Metadata": ",id YQ=="}, 400),
        ({"Upload-Length": str(SIZE), "Upload-Metadata": "a " + "QUFB" * 1100}, 400),
    ],
)
async def test_a_malformed_creation_is_refused(stage: TusStage, headers: dict[str, str], status: int) -> None:
    """Lengths and metadata outside of the protocol.

    Another length than the link's.
    """
    link = await stage.link(SIZE)
    encoded = {name: value.encode() for name, value in headers.items()}
    answer = await stage.client.http.request("POST", link, headers={"Tus-Resumable": b"1.0.0"} | encoded)
    assert answer.status_code == status, answer.text
    assert answer.headers["tus-resumable"] == "1.0.0"


async def test_termination_deletes_the_upload_and_its_bytes(stage: TusStage) -> None:
    """204, then 404 for every request; the row is being deleted (R2-287)."""
    begun = await stage.begin(SIZE)
    link = begun["uploadUrl"]
    await stage.patch(link, 0, a_film(SIZE)[:5000])
    deleted = await stage.send("DELETE", link)
    assert (deleted.status_code, deleted.content, deleted.headers["tus-resumable"]) == (204, b"", "1.0.0")
    assert not stage.source(begun).parent.exists()
    for answer in (
        await stage.head(link),
        await stage.patch(link, 5000, b"x"),
        await stage.send("DELETE", link),
        await stage.send("POST", link, {"Upload-Length": str(SIZE)}),
    ):
        assert answer.status_code == 404
        assert "upload-offset" not in answer.headers
    assert (await stage.teacher.get(f"/video/for-academic/{begun['id']}")).json()["data"]["video"]["isDeleting"]


async def test_a_finished_upload_is_not_terminated_by_its_link(stage: TusStage) -> None:
    """A video that is there is deleted in the console, by its rule (R2-291)."""
    link = await stage.link(SIZE)
    await stage.patch(link, 0, a_film(SIZE))
    answer = await stage.send("DELETE", link)
    assert (answer.status_code, code(answer)) == (409, "SHARED_ILLEGAL_MOVE")


async def test_every_answer_tells_when_the_link_expires(stage: TusStage) -> None:
    """Expiration: an HTTP date on POST, HEAD and PATCH.

    Afterwards 410, and a renewed link goes on (V1).
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link = begun["uploadUrl"]
    expiries = [
        (await stage.send("POST", link, {"Upload-Length": str(SIZE)})).headers["upload-expires"],
        (await stage.head(link)).headers["upload-expires"],
        (await stage.patch(link, 0, film[:100])).headers["upload-expires"],
    ]
    assert len(set(expiries)) == 1
    assert re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", expiries[0])
    assert parsedate_to_datetime(expiries[0]) == stage.console.clock.now() + timedelta(hours=24)
    stage.console.clock.pass_by(hours=24)
    for answer in (await stage.head(link), await stage.patch(link, 100, film[100:])):
        assert answer.status_code == 410
    teacher = await stage.scenario.teacher()
    renewed = (await teacher.post(f"/video/upload-links/{begun['id']}/renew")).json()["data"]
    assert renewed["offset"] == 100
    assert await stage.offset(renewed["uploadUrl"]) == 100
    assert (await stage.patch(renewed["uploadUrl"], 100, film[100:])).status_code == 204
    assert stage.source(begun).read_bytes() == film
