"""Suggested logins: from the name in Latin letters, unique by a number (D-156)."""

import pytest

from domain.access.login_pattern import (
    DEFAULT_PATTERN,
    candidates,
    numbered,
    pattern_faults,
    suggested_login,
    unique_logins,
)
from domain.access.users import login_faults


@pytest.mark.parametrize(
    ("first", "last", "login"),
    [
        ("Aziza", "Karimova", "aziza.karimova"),
        ("O'ktam", "Gʻulomov", "oktam.gulomov"),
        ("Ўктам", "Ғуломов", "oktam.gulomov"),
        ("Аъзам", "Щербаков", "azam.sherbakov"),
        ("Юлия", "Цой", "yuliya.soy"),
        ("Anna Maria", "Van-Dam", "annamaria.vandam"),
        ("", "Karimova", "karimova"),
        ("Aziza", "", "aziza"),
        ("Aziza", "王", "aziza"),
        ("  ", "-", ""),
        ("李", "王", ""),
        ("", "", ""),
    ],
)
def test_a_login_is_made_of_the_name_in_latin_letters(first: str, last: str, login: str) -> None:
    """Of what is there of it; nothing is made of a name that has no such letter."""
    assert suggested_login(DEFAULT_PATTERN, first=first, last=last, number=7) == login


@pytest.mark.parametrize(
    ("pattern", "login"),
    [
        ("{f}.{last}", "a.karimova"),
        ("{last}{f}", "karimovaa"),
        ("{l}_{first}", "k_aziza"),
        ("Talaba-{id}", "talaba-7"),
        ("{first}@markaz.uz", "aziza@markaz.uz"),
        ("ustoz", "ustoz"),
    ],
)
def test_the_pattern_decides_on_the_parts(pattern: str, login: str) -> None:
    assert pattern_faults(pattern) == []
    assert suggested_login(pattern, first="Aziza", last="Karimova", number=7) == login


def test_the_number_in_the_console_serves_people_without_a_latin_name() -> None:
    assert suggested_login("{first}.{id}", first="李", last="王", number=7) == "7"


@pytest.mark.parametrize("pattern", ["{first} {last}", "{firstname}", "{first", "логин{id}", "{}", "a/b"])
def test_a_pattern_of_other_signs_or_placeholders_is_refused(pattern: str) -> None:
    assert pattern_faults(pattern)


def test_a_long_name_leaves_room_for_its_number() -> None:
    base = suggested_login(DEFAULT_PATTERN, first="A" * 40, last="B" * 40, number=7)
    assert (len(base), len(numbered(base, 120))) == (64, 64)
    assert login_faults(numbered(base, 120)) == []


def test_a_hundred_people_of_one_name_get_a_hundred_logins() -> None:
    logins = unique_logins(["aziz.karimov"] * 100, set(), 100)
    assert logins[:2] + logins[99:] == ["aziz.karimov", "aziz.karimov2", "aziz.karimov100"]
    assert len(set(logins)) == 100


def test_a_number_skips_logins_that_are_taken_or_given_a_moment_ago() -> None:
    """The second Aziz is not aziz2: somebody's name gives that login."""
    assert unique_logins(["aziz2", "aziz", "aziz"], {"aziz3"}, 5) == ["aziz2", "aziz", "aziz4"]


def test_a_name_shorter_than_a_login_gets_a_number() -> None:
    assert unique_logins(["li", "li", "a"], set(), 12) == ["li2", "li3", "a10"]


def test_numbers_that_are_all_taken_give_none() -> None:
    """The caller looks further then."""
    assert unique_logins(["aziz"], candidates(["aziz"], 3), 3) == [None]
