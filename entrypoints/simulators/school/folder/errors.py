"""Errors of an unreadable folder, written for the person who exported it."""

from dataclasses import dataclass

SHOWN = 20


@dataclass(frozen=True)
class Mistake:
    """One error: ``line`` counts from 1 with the heading; 0: the whole file.

    ``column`` is its heading.
    """

    file: str
    line: int
    column: str
    message: str

    def __str__(self) -> str:
        place = [self.file]
        if self.line:
            place.append(f"line {self.line}")
        if self.column:
            place.append(f"column {self.column}")
        return f"{', '.join(place)}: {self.message}"


class FolderUnreadable(Exception):
    """The folder can't be served.

    ``mistakes`` holds all errors; the text shows the first twenty.
    """

    def __init__(self, mistakes: list[Mistake]) -> None:
        self.mistakes = mistakes
        lines = [str(mistake) for mistake in mistakes[:SHOWN]]
        if len(mistakes) > SHOWN:
            lines.append(f"… and {len(mistakes) - SHOWN} more")
        super().__init__("\n".join(lines))
