"""Forged and altered access tokens are rejected."""

import base64
import json
from datetime import timedelta
from typing import Any

import jwt
import pytest

from adapters.security.tokens import SignedTokens
from domain.access.sessions import ACCESS_LIFETIME
from tests.support.builders import a_user_with
from tests.support.console import SECRET_KEY, Console, Visitor, data

SIGNING_KEY = SignedTokens(SECRET_KEY)._key


def _part(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def _claims(token: str) -> dict[str, Any]:
    claims: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    return claims


@pytest.fixture(scope="module")
async def visitor(console: Console) -> Visitor:
    """A user with a valid token."""
    visitor = await console.sign_in(a_user_with({}))
    data(await visitor.get("/profile"))
    return visitor


async def _is_accepted(visitor: Visitor, token: str) -> bool:
    answer = await Visitor(visitor.http, token).get("/profile")
    assert answer.status_code in (200, 401), answer.text
    return bool(answer.status_code == 200)


@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "nOnE", ""])
async def test_a_token_without_a_signature_is_rejected(visitor: Visitor, algorithm: str) -> None:
    """ASVS-1: alg=none in every spelling, with and without a signature."""
    header, body, signature = _part({"alg": algorithm, "typ": "JWT"}), *visitor.token.split(".")[1:]
    for token in (f"{header}.{body}.", f"{header}.{body}", f"{header}.{body}.{signature}"):
        assert not await _is_accepted(visitor, token)


@pytest.mark.filterwarnings("ignore:The HMAC key")
@pytest.mark.parametrize("algorithm", ["HS384", "HS512"])
async def test_another_algorithm_is_rejected(visitor: Visitor, algorithm: str) -> None:
    """ASVS-1: even with the right key."""
    assert not await _is_accepted(visitor, jwt.encode(_claims(visitor.token), SIGNING_KEY, algorithm))


async def test_a_changed_claim_invalidates_the_signature(visitor: Visitor) -> None:
    """ASVS-1: another account, another session, a later expiry."""
    header, _, signature = visitor.token.split(".")
    claims = _claims(visitor.token)
    for change in ({"sub": "1"}, {"sid": claims["sid"] + 1}, {"exp": claims["exp"] + 3600}):
        assert not await _is_accepted(visitor, f"{header}.{_part(claims | change)}.{signature}")


async def test_a_changed_character_invalidates_a_token(visitor: Visitor) -> None:
    """ASVS-1: anywhere but in the last one, which has unused bits."""
    token = visitor.token
    for place in range(0, len(token) - 1, 7):
        other = "A" if token[place] != "A" else "B"
        assert not await _is_accepted(visitor, token[:place] + other + token[place + 1 :])


async def test_keys_inside_a_token_are_ignored(visitor: Visitor) -> None:
    """ASVS-2: jwk, jku, x5u and kid are under the forger's control."""
    key = b"a key of the forger, long enough for HS256"
    brought = {
        "jwk": {"kty": "oct", "k": base64.urlsafe_b64encode(key).decode()},
        "jku": "http://127.0.0.1:9/keys",
        "x5u": "http://127.0.0.1:9/keys",
        "kid": "../../../../../../dev/null",
    }
    for name, value in brought.items():
        for signed_with in (key, b""):
            token = jwt.api_jws.encode(
                json.dumps(_claims(visitor.token)).encode(), signed_with or b"\0" * 32, "HS256", headers={name: value}
            )
            assert not await _is_accepted(visitor, token)


async def test_a_token_for_another_purpose_is_rejected(console: Console, visitor: Visitor) -> None:
    """ASVS-4: another audience, a missing claim or an unknown session.

    With a valid signature.
    """
    claims = _claims(visitor.token)
    for audience in ("markaz-student", "", ["markaz"], None):
        assert not await _is_accepted(visitor, _signed(claims | {"aud": audience}))
    for name in ("sub", "sid", "aud", "exp"):
        assert not await _is_accepted(visitor, _signed({key: value for key, value in claims.items() if key != name}))
        assert not await _is_accepted(visitor, _signed(claims | {name: "nonsense"}))
    other = await console.sign_in(a_user_with({}))
    assert not await _is_accepted(visitor, _signed(claims | {"sid": _claims(other.token)["sid"]}))
    assert await _is_accepted(visitor, _signed(claims))


def _signed(body: dict[str, Any]) -> str:
    return jwt.api_jws.encode(json.dumps(body).encode(), SIGNING_KEY, "HS256")


async def test_an_access_token_expires_after_fifteen_minutes(console: Console) -> None:
    """ASVS-3: with a tolerance of 5 seconds for different clocks."""
    visitor = await console.sign_in(a_user_with({}))
    assert _claims(visitor.token)["exp"] - _claims(visitor.token)["iat"] == ACCESS_LIFETIME / timedelta(seconds=1)
    console.clock.pass_by(minutes=15, seconds=3)
    data(await visitor.get("/profile"))
    console.clock.pass_by(seconds=3)
    assert (await visitor.get("/profile")).status_code == 401
    console.clock.pass_by(minutes=-15, seconds=-6)


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer  ", "Basic c3VwZXI6c3VwZXI=", "{token}", "Token {token}", "Bearer {token} x"],
)
async def test_only_a_bearer_header_is_accepted(visitor: Visitor, header: str) -> None:
    """Similar headers are rejected."""
    answer = await visitor.request("GET", "/profile", headers={"Authorization": header.format(token=visitor.token)})
    assert (answer.status_code, answer.json()["code"]) == (401, "SHARED_UNAUTHORISED")


async def test_a_malformed_token_is_rejected_without_a_server_error(visitor: Visitor) -> None:
    """Dots, other scripts and oversized values."""
    for token in (
        ".",
        "..",
        "...",
        "a.b.c",
        "e30.e30.e30",
        "=.=.=",
        "0" * 5000,
        f"{'e30' * 3000}.e30.x",
        visitor.token * 2,
    ):
        assert not await _is_accepted(visitor, token)
