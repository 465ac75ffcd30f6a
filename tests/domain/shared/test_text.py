"""Cleaning removes marks that hide or redirect, and keeps emoji whole (ASVS-66)."""

import sys
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.people.names import tidy_name
from domain.shared.text import clean_line, clean_text, replace_marks

# examples of each kind that Unicode recommends for interchange (RGI)
EMOJI = [
    "👨‍👩‍👧", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🏴‍☠️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇺🇿", "❤️", "❤️‍🔥",
    "1️⃣", "#️⃣", "👩🏽‍🦰", "👩🏽‍🤝‍👨🏻", "🙂‍↔️", "🧑‍⚕️", "🐦‍🔥", "👁️‍🗨️", "©️", "☎︎",
]  # fmt: skip
BIDI = [*map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C))]
CONTROLS = [*map(chr, (*range(0x20), *range(0x7F, 0xA0)))]
HIDDEN = ["\u200b", "\u2060", "\ufeff", "\u00ad", "\u180e", "\u3164", "\ufe0f", "\u200d", "\u200c", "\U000e0041"]
LINES = [*BIDI, *CONTROLS, *HIDDEN, "\ud800", "\udfff", "\u2028", "\u2029"]
TEXTS = st.lists(
    st.sampled_from([*LINES, *EMOJI, *"aЎ 1بن\u0301\u0653👩❤\u0dd9\u0dca"]) | st.characters(), max_size=12
).map("".join)
CLEANERS = pytest.mark.parametrize("clean", [clean_line, clean_text])


@CLEANERS
@given(TEXTS)
def test_a_cleaned_text_is_stable_and_can_be_stored(clean: Callable[[str], str], text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    cleaned.encode()


@CLEANERS
@given(TEXTS)
def test_no_control_or_direction_mark_survives_in_any_text(clean: Callable[[str], str], text: str) -> None:
    allowed = "\n\t" if clean is clean_text else ""
    never = {*BIDI, *CONTROLS, "\u200b", "\ufeff", "\u00ad"} - set(allowed)
    assert not never & set(clean(text))


@CLEANERS
@pytest.mark.parametrize("mark", LINES, ids=ascii)
def test_each_mark_is_removed_and_alone_leaves_nothing(clean: Callable[[str], str], mark: str) -> None:
    assert clean(f" {mark}\u200b {mark}") == ""
    assert "".join(clean(f"Ali{mark}Vali").split()) == "AliVali"


@pytest.mark.parametrize("emoji", EMOJI)
@pytest.mark.parametrize("around", ["{}", "Ali {} Vali", "{0}{0}", "\u200d{}\u202e", "x\u200d{}"])
def test_an_emoji_survives_whole(emoji: str, around: str) -> None:
    expected = around.format(emoji).replace("\u202e", "").removeprefix("\u200d").replace("x\u200d", "x")
    assert tidy_name(around.format(emoji)) == clean_text(around.format(emoji)) == expected


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("👩\u200d", "👩"),
        ("👩\u200d x", "👩 x"),
        ("A\u200dli", "Ali"),
        ("Али\u200c", "Али"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_a_joiner_stays_only_where_it_joins(text: str, cleaned: str) -> None:
    assert clean_line(text) == cleaned


@pytest.mark.parametrize("sign", ["\ufffe", "\uffff", "\ufdd0", "\ufdef", "\U0001fffe", "\U0010ffff"])
def test_a_noncharacter_is_removed(sign: str) -> None:
    assert (clean_line(f"A{sign}li"), clean_line(sign), clean_text(sign)) == ("Ali", "", "")


def test_lines_of_a_message_stay_and_a_name_has_one() -> None:
    assert clean_text(" Salom,\r\n\tAli\x07 \n") == "Salom,\n\tAli"
    assert clean_line("Salom,\r\n\tAli") == "Salom, Ali"


def test_every_control_and_format_sign_of_unicode_is_a_mark() -> None:
    """The list of marks is written by hand; Unicode's own is the measure."""
    kinds = ("Cc", "Cf", "Cs", "Zl", "Zp")
    signs = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in kinds]
    assert not [ascii(sign) for sign in signs if replace_marks(sign, lambda mark: "")]
