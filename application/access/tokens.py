"""Refresh tokens name their session, so that any old one of a family is known for what it is (D-9)."""

from application.ports import Tokens


def make(session_id: int, tokens: Tokens) -> str:
    """A new refresh token of a session."""
    return f"{session_id}.{tokens.new_secret()}"


def session_of(refresh_token: str) -> int | None:
    """The session that a refresh token claims to be of."""
    number, _, secret = refresh_token.partition(".")
    return int(number) if secret and number.isascii() and number.isdigit() and len(number) < 19 else None
