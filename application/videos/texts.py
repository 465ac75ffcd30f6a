"""Texts of a video's history: keys of the catalogue, or the words of a host."""

from contracts.texts import catalogue


def message_text(message: str, language: str) -> str:
    """The text of a stored message; what is no key is shown as it is."""
    return catalogue(language).get(message, message)
