"""The explanation of an access decision (D-11, D-12, D-53, D-61)."""

import pytest

from contracts.screens import screen_at, screens
from domain.access.access_explanation import Gate, Holder, Open, reasons
from domain.access.permissions import MODULES, Action, everything

STUDENTS = Gate.of("users:students")
READER = {"users:students": ["read"]}


def test_a_grant_allows_and_is_named() -> None:
    """The granting right, and nothing missing."""
    found = reasons(STUDENTS, Holder(READER, office_ids=[1]))
    assert (found.allowed, found.because, found.against) == (True, ("grant",), ())
    assert (found.grants, found.missing) == ((("users:students", Action.READ),), ())


def test_missing_rights_are_named() -> None:
    """Any one of several would suffice; another action of the same option does not."""
    gate = Gate.of("users:students|settings:integrations", Action.UPDATE)
    found = reasons(gate, Holder(READER, office_ids=[1]))
    assert (found.allowed, found.because, found.against) == (False, (), ("grant",))
    assert found.missing == (("users:students", Action.UPDATE), ("settings:integrations", Action.UPDATE))


def test_a_bare_module_is_opened_by_each_of_its_options() -> None:
    """For the requested action, if the option has it (D-53)."""
    gate = Gate.of("settings", Action.UPDATE)
    assert [key for key, _ in gate.rights] == [
        f"settings:{option}" for option, actions in MODULES["settings"].items() if Action.UPDATE in actions
    ]
    assert [key for key, _ in Gate.of("profile").rights] == ["profile"]


@pytest.mark.parametrize(
    ("permission", "blocked", "allowed"),
    [("public", False, True), ("public", True, True), ("signed-in", False, True), ("signed-in", True, False)],
)
def test_a_public_screen_needs_no_right(permission: str, blocked: bool, allowed: bool) -> None:
    """Sign-in is open to all, the profile to staff; a blocked account can't sign in.

    D-61.
    """
    found = reasons(Gate.of(permission), Holder({}, blocked=blocked, all_offices=True))
    assert (found.allowed, found.because, found.missing) == (allowed, ("open",), ())


def test_the_superadmin_may_open_everything() -> None:
    """In any role, in every branch, and where no right grants access (D-11)."""
    for gate in (STUDENTS, Gate(Open.GRANTS), Gate.of("signed-in")):
        found = reasons(gate, Holder({}, superadmin=True), office_id=7)
        assert (found.allowed, found.against) == (True, ())
        assert "superadmin" in found.because


def test_a_blocked_account_is_denied_whatever_it_holds() -> None:
    """Its rights are still listed (D-61)."""
    found = reasons(STUDENTS, Holder(everything(), blocked=True, office_ids=[1]))
    assert (found.allowed, found.against) == (False, ("blocked",))
    assert found.grants == (("users:students", Action.READ),)


def test_a_branch_is_a_reason_too() -> None:
    """Own branches admit to their data, all branches to all, none to no people.

    D-12.
    """
    assert reasons(STUDENTS, Holder(READER, office_ids=[1, 2]), office_id=2).allowed
    elsewhere = reasons(STUDENTS, Holder(READER, office_ids=[1, 2]), office_id=3)
    assert (elsewhere.allowed, elsewhere.against, elsewhere.missing) == (False, ("office",), ())
    assert reasons(STUDENTS, Holder(READER, all_offices=True), office_id=3).allowed
    nowhere = reasons(STUDENTS, Holder(READER))
    assert (nowhere.allowed, nowhere.against) == (True, ("no_office",))


def test_every_reason_is_listed() -> None:
    """So that the second one is not met after the first is fixed."""
    found = reasons(STUDENTS, Holder({}, blocked=True), office_id=3)
    assert found.against == ("blocked", "grant", "office", "no_office")


def test_a_screen_is_found_by_path_and_by_url() -> None:
    """Fixed segments before parameters; the query string is ignored."""
    for screen in screens():
        assert screen_at(screen.path) == screen
    found = {at: screen_at(at) for at in ("/students/17", "/students?statusId=1", "/students/", "/", "/nowhere", "")}
    assert {at: screen and screen.path for at, screen in found.items()} == {
        "/students/17": "/students/{studentId}",
        "/students?statusId=1": "/students",
        "/students/": "/students",
        "/": "/",
        "/nowhere": None,
        "": "/",
    }
