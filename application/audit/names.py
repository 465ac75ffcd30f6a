"""Names of the records that changes mention."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from contracts.texts import DEFAULT_LANGUAGE, catalogue, translate

# a record without a name of its own is named by the beginning of its text
SHORT = 40


def record_name(group: str, text: str) -> str:
    """Returns the name that a deleted homework or exam keeps."""
    return f"{group}, {text[:SHORT]}"


@dataclass(frozen=True)
class ReferentNames:
    """Names by kind and id that the reader may see; others get kind and number.

    ``zone``: the zone in which instants are written.
    """

    by_kind: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    language: str = DEFAULT_LANGUAGE
    zone: tzinfo = UTC

    def find(self, kind: str, id: int) -> str | None:
        """Returns the name, if the record exists and the reader may see it."""
        return self.by_kind.get(kind, {}).get(id)

    def of(self, kind: str, id: int) -> str:
        """Returns the name, else kind and number of the record."""
        texts = catalogue(self.language)
        title = texts.get(f"audit.entity.{kind}", texts["audit.entity.other"])
        return self.find(kind, id) or translate("log.unnamed", self.language, kind=title, id=id)
