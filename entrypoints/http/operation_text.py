"""Summary and description of a call, written from the docstring of its use case.

A docstring names errors by class and cites the specification; a client knows statuses and codes.
"""

import re

from contracts.errors import ERRORS

STATUSES = {"BadRequest": 400, "Forbidden": 403, "NotFound": 404, "Conflict": 409, "ValidationError": 422}
_CITATION = re.compile(
    r"(?:(?<=^)|(?<=\s))See [^.]*(?:\.\w+[^.]*)*\.(?=\s|$)|(?<!\s)\s*\([A-Z]+\d*-?\d+(?:(?:…|, )[A-Z]+\d*-?\d+)*\)"
)
_RAISES = re.compile(r"(?:(?<=^)|(?<=\s))Raises\s+(.*?)\.(?=\s|$)", re.S)
_CODED = re.compile(r"DomainError ?\(([^)]*)\)")
_CODE = re.compile(r'"([a-z]+\.[a-z_]+)"')


def operation_text(docstring: str) -> tuple[str, str]:
    """Returns the summary line without its full stop and the description."""
    cited = _CITATION.sub("", docstring)
    raised = [_in_http(match[1]) for match in _RAISES.finditer(cited)]
    rest = _RAISES.sub("", cited).replace("``", "`")
    summary, *paragraphs = [" ".join(part.split()) for part in rest.split("\n\n")]
    if raised:
        paragraphs.append(f"Errors: {'; '.join(raised)}.")
    return summary.rstrip(" ."), "\n\n".join(filter(None, paragraphs))


def _in_http(raised: str) -> str:
    """Replaces classes of errors by statuses and quoted codes."""
    text = _CODED.sub(lambda match: ", ".join(_status_and_code(code) for code in _CODE.findall(match[1])), raised)
    text = re.sub("|".join(STATUSES), lambda match: str(STATUSES[match[0]]), text)
    return " ".join(text.replace("DomainError", "409").replace("``", "`").split())


def _status_and_code(code: str) -> str:
    return f"{ERRORS[code].status} `{code.upper().replace('.', '_')}`"
