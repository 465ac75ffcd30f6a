"""Writes the descriptions of the API and the vocabulary into contracts/.

Run as ``python -m entrypoints.http.export``.
"""

import json
from enum import IntEnum
from pathlib import Path
from typing import Any

from litestar import Litestar

from contracts.sync.runs import QueueState
from domain.access.permissions import PERMISSIONS
from domain.access.roles import RoleNumber, RoleType
from domain.access.users import UserStatus
from entrypoints.http.app import litestar_app
from entrypoints.http.openapi import STUDENT_GATEWAY, described
from entrypoints.settings import read_settings
from entrypoints.wiring import Container

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"
ENUMERATIONS: tuple[type[IntEnum], ...] = (RoleType, RoleNumber, UserStatus, QueueState)


def api() -> Litestar:
    """The application without services behind it, for its description."""
    return litestar_app(Container(settings=read_settings(make_secrets=False)))


def documents(app: Litestar) -> dict[str, Any]:
    """File name → content of generated and committed files."""
    return {
        "openapi.json": described(app),
        "student-openapi.json": described(app, STUDENT_GATEWAY),
        # OpenAPI loses the names of enumerations
        "vocabulary.json": {
            "enumerations": {kind.__name__: {m.name: m.value for m in kind} for kind in ENUMERATIONS},
            "permissions": {key: [str(action) for action in actions] for key, actions in PERMISSIONS.items()},
        },
    }


def text(document: Any) -> str:
    """The document as it is committed."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for name, document in documents(api()).items():
        (CONTRACTS / name).write_text(text(document), encoding="utf-8")
