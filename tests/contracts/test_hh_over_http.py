"""The hh v1 adapter with a slow, broken or unusual school (R1-009, D-49)."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import jsonschema
import pytest
import yaml
from yarl import URL

from adapters.http_client import CircuitBreaker, HttpClient, IntegrationUnavailable, RetryPolicy
from adapters.school.hh import HhSchool
from application.ports import SchoolUnavailable
from contracts.sync.school_records import Feed
from entrypoints.simulators.school.faults import Faults
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.server import serve
from tests.contracts.harnesses import HASTY, TOKEN, OverHttp, over_http
from tests.contracts.test_school_register import ids, pages, student

CONTRACT = yaml.safe_load((Path(__file__).parents[2] / "contracts/external/hh-v1.yaml").read_text(encoding="utf-8"))
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/vnd.hh.v1+json"}
EVERYONE = [f"s{number}" for number in range(12)]


@pytest.fixture
async def harness() -> AsyncIterator[OverHttp]:
    async with over_http() as harness:
        harness.put(Feed.STUDENTS, *(student(number) for number in range(12)))
        yield harness


@pytest.mark.parametrize("fault", ["errors", "busy", "half-body"])
async def test_a_transient_fault_is_retried(harness: OverHttp, fault: str) -> None:
    """500 on one page, 429 with Retry-After, a truncated body: all rows arrive."""
    harness.faults.set([fault])
    assert ids(await pages(harness.register, Feed.STUDENTS)) == EVERYONE


async def test_a_repeated_row_is_accepted(harness: OverHttp) -> None:
    """Paging under writes repeats rows; the engine keeps the higher version."""
    harness.faults.set(["duplicates"])
    got = ids(await pages(harness.register, Feed.STUDENTS))
    assert sorted(set(got), key=EVERYONE.index) == EVERYONE
    assert len(got) > len(EVERYONE)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("down", "failing"),
        ("slow", "slow"),
        ("garbage", "garbage"),
        ("wrong-type", "garbage"),
        ("expiry", "unauthorised"),
    ],
)
async def test_a_permanent_fault_is_named(harness: OverHttp, fault: str, reason: str) -> None:
    harness.faults.set([fault])
    with pytest.raises(SchoolUnavailable) as refusal:
        await pages(harness.register, Feed.STUDENTS)
    assert refusal.value.reason == reason
    assert refusal.value.detail
    assert TOKEN not in str(refusal.value)


async def test_an_unintelligible_record_is_identified(harness: OverHttp) -> None:
    harness.faults.set(["wrong-type"])
    with pytest.raises(SchoolUnavailable, match=r"version|items"):
        await pages(harness.register, Feed.STUDENTS)


async def test_a_wrong_token_is_rejected_at_once(harness: OverHttp) -> None:
    stranger = HhSchool(str(harness.register.address), "guessed", HASTY)
    with pytest.raises(SchoolUnavailable) as refusal:
        await stranger.capabilities()
    assert refusal.value.reason == "unauthorised"
    await stranger.close()


async def test_a_missing_server_is_unreachable(unused_tcp_port: int) -> None:
    school = HhSchool(f"http://127.0.0.1:{unused_tcp_port}", TOKEN, HASTY)
    with pytest.raises(SchoolUnavailable) as refusal:
        await school.capabilities()
    assert refusal.value.reason == "unreachable"
    await school.close()


async def test_the_circuit_breaker_opens_for_a_failing_school(harness: OverHttp) -> None:
    """After calls that failed with all retries it rests; then one call decides."""
    now = 0.0
    breaker = CircuitBreaker(limit=2, open_seconds=30.0, clock=lambda: now)
    http = HttpClient(harness.register.address, "school", HEADERS, HASTY, breaker)
    harness.faults.set(["down"])
    for expected in ("failing", "failing", "resting"):
        with pytest.raises(IntegrationUnavailable) as refusal:
            await http.get("v1/students")
        assert refusal.value.reason == expected
    harness.faults.set([])
    now = 31.0
    assert (await http.get("v1/students")).status == 200
    assert breaker.seconds_open() == 0
    await http.close()


async def test_retry_after_is_honoured_up_to_the_limit() -> None:
    retry_policy = RetryPolicy(first_pause=1.0, longest_pause=10.0)
    assert retry_policy.pause(1, retry_after=3.0) == 3.0
    assert retry_policy.pause(1, retry_after=3600.0) == 10.0
    assert 0.5 <= retry_policy.pause(1) <= 1.0
    assert 5.0 <= retry_policy.pause(20) <= 10.0


async def test_the_log_has_no_secrets_and_no_personal_data(harness: OverHttp, caplog: pytest.LogCaptureFixture) -> None:
    """Logs name the call, outcome and request id; no token, cursor, name or body.

    D-39.
    """
    harness.faults.set(["errors"])
    with caplog.at_level(logging.DEBUG, "markaz.outside"):
        read = await pages(harness.register, Feed.STUDENTS)
    log = " ".join(str(vars(record)) for record in caplog.records if record.name == "markaz.outside")
    assert "v1/students" in log
    assert "failing" in log
    assert "request_id" in log
    assert not any(secret in log for secret in (TOKEN, "Karimova", str(read[0].cursor)))


async def test_the_headers_follow_the_contract(harness: OverHttp) -> None:
    async with aiohttp.ClientSession(harness.register.address, headers=HEADERS) as http:
        async with http.get("/v1/students", headers={"X-Request-Id": "r-1"}) as page:
            assert page.headers["HH-Version"] == "1"
            assert page.headers["X-Request-Id"] == "r-1"
            assert page.content_type == "application/vnd.hh.v1+json"
            tag = page.headers["ETag"]
        async with http.get("/v1/students", headers={"If-None-Match": tag}) as page:
            assert page.status == 304
        harness.put(Feed.STUDENTS, student(99))
        async with http.get("/v1/students", headers={"If-None-Match": tag}) as page:
            assert page.status == 200
        async with http.get("/v1/students", headers={"Accept": "text/html"}) as page:
            assert page.status == 406
        async with http.get("/v1/nobody") as page:
            assert page.status == 404
        async with http.get("/v1/students", params={"limit": "many"}) as page:
            assert (page.status, (await page.json(content_type=None))["code"]) == (400, "bad_request")


async def test_an_unchanged_page_is_answered_without_a_body(
    harness: OverHttp, caplog: pytest.LogCaptureFixture
) -> None:
    """The page is requested by its ETag, also in the next run (protocols §6.6)."""
    cursor = (await pages(harness.register, Feed.STUDENTS))[-1].cursor
    logged: list[list[str]] = []
    for _ in range(3):
        caplog.clear()
        with caplog.at_level(logging.DEBUG, "markaz.outside"):
            next_run = HhSchool(str(harness.register.address), TOKEN, HASTY)
            (page,) = await pages(next_run, Feed.STUDENTS, cursor)
            await next_run.close()
        assert (page.items, page.last, page.full, page.cursor) == ([], True, False, cursor)
        logged.append([record.getMessage() for record in caplog.records if "v1/students" in record.getMessage()])
    assert [line.split()[-1] for lines in logged for line in lines] == ["200", "304", "304"]
    harness.put(Feed.STUDENTS, student(99))
    assert ids(await pages(harness.register, Feed.STUDENTS, cursor)) == ["s99"]


async def test_every_feed_of_the_demo_school_follows_the_contract() -> None:
    """The simulator's pages are valid against OpenAPI, tombstones included."""
    school = GeneratedSchool(60, seed=4)
    school.forget()
    async with serve(school, TOKEN, faults=Faults()) as url, aiohttp.ClientSession(url, headers=HEADERS) as http:
        async with http.post("/simulator/change", json={"merged": 1, "removed": 1, "new": 1}) as done:
            assert done.status == 200
        for feed in Feed:
            async with http.get(f"/v1/{feed.path}") as answer:
                _check(await answer.json(content_type=None), f"/v1/{feed.path}")
        async with http.get("/v1/capabilities") as answer:
            _check(await answer.json(content_type=None), "/v1/capabilities")


