"""Generated parts of files that are otherwise written by hand."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def with_region(name: str, begin: str, end: str, made: str) -> str:
    """The file with the lines between these two replaced."""
    head, _, rest = (ROOT / name).read_text(encoding="utf-8").partition(begin)
    _, _, tail = rest.partition(end)
    if not tail:
        raise ValueError(f"{name} lacks {begin!r} or {end!r}")
    return f"{head}{begin}\n{made}{end}{tail}"
