"""Stored settings of an integration: adapter, fields, encrypted secrets (D-39)."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Integration:
    """One kind of integration. ``secrets`` is a ciphertext, or None."""

    kind: str
    adapter: str
    fields: dict[str, str] = field(default_factory=dict)
    secrets: bytes | None = None
    updated_by: int | None = None
    updated_at: datetime | None = None
    id: int | None = None
    version: int = 1
