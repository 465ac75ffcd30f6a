"""Tables in Markdown."""

from collections.abc import Iterable


def table(*head: str, rows: Iterable[Iterable[object]]) -> str:
    """A table with these column heads; bars in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def first_sentence(text: str | None) -> str:
    """The first sentence of a docstring, on one line and without its full stop."""
    whole = " ".join((text or "").split())
    return whole.split(". ")[0].removesuffix(".").replace("``", "`")
