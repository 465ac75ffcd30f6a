"""Text on its way to a terminal or a log.

What would direct the terminal, forge a line or hide itself is shown as an escape: ``\\x1b``, ``\\u202e``. A name may
have come from another system or an older version, hence every output passes here.
"""

import json

from domain.shared.text import replace_marks


def safe_line(text: str) -> str:
    """Returns the text as one line, with its marks escaped; joined emoji stay."""
    return replace_marks(text, lambda mark: mark.encode("unicode_escape").decode())


def safe_lines(text: str) -> str:
    """Like ``safe_line``, for a text of our own that may have several lines."""
    return "\n".join(map(safe_line, text.split("\n")))


def safe_json(document: str) -> str:
    """Returns the same JSON with its marks escaped; line ends between values stay."""
    return replace_marks(document, _json_escape)


def _json_escape(mark: str) -> str:
    # JSON leaves a delete sign as it is
    return mark if mark == "\n" else json.dumps(mark)[1:-1].replace("\x7f", "\\u007f")