async def test_runs_and_attendance_answer_as_declared() -> None:
    """One run at a time (errId 245), one key one run; failures listed (R1-433)."""
    school = GeneratedSchool(60, seed=4)
    async with serve(school, TOKEN) as url, aiohttp.ClientSession(url, headers=HEADERS) as http:
        begun = []
        for key, status in (("a", 202), ("a", 202), ("b", 409)):
            wanted = {"types": ["students"], "mode": "full"}
            async with http.post("/v1/sync-runs", json=wanted, headers={"Idempotency-Key": key}) as answer:
                assert answer.status == status
                begun.append(await answer.json(content_type=None))
        assert begun[0] == begun[1]
        assert begun[2]["error_id"] == 245
        async with http.get(f"/v1/sync-runs/{begun[0]['run_id']}") as answer:
            _check(await answer.json(content_type=None), "/v1/sync-runs/{id}")
        async with http.get("/v1/group-students") as answer:
            member = (await answer.json(content_type=None))["items"][0]
        batch = {"lesson_id": "l1", "group_id": member["group_id"], "date": "2026-11-20"}
        marks = [{"student_id": who, "status": "attended"} for who in (member["student_id"], "nobody")]
        for key, sent, status in (("c", marks, 207), ("c", marks, 207), ("c", marks[:1], 409), ("d", marks[:1], 200)):
            async with http.post(
                "/v1/attendance-batches", json=batch | {"rows": sent}, headers={"Idempotency-Key": key}
            ) as answer:
                assert answer.status == status
                outcome = await answer.json(content_type=None)
                if status == 207:
                    assert outcome["saved"] == [member["student_id"]]
                    assert [failed["code"] for failed in outcome["failed"]] == ["unknown_student"]


def _check(body: object, path: str) -> None:
    answer = CONTRACT["paths"][path]["get"]["responses"]["200"]
    schema = answer["content"]["application/vnd.hh.v1+json"]["schema"] | {"components": CONTRACT["components"]}
    jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker()).validate(body)


def test_an_address_may_have_a_path() -> None:
    """A school behind a prefix: https://school.example/hh/."""
    assert HhSchool("https://school.example/hh/", TOKEN).address.joinpath("v1/students") == URL(
        "https://school.example/hh/v1/students"
    )
