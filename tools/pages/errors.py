"""Generates docs/errors.md from contracts/errors.py and its texts."""

from contracts.errors import ERRORS, wire_code
from contracts.texts import LANGUAGES, catalogue
from tools.pages.markdown import table

HEAD = """# Errors

What the API refuses with, from `contracts/errors.py` and `contracts/texts`. Made by `make docs`; a test keeps it fresh.

An answer that is not a success has `success: false`, `code` (stable, the name below), `errId` (stable, the number
below), `status` (as the HTTP status), `message` in the language of `Accept-Language` and `requestId`. Where values
break limits (422, or 400 for what can't be read), `fields` has the sentences of the second table beside each field's
name.

"""


def page() -> str:
    """The whole page."""
    catalogues = [catalogue(language) for language in LANGUAGES]
    by_number = sorted(ERRORS.items(), key=lambda row: row[1].err_id)
    errors = (
        (kind.err_id, f"`{wire_code(code)}`", kind.status, *(texts[f"error.{code}"] for texts in catalogues))
        for code, kind in by_number
    )
    limits = (
        (f"`{key}`", *(texts[key] for texts in catalogues)) for key in sorted(catalogues[0]) if key.startswith("limit.")
    )
    return (
        HEAD
        + table("errId", "code", "status", *LANGUAGES, rows=errors)
        + "\n## Limits of fields\n\n"
        + table("limit", *LANGUAGES, rows=limits)
    )
