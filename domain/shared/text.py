"""Cleaning of texts that people and other systems send.

Control, direction and invisible marks go; what joins the parts of one emoji or the letters of a script stays.
"""

import re
import unicodedata
from collections.abc import Callable

# most texts: one code point for each letter, nothing to clean but spaces
_PLAIN = re.compile("[ -~¡-¬®-˿Ѐ-҂Ҋ-ԯ‘’]*")
_EMOJI = "[©®‼⁉™ℹ←-⇿⌀-⏿①-⓿■-➿⤀-⥿⬀-⯿〰〽㊗㊙\U0001f000-\U0001fbff]"
# scripts whose letters a joiner or non-joiner shapes, without their own marks
_SHAPED = "[\u0620-\u06dc\u06de-\u070e\u0710-\u088f\u0892-\u08e1\u08e3-\u0dff]"
_KEPT = "|".join(
    (
        "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,7}\U000e007f",  # the flag of a region
        f"{_EMOJI}[\ufe0e\ufe0f]?(?:\u200d{_EMOJI}[\ufe0e\ufe0f]?)*",
        "[0-9#*]\ufe0f\u20e3",  # a keycap
        f"(?<={_SHAPED})[\u200c\u200d](?={_SHAPED})",
        "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]",
    )
)
# code points that no standard will ever assign
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(f"{chr(end)}{chr(end + 1)}" for end in range(0xFFFE, 0x110000, 0x10000))
# Cc, Cf, Cs, line and paragraph separators, selectors and fillers that draw nothing
_MARK = (
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff" + _NONCHARACTERS + "]"
)
_KEPT_OR_MARK = re.compile(f"({_KEPT})|({_MARK})")
# drawn as an empty place
_BLANK = frozenset("\u2028\u2029\u2800")


def replace_marks(text: str, replacement: Callable[[str], str]) -> str:
    """Replaces every mark that is invisible or directs the output.

    What belongs to a joined emoji or shapes a letter stays.
    """
    return _KEPT_OR_MARK.sub(lambda found: found[1] or replacement(found[2]), text)


def clean_line(text: str) -> str:
    """Cleans a text of one line: a name, a title.

    Letters are composed, spaces single, marks removed. A text without any visible sign is empty.
    """
    if _PLAIN.fullmatch(text):
        return " ".join(text.split())
    cleaned = " ".join(unicodedata.normalize("NFC", replace_marks(text, _space_or_nothing)).split())
    return cleaned if any(map(_visible, cleaned)) else ""


def clean_text(text: str) -> str:
    """Cleans a text of several lines: a message, a reason.

    Like ``clean_line``, but line ends, tabs and spaces inside stay.
    """
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    cleaned = unicodedata.normalize("NFC", replace_marks(whole, _kept_line_end)).strip()
    return cleaned if any(map(_visible, cleaned)) else ""


def _kept_line_end(mark: str) -> str:
    return mark if mark in "\n\t" else _space_or_nothing(mark)


def _space_or_nothing(mark: str) -> str:
    return " " if mark in _BLANK or unicodedata.category(mark) == "Cc" else ""


def _visible(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "MZC" or unicodedata.category(sign) in ("Cn", "Co")
