"""The web console: its files, its page for deep links, none under /api (D-1)."""

import functools
from pathlib import Path

import pytest

from entrypoints.http import console as pages
from tests.support.console import Console

PAGE = "<!doctype html><title>Markaz</title>"
SCRIPT = "console.log('salom')"
WORKER = "self.addEventListener('fetch', () => undefined)"


@pytest.fixture(autouse=True)
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built console of three files."""
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text(PAGE)
    (dist / "assets" / "app-1a2b.js").write_text(SCRIPT)
    (dist / "assets" / "app-1a2b.js.br").write_bytes(b"brotli of it")
    (dist / "assets" / "app-1a2b.js.gz").write_bytes(b"gzip of it")
    (dist / "assets" / "app-1a2b.js.map").write_text("the source")
    (dist / "icon.svg").write_text("<svg/>")
    (dist / "service-worker.js").write_text(WORKER)
    monkeypatch.setattr(pages, "built", functools.partial(pages.built, dist))
    return dist


@pytest.mark.parametrize("path", ["/", "/students", "/students/12", "/students?page=3", "/a/b/c", "/apis", "/api-docs"])
async def test_a_deep_link_returns_the_page(console: Console, path: str) -> None:
    """D-1, R1: a bookmark works; the page itself is not cached."""
    answer = await console.nobody().request("GET", f"http://centre.test{path}")
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/unknown", "/api/staff", "/api/staff/students/all/more"])
async def test_an_unknown_path_of_the_api_is_not_a_page(console: Console, path: str) -> None:
    """A client gets JSON, not HTML."""
    answer = await console.nobody().request("GET", path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "SHARED_NO_SUCH_PATH"


async def test_a_built_file_is_immutable_and_compressed(console: Console) -> None:
    """Its name changes with its content."""
    visitor, path = console.nobody(), "http://centre.test/assets/app-1a2b.js"
    answer = await visitor.request("GET", path, headers={"Accept-Encoding": "identity"})
    assert (answer.text, answer.headers["cache-control"]) == (SCRIPT, "public, max-age=31536000, immutable")
    assert answer.headers["content-type"].startswith("text/javascript")
    for accepted, sent in (("gzip", "gzip"), ("gzip, deflate, br", "br")):
        packed = await visitor.http.send(
            visitor.http.build_request("GET", path, headers={"Accept-Encoding": accepted}), stream=True
        )
        assert packed.headers["content-encoding"] == sent
        assert packed.headers["vary"] == "accept-encoding"
        await packed.aclose()
    again = await visitor.request("GET", path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")


async def test_the_service_worker_is_checked_each_time_and_covers_the_console(console: Console) -> None:
    """D-44, D-70: at the root, so that its scope is the console; never from a cache.

    Allowed by the policy.
    """
    answer = await console.nobody().request("GET", "http://centre.test/service-worker.js")
    assert (answer.status_code, answer.text) == (200, WORKER)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]


async def test_without_a_service_worker_its_path_is_no_page(console: Console, dist: Path) -> None:
    """A build without one: the browser keeps its own; pages come from the server."""
    (dist / "service-worker.js").unlink()
    answer = await console.nobody().request("GET", "http://centre.test/service-worker.js")
    assert answer.status_code == 404


@pytest.mark.parametrize("path", ["/", "/students/1", "/icon.svg", "/assets/app-1a2b.js"])
async def test_head_is_get_without_a_body(console: Console, path: str) -> None:
    """For probes and caches."""
    got = await console.nobody().request("GET", f"http://centre.test{path}", headers={"Accept-Encoding": "identity"})
    head = await console.nobody().request("HEAD", f"http://centre.test{path}", headers={"Accept-Encoding": "identity"})
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(got.content))


@pytest.mark.parametrize(
    "path",
    [
        "/assets/app-old.js",
        "/assets/",
        "/assets/app-1a2b.js.map",
        "/assets/app-1a2b.js.gz",
        "/robots.txt",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
    ],
)
async def test_a_missing_file_is_not_found(console: Console, dist: Path, path: str) -> None:
    """D-44: for the chunk of an old build the browser reloads.

    Files outside of the build are not served.
    """
    (dist.parent / "secret.txt").write_text("a secret")
    answer = await console.nobody().request("GET", f"http://centre.test{path}")
    assert answer.status_code == 404
    assert "secret" not in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_the_page_is_read_only(console: Console, method: str) -> None:
    """Other methods are rejected."""
    answer = await console.nobody().request(method, "http://centre.test/students")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


async def test_before_the_first_build_the_page_names_the_build_command(
    console: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instead of an empty page."""
    monkeypatch.setattr(pages, "built", lambda: {})
    answer = await console.nobody().request("GET", "http://centre.test/")
    assert answer.status_code == 503
    assert "make run" in answer.text
