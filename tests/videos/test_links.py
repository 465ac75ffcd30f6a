"""Signed links of uploads and of players (D-95, V1)."""

from datetime import UTC, datetime, timedelta

import pytest

from adapters.security.video_links import SignedPlayLinks, SignedUploadLinks
from application.videos.built_in.links import POSTER, UPLOAD_LINK_LIVES
from domain.shared.errors import DomainError, NotFound

KEY = "the-tests'-own-secret-key-of-32-signs"
ID = "0123456789abcdefABCDEF"
NOW = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)
LINKS = SignedUploadLinks(KEY)
LINK = LINKS.link(ID, NOW)
PATH, EXPIRES_AT = LINK.path, LINK.expires_at
UPLOAD_ID = PATH.removeprefix("/api/uploads/")


def test_a_link_of_an_upload_is_made_as_written_down() -> None:
    """The vector: a change of it ends the running uploads of every centre."""
    assert PATH == "/api/uploads/0123456789abcdefABCDEF.1795694400.z7GxTWspXf7bnjMJozN1QQoFbK_TKHeu-MpM6f09icM"
    assert EXPIRES_AT - NOW == UPLOAD_LINK_LIVES == timedelta(hours=24)


def test_a_link_is_worth_its_video_until_it_expires() -> None:
    """Expired is told apart from unknown, so that the console renews it (V1)."""
    assert LINK.public_id == ID
    assert LINKS.read(UPLOAD_ID, EXPIRES_AT - timedelta(seconds=1)) == LINK
    with pytest.raises(DomainError) as late:
        LINKS.read(UPLOAD_ID, EXPIRES_AT)
    assert late.value.code == "videos.link_expired"


@pytest.mark.parametrize(
    "forged",
    [
        "",
        ID,
        UPLOAD_ID[:-1],
        UPLOAD_ID + "A",
        UPLOAD_ID.replace("0123", "0124"),
        UPLOAD_ID.replace("1795694400", "1895694400"),
        f"..%2f{UPLOAD_ID}",
        f"{UPLOAD_ID}\0",
        f"{UPLOAD_ID}\n",
    ],
)
def test_a_forged_link_is_none(forged: str) -> None:
    """Another video, another expiry, a separator, a NUL (case 13)."""
    with pytest.raises(NotFound):
        LINKS.read(forged, NOW)


def test_another_installation_s_links_are_none() -> None:
    """The key is the installation's."""
    with pytest.raises(NotFound):
        SignedUploadLinks("another-secret-key-of-32-signs-000").read(UPLOAD_ID, NOW)


def test_a_player_s_address_is_worth_one_file_for_one_viewer_until_then() -> None:
    """Two hours, one viewer, one stream (D-95)."""
    links, until = SignedPlayLinks(KEY), NOW + timedelta(hours=2)
    address = links.stream(ID, 360, "student:9", until)
    path, _, query = address.partition("?")
    assert path == f"/api/videos/{ID}"
    given = dict(pair.split("=") for pair in query.split("&"))
    assert given["viewer"] == "student%3A9"
    seconds, signature = int(given["until"]), given["signature"]
    assert links.is_valid(ID, "360", "student:9", seconds, signature, until - timedelta(seconds=1))
    assert not links.is_valid(ID, "360", "student:9", seconds, signature, until)
    assert not links.is_valid(ID, "720", "student:9", seconds, signature, NOW)
    assert not links.is_valid(ID, "360", "user:9", seconds, signature, NOW)
    assert not links.is_valid(ID, POSTER, "student:9", seconds, signature, NOW)
    assert not links.is_valid(ID, "360", "student:9", seconds + 1, signature, NOW)
    assert not links.is_valid(ID, "360", "student:9", seconds, "é", NOW)
    assert links.poster(ID, "user:7", until).startswith(f"/api/videos/{ID}/poster?viewer=user%3A7&until={seconds}&")
