"""The server's texts: one catalogue per language (D-74).

Keys are error codes, limits, audit verbs and vocabulary. The names of fields stand in ``fields``, by column: the server
knows them as ``sync.field.<column>``, the browser as ``fields.<column>``. The names of permissions stand in
``permissions``, those of the default roles in ``roles``, for both.
"""

import functools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

LANGUAGES = ("uz", "ru", "en")
DEFAULT_LANGUAGE = "uz"


@functools.cache
def catalogue(language: str) -> dict[str, str]:
    """All words of one language."""
    fields = {field_key(column): name for column, name in _texts(f"fields/{language}.json").items()}
    permissions = dict(_flat("permission", _texts(f"permissions/{language}.json")))
    roles = dict(_flat("role", _texts(f"roles/{language}.json")))
    return _texts(f"{language}.json") | fields | permissions | roles


def _texts(file: str) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads((Path(__file__).parent / file).read_text(encoding="utf-8"))
    return texts


def _flat(prefix: str, texts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, text in texts.items():
        if isinstance(text, str):
            yield f"{prefix}.{name}", text
        else:
            yield from _flat(f"{prefix}.{name}", text)


def field_key(column: str) -> str:
    """The key of a field's name."""
    return f"sync.field.{column}"


def permission_text(permission: str, language: str) -> str:
    """The name of a permission: "Users: Students"; an unknown one is named as it is.

    my_groups and all_groups have the same options.
    """
    texts, (module, _, option) = catalogue(language), permission.partition(":")
    options = "groups" if module in ("my_groups", "all_groups") else module
    first = texts.get(f"permission.modules.{module}", module)
    return f"{first}: {texts.get(f'permission.options.{options}.{option}', option)}" if option else first


def role_text(name: str, language: str) -> str:
    """The name of a default role, stored in English (D-14); any other as it is."""
    return catalogue(language).get(f"role.{name}", name)


def translate(key: str, language: str, **params: object) -> str:
    """Returns the text of a key; uz for an unknown language.

    Raises KeyError for an unknown key.
    """
    return catalogue(language if language in LANGUAGES else DEFAULT_LANGUAGE)[key].format(**params)


def language_of(accept_language: str) -> str:
    """Returns the first supported language of an ``Accept-Language`` header.

    Languages are in order of preference.
    """
    choices = []
    for position, part in enumerate(accept_language.split(",")):
        tag, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            weight = 0.0
        choices.append((-weight, position, tag.strip().split("-")[0].lower()))
    return next((tag for _, _, tag in sorted(choices) if tag in LANGUAGES), DEFAULT_LANGUAGE)
