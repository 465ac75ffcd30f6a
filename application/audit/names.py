"""Names of the records that changes mention."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class ReferentNames:
    """Names by kind and id that the reader may see; others are shown by id."""

    by_kind: Mapping[str, Mapping[int, str]] = field(default_factory=dict)

    def of(self, kind: str, id: int) -> str:
        """Returns the name."""
        return self.by_kind.get(kind, {}).get(id, f"ID {id}")
